"""Packages made of solids and artwork: what stands or lies on the table, and where its barcode is."""
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from . import label, lettering, texture
from .catalogue import LOOKS, products
from .geometry import Box, Cylinder, Pouch, turned


@dataclass
class Package:
    """Solids of one package; `barcode` is the middle of its symbol in the world, `module` two points a module apart there. `None` when
    the symbol faces away."""

    solids: list
    barcode: np.ndarray = None
    module: tuple = None


def side_skin(facts, look, length, height):
    """A narrow side of a carton: the brand on the base colour."""
    art = Image.new("RGB", (round(length * 6), max(8, round(height * 6))), label.mix(look.base, (0, 0, 0), 0.08))
    draw = ImageDraw.Draw(art)
    draw.rectangle([0, art.height * 0.82, art.width, art.height], look.accent)
    lettering.text(draw, art.width / 2, art.height * 0.42, f"{facts['brand']}   {facts['name']}", min(art.height * 0.42, art.width * 0.05), look.ink,
                   True, "mm")
    return texture.Texture(art, length)


def carton(code, size, place, yaw=0.0, showing="back", gloss=0.06, module=6, **artwork):
    """A box of width × depth × thickness mm lying on the table with one large side up."""
    facts, look = products()[code], LOOKS[code]
    w, d, h = size
    if showing == "back":
        art, middle = label.back(facts, look, w, d, module, **artwork)
    else:
        art, middle = label.front(facts, look, w, d), None
    skins = {"top": texture.Texture(art, w), "side": side_skin(facts, look, w, h)}
    box = Box(size, (*place, h / 2), turned(yaw), skins, gloss=gloss, shininess=25)
    return Package([box], *mark(box, middle, lambda x, y: (x - w / 2, d / 2 - y, h / 2), artwork))


def mark(solid, middle, on_surface, artwork):
    """The barcode's middle in the world, and the two ends of one module there."""
    if middle is None:
        return None, None
    step = label.MODULE_MM * artwork.get("size", 1.0)
    x, y = middle
    dx, dy = (0, step) if artwork.get("quarter_turns", 0) % 2 or artwork.get("ladder") else (step, 0)
    here, there = solid.world(on_surface(x, y)), solid.world(on_surface(x + dx, y + dy))
    return here, (here, there)


def bag(code, size, place, yaw=0.0, seed=1, depth=0.5, gloss=0.35, module=6, **artwork):
    """A filled bag lying on its front."""
    facts, look = products()[code], LOOKS[code]
    w, d, h = size
    art, middle = label.back(facts, look, w, d - 24, module, **artwork)
    sheet = Image.new("RGB", (art.width, round(art.width * d / w)), label.mix(look.base, (0, 0, 0), 0.1))
    margin = (sheet.height - art.height) // 2
    sheet.paste(art, (0, margin))
    solid = Pouch(w, d, h, texture.Creases(seed, depth, reach=d), (*place, 0), turned(yaw), {"top": texture.Texture(sheet, w)}, gloss=gloss, shininess=40)
    mm = sheet.width / w
    return Package([solid], *mark(solid, (middle[0], middle[1] + margin / mm), lambda x, y: (x - w / 2, d / 2 - y, h), artwork))


def tin(code, radius, height, place, yaw=0.0, lying=True, aside=0.0, metal=True, gloss=0.16, module=6, **artwork):
    """A can, its barcode up (lying) or to the viewer (standing), `aside` degrees off."""
    facts, look = products()[code], LOOKS[code]
    around = 2 * np.pi * radius
    art, middle = label.wrap(facts, look, around, height, module, **artwork)
    skins = {"wrap": texture.Texture(art, around), "cap": texture.brushed(7) if metal else texture.plain((238, 238, 236))}
    rotation = turned(yaw, -90) if lying else turned(yaw)
    turn = (middle[0] / around - 0.5) * 360 + aside
    solid = Cylinder(radius, height, (*place, radius if lying else height / 2), rotation, skins, rim=2.4 if metal else 1.2, turn=turn,
                     gloss=gloss, shininess=50)

    def on_surface(x, y):
        angle = np.radians((x / around - 0.5) * 360 - turn)
        return radius * np.sin(angle), -radius * np.cos(angle), height / 2 - y

    return Package([solid], *mark(solid, middle, on_surface, artwork))


def jar(code, radius, height, place, yaw=0.0, content=(190, 120, 30), aside=0.0, module=6, **artwork):
    """A glass with a paper label and a metal lid, standing."""
    facts, look = products()[code], LOOKS[code]
    around, label_height = 2 * np.pi * radius, height * 0.72
    art, middle = label.wrap(facts, look, around, label_height, module, **artwork)
    scale = art.width / around
    skin = Image.new("RGB", (art.width, round(height * scale)), content)
    draw = ImageDraw.Draw(skin)
    for k in range(14):  # glass is lighter at its shoulders
        shade = label.mix(content, (255, 250, 240), 0.03 * (14 - k))
        draw.rectangle([0, k * scale * 0.4, skin.width, (k + 1) * scale * 0.4], shade)
    top = round(height * 0.16 * scale)
    skin.paste(art, (0, top))
    turn = (middle[0] / around - 0.5) * 360 + aside
    glass = Cylinder(radius, height, (*place, height / 2), turned(yaw), {"wrap": texture.Texture(skin, around), "cap": texture.plain((90, 60, 30))},
                     turn=turn, gloss=0.22, shininess=60)
    lid_skin = texture.plain(look.accent, 3, 0.06)
    lid = Cylinder(radius * 0.93, 13, (*place, height + 6.5), turned(yaw), {"wrap": lid_skin, "cap": lid_skin}, gloss=0.4, shininess=60)

    def on_surface(x, y):
        angle = np.radians((x / around - 0.5) * 360 - turn)
        return radius * np.sin(angle), -radius * np.cos(angle), height / 2 - (y + top / scale)

    return Package([glass, lid], *mark(glass, middle, on_surface, artwork))


def wall(distance, skin):
    """The kitchen's wall behind a standing package: faces the viewer at −y."""
    return Package([Box((2400, 20, 1600), (0, distance, 790), turned(), {"top": skin, "side": skin}, gloss=0.05, edge=0.01)])

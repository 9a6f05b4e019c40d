"""A table with packages on it, a window and a lamp: rays from a pinhole give linear light and distance for every pixel."""
import math
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

F = np.float32
ROWS_AT_ONCE = 600_000  # rays per strip: keeps a 48-megapixel picture below 1 GB


def direction(azimuth, elevation):
    """A unit vector; azimuth in degrees from +x towards +y."""
    a, e = math.radians(azimuth), math.radians(elevation)
    return np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)], F)


@dataclass
class View:
    """Where the phone is: `distance` mm from `target`, `tilt` degrees off straight down, seen from `azimuth`, turned by `roll`.
    `across` is how many mm at the target's distance fill the picture's width."""

    target: tuple
    distance: float = 260
    tilt: float = 20
    azimuth: float = -90
    roll: float = 0
    across: float = 160
    size: tuple = (1600, 1200)

    def frame(self):
        """Eye, and the unit vectors right, up, forward."""
        target = np.array(self.target, F)
        outward = direction(self.azimuth, 90 - self.tilt)
        forward = -outward
        # "Up" in the picture is away from the person who stands at `azimuth`.
        away = -np.array([math.cos(math.radians(self.azimuth)), math.sin(math.radians(self.azimuth)), 0], F)
        right = np.cross(forward, away + np.array([0, 0, 1e-3], F))
        right /= np.linalg.norm(right)
        up = np.cross(right, forward)
        c, s = math.cos(math.radians(self.roll)), math.sin(math.radians(self.roll))
        return target + outward * self.distance, right * c + up * s, up * c - right * s, forward

    def rays(self, columns, rows, width, height):
        """Directions through pixels of a picture of `width` × `height`."""
        _, right, up, forward = self.frame()
        pitch = self.across / self.distance / width
        x = ((columns + 0.5) - width / 2) * pitch
        y = (height / 2 - (rows + 0.5)) * pitch
        d = forward[None, None] + x[None, :, None] * right + y[:, None, None] * up
        return (d / np.linalg.norm(d, axis=2, keepdims=True)).reshape(-1, 3).astype(F)

    def pixel(self, point, width, height):
        """Where in the picture a point of the world is seen."""
        eye, right, up, forward = self.frame()
        p = np.asarray(point, F) - eye
        scale = width * self.distance / self.across / (p @ forward)
        return width / 2 + (p @ right) * scale, height / 2 - (p @ up) * scale


@dataclass
class Light:
    """A window (`azimuth`, `elevation`, `spread` of its size in degrees) and the room's own light, as linear colours.

    `fall` is how much brighter the window's side is per 100 mm; `shade` are soft dark spots on everything: (x, y, radius mm, strength);
    `edge` is a straight shadow: (x, y, direction in degrees, softness mm, strength)."""

    azimuth: float = 120
    elevation: float = 50
    spread: float = 14
    key: tuple = (1.0, 0.96, 0.9)
    room: tuple = (0.42, 0.44, 0.48)
    fall: float = 0.12
    shade: list = field(default_factory=list)
    edge: tuple = None

    def reaching(self, p):
        """The window's light at points of the world, before shadows of solids."""
        side = direction(self.azimuth, 0)
        amount = 1 + self.fall * (p @ side) / 100
        for x, y, radius, strength in self.shade:
            amount = amount * (1 - strength * np.exp(-((p[:, 0] - x) ** 2 + (p[:, 1] - y) ** 2) / radius**2))
        if self.edge:
            x, y, turn, soft, strength = self.edge
            c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            amount = amount * (1 - strength / (1 + np.exp(-np.clip(((p[:, 0] - x) * c + (p[:, 1] - y) * s) / soft * 4, -30, 30))))
        return np.clip(amount, 0.05, None).astype(F)

    def glance(self, mirrored):
        """What a polished surface mirrors from a direction: a bright ceiling, a dim horizon, a window with soft edges."""
        sky = 0.16 + 0.5 * np.clip(mirrored[:, 2], 0, 1) + 0.10 * np.sin(mirrored[:, 0] * 5 + 1) * np.sin(mirrored[:, 1] * 4)
        window = np.exp(((mirrored @ direction(self.azimuth, self.elevation)) - 1) / (1 - math.cos(math.radians(self.spread))) * 1.1)
        return (sky[:, None] * np.array(self.room) * 1.6 + window[:, None] * np.array(self.key) * 3.2).astype(F)


def grown(field, hidden, cells=3):
    """`field` with its `hidden` part replaced, near the rim, by the mean of what is known beside it: else the foot of a solid shows the map's
    coarse cells as teeth."""
    field, known = field.copy(), ~hidden
    for _ in range(cells):
        total, count = np.zeros_like(field), np.zeros_like(field)
        for axis, way in ((0, 1), (0, -1), (1, 1), (1, -1)):
            total += np.roll(field * known, way, axis)
            count += np.roll(known, way, axis)
        fill = ~known & (count > 0)
        field[fill] = total[fill] / count[fill]
        known = known | fill
    return field


class Scene:
    """Solids on a ground texture."""

    def __init__(self, ground, solids, light, ground_gloss=0.04):
        self.ground, self.solids, self.light, self.ground_gloss = ground, solids, light, ground_gloss

    def shadows(self, view, width, height, dice):
        """Two small maps over the picture: how much of the window, and of the room, the ground sees past the solids."""
        step = max(4, round(width / 260))
        w, h = -(-width // step), -(-height // step)
        eye, *_ = view.frame()
        d = view.rays(np.arange(w) * step + step / 2, np.arange(h) * step + step / 2, width, height)
        p = (eye + d * np.clip(-eye[2] / d[:, 2], 0, 4000)[:, None] + np.array([0, 0, 0.05], F)).astype(F)

        def seen(directions):
            free = np.zeros(len(p), F)
            for ray in directions:
                hit = np.zeros(len(p), bool)
                for solid in self.solids:
                    hit |= solid.blocks(p, ray)
                free += ~hit
            return (free / len(directions)).reshape(h, w)

        axis = direction(self.light.azimuth, self.light.elevation)
        window = []
        for _ in range(36):
            ray = axis + dice.normal(0, math.tan(math.radians(self.light.spread)) / 1.6, 3)
            window.append(ray / np.linalg.norm(ray))
        room = [direction(360 * k / 40 * 7, math.degrees(math.asin(math.sqrt((k + 0.5) / 40)))) for k in range(40)]
        covered = (seen([np.array([0, 0, 1], F)]) == 0)
        maps = []
        for directions in (window, room):
            small = Image.fromarray(grown(seen(directions), covered))
            maps.append(np.asarray(small.resize((w * step, h * step), Image.Resampling.BICUBIC))[:height, :width].clip(0, 1))
        return maps

    def render(self, view, width, height, seed=0):
        """Linear light (height × width × 3) and distance in mm (height × width)."""
        dice = np.random.default_rng(seed)
        window_map, room_map = self.shadows(view, width, height, dice)
        image, depth = np.empty((height, width, 3), F), np.empty((height, width), F)
        strip = max(1, ROWS_AT_ONCE // width)
        for top in range(0, height, strip):
            rows = np.arange(top, min(top + strip, height))
            light, distance = self.strip(view, width, height, rows, window_map[rows].ravel(), room_map[rows].ravel())
            image[rows], depth[rows] = light.reshape(len(rows), width, 3), distance.reshape(len(rows), width)
        return image, depth

    def strip(self, view, width, height, rows, window, room):
        eye, *_ = view.frame()
        d = view.rays(np.arange(width), rows, width, height)
        origins = np.broadcast_to(eye, d.shape)
        footprint = view.across / width
        nearest = np.clip(-eye[2] / d[:, 2], 0, 4000).astype(F)
        owner = np.full(len(d), -1, np.int8)
        for k, solid in enumerate(self.solids):
            rays = np.flatnonzero(solid.nearby(eye, d))
            t = solid.distance(*solid.local(origins[rays], d[rays]))
            closer = t < nearest[rays]
            nearest[rays[closer]], owner[rays[closer]] = t[closer], k
        color, normal = np.empty_like(d), np.zeros_like(d)
        gloss, shine = np.full(len(d), self.ground_gloss, F), np.full(len(d), 18, F)
        p = eye + d * nearest[:, None]
        on_ground = owner < 0
        color[on_ground] = self.ground.at(p[on_ground, 0] / 500 + 0.5, p[on_ground, 1] / 500 + 0.5, footprint * 1.2)
        normal[on_ground, 2] = 1
        for k, solid in enumerate(self.solids):
            mine = owner == k
            if not mine.any():
                continue
            o, local = solid.local(origins[mine], d[mine])
            color[mine], normal[mine] = solid.surface(o, local, nearest[mine], footprint)
            gloss[mine], shine[mine] = solid.gloss, solid.shininess
            # Solids shade the table, hardly each other; what faces down sees less of the room.
            window[mine] = 1
            room[mine] = np.clip(0.62 + 0.38 * normal[mine, 2], 0.25, 1)
        toward = direction(self.light.azimuth, self.light.elevation)
        lambert = np.clip(normal @ toward, 0, 1) * window * self.light.reaching(p)
        diffuse = lambert[:, None] * np.array(self.light.key, F) + room[:, None] * np.array(self.light.room, F)
        facing = np.abs((d * normal).sum(axis=1))
        mirrored = d - 2 * (d * normal).sum(axis=1)[:, None] * normal
        fresnel = 0.04 + 0.96 * (1 - facing) ** 5
        mirror = self.light.glance(mirrored) * (gloss * (0.25 + fresnel) * (0.4 + 0.6 * window))[:, None]
        return (color * diffuse * (1 - 0.5 * gloss[:, None]) + mirror).astype(F), nearest

"""Pictures on surfaces, and the surfaces that are made, not printed: wood, stone, cloth, creases. Colours are linear light."""
import numpy as np
from PIL import Image

F = np.float32


def linear(srgb):
    """sRGB 0…255 to linear light 0…1 (IEC 61966-2-1). Black ink still reflects 2 %, white paper 88 %."""
    c = np.asarray(srgb, F) / 255
    light = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return (0.02 + 0.86 * light).astype(F)


class Texture:
    """A picture `width_mm` wide with its halved copies; u, v in 0…1 from the upper left corner."""

    def __init__(self, picture, width_mm, wraps=False):
        self.levels, self.wraps = [], wraps
        image = picture if isinstance(picture, Image.Image) else None
        if image is not None:
            data = linear(np.asarray(image.convert("RGB")))
        else:
            data = picture.astype(F)
        self.pixel_mm = width_mm / data.shape[1]
        while min(data.shape[:2]) >= 2 and len(self.levels) < 8:
            self.levels.append(data)
            h, w = data.shape[0] // 2 * 2, data.shape[1] // 2 * 2
            data = data[:h, :w].reshape(h // 2, 2, w // 2, 2, 3).mean(axis=(1, 3), dtype=F)

    def at(self, u, v, footprint):
        """Colours, bilinear, from the level whose pixels are about `footprint` mm."""
        level = int(np.clip(np.floor(np.log2(max(footprint / self.pixel_mm, 1)) + 0.35), 0, len(self.levels) - 1))
        data = self.levels[level]
        h, w = data.shape[:2]
        if self.wraps:
            u, v = 1 - np.abs(u % 2 - 1), 1 - np.abs(v % 2 - 1)
        x, y = np.clip(u * w - 0.5, 0, w - 1.001), np.clip(v * h - 0.5, 0, h - 1.001)
        i, j = x.astype(np.int32), y.astype(np.int32)
        fx, fy = (x - i).astype(F)[:, None], (y - j).astype(F)[:, None]
        i2, j2 = np.minimum(i + 1, w - 1), np.minimum(j + 1, h - 1)
        return (data[j, i] * (1 - fx) + data[j, i2] * fx) * (1 - fy) + (data[j2, i] * (1 - fx) + data[j2, i2] * fx) * fy


def plain(color, seed=0, grain=0.03):
    """A flat colour with a little unevenness."""
    dice = np.random.default_rng(seed)
    return Texture(linear(color) * (1 + grain * (clouds(dice, 64, 64, 8) - 0.5))[..., None], 100)


def enlarged(field, height, width):
    return np.asarray(Image.fromarray(field.astype(F)).resize((width, height), Image.Resampling.BICUBIC))


def clouds(dice, height, width, cell, stretch=1.0, octaves=5):
    """Smooth noise 0…1 whose largest spots are `cell` pixels high and `cell * stretch` wide."""
    total, weight = np.zeros((height, width), F), 0.0
    for k in range(octaves):
        c = cell / 2**k
        if c < 1:
            break
        grid = dice.random((max(2, round(height / c)), max(2, round(width / (c * stretch)))), F)
        total += enlarged(grid, height, width) * 0.55**k
        weight += 0.55**k
    return total / weight


def ramp(value, colors):
    """Linear colours along 0…1."""
    points = np.array([linear(c) for c in colors])
    x = np.clip(value, 0, 1) * (len(points) - 1)
    return np.stack([np.interp(x, range(len(points)), points[:, k]) for k in range(3)], axis=-1).astype(F)


def wood(seed, tones, plank_mm=92, size_mm=640, px=4):
    """Planks side by side, each with its own growth rings cut lengthwise, joints between them."""
    dice = np.random.default_rng(seed)
    n = size_mm * px
    rows = []
    while sum(r.shape[0] for r in rows) < n:
        h = round(plank_mm * px)
        bend = clouds(dice, h, n, h * 0.9, 9, 3) + clouds(dice, h, n, h * 0.3, 14, 3) * 0.22
        rings = (bend * dice.uniform(9, 15) + np.linspace(0, dice.uniform(1, 4), h, dtype=F)[:, None]) % 1
        rings = np.where(rings < 0.75, rings / 0.75, (1 - rings) / 0.25)
        fibre = clouds(dice, h, n, 5, 40, 2)
        pores = (clouds(dice, h, n, 3, 22, 1) > 0.86) * 0.22
        tone = 0.28 * rings + 0.5 * fibre + dice.uniform(0.0, 0.22) - pores
        color = ramp(tone, tones)
        joint = np.exp(-((np.arange(h) - 1.5) / 1.6) ** 2)[:, None, None] * 0.85
        rows.append((color * (1 - joint)).astype(F))
    return Texture(np.concatenate(rows)[:n], size_mm, wraps=True)


def stone(seed, tones, specks=0.5, size_mm=500, px=4):
    """A worktop: clouds with light and dark grains."""
    dice = np.random.default_rng(seed)
    n = size_mm * px
    field = 0.55 * clouds(dice, n, n, 120) + 0.3 * clouds(dice, n, n, 14)
    for cell, cut, sign in ((5, 0.80, 1), (4, 0.83, -1), (9, 0.82, -1), (7, 0.84, 1)):
        field += sign * specks * np.clip((clouds(dice, n, n, cell, 1, 2) - cut) * 9, 0, 1) * 0.5
    return Texture(ramp(field, tones), size_mm, wraps=True)


def cloth(seed, tones, stripe=None, size_mm=420, px=6):
    """Linen: two families of threads of uneven thickness, with wide stripes if asked for."""
    dice = np.random.default_rng(seed)
    n = size_mm * px
    across = dice.uniform(0.55, 1, (1, n // 4)).repeat(4, axis=1).astype(F)
    along = dice.uniform(0.55, 1, (n // 4, 1)).repeat(4, axis=0).astype(F)
    x = np.arange(across.shape[1])
    weave = 0.5 + 0.5 * np.sin(x * np.pi / 2 + np.pi / 4)[None] * np.sin(np.arange(along.shape[0]) * np.pi / 2 + np.pi / 4)[:, None]
    value = 0.25 + 0.3 * across * along + 0.22 * weave + 0.2 * clouds(dice, along.shape[0], across.shape[1], 160)
    color = ramp(value, tones)
    if stripe is not None:
        band = ((x / px) % 74 < 13) | (np.abs((x / px) % 74 - 20) < 1.6)
        color[:, band] *= (linear(stripe) / linear((235, 230, 220)))[None, None]
    return Texture(color, size_mm, wraps=True)


def brushed(seed):
    """The end of a tin."""
    dice = np.random.default_rng(seed)
    return Texture((linear((190, 192, 194)) * (0.85 + 0.3 * clouds(dice, 256, 256, 20, 1))[..., None]).astype(F), 80)


class Creases:
    """Folds of a foil bag: a few straight ridges and soft dents, in mm, on a grid of `step` mm over ±`reach`."""

    def __init__(self, seed, depth=0.5, count=26, reach=150, step=0.25):
        dice = np.random.default_rng(seed)
        n = int(2 * reach / step)
        self.reach, self.step = reach, step
        at = (np.arange(n) * step - reach).astype(F)
        x, y = at[None, :], at[:, None]
        self.grid = np.zeros((n, n), F)
        for _ in range(count):
            cx, cy, turn = dice.uniform(-reach, reach) / 2, dice.uniform(-reach, reach) / 2, dice.uniform(0, np.pi)
            breadth, length, height = dice.uniform(1.2, 4.5), dice.uniform(12, 40), dice.uniform(-1, 1) * depth
            along, off = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn), (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
            self.grid += height * np.exp(-((off / breadth) ** 2) - (along / length) ** 2)

    def height(self, x, y):
        """Bilinear between the grid's points; beyond `reach` as at its rim."""
        top = len(self.grid) - 1.001
        u, v = np.clip((x + self.reach) / self.step, 0, top), np.clip((y + self.reach) / self.step, 0, top)
        i, j = u.astype(np.int32), v.astype(np.int32)
        fu, fv = (u - i).astype(F), (v - j).astype(F)
        g = self.grid
        return (g[j, i] * (1 - fu) + g[j, i + 1] * fu) * (1 - fv) + (g[j + 1, i] * (1 - fu) + g[j + 1, i + 1] * fu) * fv

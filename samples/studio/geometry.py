"""Solids that a ray can hit. Millimetres; z is up, the table top is z = 0."""
import math

import numpy as np

F = np.float32


def turned(yaw=0.0, pitch=0.0, roll=0.0):
    """The rotation (degrees) that first rolls about y, then pitches about x, then yaws about z: columns are the solid's axes."""
    a, b, c = (math.radians(v) for v in (yaw, pitch, roll))
    about_z = [[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]]
    about_x = [[1, 0, 0], [0, math.cos(b), -math.sin(b)], [0, math.sin(b), math.cos(b)]]
    about_y = [[math.cos(c), 0, math.sin(c)], [0, 1, 0], [-math.sin(c), 0, math.cos(c)]]
    return (np.array(about_z) @ np.array(about_x) @ np.array(about_y)).astype(F)


class Solid:
    """Something with a place, a rotation, skins (textures by face) and a gloss (0 matt … 1 polished). `reach` is the radius in mm of a ball
    around its place that holds it all."""

    def __init__(self, place, rotation, skins, gloss=0.1, shininess=30):
        self.place = np.array(place, F)
        self.rotation = rotation
        self.skins, self.gloss, self.shininess = skins, gloss, shininess

    def local(self, origins, directions):
        return (origins - self.place) @ self.rotation, directions @ self.rotation

    def world(self, point):
        """Where a point of the solid's own coordinates is."""
        return self.place + self.rotation @ np.array(point, F)

    def nearby(self, origins, directions):
        """Which rays pass the ball around the solid: the others need no closer look."""
        away = self.place - origins
        along = (away * directions).sum(axis=-1)
        return (away * away).sum(axis=-1) - along * along < self.reach**2

    def blocks(self, origins, direction):
        """Whether something of the solid lies between each of `origins` and far away in the one `direction`. Looked at from afar, so
        that a point under or inside the solid is in its shadow too."""
        far = F(1500)
        direction = np.asarray(direction, F)
        blocked = np.zeros(len(origins), bool)
        near = np.flatnonzero(self.nearby(origins, direction))
        starts = origins[near] + direction * far
        blocked[near] = self.distance(*self.local(starts, np.broadcast_to(-direction, starts.shape))) < far
        return blocked


class Box(Solid):
    """Width × depth × height around its place; skins: `top`, `side`."""

    def __init__(self, size, *args, edge=0.9, **more):
        super().__init__(*args, **more)
        self.half, self.edge = np.array(size, F) / 2, edge
        self.reach = float(np.linalg.norm(self.half)) + 1

    def distance(self, o, d):
        with np.errstate(divide="ignore", invalid="ignore"):
            a, b = (-self.half - o) / d, (self.half - o) / d
        near, far = np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)
        return np.where((near < far) & (near > 0), near, np.inf).astype(F)

    def surface(self, o, d, t, footprint):
        """Colour and normal (world) where rays hit."""
        p = o + d * t[:, None]
        share = p / self.half
        axis = np.abs(share).argmax(axis=1)
        sign = np.sign(np.take_along_axis(p, axis[:, None], 1))[:, 0]
        # Board is folded, not cut: near an edge the normal leans over it, and print is a little worn.
        over = np.clip((np.abs(p) - (self.half - self.edge)) / self.edge, 0, 1) ** 2
        normal = np.sign(p) * over * 0.9
        np.put_along_axis(normal, axis[:, None], sign[:, None], 1)
        color = np.empty((len(t), 3), F)
        uv = share / 2 + 0.5
        top = (axis == 2) & (sign > 0)
        for face, mask, u, v in (
            ("top", top, uv[:, 0], 1 - uv[:, 1]), ("side", (axis == 1), uv[:, 0], 1 - uv[:, 2]),
            ("side", (axis == 0) | ((axis == 2) & (sign < 0)), uv[:, 1], 1 - uv[:, 2]),
        ):
            if mask.any():
                color[mask] = self.skins[face].at(u[mask], v[mask], footprint)
        wear = np.sort(over, axis=1)[:, 1:2]
        color = color + (0.55 - color) * wear * 0.18
        normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
        return color, normal @ self.rotation.T


class Cylinder(Solid):
    """Around its own z; skins: `wrap` (u = 0.5 faces −y), `cap`. `rim` mm at both ends and a sunken lid make it a tin."""

    def __init__(self, radius, height, *args, rim=0.0, turn=0.0, **more):
        super().__init__(*args, **more)
        self.radius, self.height, self.rim, self.turn = F(radius), F(height), rim, turn
        self.reach = math.hypot(radius, height / 2) + 1

    def distance(self, o, d):
        return np.minimum(*self.both(o, d))

    def both(self, o, d):
        a = d[:, 0] ** 2 + d[:, 1] ** 2
        b = o[:, 0] * d[:, 0] + o[:, 1] * d[:, 1]
        c = o[:, 0] ** 2 + o[:, 1] ** 2 - self.radius**2
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (-b - np.sqrt(b * b - a * c)) / a
            on_side = (np.abs(o[:, 2] + d[:, 2] * t) <= self.height / 2) & (t > 0)
            cap = (np.sign(o[:, 2]) * self.height / 2 - o[:, 2]) / d[:, 2]
            x, y = o[:, 0] + d[:, 0] * cap, o[:, 1] + d[:, 1] * cap
            on_cap = (cap > 0) & (x * x + y * y <= self.radius**2) & (np.abs(o[:, 2]) > self.height / 2)
        return np.where(on_side, t, np.inf).astype(F), np.where(on_cap, cap, np.inf).astype(F)

    def surface(self, o, d, t, footprint):
        p = o + d * t[:, None]
        # A cap is where the point lies on the end plane and inside the shell.
        out = np.hypot(p[:, 0], p[:, 1])
        cap = (np.abs(p[:, 2]) > self.height / 2 - 0.02) & (out < self.radius - 0.02)
        normal = np.zeros_like(p)
        normal[:, :2] = p[:, :2] / np.maximum(out, 1e-3)[:, None]
        u = np.arctan2(p[:, 0], -p[:, 1]) / (2 * math.pi) + 0.5 + self.turn / 360
        v = 0.5 - p[:, 2] / self.height
        color = np.empty((len(t), 3), F)
        side = ~cap
        if side.any():
            color[side] = self.skins["wrap"].at(u[side] % 1, v[side], footprint)
        if cap.any():
            color[cap] = self.skins["cap"].at(p[cap, 0] / self.radius / 2 + 0.5, 0.5 - p[cap, 1] / self.radius / 2, footprint)
            normal[cap] = 0
            normal[cap, 2] = np.sign(p[cap, 2])
            if self.rim:  # beads pressed into the lid
                wave = np.sin(out[cap] / self.radius * 22) * np.exp(-(((out[cap] / self.radius) - 0.75) / 0.2) ** 2) * 0.55
                normal[cap, :2] += p[cap, :2] / np.maximum(out[cap], 1e-3)[:, None] * wave[:, None]
        if self.rim:
            seam = side & (np.abs(p[:, 2]) > self.height / 2 - self.rim)
            color[seam] = (0.52, 0.53, 0.54)
            lean = (np.abs(p[seam, 2]) - self.height / 2 + self.rim / 2) / self.rim * 2
            normal[seam, 2] = np.sign(p[seam, 2]) * lean * 1.2
        normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
        return color, normal @ self.rotation.T


class Pouch(Solid):
    """A filled bag lying flat: width × depth, up to `height` thick in the middle, creased. Skin: `top`."""

    def __init__(self, width, depth, height, creases, *args, **more):
        super().__init__(*args, **more)
        self.half = np.array([width / 2, depth / 2], F)
        self.thick, self.creases = F(height), creases
        self.reach = math.hypot(width / 2, depth / 2) + height

    def height(self, x, y):
        """Above the bag's own z = 0."""
        u, v = np.clip(np.abs(x) / self.half[0], 0, 1), np.clip(np.abs(y) / self.half[1], 0, 1)
        u2, v2 = u * u, v * v
        pillow = self.thick * ((1 - u2 * u2) * (1 - v2 * v2 * v2)) ** F(0.6)
        return pillow + self.creases.height(x, y) * (F(0.35) + u2 + v2)

    def distance(self, o, d):
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (self.thick - o[:, 2]) / d[:, 2]
            for _ in range(4):
                t = (self.height(o[:, 0] + d[:, 0] * t, o[:, 1] + d[:, 1] * t) - o[:, 2]) / d[:, 2]
            x, y = o[:, 0] + d[:, 0] * t, o[:, 1] + d[:, 1] * t
        # The ends are cut with a zigzag blade.
        zigzag = np.abs((x / 2.2) % 1 - 0.5) * 1.6
        inside = (np.abs(x) < self.half[0]) & (np.abs(y) < self.half[1] - zigzag) & (t > 0)
        return np.where(inside, t, np.inf).astype(F)

    def surface(self, o, d, t, footprint):
        p = o + d * t[:, None]
        step = F(0.6)
        z = self.height(p[:, 0], p[:, 1])
        dx, dy = (self.height(p[:, 0] + step, p[:, 1]) - z) / step, (self.height(p[:, 0], p[:, 1] + step) - z) / step
        u, v = p[:, 0] / self.half[0] / 2 + 0.5, 0.5 - p[:, 1] / self.half[1] / 2
        color = self.skins["top"].at(u, v, footprint)
        # The seal at both ends is ribbed across.
        seal = self.half[1] - np.abs(p[:, 1]) < 9
        dy = dy + np.where(seal, np.sin(p[:, 1] * 3.6) * 0.5, 0)
        normal = np.stack([-dx, -dy, np.ones_like(dx)], axis=1)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        return color, (normal @ self.rotation.T).astype(F)

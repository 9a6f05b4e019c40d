"""A phone's lens, sensor and developing: linear light in, a JPEG with EXIF out."""
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image

F = np.float32


@dataclass
class Camera:
    """What went wrong while the picture was taken. Lengths are in pixels of the finished picture."""

    blur: float = 0.55        # sigma of the lens at the focused distance
    miss: float = 0.0         # mm by which the focus lies behind the target
    aperture: float = 900.0   # pixels of blur radius per unit of (1 − focused / actual distance), for 1,600 pixels' width
    motion: tuple = (0, 0)    # pixels moved while the shutter was open, right and down
    exposure: float = 0.92    # where the brightest twentieth lands, 1 is white
    warmth: float = 0.0       # white balance left over: > 0 is yellowish
    shot: float = 0.0006      # variance of photon noise per unit of light
    read: float = 0.004       # sigma of the noise that is there in the dark
    smoothing: float = 0.8    # sigma of the phone's colour-noise filter
    sharpening: float = 0.5
    quality: int = 88
    orientation: int = 1      # EXIF: how the stored picture must be turned


def blurred(image, sigma):
    """Gaussian over the first two axes; large ones at a quarter of the size."""
    if sigma < 0.15:
        return image
    if sigma > 5:
        h, w = image.shape[:2]
        small = resized(image, -(-w // 4), -(-h // 4), Image.Resampling.BOX)
        return resized(blurred(small, sigma / 4), w, h, Image.Resampling.BICUBIC)
    radius = max(1, math.ceil(3 * sigma))
    taps = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * sigma * sigma)).astype(F)
    taps /= taps.sum()
    for axis in (0, 1):
        pad = [(0, 0)] * image.ndim
        pad[axis] = (radius, radius)
        wide = np.pad(image, pad, mode="edge")
        image = sum(tap * window(wide, k, image.shape[axis], axis) for k, tap in enumerate(taps))
    return image


def window(array, start, length, axis):
    return array[start:start + length] if axis == 0 else array[:, start:start + length]


def resized(image, width, height, method):
    planes = [np.asarray(Image.fromarray(np.ascontiguousarray(image[..., k])).resize((width, height), method)) for k in range(image.shape[2])]
    return np.stack(planes, axis=-1)


def out_of_focus(image, depth, camera, focused):
    """Each pixel from the copy whose blur suits its distance."""
    scale = image.shape[1] / 1600
    radius = camera.blur + camera.aperture * scale * 0.012 * np.abs(1 - (focused + camera.miss) / depth)
    levels = [camera.blur]
    while levels[-1] < min(radius.max(), 14 * scale):
        levels.append(max(levels[-1] * 1.8, levels[-1] + 0.5))
    out, previous = np.zeros_like(image), None
    for k, sigma in enumerate(levels):
        low = levels[k - 1] if k else -1.0
        high = levels[k + 1] if k + 1 < len(levels) else None
        rise = np.clip((radius - low) / (sigma - low), 0, 1) if k else np.ones_like(radius)
        fall = np.clip((high - radius) / (high - sigma), 0, 1) if high else np.ones_like(radius)
        weight = np.minimum(rise, fall)
        if weight.max() > 0:
            out += blurred(image, sigma) * weight[..., None]
    return out


def moved(image, right, down):
    """The mean of the picture on its way along a straight line, by whole pixels of a doubled path."""
    length = math.hypot(right, down)
    if length < 0.5:
        return image
    steps = max(2, math.ceil(length * 2))
    pad = math.ceil(length) + 1
    wide = np.pad(image, [(pad, pad), (pad, pad), (0, 0)], mode="edge")
    h, w = image.shape[:2]
    total = np.zeros_like(image)
    for k in range(steps):
        x, y = (k / (steps - 1) - 0.5) * right + pad, (k / (steps - 1) - 0.5) * down + pad
        i, j = math.floor(x), math.floor(y)
        fx, fy = F(x - i), F(y - j)
        for dj, wy in ((0, 1 - fy), (1, fy)):
            for di, wx in ((0, 1 - fx), (1, fx)):
                if wx * wy > 0:
                    total += wx * wy * wide[j + dj:j + dj + h, i + di:i + di + w]
    return total / steps


def developed(light, depth, focused, camera, seed):
    """The 8-bit picture that the phone would store."""
    dice = np.random.default_rng(seed)
    image = out_of_focus(light, depth, camera, focused)
    image = moved(image, *camera.motion)
    h, w = image.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(F)
    off = ((x - w / 2) ** 2 + (y - h / 2) ** 2) / (w * w / 4 + h * h / 4)
    image = image * (1 - 0.32 * off)[..., None]
    image *= camera.exposure / np.percentile(image[::7, ::7], 95)
    balance = np.array([1 + camera.warmth, 1, 1 - camera.warmth], F)
    gains = np.array([1.7, 1.0, 1.5], F)  # a sensor sees less red and blue: their noise is amplified
    image *= balance
    sigma = np.sqrt(np.clip(image, 0, None) * camera.shot * gains + (camera.read * gains) ** 2)
    image = image + dice.standard_normal(image.shape, F) * sigma
    # Developing: colour noise is smoothed away, brightness is sharpened, then the tone curve.
    luma = image @ np.array([0.25, 0.62, 0.13], F)
    chroma = image - luma[..., None]
    chroma = blurred(chroma, camera.smoothing * 1.6)
    luma = blurred(luma, 0.45 * camera.smoothing)
    luma = luma + camera.sharpening * (luma - blurred(luma, 1.1))
    image = np.clip(luma[..., None] + chroma, 0, 1.3)
    image = 1 - np.exp(-np.clip(image, 0, None) * 1.9) if camera.exposure > 1.05 else image
    image = np.clip(image, 0, 1)
    srgb = np.where(image <= 0.0031308, 12.92 * image, 1.055 * np.power(np.maximum(image, 1e-6), 1 / 2.4) - 0.055)
    srgb = srgb + 0.055 * np.sin((srgb - 0.5) * 2 * np.pi) * 0.9  # a little contrast, as phones add
    return Image.fromarray((np.clip(srgb, 0, 1) * 255 + 0.5).astype(np.uint8))


# EXIF orientation → what undoes it, so that a viewer that obeys the tag shows the picture upright.
STORED = {1: None, 3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


def save(picture, path, camera, taken="2026:02:10 12:31:07"):
    """Writes the JPEG, turned as `camera.orientation` says, with the EXIF that a phone would leave (no place, no owner)."""
    if STORED[camera.orientation] is not None:
        picture = picture.transpose(STORED[camera.orientation])
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x0131] = "hsync", "sample renderer", "samples/make.py"
    exif[0x0112], exif[0x0132] = camera.orientation, taken
    details = exif.get_ifd(0x8769)
    details[0x9003] = taken
    details[0xA002], details[0xA003] = picture.size
    picture.save(path, "JPEG", quality=camera.quality, subsampling="4:2:0", exif=exif)

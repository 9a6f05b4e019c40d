#!/usr/bin/env python3
"""Renders the sample photos, or larger ones of the same kind for measurements.

  make.py                                     samples/photos/*.jpg and samples/expected.tsv
  make.py 03-tomato-soup 05-peanut-butter     only these
  make.py --megapixels 12 --count 3 --out DIR photos of that size at JPEG quality 90 with their expected.tsv

Needs numpy and Pillow (samples/requirements.txt): `make samples` sets them up in .venv. The same versions make the same pictures.
"""
import argparse
import copy
import math
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
from studio import camera, shots  # noqa: E402
from studio.scene import View  # noqa: E402

HERE = Path(__file__).resolve().parent


def photograph(shot, path):
    """Renders `shot` into `path`; the size of a module in pixels, `None` without a code."""
    scene, subject = shot.scene()
    settings = dict(shot.view)
    offset = settings.pop("offset")
    width, height = settings["size"]
    middle = subject.barcode if subject.barcode is not None else np.zeros(3)
    view = View(target=tuple(np.asarray(middle) + np.array(offset)), **settings)
    # Small photos are sampled at twice their size, so that edges are smooth; in large ones the lens blurs them.
    finer = 2 if width * height < 2_500_000 else 1
    light, depth = scene.render(view, width * finer, height * finer, shot.seed)
    if finer > 1:
        light = light.reshape(height, finer, width, finer, 3).mean(axis=(1, 3), dtype=np.float32)
        depth = depth[::finer, ::finer]
    focused = float(np.linalg.norm(view.frame()[0] - middle))
    picture = camera.developed(light, depth, focused, shot.camera, shot.seed)
    camera.save(picture, path, shot.camera)
    if subject.module is None:
        return None
    (ax, ay), (bx, by) = (view.pixel(point, width, height) for point in subject.module)
    return math.hypot(ax - bx, ay - by)


def write_expected(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.write("photo\tcodes\n")
        for name, codes in rows:
            file.write(f"{name}\t{','.join(codes)}\n")


def samples(names):
    chosen = [shot for shot in shots.SHOTS if not names or shot.name in names]
    if missing := set(names) - {shot.name for shot in chosen}:
        sys.exit(f"make.py: no such photo: {', '.join(sorted(missing))}")
    (HERE / "photos").mkdir(exist_ok=True)
    for shot in chosen:
        start = time.monotonic()
        module = photograph(shot, HERE / "photos" / f"{shot.name}.jpg")
        size = (HERE / "photos" / f"{shot.name}.jpg").stat().st_size
        print(f"{shot.name}: {size // 1024} kB, {f'{module:.1f} pixels a module, ' if module else ''}{time.monotonic() - start:.0f} s", flush=True)
    write_expected(HERE / "expected.tsv", [(f"photos/{shot.name}.jpg", shot.codes) for shot in shots.SHOTS])


def large(megapixels, count, out):
    """Photos as a phone of that resolution takes them in fair light: the easy scenes, sharp, with noise, quality 90."""
    out.mkdir(parents=True, exist_ok=True)
    height = round(math.sqrt(megapixels * 1e6 * 3 / 4) / 8) * 8
    width = height * 4 // 3
    easy = [shot for shot in shots.SHOTS if shot.name[:2] in ("01", "03", "14", "11", "05")]
    rows = []
    for k in range(count):
        shot = copy.copy(easy[k % len(easy)])
        shot.seed += 1000 * (1 + k // len(easy))
        shot.view = dict(shot.view, size=(width, height))
        scale = width / 1600
        shot.camera = camera.Camera(blur=0.5 * scale, shot=0.0016, read=0.005, smoothing=1.0, sharpening=0.6, quality=90)
        name = f"{megapixels}mp-{k + 1}-{shot.name[3:]}.jpg"
        start = time.monotonic()
        photograph(shot, out / name)
        print(f"{name}: {width} x {height}, {(out / name).stat().st_size / 1e6:.1f} MB, {time.monotonic() - start:.0f} s", flush=True)
        rows.append((name, shot.codes))
    write_expected(out / "expected.tsv", rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="PHOTO")
    parser.add_argument("--megapixels", type=int, choices=range(1, 101), metavar="1-100")
    parser.add_argument("--count", type=int, default=2)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    if arguments.megapixels:
        if arguments.out is None:
            parser.error("--megapixels needs --out DIR")
        large(arguments.megapixels, arguments.count, arguments.out)
    else:
        samples(arguments.names)


if __name__ == "__main__":
    main()

"""The real photos and the drawn codes that the project is scored on, where they lie beside it."""
import json
import subprocess

from .bench import CACHE, ROOT, Device, Skipped, note, peers_python, temporary_folder
from .readers import SCAN

SHARED = ROOT.parent / "shared"
SCORER, PICTURES = SHARED / "tools" / "score_scan.py", SHARED / "data" / "barcodes"
PAINTER = SHARED / "tools" / "make_synthetic_codes.py"


def need_shared(*paths):
    for path in paths:
        if not path.exists():
            raise Skipped(f"no {path.relative_to(ROOT.parent)} beside the project")


def scored_pictures():
    """Paths, below PICTURES, of the pictures that are scored: all but those of DataBar and QR codes."""
    rows = [line.split("\t") for line in (PICTURES / "manifest.tsv").read_text(encoding="utf-8").rstrip("\n").split("\n")]
    return [path for path, kind, *_ in rows if kind != "QR" and not kind.startswith("DataBar")]


def drawn_codes(count):
    """A folder of so many drawn codes, half of them with a wrong check digit; drawn once and kept."""
    folder = CACHE / f"synthetic-{count}"
    if not (folder / "manifest.tsv").exists() or len((folder / "manifest.tsv").read_text().splitlines()) != count:
        note(f"drawing {count} codes")
        subprocess.run([peers_python(), PAINTER, folder, "--count", str(count)], check=True, stdout=subprocess.DEVNULL)
    return folder


def damaged_codes(count):
    """A folder of so many drawn codes that are hidden, torn, doubled or badly lit; drawn once and kept until the generator changes."""
    folder, generator = CACHE / f"damaged-{count}", ROOT / "Benchmarks" / "damaged_codes.py"
    manifest = folder / "manifest.tsv"
    if not manifest.exists() or manifest.stat().st_mtime < generator.stat().st_mtime:
        note(f"drawing {count} damaged codes")
        subprocess.run([peers_python(), generator, folder, "--count", str(count)], check=True)
    return folder


def score(folder, engine=None, peer=None):
    """What the scorer says of hsync (with one engine), or of a peer: ok, wrong, false, positive, negative, …"""
    if peer:
        words = ["--peer", peer]
    else:
        words = ["--", *SCAN, *(["--engine", engine] if engine else [])]
    with temporary_folder() as home:
        # The scorer hands its environment on: the library that hsync makes is a temporary one.
        done = subprocess.run([peers_python(), SCORER, folder, *words], env=Device(home).env, stdout=subprocess.PIPE, text=True)
    line = next((line for line in done.stdout.splitlines() if line.startswith("SCORE ")), None)
    if line is None:
        raise RuntimeError("score_scan.py gave no SCORE line")
    return json.loads(line.removeprefix("SCORE "))

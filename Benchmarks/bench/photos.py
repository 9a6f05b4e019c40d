"""One process a photo, as a person runs it: 1, 12 and 48 megapixels against zbarimg on the same files."""
import statistics
import subprocess

from .bench import CACHE, HSYNC, ROOT, ZBARIMG, Device, Row, interleaved, median_ms, need, note, peers_python, temporary_folder
from .score import expected, hsync_reads, zbarimg_reads

COUNTS = {1: 3, 12: 3, 48: 2}
GOALS = {1: 1.0, 12: 5.0, 48: 5.0}


def photos(megapixels):
    """Path → codes of photos of that size, rendered once and kept."""
    folder = CACHE / f"photos-{megapixels}mp"
    table = folder / "expected.tsv"
    if not table.exists() or table.stat().st_mtime < (ROOT / "samples" / "make.py").stat().st_mtime:
        note(f"rendering {COUNTS[megapixels]} photos of {megapixels} megapixels")
        subprocess.run([peers_python(), ROOT / "samples" / "make.py", "--megapixels", str(megapixels), "--count", str(COUNTS[megapixels]),
                        "--out", folder], check=True, stdout=subprocess.DEVNULL)
    return expected(table, folder)


def rows(quick):
    need("zbarimg", "zbar-tools")
    result = []
    with temporary_folder() as folder:
        device = Device(folder)
        for megapixels, goal in GOALS.items():
            wanted = photos(megapixels)
            runs = 3 if quick else {1: 21, 12: 9, 48: 5}[megapixels]
            ours, zbar = [], []
            for path in wanted:
                costs = interleaved({"ours": [HSYNC, "scan", "--no-lookup", path], "zbarimg": [*ZBARIMG, path]}, runs, device.env, warm=1)
                ours.append(median_ms(costs["ours"]))
                zbar.append(median_ms(costs["zbarimg"]))
            # The slowest photo counts, not the mean: "at least" means each.
            ratio = min(b / a for a, b in zip(ours, zbar))
            reads, theirs = hsync_reads(list(wanted), device.env), zbarimg_reads(list(wanted))
            right = sum(reads.get(path) == codes for path, codes in wanted.items())
            zbar_right = sum(theirs.get(path) == codes for path, codes in wanted.items())
            result.append(Row(f"{megapixels} MP photo, ms a process", f"{statistics.median(ours):.1f}", f"zbarimg {statistics.median(zbar):.1f}",
                              f"{ratio:.1f}x", f">= {goal:g}x", ratio >= goal))
            result.append(Row(f"{megapixels} MP photos read right, of {len(wanted)}", str(right), f"zbarimg {zbar_right}", "", f"{len(wanted)}", right == len(wanted)))
    return result

"""How many barcodes are read, of real photos where the project's shared data lies beside it, else of the samples."""
import json
import subprocess

from .bench import HSYNC, ROOT, ZBARIMG, Row, Skipped, need, note, peers_python, temporary_folder, Device

SHARED = ROOT.parent / "shared"
SCORER, PICTURES = SHARED / "tools" / "score_scan.py", SHARED / "data" / "barcodes"


def expected(table, folder):
    """Path → set of codes, from a file as samples/make.py writes."""
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    return {str(folder / name): set(filter(None, codes.split(","))) for name, codes in rows}


def hsync_reads(paths, env):
    """Path → codes, by one process over all."""
    done = subprocess.run([HSYNC, "scan", "--no-lookup", "--json", *paths], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["photo"]: {code["text"] for code in row["barcodes"]} for row in rows}


def zbarimg_reads(paths):
    found = {}
    for path in paths:
        done = subprocess.run([*ZBARIMG, "--raw", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found[path] = set(done.stdout.split())
    return found


ZXING = """
import json, sys
import cv2, zxingcpp
for path in sys.argv[1:]:
    image = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    codes = [] if image is None else zxingcpp.read_barcodes(image, formats=zxingcpp.barcode_formats_from_str("EANUPC"))
    print(json.dumps([path, [code.text for code in codes]]))
"""


def zxing_reads(paths):
    done = subprocess.run([peers_python(), "-c", ZXING, *paths], stdout=subprocess.PIPE, check=True, text=True)
    return {path: set(codes) for path, codes in map(json.loads, done.stdout.splitlines())}


def shared_score(*words, python="python3"):
    done = subprocess.run([python, SCORER, PICTURES, *words], stdout=subprocess.PIPE, text=True)
    line = next((line for line in done.stdout.splitlines() if line.startswith("SCORE ")), None)
    if line is None:
        raise RuntimeError("score_scan.py gave no SCORE line")
    return json.loads(line.removeprefix("SCORE "))


def on_shared_pictures():
    with temporary_folder() as folder:
        # The scorer hands its environment on: the library it makes is a temporary one.
        env = Device(folder).env
        done = subprocess.run(["python3", SCORER, PICTURES, "--", HSYNC, "scan", "--no-lookup", "--json"], env=env, stdout=subprocess.PIPE, text=True)
        ours = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("SCORE ")).removeprefix("SCORE "))
    zbar, zxing = shared_score("--peer", "zbarimg"), shared_score("--peer", "zxing", python=peers_python())

    def row(key, what, goal, met):
        return Row(f"{what} of {ours['positive' if key != 'false' else 'negative']}", str(ours[key]), f"zbarimg {zbar[key]}, zxing {zxing[key]}", "", goal, met)

    return [
        row("ok", "photos read right", ">= 265", ours["ok"] >= 265), row("wrong", "photos with a wrong code", "0", ours["wrong"] == 0),
        row("false", "codes where there are none", "0", ours["false"] == 0),
        Row("ms a photo, all in one process", f"{ours['ms_per_picture']:.1f}", f"zbarimg {zbar['ms_per_picture']:.1f}, zxing {zxing['ms_per_picture']:.1f}"),
    ]


def on_samples():
    wanted = expected(ROOT / "samples" / "expected.tsv", ROOT / "samples")
    paths = list(wanted)
    with temporary_folder() as folder:
        ours = hsync_reads(paths, Device(folder).env)
    zbar, zxing = zbarimg_reads(paths), zxing_reads(paths)

    def right(reads):
        return sum(reads.get(path, set()) == codes for path, codes in wanted.items())

    def wrong(reads):
        return sum(bool(reads.get(path, set()) - codes) for path, codes in wanted.items())

    return [
        Row(f"sample photos read right, of {len(paths)}", str(right(ours)), f"zbarimg {right(zbar)}, zxing {right(zxing)}", "", f"{len(paths)}", right(ours) == len(paths)),
        Row("sample photos with a wrong code", str(wrong(ours)), f"zbarimg {wrong(zbar)}, zxing {wrong(zxing)}", "", "0", wrong(ours) == 0),
    ]


def rows(quick):
    need("zbarimg", "zbar-tools")
    result = on_samples()
    if SCORER.exists() and PICTURES.is_dir():
        result += on_shared_pictures()
    else:
        note("score on real photos left out: no ../shared/data/barcodes beside the project")
    return result

"""The readers of barcodes that are compared: what each finds in pictures, and how it is started for one."""
import json
import subprocess

from .bench import HSYNC, need, peers_python

# Each as it does best on groceries: retail codes alone.
ZBARIMG = ["zbarimg", "-q", "--nodbus", "-Sdisable", "-Sean13.enable", "-Sean8.enable", "-Supca.enable", "-Supce.enable"]
ZXING_READER = ["ZXingReader", "-1", "-format", "EAN-13,EAN-8,UPC-A,UPC-E"]
SCAN = [HSYNC, "scan", "--no-lookup", "--json"]
# One process a picture, as a person runs them.
COMMANDS = {"ours": [HSYNC, "scan", "--no-lookup"], "zbarimg": ZBARIMG, "ZXingReader": ZXING_READER}


def need_peers():
    need("zbarimg", "zbar-tools")
    need("ZXingReader", "zxing-cpp-tools")


def expected(table, folder):
    """Path → set of codes, from a file as samples/make.py writes."""
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    return {str(folder / name): set(filter(None, codes.split(","))) for name, codes in rows}


def hsync_reads(paths, env):
    """Path → codes, by one process over all."""
    done = subprocess.run([*SCAN, *paths], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["photo"]: {code["text"] for code in row["barcodes"]} for row in rows}


def zbarimg_reads(paths):
    found = {}
    for path in paths:
        done = subprocess.run([*ZBARIMG, "--raw", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found[path] = set(done.stdout.split())
    return found


# The newest zxing-cpp in one process, with OpenCV's decoders. Prints each picture's codes, and last the seconds without python's start.
ZXING = """
import json, sys, time
import cv2, zxingcpp
formats = zxingcpp.barcode_formats_from_str("EANUPC")
began = time.perf_counter()
for path in sys.stdin.read().splitlines():
    try: image = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    except cv2.error: image = None
    codes = [] if image is None else zxingcpp.read_barcodes(image, formats=formats)
    print(json.dumps([path, [code.text for code in codes]]))
print(time.perf_counter() - began)
"""


def zxing_run(paths, cwd=None):
    """Path → codes, and the seconds that reading took."""
    done = subprocess.run([peers_python(), "-c", ZXING], cwd=cwd, input="\n".join(paths), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True)
    *lines, seconds = done.stdout.splitlines()
    return {path: set(codes) for path, codes in map(json.loads, lines)}, float(seconds)

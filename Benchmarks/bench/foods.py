"""The catalogue of foods: importing a generated dump of Open Food Facts, searching it and looking a number up, each in a new process.

The dump comes from the project's generator beside it (`../shared/tools`), else from `samples/make_foods.py`. It is kept in the cache.
"""
import json
import random
import subprocess
import sys
from pathlib import Path

from .bench import CACHE, HSYNC, ROOT, Device, Row, interleaved, median_ms, note, once, temporary_folder

GENERATOR = ROOT.parent / "shared" / "tools" / "make_off_dump.py"
QUERIES = ["c", "choc", "chocolat", "milk choc", "yaourt fraise", "chocolta"]


def dump(rows):
    """A dump of so many rows in the cache."""
    path = CACHE / f"foods-{rows}.tsv"
    if not path.exists():
        note(f"generating a dump of {rows:,} rows")
        part = path.with_suffix(".part")
        if GENERATOR.exists():
            subprocess.run([sys.executable, GENERATOR, str(rows), part], check=True)
        else:
            with open(part, "wb") as out:
                subprocess.run([sys.executable, ROOT / "samples" / "make_foods.py", str(rows)], stdout=out, check=True)
        part.rename(path)
    return path


def rows(quick):
    count = 50_000 if quick else 4_000_000
    path = dump(count)
    with temporary_folder() as name:
        device = Device(Path(name) / "person")
        device.hsync("today")
        cost = once([HSYNC, "foods", "import", "--json", path], device.env, keep_output=True)
        if cost.status != 0:
            raise RuntimeError(f"hsync foods import exited {cost.status}")
        report = json.loads(cost.output)
        seconds = cost.ms / 1000
        size = path.stat().st_size / 1e6
        found = [
            Row(f"foods import of {report['rows']:,} rows ({size:,.0f} MB), with the search index, s", f"{seconds:.1f}", "", "", "<= 260", seconds <= 260),
            Row("the same, rows a second", f"{report['rows'] / seconds:,.0f}", ""),
            Row("the same, peak memory in MB", f"{cost.peak_mb:.0f}", "", "", "<= 450", cost.peak_mb <= 450),
        ]
        runs = 5 if quick else 21
        codes = [line.split("\t", 1)[0] for line in sample(path, 1)]
        commands = {f"foods search {query}": [HSYNC, "foods", "search", query, "--json"] for query in QUERIES}
        commands["foods show"] = [HSYNC, "foods", "show", codes[0], "--json", "--offline"]
        commands["today"] = [HSYNC, "today"]
        costs = interleaved(commands, runs, device.env)
        worst = max(QUERIES, key=lambda query: median_ms(costs[f"foods search {query}"]))
        ms = median_ms(costs[f"foods search {worst}"])
        found.append(Row(f"foods search, slowest of {len(QUERIES)} ({worst}), ms a process", f"{ms:.1f}", "", "", "<= 60", ms <= 60))
        show, today = median_ms(costs["foods show"]), median_ms(costs["today"])
        found.append(Row("foods show, ms a process", f"{show:.1f}", f"hsync today {today:.1f}", f"{show / today:.2f}x", "<= 1.15x", show <= 1.15 * today))
        return found


def sample(path, count):
    """Lines of products with a name and an EAN-13, the same ones each time."""
    lines = []
    with open(path, encoding="utf-8", errors="replace") as file:
        name = next(file).rstrip("\n").split("\t").index("product_name")
        for line in file:
            cells = line.split("\t")
            if len(cells) > name and len(cells[0]) == 13 and cells[name] and cells[0][0] in "345678":
                lines.append(line)
            if len(lines) >= 1000:
                break
    return random.Random(7).sample(lines, count)

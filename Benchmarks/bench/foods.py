"""The catalogue of foods: importing a generated dump of Open Food Facts beside DuckDB, searching it and looking numbers up, in one process and in new ones.

The dump comes from the project's generator beside it (`../shared/tools`), else from `samples/make_foods.py`. It is kept in the cache.
"""
import json
import os
import random
import subprocess
import sys
from pathlib import Path

from .bench import CACHE, HSYNC, RELEASE, ROOT, Device, Row, Skipped, interleaved, median_ms, note, once, peers_python, temporary_folder

GENERATOR = ROOT.parent / "shared" / "tools" / "make_off_dump.py"
RATE = RELEASE / "food-rate"
DUCKDB = """
import duckdb, sys
columns = "code product_name brands quantity serving_size energy-kcal_100g fat_100g carbohydrates_100g proteins_100g salt_100g unique_scans_n"
database = duckdb.connect(sys.argv[2])
database.execute("SET threads = 2")
database.execute("CREATE TABLE product AS SELECT " + ", ".join(f'"{name}"' for name in columns.split()) +
  " FROM read_csv(?, delim = '\\t', header = true, quote = '', escape = '', all_varchar = true, ignore_errors = true, strict_mode = false)", [sys.argv[1]])
"""
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
    count = int(os.environ.get("HSYNC_BENCH_FOODS", 50_000 if quick else 4_000_000))
    path = dump(count)
    with temporary_folder() as name:
        device = Device(Path(name) / "person")
        device.hsync("today")
        cost = once([HSYNC, "foods", "import", "--json", path], device.env, keep_output=True)
        if cost.status != 0:
            raise RuntimeError(f"hsync foods import exited {cost.status}")
        report = json.loads(cost.output)
        seconds, most = cost.ms / 1000, 260 * count / 4_000_000
        size = path.stat().st_size / 1e6
        duckdb = duckdb_import(path, Path(name))
        peer = f"DuckDB {duckdb.ms / 1000:.1f}, 11 columns, no search" if duckdb else ""
        found = [
            Row(f"foods import of {report['rows']:,} rows ({size:,.0f} MB), with the search index, s", f"{seconds:.1f}", peer, "", f"<= {most:.1f}", seconds <= most),
            Row("the same, rows a second", f"{report['rows'] / seconds:,.0f}", f"DuckDB {report['rows'] / duckdb.ms * 1000:,.0f}" if duckdb else ""),
            Row("the same, peak memory in MB", f"{cost.peak_mb:.0f}", f"DuckDB {duckdb.peak_mb:.0f}" if duckdb else "", "", "<= 450", cost.peak_mb <= 450),
        ]
        found += in_process(path, device, 600 if quick else 3000)
        runs = 5 if quick else 21
        codes = [line.split("\t", 1)[0] for line in sample(path, 1)]
        commands = {f"foods search {query}": [HSYNC, "foods", "search", query, "--json"] for query in QUERIES}
        commands["foods show"] = [HSYNC, "foods", "show", codes[0], "--json"]
        commands["today"] = [HSYNC, "today"]
        costs = interleaved(commands, runs, device.env)
        worst = max(QUERIES, key=lambda query: median_ms(costs[f"foods search {query}"]))
        ms = median_ms(costs[f"foods search {worst}"])
        found.append(Row(f"foods search, slowest of {len(QUERIES)} ({worst}), ms a process", f"{ms:.1f}", "", "", "<= 60", ms <= 60))
        show, today = median_ms(costs["foods show"]), median_ms(costs["today"])
        found.append(Row("foods show, ms a process", f"{show:.1f}", f"hsync today {today:.1f}", f"{show / today:.2f}x", "<= 1.15x", show <= 1.15 * today))
        return found


def in_process(path, device, keys):
    """Look-ups and keystrokes of real names in one process."""
    if not RATE.exists():
        raise Skipped(f"{RATE.name} is not built: swift build -c release --static-swift-stdlib --product food-rate")
    catalogue = json.loads(device.hsync("foods", "status", "--json"))["path"]
    with open(path, encoding="utf-8", errors="replace") as file:
        name = next(file).rstrip("\n").split("\t").index("product_name")
    names = "".join(f"{cells[0]}\t{cells[name]}\n" for cells in (line.split("\t") for line in sample(path, 1000)))
    done = subprocess.run([RATE, catalogue, str(keys)], input=names, capture_output=True, text=True, check=True)
    rate = json.loads(done.stdout)
    p99, key, slowest = rate["lookup_p99_us"], rate["key_p99_ms"], rate["key_max_ms"]
    return [
        Row(f"a number of {rate['lookups']:,} looked up in process, 99th percentile in us", f"{p99:.1f}", "", "", "<= 50", p99 <= 50),
        Row(f"a key of {rate['keys']:,} typed, 99th percentile in ms", f"{key:.2f}", "", "", "<= 15", key <= 15),
        Row("the same, the slowest in ms", f"{slowest:.1f}", "", "", "<= 50", slowest <= 50),
    ]


def duckdb_import(path, folder):
    """DuckDB reading 11 columns of the same dump into a file; `None` where it can't be installed."""
    try:
        python = peers_python(["duckdb"], "duckdb")
    except subprocess.CalledProcessError:
        return None
    cost = once([python, "-c", DUCKDB, path, folder / "duck.db"])
    if cost.status != 0:
        raise RuntimeError(f"DuckDB exited {cost.status}")
    return cost


def sample(path, count):
    """Whole lines of products with a name and an EAN-13, the same ones each time."""
    lines = []
    with open(path, encoding="utf-8", errors="replace") as file:
        columns = next(file).rstrip("\n").split("\t")
        name = columns.index("product_name")
        for line in file:
            cells = line.split("\t")
            if len(cells) == len(columns) and len(cells[0]) == 13 and cells[name] and cells[0][0] in "345678":
                lines.append(line)
            if len(lines) >= 1000:
                break
    return random.Random(7).sample(lines, count)

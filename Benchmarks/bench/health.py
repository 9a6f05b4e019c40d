"""Apple Health exports with known answers: `hsync import` and its day totals against healthkit-to-sqlite on the same zip.

The exports come from the project's generator beside it (`../shared/tools`); without it the section is left out. They are kept in the cache.
"""
import json
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

from .bench import CACHE, HSYNC, RELEASE, ROOT, Device, Row, Skipped, note, once, peers_python, temporary_folder

TOOLS = ROOT.parent / "shared" / "tools"
DIRTY = ["--dtd", "ios16", "--dirty", "--name", "exportar.xml", "--energy-unit", "kJ"]
SCANNER = RELEASE / "scan-rate"


def export(name, *options):
    """A generated export in the cache; its truth lies beside it."""
    path = CACHE / "exports" / f"{name}.zip"
    if not path.exists():
        note(f"generating {name}.zip")
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.zip")
        subprocess.run([sys.executable, TOOLS / "make_apple_export.py", *options, "--out", part, "--truth", path.with_suffix(".truth.json")], check=True, stdout=subprocess.DEVNULL)
        part.rename(path)
    return path


def importing(device, path):
    """One import as a new process: its cost and its report."""
    cost = once([HSYNC, "import", "--json", path], device.env, keep_output=True)
    if cost.status != 0:
        raise RuntimeError(f"hsync import {path.name} exited {cost.status}")
    return cost, json.loads(cost.output)


def right_days(path, folder):
    """Whether the checker finds every day of every measure right; the computer's zone is UTC and none is configured."""
    device = Device(Path(folder) / path.stem)
    device.env["TZ"] = "UTC"
    importing(device, path)
    days = device.hsync("summary", "--from", "2024-01-01", "--to", "2026-12-31", "--json")
    checked = subprocess.run([sys.executable, TOOLS / "check_summary.py", path.with_suffix(".truth.json")], input=days, text=True, stdout=subprocess.PIPE, check=True).stdout
    result = json.loads(checked.rsplit("SUMMARY ", 1)[1])
    return sum(m["right"] for m in result.values()), sum(m["days"] for m in result.values())


def peer(path, folder):
    """What healthkit-to-sqlite takes for the same zip, and the size of its database."""
    program = Path(peers_python()).parent / "healthkit-to-sqlite"
    database = Path(folder) / "peer.db"
    cost = once([program, path, database, "-s"])
    return cost, database.stat().st_size / 1e6


def scanner_rate(path, folder):
    """GB/s of CPU of the byte scanner alone over the unpacked export."""
    if not SCANNER.exists():
        raise Skipped(f"{SCANNER.name} is not built: swift build -c release --static-swift-stdlib --product scan-rate")
    unpacked = Path(folder) / "export.xml"
    with open(unpacked, "wb") as out:
        subprocess.run(["unzip", "-p", path, "apple_health_export/export.xml"], stdout=out, check=True)
    rates = [float(re.search(r"([\d.]+) GB/s", subprocess.run([SCANNER, unpacked], check=True, stdout=subprocess.PIPE, text=True).stdout)[1]) for _ in range(3)]
    unpacked.unlink()
    return max(rates)


def rows(quick):
    if not (TOOLS / "make_apple_export.py").exists():
        raise Skipped(f"the generator of exports is not beside the project ({TOOLS.relative_to(ROOT.parent)})")
    size = 50 if quick else 516
    big = export(f"{size}mb", "--size-mb", str(size), "--seed", "7")
    rows = []
    with temporary_folder() as folder:
        # Three people import it for the first time; the middle one of the times counts.
        people = [Device(Path(folder) / f"big-{k}") for k in range(1 if quick else 3)]
        runs = [(*importing(device, big), device) for device in people]
        first, report, device = sorted(runs, key=lambda run: run[0].ms)[len(runs) // 2]
        first.cpu_ms = statistics.median(run[0].cpu_ms for run in runs)
        first.peak_mb = max(run[0].peak_mb for run in runs)
        # What an SQLite user would measure: the file alone, all of the log in it.
        device.sql("PRAGMA wal_checkpoint(TRUNCATE)")
        database = os.path.getsize(device.library) / 1e6
        repeats = [importing(device, big) for _ in runs]
        again, second = sorted(repeats, key=lambda run: run[0].ms)[len(repeats) // 2]
        theirs, their_database = peer(big, folder)
        everything = json.loads(device.hsync("summary", "--rebuild", "--json"))
        day = json.loads(device.hsync("summary", "--json", "--from", "2025-11-01", "--to", "2025-11-01"))[0]["day"]
        one = min(json.loads(device.hsync("summary", "--rebuild", "--from", day, "--to", day, "--json"))["ms"] for _ in range(5))
        name = f"{size} MB export ({report['records']:,} records)"
        cpu, wall = theirs.cpu_ms / first.cpu_ms, theirs.ms / first.ms
        rows += [
            Row(f"{name}, CPU s", f"{first.cpu_ms / 1000:.2f}", f"healthkit-to-sqlite {theirs.cpu_ms / 1000:.1f}", f"{cpu:.1f}x", ">= 10x", cpu >= 10),
            Row("the same, wall s", f"{first.ms / 1000:.2f}", f"healthkit-to-sqlite {theirs.ms / 1000:.1f}", f"{wall:.1f}x", ">= 20x", wall >= 20),
            Row("the same, peak memory in MB", f"{first.peak_mb:.0f}", f"healthkit-to-sqlite {theirs.peak_mb:.0f}", "", "<= 64", first.peak_mb <= 64),
            Row("the same, database in MB", f"{database:.1f}", f"healthkit-to-sqlite {their_database:.0f}", "", "<= 45", database <= 45),
            Row("second import, new rows", str(second["added"]), "healthkit-to-sqlite crashes", "", "0", second["added"] == 0),
            Row("second import, wall s", f"{again.ms / 1000:.2f}", f"first {first.ms / 1000:.2f}", f"{again.ms / first.ms:.2f}x", "<= 0.5x", again.ms <= first.ms / 2),
            Row("second import, CPU s", f"{again.cpu_ms / 1000:.2f}", f"first {first.cpu_ms / 1000:.2f}", f"{again.cpu_ms / first.cpu_ms:.2f}x"),
            Row("recomputing one changed day, ms", f"{one:.2f}", f"all {everything['days']} days {everything['ms']:.0f}", f"{100 * one / everything['ms']:.2f} %", "<= 1 %", one <= everything["ms"] / 100),
        ]
        rate = scanner_rate(big, folder)
        rows.append(Row("scanner alone, GB/s of one core", f"{rate:.2f}", "", "", ">= 1", rate >= 1))
        if not quick:
            cost, _ = importing(Device(Path(folder) / "huge"), export("2gb", "--size-mb", "2000", "--seed", "8"))
            rows.append(Row("2 GB export, peak memory in MB", f"{cost.peak_mb:.0f}", "", "", "<= 64", cost.peak_mb <= 64))
        days, seeds = ("20", [1]) if quick else ("300", [1, 2, 3])
        tried = [export(f"{days}-days-seed-{seed}", "--days", days, "--seed", str(seed)) for seed in seeds] + [export(f"{days}-days-dirty", "--days", days, "--seed", "4", *DIRTY)]
        right, of = (sum(x) for x in zip(*(right_days(path, folder) for path in tried)))
        rows.append(Row(f"right values of days, {len(tried)} exports of {days} days", f"{right:,} of {of:,}", "healthkit-to-sqlite + SQL 1 of 51 days", "", "all", right == of))
    return rows

"""`hsync today` from a cold process on 1,000 meals against python's start with sqlite3."""
from .bench import HSYNC, Device, Row, interleaved, median_ms, peak_mb, temporary_folder

MEALS = 1000
PYTHON = "/usr/bin/python3"


def fill(device, count, per_day=4):
    """`count` meals in the days up to today, put in by the bare sqlite3 shell in one transaction. Keys are UUIDv7s, as hsync makes them."""
    device.hsync("today")
    device.sql(f"""
        BEGIN IMMEDIATE;
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count}),
          at(i, ms) AS (SELECT i, (CAST(strftime('%s', 'now') AS INTEGER) - ({count} - 1 - i) / {per_day} * 86400) * 1000 - ({count} - 1 - i) % {per_day} * 60000 FROM n)
        INSERT INTO meal(id, day, eaten_at_ms, utc_offset_min, slot, name, brand, servings, grams, energy_kcal, protein_g, carbs_g, fat_g)
        SELECT printf('%08x-%04x-7%03x-%04x-%012x', ms >> 16, ms & 65535, i & 4095, 32768 + (i >> 12), i * 2654435761 % 281474976710656),
          strftime('%Y-%m-%d', ms / 1000, 'unixepoch'), ms, 0, 'lunch', 'meal ' || i, 'Haferlund', 1, 45, 120 + i % 400, i % 30, i % 60, i % 20 FROM at;
        COMMIT;
    """)


def rows(quick):
    with temporary_folder() as folder:
        device = Device(folder)
        fill(device, MEALS)
        runs = 7 if quick else 51
        costs = interleaved({"ours": [HSYNC, "today"], "python": [PYTHON, "-c", "import sqlite3"]}, runs, device.env, warm=5)
    if any(cost.status != 0 for cost in costs["ours"]):
        raise RuntimeError("hsync today failed")
    ours, python = median_ms(costs["ours"]), median_ms(costs["python"])
    peak = peak_mb(costs["ours"])
    return [
        Row(f"today on {MEALS:,} meals, ms a process", f"{ours:.1f}", f"python3 {python:.1f}", f"{python / ours:.2f}x", ">= 1x", ours <= python),
        Row("today, peak memory in MB", f"{peak:.1f}", f"python3 {peak_mb(costs['python']):.1f}", "", "<= 30", peak <= 30),
    ]

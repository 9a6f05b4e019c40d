"""The commands that are run most, each from a cold process: `hsync today` and `hsync plan add` on a store of three years against python's start with
sqlite3 and against an empty store; `hsync diet`, `go` and `laundry` against `hsync today`; `hsync plan apply` of a long script against the sqlite3
shell."""
import json
import shutil
import statistics
import sys
from datetime import datetime, timezone
from pathlib import Path

from .bench import HSYNC, ROOT, Device, Row, interleaved, median_ms, need, once, peak_mb, temporary_folder

# The stand-in for the weather service is that of the tests of the pages.
sys.path.append(str(ROOT / "Tests" / "HealthWeb"))
from open_meteo import OpenMeteo

DAYS, MEALS, ITEMS, LINES = 3 * 365, 5000, 2000, 10_000
SAMPLES_A_DAY = 300
PETS, CYCLES = 1000, 52
PYTHON = ["/usr/bin/python3", "-c", "import sqlite3"]


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


def fill_years(device):
    """Three years up to today: a summary and a night a day, a workout every other one, samples, meals and a plan. Nothing of it was synced."""
    fill(device, MEALS, per_day=5)
    device.sql(f"""
        BEGIN IMMEDIATE;
        CREATE TEMP TABLE d AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {DAYS})
          SELECT i, date('now', -i || ' days') AS day, CAST(strftime('%s', 'now', -i || ' days', 'start of day') AS INTEGER) * 1000 AS ms FROM n;
        INSERT INTO day_summary(id, day, zone, steps, distance_m, active_kcal, workouts, workout_min, sleep_min, samples, sources, rule_version)
          SELECT day || '/00', day, 'UTC', 4000 + i * 37 % 9000, 3000 + i * 29 % 8000, 200 + i % 500, i % 2, 45 * (i % 2), 380 + i % 120, {SAMPLES_A_DAY}, 2, 1 FROM d;
        INSERT INTO sleep_session(id, day, start_ms, end_ms, asleep_min) SELECT 'night/' || day, day, ms - 3600000, ms + 25200000, 380 + i % 120 FROM d;
        INSERT INTO workout(id, activity, start_ms, end_ms, duration_min) SELECT 'run/' || day, 'running', ms + 28800000, ms + 31500000, 45 FROM d WHERE i % 2;
        WITH RECURSIVE k(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM k WHERE n + 1 < {SAMPLES_A_DAY})
          INSERT INTO sample(type, start_ms, source, duration_ms, value, unit, import) SELECT 1 + n % 5, ms + n * 280000, 1 + n % 2, 60000, n % 100, 1, 1 FROM d, k;
        WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i + 1 < {ITEMS})
          INSERT INTO planner_item(type, meal_type, title, day, completed)
          SELECT iif(i % 3, 'meal', 'workout'), iif(i % 3, iif(i % 3 = 1, 'lunch', 'dinner'), NULL), 'plan ' || i, date('now', (7 - i / 3) || ' days'), i > 30 FROM k;
        COMMIT;
    """)


def ratio_rows(name, costs):
    """What a command took on the full store against python, and against itself on an empty store."""
    if any(cost.status != 0 for kind in costs for cost in costs[kind]):
        raise RuntimeError(f"{name} failed")
    full, empty, python = (median_ms(costs[kind]) for kind in ("full", "empty", "python"))
    store = f"3 years, {MEALS:,} meals, {ITEMS:,} planned"
    return [
        Row(f"{name} on {store}, ms a process", f"{full:.1f}", f"python3 {python:.1f}", f"{python / full:.2f}x", ">= 1x", full <= python),
        Row(f"{name}, full store against an empty one", f"{full:.1f}", f"empty {empty:.1f}", f"{full / empty:.2f}x", "<= 1.10x", full <= 1.1 * empty),
    ]


def process(device, *words):
    """A command on a device's library, which the environment names, as on a person's machine."""
    return [HSYNC, *words], None, device.env


def each(name, words, full, empty, runs):
    """A command on both stores, in turn with python."""
    costs = interleaved({"full": process(full, *words), "empty": process(empty, *words), "python": PYTHON}, runs, full.env, warm=5)
    return ratio_rows(name, costs), costs


def script(count):
    """A script for `hsync plan apply` and the same rows as SQL: a day's plan has three items."""
    items = [("workout", None, f"run {i}") if i % 3 == 0 else ("meal", "lunch" if i % 3 == 1 else "dinner", f"dish {i}") for i in range(count)]
    lines = [json.dumps({"op": "add", "type": kind, **({"meal_type": meal} if meal else {}), "title": title, "day": f"+{i // 3 % 365}"}) for i, (kind, meal, title) in enumerate(items)]
    inserts = [f"INSERT INTO planner_item(type, meal_type, title, day) VALUES('{kind}', {repr(meal) if meal else 'NULL'}, '{title}', date('now', '+{i // 3 % 365} days'));" for i, (kind, meal, title) in enumerate(items)]
    return "\n".join(lines) + "\n", "\n".join(["BEGIN IMMEDIATE;", *inserts, "COMMIT;"]) + "\n"


def apply_row(folder, empty, runs, count):
    """Both write into a fresh library each time, with the same triggers for sync, and wait for the disk once."""
    need("sqlite3", "sqlite3")
    (folder / "plan.ndjson").write_text(script(count)[0])
    (folder / "plan.sql").write_text(script(count)[1])
    costs = {"hsync": [], "sqlite3": []}
    for run in range(runs):
        for name in costs:
            library = folder / f"{name}-{run}.db"
            shutil.copy(empty.library, library)
            words = [HSYNC, "plan", "apply", folder / "plan.ndjson", "--db", library] if name == "hsync" else ["sqlite3", "-bail", library, f".read {folder / 'plan.sql'}"]
            cost = once(words, empty.env)
            rows = Device.count(library, "planner_item")
            if cost.status != 0 or rows != count:
                raise RuntimeError(f"{name} exited {cost.status} with {rows} of {count} rows")
            costs[name].append(cost.ms)
    ours, shell = (statistics.median(costs[name]) for name in ("hsync", "sqlite3"))
    return Row(f"plan apply of {count:,} lines, ms", f"{ours:.0f}", f"sqlite3 {shell:.0f}", f"{ours / shell:.2f}x", "<= 3x", ours <= 3 * shell)


def beside_today(name, command, today, runs, allowed=(0,)):
    """A command of a device against `hsync today` of one."""
    costs = interleaved({"command": command, "today": today}, runs, warm=5)
    if any(cost.status not in allowed for cost in costs["command"]) or any(cost.status != 0 for cost in costs["today"]):
        raise RuntimeError(f"{name} failed")
    ours, today = (median_ms(costs[kind]) for kind in ("command", "today"))
    return Row(f"{name}, ms a process", f"{ours:.1f}", f"today {today:.1f}", f"{ours / today:.2f}x", "<= 1.15x", ours <= 1.15 * today)


def diet_row(full, empty, runs):
    """The day of a diet plan on the full store against today on the empty one: streak, averages and targets follow from three years of logs."""
    full.hsync("diet", "setup", "--sex", "male", "--age", "39", "--height-cm", "170", "--weight-kg", "80", "--activity", "light", "--goal", "lose", "--start", "-300")
    # The first one notes what it has explained.
    full.hsync("diet")
    return beside_today(f"diet on 3 years, {MEALS:,} meals, beside today on an empty store", process(full, "diet"), process(empty, "today"), runs)


def go_row(device, empty, runs):
    """Activity windows from the kept forecast against today on an empty store."""
    service = OpenMeteo(datetime.now(timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0))
    try:
        for name in ("url", "marine_url", "air_url", "geocoding_url"):
            device.hsync("config", "set", "forecast." + name, service.url)
        device.hsync("go", "profile", "set", "--preset", "balanced", "--activities", "swim,run")
        device.hsync("go", allowed=(0, 1))
        asked = service.asked
        row = beside_today("go with the kept forecast, beside today on an empty store", process(device, "go"), process(empty, "today"), runs, allowed=(0, 1))
        if asked == 0 or service.asked != asked:
            raise RuntimeError(f"go asked {service.asked} times, {asked} were expected")
        return row
    finally:
        service.stop()


def laundry_row(device, runs):
    """The dashboard of many pets, each with a year of laundry, against today with the same pets."""
    device.hsync("today")
    device.sql(f"""
        BEGIN IMMEDIATE;
        UPDATE sync_state SET applying = 1;
        CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {PETS}) SELECT i FROM n;
        CREATE TEMP TABLE step AS SELECT column1 AS step, column2 AS begun, column3 AS takes FROM (VALUES ('wash', 0, 45), ('dry', 60, 60), ('fold', 120, 0));
        CREATE TEMP TABLE at AS WITH RECURSIVE c(cycle) AS (SELECT 1 UNION ALL SELECT cycle + 1 FROM c WHERE cycle < {CYCLES})
          SELECT cycle, (CAST(strftime('%s', 'now') AS INTEGER) - ({CYCLES} - cycle) * 604800 - 86400) * 1000 AS ms FROM c;
        INSERT INTO laundry_pet(id, name, created_at_ms) SELECT 'pet-' || i, 'Pet ' || i, (SELECT min(ms) FROM at) - 86400000 FROM n;
        INSERT INTO laundry_task(id, pet, step, cycle, attempt, started_at_ms, ends_at_ms, every_days)
          SELECT 'pet-' || i || '/' || cycle || '/' || step || '/1', 'pet-' || i, step, cycle, 1, ms + begun * 60000, ms + (begun + takes) * 60000, 7 FROM n, at, step;
        UPDATE sync_state SET applying = 0;
        COMMIT;
    """)
    return beside_today(f"laundry of {PETS:,} pets, {CYCLES} cycles each, beside today of the same", process(device, "laundry"), process(device, "today"), runs)


def rows(quick):
    runs = 7 if quick else 51
    with temporary_folder() as name:
        folder = Path(name)
        full, empty = Device(folder / "full"), Device(folder / "empty")
        for device in (full, empty):
            device.hsync("today")
        fill_years(full)
        found, costs = each("today", ["today"], full, empty, runs)
        first, python = median_ms(costs["empty"]), median_ms(costs["python"])
        found.insert(0, Row("today on an empty store, ms a process", f"{first:.1f}", f"python3 {python:.1f}", f"{first / python:.2f}x", "<= 0.5x", first <= 0.5 * python))
        peak = peak_mb(costs["full"])
        found.append(Row("today, peak memory in MB", f"{peak:.1f}", f"python3 {peak_mb(costs['python']):.1f}", "", "<= 30", peak <= 30))
        found.append(apply_row(folder, empty, 3 if quick else 7, LINES // 10 if quick else LINES))
        found.append(diet_row(full, empty, runs))
        found.append(go_row(Device(folder / "go"), empty, runs))
        found.append(laundry_row(Device(folder / "pets"), runs))
        found += each("plan add", ["plan", "add", "workout", "Run 5 km"], full, empty, runs)[0]
    return found

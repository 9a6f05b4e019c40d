"""Sync beyond a push of what is new: a backlog of a million records, and a run that finds nothing to do."""
import subprocess
from pathlib import Path

from .bench import BACKEND, HSYNC, Device, Row, interleaved, median_ms, once, temporary_folder
from .push import backend, server_file
from .today import fill

BACKLOG = 1_000_000
SMALL, LARGE = 10_000, 10_000_000


def signed_in(folder, url, name):
    """A new device of a new user of the backend in `folder`."""
    device = Device(Path(folder) / name)
    token = subprocess.run([BACKEND, "user", "add", name, "--data", Path(folder) / "server"], check=True, stdout=subprocess.PIPE, text=True).stdout
    device.hsync("login", "--url", url, "--token-stdin", text=token)
    return device


def fill_samples(device, count):
    """`count` heart rates and steps of an import, 2,750 a day, with a day summary for each day, put in by the bare sqlite3 shell."""
    device.sql(f"""
        BEGIN IMMEDIATE;
        INSERT INTO health_import(n, origin, file, state, started_at_ms, ended_at_ms, records, added) VALUES (1, 'apple', 'export.xml', 'done', 1, 2, {count}, {count});
        INSERT INTO health_type(id, name) VALUES (1, 'heart_rate'), (2, 'step_count');
        INSERT INTO health_source(id, name, kind, origin) VALUES (1, 'Watch', 'watch', 'apple');
        INSERT INTO health_unit(id, name, stored, factor, shift) VALUES (1, 'count', 'count', 1, 0);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count})
        INSERT INTO sample(type, start_ms, source, duration_ms, value, unit, import)
        SELECT 1 + i / ({count} / 2 + 1), 1400000000000 + i % ({count} / 2 + 1) * 62836, 1, 60000, 60 + i % 60, 1, 1 FROM n;
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {count} / 2750)
        INSERT INTO day_summary(id, day, zone, steps, rule_version)
        SELECT date('2014-05-13', i || ' day') || '/' || device, date('2014-05-13', i || ' day'), 'UTC', 8000 + i % 500, 1 FROM n, sync_state;
        COMMIT;
    """)


def backlog(count):
    """Peak memory in MB and rows a second of a push of `count` meals that piled up."""
    with temporary_folder() as folder, backend(folder) as url:
        device = signed_in(folder, url, "backlog")
        fill(device, count, per_day=270)
        push = once([HSYNC, "sync"], device.env)
        if push.status != 0:
            raise RuntimeError(f"hsync sync exited {push.status}")
        left = device.sql("SELECT count(*) FROM outbox").strip()
        if left != "0":
            raise RuntimeError(f"{left} records still wait")
        server_file(folder)
        return push.peak_mb, count / (push.ms / 1000)


def nothing_new(runs, large):
    """Median ms of a run with nothing to do on a small store, and on one of `large` samples, run in turn."""
    with temporary_folder() as folder, backend(folder) as url:
        commands = {}
        for name, count in (("small", SMALL), ("large", large)):
            device = signed_in(folder, url, name)
            fill_samples(device, count)
            device.hsync("sync")
            commands[name] = ["env", f"HSYNC_DB={device.library}", str(HSYNC), "sync"]
        costs = interleaved(commands, runs, device.env)
        if any(cost.status != 0 for each in costs.values() for cost in each):
            raise RuntimeError("hsync sync failed")
        return median_ms(costs["small"]), median_ms(costs["large"])


def rows(quick):
    count, large = (BACKLOG // 20, LARGE // 100) if quick else (BACKLOG, LARGE)
    peak, rate = backlog(count)
    small_ms, large_ms = nothing_new(7 if quick else 41, large)
    return [
        Row(f"backlog of {count:,} meals, peak memory in MB", f"{peak:.1f}", "", "", "<= 64", peak <= 64),
        Row(f"backlog of {count:,} meals, rows a second", f"{rate:,.0f}", ""),
        Row(f"sync with nothing new on {large:,} samples, ms", f"{large_ms:.1f}", f"{SMALL:,} samples {small_ms:.1f}", f"{large_ms / small_ms:.2f}x", "<= 1.2x", large_ms <= 1.2 * small_ms),
    ]

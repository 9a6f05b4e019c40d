"""100,000 small meals pushed to hsync-backend on loopback, end to end, against the sqlite3 library upserting the same rows."""
import re
import sqlite3
import statistics
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

from .bench import BACKEND, HSYNC, Device, Row, built, once, temporary_folder
from .today import fill

MEALS = 100_000
GOAL = 0.25


@contextmanager
def serving(where, log, *options, limited=False):
    """A running backend on the data that the options `where` name: its port, its process, and the seconds that its start took. `limited`: with the limit of
    requests that it has by itself."""
    options = options if limited else ("--rate", "0", *options)
    with open(log, "w") as out:
        start = time.monotonic()
        process = subprocess.Popen([BACKEND, "serve", *where, "--port", "0", *options], stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    try:
        while not (ready := re.search(r"listening on http://127\.0\.0\.1:(\d+)", Path(log).read_text())):
            if process.poll() is not None or time.monotonic() - start > 120:
                raise RuntimeError(f"hsync-backend did not start: {Path(log).read_text().strip()[-400:]}")
            time.sleep(0.005)
        yield ready[1], process, time.monotonic() - start
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def running(folder, limited=False):
    """A running backend on a folder: its address and its process."""
    with serving(["--data", Path(folder) / "server"], Path(folder) / "backend.log", limited=limited) as (port, process, _):
        yield f"http://127.0.0.1:{port}", process


@contextmanager
def backend(folder):
    """A running backend: its address."""
    with running(folder) as (url, _):
        yield url


def server_file(folder):
    """The backend's database: the one file that has a table `rec`."""
    for path in sorted((Path(folder) / "server").glob("*")):
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
                if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'rec'").fetchone():
                    return path
        except sqlite3.DatabaseError:
            continue
    raise RuntimeError("the backend's data folder holds no database with a table rec")


def round_trip(count):
    """Rows a second of one push, and of the library on the same rows."""
    with temporary_folder() as folder:
        device = Device(Path(folder) / "device")
        fill(device, count, per_day=40)
        with backend(folder) as url:
            token = subprocess.run([BACKEND, "user", "add", "bench", "--data", Path(folder) / "server"], check=True, stdout=subprocess.PIPE, text=True).stdout
            device.hsync("login", "--url", url, "--token-stdin", text=token)
            push = once([HSYNC, "sync"], device.env)
            if push.status != 0:
                raise RuntimeError(f"hsync sync exited {push.status}")
        path = server_file(folder)
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            (stored,) = db.execute("SELECT count(*) FROM rec").fetchone()
        if stored != count:
            raise RuntimeError(f"{stored} of {count} meals arrived")
        done = subprocess.run([built("upsert.c", "-lsqlite3"), path, Path(folder) / "fresh.db"], check=True, stdout=subprocess.PIPE, text=True)
        rows, seconds = done.stdout.split()
        if int(rows) != count:
            raise RuntimeError(f"upsert wrote {rows} of {count} rows")
        return count / (push.ms / 1000), count / float(seconds), push.peak_mb


def rows(quick):
    trips = [round_trip(MEALS // (10 if quick else 1)) for _ in range(1 if quick else 3)]
    ours, library = (statistics.median(values) for values in list(zip(*trips))[:2])
    ratio = statistics.median(mine / theirs for mine, theirs, _ in trips)
    return [
        Row(f"push of {MEALS // (10 if quick else 1):,} meals, rows a second", f"{ours:,.0f}", f"sqlite3 library {library:,.0f}", f"{100 * ratio:.0f} %", ">= 25 %", ratio >= GOAL),
        Row("push, peak memory in MB", f"{max(peak for *_, peak in trips):.1f}", ""),
    ]

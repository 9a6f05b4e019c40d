"""The server's side of a push alone: pre-built bodies over HTTP until they are answered, against the sqlite3 library upserting the same rows."""
import json
import shutil
import statistics
import subprocess
from pathlib import Path

from .bench import BACKEND, Device, Row, built, temporary_folder
from .push import backend, running, server_file
from .today import fill

MEALS = 100_000
GOAL = 0.60
# Packing, connections, and whether the goal is asked of it.
WAYS = [("zstd", 1, True), ("zstd", 4, True), ("gzip", 1, False), ("identity", 1, False)]


def load_program():
    return built("load.c", "-pthread", "-lsqlite3", "-lz", "-lzstd")


def records(folder, count):
    """A database of `count` meals as a device pushed them."""
    device, place = Device(Path(folder) / "device"), Path(folder) / "source"
    place.mkdir()
    fill(device, count, per_day=40)
    with backend(place) as url:
        token = subprocess.run([BACKEND, "user", "add", "bench", "--data", place / "server"], check=True, stdout=subprocess.PIPE, text=True).stdout
        device.hsync("login", "--url", url, "--token-stdin", text=token)
        device.hsync("sync")
    return shutil.move(server_file(place), Path(folder) / "records.db")


def load(folder, source, encoding, connections, batch, users=1, pull=False):
    """What load.c prints of one run against a new server in `folder`, which is stopped afterwards."""
    server, tokens = Path(folder) / "server", Path(folder) / "tokens"
    tokens.write_text("".join(
        subprocess.run([BACKEND, "user", "add", f"user{k}", "--data", server], check=True, stdout=subprocess.PIPE, text=True).stdout for k in range(users)))
    with running(folder) as (url, process):
        words = [load_program(), url.rsplit(":", 1)[1], process.pid, source, tokens, encoding, connections, batch, *(["pull"] if pull else [])]
        done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip()[-400:])
        return json.loads(done.stdout)


def trip(source, encoding, connections):
    """Rows a second of the server, and of the library right after it."""
    with temporary_folder() as folder:
        ours = load(folder, source, encoding, connections, 1000)
        done = subprocess.run([built("upsert.c", "-lsqlite3"), server_file(folder), Path(folder) / "fresh.db"], check=True, stdout=subprocess.PIPE, text=True)
        count, seconds = done.stdout.split()
        if int(count) != ours["records"]:
            raise RuntimeError(f"{count} of {ours['records']} meals arrived")
        return ours["records"] / ours["seconds"], int(count) / float(seconds)


def rows(quick):
    trips = {way: [] for way in WAYS}
    with temporary_folder() as folder:
        source = records(folder, MEALS // (10 if quick else 1))
        for _ in range(1 if quick else 5):
            for way in WAYS:
                trips[way].append(trip(source, *way[:2]))
    table = []
    for encoding, connections, has_goal in WAYS:
        done = trips[encoding, connections, has_goal]
        ours, library = (statistics.median(values) for values in zip(*done))
        ratio = statistics.median(mine / theirs for mine, theirs in done)
        where = f"{connections} connection{'s' if connections > 1 else ''}"
        table.append(Row(f"server alone, {encoding}, {where}, rows a second", f"{ours:,.0f}", f"sqlite3 library {library:,.0f}", f"{100 * ratio:.0f} %",
                         ">= 60 %" if has_goal else "", ratio >= GOAL if has_goal else None))
    return table

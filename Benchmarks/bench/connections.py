"""The server's memory with thousands of connections that do nothing, and 200 that push."""
import resource
import subprocess
from pathlib import Path

from .backends import add_users, finished, place, started
from .bench import Row, Skipped, built, temporary_folder
from .cluster import cluster
from .devices import BATCH, DEVICES, USERS
from .push import serving
from .server import records

IDLE = 10_000
# Few enough for an idle connection to be kept until the end: it may be without a request for a minute.
PUSHES = 10
GOAL_MB = 150


def crowded(where, folder, source, idle):
    """What load.c says, the idle connections that were left, and the server's memory in MB before any of it."""
    tokens = Path(folder) / "tokens"
    tokens.write_text(add_users(USERS, where))
    with serving(where, Path(folder) / "server.log") as (port, process, _):
        empty = resident_mb(process.pid)
        crowd = subprocess.Popen([built("crowd.c"), port, str(idle)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            if crowd.stdout.readline() != "ready\n":
                raise RuntimeError("crowd: the server didn't take all connections")
            done = finished(started(port, process, source, tokens, DEVICES, BATCH))
            left, _ = crowd.communicate("")
        finally:
            crowd.kill()
        if int(left) != idle:
            raise RuntimeError(f"the server has left {left.strip()} of {idle} idle connections open")
        return done, empty


def resident_mb(pid):
    words = open(f"/proc/{pid}/status").read().split("VmRSS:")[1].split()
    return int(words[0]) / 1024


def row(engine, where, folder, source, idle):
    done, empty = crowded(where, folder, source, idle)
    return Row(f"{engine}: {idle:,} idle connections and {DEVICES} that push, the server's memory in MB", f"{done['end_mb']:.0f}",
               f"without any {empty:.0f}; a push p50 {done['push_p50_ms']:.0f}, p99 {done['push_p99_ms']:.0f} ms", "", "<= 150", done["end_mb"] <= GOAL_MB)


def rows(quick):
    idle = 1000 if quick else IDLE
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < idle + 1000:
        raise Skipped(f"a process may have {resource.getrlimit(resource.RLIMIT_NOFILE)[1]} descriptors here; this takes {idle + 1000}: ulimit -Hn")
    with temporary_folder() as folder:
        source = records(folder, DEVICES * PUSHES * BATCH)
        table = [row("SQLite", place(Path(folder) / "server"), folder, source, idle)]
        with cluster() as postgres:
            table.append(row("PostgreSQL", place(database=postgres.create("backend")), folder, source, idle))
    return table

"""The server on PostgreSQL: its rate against libpq's own, a second server on the same database, and many devices against the server on SQLite."""
import statistics
import subprocess
from pathlib import Path

from .backends import add_users, busy_seconds, finished, place, started
from .bench import Row, Skipped, built, temporary_folder
from .cluster import cluster
from .devices import BATCH, DEVICES, PUSHES, USERS
from .push import serving
from .server import load, records

MEALS = 100_000
CONNECTIONS = 4
HEADERS = Path("/usr/include/postgresql")
GOAL, PAIR_GOAL, TIMES = 0.40, 1.5, 2.0


def libpq(address, source):
    """Rows a second of libpq's own upserts."""
    done = subprocess.run([built("pgupsert.c", f"-I{HEADERS}", "-pthread", "-lpq", "-lsqlite3"), address, source, str(CONNECTIONS)],
                          check=True, stdout=subprocess.PIPE, text=True)
    count, seconds = done.stdout.split()
    return int(count) / float(seconds)


def trip(postgres, source, folder, servers):
    """Rows a second of so many servers on a new database, and the share of the cores' time that was worked meanwhile. Each server has connections and
    users of its own."""
    address = postgres.create("backend")
    try:
        where, loads = place(database=address), []
        tokens = add_users(CONNECTIONS * servers, where).splitlines(keepends=True)
        files = [Path(folder) / f"tokens{n}" for n in range(servers)]
        for n, file in enumerate(files):
            file.write_text("".join(tokens[n * CONNECTIONS:(n + 1) * CONNECTIONS]))
        with serving(where, Path(folder) / "0.log") as (port, process, _):
            if servers == 1:
                peer = libpq(address, source)
                before = busy_seconds()
                done = [finished(started(port, process, source, files[0], CONNECTIONS, 1000))]
            else:
                peer = None
                with serving(where, Path(folder) / "1.log") as (other, second, _):
                    before = busy_seconds()
                    loads = [started(port, process, source, files[0], CONNECTIONS, 1000), started(other, second, source, files[1], CONNECTIONS, 1000)]
                    done = [finished(load) for load in loads]
            after = busy_seconds()
        rate = sum(one["records"] for one in done) / max(one["seconds"] for one in done)
        return rate, peer, (after[0] - before[0]) / (after[1] - before[1])
    finally:
        postgres.drop("backend")


def devices(postgres, source, folder):
    """What load.c says of many devices on PostgreSQL."""
    address = postgres.create("backend")
    try:
        where, tokens = place(database=address), Path(folder) / "tokens"
        tokens.write_text(add_users(USERS, where))
        with serving(where, Path(folder) / "devices.log") as (port, process, _):
            return finished(started(port, process, source, tokens, DEVICES, BATCH, "pull"))
    finally:
        postgres.drop("backend")


def rows(quick):
    if not HEADERS.exists():
        raise Skipped("libpq's headers are not installed; as root: apt-get install -y libpq-dev")
    runs, pushes = (1, 4) if quick else (3, PUSHES)
    with temporary_folder() as folder, cluster() as postgres:
        source = records(folder, MEALS // (10 if quick else 1))
        singles, pairs = [], []
        for _ in range(runs):
            singles.append(trip(postgres, source, folder, 1))
            pairs.append(trip(postgres, source, folder, 2))
        few = source if DEVICES * pushes * BATCH == MEALS else records(Path(folder) / "few", DEVICES * pushes * BATCH)
        crowd = [(devices(postgres, few, folder), sqlite_devices(few)) for _ in range(runs)]
    ours, peer = (statistics.median(one[k] for one in singles) for k in (0, 1))
    ratio = statistics.median(one[0] / one[1] for one in singles)
    pair = statistics.median(two[0] / one[0] for one, two in zip(singles, pairs))
    both = statistics.median(two[0] for two in pairs)
    busy = [statistics.median(one[2] for one in some) for some in (singles, pairs)]
    p99 = [statistics.median(one[k]["push_p99_ms"] for one in crowd) for k in (0, 1)]
    return [
        Row(f"PostgreSQL: one server, {CONNECTIONS} connections, rows a second", f"{ours:,.0f}", f"libpq {peer:,.0f}", f"{100 * ratio:.0f} %", ">= 40 %", ratio >= GOAL),
        # With the cores at work all the time there is nothing that a second server could use.
        Row("PostgreSQL: two servers, rows a second (all cores' use)", f"{both:,.0f} ({100 * busy[1]:.0f} %)", f"one server {ours:,.0f} ({100 * busy[0]:.0f} %)",
            f"{pair:.2f}", ">= 1.5 if cores are free", None if busy[0] > 1 / PAIR_GOAL else pair >= PAIR_GOAL),
        Row(f"PostgreSQL: {DEVICES} devices of {USERS} users, a push of {BATCH} records, p99 in ms", f"{p99[0]:.0f}", f"on SQLite {p99[1]:.0f}", f"{p99[0] / p99[1]:.2f}",
            "<= 2", None if quick else p99[0] <= TIMES * p99[1]),
    ]


def sqlite_devices(source):
    """The same on SQLite."""
    with temporary_folder() as folder:
        return load(folder, source, "zstd", DEVICES, BATCH, users=USERS, pull=True)

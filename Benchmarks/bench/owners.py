"""What a million users cost: the server's start, and a push of one of 1,000 users, against a database that has no more than those."""
import hashlib
import random
import shutil
import sqlite3
import statistics
import subprocess
from pathlib import Path

from .backends import add_users, finished, place, started
from .bench import Row, note, temporary_folder
from .cluster import as_its_user, cluster
from .push import serving
from .server import records

FEW, MANY = 1000, 1_000_000
ACTIVE, CONNECTIONS, ROUNDS, BATCH = 1000, 4, 10, 10
START_S, TIMES = 1.0, 1.15


def users(count):
    """Ids, names and tokens of made-up users, always the same ones."""
    for k in range(count):
        yield hashlib.sha256(f"owner {k}".encode()).hexdigest()[:32], f"u{k}", hashlib.sha256(f"token {k}".encode()).hexdigest()


def tokens_of_some(file, count):
    """Writes the tokens of `ACTIVE` of the users, chosen at random, and no less spread than all of them are."""
    chosen = sorted(random.Random(1).sample(range(count), ACTIVE), key=lambda k: hashlib.sha256(f"{k}".encode()).digest())
    file.write_text("".join(hashlib.sha256(f"token {k}".encode()).hexdigest() + "\n" for k in chosen))


def fill_sqlite(folder, count):
    """A folder with so many users, as if each had been added by the command."""
    add_users(1, place(folder))
    with sqlite3.connect(folder / "backend.db") as db:
        db.execute("PRAGMA synchronous = OFF")
        db.executemany("INSERT INTO owner(id, name, epoch, created_at_ms) VALUES (?, ?, substr(?1, 1, 16), 0)", ((id, name) for id, name, _ in users(count)))
        numbers = dict(db.execute("SELECT name, n FROM owner"))
        rows = sorted((hashlib.sha256(token.encode()).digest(), numbers[name]) for _, name, token in users(count))
        db.executemany("INSERT INTO token(sha256, owner, created_at_ms) VALUES (?, ?, 0)", rows)
    with sqlite3.connect(folder / "backend.db") as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def fill_postgres(postgres, name, count):
    """The same as a database."""
    add_users(1, place(database=postgres.create(name)))
    tables = {
        "owner(id, name, epoch, created_at_ms)": lambda id, user, _: (id, user, id[:16], "0"),
        "user_name(name, owner)": lambda id, user, _: (user, id),
        "token(sha256, owner, created_at_ms)": lambda id, _, token: ("\\\\x" + hashlib.sha256(token.encode()).hexdigest(), id, "0"),
    }
    for table, row in tables.items():
        words = [postgres.bin / "psql", "-qX", postgres.address(name), "-c", f"COPY {table} FROM STDIN"]
        copy = subprocess.Popen(as_its_user(words), cwd="/", stdin=subprocess.PIPE, text=True)
        copy.stdin.writelines("\t".join(row(*user)) + "\n" for user in users(count))
        copy.stdin.close()
        if copy.wait() != 0:
            raise RuntimeError(f"psql could not copy {table}")
    postgres.sql("VACUUM ANALYZE; CHECKPOINT", name)


def measured(where, folder, source, tokens):
    """The seconds of the server's start, and what load.c says of the pushes."""
    with serving(where, Path(folder) / "server.log") as (port, process, start):
        return start, finished(started(port, process, source, tokens, CONNECTIONS, BATCH, "roam"))


def on_sqlite(folder, name, source, tokens):
    """A run on a copy of a folder."""
    copy = Path(folder) / "copy"
    shutil.copytree(Path(folder) / name, copy)
    try:
        return measured(place(copy), folder, source, tokens)
    finally:
        shutil.rmtree(copy)


def on_postgres(postgres, folder, name, source, tokens):
    """A run on a copy of a database."""
    address = postgres.create("copy", template=name)
    try:
        postgres.sql("CHECKPOINT", "copy")
        return measured(place(database=address), folder, source, tokens)
    finally:
        postgres.drop("copy")


def table(engine, few, many, count):
    """The rows of one engine, of its runs in turn."""
    start, few_p99, many_p99 = statistics.median(s for s, _ in many), *(statistics.median(done["push_p99_ms"] for _, done in some) for some in (few, many))
    ratio = statistics.median(one["push_p99_ms"] / other["push_p99_ms"] for (_, one), (_, other) in zip(many, few))
    return [
        Row(f"{engine}: start of the server with {count:,} users, s", f"{start:.2f}", "", "", "<= 1 s", start <= START_S),
        Row(f"{engine}: a push of {BATCH} records, p99 in ms, {count:,} users of whom {ACTIVE:,} push", f"{many_p99:.1f}", f"{FEW:,} users, all push {few_p99:.1f}",
            f"{ratio:.2f}", "<= 1.15", ratio <= TIMES),
    ]


def rows(quick):
    many, runs = (20_000, 1) if quick else (MANY, 5)
    with temporary_folder() as folder:
        folder = Path(folder)
        source = records(folder, ACTIVE * ROUNDS * BATCH)
        tokens = {"few": folder / "few.tokens", "many": folder / "many.tokens"}
        done = {}
        for name, count in (("few", FEW), ("many", many)):
            tokens_of_some(tokens[name], count)
            note(f"making {count:,} users")
            fill_sqlite(folder / name, count)
        for _ in range(runs):
            for name in tokens:
                done.setdefault(("SQLite", name), []).append(on_sqlite(folder, name, source, tokens[name]))
        with cluster() as postgres:
            for name, count in (("few", FEW), ("many", many)):
                fill_postgres(postgres, name, count)
            for _ in range(runs):
                for name in tokens:
                    done.setdefault(("PostgreSQL", name), []).append(on_postgres(postgres, folder, name, source, tokens[name]))
    return [row for engine in ("SQLite", "PostgreSQL") for row in table(engine, done[engine, "few"], done[engine, "many"], many)]

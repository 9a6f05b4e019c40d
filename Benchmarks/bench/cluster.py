"""A PostgreSQL of our own for a benchmark: Debian's, in a temporary folder, with its own settings, so also with fsync."""
import glob
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from .bench import CACHE, Skipped

# Connections that the servers and the peers of a section make together, with some to spare.
SETTINGS = ["listen_addresses=''", "max_connections=60"]


def programs():
    """The folder with initdb, of the newest version."""
    places = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: float(path.split("/")[4]))
    if not places:
        raise Skipped("PostgreSQL is not installed; as root: apt-get install -y postgresql libpq-dev")
    return Path(places[-1]).parent


def as_its_user(words):
    """PostgreSQL doesn't run as root."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *map(str, words)] if os.geteuid() == 0 else [*map(str, words)]


def run(words, **more):
    done = subprocess.run(as_its_user(words), cwd="/", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    if done.returncode != 0:
        raise RuntimeError(f"{Path(str(words[0])).name}: {done.stdout.strip()[-400:]}")
    return done.stdout


class Cluster:
    """A running one, and its databases."""

    def __init__(self, folder, bin):
        self.folder, self.bin = folder, bin

    def address(self, name):
        return f"postgres:///{name}?host={self.folder}&user=postgres"

    def create(self, name, template="template0"):
        """A new database, a copy of another one if so."""
        self.sql(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE {template}", "postgres")
        return self.address(name)

    def drop(self, name):
        self.sql(f"DROP DATABASE IF EXISTS {name}", "postgres")

    def sql(self, text, name):
        return run([self.bin / "psql", "-qAtX", "-v", "ON_ERROR_STOP=1", self.address(name)], input=text).strip()


@contextmanager
def cluster():
    """A running `Cluster`, on the disk that the other benchmarks use."""
    bin = programs()
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir=CACHE))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        run([bin / "initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N"])
        with open(folder / "data" / "postgresql.conf", "a") as settings:
            settings.write("\n".join([*SETTINGS, f"unix_socket_directories='{folder}'", ""]))
        run([bin / "pg_ctl", "-D", folder / "data", "-l", folder / "log", "-w", "start"], stdin=subprocess.DEVNULL)
        try:
            yield Cluster(folder, bin)
        finally:
            run([bin / "pg_ctl", "-D", folder / "data", "-m", "fast", "-w", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)

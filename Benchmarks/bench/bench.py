"""What every section shares: where things are, how a command is timed, how a row of the table looks."""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / "Benchmarks" / ".cache"
RELEASE = Path(os.environ.get("HSYNC_BIN", ROOT / ".build" / "release"))
INSTALLED = CACHE / "bin"
PROGRAMS = ["hsync", "hsync-web", "hsync-backend"]
HSYNC, BACKEND = INSTALLED / "hsync", INSTALLED / "hsync-backend"
PEERS = ["numpy", "pillow", "zxing-cpp", "opencv-python-headless", "healthkit-to-sqlite", "datasette"]


@dataclass
class Row:
    """A line of the table. `met` is `None` for a figure without a goal."""

    measure: str
    ours: str
    peer: str
    ratio: str = ""
    goal: str = ""
    met: bool | None = None


class Skipped(Exception):
    """A section that cannot run here, with the reason."""


def note(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def need(program, package):
    if shutil.which(program) is None:
        raise Skipped(f"{program} is not installed; as root: apt-get install -y {package}")


def install():
    """Copies the programs to Benchmarks/.cache/bin as `make install` installs them: without symbols, which a person's programs don't have either."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    for name in PROGRAMS:
        if not (RELEASE / name).exists():
            sys.exit(f"bench: {RELEASE / name} is missing; build it with: make release")
        subprocess.run(["strip", "--strip-unneeded", "-o", INSTALLED / f".{name}.new", RELEASE / name], check=True)
        (INSTALLED / f".{name}.new").replace(INSTALLED / name)


def built(source, *flags):
    """The C program Benchmarks/`source`, compiled when it is newer than what is in the cache."""
    program, code = CACHE / source.removesuffix(".c"), ROOT / "Benchmarks" / source
    if not program.exists() or program.stat().st_mtime < code.stat().st_mtime:
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, code, *flags], check=True)
    return program


def peers_python(peers=PEERS, folder="venv"):
    """The python that has the peers (and what renders the photos), in a virtual environment of the cache's own."""
    python, ready = CACHE / folder / "bin" / "python", CACHE / folder / ".ready"
    if not ready.exists() or ready.read_text() != " ".join(peers):
        note(f"setting up {', '.join(peers)} in Benchmarks/.cache")
        subprocess.run([sys.executable, "-m", "venv", CACHE / folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *peers], check=True)
        ready.write_text(" ".join(peers))
    return python


@dataclass
class Cost:
    """What one run of a command took."""

    ms: float
    peak_mb: float
    status: int
    output: str
    cpu_ms: float = 0.0


def once(command, env=None, cwd=None, keep_output=False, stdin=None):
    """Runs a command under once.c, as cold as a new process is. `stdin` is the file that it reads, if it reads one."""
    read, write = os.pipe()
    source = open(stdin, "rb") if stdin else subprocess.DEVNULL
    try:
        done = subprocess.run([str(built("once.c")), str(write), *map(str, command)], env=env, cwd=cwd, pass_fds=[write], stdin=source, text=True, errors="replace",
                              stdout=subprocess.PIPE if keep_output else subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        write = None
        report = os.read(read, 200).split()
    finally:
        os.close(read)
        if write is not None:
            os.close(write)
        if stdin:
            source.close()
    return Cost(float(report[0]) / 1000, float(report[1]) / 1024, int(report[2]), done.stdout or "", float(report[3]) / 1000)


def interleaved(commands, runs, env=None, warm=2):
    """Each of `commands` (name → words, or words, the file to read if any, and an environment of its own) in turn, `runs` times after `warm` that don't count:
    name → [Cost]. Whatever else the machine does meanwhile hits all of them alike."""
    costs = {name: [] for name in commands}
    for k in range(warm + runs):
        for name, words in commands.items():
            words, stdin, own = (*words, None, None)[:3] if isinstance(words, tuple) else (words, None, None)
            cost = once(words, own or env, stdin=stdin)
            if k >= warm:
                costs[name].append(cost)
    return costs


def median_ms(costs):
    return statistics.median(cost.ms for cost in costs)


def peak_mb(costs):
    return max(cost.peak_mb for cost in costs)


class Device:
    """A temporary person: library, settings and cache of their own."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.library = self.folder / "hsync.db"
        self.env = dict(os.environ, HSYNC_DB=str(self.library), NO_COLOR="1")
        for name in ("DATA", "CONFIG", "CACHE"):
            (self.folder / name.lower()).mkdir(parents=True, exist_ok=True)
            self.env[f"XDG_{name}_HOME"] = str(self.folder / name.lower())

    def hsync(self, *words, text=None, allowed=(0,)):
        done = subprocess.run([HSYNC, *words], env=self.env, input=text, stdin=None if text is not None else subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode not in allowed:
            raise RuntimeError(f"hsync {' '.join(words)} exited {done.returncode}: {done.stderr.strip()[-400:]}")
        return done.stdout

    def sql(self, script):
        """What a person with the bare sqlite3 shell would type."""
        need("sqlite3", "sqlite3")
        done = subprocess.run(["sqlite3", "-bail", self.library], input=script, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise RuntimeError(f"sqlite3: {done.stderr.strip()[-400:]}")
        return done.stdout

    @staticmethod
    def count(library, table):
        """How many rows a table of a library has."""
        return int(subprocess.run(["sqlite3", library, f"SELECT count(*) FROM {table}"], text=True, stdout=subprocess.PIPE, check=True).stdout)


def temporary_folder():
    return tempfile.TemporaryDirectory(prefix="hsync-bench-", dir=CACHE)

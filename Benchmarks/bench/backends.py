"""A running hsync-backend on either database, and load.c against it."""
import json
import subprocess
from pathlib import Path

from .bench import BACKEND
from .server import load_program


def place(folder=None, database=None):
    """The options that name where the data are, as for every command."""
    return ["--database", database] if database else ["--data", Path(folder)]


def add_users(count, where):
    """The tokens of new users, a line each."""
    return "".join(
        subprocess.run([BACKEND, "user", "add", f"user{k}", *where], check=True, stdout=subprocess.PIPE, text=True).stdout for k in range(count))


def started(port, process, source, tokens, connections, batch, *more):
    """load.c as a running process."""
    words = [load_program(), port, process.pid, source, tokens, "zstd", connections, batch, *more]
    return subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(load):
    """What it printed."""
    out, err = load.communicate()
    if load.returncode != 0:
        raise RuntimeError(err.strip()[-400:])
    return json.loads(out)


def busy_seconds():
    """The CPU seconds that all cores have worked since the machine's start, and those that there were."""
    user, nice, system, idle, wait, *rest = map(int, open("/proc/stat").readline().split()[1:9])
    worked = user + nice + system + sum(rest)
    return worked / 100, (worked + idle + wait) / 100

"""A running hsync-backend on either database, and load.c against it."""
import json
import re
import subprocess
import time
from contextlib import contextmanager
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


@contextmanager
def serving(where, log, *options):
    """A running server: its port, its process, and the seconds that its start took."""
    with open(log, "w") as out:
        start = time.monotonic()
        process = subprocess.Popen([BACKEND, "serve", *where, "--port", "0", "--rate", "0", *options], stdin=subprocess.DEVNULL, stdout=out, stderr=out)
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

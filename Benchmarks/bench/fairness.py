"""How long another user's pushes take while one user floods the backend (flood.py), and how much memory that costs it."""
import http.client
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from .bench import BACKEND, Device, Row, temporary_folder
from .push import running
from .today import fill

MEALS = 380_000  # the flooding user's, which a scan for an unknown kind would have to go through
PUSHES, BATCH = 500, 10
PAUSE_S = 0.02  # between pushes: as many a second as the limit of requests lets pass
GOAL_MS, GOAL_MB = 100, 256


def user(folder, name):
    words = [BACKEND, "user", "add", name, "--data", Path(folder) / "server"]
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def push(port, token, number, peer):
    """Milliseconds until a push of `BATCH` weights was answered with 200; a refusal is an error."""
    now = int(time.time() * 1000)
    records = []
    for k in range(BATCH):
        data = {"day": "2026-02-10", "kg": 80, "measured_at_ms": None, "utc_offset_min": None, "source": f"scale{number}"}
        records.append({"kind": "weight", "id": f"2026-02-10/{number:x}{k:x}", "hlc": str((now << 16) + k), "op": "put", "data": data})
    body = json.dumps({"device": "ab1", "push": number, "records": records})
    time.sleep(PAUSE_S)
    start = time.perf_counter()
    head = {"Authorization": f"Bearer {token}", "HSync-Version": "1", "Idempotency-Key": f'"ab1:{number}"'}
    try:
        peer.request("POST", "/v1/sync/push", body, head)
        answer = peer.getresponse()
    except (ConnectionError, http.client.RemoteDisconnected):
        # A server may close a connection between two requests; as every HTTP client does, it is sent again, and the time counts.
        peer.close()
        peer.request("POST", "/v1/sync/push", body, head)
        answer = peer.getresponse()
    text = answer.read()
    if answer.status != 200 or b'"rejected":[]' not in text:
        raise RuntimeError(f"the other user's push {number} was answered {answer.status}: {text[:200]!r}")
    return (time.perf_counter() - start) * 1000


def peak_mb(process):
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024


def rows(quick):
    pushes = PUSHES // (10 if quick else 1)
    with temporary_folder() as folder:
        device = Device(Path(folder) / "device")
        fill(device, MEALS // (10 if quick else 1), per_day=40)
        flooding, other = user(folder, "flooding"), user(folder, "other")
        with running(folder) as (url, _):
            device.hsync("login", "--url", url, "--token-stdin", text=flooding)
            device.hsync("sync")
        with running(folder, limited=True) as (url, process):
            port = int(url.rsplit(":", 1)[1])
            peer = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            alone = [push(port, other, number, peer) for number in range(1, pushes + 1)]
            flood = subprocess.Popen([sys.executable, Path(__file__).with_name("flood.py"), str(port), flooding],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            try:
                if flood.stdout.readline() != "ready\n":
                    raise RuntimeError("the flood did not start")
                beside = [push(port, other, number, peer) for number in range(pushes + 1, 2 * pushes + 1)]
                # A connection of one's own that is made now is let in, too.
                fresh = push(port, other, 2 * pushes + 1, http.client.HTTPConnection("127.0.0.1", port, timeout=30))
            finally:
                flood.kill()
                flood.wait()
            memory = peak_mb(process)
    p99 = statistics.quantiles(beside, n=100)[98]
    return [
        Row(f"a push of {BATCH} records while another user floods, p99 ms", f"{p99:.0f}", f"alone {statistics.quantiles(alone, n=100)[98]:.0f}", "",
            f"<= {GOAL_MS} ms", p99 <= GOAL_MS),
        Row("the same over a new connection, ms", f"{fresh:.0f}", ""),
        Row("the server's peak memory in the flood, MB", f"{memory:.0f}", "", "", f"<= {GOAL_MB} MB", memory <= GOAL_MB),
    ]

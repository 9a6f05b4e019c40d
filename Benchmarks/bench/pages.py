"""The pages of `hsync serve` on a store of three years: the times of answers at 20 requests at once against datasette on the same file, memory over
100,000 requests, a photo's way, and the first view of Today on a slow phone (in Debian's chromium; left out where scripts/setup --browser wasn't run)."""
import http.client
import json
import re
import socket
import statistics
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import date, timedelta
from pathlib import Path

from .bench import HSYNC, ROOT, Device, Row, need, note, peers_python, temporary_folder
from .today import MEALS, fill_years

AT_ONCE = 20
REQUESTS = 100_000
BROWSER = ROOT / ".venv-browser" / "bin" / "python"
PHOTO = ROOT / "samples" / "photos" / "02-crispbread-12mp.jpg"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def http_error_303(self, request, answer, *_):
        return answer


class Companion:
    """`hsync serve` of a device, and the cookie of a browser that is let in."""

    def __init__(self, device):
        device.env["HSYNC_OFFLINE"] = "1"
        device.env["HSYNC_PRODUCTS"] = str(ROOT / "samples/products.tsv")
        self.process = subprocess.Popen([HSYNC, "serve", "--port", "0", "--json"], env=device.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        hello = json.loads(self.process.stdout.readline())
        self.url, self.pid = hello["url"], hello["pid"]
        code = json.loads(device.hsync("serve", "--pair", "--json"))["link"].split("code=")[1]
        body = urllib.parse.urlencode({"code": code, "name": "bench"}).encode()
        request = urllib.request.Request(self.url + "/pair", body, {"Origin": self.url})
        with urllib.request.build_opener(NoRedirect).open(request) as answer:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def stop(self):
        self.process.terminate()
        self.process.wait(30)

    def memory_mb(self):
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def get(self, path):
        with urllib.request.urlopen(urllib.request.Request(self.url + path, headers={"Cookie": self.cookie})) as answer:
            return answer.read().decode()


def load(url, seconds, cookie=None):
    """Requests of one page from `AT_ONCE` connections: (99th percentile in ms, number of requests)."""
    need("wrk", "wrk")
    words = ["wrk", "-t1", f"-c{AT_ONCE}", f"-d{seconds}s", "--timeout", "30s", "--latency", *(["-H", f"Cookie: {cookie}"] if cookie else []), url]
    out = subprocess.run(words, text=True, stdout=subprocess.PIPE, check=True).stdout
    if "Non-2xx" in out or "Socket errors" in out:
        raise RuntimeError(f"{url}: {out[-300:]}")
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", out).groups()
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit], int(re.search(r"(\d+) requests in", out)[1])


def datasette(library):
    """Pages of a SQLite file by datasette, of the latest meals: (process, address)."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    python = peers_python()
    process = subprocess.Popen([python, "-m", "datasette", "serve", library, "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/{Path(library).stem}/meal?_sort_desc=eaten_at_ms&_size=20"
    for _ in range(300):
        try:
            urllib.request.urlopen(url).read()
            return process, url
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    process.kill()
    raise RuntimeError("datasette did not start")


def latency_rows(companion, device, seconds):
    day, meal = date.today() - timedelta(days=3), re.search(r'href="(/food/[^"?]+)"', companion.get("/food"))[1]
    pages = {
        "Today": "/", "Plan": "/plan", "Scan": "/scan", "Product": "/scan/code?code=9520917542086", "Food": "/food", "Search": "/food?q=meal", "Meal": meal,
        "Trends, a week": "/trends", "Trends, a year": "/trends?range=year", "Day": f"/day/{day}", "Settings": "/settings",
    }
    process, peer = datasette(device.library)
    found = []
    try:
        for name, path in pages.items():
            ours, _ = load(companion.url + path, seconds, companion.cookie)
            theirs, _ = load(peer, seconds) if name in ("Today", "Food") else (None, 0)
            found.append(Row(
                f"page {name}, {AT_ONCE} at once, p99 in ms", f"{ours:.1f}", f"datasette {theirs:.0f}" if theirs else "", f"{theirs / ours:.1f}x" if theirs else "",
                "<= 15", ours <= 15))
    finally:
        process.terminate()
        process.wait(30)
    return found


def memory_row(companion, requests):
    """What the server needs after the first tenth of the requests, and after all."""
    done, early = 0, None
    while done < requests:
        for path in ("/", "/plan", "/food", "/trends"):
            done += load(companion.url + path, 5, companion.cookie)[1]
        early = early or companion.memory_mb()
    late = companion.memory_mb()
    return Row(f"memory after {done:,} pages, MB", f"{late:.0f}", f"ours after a first round {early:.0f}", f"{late / early:.2f}x", "<= 60, <= 1.1x",
               late <= 60 and late <= 1.1 * early)


def photo_row(companion, runs):
    """From the first byte of a photo of 12 megapixels to the page of its product."""
    token = re.search(r'name="hsync-token" content="([^"]+)"', companion.get("/scan"))[1]
    edge, photo = "bench-edge", PHOTO.read_bytes()
    body = b"".join([
        f'--{edge}\r\nContent-Disposition: form-data; name="token"\r\n\r\n{token}\r\n'.encode(),
        f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'.encode(), photo,
        f"\r\n--{edge}--\r\n".encode()])
    connection, times = http.client.HTTPConnection(companion.url.removeprefix("http://")), []
    headers = {"Cookie": companion.cookie, "Origin": companion.url, "Content-Type": f"multipart/form-data; boundary={edge}"}
    for _ in range(runs + 2):
        start = time.perf_counter()
        connection.request("POST", "/scan", body, headers)
        answer = connection.getresponse()
        answer.read()
        connection.request("GET", answer.headers["Location"], headers={"Cookie": companion.cookie})
        page = connection.getresponse()
        text = page.read().decode()
        times.append((time.perf_counter() - start) * 1000)
        if "Rye crispbread" not in text:
            raise RuntimeError(f"the photo was answered with {answer.status} and {page.status}")
    ours = statistics.median(times[2:])
    return Row(f"photo of 12 megapixels ({len(photo) / 1e6:.1f} MB), from upload to answer, ms", f"{ours:.0f}", "", "", "<= 150", ours <= 150)


def paint_rows(companion, runs):
    """In a browser that is as slow as a cheap phone, by a program in the environment of the browser tests."""
    if not BROWSER.exists() or not Path("/usr/bin/chromium").exists():
        note("the browser's rows are left out: scripts/setup --browser installs what they need")
        return []
    seen = json.loads(subprocess.run([BROWSER, Path(__file__).with_name("paint.py"), companion.url, companion.cookie, str(runs)], check=True, text=True,
                                     stdout=subprocess.PIPE).stdout)
    first, again = (statistics.median(seen[name]) for name in ("first_ms", "again_ms"))
    return [
        Row("first view of Today, KB over the wire", f"{seen['bytes'] / 1000:.1f}", "", "", "<= 40", seen["bytes"] <= 40_000),
        Row("first view of Today, requests", str(seen["requests"]), "", "", "<= 6", seen["requests"] <= 6),
        Row("Today on a slow phone, largest paint, s", f"{first / 1000:.2f}", "", "", "<= 1.2", first <= 1200),
        Row("the same again", f"{again / 1000:.2f}", "", "", "<= 0.5", again <= 500),
        Row("the same, layout shift", f"{seen['shift']:.3f}", "", "", "0", seen["shift"] == 0),
    ]


def rows(quick):
    need("sqlite3", "sqlite3")
    with temporary_folder() as name:
        device = Device(Path(name) / "full")
        device.hsync("today")
        fill_years(device)
        companion = Companion(device)
        try:
            note(f"pages on 3 years and {MEALS:,} meals")
            found = latency_rows(companion, device, 2 if quick else 10)
            found.append(memory_row(companion, REQUESTS // 20 if quick else REQUESTS))
            found.append(photo_row(companion, 3 if quick else 21))
            return found + paint_rows(companion, 2 if quick else 9)
        finally:
            companion.stop()

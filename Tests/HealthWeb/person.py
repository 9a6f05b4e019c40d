"""People with libraries of known content, at a time that is always the same: the real programs under a clock of their own.

HSYNC_BIN is the folder of the programs, else .build/debug."""
import datetime
import functools
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
import zoneinfo

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("HSYNC_BIN", ROOT / ".build" / "debug"))
SAMPLES = ROOT / "samples"
ZONE = "Europe/Berlin"
# The last day that the samples know. Every process and page starts at this time, and its clock goes on from there.
START = datetime.datetime(2026, 3, 30, 12, 30, tzinfo=zoneinfo.ZoneInfo(ZONE))
TODAY = "2026-03-30"
SHIFT = int(START.timestamp() - time.time())
LONG = ("Organic stone-ground wholegrain spelt sourdough crispbread with sunflower, pumpkin and flax seeds, sea salt and rosemary, "
        "baked twice and packed by hand in a family bakery near the lake, limited winter edition")[:200]
RTL = "חומוס עם צנוברים ושמן זית"
HOSTILE = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
TUNA, UNKNOWN = "9520917542086", "9520000000004"

# Moves the page's wall clock as the programs' is moved. Timers keep their pace.
CLOCK = f"""(() => {{ const real = Date, shift = {SHIFT * 1000}; globalThis.Date = class extends real {{
    constructor(...parts) {{ if (parts.length) super(...parts); else super(real.now() + shift); }}
    static now() {{ return real.now() + shift; }} }}; }})()"""


@functools.cache
def clock():
    """The environment that moves a program's wall clock by `SHIFT`."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hsync-clock."))
    library, offset = folder / "clock.so", folder / "offset"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, ROOT / "Tests/Faults/clock_jump.c", "-ldl"], check=True)
    offset.write_text(str(SHIFT))
    return {"LD_PRELOAD": str(library), "CLOCK_JUMP_FILE": str(offset)}


class Person:
    """A home with a library, and a server of pages."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.env = {
            "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"), "XDG_CACHE_HOME": str(folder / "cache"), "PATH": f"{BIN}:/usr/bin:/bin", "TZ": ZONE,
            # No test asks the network for a product.
            "HSYNC_PRODUCTS": str(SAMPLES / "products.tsv"), "HSYNC_OFFLINE": "1",
        } | clock()
        self.server = None

    @property
    def library(self):
        return self.folder / "data/hsync/hsync.db"

    def hsync(self, *arguments, allow=(0,), stdin=""):
        """What a command prints. It must end with one of the codes in `allow`."""
        run = subprocess.run([BIN / "hsync", *map(str, arguments)], env=self.env, capture_output=True, text=True, input=stdin, timeout=120)
        assert run.returncode in allow, f"hsync {' '.join(map(str, arguments))} ended with {run.returncode}: {run.stderr}"
        return run.stdout

    def meals(self):
        """The names of today's meals, in the order of their logging."""
        return [meal["name"] for meal in json.loads(self.hsync("meals", "--json"))["meals"]]

    def serve(self, port="0"):
        self.server = subprocess.Popen(
            [BIN / "hsync", "serve", "--port", port, "--json"], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = json.loads(self.server.stdout.readline())["url"]

    def link(self):
        return json.loads(self.hsync("serve", "--pair", "--json"))["link"]

    def cookies(self, name="Test"):
        """The cookies of a paired browser, for `add_cookies`."""
        code = self.link().split("code=")[1]
        body = urllib.parse.urlencode({"code": code, "name": name}).encode()
        request = urllib.request.Request(self.url + "/pair", body, {"Origin": self.url, "Content-Type": "application/x-www-form-urlencoded"})
        opener = urllib.request.build_opener(NoRedirect)
        with opener.open(request) as answer:
            cookie = answer.headers["Set-Cookie"].split(";")[0]
        name, _, value = cookie.partition("=")
        return [{"name": name, "value": value, "url": self.url, "httpOnly": True, "sameSite": "Strict"}]

    def stop(self):
        if self.server:
            self.server.terminate()
            assert self.server.wait(20) == 0
            self.server = None


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def http_error_303(self, request, answer, *_):
        return answer

    http_error_302 = http_error_303


class Backend:
    """An hsync-backend on loopback, with one user."""

    def __init__(self, folder):
        self.data = pathlib.Path(folder)
        self.env = {"PATH": f"{BIN}:/usr/bin:/bin", "HOME": str(folder), "TZ": ZONE} | clock()
        self.token = self.run("user", "add", "demo")
        self.start(0)

    def run(self, *arguments):
        return subprocess.run([BIN / "hsync-backend", *arguments, "--data", self.data / "data"], env=self.env, check=True, capture_output=True, text=True).stdout

    def start(self, port=None):
        self.process = subprocess.Popen(
            [BIN / "hsync-backend", "serve", "--data", self.data / "data", "--port", str(self.port if port is None else port)], env=self.env,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.process.stdout:
            found = re.search(r"listening on (http://127\.0\.0\.1:(\d+))", line)
            if found:
                self.url, self.port = found[1], int(found[2])
                return
        raise AssertionError("the backend ended before it was ready")

    def let_in(self, person):
        person.hsync("login", "--url", self.url, "--token-stdin", stdin=self.token)

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(20)
            self.process = None


def fill(person, odd=True):
    """A week of health data, meals, a plan, a note and a weight; with `odd` also names that are long, from right to left, and hostile."""
    person.hsync("import", SAMPLES / "health/export.zip", SAMPLES / "health/auto-export.json")
    scan = ["scan", "--offline", "--products", SAMPLES / "products.tsv", "--log"]
    person.hsync(*scan, "--meal", "breakfast", "--servings", "1.5", SAMPLES / "photos/01-muesli.jpg")
    person.hsync(*scan, "--meal", "lunch", "--grams", "300", SAMPLES / "photos/03-tomato-soup.jpg")
    person.hsync("log", "--name", "Apple from the market", "--kcal", "82")
    person.hsync("plan", "add", "workout", "Easy run 5k")
    person.hsync("plan", "add", "meal", "dinner", "Lentil soup")
    person.hsync("plan", "add", "workout", "Yoga", "--day", "tomorrow")
    person.hsync("plan", "note", "Dentist at 9")
    person.hsync("weight", "log", "68.1")
    if odd:
        for name in (LONG, RTL, HOSTILE):
            person.hsync("log", "--name", name, "--kcal", "82")
            person.hsync("plan", "add", "workout", name)

"""The companion's own pages: the real hsync-web over a real library, in a browser. HSYNC_BIN is the folder of the programs, else .build/debug."""
import contextlib
import json
import os
import pathlib
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("HSYNC_BIN", ROOT / ".build" / "debug"))
LONG = "Organic stone-ground wholegrain spelt sourdough crispbread with sunflower, pumpkin and flax seeds, baked twice and packed by hand " * 1
RTL = "חומוס עם צנוברים ושמן זית"
HOSTILE = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
PAGES = ["/", "/plan", "/scan", "/food", "/trends", "/trends?range=year", "/day/2026-03-26", "/settings", "/nowhere"]

if not (BIN / "hsync-web").exists():
    pytest.skip(f"no hsync-web in {BIN}: swift build", allow_module_level=True)


class Person:
    """A home with a library, and a server of pages."""

    def __init__(self, folder):
        self.env = {
            "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"), "XDG_CACHE_HOME": str(folder / "cache"), "PATH": f"{BIN}:/usr/bin:/bin", "TZ": "Europe/Berlin",
        }
        self.server = None

    def hsync(self, *arguments):
        return subprocess.run([BIN / "hsync", *arguments], env=self.env, check=True, capture_output=True, text=True).stdout

    def serve(self):
        self.server = subprocess.Popen(
            [BIN / "hsync", "serve", "--port", "0", "--json"], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = json.loads(self.server.stdout.readline())["url"]

    def link(self):
        return json.loads(self.hsync("serve", "--pair", "--json"))["link"]

    def stop(self):
        if self.server:
            self.server.terminate()
            assert self.server.wait(20) == 0


def fill(person):
    person.hsync("import", str(ROOT / "samples/health/export.zip"), str(ROOT / "samples/health/auto-export.json"))
    person.hsync("scan", "--offline", "--products", str(ROOT / "samples/products.tsv"), "--log", "--meal", "breakfast", "--servings", "1.5",
                 str(ROOT / "samples/photos/01-muesli.jpg"))
    for name in (LONG, RTL, HOSTILE):
        person.hsync("log", "--name", name[:200], "--kcal", "82")
        person.hsync("plan", "add", "workout", name)
    person.hsync("plan", "add", "meal", "dinner", "Lentil soup")
    person.hsync("plan", "note", "Dentist at 9")
    person.hsync("weight", "log", "72.4")


@pytest.fixture(scope="module", params=["empty", "full"])
def home(request, tmp_path_factory):
    person = Person(tmp_path_factory.mktemp(request.param))
    if request.param == "full":
        fill(person)
    else:
        person.hsync("today")
    person.serve()
    yield person
    person.stop()


@pytest.fixture
def person(tmp_path):
    person = Person(tmp_path)
    fill(person)
    person.serve()
    yield person
    person.stop()


@pytest.fixture
def enter(browser):
    """`enter(person, …)` pairs a browser and returns its page; console, errors and requests elsewhere are checked at the end."""
    noise, contexts = [], []

    def enter(person, width=360, theme="light", workers="block", quiet=True, **options):
        context = browser.new_context(viewport={"width": width, "height": 780}, color_scheme=theme, service_workers=workers, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        if quiet:
            page.on("console", lambda message: noise.append(f"console: {message.text}") if "404" not in message.text and "blocked by Playwright" not in message.text else None)
        page.on("pageerror", lambda error: noise.append(f"error: {error}"))
        page.on("request", lambda request: None if request.url.startswith((person.url, "blob:", "data:")) else noise.append(f"elsewhere: {request.url}"))
        page.goto(person.link())
        page.get_by_role("button", name="Let this browser in").click()
        page.wait_for_url(person.url + "/")
        return page

    yield enter
    for context in contexts:
        with contextlib.suppress(Exception):
            context.close()
    assert not noise, noise


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_every_page_is_accessible_and_fits(home, enter, width, theme):
    page = enter(home, width=width, theme=theme)
    for path in PAGES:
        page.goto(home.url + path)
        results = Axe().run(page)
        assert results.violations_count == 0, f"{path}: {results.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate("document.querySelectorAll('[style], style, script:not([src]), img[src=x]').length") == 0, path
        small = page.evaluate("""() => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, label.chip')]
            .filter(e => e.checkVisibility() && !e.closest('.hide, .skip') && !(e.matches('a') && e.closest('p:not(.row)') && !e.matches('.button, .chip')))
            .map(e => [e.outerHTML.slice(0, 90), (e.matches('[type=radio], [type=checkbox]') ? e.closest('label') : e).getBoundingClientRect()])
            .filter(([, r]) => r.width < 44 || r.height < 44).map(([html, r]) => `${html} ${r.width}x${r.height}`)""")
        assert small == [], path


def test_nothing_moves_while_a_page_loads(home, enter):
    page = enter(home)
    for path in PAGES[:-1]:
        page.goto(home.url + path)
        page.wait_for_timeout(200)
        shift = page.evaluate("""() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().reduce((sum, e) => sum + e.value, 0)))
            .observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 200))""")
        assert shift < 0.01, path


def test_the_first_view_is_small(home, browser):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(home.link())
    page.get_by_role("button", name="Let this browser in").click()
    page.wait_for_url(home.url + "/")
    context.storage_state(path="/tmp/hsync-state.json")
    context.close()
    context = browser.new_context(service_workers="block", storage_state="/tmp/hsync-state.json")
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    cdp.send("Network.enable")
    sizes = []
    cdp.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(home.url + "/")
    page.wait_for_timeout(500)
    context.close()
    os.unlink("/tmp/hsync-state.json")
    assert len(sizes) <= 6 and sum(sizes) <= 40_000, sizes


@pytest.mark.parametrize("scripts", [True, False])
def test_a_meal_a_tick_and_a_sync(person, enter, scripts):
    """Works with JavaScript off, too."""
    page = enter(person, java_script_enabled=scripts, quiet=scripts)
    page.get_by_role("button", name="Dinner: Lentil soup done").click()
    expect(page.get_by_role("button", name="Dinner: Lentil soup done")).to_have_attribute("aria-pressed", "true")
    page.goto(person.url + "/food")
    page.get_by_label("What you ate").last.fill("Banana")
    page.get_by_label("Energy, kcal").fill("105")
    page.get_by_role("button", name="Log Food").click()
    expect(page.get_by_text("Logged Banana")).to_be_visible()
    assert "Banana" in person.hsync("meals")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone: logged Banana")).to_be_visible()
    assert "Banana" not in person.hsync("meals")
    page.goto(person.url + "/")
    page.get_by_role("button", name="Sync Now").click()
    expect(page.get_by_text("Sync Failed")).to_be_visible()


def test_planning_takes_two_taps(person, enter):
    """The planner's checklist: quick add in two taps at most, a tick in one, a removal in one, with undo."""
    page = enter(person)
    page.get_by_role("link", name="Plan", exact=True).click()
    page.get_by_role("button", name="+ Yoga").click()
    expect(page.get_by_role("button", name="Yoga done")).to_be_visible()
    page.get_by_role("button", name="Yoga done").click()
    expect(page.get_by_role("button", name="Yoga done")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Remove Yoga").click()
    expect(page.get_by_role("button", name="Yoga done")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Yoga done")).to_be_visible()
    assert "Yoga" in person.hsync("plan")


def test_what_a_shell_logs_appears_on_the_page(person, enter):
    page = enter(person)
    expect(page.get_by_text("Cherry pie")).to_have_count(0)
    person.hsync("log", "--name", "Cherry pie", "--kcal", "300")
    expect(page.get_by_text("Cherry pie").first).to_be_visible(timeout=5000)


def test_meals_logged_offline_are_sent_once(person, enter):
    page = enter(person, workers="allow", quiet=False)
    page.goto(person.url + "/food")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    for name in ("Plum", "Pear"):
        page.get_by_label("What you ate").last.fill(name)
        page.get_by_role("button", name="Log Food").click()
        expect(page.locator("[data-waiting]").get_by_text(name)).to_be_visible()
    assert "Plum" not in person.hsync("meals")
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]").get_by_text("Plum")).to_have_count(0, timeout=15000)
    expect(page.locator("[data-waiting]").get_by_text("Pear")).to_have_count(0, timeout=15000)
    meals = person.hsync("meals")
    assert meals.count("Plum") == 1 and meals.count("Pear") == 1


def test_a_revoked_browser_is_asked_to_pair(person, enter):
    page = enter(person, quiet=False)
    devices = json.loads(person.hsync("serve", "devices", "--json"))["devices"]
    person.hsync("serve", "devices", "revoke", devices[0]["id"])
    page.goto(person.url + "/plan")
    expect(page.get_by_text("This browser isn't let in")).to_be_visible()


def test_the_server_ends_while_a_page_listens(person, enter):
    page = enter(person, quiet=False)
    page.wait_for_timeout(300)
    person.server.terminate()
    assert person.server.wait(5) == 0
    person.server = None


def test_another_site_cannot_post(person, enter, tmp_path):
    page = enter(person, quiet=False)
    token = page.locator("meta[name=hsync-token]").get_attribute("content")
    cookies = page.context.cookies()
    assert all(cookie["httpOnly"] and cookie["sameSite"] == "Strict" for cookie in cookies)
    evil = page.context.new_page()
    evil.route("http://evil.example/**", lambda route: route.fulfill(
        content_type="text/html",
        body=f'<form method="post" action="{person.url}/food/log"><input name="token" value="{token}"><input name="name" value="Evil"></form>'))
    evil.goto("http://evil.example/")
    answers = []
    evil.on("response", lambda response: answers.append(response.status) if response.url.startswith(person.url) else None)
    with evil.expect_navigation():
        evil.evaluate("document.forms[0].submit()")
    assert answers[0] in (401, 403) and "Evil" not in person.hsync("meals")

"""A browser of the machine (Debian's chromium without its windows, which takes half the time), one for each process of pytest, and contexts
that fail a test on any console message, error or request elsewhere."""
import contextlib
import os
import shutil
import threading

import pytest
from playwright.sync_api import sync_playwright

import person as people
import server as serving


@pytest.fixture(scope="session")
def launch():
    """`launch(path)` starts a browser."""
    with sync_playwright() as play:
        # As root, which CI is, chromium doesn't start with its sandbox.
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        yield lambda path: play.chromium.launch(executable_path=path, args=[*options, "--disable-dev-shm-usage"])


@pytest.fixture(scope="session")
def browser(launch):
    with launch("/usr/bin/chromium-headless-shell") as browser:
        yield browser


@pytest.fixture
def server():
    server = serving.Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


class Contexts:
    """Contexts of the browser with a page each, and what their consoles and the network said."""

    def __init__(self, browser):
        self.browser, self.noise, self.contexts = browser, [], []

    def page(self, url, width=360, height=780, theme="light", workers="block", quiet=True, expected="blocked by Playwright", clock=None, cookies=(), **options):
        """`quiet=False` allows everything on the console (without a network it can't be quiet); `expected` allows the messages that have it in them."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, service_workers=workers, timezone_id=people.ZONE, **options)
        self.contexts.append(context)
        if clock:
            context.add_init_script(clock)
        if cookies:
            context.add_cookies(list(cookies))
        page = context.new_page()
        page.set_default_timeout(8000)
        self.listen(page, url, quiet, expected)
        return page

    def listen(self, page, url, quiet, expected):
        if quiet:
            page.on("console", lambda message: "blocked by Playwright" in message.text or expected in message.text or self.noise.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.noise.append(f"error: {error}"))
        page.on("request", lambda request: None if request.url.startswith((url, "blob:", "data:")) else self.noise.append(f"elsewhere: {request.url}"))

    def close(self):
        for context in self.contexts:
            with contextlib.suppress(Exception):
                context.close()
        self.contexts.clear()
        assert not self.noise, self.noise


@pytest.fixture
def contexts(browser):
    contexts = Contexts(browser)
    yield contexts
    contexts.close()


@pytest.fixture
def visit(contexts, server):
    """`visit(path, …)` opens an example page in a context of its own."""
    def visit(path="/", **options):
        page = contexts.page(server.url, **options)
        page.goto(server.url + path)
        return page

    yield visit
    # Before the server ends, of which pages that listen to it would complain.
    contexts.close()


@pytest.fixture
def enter(contexts):
    """`enter(person, path, …)` opens a page of a person's server in the context of a paired browser, at the person's time."""
    def enter(person, path="/", **options):
        page = contexts.page(person.url, clock=people.CLOCK, cookies=person.cookies(), **options)
        page.goto(person.url + path)
        return page

    return enter


def made(folder, fill=None):
    person = people.Person(folder)
    if fill:
        fill(person)
    else:
        person.hsync("today")
    person.serve()
    return person


@pytest.fixture(scope="session")
def homes(tmp_path_factory):
    """`homes("full")` and `homes("empty")`: people whose libraries no test changes."""
    kept = {}

    def home(name):
        if name not in kept:
            kept[name] = made(tmp_path_factory.mktemp(name), people.fill if name == "full" else None)
        return kept[name]

    yield home
    for person in kept.values():
        person.stop()


@pytest.fixture(scope="session")
def filled(tmp_path_factory):
    """The home of a person with a full library, to be copied: filling one takes seconds."""
    home = tmp_path_factory.mktemp("filled")
    people.fill(people.Person(home), odd=False)
    return home


@pytest.fixture
def person(filled, tmp_path):
    """A person with a full library of the test's own."""
    person = people.Person(shutil.copytree(filled, tmp_path / "home"))
    person.serve()
    yield person
    person.stop()


@pytest.fixture
def newcomer(tmp_path):
    """A person with an empty library of the test's own."""
    person = made(tmp_path)
    yield person
    person.stop()


@pytest.fixture
def backend(tmp_path_factory):
    backend = people.Backend(tmp_path_factory.mktemp("backend"))
    yield backend
    backend.stop()

"""A browser of the machine (Debian's chromium), a server of its own for each test, and a context that fails a test on any
console message, error or request elsewhere."""
import contextlib
import threading

import pytest
from playwright.sync_api import sync_playwright

import server as serving


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def server():
    server = serving.Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def visit(browser, server):
    """`visit(path, …)` opens a page in a context of its own; whatever the console or the network said is checked at the end."""
    noise, contexts = [], []

    def visit(path="/", width=360, height=780, theme="light", workers="block", quiet=True, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, service_workers=workers, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        if quiet:
            page.on("console", lambda message: "blocked by Playwright" in message.text or noise.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: noise.append(f"error: {error}"))
        page.on("request", lambda request: None if request.url.startswith((server.url, "blob:", "data:")) else noise.append(f"elsewhere: {request.url}"))
        page.goto(server.url + path)
        return page

    yield visit
    for context in contexts:
        with contextlib.suppress(Exception):
            context.close()
    assert not noise, noise

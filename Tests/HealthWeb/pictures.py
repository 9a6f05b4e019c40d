#!/usr/bin/env python3
"""Pictures of the companion's pages, from a library of known content at a fixed time. `scripts/companion-pictures` runs it.

  pictures.py OUT        every page, at 360 and 1280 px, light and dark, empty and full, into the folder OUT as PNG
  pictures.py --docs     those of README and docs/companion.md, into docs/images as WebP
"""
import base64
import itertools
import pathlib
import sys
import tempfile

from playwright.sync_api import sync_playwright

from person import CLOCK, ROOT, SAMPLES, TUNA, UNKNOWN, ZONE, Backend, Person, fill

PAGES = {
    "today": "/", "plan": "/plan", "scan": "/scan", "product": f"/scan/code?code={TUNA}", "unknown": f"/scan/code?code={UNKNOWN}", "food": "/food",
    "found": "/food?q=apple", "trends": "/trends", "year": "/trends?range=year", "day": "/day/2026-03-26", "settings": "/settings", "missing": "/nowhere",
}
# Name of the picture: page, width, height, theme.
DOCS = {
    "companion-today": ("today", 360, 780, "light"), "companion-trends-dark": ("trends", 360, 780, "dark"), "companion-plan": ("plan", 360, 780, "light"),
    "companion-scan": ("codes", 360, 780, "light"), "companion-product": ("product", 360, 780, "light"), "companion-day": ("day", 360, 780, "light"),
    "companion-wide": ("today", 1280, 800, "light"),
}
MOST_BYTES = 60_000


def opened(browser, person, width, height, theme, scale=1):
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, service_workers="block", timezone_id=ZONE, device_scale_factor=scale,
        reduced_motion="reduce")
    context.add_init_script(CLOCK)
    context.add_cookies(person.cookies("Phone"))
    return context.new_page()


def show(page, person, name):
    if name == "codes":
        # Two photos, three products.
        page.goto(person.url + "/scan")
        page.locator("input[type=file]").set_input_files([SAMPLES / "photos/04-tuna.jpg", SAMPLES / "photos/13-two-products.jpg"])
        page.locator("#codes").wait_for()
    else:
        page.goto(person.url + PAGES[name])
    page.wait_for_timeout(150)


def all_pages(browser, people, out):
    out.mkdir(parents=True, exist_ok=True)
    for (content, person), width, theme in itertools.product(people.items(), (360, 1280), ("light", "dark")):
        page = opened(browser, person, width, 780, theme)
        for name in [*PAGES, "codes"]:
            show(page, person, name)
            page.screenshot(path=out / f"{name}-{content}-{width}-{theme}.png", full_page=True)
        page.context.close()


def docs(browser, person):
    for picture, (name, width, height, theme) in DOCS.items():
        page = opened(browser, person, width, height, theme, scale=2 if width < 800 else 1)
        show(page, person, name)
        # Playwright's own call knows no WebP.
        shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 82})
        data = base64.b64decode(shot["data"])
        if len(data) > MOST_BYTES:
            sys.exit(f"companion-pictures: {picture} has {len(data)} bytes, more than {MOST_BYTES}")
        (ROOT / "docs/images" / f"{picture}.webp").write_bytes(data)
        page.context.close()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        people = {name: Person(pathlib.Path(folder) / name) for name in ("full", "empty", "odd")}
        (pathlib.Path(folder) / "backend").mkdir()
        backend = Backend(pathlib.Path(folder) / "backend")
        try:
            for name, person in people.items():
                person.folder.mkdir()
                person.hsync("today")
                if name != "empty":
                    fill(person, odd=name == "odd")
                if name == "full":
                    backend.let_in(person)
                    person.hsync("sync")
                person.serve()
            if sys.argv[1] == "--docs":
                docs(browser, people["full"])
            else:
                all_pages(browser, people, pathlib.Path(sys.argv[1]))
        finally:
            for person in people.values():
                person.stop()
            backend.stop()
        browser.close()


main()

#!/usr/bin/env python3
"""Takes pictures of the example pages: `pictures.py OUT [NAME ...]`, at 360 and 1280 px, light and dark."""
import pathlib
import sys
import threading

from playwright.sync_api import sync_playwright

import pages
import server

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
serving = server.Server()
threading.Thread(target=serving.serve_forever, daemon=True).start()
with sync_playwright() as play:
    browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for name in sys.argv[2:] or pages.EXAMPLES:
        for width, theme in ((360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")):
            context = browser.new_context(viewport={"width": width, "height": 780}, color_scheme=theme, service_workers="block")
            page = context.new_page()
            page.goto(f"{serving.url}/example/{name}")
            page.wait_for_timeout(150)
            page.screenshot(path=out / f"{name}-{width}-{theme}.png", full_page=True)
            context.close()
    browser.close()

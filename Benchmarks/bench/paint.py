"""Today in a browser as slow as a cheap phone: a processor a quarter as fast, 1.6 Mbit/s, 150 ms to the server.

`paint.py URL COOKIE RUNS` prints JSON: the largest paint of a first view and of one with what the browser kept, in ms, a list each; of the first view
also bytes, requests and layout shift. Needs playwright and /usr/bin/chromium."""
import json
import os
import sys

from playwright.sync_api import sync_playwright

PAINT = """() => new Promise(done => { let last = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) last = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => done(last), 300); })"""
SHIFT = """() => new Promise(done => { let sum = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 300); })"""


def slow(page):
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000})
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return cdp


def main():
    url, cookie, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    name, _, value = cookie.partition("=")
    seen = {"first_ms": [], "again_ms": [], "bytes": 0, "requests": 0, "shift": 0}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"] if os.geteuid() == 0 else [])
        for _ in range(runs):
            context = browser.new_context(viewport={"width": 360, "height": 780}, device_scale_factor=2, is_mobile=True)
            context.add_cookies([{"name": name, "value": value, "url": url, "httpOnly": True, "sameSite": "Strict"}])
            page = context.new_page()
            sizes, asked = [], []
            cdp = slow(page)
            cdp.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
            cdp.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
            page.goto(url + "/", wait_until="load")
            seen["first_ms"].append(page.evaluate(PAINT))
            seen["shift"] = max(seen["shift"], page.evaluate(SHIFT))
            seen["bytes"], seen["requests"] = max(seen["bytes"], sum(sizes)), max(seen["requests"], len(asked))
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.wait_for_timeout(1500)
            page.goto(url + "/food", wait_until="load")
            page.goto(url + "/", wait_until="load")
            seen["again_ms"].append(page.evaluate(PAINT))
            context.close()
        browser.close()
    print(json.dumps(seen))


main()

"""The companion's own pages: the real hsync-web over a real library, in a browser."""
import csv
import io
import json
import os
import pathlib
import subprocess

import pytest
from playwright.sync_api import expect

import look
from person import BIN, HOSTILE, LONG, RTL, SAMPLES, TODAY, TUNA, UNKNOWN

# Every page that an address leads to. Those of a meal and of a planned item are added where there are some.
PAGES = ["/", "/plan", "/plan?day=2026-03-31", "/scan", f"/scan/code?code={TUNA}", f"/scan/code?code={UNKNOWN}", "/food", "/food?q=apple", "/food?q=zzz", "/trends",
         "/trends?range=year", "/trends?from=2026-03-23&to=2026-03-30", "/day/2026-03-26", "/day/2020-01-01", "/settings", "/settings/import", "/settings/doctor",
         "/waiting", "/diet", "/diet/setup", "/diet/learn", "/diet/weight", "/laundry", "/laundry/new", "/laundry/settings", "/laundry/reset",
         "/nowhere", "/food/none"]


# A test has a part of the pages, so that the processes of pytest share them.
PARTS = 6


def every_page(page, url):
    """The addresses of `PAGES`, and of a meal and a planned item if there are any."""
    page.goto(url + "/food")
    meals = page.locator("#found a.open")
    own = [meals.last.get_attribute("href")] if meals.count() else []
    page.goto(url + "/plan")
    items = page.locator("#planned a[href^='/plan/item']")
    return PAGES + own + ([items.last.get_attribute("href")] if items.count() else [])


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("content", ["empty", "full"])
def test_every_page_is_accessible_and_fits(homes, enter, content, part):
    """At 320 to 1600 px, light and dark, with text of twice its size, by keyboard alone; full pages have names that are long, from right to left, and hostile."""
    home = homes(content)
    page = enter(home, reduced_motion="reduce", expected="the server responded with a status of 404")
    for path in every_page(page, home.url)[part::PARTS]:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        page.goto(home.url + path)
        assert page.locator("h1").count() == 1 and page.locator("main").get_attribute("data-state") in ("ready", "empty", "error")
        look.assert_good(page)
        assert look.inline(page) == 0, path
        assert look.moving(page) == 0, path


@pytest.mark.parametrize("content", ["empty", "full"])
def test_nothing_moves_while_a_page_loads(homes, enter, content):
    page = enter(homes(content))
    for path in PAGES:
        if path not in ("/nowhere", "/food/none"):
            page.goto(homes(content).url + path)
            assert sum(entry[0] for entry in look.shift(page)) < 0.01, (path, look.shift(page))


def test_pages_before_pairing_are_accessible_and_fit(homes, contexts):
    home = homes("empty")
    page = contexts.page(home.url, reduced_motion="reduce", quiet=False)
    for path in (home.link(), home.url + "/", home.url + "/pair", home.url + "/pair?code=" + "0" * 32):
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        page.goto(path)
        look.assert_good(page)


def test_answers_to_forms_are_accessible_and_fit(person, enter):
    """Several products, a photo without a code, refused fields, a failed sync, a meal that is gone."""
    page = enter(person, "/scan", reduced_motion="reduce", expected="status of 4")

    def check():
        look.assert_good(page)
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})

    page.locator("input[type=file]").set_input_files([SAMPLES / "photos/04-tuna.jpg", SAMPLES / "photos/13-two-products.jpg"])
    expect(page.get_by_role("heading", name="3 codes found")).to_be_visible(timeout=20000)
    check()
    page.goto(person.url + "/scan")
    page.locator("input[type=file]").set_input_files(SAMPLES / "photos/15-no-barcode.jpg")
    expect(page.get_by_role("alert")).to_be_visible(timeout=20000)
    check()
    page.goto(person.url + "/food")
    page.get_by_label("What you ate", exact=True).fill("Plum")
    page.get_by_label("Energy, kcal").fill("-5")
    page.get_by_role("button", name="Log Food").click()
    expect(page.get_by_label("Energy, kcal")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Energy, kcal")).to_be_focused()
    check()
    page.goto(person.url + "/")
    page.get_by_role("button", name="Sync Now").click()
    expect(page.get_by_text("Sync Failed").first).to_be_visible()
    check()
    page.goto(person.url + "/food/none")
    check()


def test_names_from_right_to_left_of_200_letters_and_hostile_ones_are_shown_as_text(homes, enter):
    home = homes("full")
    page = enter(home)
    for path in ("/", "/plan", "/food"):
        page.goto(home.url + path)
        for name in (LONG, RTL, HOSTILE):
            expect(page.locator(".name").get_by_text(name).first).to_be_visible()
        assert page.locator(".name", has_text=RTL).first.evaluate("e => getComputedStyle(e).unicodeBidi === 'plaintext' || e.dir === 'auto'")


def test_the_first_view_is_small(homes, contexts):
    """At most 40 KB over the wire and 6 requests."""
    for content in ("empty", "full"):
        home = homes(content)
        page = contexts.page(home.url, cookies=home.cookies())
        cdp = page.context.new_cdp_session(page)
        cdp.send("Network.enable")
        sizes = []
        cdp.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(home.url + "/", wait_until="load")
        page.wait_for_timeout(300)
        assert len(sizes) <= 6 and sum(sizes) <= 40_000, sizes


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_a_meal_a_tick_and_a_sync(person, backend, enter, scripts):
    """Works with JavaScript off, too."""
    backend.let_in(person)
    page = enter(person, java_script_enabled=scripts)
    page.get_by_role("button", name="Dinner: Lentil soup done").click()
    expect(page.get_by_role("button", name="Dinner: Lentil soup done")).to_have_attribute("aria-pressed", "true")
    page.goto(person.url + "/food")
    page.get_by_label("What you ate", exact=True).fill("Banana")
    page.get_by_label("Energy, kcal").fill("105")
    page.get_by_role("button", name="Log Food").click()
    expect(page.get_by_text("Logged Banana")).to_be_visible()
    assert "Banana" in person.meals()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone: logged Banana")).to_be_visible()
    assert "Banana" not in person.meals()
    page.goto(person.url + "/")
    page.get_by_role("button", name="Sync Now").click()
    expect(page.get_by_text("Sync Complete")).to_be_visible()


def test_without_javascript_the_plan_and_the_scanner_work(newcomer, enter):
    page = enter(newcomer, "/plan", java_script_enabled=False)
    page.get_by_role("button", name="+ Yoga").click()
    expect(page.get_by_role("button", name="Yoga done")).to_be_visible()
    page.get_by_role("button", name="Remove Yoga").click()
    expect(page.get_by_text("No workouts yet")).to_be_visible()
    page.goto(newcomer.url + "/scan")
    page.get_by_label("Number below the barcode").fill(TUNA)
    page.get_by_role("button", name="Look it up").click()
    page.get_by_role("button", name="Log Food").click()
    assert newcomer.meals() == ["Tuna in brine"]
    assert page.locator("[data-script]:visible").count() == 0


def test_a_search_while_typing_finds_products_of_the_file_and_what_was_eaten(newcomer, enter):
    page = enter(newcomer, "/food")
    page.get_by_label("Search food").press_sequentially("TUNA bri")
    expect(page.get_by_role("heading", name="In the product file")).to_be_visible()
    look.assert_good(page)
    page.get_by_role("button", name="Log Tuna in brine").click()
    expect(page.get_by_text("Logged Tuna in brine")).to_be_visible()
    assert newcomer.meals() == ["Tuna in brine"]
    page.goto(newcomer.url + "/food")
    page.get_by_label("Search food").press_sequentially("tuna")
    expect(page.get_by_role("heading", name="Logged before")).to_be_visible()
    expect(page.get_by_role("heading", name="In the product file")).to_have_count(0)


def test_what_a_shell_logs_appears_on_the_page(person, enter):
    page = enter(person)
    expect(page.get_by_text("Cherry pie")).to_have_count(0)
    person.hsync("log", "--name", "Cherry pie", "--kcal", "300")
    expect(page.get_by_text("Cherry pie").first).to_be_visible(timeout=5000)


def test_meals_logged_offline_are_sent_once(person, enter):
    page = enter(person, "/food", workers="allow", quiet=False)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    for name in ("Plum", "Pear"):
        page.get_by_label("What you ate", exact=True).fill(name)
        page.get_by_role("button", name="Log Food").click()
        expect(page.locator("[data-waiting]").get_by_text(name)).to_be_visible()
    assert "Plum" not in person.meals()
    page.context.set_offline(False)
    expect(page.locator("[data-waiting] li")).to_have_count(0, timeout=15000)
    assert [name for name in person.meals() if name in ("Plum", "Pear")] == ["Plum", "Pear"]


def test_records_are_downloaded_by_kind_and_format(person, enter):
    page = enter(person, "/settings", quiet=False)
    form = page.locator("#export")

    def download():
        with page.expect_download() as waiting:
            form.get_by_role("button", name="Download").click()
        return waiting.value.suggested_filename, pathlib.Path(waiting.value.path()).read_text()

    name, text = download()
    assert name.endswith(".ndjson") and {"meal", "planner_item"} <= {json.loads(line).get("kind") for line in text.splitlines()}
    form.get_by_label("Data").select_option("meal")
    form.get_by_text("CSV, one kind").click()
    name, text = download()
    assert name.endswith(".csv") and len(list(csv.DictReader(io.StringIO(text)))) == len(person.meals())
    form.get_by_label("Data").select_option("")
    form.get_by_role("button", name="Download").click()
    expect(page.get_by_role("alert")).to_be_visible()
    look.assert_good(page)


def test_a_revoked_browser_is_asked_to_pair(person, enter):
    page = enter(person, quiet=False)
    devices = json.loads(person.hsync("serve", "devices", "--json"))["devices"]
    person.hsync("serve", "devices", "revoke", devices[0]["id"])
    page.goto(person.url + "/plan")
    expect(page.get_by_text("This browser isn't paired")).to_be_visible()


def test_the_server_ends_while_a_page_listens(person, enter):
    page = enter(person, quiet=False)
    page.wait_for_timeout(300)
    person.server.terminate()
    assert person.server.wait(5) == 0
    person.server = None


def test_another_site_cannot_post(person, enter):
    page = enter(person, quiet=False)
    token = page.locator("meta[name=hsync-token]").get_attribute("content")
    cookies = page.context.cookies()
    assert all(cookie["httpOnly"] and cookie["sameSite"] == "Strict" for cookie in cookies)
    evil = page.context.browser.new_context(service_workers="block")
    evil.add_cookies(cookies)
    evil = evil.new_page()
    evil.route("http://evil.example/**", lambda route: route.fulfill(
        content_type="text/html",
        body=f'<form method="post" action="{person.url}/log"><input name="token" value="{token}"><input name="title" value="Evil"></form>'))
    evil.goto("http://evil.example/")
    answers = []
    evil.on("response", lambda response: answers.append(response.status) if response.url.startswith(person.url) else None)
    with evil.expect_navigation():
        evil.evaluate("document.forms[0].submit()")
    evil.context.close()
    assert answers[0] in (401, 403) and "Evil" not in person.meals()


# Broken libraries

def test_while_the_library_is_locked_pages_are_shown_and_entries_wait(person, enter):
    """Another program holds the lock for longer than the server waits: what is logged stays on the device and is sent later."""
    page = enter(person, "/food", quiet=False)
    lock = subprocess.Popen(["sqlite3", person.library], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    lock.stdin.write("BEGIN IMMEDIATE; SELECT 1;\n")
    lock.stdin.flush()
    assert lock.stdout.readline() == "1\n"
    page.get_by_label("What you ate", exact=True).fill("Plum")
    page.get_by_role("button", name="Log Food").click()
    expect(page.locator("[data-waiting]").get_by_text("Plum")).to_be_visible(timeout=40000)
    page.goto(person.url + "/")
    expect(page.locator("[data-metric=steps]")).to_contain_text("7,852")
    lock.communicate("ROLLBACK;\n")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-waiting] li")).to_have_count(0, timeout=15000)
    assert person.meals().count("Plum") == 1


def test_while_the_library_is_away_the_page_says_so_and_entries_wait(person, enter):
    page = enter(person, "/food", quiet=False)
    away = f"{person.library}.away"
    os.rename(person.library, away)
    page.get_by_label("What you ate", exact=True).fill("Plum")
    page.get_by_role("button", name="Log Food").click()
    expect(page.locator("[data-waiting]").get_by_text("Plum")).to_be_visible()
    page.goto(person.url + "/plan")
    expect(page.get_by_role("heading", name="The library is gone")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Move it back, or restore a backup")
    os.rename(away, person.library)
    page.goto(person.url + "/food")
    expect(page.locator("[data-waiting] li")).to_have_count(0, timeout=15000)
    assert person.meals().count("Plum") == 1


def test_a_library_of_a_newer_hsync_is_not_served(person):
    person.stop()
    subprocess.run(["sqlite3", person.library, "PRAGMA user_version = 99"], check=True)
    run = subprocess.run([BIN / "hsync", "serve", "--port", "0"], env=person.env, capture_output=True, text=True, timeout=60)
    assert run.returncode == 78 and "newer hsync" in run.stderr and "update hsync" in run.stderr


def test_the_clocks_of_programs_and_pages_agree(homes, enter):
    home = homes("full")
    page = enter(home)
    assert page.evaluate("new Date().toISOString()").startswith(TODAY) and TODAY in home.hsync("today")
    expect(page.locator(".top")).to_contain_text("Mon")

"""The checklists of the screens that hsync's pages come from, a test for each line, and their budgets of taps."""
import json
import os
import pathlib
import shutil

import pytest
from playwright.sync_api import expect

import look
from person import SAMPLES, START, UNKNOWN, Person
from stand_ins import FoodFacts, Witness

MUESLI = "9520341578200"


class Taps:
    """Presses, counted."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def __call__(self, role, name, exact=True):
        self.page.get_by_role(role, name=name, exact=exact).first.click()
        self.count += 1


@pytest.fixture
def witness(backend):
    witness = Witness(backend.url)
    yield witness
    witness.gate.set()
    witness.stop()


@pytest.fixture
def signed_in(person, backend, witness):
    """A person with a backend, through a proxy that watches."""
    person.hsync("login", "--url", witness.url, "--token-stdin", stdin=backend.token)
    return person


@pytest.fixture
def source(tmp_path):
    """A person whose health exports land in a folder, which is empty yet."""
    folder = tmp_path / "exports"
    folder.mkdir()
    person = Person(tmp_path)
    person.exports = folder
    person.hsync("config", "set", "health.folders", folder)
    person.hsync("today")
    person.serve()
    yield person
    person.stop()


@pytest.fixture
def shopper(tmp_path):
    """A person who looks products up at a stand-in of Open Food Facts, `facts`."""
    facts = FoodFacts()
    person = Person(tmp_path)
    del person.env["HSYNC_PRODUCTS"], person.env["HSYNC_OFFLINE"]
    person.env["HSYNC_OFF_URL"] = facts.url
    person.facts = facts
    person.hsync("today")
    person.serve()
    yield person
    person.stop()
    facts.stop()


def assert_logged(page, person, name, **fields):
    """An event with these fields is in the log, or comes: pages write it in the background."""
    for _ in range(100):
        logged = [json.loads(line) for line in person.hsync("events", "-n", "200", "--json").splitlines()]
        if any(event["event"] == name and fields.items() <= event.items() for event in logged):
            return
        page.wait_for_timeout(50)
    raise AssertionError((name, fields, logged))


def put(person, name):
    """An export of the samples lands in the person's folder. It is an hour old: what may still be written to isn't read."""
    copy = pathlib.Path(shutil.copy(SAMPLES / "health" / name, person.exports))
    os.utime(copy, (START.timestamp() - 3600,) * 2)


def assert_idle(page):
    """The sync that a view of today starts has ended."""
    expect(page.locator("[data-freshness]")).to_have_text("Synced just now")
    expect(page.get_by_role("button", name="Sync Now")).to_be_enabled()


def note(page):
    """The field of the day's note, which may be folded."""
    field = page.locator("textarea[name=note]")
    if not field.is_visible():
        page.locator("summary", has_text="Note").click()
    return field


FIGURES = {"steps": "7,852", "active_kcal": "501", "workouts": "1", "sleep": "7 h 09"}


def assert_figures(page, figures=FIGURES):
    for metric, value in figures.items():
        expect(page.locator(f"[data-metric={metric}]")).to_contain_text(value)


# Home

def test_qa_home_1_summary_loads_after_the_start(homes, enter):
    page = enter(homes("full"))
    expect(page.locator("main")).to_have_attribute("data-state", "ready")
    assert_figures(page)
    page = enter(homes("empty"))
    expect(page.locator("main")).to_have_attribute("data-state", "empty")
    expect(page.locator("[data-metric]")).to_have_count(4)
    expect(page.locator("[data-freshness]")).to_have_text("Never synced")


def test_qa_home_2_manual_sync_updates_numbers_and_time(source, backend, enter):
    """M-HOME-9"""
    backend.let_in(source)
    page = enter(source)
    expect(page.locator("[data-metric=steps]")).not_to_contain_text("7,852")
    assert_idle(page)
    put(source, "export.zip")
    put(source, "auto-export.json")
    page.get_by_role("button", name="Sync Now").click()
    expect(page.get_by_text("Sync Complete: Synced")).to_be_visible(timeout=20000)
    assert_figures(page)
    expect(page.locator("[data-freshness]")).to_contain_text("Synced just now")


def test_qa_home_3_a_denied_source_shows_a_prompt_and_blocks_nothing(source, enter):
    """M-HOME-8"""
    source.exports.rmdir()
    page = enter(source)
    expect(page.locator("[data-metric]")).to_have_count(4)
    page.locator("main a.button[href='/settings']").click()
    expect(page.locator("#access").get_by_text("Not granted")).to_be_visible()
    page.goto(source.url + "/plan")
    page.get_by_role("button", name="+ Yoga").click()
    expect(page.get_by_role("button", name="Yoga done")).to_be_visible()


def test_qa_home_4_a_failed_sync_does_not_clear_the_cards(signed_in, backend, enter):
    """M-HOME-9"""
    page = enter(signed_in)
    assert_idle(page)
    assert_figures(page)
    backend.stop()
    page.get_by_role("button", name="Sync Now").click()
    expect(page.get_by_text("Sync Failed").first).to_be_visible(timeout=20000)
    assert_figures(page)
    expect(page.get_by_role("button", name="Sync Now")).to_be_enabled()


def test_qa_home_5_events_of_view_and_sync(signed_in, backend, enter):
    page = enter(signed_in)
    assert_idle(page)
    page.get_by_role("button", name="Sync Now").click()
    expect(page.get_by_text("Sync Complete")).to_be_visible(timeout=20000)
    backend.stop()
    page.get_by_role("button", name="Sync Now").click()
    expect(page.get_by_text("Sync Failed").first).to_be_visible(timeout=20000)
    assert_logged(page, signed_in, "screen_viewed", screen_id="M-HOME")
    for name in ("primary_action_tapped", "action_succeeded", "action_failed"):
        assert_logged(page, signed_in, name, action="manual_sync")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_qa_home_6_light_and_dark_follow_the_system(homes, enter, theme):
    page = enter(homes("full"), theme=theme, reduced_motion="reduce")
    level = page.evaluate("getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).reduce((sum, part) => sum + +part, 0)")
    assert (level > 600) == (theme == "light") and (level < 150) == (theme == "dark")
    assert not look.violations(page)


# Planner

def test_qa_planner_1_each_day_has_its_own_items(person, enter):
    page = enter(person, "/plan")
    expect(page.get_by_role("button", name="Easy run 5k done")).to_be_visible()
    page.locator("nav.days a", has_text="Tue").click()
    expect(page.get_by_role("button", name="Yoga done")).to_be_visible()
    expect(page.get_by_role("button", name="Easy run 5k done")).to_have_count(0)
    page.get_by_role("button", name="+ Swim").click()
    expect(page.get_by_role("button", name="Swim done")).to_be_visible()
    page.locator("nav.days a", has_text="Mon").click()
    expect(page.get_by_role("button", name="Easy run 5k done")).to_be_visible()
    expect(page.get_by_role("button", name="Swim done")).to_have_count(0)
    assert person.hsync("plan").index("Tue 31") < person.hsync("plan").index("Swim") < person.hsync("plan").index("Wed 1")


def test_qa_planner_2_chips_add_at_once(newcomer, enter):
    page = enter(newcomer, "/plan")
    for chip in ("Yoga", "Soup"):
        page.get_by_role("button", name=f"+ {chip}").click()
        expect(page.get_by_role("button", name=f"{chip} done")).to_be_visible(timeout=1000)
    assert "Yoga" in newcomer.hsync("plan") and "Soup" in newcomer.hsync("plan")


@pytest.mark.parametrize("text", ["", "  \t "], ids=["empty", "blank"])
def test_qa_planner_3_an_empty_text_adds_nothing(newcomer, enter, text):
    page = enter(newcomer, "/plan", expected="status of 422")
    page.get_by_label("Title").fill(text)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[role=alert], .banner.bad, .wrong").first).to_be_visible()
    assert json.loads(newcomer.hsync("plan", "--json"))["days"] is not None
    assert "workout" not in newcomer.hsync("plan", "--json")


def test_qa_planner_4_tick_and_delete(person, enter):
    page = enter(person, "/plan")
    tick = page.get_by_role("button", name="Easy run 5k done")
    for state in ("true", "false", "true"):
        tick.click()
        expect(tick).to_have_attribute("aria-pressed", state)
    page.get_by_role("button", name="Remove Easy run 5k").click()
    expect(tick).to_have_count(0)
    assert "Easy run" not in person.hsync("plan")
    page.get_by_role("button", name="Undo").click()
    expect(tick).to_have_attribute("aria-pressed", "true")


def test_qa_planner_5_a_note_outlives_a_restart(person, enter):
    page = enter(person, "/plan", quiet=False)
    note(page).fill("Stretch first")
    page.get_by_role("button", name="Save note").click()
    expect(note(page)).to_have_value("Stretch first")
    expect(page.locator("#notices, .toasts").get_by_text("note", exact=False).first).to_be_visible()
    person.stop()
    person.serve()
    page = enter(person, "/plan")
    expect(note(page)).to_have_value("Stretch first")
    page.goto(person.url + "/")
    expect(page.get_by_text("Stretch first")).to_be_visible()


def test_qa_planner_6_a_broken_document_leaves_an_empty_plan(newcomer, enter):
    broken = newcomer.folder / "weekly_planner_v1.json"
    broken.write_text('{"updatedAt": "2026-03-30T08:00:00Z", "days": {"mon": {"workouts": [{"id": ')
    newcomer.hsync("plan", "import", broken, allow=(65,))
    page = enter(newcomer, "/plan")
    expect(page.get_by_text("No workouts yet")).to_be_visible()
    expect(page.get_by_text("No meals yet")).to_be_visible()
    page.get_by_role("button", name="+ Yoga").click()
    expect(page.get_by_role("button", name="Yoga done")).to_be_visible()
    assert broken.read_text().endswith('{"id": ')


# Scanner

def test_qa_scanner_1_without_a_camera_there_is_another_way(shopper, enter):
    """M-SCAN-6: A file input needs no permission: pictures that are there and the number work whatever the camera does."""
    page = enter(shopper, "/scan", permissions=[])
    expect(page.get_by_text("Without a camera, choose pictures or type the number")).to_be_visible()
    expect(page.locator("input[type=file]")).to_have_attribute("capture", "environment")
    page.get_by_label("Number below the barcode").fill(MUESLI)
    page.get_by_role("button", name="Look it up").click()
    expect(page.get_by_role("button", name="Log Food")).to_be_visible()
    page.go_back()
    expect(page.locator("input[type=file]")).to_be_attached()


def test_qa_scanner_2_a_photo_shows_its_product(shopper, enter):
    page = enter(shopper, "/scan")
    page.locator("input[type=file]").set_input_files(SAMPLES / "photos/01-muesli.jpg")
    expect(page.get_by_role("heading", name="Oat crunch muesli")).to_be_visible(timeout=20000)
    for fact in ("Haferlund", "432 kcal per 100 g", "194"):
        expect(page.locator("main")).to_contain_text(fact)
    expect(page.get_by_label("Servings of 45 g")).to_have_value("1")


def test_qa_scanner_3_an_unknown_barcode_is_named_and_scanning_goes_on(shopper, enter):
    """M-SCAN-6, M-SCAN-7"""
    page = enter(shopper, f"/scan/code?code={UNKNOWN}")
    expect(page.get_by_text(f"No product was found for {UNKNOWN}")).to_be_visible()
    page.get_by_role("link", name="Back to the scanner").click()
    page.get_by_label("Number below the barcode").fill(MUESLI)
    page.get_by_role("button", name="Look it up").click()
    expect(page.get_by_role("heading", name="Oat crunch muesli")).to_be_visible()


def test_qa_scanner_4_what_is_logged_goes_out_with_the_token(signed_in, backend, witness, enter):
    page = enter(signed_in, f"/scan/code?code={MUESLI}")
    page.get_by_role("button", name="Log Food").click()
    assert_idle(page)
    page.get_by_role("button", name="Sync Now").click()
    expect(page.get_by_text("Sync Complete")).to_be_visible(timeout=20000)
    pushes = [seen for seen in witness.seen if seen[0] == "POST"]
    assert pushes and all(seen[2] == f"Bearer {backend.token.strip()}" for seen in witness.seen if seen[0] == "POST")


def test_qa_scanner_5_success_closes_and_refreshes_today(shopper, enter):
    """M-SCAN-7"""
    other = enter(shopper)
    page = enter(shopper, f"/scan/code?code={MUESLI}")
    page.get_by_role("button", name="Log Food").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    expect(page.get_by_text("Logged Oat crunch muesli")).to_be_visible()
    expect(page.locator("#eaten")).to_contain_text("Oat crunch muesli")
    expect(other.locator("#eaten")).to_contain_text("Oat crunch muesli", timeout=5000)


def test_qa_scanner_6_the_same_code_is_looked_up_once(shopper, enter):
    """M-SCAN-8"""
    page = enter(shopper, "/scan")
    photo = SAMPLES / "photos/01-muesli.jpg"
    page.locator("input[type=file]").set_input_files([photo, photo])
    expect(page.get_by_text("Oat crunch muesli").first).to_be_visible(timeout=20000)
    page.goto(shopper.url + f"/scan/code?code={MUESLI}")
    expect(page.get_by_role("heading", name="Oat crunch muesli")).to_be_visible()
    assert shopper.facts.asked == [MUESLI]


# Settings

def test_qa_settings_1_permission_is_what_it_is(source, enter):
    """M-SET-4"""
    page = enter(source, "/settings")
    expect(page.locator("#access .badge")).to_have_text("Granted")
    expect(page.get_by_role("button", name="Grant Permissions")).to_have_count(0)
    source.exports.rmdir()
    page.reload()
    expect(page.locator("#access .badge")).to_have_text("Not granted")
    page.get_by_role("button", name="Grant Permissions").click()
    expect(page.get_by_text("Can't read")).to_be_visible()
    expect(page.locator("#access .badge")).to_have_text("Not granted")
    source.exports.mkdir()
    page.get_by_role("button", name="Grant Permissions").click()
    expect(page.locator("#access .badge")).to_have_text("Granted")


def test_qa_settings_2_manual_sync_runs_and_moves_the_time(signed_in, enter):
    page = enter(signed_in, "/settings")
    expect(page.locator("#sync-state")).to_contain_text("Never synced")
    page.get_by_role("button", name="Run Manual Sync").click()
    expect(page.get_by_text("Sync Complete")).to_be_visible(timeout=20000)
    expect(page.locator("#sync-state")).to_contain_text("just now")
    expect(page.locator("#sync-state")).to_contain_text("0 records")


def test_qa_settings_3_the_button_is_disabled_while_a_sync_runs(signed_in, witness, enter):
    """M-HOME-9"""
    page, other = enter(signed_in, "/settings"), enter(signed_in, "/food")
    witness.gate.clear()
    button = page.locator("#sync-state button")
    button.click()
    expect(button).to_have_text("Syncing...")
    expect(button).to_be_disabled()
    other.goto(signed_in.url + "/settings")
    expect(other.locator("#sync-state button")).to_have_text("Syncing...")
    expect(other.locator("#sync-state button")).to_be_disabled()
    witness.gate.set()
    expect(page.get_by_text("Sync Complete")).to_be_visible(timeout=20000)
    expect(button).to_be_enabled()


def test_qa_settings_4_a_failure_is_told_with_a_way_to_retry(signed_in, backend, enter):
    page = enter(signed_in, "/settings")
    backend.stop()
    page.get_by_role("button", name="Run Manual Sync").click()
    expect(page.get_by_text("Sync Failed").first).to_be_visible(timeout=20000)
    backend.start()
    page.get_by_role("button", name="Run Manual Sync").click()
    expect(page.get_by_text("Sync Complete")).to_be_visible(timeout=20000)


def test_qa_settings_5_events_of_view_and_actions(signed_in, enter):
    page = enter(signed_in, "/settings")
    page.get_by_role("button", name="Run Manual Sync").click()
    expect(page.get_by_text("Sync Complete")).to_be_visible(timeout=20000)
    assert_logged(page, signed_in, "screen_viewed", screen_id="M-SET")
    assert_logged(page, signed_in, "primary_action_tapped", action="manual_sync", screen_id="M-SET")
    assert_logged(page, signed_in, "action_succeeded", action="manual_sync")


@pytest.mark.parametrize("phone", ["iphone", "android"])
def test_qa_settings_6_works_on_both_kinds_of_phones(source, enter, phone):
    agents = {
        "iphone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1",
        "android": "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Mobile Safari/537.36",
    }
    page = enter(source, "/settings", user_agent=agents[phone], has_touch=True, is_mobile=True, device_scale_factor=3)
    expect(page.locator("#access .badge")).to_have_text("Granted")
    source.exports.rmdir()
    page.reload()
    expect(page.locator("#access .badge")).to_have_text("Not granted")
    page.get_by_role("button", name="Grant Permissions").tap()
    expect(page.get_by_text("Can't read")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


# Mirror: the companion itself

def test_qa_mirror_1_a_link_opens_the_content(person, contexts):
    page = contexts.page(person.url)
    page.goto(person.link())
    page.get_by_role("button", name="Pair this browser").click()
    assert_figures(page)


def test_qa_mirror_2_a_browser_stays_let_in(person, enter):
    """M-MIRROR-1"""
    page = enter(person, quiet=False)
    port = person.url.rsplit(":", 1)[1]
    person.stop()
    person.serve(port)
    page.goto(person.url + "/")
    assert_figures(page)
    other = page.context.new_page()
    other.goto(person.url + "/plan")
    expect(other.get_by_role("heading", name="Plan", exact=True)).to_be_visible()


def test_qa_mirror_3_its_scanner_reads_photos_of_the_camera(person, enter):
    page = enter(person)
    page.get_by_role("link", name="Scan", exact=True).click()
    field = page.locator("input[type=file]")
    expect(field).to_have_attribute("capture", "environment")
    expect(field).to_have_attribute("accept", "image/*")
    field.set_input_files(SAMPLES / "photos/04-tuna.jpg")
    expect(page.get_by_role("heading", name="Tuna in brine")).to_be_visible(timeout=20000)


def test_qa_mirror_4_a_page_that_could_not_be_loaded_recovers(person, enter):
    """M-MIRROR-4"""
    page = enter(person, workers="allow", quiet=False)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    port = person.url.rsplit(":", 1)[1]
    person.stop()
    page.goto(person.url + "/settings")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.goto(person.url + "/")
    assert_figures(page)
    person.serve(port)
    page.goto(person.url + "/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_qa_mirror_5_the_shell_works_while_the_pages_do_not(person, enter):
    """M-MIRROR-1"""
    page = enter(person)
    page.goto("about:blank")
    person.server.kill()
    person.server.wait()
    person.server = None
    person.hsync("log", "--name", "Plum", "--kcal", "30")
    assert "Plum" in person.meals() and "7,852" in person.hsync("today")
    person.serve()


def test_qa_mirror_6_events_of_entry_to_the_own_web_app(tmp_path, contexts, enter):
    app = FoodFacts()
    person = Person(tmp_path)
    person.hsync("config", "set", "mirror.url", app.url)
    person.hsync("today")
    person.serve()
    page = enter(person, quiet=False)
    page.goto(person.url + "/mirror")
    assert_logged(page, person, "screen_viewed", screen_id="M-MIRROR")
    assert_logged(page, person, "primary_action_tapped", action="mirror_opened")
    contexts.noise.clear()
    person.stop()
    app.stop()


# Budgets of taps, counted from Today

def test_taps_quick_add_two_tick_one_delete_one(newcomer, enter):
    """M-PLANNER-9"""
    page = enter(newcomer)
    tap = Taps(page)
    tap("link", "Plan")
    tap("button", "+ Yoga", exact=False)
    expect(page.get_by_role("button", name="Yoga done")).to_be_visible()
    assert tap.count == 2
    tap("button", "Yoga done")
    expect(page.get_by_role("button", name="Yoga done")).to_have_attribute("aria-pressed", "true")
    assert tap.count == 3
    tap("button", "Remove Yoga")
    expect(page.get_by_role("button", name="Yoga done")).to_have_count(0)
    assert tap.count == 4


def test_taps_tick_on_today_one(person, enter):
    page = enter(person)
    Taps(page)("button", "Easy run 5k done")
    expect(page.get_by_role("button", name="Easy run 5k done")).to_have_attribute("aria-pressed", "true")


def test_taps_scan_to_log_three(shopper, enter):
    page = enter(shopper)
    tap = Taps(page)
    tap("link", "Scan")
    page.locator("input[type=file]").set_input_files(SAMPLES / "photos/01-muesli.jpg")
    tap.count += 1
    tap("button", "Log Food")
    expect(page.get_by_text("Logged Oat crunch muesli")).to_be_visible(timeout=20000)
    assert tap.count == 3


def test_taps_home_leads_everywhere_in_one(homes, enter):
    """M-HOME-7"""
    home = homes("full")
    page = enter(home)
    for name, heading in (("Open Scanner", "Scan"), ("Go to Planner", "Plan"), ("Food", "Food"), ("More", "Settings")):
        page.goto(home.url + "/")
        Taps(page)("link", name)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()


def test_taps_grant_two_and_sync_one_from_more(source, enter):
    """M-SET-4"""
    page = enter(source)
    page.get_by_role("link", name="More", exact=True).click()
    tap = Taps(page)
    tap("button", "Run Manual Sync")
    expect(page.get_by_text("Sync Failed").first).to_be_visible()
    assert tap.count == 1
    source.exports.rmdir()
    page.reload()
    source.exports.mkdir()
    tap("button", "Grant Permissions")
    expect(page.locator("#access .badge")).to_have_text("Granted")
    assert tap.count == 2


def test_taps_log_again_two(person, enter):
    page = enter(person)
    tap = Taps(page)
    tap("link", "Food")
    tap("button", "Log Tomato soup again")
    expect(page.get_by_text("Logged Tomato soup")).to_be_visible()
    assert tap.count == 2 and person.meals().count("Tomato soup") == 2

"""Laundry pets: their pages in a browser, and a wash that is started on the phone and folded in the shell."""
import contextlib
import json
import sqlite3

import pytest
from playwright.sync_api import expect

import look
from person import CLOCK, HOSTILE, LONG, RTL


def spend(person, minutes):
    """Time passes for the pets: their timers end so much earlier."""
    ms = minutes * 60_000
    with contextlib.closing(sqlite3.connect(person.library, timeout=20)) as db, db:
        db.execute("UPDATE laundry_task SET started_at_ms = started_at_ms - ?1, ends_at_ms = ends_at_ms - ?1", (ms,))
        db.execute("UPDATE laundry_pet SET created_at_ms = created_at_ms - ?", (ms,))


def pet(person, name="Snowy"):
    return json.loads(person.hsync("laundry", "show", name, "--json"))


def create(page, name):
    page.get_by_role("link", name="Add new pet").click()
    page.get_by_label("Pet name").fill(name)
    page.get_by_role("button", name="Create Pet").click()


@pytest.fixture
def owner(newcomer):
    """A person with a pet."""
    newcomer.hsync("laundry", "add", "Snowy")
    return newcomer


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_started_on_the_phone_and_folded_in_the_shell(newcomer, enter, scripts):
    page = enter(newcomer, "/laundry", java_script_enabled=scripts)
    expect(page.get_by_text("No Pets Yet")).to_be_visible()
    create(page, "Snowy")
    page.get_by_role("link", name="Snowy, 100% health, is so happy!").click()
    page.get_by_role("button", name="Start Wash").click()
    expect(page.get_by_role("button", name="Washing...")).to_be_disabled()
    expect(page.get_by_role("timer")).to_contain_text("Washing")
    assert pet(newcomer)["state"] == "washing"
    spend(newcomer, 45)
    if not scripts:
        page.reload()
    # An open page follows the library.
    expect(page.get_by_text("Ready for dryer")).to_be_visible()
    page.get_by_role("button", name="Start Dryer").click()
    expect(page.get_by_role("button", name="Drying...")).to_be_visible()
    spend(newcomer, 60)
    assert "1 cycle" in newcomer.hsync("laundry", "fold", "Snowy")
    if not scripts:
        page.reload()
    expect(page.get_by_role("button", name="Start Wash")).to_be_visible()
    expect(page.get_by_role("group", name="CYCLES: 1 Total")).to_be_visible()


def test_the_timer_counts_down_without_asking(owner, enter):
    owner.hsync("laundry", "wash", "Snowy")
    page = enter(owner, f"/laundry/pet?id={pet(owner)['id']}")
    asked = []
    page.on("request", lambda request: "/laundry" not in request.url or asked.append(request.url))
    timer = page.get_by_role("timer")
    first = timer.locator("[data-left]").inner_text()
    expect(timer.locator("[data-left]")).not_to_have_text(first)
    assert timer.get_attribute("aria-label").startswith("Timer: 44:") and asked == []
    expect(timer.locator("svg circle.c-part")).to_have_attribute("pathLength", "100")


def test_a_press_without_a_network_is_sent_later_and_once(owner, contexts):
    page = contexts.page(owner.url, workers="allow", quiet=False, clock=CLOCK, cookies=owner.cookies())
    path = f"{owner.url}/laundry/pet?id={pet(owner)['id']}"
    page.goto(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(path)
    page.context.set_offline(True)
    page.get_by_role("button", name="Start Wash").click()
    expect(page.locator("[data-waiting] li")).to_contain_text("Snowy: Start Wash")
    assert pet(owner)["state"] == "idle"
    page.context.set_offline(False)
    expect(page.locator("[data-waiting] li")).to_have_count(0, timeout=30000)
    expect(page.get_by_role("button", name="Washing...")).to_be_visible()
    assert pet(owner)["state"] == "washing"


def test_a_pet_is_edited_and_deleted(owner, enter):
    page = enter(owner, f"/laundry/pet?id={pet(owner)['id']}")
    page.get_by_role("link", name="Pet settings").click()
    page.get_by_label("Wash Time").select_option("5")
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_label("Pet Name").fill("Blue")
    page.get_by_label("Pet Name").blur()
    expect(page.locator("header.top")).to_contain_text("Blue")
    assert pet(owner, "Blue")["wash_min"] == 5
    page.get_by_role("link", name="Done").click()
    page.get_by_role("link", name="My Laundry Pets").click()
    page.get_by_role("button", name="Menu of Blue").click()
    page.get_by_role("link", name="Delete Pet").click()
    page.get_by_role("button", name="Delete pet Blue with its history").click()
    expect(page.get_by_text("No Pets Yet")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Blue, 100% health, is so happy!")).to_be_visible()


def test_the_create_button_needs_a_name(newcomer, enter):
    page = enter(newcomer, "/laundry/new")
    button = page.get_by_role("button", name="Create Pet")
    expect(page.get_by_label("Pet name")).to_be_focused()
    expect(button).to_be_disabled()
    page.get_by_label("Pet name").fill("  ")
    expect(button).to_be_disabled()
    page.get_by_label("Pet name").fill("Rex")
    expect(button).to_be_enabled()


def test_every_page_is_accessible_and_fits(newcomer, enter):
    """L-A11Y-1: in every state and mood, also with names that are long, from right to left, and hostile."""
    names = ["Snowy", "Washing", "Drying", RTL[:30], HOSTILE[:30], LONG[:30]]
    for name in names:
        newcomer.hsync("laundry", "add", "--", name)
    ids = [one["id"] for one in json.loads(newcomer.hsync("laundry", "--json"))["pets"]]
    for minutes, place in ((0, 1), (0, 2)):
        newcomer.hsync("laundry", "wash", ids[place])
    spend(newcomer, 45)
    newcomer.hsync("laundry", "dry", ids[2])
    newcomer.hsync("laundry", "wash", ids[3])
    with contextlib.closing(sqlite3.connect(newcomer.library, timeout=20)) as db, db:
        for days, place in ((2, 0), (4, 4), (9, 5)):
            db.execute("UPDATE laundry_pet SET created_at_ms = created_at_ms - ? WHERE id = ?", (days * 86_400_000, ids[place]))
    page = enter(newcomer, "/laundry", reduced_motion="reduce")
    paths = ["/laundry", "/laundry/new", "/laundry/settings", "/laundry/reset", "/"]
    paths += [f"/laundry/pet?id={one}" for one in ids] + [f"/laundry/pet/settings?id={ids[5]}", f"/laundry/delete?id={ids[3]}"]
    for path in paths:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        page.goto(newcomer.url + path)
        look.assert_good(page)
        assert look.inline(page) == 0 and look.moving(page) == 0, path


def test_faces_move_only_if_motion_is_welcome(owner, enter):
    """L-MOTION-1: the page of a pet moves, and stands still for those who ask for less motion."""
    path = f"/laundry/pet?id={pet(owner)['id']}"
    assert look.moving(enter(owner, path, reduced_motion="no-preference")) > 0
    assert look.moving(enter(owner, path, reduced_motion="reduce")) == 0

"""A phone's whole day beside a shell and a second device, and everything on the backend exactly once."""
import json
import re

import pytest
from playwright.sync_api import expect

from person import CLOCK, SAMPLES, Person


@pytest.fixture
def laptop(tmp_path_factory):
    """A second device of the same person, without a server."""
    return Person(tmp_path_factory.mktemp("laptop"))


def waiting(page):
    return page.locator("[data-waiting] li")


def eat(page, name):
    page.get_by_label("What you ate", exact=True).fill(name)
    page.get_by_role("button", name="Log Food").click()


def test_the_whole_day_of_a_phone(person, laptop, backend, contexts):
    backend.let_in(person)
    backend.let_in(laptop)
    # Pair by link.
    phone = contexts.page(person.url, workers="allow", quiet=False, clock=CLOCK)
    phone.goto(person.link())
    phone.get_by_label("Name of this browser").fill("Phone")
    phone.get_by_role("button", name="Pair this browser").click()
    expect(phone.get_by_role("heading", name="Today")).to_be_visible()
    assert [device["name"] for device in json.loads(person.hsync("serve", "devices", "--json"))["devices"]] == ["Phone"]

    # Plan breakfast.
    phone.get_by_role("link", name="Plan", exact=True).click()
    phone.get_by_role("button", name="+ Porridge").click()
    expect(phone.get_by_role("button", name="Porridge done")).to_be_visible()

    # Scan a photo and log it.
    phone.get_by_role("link", name="Scan", exact=True).click()
    phone.locator("input[type=file]").set_input_files(SAMPLES / "photos/04-tuna.jpg")
    expect(phone.get_by_role("heading", name="Tuna in brine")).to_be_visible(timeout=20000)
    phone.get_by_role("button", name="Log Food").click()
    expect(phone.get_by_text("Logged Tuna in brine")).to_be_visible()

    # The pages that are used offline were opened once.
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for path in ("/food", "/scan", "/food"):
        phone.goto(person.url + path)
    expect(phone.get_by_label("What you ate", exact=True)).to_be_visible()

    # Offline: two meals and a photo.
    phone.context.set_offline(True)
    for name in ("Plum", "Pear"):
        eat(phone, name)
        expect(waiting(phone).last).to_contain_text(name)
    phone.goto(person.url + "/scan")
    phone.locator("input[type=file]").set_input_files(SAMPLES / "photos/08-chocolate.jpg")
    expect(waiting(phone)).to_have_count(3)

    # Meanwhile the shell edits, and the second device logs and syncs.
    person.hsync("log", "--name", "Cherry pie", "--kcal", "300")
    apple = json.loads(person.hsync("meals", "--json"))["meals"][2]
    assert apple["name"] == "Apple from the market"
    person.hsync("meals", "edit", apple["id"], "--name", "Two apples")
    person.hsync("plan", "done", re.search(r"(\w+)  Easy run 5k", person.hsync("plan"))[1])
    laptop.hsync("log", "--name", "Walnuts", "--kcal", "180")
    laptop.hsync("plan", "add", "workout", "Stretching")
    laptop.hsync("sync")
    person.hsync("sync")

    # Back: what waited is sent, once.
    phone.context.set_offline(False)
    expect(waiting(phone)).to_have_count(0, timeout=30000)
    phone.goto(person.url + "/")
    for name in ("Tuna in brine", "Plum", "Pear", "Dark chocolate 70 %", "Cherry pie", "Two apples", "Walnuts"):
        expect(phone.locator("#eaten .name", has_text=name)).to_have_count(1)
    phone.get_by_role("button", name="Sync Now").click()
    expect(phone.get_by_text("Sync Complete")).to_be_visible(timeout=20000)

    # At the end both devices, and one that comes new, have the same: everything exactly once.
    laptop.hsync("sync")
    tablet = Person(laptop.folder / "tablet")
    tablet.folder.mkdir()
    backend.let_in(tablet)
    tablet.hsync("sync")
    wanted = sorted(["Oat crunch muesli", "Tomato soup", "Two apples", "Tuna in brine", "Plum", "Pear", "Dark chocolate 70 %", "Cherry pie", "Walnuts"])
    for device in (person, laptop, tablet):
        assert sorted(device.meals()) == wanted
        plan = device.hsync("plan")
        for title in ("Porridge", "Easy run 5k", "Lentil soup", "Stretching"):
            assert len(re.findall(title, plan)) == 1, plan
        assert re.search(r"[✓✔●] +\w+  Easy run 5k", plan), plan
    status = json.loads(person.hsync("sync", "status", "--json"))
    assert sum(status.get("pending", {}).values() if isinstance(status.get("pending"), dict) else [status.get("pending_total", 0)]) == 0, status

"""The pages of activity windows, over a stand-in for Open-Meteo at the person's time."""
import datetime
import json

import pytest
from playwright.sync_api import expect

import look
from open_meteo import OpenMeteo
from person import START

MIDNIGHT = START.astimezone(datetime.timezone.utc).replace(hour=0, minute=0, second=0)


@pytest.fixture
def meteo(person):
    meteo = OpenMeteo(MIDNIGHT)
    for name in ("url", "marine_url", "air_url", "geocoding_url"):
        person.hsync("config", "set", "forecast." + name, meteo.url)
    person.hsync("go", "place", "add", "Beach", "--lat", "32.08", "--lon", "34.77", "--zone", "Europe/Berlin")
    yield meteo
    meteo.stop()


def check(page, url, paths):
    for path in paths:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        page.goto(url + path)
        look.assert_good(page)
        assert look.inline(page) == 0, path


PAGES = ["/go", "/go/plan", "/go/plan?mode=swim_dog", "/go/hour?time=2026-03-30T14:00&mode=run_solo", "/go/hour?time=2026-03-31T15:00",
         "/go/profile", "/go/profile/confirm?what=strict", "/go/profile/confirm?what=delete"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_state_is_accessible_and_fits(person, meteo, enter, theme):
    """Before the set-up, on a fine day, on a rough one, and when the service fails."""
    page = enter(person, theme=theme, reduced_motion="reduce", expected="status of")
    check(page, person.url, ["/go", "/go/profile"])
    person.hsync("go", "profile", "set", "--activities", "swim,run", "--dog", "Rex")
    meteo.change = lambda hour: {"precipitation": 5} if hour.hour == 12 else {"wave_height": 0.7, "uv_index": None} if hour.hour == 13 else {}
    person.hsync("go", "--refresh", allow=(0, 1))
    check(page, person.url, PAGES)
    meteo.change = lambda hour: {"precipitation": 5}
    person.hsync("go", "place", "add", "Storm", "--lat", "40", "--lon", "5", "--zone", "Europe/Berlin")
    person.hsync("go", "--refresh", allow=(1,))
    check(page, person.url, ["/go", "/go/plan"])
    expect(page.get_by_text("Rough day for")).to_be_visible()
    meteo.fails = True
    person.hsync("go", "place", "add", "Nowhere", "--lat", "10", "--lon", "5", "--zone", "Europe/Berlin")
    page.goto(person.url + "/go")
    page.get_by_role("button", name="Refresh").click()
    expect(page.get_by_text("Something went wrong.")).to_be_visible()
    look.assert_good(page)


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_a_set_up_leads_to_today(person, meteo, enter, scripts):
    """In the order activities, dog, preset, notices; works with JavaScript off, too."""
    page = enter(person, "/go/profile", java_script_enabled=scripts)
    page.get_by_label("Dog's name").fill("Rex")
    page.get_by_label("Strict").check()
    page.get_by_role("button", name="Let's go").click()
    expect(page.get_by_text("You're set.")).to_be_visible()
    expect(page.get_by_text("Swim with Rex").first).to_be_visible()
    expect(page.get_by_role("link", name="Weather data from Open-Meteo")).to_be_visible()
    page.get_by_role("link", name="Plan", exact=True).first.click()
    page.goto(person.url + "/go/plan?mode=run_solo")
    page.get_by_role("link", name="15:00: score 100, Perfect.").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("15:00")
    expect(page.get_by_text("Wave height")).to_be_visible()
    page.goto(person.url + "/go/profile")
    page.get_by_role("link", name="Switch to Chill").click()
    page.get_by_role("button", name="Switch").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert json.loads(person.hsync("go", "profile", "--json"))["preset"] == "chill"


def swipe(page, across):
    """A finger moves over the page, by so many pixels to the right."""
    page.evaluate("""across => {
        const box = document.querySelector("[data-swipe]"), touch = x => new Touch({ identifier: 1, target: box, clientX: x, clientY: 300 });
        const send = (kind, touches, changed) => box.dispatchEvent(new TouchEvent(kind, { bubbles: true, touches, changedTouches: changed }));
        send("touchstart", [touch(180)], [touch(180)]);
        send("touchend", [], [touch(180 + across)]);
    }""", across)


def test_swipes_and_arrows_lead_from_day_to_day(person, meteo, enter):
    """G-PLAN-5: to the left is the next day; a short or steep move is none."""
    person.hsync("go", "profile", "set", "--activities", "run")
    person.hsync("go", "--refresh", allow=(0, 1))
    page = enter(person, "/go/plan?mode=run_solo", has_touch=True)
    expect(page.locator("details[data-day]")).to_have_count(7)
    swipe(page, 80)
    swipe(page, -40)
    expect(page.locator("details[data-day]")).to_have_count(7)
    swipe(page, -80)
    expect(page.locator("details[data-day]").first).to_have_attribute("data-day", "2026-03-31")
    assert page.url.endswith("day=2026-03-31")
    page.get_by_role("link", name="Wednesday Apr 1").click()
    expect(page.locator("details[data-day]").first).to_have_attribute("data-day", "2026-04-01")
    expect(page.locator("details[open]")).to_have_count(1)
    swipe(page, 80)
    expect(page.locator("details[data-day]").first).to_have_attribute("data-day", "2026-03-31")
    page.goto(person.url + "/go/hour?time=2026-03-31T15:00&mode=run_solo")
    swipe(page, -80)
    expect(page.get_by_role("heading", level=1)).to_contain_text("16:00")


def test_rows_are_high_and_large_text_fits(person, meteo, enter):
    """G-PLAN-9"""
    person.hsync("go", "profile", "set", "--activities", "run")
    meteo.change = lambda hour: {"precipitation": 5} if hour.hour == 12 else {}
    person.hsync("go", "--refresh", allow=(0, 1))
    page = enter(person, "/go/plan?mode=run_solo")
    heights = page.locator("details[open] .open").evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
    assert len(heights) == 48 and min(heights) >= 48
    gated = page.locator("li.gated").first
    assert gated.evaluate("row => getComputedStyle(row).opacity") == "1"
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


ANSWERS = """(() => { let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem('answer') || permission });
    Notification.requestPermission = async () => { sessionStorage.setItem('asked', +(sessionStorage.getItem('asked') || 0) + 1);
        sessionStorage.setItem('answer', '%s'); return '%s'; };
    PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint: 'https://push.example.net/x', keys: { p256dh: 'P', auth: 'A' } }) }); })()"""


def events(page, person, name):
    """The fields of the events of a name, once there is one: pages write them in the background."""
    for _ in range(100):
        found = [event for event in map(json.loads, person.hsync("events", "-n", "100", "--json").splitlines()) if event["event"] == name]
        if found:
            return found
        page.wait_for_timeout(50)
    raise AssertionError(name)


def test_permission_is_asked_with_the_set_up_and_not_again(person, meteo, enter):
    """G-NOTIFY-10, G-PROFILE-4: asked when the set-up is sent with notices on; after a refusal a banner leads to the settings, once."""
    person.hsync("config", "set", "products.contact", "me@example.org")
    page = enter(person, "/go/profile", workers="allow", quiet=False)
    look.until(page, "navigator.serviceWorker.controller !== null")
    page.context.add_init_script(ANSWERS % ("denied", "denied"))
    page.goto(person.url + "/go/profile")
    page.get_by_label("Notify me").check()
    page.get_by_role("button", name="Let's go").click()
    expect(page.get_by_text("You're set.")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('asked')") == "1"
    assert events(page, person, "notif_permission_denied")[0]["platform"] == "web"
    expect(page.get_by_text("Enable notifications to get swim/run alerts.")).to_be_visible()
    page.get_by_role("link", name="Open Settings").click()
    expect(page.get_by_role("heading", name="Notices", exact=True)).to_be_visible()
    events(page, person, "notif_settings_deep_link")
    page.goto(person.url + "/go")
    expect(page.get_by_role("heading", name="Now", exact=False)).to_be_visible()
    expect(page.get_by_text("Enable notifications to get swim/run alerts.")).to_be_hidden()
    assert page.evaluate("sessionStorage.getItem('asked')") == "1"


def test_without_notices_nobody_is_asked(person, meteo, enter):
    """G-NOTIFY-10"""
    page = enter(person, "/go/profile", workers="allow", quiet=False)
    look.until(page, "navigator.serviceWorker.controller !== null")
    page.context.add_init_script(ANSWERS % ("granted", "granted"))
    page.goto(person.url + "/go/profile")
    page.get_by_role("button", name="Let's go").click()
    expect(page.get_by_text("You're set.")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('asked')") is None

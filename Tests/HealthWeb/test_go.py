"""The pages of activity windows, over a stand-in for Open-Meteo at the person's time."""
import datetime
import http.server
import json
import threading

import pytest
from playwright.sync_api import expect

import look
from person import START

MIDNIGHT = START.astimezone(datetime.timezone.utc).replace(hour=0, minute=0, second=0)
VARIABLES = {
    "/v1/forecast": {"apparent_temperature": ("°C", 24), "wind_speed_10m": ("km/h", 7.2), "wind_gusts_10m": ("km/h", 18),
                     "precipitation_probability": ("%", 0), "precipitation": ("mm", 0), "uv_index": ("", 3)},
    "/v1/marine": {"wave_height": ("m", 0.2), "wave_period": ("s", 4)},
    "/v1/air-quality": {"european_aqi": ("EAQI", 30), "pm10": ("μg/m³", 10), "pm2_5": ("μg/m³", 10)},
}


class OpenMeteo:
    """A service on loopback. `change(hour)` gives values that differ, by variable; with `fails` it has an error."""

    def __init__(self):
        self.change, self.fails = (lambda hour: {}), False
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                body = json.dumps(service.answer(self.path.split("?")[0])).encode()
                self.send_response(500 if service.fails else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path):
        hours = [MIDNIGHT + datetime.timedelta(hours=hour) for hour in range(168)]
        columns = {name: [self.change(hour).get(name, usual) for hour in hours] for name, (_, usual) in VARIABLES[path].items()}
        days = [f"{MIDNIGHT + datetime.timedelta(days=day):%Y-%m-%d}" for day in range(7)]
        return {
            "utc_offset_seconds": 0, "hourly_units": {name: unit for name, (unit, _) in VARIABLES[path].items()},
            "hourly": {"time": [f"{hour:%Y-%m-%dT%H:%M}" for hour in hours], **columns},
            "daily": {"time": days, "sunrise": [day + "T04:00" for day in days], "sunset": [day + "T17:00" for day in days]},
        }


@pytest.fixture
def meteo(person):
    meteo = OpenMeteo()
    for name in ("url", "marine_url", "air_url", "geocoding_url"):
        person.hsync("config", "set", "forecast." + name, meteo.url)
    person.hsync("go", "place", "add", "Beach", "--lat", "32.08", "--lon", "34.77", "--zone", "Europe/Berlin")
    yield meteo
    meteo.server.shutdown()


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

"""A month of the diet plan on the pages: the set-up, 28 days under a clock of its own, the switches, the review, the celebration."""
import json
import time

import pytest
from playwright.sync_api import expect

import look
import person as people


class Month:
    """A person whose clock is moved from day to day of the plan."""

    def __init__(self, folder):
        self.offset = folder / "offset"
        self.go(1)
        self.person = people.Person(folder)
        self.person.env["CLOCK_JUMP_FILE"] = str(self.offset)

    def go(self, day):
        """Makes it 12:30 of a day of the plan, from 1."""
        # As a whole: the server reads the file at each look at its clock, and an empty one would end its sessions, which are of the person's time.
        new = self.offset.with_suffix(".new")
        new.write_text(str(int(people.START.timestamp() - time.time()) + (day - 1) * 86400))
        new.replace(self.offset)

    def log(self, day):
        """The meal and the weight of a day, as docs/examples/diet-month.sh has them."""
        kcal = 1850 if 8 <= day <= 14 else 2200
        self.person.hsync("log", "--name", f"Day {day}", "--kcal", kcal, "--protein", 120, "--carbs", 180, "--fat", 60)
        self.person.hsync("weight", "log", f"{80 - day / 10:.1f}")


@pytest.fixture
def month(tmp_path):
    month = Month(tmp_path)
    month.person.hsync("today")
    month.person.serve()
    yield month
    month.person.stop()


@pytest.fixture
def page(month, contexts):
    """A page of the person's without their clock: nothing on these pages depends on the browser's."""
    page = contexts.page(month.person.url, cookies=month.person.cookies(), expected="status of 422", reduced_motion="reduce")
    page.goto(month.person.url + "/diet")
    return page


def set_up(page):
    """The eight steps with their presets, where there are some."""
    page.get_by_role("link", name="Get Started").click()
    expect(page.get_by_text("1 of 8")).to_be_visible()
    page.get_by_role("button", name="Get Started").click()
    # It can't be passed without an answer.
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("alert")).to_contain_text("Please answer this question")
    page.get_by_label("Male", exact=True).check()
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Years").fill("17")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("alert")).to_contain_text("Age must be 18-99.")
    page.get_by_label("Years").fill("39")
    page.get_by_role("button", name="Next").click()
    page.get_by_label("cm").fill("170")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_label("kg")).to_have_value("90")
    page.get_by_label("kg").fill("80")
    page.get_by_role("button", name="Next").click()
    # Left, and resumed where it was.
    page.goto(page.url.split("/diet")[0] + "/diet/setup")
    expect(page.get_by_text("6 of 8")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_label("kg")).to_have_value("80")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="When are you hungry or need energy?")).to_be_visible()
    page.get_by_role("button", name="Start the plan").click()


def test_a_month(month, page):
    set_up(page)
    plan = page.locator("#diet")
    expect(page.get_by_text("Your plan has started.")).to_be_visible()
    for words in ("Day 1 of 14 - Gentle start", "0 day streak", "2,300 of 2,300 kcal left", "Week 1 starts gentle. Why?", "Eating window: 12pm - 6pm"):
        expect(plan).to_contain_text(words)
    # Today's weight in one tap: it is preset.
    plan.get_by_role("link", name="Log Weight").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Logged 80.0 kg")).to_be_visible()
    expect(plan.get_by_role("link", name="Log Weight")).to_have_count(0)
    for day in range(1, 30):
        month.go(day)
        month.log(day)
        if day not in (2, 8, 14, 15, 21, 28, 29):
            continue
        page.goto(month.person.url + "/")
        if day == 2:
            plan.get_by_role("button", name="I'm in").click()
            expect(page.get_by_text("Great: one day at a time.")).to_be_visible()
        elif day == 8:
            expect(plan).to_contain_text("🔥 Day 8 of 14 - Diet")
            expect(plan).to_contain_text("Your calories are decreasing to 1,900 today!")
            expect(plan).to_contain_text("50 of 1,900 kcal left")
        elif day == 14:
            expect(plan).to_contain_text("Day 14 of 14 - Switching to Maintenance")
        elif day == 15:
            expect(plan).to_contain_text("Your calories are increasing to 2,300 today!")
            plan.get_by_role("link", name="MATADOR Phase Switch").last.click()
            expect(page.get_by_role("heading", name="Why am I eating more now?")).to_be_visible()
            page.get_by_text("Learn More").click()
            expect(page.get_by_text("Int J Obes 42:129–138")).to_be_visible()
            page.get_by_role("link", name="Got it").click()
            plan.get_by_role("button", name="Got it").click()
            expect(plan).not_to_contain_text("increasing")
        elif day == 21:
            for words in ("Your review of the first 21 days:", "You logged on 21 of 21 days.", "ate 1850 kcal on average, target 1900 kcal"):
                expect(plan).to_contain_text(words)
        elif day == 28:
            for words in ("cycle 1 completed", "Cycle 1 is complete", "A whole cycle. Roar!", "28 day streak"):
                expect(plan).to_contain_text(words)
        else:
            expect(plan).to_contain_text("🔥 Day 1 of 14 - Diet")
            expect(plan).to_contain_text("1,900")
    # The commands have the same numbers.
    days = [json.loads(line) for line in month.person.hsync("diet", "history", "--json", "--from", "-28").splitlines()]
    assert [day["target_kcal"] for day in days] == [1900 if 8 <= n <= 14 or n == 29 else 2300 for n in range(1, 30)]
    assert days[-1]["streak_days"] == 29
    page.goto(month.person.url + "/diet")
    expect(page.locator("#history tbody tr")).to_have_count(28)
    expect(page.get_by_role("heading", name="Weight")).to_be_visible()


def test_the_pages_are_accessible_and_fit(month, page):
    """D-A11Y-2"""
    def check(path):
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        page.goto(month.person.url + path)
        look.assert_good(page)
        assert look.inline(page) == 0 and look.moving(page) == 0, path

    check("/diet")
    for step in ("welcome", "sex", "age", "height", "weight", "activity", "goal", "window"):
        check(f"/diet/setup?step={step}")
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(month.person.url + "/diet")
    set_up(page)
    month.log(1)
    month.go(15)
    month.log(15)
    for path in ("/", "/diet", "/diet/why/metabolic_adaptation", "/diet/why/tdee", "/diet/learn", "/diet/weight", "/diet/choices", "/diet/setup?step=window"):
        check(path)


def test_a_wrong_answer_is_accessible(month, page):
    page.goto(month.person.url + "/diet/setup?step=window")
    page.get_by_label("Eating time 1").fill("09:00")
    page.get_by_role("button", name="Start the plan").click()
    expect(page.get_by_role("alert")).to_contain_text("09:00 is outside the eating window")
    look.assert_good(page)

"""Logging a meal on the pages: search and portion, the day's meals, what is typed and not sent, and what is shown while waiting."""
import json

import pytest
from playwright.sync_api import expect

import look
from test_assets import controlled


def plan(person):
    """A plan in its second week: 1,900 kcal."""
    person.hsync("diet", "setup", "--sex", "male", "--age", 39, "--height-cm", 170, "--weight-kg", 80, "--activity", "light", "--goal", "lose",
                 "--start", "-8")


@pytest.fixture
def eater(newcomer):
    """A person with a plan and fifteen foods of their own."""
    plan(newcomer)
    for number in range(15):
        newcomer.hsync("foods", "add", f"Bun {number + 10}", "--kcal", 250, "--protein", 10, "--carbs", 40, "--fat", 5, "--serving", 40)
    return newcomer


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_ten_results_at_first_and_more_on_demand(eater, enter, scripts):
    """D-MEAL-6"""
    page = enter(eater, "/food?q=bun", java_script_enabled=scripts)
    rows = page.locator("#found .rows > li")
    expect(rows).to_have_count(10)
    expect(rows.first).to_contain_text("250 kcal per 100 g, protein 10 g, carbs 40 g, fat 5 g")
    page.get_by_role("link", name="More results").click()
    expect(rows).to_have_count(15)
    expect(page.get_by_role("link", name="More results")).to_have_count(0)
    expect(page.get_by_role("link", name="Food not found? Try manual entry")).to_be_visible()


def test_from_the_search_to_the_day_in_three_actions(eater, enter):
    """D-MEAL-2, D-MEAL-6, D-MEAL-7"""
    page = enter(eater, "/food")
    page.get_by_label("Search food").press_sequentially("bun 12")
    page.locator("#found").get_by_role("link", name="Bun 12").click()
    expect(page.get_by_role("heading", name="Bun 12")).to_be_visible()
    number, slider, kcal = page.locator("#amount"), page.get_by_role("slider", name="Portion"), page.locator("output")
    expect(kcal).to_have_text("100")
    slider.fill("2.5")
    expect(number).to_have_value("2.5")
    expect(kcal).to_have_text("250")
    expect(page.locator("[data-digits]").nth(1)).to_have_text("40")
    number.fill("1.5")
    expect(slider).to_have_value("1.5")
    expect(slider).to_have_attribute("aria-valuetext", "1.5 servings")
    expect(kcal).to_have_text("150")
    look.assert_good(page)
    page.get_by_role("button", name="Log Food").click()
    expect(page.get_by_text("150 / 1,900 cal")).to_be_visible()
    expect(page.get_by_role("link", name="Add Another Meal")).to_be_visible()
    look.assert_good(page)
    assert json.loads(eater.hsync("meals", "--json"))["meals"][0]["nutrition"]["energy_kcal"] == 150


def test_the_totals_stay_in_view(eater, enter):
    """D-MEAL-7"""
    for number in range(20):
        eater.hsync("log", "--name", f"Bite {number}", "--kcal", 10)
    page = enter(eater, "/meals")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    box = page.locator(".totals").bounding_box()
    assert -1 <= box["y"] <= 1, box
    expect(page.locator("#day-meals .rows > li").first).to_contain_text("Bite")


def test_a_failed_search_leads_to_the_form(eater, enter):
    """D-MEAL-6"""
    page = enter(eater, "/food", quiet=False)
    page.context.set_offline(True)
    page.get_by_label("Search food").press_sequentially("bun")
    expect(page.get_by_role("link", name="Search unavailable, use manual entry")).to_be_visible()
    page.get_by_label("What you ate", exact=True).fill("Bread")
    page.get_by_role("button", name="Log Food").click()
    expect(page.locator("[data-waiting]").get_by_text("Bread")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-waiting] li")).to_have_count(0, timeout=15000)
    assert eater.meals() == ["Bread"]


def test_leaving_asks_if_something_typed_would_be_lost(eater, enter):
    """D-MEAL-8"""
    page = enter(eater, "/food")
    today, question = page.locator("nav.tabs a", has_text="Today"), page.get_by_role("dialog", name="Discard meal?")
    field = page.get_by_label("What you ate", exact=True)
    field.fill("Soup")
    # A search keeps the form.
    page.get_by_label("Search food").press_sequentially("bun")
    expect(page.locator("#found").get_by_text("Your own foods")).to_be_visible()
    expect(field).to_have_value("Soup")
    today.click()
    expect(question).to_be_visible()
    assert not look.violations(page)
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    today.click()
    question.get_by_role("button", name="Keep editing").click()
    expect(field).to_have_value("Soup")
    page.get_by_role("button", name="Log Bun 10").click()
    expect(question).to_be_visible()
    question.get_by_role("button", name="Keep editing").click()
    assert eater.meals() == []
    today.click()
    question.get_by_role("button", name="Discard").click()
    page.wait_for_url(eater.url + "/")
    assert eater.meals() == []


def test_leaving_asks_nothing_when_nothing_would_be_lost(eater, enter):
    """D-MEAL-8"""
    page = enter(eater, "/food")
    field = page.get_by_label("What you ate", exact=True)
    field.fill("Soup")
    field.fill("")
    page.locator("nav.tabs a", has_text="Today").click()
    page.wait_for_url(eater.url + "/")
    page.goto(eater.url + "/food")
    field.fill("Soup")
    page.get_by_role("button", name="Log Food").click()
    expect(page.get_by_text("Logged Soup")).to_be_visible()
    page.locator("nav.tabs a", has_text="Today").click()
    page.wait_for_url(eater.url + "/")


def test_going_back_asks_too(eater, enter):
    """D-MEAL-8"""
    eater.hsync("log", "--name", "Soup", "--kcal", "90")
    page = enter(eater, "/food")
    page.get_by_role("button", name="Log Soup again").click()
    page.wait_for_url("**/meals*")
    page.locator("#day-meals a.open").first.click()
    page.get_by_label("Note").fill("warm")
    page.get_by_role("button", name="Log again").click()
    question = page.get_by_role("dialog", name="Discard meal?")
    expect(question).to_be_visible()
    question.get_by_role("button", name="Discard").click()
    page.wait_for_url("**/meals*")
    assert eater.meals() == ["Soup"] * 3


WATCH = """() => { const box = document.querySelector('.waits'), start = performance.now(); window.seen = [];
    new MutationObserver(() => seen.push([performance.now() - start, box.hidden, box.textContent])).observe(box, { attributes: true, childList: true, subtree: true }); }"""


def test_waiting_shows_nothing_then_a_ring_then_words(visit, server):
    """D-STATE-2"""
    page = visit("/food")
    server.diary.delay = 3
    page.evaluate(WATCH)
    page.get_by_role("searchbox").press_sequentially("a")
    box = page.locator(".waits")
    expect(box).to_be_visible()
    expect(box.locator(".spinner")).to_be_visible()
    expect(box).to_have_text("Loading...")
    server.diary.delay = 0
    expect(box).to_be_hidden()
    shown = [entry for entry in page.evaluate("seen") if not entry[1]]
    # The search begins 200 ms after the key.
    assert shown[0][0] >= 390 and not shown[0][2], shown
    assert all(at >= 2190 for at, _, words in shown if words), shown
    page.evaluate(WATCH)
    page.get_by_role("searchbox").press_sequentially("b")
    page.wait_for_timeout(600)
    assert not [entry for entry in page.evaluate("seen") if not entry[1] and entry[2]], "nothing is said about a fast answer"


@pytest.mark.parametrize("path", ["/plan", "/food"])
def test_a_page_that_takes_long_has_a_skeleton_at_first(visit, server, path):
    """M-HOME-9, M-PLANNER-10"""
    page = controlled(visit)
    server.diary.gets.clear()
    server.diary.delay = 1.5
    page.goto(server.url + path, wait_until="commit")
    expect(page.get_by_text("Loading mobile experience...")).to_be_visible()
    expect(page.locator("main .bone").first).to_be_visible()
    expect(page.locator("nav.tabs")).to_be_visible()
    expect(page.get_by_text("Loading mobile experience...")).to_have_count(0)
    assert page.locator("main").get_attribute("data-state") == "ready"
    assert server.diary.gets.count(path) == 1, "the server is asked once"
    assert page.locator("meta[name=hsync-token]").get_attribute("content") == server.diary.token
    look.assert_good(page)


def test_a_skeleton_gives_way_to_the_page_about_the_connection(visit, server):
    page = controlled(visit)
    server.diary.delay = 1
    page.goto(server.url + "/plan", wait_until="commit")
    expect(page.get_by_text("Loading mobile experience...")).to_be_visible()
    server.diary.gone = True
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()

"""The companion's static part: look, script, service worker. The pages are examples, the server is `server.py`."""
import gzip
import json
import re
import struct

import pytest
from playwright.sync_api import expect

import look
import pages
from look import until
from pages import ASSETS, EXAMPLES

PNG = (ASSETS / "icon-192.png").read_bytes()
UUID7 = re.compile(r"^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")


# The look

@pytest.mark.parametrize("name", EXAMPLES)
def test_the_look_of(visit, name):
    look.assert_good(visit(f"/example/{name}", reduced_motion="reduce"))


def test_the_setting_of_the_theme_overrides_the_system(visit):
    page = visit("/example/today", theme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert page.evaluate(ground) == light != dark
    page.evaluate("delete document.documentElement.dataset.theme")
    assert page.evaluate(ground) == dark


def test_motion_only_where_it_is_welcome(visit):
    page = visit("/example/today-loading", reduced_motion="reduce")
    assert look.moving(page) == 0
    assert look.moving(visit("/example/today-loading", reduced_motion="no-preference")) > 0


def test_nothing_moves_while_the_page_loads(visit):
    page = visit("/")
    page.wait_for_load_state("load")
    page.wait_for_timeout(300)
    assert look.shift(page) == []


def test_buttons_that_come_with_the_script_have_their_room(visit):
    """The script may come late: what it shows moves nothing."""
    page = visit("/example/scan-found", java_script_enabled=False)
    without = [page.locator(where).first.bounding_box() for where in (".stepper input", ".stepper ~ *, .stepper", "main .button")]
    page = visit("/example/scan-found")
    expect(page.get_by_role("button", name="More")).to_be_visible()
    assert [page.locator(where).first.bounding_box() for where in (".stepper input", ".stepper ~ *, .stepper", "main .button")] == without


def test_budgets(visit):
    packed = lambda name: len(gzip.compress((ASSETS / name).read_bytes(), 9))
    assert packed("app.css") + packed("app.js") <= 20 * 1024
    page = visit("/")
    first = len(gzip.compress(page.content().encode(), 9)) + sum(packed(n) for n in ("app.css", "app.js", "icon.svg", "manifest.webmanifest"))
    assert first <= 40 * 1024


def test_icons_and_manifest(visit):
    manifest = json.loads((ASSETS / "manifest.webmanifest").read_text())
    for icon in manifest["icons"]:
        file = ASSETS / icon["src"].removeprefix("/assets/")
        if file.suffix == ".png":
            width, height = struct.unpack(">II", file.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        assert file.stat().st_size < 4096
    assert manifest["share_target"]["method"] == "POST"


def test_assets_need_no_inline_script_or_style():
    script = (ASSETS / "app.js").read_text() + (ASSETS / "sw.js").read_text()
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function|document\.write|https?://", script)
    assert not re.search(r"\bstyle=|<style|\bon\w+=", (ASSETS / "offline.html").read_text())
    assert not re.search(r"@import|url\(", (ASSETS / "app.css").read_text())


# Without a script

def test_everything_works_without_javascript(visit, server):
    page = visit("/food", java_script_enabled=False)
    page.get_by_label("What you ate", exact=True).fill("Lentil soup")
    page.get_by_role("button", name="Log Food").click()
    expect(page.locator("#found")).to_contain_text("Lentil soup")
    page.goto(server.url + "/")
    page.get_by_role("button", name="Easy run 5k done").click()
    expect(page.get_by_role("button", name="Easy run 5k done")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Sync Now").click()
    page.goto(server.url + "/plan")
    page.get_by_role("button", name="Copy week").click()
    expect(page.get_by_role("heading", name="Copy week 48")).to_be_visible()
    assert [path for path, _ in server.diary.posts] == ["/log", "/plan/tick", "/sync"]
    assert page.locator("[data-script]:visible").count() == 0


# With it

def test_a_form_swaps_its_part_and_keeps_the_focus(visit, server):
    page = visit("/")
    page.evaluate("window.mark = 1")
    tick = page.get_by_role("button", name="Easy run 5k done")
    tick.focus()
    page.keyboard.press("Enter")
    expect(tick).to_have_attribute("aria-pressed", "false")
    expect(tick).to_be_focused()
    assert page.evaluate("window.mark") == 1, "the page was not loaded anew"


def test_links_and_searches_keep_the_history(visit, server):
    page = visit("/plan")
    page.evaluate("window.mark = 1")
    page.get_by_role("link", name="Thu 26").click()
    page.wait_for_url("**/plan?day=2026-11-26")
    page.go_back()
    page.wait_for_url("**/plan")
    assert page.evaluate("window.mark") == 1
    page.goto(server.url + "/food")
    page.get_by_role("searchbox").press_sequentially("tomato")
    page.wait_for_url("**/food?q=tomato")
    expect(page.locator("#found li")).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.go_back()
    page.wait_for_url("**/plan")


def test_a_double_tap_sends_once(visit, server):
    page = visit("/food")
    page.get_by_label("What you ate", exact=True).fill("Soup")
    page.get_by_role("button", name="Log Food").dblclick()
    page.wait_for_timeout(300)
    posts = [fields for path, fields in server.diary.posts if path == "/log"]
    assert len(posts) == 1
    assert UUID7.match(posts[0]["id"])


def test_a_meal_logged_elsewhere_appears(visit, server):
    page = visit("/")
    expect(page.locator("#eaten")).not_to_contain_text("Shell soup")
    server.diary.wait(lambda: server.diary.listeners)
    server.diary.change(lambda: server.diary.meals.append("Shell soup"))
    expect(page.locator("#eaten")).to_contain_text("Shell soup", timeout=1500)


def test_a_page_that_was_swapped_in_follows_the_library(visit, server):
    """The page before has no live parts, and listens to nothing."""
    page = visit("/pair")
    page.evaluate("""() => { const link = Object.assign(document.createElement('a'), { href: '/', textContent: 'Today' });
        link.dataset.swap = 'main'; document.querySelector('main').append(link); }""")
    page.locator("main a").click()
    page.wait_for_url(server.url + "/")
    server.diary.wait(lambda: server.diary.listeners)
    server.diary.change(lambda: server.diary.meals.append("Shell soup"))
    expect(page.locator("#eaten")).to_contain_text("Shell soup", timeout=2000)


def test_a_change_while_the_stream_is_interrupted_is_shown(visit, server):
    page = visit("/")
    server.diary.wait(lambda: server.diary.listeners)
    server.diary.interrupted = True
    server.diary.change(lambda: None)
    server.diary.wait(lambda: not server.diary.listeners)
    server.diary.meals.append("Shell soup")
    server.diary.interrupted = False
    expect(page.locator("#eaten")).to_contain_text("Shell soup", timeout=8000)


def test_a_field_in_use_is_not_replaced(visit, server):
    page = visit("/plan")
    page.evaluate("document.querySelector('#planned').append(Object.assign(document.createElement('input'), {ariaLabel: 'probe'}))")
    page.get_by_label("probe").fill("half a w")
    server.diary.wait(lambda: server.diary.listeners)
    server.diary.change(lambda: None)
    page.wait_for_timeout(500)
    assert page.get_by_label("probe").input_value() == "half a w"


def test_texts_of_the_library_are_no_markup(visit, server):
    server.diary.meals.append("<img src=x onerror=alert(1)>")
    page = visit("/")
    page.get_by_role("button", name="Easy run 5k done").click()
    expect(page.locator("#eaten")).to_contain_text("<img src=x")
    assert page.locator("#eaten img").count() == 0


def test_amounts_and_previews(visit):
    page = visit("/scan/code")
    page.get_by_role("button", name="More").click()
    expect(page.locator("output")).to_have_text("389")
    page.get_by_label("Servings of 45 g").fill("")
    expect(page.locator("output")).to_have_text("–")
    page = visit("/food")
    page.get_by_label("Photo").set_input_files({"name": "lunch.png", "mimeType": "image/png", "buffer": PNG})
    expect(page.get_by_alt_text("lunch.png")).to_be_visible()
    assert page.evaluate("document.querySelector('.previews img').naturalWidth") == 192


def test_a_photo_is_read_as_soon_as_it_is_taken(visit, server):
    page = visit("/scan")
    page.locator("#scan [type=file]").set_input_files({"name": "lunch.png", "mimeType": "image/png", "buffer": PNG})
    expect(page.get_by_role("heading", name="Oat crunch muesli")).to_be_visible()
    page.get_by_role("button", name="Log Food").click()
    server.diary.wait(lambda: len(server.diary.posts) > 1)
    assert [path for path, _ in server.diary.posts] == ["/scan", "/log"]
    assert server.diary.posts[0][1]["photo"] == len(PNG)


# Offline

def log(page, title):
    page.get_by_label("What you ate", exact=True).fill(title)
    page.get_by_role("button", name="Log Food").click()


def waiting(page):
    return page.locator("[data-waiting] li")


def test_entries_made_offline_wait_and_are_sent_in_order_once(visit, server):
    page = visit("/food", quiet=False)
    page.context.set_offline(True)
    expect(page.locator("main")).to_have_attribute("data-state", "offline")
    for title in ("First", "Second", "Third"):
        log(page, title)
        expect(waiting(page).last).to_contain_text(title)
    page.get_by_label("Photo").set_input_files({"name": "lunch.png", "mimeType": "image/png", "buffer": PNG})
    log(page, "With a photo")
    expect(waiting(page)).to_have_count(4)
    assert server.diary.posts == []
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    titles = [fields["title"] for _, fields in server.diary.posts]
    assert titles == ["First", "Second", "Third", "With a photo"]
    ids = [fields["id"] for _, fields in server.diary.posts]
    assert len(set(ids)) == 4 and all(UUID7.match(i) for i in ids)
    assert sorted(ids) == ids
    assert all(fields["at_ms"].isdigit() for _, fields in server.diary.posts)
    expect(page.locator("main")).to_have_attribute("data-state", "ready")


def test_two_tabs_send_each_entry_once(visit, server):
    page = visit("/food", quiet=False)
    other = page.context.new_page()
    other.goto(server.url + "/")
    page.context.set_offline(True)
    for title in ("First", "Second", "Third"):
        log(page, title)
        expect(waiting(page).last).to_contain_text(title)
    expect(waiting(other)).to_have_count(3)
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    server.diary.wait(lambda: len(server.diary.posts) > 2)
    assert [fields["title"] for _, fields in server.diary.posts] == ["First", "Second", "Third"]


def test_an_answer_that_is_lost_is_sent_again_with_the_same_id(visit, server):
    page = visit("/food", quiet=False)
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch(max_redirects=0))
        route.abort()

    page.route("**/log", lose)
    log(page, "Soup")
    expect(waiting(page)).to_have_count(1)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(waiting(page)).to_have_count(0)
    ids = [fields["id"] for _, fields in server.diary.posts]
    assert len(ids) == 2 and ids[0] == ids[1]


def test_a_refusal_is_shown_and_does_not_block_the_rest(visit, server):
    page = visit("/food", quiet=False)
    page.context.set_offline(True)
    for title in ("First", "refuse this", "Third"):
        log(page, title)
        expect(waiting(page).last).to_contain_text(title)
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(1)
    expect(waiting(page)).to_contain_text("was refused: the amount is above 5 kg")
    assert server.diary.meals == ["First", "Third"]
    page.reload()
    expect(waiting(page)).to_contain_text("refused")
    page.get_by_role("button", name="Cancel refuse this").click()
    expect(waiting(page)).to_have_count(0)


def test_a_waiting_entry_can_be_taken_back_and_put_back(visit, server):
    page = visit("/food", quiet=False)
    page.context.set_offline(True)
    for title in ("First", "Second"):
        log(page, title)
        expect(waiting(page).last).to_contain_text(title)
    page.get_by_role("button", name="Cancel First").click()
    expect(waiting(page)).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(waiting(page)).to_have_count(2)
    expect(waiting(page).first).to_contain_text("First")
    page.get_by_role("button", name="Cancel Second").click()
    expect(waiting(page)).to_have_count(1)
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    assert server.diary.meals == ["First"]


def test_a_busy_server_is_tried_again_and_what_comes_later_keeps_its_place(visit, server):
    page = visit("/food", quiet=False)
    server.diary.failing = 2
    log(page, "First")
    expect(waiting(page)).to_have_count(1)
    log(page, "Second")
    expect(waiting(page)).to_have_count(2)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(waiting(page)).to_have_count(0)
    assert server.diary.meals == ["First", "Second"]


def test_a_new_token_of_the_same_library_is_taken(visit, server):
    page = visit("/food", quiet=False)
    page.context.set_offline(True)
    log(page, "First")
    expect(waiting(page)).to_have_count(1)
    server.diary.token = "another-token"
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    assert server.diary.meals == ["First"]


def test_entries_of_another_library_stay(visit, server):
    page = visit("/food", quiet=False)
    page.context.set_offline(True)
    log(page, "First")
    expect(waiting(page)).to_have_count(1)
    page.evaluate("document.querySelector('meta[name=hsync-library]').content = 'lib-2'")
    page.context.set_offline(False)
    page.wait_for_timeout(500)
    expect(waiting(page)).to_have_count(1)
    assert server.diary.posts == []


def test_a_form_that_can_not_wait_says_that_nothing_changed(visit, server):
    page = visit("/", quiet=False)
    page.context.set_offline(True)
    page.get_by_role("button", name="Sync Now").click()
    expect(page.locator(".toast")).to_contain_text("can't be reached")
    expect(page.locator("[data-metric=steps]")).to_contain_text("8,214")
    expect(page.get_by_role("button", name="Sync Now")).to_have_attribute("aria-disabled", "false")


# The service worker

def controlled(visit, path="/"):
    page = visit(path, workers="allow", quiet=False)
    until(page, "navigator.serviceWorker.controller !== null")
    until(page, "caches.open('pages-test1').then(cache => cache.match(location.href)).then(Boolean)")
    return page


def test_pages_seen_are_kept_with_their_time(visit, server):
    page = controlled(visit)
    server.shutdown()
    server.server_close()
    page.context.set_offline(True)
    page.goto(server.url + "/")
    expect(page.locator("[data-metric=steps]")).to_contain_text("8,214")
    assert page.evaluate("document.documentElement.dataset.kept").isdigit()
    expect(page.locator("main > .banner")).to_contain_text("Offline: showing the page as of")
    expect(page.locator("main")).to_have_attribute("data-state", "offline")
    page.goto(server.url + "/settings")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).minHeight") == "48px"


def test_offline_with_a_kept_page_entries_wait_and_are_sent(visit, server):
    page = controlled(visit, "/food")
    page.reload()
    page.context.set_offline(True)
    log(page, "First")
    expect(waiting(page)).to_have_count(1)
    page.context.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    assert server.diary.meals == ["First"]


def test_a_slow_server_gives_way_to_the_kept_page_and_is_heard_later(visit, server):
    page = controlled(visit)
    server.diary.meals.append("Late soup")
    server.diary.delay = 5
    page.goto(server.url + "/")
    assert page.evaluate("document.documentElement.dataset.kept")
    server.diary.delay = 0
    expect(page.locator("#eaten")).to_contain_text("Late soup", timeout=12000)
    expect(page.locator("main")).to_have_attribute("data-state", "ready")


def cached(page):
    return page.evaluate("""async () => { const all = {}; for (const name of await caches.keys()) all[name] = (await (await caches.open(name)).keys()).map(r => new URL(r.url).pathname + new URL(r.url).search);
        return all; }""")


def test_what_is_never_kept(visit, server):
    page = controlled(visit, "/food")
    log(page, "Soup")
    expect(page.locator("#found")).to_be_visible()
    page.get_by_role("link", name="Today").click()
    page.wait_for_url(server.url + "/")
    page.wait_for_timeout(200)
    assert "/" in cached(page)["pages-test1"]
    assert not [path for path in sum(cached(page).values(), []) if path in ("/log", "/live", "/pair")]
    page.goto(server.url + "/pair?t=secret")
    page.wait_for_timeout(200)
    kept = cached(page)
    assert "pages-test1" not in kept, "the pages go when another pairing begins"
    assert not [path for path in sum(kept.values(), []) if path.startswith("/pair")]


def test_a_new_version_replaces_the_caches(visit, server, monkeypatch):
    page = controlled(visit)
    monkeypatch.setattr(pages, "VERSION", "test2")
    page.goto(server.url + "/")
    until(page, "caches.keys().then(names => names.includes('shell-test2') && !names.includes('shell-test1') && !names.includes('pages-test1'))")


def test_a_share_waits_for_a_press(visit, server):
    page = controlled(visit, "/scan")
    page.evaluate("""png => { const form = document.createElement('form'); form.method = 'post'; form.action = '/share'; form.enctype = 'multipart/form-data';
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photo' }), files = new DataTransfer();
        files.items.add(new File([new Uint8Array(png)], 'shared.png', { type: 'image/png' })); input.files = files.files; form.append(input);
        document.body.append(form); form.submit(); }""", list(PNG))
    page.wait_for_url("**/scan?shared=1")
    expect(waiting(page)).to_contain_text("shared.png")
    page.wait_for_timeout(300)
    assert server.diary.posts == []
    waiting(page).get_by_role("button", name="Look it up").click()
    expect(page.get_by_role("heading", name="Oat crunch muesli")).to_be_visible()
    assert server.diary.posts[0][0] == "/share" and server.diary.posts[0][1]["photo"] == len(PNG)

"""Notices in the browser: the switch on the Settings page, and what the service worker does with a message. A push service is elsewhere, so the
browser's subscription is stubbed, and messages are handed to the worker by Chromium itself."""
import json

import pytest
from playwright.sync_api import expect

from look import until

STUB = """Object.defineProperty(Notification, 'permission', { value: 'default' }); Object.defineProperty(Notification, 'requestPermission', { value: async () => '%s' });
    PushManager.prototype.subscribe = async function (options) { window.asked = options; if (window.busy) { window.busy = false; throw new Error('another key'); }
        return { toJSON: () => ({ endpoint: 'https://push.example.net/x', keys: { p256dh: 'P', auth: 'A' } }) }; };
    PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => { window.ended = true; return true; } });"""


@pytest.fixture(scope="module")
def browser(launch):
    """The whole chromium: without its windows it shows no notices."""
    with launch("/usr/bin/chromium") as browser:
        yield browser


def settings(visit, permission="granted"):
    page = visit("/settings", workers="allow", quiet=False)
    until(page, "navigator.serviceWorker.controller !== null")
    page.evaluate(STUB % permission)
    return page


def test_the_switch_subscribes_with_the_key_of_the_page(visit, server):
    page = settings(visit)
    page.evaluate("window.busy = true")
    page.get_by_role("button", name="Notify this phone").click()
    until(page, "window.asked")
    assert page.evaluate("[asked.userVisibleOnly, asked.applicationServerKey, window.ended]") == [True, "KEY", True]
    server.diary.wait(lambda: server.diary.posts)
    path, fields = server.diary.posts[-1]
    assert path == "/settings/push" and json.loads(fields["subscription"])["endpoint"] == "https://push.example.net/x"


def test_a_user_who_refuses_is_told_where_to_allow_it(visit, server):
    page = settings(visit, "denied")
    page.get_by_role("button", name="Notify this phone").click()
    expect(page.locator(".toast")).to_contain_text("This browser blocks notices of hsync.")
    server.diary.wait(lambda: server.diary.posts)
    assert server.diary.posts == [("/settings/push/denied", {"token": "token-of-the-session"})]


def test_without_a_worker_the_switch_says_what_is_missing(visit, server):
    page = visit("/settings", workers="block")
    page.get_by_role("button", name="Notify this phone").click()
    expect(page.locator(".toast")).to_contain_text("This browser can't show notices here")
    assert server.diary.posts == []


def shown(page, text, title):
    """Hands a message to the worker, and returns the notifications that are shown once one has this title."""
    cdp = page.context.new_cdp_session(page)
    registrations = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    cdp.send("ServiceWorker.enable")
    for _ in range(200):
        if registrations:
            break
        page.wait_for_timeout(10)
    origin = page.evaluate("location.origin")
    cdp.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registrations[0]["registrationId"], "data": text})
    notes = "navigator.serviceWorker.ready.then(worker => worker.getNotifications())"
    until(page, f"{notes}.then(notes => notes.some(note => note.title === {json.dumps(title)}))")
    return page.evaluate(f"{notes}.then(notes => notes.map(note => [note.title, note.body, note.tag, note.data.link || null]))")


def test_a_message_is_shown_and_one_with_the_same_tag_replaces_it(visit, server):
    page = visit("/settings", workers="allow", quiet=False)
    until(page, "navigator.serviceWorker.controller !== null")
    page.context.grant_permissions(["notifications"], origin=server.url)
    message = {"title": "Wash Complete!", "body": "Snowy is ready.", "link": "/plan", "tag": "t"}
    assert shown(page, json.dumps(message), "Wash Complete!") == [["Wash Complete!", "Snowy is ready.", "t", "/plan"]]
    assert shown(page, json.dumps({**message, "title": "<b>Again</b>"}), "<b>Again</b>") == [["<b>Again</b>", "Snowy is ready.", "t", "/plan"]]


def test_what_is_no_message_is_shown_as_well(visit, server):
    page = visit("/settings", workers="allow", quiet=False)
    until(page, "navigator.serviceWorker.controller !== null")
    page.context.grant_permissions(["notifications"], origin=server.url)
    assert shown(page, "not json", "hsync") == [["hsync", "", "", None]]


def test_a_click_opens_only_pages_of_this_server(visit, server):
    page = visit("/settings", workers="allow", quiet=False)
    until(page, "navigator.serviceWorker.controller !== null")
    [worker] = page.context.service_workers
    opens = "link => { clients.openWindow = async () => {}; return visit(link).catch(() => {}); }"
    worker.evaluate(opens, "/plan")
    page.wait_for_url(server.url + "/plan")
    for link in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", None):
        page.goto(server.url + "/food")
        worker.evaluate(opens, link)
        page.wait_for_url(server.url + "/")


def test_a_link_to_an_hour_opens_its_page(visit, server):
    """G-NOTIFY-4"""
    page = visit("/settings", workers="allow", quiet=False)
    until(page, "navigator.serviceWorker.controller !== null")
    [worker] = page.context.service_workers
    worker.evaluate("link => { clients.openWindow = async () => {}; return visit(link).catch(() => {}); }",
                    "gonow://today?hour=2026-06-02T17:00&mode=run_solo")
    page.wait_for_url(server.url + "/go?hour=2026-06-02T17:00&mode=run_solo")


def test_a_dismissed_notice_of_an_hour_is_told(visit, server):
    """G-NOTIFY-6, G-NOTIFY-11: by its button or the system's; of no other notice anything is told."""
    page = visit("/settings", workers="allow", quiet=False)
    until(page, "navigator.serviceWorker.controller !== null")
    [worker] = page.context.service_workers
    press = """link => { const close = () => {}, event = new ExtendableEvent("notificationclick");
        Object.defineProperties(event, { action: { value: "dismiss" }, notification: { value: { close, data: { link } } } });
        dispatchEvent(event); }"""
    away = """link => { const event = new ExtendableEvent("notificationclose");
        Object.defineProperty(event, "notification", { value: { data: { link } } });
        dispatchEvent(event); }"""
    link = "gonow://today?hour=2026-06-02T17:00&mode=run_solo"
    worker.evaluate(press, "/laundry/pet?id=1")
    for number, code in enumerate([press, away], 1):
        worker.evaluate(code, link)
        server.diary.wait(lambda: len(server.diary.posts) == number)
    assert server.diary.posts == [("/go/dismissed", {"token": "token-of-the-session", "link": link})] * 2


def test_a_notice_has_its_buttons(visit, server):
    page = visit("/settings", workers="allow", quiet=False)
    until(page, "navigator.serviceWorker.controller !== null")
    page.context.grant_permissions(["notifications"], origin=server.url)
    actions = [{"action": "view_details", "title": "View Details"}, {"action": "dismiss", "title": "Dismiss"}]
    shown(page, json.dumps({"title": "Run window", "body": "", "tag": "t", "actions": actions}), "Run window")
    notes = page.evaluate("navigator.serviceWorker.ready.then(worker => worker.getNotifications()).then(notes => notes[0].actions.map(one => one.title))")
    assert notes == ["View Details", "Dismiss"]

"""Example pages for trying the companion's assets: invented data, the markup that the server's pages have.

`python3 pages.py OUT` writes them as files; the tests serve them from `server.py`."""
import html
import math
import pathlib
import sys

ASSETS = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "HealthWeb" / "Assets"
VERSION = "test1"
TOKEN = "token-of-the-session"
LONG = ("Organic stone-ground wholegrain spelt sourdough crispbread with sunflower, pumpkin and flax seeds, sea salt and "
        "rosemary, baked twice and packed by hand in a family bakery near the lake, limited winter edition")
RTL = "חומוס עם צנוברים ושמן זית"
UNBROKEN = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2

ICONS = {
    "today": "M4 11l8-7 8 7v9H4z",
    "plan": "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
    "scan": "M4 8V5h3M17 5h3v3M20 16v3h-3M7 19H4v-3M8 9v6M11 9v6M13.5 9v6M16 9v6",
    "food": "M7 3v8a2 2 0 002 2v8M5 3v5M9 3v5M17 3c-2 2-2 6-2 9h2v9",
    "more": "M5 12h.01M12 12h.01M19 12h.01",
    "camera": "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 100 7 3.5 3.5 0 000-7",
    "remove": "M6 6l12 12M18 6L6 18",
}
TABS = (("today", "/", "Today"), ("plan", "/plan", "Plan"), ("scan", "/scan", "Scan"), ("food", "/food", "Food"), ("more", "/settings", "More"))


def esc(text):
    return html.escape(str(text), quote=True)


def icon(name):
    return f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS[name]}"/></svg>'


def page(tab, title, body, above="", beside="", state="ready", notices="", theme="", narrow=False):
    tabs = "".join(
        f'<a href="{url}" class="{name}"{" aria-current=page" if name == tab else ""}><span>{icon(name)}</span>{label}</a>'
        for name, url, label in TABS
    )
    over = f'<p class="small soft">{above}</p>' if above else ""
    return (
        f'<!doctype html>\n<html lang="en"{f" data-theme={theme}" if theme else ""}><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">'
        f'<meta name="hsync-token" content="{TOKEN}"><meta name="hsync-library" content="lib-1">'
        f'<title>{esc(title)} · hsync</title><link rel="stylesheet" href="/assets/app.css?v={VERSION}">'
        '<link rel="manifest" href="/manifest.webmanifest"><link rel="icon" href="/assets/icon.svg" type="image/svg+xml">'
        f'<script src="/assets/app.js?v={VERSION}" defer></script>'
        f'<body><a class="skip" href="#main">Skip to content</a><nav class="tabs" aria-label="Main">{tabs}</nav>'
        f'<header class="top"><div>{over}<h1>{esc(title)}</h1></div>{beside}</header>'
        f'<div class="notices" id="notices" role="status">{notices}</div>'
        f'<main id="main" tabindex="-1" data-state="{state}"{" class=narrow" if narrow else ""}>{body}</main>'
    )


def token():
    return f'<input type="hidden" name="token" value="{TOKEN}">'


def bars(values, label):
    top, width = max(values) or 1, 100 / len(values)
    shapes = "".join(
        f'<rect class="{"c-now" if i == len(values) - 1 else "c-bar"}" x="{i * width + 1.5:.1f}" y="{34 - max(2, v / top * 34):.1f}" '
        f'width="{width - 3:.1f}" height="{max(2, v / top * 34):.1f}" rx="2"/>'
        for i, v in enumerate(values)
    )
    return f'<svg class="chart spark" viewBox="0 0 100 34" preserveAspectRatio="none" role="img" aria-label="{label}">{shapes}</svg>'


def metric(name, label, value, unit, week, usual):
    small = f" <small>{unit}</small>" if unit else ""
    return (f'<section class="card metric" data-metric="{name}"><span class="small soft">{label}</span><b class="num">{value}{small}</b>'
            f'{bars(week, f"{label}, the last seven days")}<span class="small soft">{usual}</span></section>')


def ring():
    def arc(a, b, css):
        at = lambda d: (66 + 52 * math.sin(math.radians(d)), 66 - 52 * math.cos(math.radians(d)))
        (x, y), (u, v) = at(a), at(b)
        return f'<path class="{css}" d="M{x:.1f} {y:.1f}A52 52 0 {int(b - a > 180)} 1 {u:.1f} {v:.1f}"/>'

    return ('<svg viewBox="0 0 132 132" role="img" aria-label="1,249 of 1,900 kcal eaten: protein 85, carbs 142, fat 38 grams">'
            '<circle class="c-rest" cx="66" cy="66" r="52"/>' + arc(0, 64, "c-protein") + arc(64, 172, "c-carbs") + arc(172, 237, "c-fat")
            + '<text class="strong" x="66" y="67" text-anchor="middle">651</text><text x="66" y="84" text-anchor="middle">kcal left</text></svg>')


def macro(name, css, eaten, goal):
    return (f'<span id="m-{css}">{name}</span><progress class="{css}" value="{eaten}" max="{goal}" aria-labelledby="m-{css}"></progress>'
            f'<span class="num">{eaten}/{goal} g</span>')


def tick(done, item, name):
    return (f'<form method="post" action="/plan/tick" data-swap="planned" data-offline="" data-label="Tick {esc(name)}">{token()}'
            f'<input type="hidden" name="item" value="{item}">'
            f'<button class="tick" aria-pressed="{str(done).lower()}" aria-label="{esc(name)} done"></button></form>')


def planned(done=True, names=("Easy run 5k", "Lentil soup")):
    rows = "".join(
        f'<li>{tick(done and i == 0, i, name)}<div class="grow"><span class="name" dir="auto">{esc(name)}</span>'
        f'<span class="small soft">{"matched with 5.1 km, 31 min" if done and i == 0 else "lunch"}</span></div></li>'
        for i, name in enumerate(names)
    )
    if not rows:
        rows = ('<div class="card empty"><p>No workouts yet</p><div class="row"><a class="chip" href="/plan">Go to Planner</a></div></div>')
        return f'<section id="planned" data-live><h2>Planned</h2>{rows}</section>'
    return f'<section id="planned" data-live><h2>Planned</h2><div class="card"><ul class="rows">{rows}</ul></div></section>'


def eaten(meals):
    if not meals:
        rows = ('<div class="card empty"><p>No meals yet</p><div class="row"><a class="chip" href="/scan">Open Scanner</a>'
                '<a class="chip" href="/food">Log by hand</a></div></div>')
        return f'<section id="eaten" data-live><h2>Eaten</h2>{rows}</section>'
    rows = "".join(
        f'<li><a class="open" href="/food/{i}"><span class="grow"><span class="name" dir="auto">{esc(name)}</span>'
        f'<span class="small soft">{esc(about)}</span></span></a><span class="num">{esc(kcal)}</span></li>'
        for i, (name, about, kcal) in enumerate(meals)
    )
    return f'<section id="eaten" data-live><h2>Eaten</h2><div class="card"><ul class="rows">{rows}</ul></div></section>'


MEALS = [("Oat crunch muesli · Haferlund", "07:40 · 1.5 servings", "292 kcal"), ("Tomato soup", "12:30 · 300 g", "141 kcal"),
         ("Rye crispbread", "13:05 · waits for the product", "–")]


def sync_form(words="Synced 3 min ago"):
    return (f'<form method="post" action="/sync" data-swap="main sync" class="row" id="sync">{token()}<span class="small soft" data-freshness>{words}</span>'
            '<button class="chip" data-busy="Syncing...">Sync Now</button></form>')


def quick_log():
    return ('<section><h2 id="by-hand">Log by hand</h2><form class="card stack" method="post" action="/log" data-swap="eaten" data-offline="title" '
            f'aria-labelledby="by-hand">{token()}'
            '<input type="hidden" name="id" value="00000000-0000-7000-8000-000000000000"><input type="hidden" name="at_ms">'
            '<label class="field"><span>What you ate</span><input name="title" required maxlength="200" autocomplete="off"></label>'
            '<label class="field"><span>Photo (optional)</span><input type="file" name="photo" accept="image/*" data-preview="log-preview"></label>'
            '<div class="previews" id="log-preview"></div><button class="button">Log Food</button></form></section>')


def today(meals=None, state="ready", theme="", names=("Easy run 5k", "Lentil soup"), done=True, notices="", synced="Synced 3 min ago", conflict=False):
    meals = MEALS if meals is None else meals
    empty = state == "empty"
    zero = [0] * 7
    cards = "".join((
        metric("steps", "steps", "0" if empty else "8,214", "", zero if empty else [6, 9, 5, 11, 7, 10, 8], "no data yet" if empty else "usually 7,900"),
        metric("active_kcal", "active energy", "0" if empty else "412", "kcal", zero if empty else [3, 5, 4, 6, 2, 5, 4],
               "no data yet" if empty else "usually 430"),
        metric("workouts", "workouts", "0" if empty else "1", "" if empty else "35 min", zero if empty else [0, 1, 0, 1, 0, 0, 1],
               "none this week" if empty else "3 this week"),
        metric("sleep", "sleep", "0 h" if empty else "7 h 12", "" if empty else "min", zero if empty else [7, 6.5, 7.5, 8, 6, 7, 7.2],
               "no data yet" if empty else "usually 7 h 05"),
    ))
    grant = ('<section class="card tight"><h2 class="title">No health data yet</h2><p>Connect a source to see steps, workouts and sleep. Food and plan work without one.</p>'
             '<p><a class="button" href="/settings">Connect a source</a></p></section>') if empty else ""
    clash = (f'<section class="banner warn tight" aria-label="Conflict"><p><strong>Changed twice:</strong> Tomato soup was changed here and on another device.</p>'
             f'<form method="post" action="/conflict" data-swap="main" class="row">{token()}<button class="chip" name="keep" value="mine">Keep 300 g</button>'
             '<button class="chip" name="keep" value="theirs">Keep 250 g</button></form></section>') if conflict else ""
    diet = ('<section><h2>Your plan</h2><div class="card ringbox">' + ring() + '<div class="tight"><p class="small soft">Diet · day 9 of 14</p>'
            '<p><strong>5 days to maintenance</strong></p><div class="macros">' + macro("Protein", "protein", 85, 160) + macro("Carbs", "carbs", 142, 135)
            + macro("Fat", "fat", 38, 80) + "</div></div></div></section>")
    body = (f'{clash}<section data-waiting></section><div class="wide"><div>{grant}<div class="grid" id="cards" data-live>{cards}</div>'
            f'{"" if empty else diet}</div><div>{planned(done, names)}{eaten(meals)}</div></div>'
            f'<div class="row"><a class="chip" href="/scan">Open Scanner</a><a class="chip" href="/plan">Go to Planner</a></div>')
    return page("today", "Today", body, "Sunday, 22 November", sync_form("Never synced" if empty else synced), state, notices, theme)


def today_error():
    notice = ('<div class="banner bad" role="alert"><strong>Sync Failed</strong> The server answered 503. The figures below are those of 09:12. '
              'hsync tries again in 5 minutes.</div>')
    return today(state="error", notices=notice, synced="Synced 2 h ago", conflict=True)


def today_long():
    meals = [(LONG, "07:40 · 1.5 servings of a size that has a rather long name as well", "1,292 kcal"), (RTL, "12:30 · 300 g", "141 kcal"), (UNBROKEN, "13:05", "–")]
    return today(meals, names=(LONG, RTL))


def loading():
    card = '<section class="card metric"><span class="small bone"></span><b class="bone"></b><span class="chart spark"></span><span class="small bone"></span></section>'
    return page("today", "Today", f'<p class="hide" role="status">Loading mobile experience...</p><div class="grid" aria-hidden="true">{card * 4}</div>', "Sunday, 22 November", state="loading")


def plan(items=("Yoga",), empty=False):
    days = "".join(
        f'<a href="/plan?day=2026-11-{23 + i}" data-swap="main"{" aria-current=date" if i == 1 else ""}><span>{d}</span><b class="num">{23 + i}</b>'
        f'<span class="dots" aria-hidden="true">{"•" * n}</span><span class="hide">{n} planned</span></a>'
        for i, (d, n) in enumerate(zip(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), (1, 2, 0, 1, 2, 0, 0)))
    )
    chips = "".join(f'<button class="chip" name="title" value="{t}">+ {t}</button>' for t in ("Easy run", "Strength", "Yoga", "Swim", "Walk"))
    dishes = "".join(f'<button class="chip" name="title" value="{t}">+ {t}</button>' for t in ("Porridge", "Salad", "Soup", "Chili"))

    def add(kind, buttons):
        return (f'<form method="post" action="/plan/add" data-swap="planned" data-offline="title" data-label="Plan">{token()}'
                f'<input type="hidden" name="id"><input type="hidden" name="kind" value="{kind}">'
                f'<div class="scroll" tabindex="0" role="group" aria-label="Quick {kind}s">{buttons}</div></form>')

    def rows(names):
        return "".join(
            f'<li>{tick(False, i, n)}<div class="grow"><span class="name" dir="auto">{esc(n)}</span><span class="small soft">every Tuesday</span></div>'
            f'<form method="post" action="/plan/remove" data-swap="planned notices">{token()}<input type="hidden" name="item" value="{i}">'
            f'<button class="icon" aria-label="Remove {esc(n)}">{icon("remove")}</button></form></li>'
            for i, n in enumerate(names)
        )

    def part(title, none, names):
        listing = f'<ul class="rows">{rows(names)}</ul>' if names else f'<p class="empty">{none}</p>'
        return f'<h2>{title}</h2><div class="card">{listing}</div>'

    own = ('<h2>Add another item</h2><form class="card stack" method="post" action="/plan/add" data-swap="planned" data-offline="title" data-label="Plan">'
           f'{token()}<input type="hidden" name="id"><label class="field"><span>Title</span><input name="title" required maxlength="200"></label>'
           '<fieldset><legend>Kind</legend><div class="row">' + "".join(
               f'<label class="chip"><input type="radio" name="kind" value="{k.lower()}"{" checked" if k == "Workout" else ""}>{k}</label>'
               for k in ("Workout", "Breakfast", "Lunch", "Dinner", "Snack")) + '</div></fieldset><button class="button">Add</button></form>')
    note = ('<h2>Note</h2><form class="card stack" method="post" action="/plan/note" data-swap="main" data-offline="note" data-label="Note">'
            f'{token()}<label class="field"><span class="hide">Note of Tuesday</span><textarea name="note" rows="3">Dentist at 9</textarea></label>'
            '<button class="button plain">Save note</button></form>')
    body = (f'<nav class="days" aria-label="Days of week 48">{days}</nav><section data-waiting></section><div class="wide"><div><section id="planned" data-live>'
            + part("Workouts", "No workouts yet", () if empty else items) + part("Meals", "No meals yet", () if empty else ("Chili sin carne",))
            + f'</section></div><div><h2>Add in one tap</h2>{add("workout", chips)}{add("meal", dishes)}{own}{note}</div></div>')
    beside = ('<button class="chip" popovertarget="copy">Copy week</button><div class="sheet stack" id="copy" popover role="dialog" aria-labelledby="copy-title">'
              '<h2 class="title" id="copy-title">Copy week 48</h2><p>Repeats that are there already stay as they are.</p>'
              f'<form method="post" action="/plan/copy" data-swap="main" class="stack">{token()}'
              '<label class="field"><span>To the week of</span><input type="date" name="to" value="2026-11-30"></label>'
              '<button class="button">Copy</button></form><button class="button plain" popovertarget="copy" popovertargetaction="hide">Cancel</button></div>')
    return page("plan", "Plan", body, "Week 48", beside, "empty" if empty else "ready")


def scan(found=False, wrong=False):
    if not found:
        bad = ('<p class="banner bad" role="alert">No barcode in lunch.jpg. Try a sharper photo with the code in the middle, or type the number.</p>'
               if wrong else "")
        body = (f'{bad}<section data-waiting></section><form class="stack" id="scan" method="post" action="/scan" enctype="multipart/form-data" data-swap="main" '
                f'data-offline="photo" data-label="Photo">{token()}<input type="hidden" name="id">'
                f'<label class="camera"><span class="icon" aria-hidden="true">{icon("camera")}</span><strong>Take a photo of the barcode</strong>'
                '<span class="small soft">Several photos, and several codes in one photo, work too.</span>'
                '<input type="file" name="photo" accept="image/*" capture="environment" multiple data-preview="scan-preview" data-submit></label>'
                '<div class="previews" id="scan-preview"></div><button class="button" data-busy="Reading the photo...">Read the barcode</button></form>'
                '<h2 id="by-number">By number</h2><form class="card stack" method="get" action="/scan/code" data-swap="main" aria-labelledby="by-number">'
                '<label class="field"><span>Number below the barcode</span><input name="code" inputmode="numeric" pattern="[0-9 ]{8,18}" required '
                'autocomplete="off"></label><button class="button plain">Look it up</button></form>'
                '<p class="row"><a class="chip" href="/food">Log without a code</a></p>')
        return page("scan", "Scan", body, state="error" if wrong else "ready", narrow=True)
    body = ('<form class="card stack" method="post" action="/log" data-swap="main" data-offline="title" data-label="Log">'
            f'{token()}<input type="hidden" name="id"><input type="hidden" name="title" value="Oat crunch muesli">'
            '<div><h2 class="title name" dir="auto">Oat crunch muesli</h2><p class="soft">Haferlund · 432 kcal per 100 g</p></div>'
            '<div><label for="amount" class="small"><strong>Servings of 45 g</strong></label><div class="stepper">'
            '<button type="button" data-step="-1" data-script hidden aria-controls="amount" aria-label="Less">−</button>'
            '<input id="amount" name="amount" inputmode="decimal" maxlength="20" autocomplete="off" data-by="0.5" value="1.5">'
            '<button type="button" data-step="1" data-script hidden aria-controls="amount" aria-label="More">+</button></div></div>'
            '<p class="between"><span><output class="big num" for="amount" data-of="amount" data-each="194.4">292</output> kcal</span>'
            '<span class="small soft num">protein 7 g · carbs 42 g · fat 9 g</span></p>'
            '<fieldset><legend>Meal</legend><div class="row">' + "".join(
                f'<label class="chip"><input type="radio" name="meal" value="{m.lower()}"{" checked" if m == "Breakfast" else ""}>{m}</label>'
                for m in ("Breakfast", "Lunch", "Dinner", "Snack")) +
            '</div></fieldset><button class="button" data-busy="Logging...">Log Food</button></form>'
            '<p class="row"><a class="chip" href="/scan">Back to the scanner</a></p>'
            '<p class="small soft">Product data © <a href="https://openfoodfacts.org">Open Food Facts</a> contributors, ODbL 1.0</p>')
    return page("scan", "Scan", body, narrow=True)


def food(meals=None, query="", flash=""):
    meals = MEALS + [(LONG, "yesterday · 40 g", "139 kcal"), (RTL, "yesterday · 100 g", "237 kcal")] if meals is None else meals
    shown = [m for m in meals if query.lower() in m[0].lower()]
    rows = "".join(
        f'<li><div class="grow"><span class="name" dir="auto">{esc(name)}</span><span class="small soft">{esc(about)}, {esc(kcal)}</span></div>'
        f'<form method="post" action="/log" data-swap="found" data-offline="title">{token()}<input type="hidden" name="id">'
        f'<input type="hidden" name="title" value="{esc(name)}"><button class="chip" aria-label="Log {esc(name)} again">Log</button></form></li>'
        for name, about, kcal in shown
    )
    listing = f'<ul class="rows card">{rows}</ul>' if rows else f'<div class="card empty"><p>Nothing found for “{esc(query)}”.</p><p>Try fewer letters, or log it by hand.</p></div>'
    table = ('<details class="card"><summary>Last seven days as a table</summary><div class="table" tabindex="0" role="region" aria-label="Energy by day">'
             '<table><caption>Energy by day, kcal</caption><thead><tr><th>Day</th><th class="end">Eaten</th><th class="end">Active</th></tr></thead><tbody>'
             + "".join(f'<tr><th>{d}</th><td class="end">{e:,}</td><td class="end">{a}</td></tr>' for d, e, a in (("Mon 16", 1890, 410), ("Tue 17", 2104, 388), ("Wed 18", 1765, 512)))
             + "</tbody></table></div></details>")
    body = ('<section data-waiting></section><div class="wide"><div><form method="get" action="/food" data-swap="found" role="search" class="stack">'
            f'<label class="field"><span>Search what you ate and all products</span><input type="search" name="q" value="{esc(query)}" data-typed autocomplete="off"></label>'
            f'<button class="hide">Search</button></form><section id="found" aria-live="polite"><h2>{"Found" if query else "Eaten lately"}</h2>{listing}</section></div>'
            f'<div>{quick_log()}<h2>Week</h2>{table}</div></div>')
    return page("food", "Food", body, notices=flash)


def settings():
    def source(name, about, granted):
        badge = '<span class="badge">Granted</span>' if granted else '<span class="badge warn">Not granted</span>'
        action = "" if granted else f'<form method="post" action="/settings/grant" data-swap="main">{token()}<button class="chip">Grant Permissions</button></form>'
        return f'<li><div class="grow"><span>{name}</span><span class="small soft">{about}</span></div>{badge}{action}</li>'

    body = ('<div class="wide"><div><h2>Health access</h2><div class="card"><ul class="rows">' + source("Apple Health export", "read today, 08:10", True)
            + source("Health Auto Export", "no file seen yet", False) + '</ul></div><h2>Sync</h2><div class="card stack"><dl class="facts"><dt>Last sync</dt><dd>09:12</dd>'
            f'<dt>Pending</dt><dd>2 records</dd></dl><form method="post" action="/sync" data-swap="main">{token()}<button class="button" data-busy="Syncing...">Run Manual Sync</button></form></div>'
            '<h2>This device</h2><div class="card stack"><p>hsync can stand on the home screen and be read without a connection.</p>'
            '<p class="row"><button class="chip" type="button" data-install data-script hidden>Install</button><a class="chip" href="/settings/devices">Paired devices</a></p></div></div><div>'
            '<h2>Import a file</h2><form class="card stack" method="post" action="/import" enctype="multipart/form-data" data-swap="main">'
            f'{token()}<label class="field"><span>Export of a health app</span><input type="file" name="file"></label><p class="hint">A file is imported as a whole or not at all.</p>'
            '<button class="button plain" data-busy="Importing...">Import</button></form>'
            f'<section id="push"><h2>Notices</h2><form class="card stack" method="post" action="/settings/push" data-swap="main" data-subscribe="KEY">{token()}'
            '<input type="hidden" name="subscription"><button class="button plain" data-script hidden>Notify this phone</button></form></section>'
            f'<h2>Appearance</h2><form class="card stack" method="post" action="/settings/look" data-swap="main">{token()}<fieldset><legend>Theme</legend><div class="row">'
            + "".join(f'<label class="chip"><input type="radio" name="theme" value="{t.lower()}"{" checked" if t == "System" else ""}>{t}</label>' for t in ("System", "Light", "Dark"))
            + '</div></fieldset><label class="field"><span>Energy</span><select name="unit"><option>kcal</option><option>kJ</option></select></label>'
            '<label class="check"><input type="checkbox" name="events" value="1"><span>Keep a local log of what is used</span></label>'
            '<label class="field"><span>Name of this device</span><input name="device" value="" aria-invalid="true" aria-describedby="device-wrong"></label>'
            '<p class="wrong" id="device-wrong">A name is needed to tell devices apart.</p><button class="button plain">Save</button></form></div></div>')
    return page("more", "Settings", body)


def refused(title):
    return page("food", "Food", f'<p class="banner bad" role="alert">“{esc(title)}” was refused: the amount is above 5 kg.</p><p><a class="button" href="/food">Back to food</a></p>', state="error")


EXAMPLES = {
    "today": today, "today-empty": lambda: today([], "empty", names=(), done=False), "today-error": today_error, "today-long": today_long, "today-loading": loading,
    "plan": plan, "plan-empty": lambda: plan(empty=True), "plan-long": lambda: plan((LONG, RTL, UNBROKEN)), "scan": scan, "scan-found": lambda: scan(found=True),
    "scan-error": lambda: scan(wrong=True), "food": food, "food-none": lambda: food(query="zzz"), "settings": settings, "refused": lambda: refused(LONG),
}

if __name__ == "__main__":
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "pages")
    out.mkdir(parents=True, exist_ok=True)
    for name, made in EXAMPLES.items():
        (out / f"{name}.html").write_text(made())

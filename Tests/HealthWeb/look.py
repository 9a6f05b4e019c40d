"""What every page must hold, measured in a browser: rules of accessibility, sizes of targets and text, widths, zoom, keyboard, stillness."""
from axe_playwright_python.sync_playwright import Axe

AXE = Axe()
WIDTHS = [320, 360, 820, 1280, 1600]
TARGETS = "a[href], button, input:not([type=hidden]), select, textarea, summary"


def until(page, expression, tries=200):
    """Waits until an expression is true. (Playwright's own wait needs eval, which the policy forbids.)"""
    for _ in range(tries):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(expression)


def violations(page):
    """The violations of axe's rules, as text; empty if there is none."""
    results = AXE.run(page)
    return results.generate_report() if results.violations_count else ""


def small_targets(page):
    """Targets below 44 px, but for links within a sentence and boxes within a label that is itself the target."""
    return page.evaluate("""targets => [...document.querySelectorAll(targets + ', label.chip')]
        .filter(e => e.checkVisibility() && !e.closest('.hide, .skip') && !(e.matches('a') && e.closest('p:not(.row)') && !e.matches('.button, .chip')))
        .map(e => [e.outerHTML.slice(0, 90), (e.matches('[type=radio], [type=checkbox]') ? e.closest('label') : e).getBoundingClientRect()])
        .filter(([, r]) => r.width < 44 || r.height < 44).map(([html, r]) => `${html} ${r.width}x${r.height}`)""", TARGETS)


def text_sizes(page):
    """The least sizes of text in px, of all and of the pieces that M-A11Y names; 99 where there is none."""
    return page.evaluate("""() => {
        const px = e => parseFloat(getComputedStyle(e).fontSize);
        const texts = [...document.body.querySelectorAll('*')].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && !e.closest('script'));
        const least = s => Math.min(99, ...[...document.querySelectorAll(s)].map(px));
        return { all: Math.min(...texts.map(px)), value: least('[data-metric] b'), product: least('.title'), section: least('h2'), body: least('.rows .name') };
    }""")


def assert_text_is_large_enough(page):
    """M-A11Y: nothing below 12 px; values of Home 20, titles of products 18, of sections 15."""
    sizes = text_sizes(page)
    assert sizes["all"] >= 12 and sizes["value"] >= 20 and sizes["product"] >= 18 and sizes["section"] >= 15 and sizes["body"] >= 13, sizes


def width(page):
    return page.evaluate("document.documentElement.scrollWidth")


def assert_text_can_be_doubled(page):
    """At 200 %, a page of 360 px isn't wider than the screen, cuts no words, and leaves the tab bar at most a third. Ends at that size."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    until(page, "getComputedStyle(document.documentElement).fontSize === '32px'")
    assert width(page) <= 360
    assert page.locator("nav.tabs").count() == 0 or page.locator("nav.tabs").bounding_box()["height"] < 780 / 3
    cut = page.evaluate("""() => [...document.querySelectorAll('.chip, .button, nav.tabs a, h1, h2, h3, .badge, .metric b')]
        .filter(e => e.checkVisibility() && !e.closest('.days') && e.scrollWidth > e.clientWidth + 1 && e.clientWidth)
        .map(e => e.outerHTML.slice(0, 80))""")
    assert cut == []


def assert_the_keyboard_reaches_everything(page):
    """Tab stops at each control, shows where it is, and leaves none under the tab bar."""
    wanted = page.evaluate("""targets => {
        document.activeElement.blur();
        const all = [...document.querySelectorAll(targets)].filter(e => e.checkVisibility());
        all.forEach((e, i) => e.dataset.n = i);
        return all.filter(e => !(e.type === 'radio' && !e.checked)).map(e => e.dataset.n);
    }""", TARGETS)
    reached, unseen, hidden = set(), [], []
    for _ in range(len(wanted) + 40):
        page.keyboard.press("Tab")
        number, is_shown, is_covered, html = page.evaluate("""() => { const e = document.activeElement, s = getComputedStyle(e), b = e.closest('.chip, .camera'), t = b && getComputedStyle(b);
            const r = e.getBoundingClientRect(), bar = document.querySelector('nav.tabs')?.getBoundingClientRect();
            const covered = bar && bar.top > innerHeight / 2 && !e.closest('nav.tabs, .skip, .hide') && e !== document.body && r.top >= bar.top && r.height > 0;
            return [e.dataset.n, s.outlineStyle !== 'none' || t?.outlineStyle !== 'none', !!covered, e.outerHTML.slice(0, 90)]; }""")
        if number is not None:
            reached.add(number)
            if not is_shown:
                unseen.append(html)
            if is_covered:
                hidden.append(html)
        if reached >= set(wanted):
            break
    assert set(wanted) <= reached, [page.locator(f"[data-n='{n}']").evaluate("e => e.outerHTML.slice(0, 90)") for n in set(wanted) - reached]
    assert unseen == [] and hidden == []


def shift(page):
    """What has moved since the page began to load: the sum of its layout shifts, and what moved."""
    return page.evaluate("""() => new Promise(done => {
        new PerformanceObserver(list => done(list.getEntries().map(e => [e.value, ...e.sources.map(s => s.node?.outerHTML?.slice(0, 80) ?? s.node?.data)])))
            .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done([]), 100);
    })""")


def inline(page):
    """Inline scripts and styles, which the policy forbids, and pictures that only a name which became markup can have made."""
    return page.evaluate("document.querySelectorAll('[style], style, script:not([src]), img[src=x]').length")


def moving(page):
    return page.evaluate("document.getAnimations().length")


def assert_good(page):
    """All of it for one page, without motion (colours that change slowly would be measured halfway). Ends with text of twice its size."""
    page.emulate_media(reduced_motion="reduce")
    assert_text_is_large_enough(page)
    for theme, wide in (("light", 360), ("dark", 360), ("dark", 1280), ("light", 1280)):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": wide, "height": 780})
        found = violations(page)
        assert not found, f"{page.url} {wide} {theme}: {found}"
    for wide in WIDTHS:
        page.set_viewport_size({"width": wide, "height": 780})
        assert width(page) <= wide, f"{page.url} {wide}"
        if wide in (320, 1280):
            assert small_targets(page) == [], f"{page.url} {wide}"
    page.set_viewport_size({"width": 360, "height": 780})
    assert_the_keyboard_reaches_everything(page)
    assert_text_can_be_doubled(page)

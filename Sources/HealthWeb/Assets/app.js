/* The companion's script. Every page works without it; see docs/web-assets.md for the attributes it reads.
   The service worker loads it too, for the queue of unsent entries, and has no document. */
"use strict";
(() => {
  // The queue: entries {seq, id, url, fields, multipart, label, at, library, token, ask, refused} in the order they were made.
  const attempt = async (mode, work) => {
    const db = await new Promise((done, fail) => {
      const request = indexedDB.open("hsync", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("queue", { keyPath: "seq", autoIncrement: true });
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
    try {
      return await new Promise((done, fail) => {
        const change = db.transaction("queue", mode, { durability: "strict" });
        const request = work(change.objectStore("queue"));
        change.oncomplete = () => done(request.result);
        change.onabort = change.onerror = () => fail(change.error || request.error);
      });
    } finally {
      db.close();
    }
  };
  const queue = {
    all: () => attempt("readonly", store => store.getAll()),
    put: entry => attempt("readwrite", store => store.put(entry)),
    get: seq => attempt("readonly", store => store.get(seq)),
    remove: seq => attempt("readwrite", store => store.delete(seq)),
  };

  // RFC 9562, section 5.7: 48 bits of Unix milliseconds, then random bits.
  const uuid7 = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const now = Date.now();
    for (let i = 0; i < 6; i++) bytes[i] = Math.floor(now / 256 ** (5 - i)) % 256;
    bytes[6] = bytes[6] & 15 | 112;
    bytes[8] = bytes[8] & 63 | 128;
    return [...bytes].map((byte, i) => ([4, 6, 8, 10].includes(i) ? "-" : "") + byte.toString(16).padStart(2, "0")).join("");
  };

  if (!self.document) {
    self.hsyncQueue = { put: queue.put, uuid7 };
    return;
  }

  const version = new URL(document.currentScript.src).search;
  const select = (selector, root = document) => root.querySelector(selector);
  const meta = name => select(`meta[name="hsync-${name}"]`)?.content || "";
  const part = (name, root = document) => name === "main" ? select("main", root) : root.getElementById(name);
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const name in attributes) {
      if (name === "onclick") element.addEventListener("click", attributes[name]);
      else if (attributes[name] !== undefined) element.setAttribute(name, attributes[name]);
    }
    element.append(...children);
    return element;
  };
  const clock = ms => {
    const date = new Date(ms), day = date.toDateString() === new Date().toDateString();
    return date.toLocaleString(document.documentElement.lang, day ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  };

  // Toasts

  const toasts = make("div", { class: "toasts", role: "status" });
  const fade = toast => {
    // Long enough to reach the button; never while it is pointed at or focused.
    const end = () => toast.matches(":hover, :focus-within") ? setTimeout(end, 2000) : toast.remove();
    setTimeout(end, 10000);
  };
  const say = (text, action, run) => {
    const toast = make("div", { class: "toast" }, make("span", {}, make("span", { class: "clamp" }, text)));
    if (action) toast.append(make("button", { class: "text", type: "button", onclick: () => { toast.remove(); run(); } }, action));
    toasts.replaceChildren(toast);
    fade(toast);
  };

  // Waiting: nothing is shown for 200 ms, then a ring that turns, after 2 s words as well

  const waits = make("div", { class: "waits", role: "status", hidden: "" });
  const waiting = new Set();
  const wait = (words, begin) => {
    const mine = { words: "" }, timers = [
      setTimeout(() => { waiting.add(mine); begin?.(); drawWaits(); }, 200),
      setTimeout(() => { mine.words = words || "Loading..."; drawWaits(); }, 2000),
    ];
    return () => {
      timers.forEach(clearTimeout);
      waiting.delete(mine);
      drawWaits();
    };
  };
  const drawWaits = () => {
    waits.hidden = !waiting.size;
    waits.replaceChildren(...waiting.size ? [make("span", { class: "spinner", "aria-hidden": "true" }), [...waiting].map(one => one.words).filter(Boolean).join(" ")] : []);
  };

  // Requests

  const isTemporary = status => status >= 500 || status === 408 || status === 425 || status === 429;

  /** Sends a request and reads its page. `away` means that nothing answered for hsync: no network, or a proxy's own error. */
  const ask = async (url, init = {}, seconds = 20) => {
    try {
      const response = await fetch(url, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(seconds * 1000), ...init });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const unpaired = response.status === 401 || response.redirected && new URL(response.url).pathname === "/pair";
      return { page, unpaired, ok: response.ok && !unpaired, status: response.status, url: response.url, wait: response.headers.get("Retry-After") };
    } catch {
      return { away: true, status: 0 };
    }
  };

  const send = (entry, token = entry.token) => {
    const fields = entry.multipart ? new FormData() : new URLSearchParams();
    for (const [name, value] of entry.fields) fields.append(name, name === "token" ? token : value);
    return ask(entry.url, { method: "POST", body: fields }, entry.multipart ? 120 : 20);
  };

  // One sender at a time in all tabs, so that entries keep their order and none is sent by two.
  let turn = Promise.resolve();
  const alone = work => {
    if (navigator.locks) return navigator.locks.request("hsync-queue", work);
    return turn = turn.then(work, work);
  };

  // Swapping parts of the page

  const reason = page => (select("[role=alert], .banner.bad, .wrong", page) || select("main", page))?.textContent.trim().replace(/\s+/g, " ").slice(0, 300);

  const place = (name, page, quiet) => {
    const old = part(name), fresh = part(name, page);
    if (!old || !fresh) return false;
    if (old.isEqualNode(fresh)) return true;
    const active = old.contains(document.activeElement) && document.activeElement;
    const scrolled = [...old.querySelectorAll(".scroll, .table")].map(box => box.scrollLeft);
    old.replaceWith(document.adoptNode(fresh));
    fresh.querySelectorAll(".scroll, .table").forEach((box, i) => box.scrollLeft = scrolled[i] || 0);
    prepare(fresh);
    const wrong = !quiet && select("[aria-invalid=true]", fresh);
    if (wrong) wrong.focus();
    else if (active) refocus(active, fresh);
    return true;
  };

  // The keyboard stays where it was: on the same control, else on the part that was replaced.
  const refocus = (old, fresh) => {
    const same = element => element.localName === old.localName && element.name === old.name && element.getAttribute("href") === old.getAttribute("href")
      && element.textContent === old.textContent && element.getAttribute("aria-label") === old.getAttribute("aria-label");
    const found = old.id && document.getElementById(old.id) || [...fresh.querySelectorAll(old.localName)].find(same);
    if (found) {
      found.focus({ preventScroll: true });
      if (found.setSelectionRange && /^(text|search)$/.test(found.type)) found.setSelectionRange(old.selectionStart, old.selectionEnd);
    } else {
      fresh.tabIndex = -1;
      fresh.focus({ preventScroll: true });
    }
  };

  let here = location.href;
  const show = (answer, names, history) => {
    if (answer.unpaired) return location.assign("/pair");
    const { page } = answer;
    for (const name of ["hsync-token", "hsync-library"]) {
      const fresh = select(`meta[name="${name}"]`, page), old = select(`meta[name="${name}"]`);
      if (fresh && old) old.content = fresh.content;
      else if (fresh) document.head.append(document.adoptNode(fresh));
    }
    const notices = part("notices", page);
    if (notices && part("notices")) part("notices").replaceChildren(...notices.childNodes);
    if (!names.every(name => place(name, page)) && !place("main", page)) return location.assign(answer.url || location.href);
    if (page.title !== document.title) {
      // Another page: its heading and its tab are shown, too.
      for (const selector of [".top", ".tabs", ".skip"]) {
        const old = select(selector), fresh = select(selector, page);
        if (!fresh || old?.isEqualNode(fresh)) continue;
        if (old) old.replaceWith(document.adoptNode(fresh));
        else document.body.prepend(document.adoptNode(fresh));
        prepare(fresh);
      }
    }
    document.title = page.title || document.title;
    // A refusal has the address of the form's action: going back to it would ask for a page that there isn't.
    if (history && answer.ok && answer.url !== location.href) {
      const leaves = new URL(answer.url).pathname !== location.pathname;
      self.history[history + "State"]({}, "", answer.url);
      if (leaves) scrollTo(0, 0);
    }
    here = location.href;
    freshness(page.documentElement.dataset.kept);
    draw();
    // The page before may have had no live parts.
    follow();
  };

  // What is shown: fresh, or kept by the service worker at a time that it writes on <html>

  const state = make("p", { class: "banner wait", role: "status", hidden: "" });
  const freshness = kept => {
    const main = select("main");
    if (kept) document.documentElement.dataset.kept = kept;
    else if (kept === undefined) delete document.documentElement.dataset.kept;
    const old = document.documentElement.dataset.kept, off = !navigator.onLine;
    if (!main || !old && !off && state.hidden) return;
    state.hidden = !old && !off;
    state.textContent = old ? `Offline: showing the page as of ${clock(+old)}. What you log is kept on this device and sent later.`
      : "Offline. What you log is kept on this device and sent later.";
    if (state.hidden) {
      if (main.dataset.was) main.dataset.state = main.dataset.was;
    } else {
      if (main.dataset.state !== "offline") main.dataset.was = main.dataset.state;
      main.dataset.state = "offline";
      if (!main.contains(state)) main.prepend(state);
    }
  };

  // Waiting entries

  const tabs = self.BroadcastChannel && new BroadcastChannel("hsync-queue");
  const changed = () => {
    tabs?.postMessage(0);
    return draw();
  };
  if (tabs) tabs.onmessage = () => draw();

  const draw = async () => {
    const entries = await queue.all().catch(() => []);
    for (const list of document.querySelectorAll("[data-waiting]")) {
      // Drawn by difference, so that the focus isn't lost while others are sent.
      const rows = select("ul", list) || make("ul", { class: "rows card" });
      if (!rows.parentNode) list.replaceChildren(make("h2", {}, "Waiting to be sent"), rows);
      list.hidden = !entries.length;
      const old = new Map([...rows.children].map(row => [row.dataset.key, row]));
      rows.replaceChildren(...entries.map(entry => {
        const key = [entry.seq, entry.refused || "", entry.ask || ""].join();
        return old.get(key) || waitingRow(entry, key);
      }));
    }
    for (const count of document.querySelectorAll("[data-waiting-count]")) {
      count.hidden = !entries.length;
      count.textContent = entries.length;
    }
  };

  const waitingRow = (entry, key) => {
    const name = make("span", { class: "name", dir: "auto" }, entry.label);
    const about = entry.refused ? make("span", { class: "wrong" }, entry.refused)
      : make("span", { class: "small soft" }, entry.ask ? "shared with hsync" : `${clock(entry.at)} · waiting for a connection`);
    const row = make("li", { "data-key": key, "data-id": entry.id, class: entry.refused ? "refused" : "waiting" }, make("div", { class: "grow" }, name, about));
    const buttons = make("div", { class: "row" });
    row.append(buttons);
    if (entry.refused || entry.ask) {
      buttons.append(make("button", { class: "chip", type: "button", onclick: () => again(entry) }, entry.ask ? "Look it up" : "Try again"));
    }
    buttons.append(make("button", { class: "chip", type: "button", "aria-label": `Cancel ${entry.label}`, onclick: () => takeBack(entry) }, "Cancel"));
    return row;
  };

  const takeBack = async entry => {
    const stored = await alone(async () => {
      const stored = await queue.get(entry.seq);
      if (stored) await queue.remove(entry.seq);
      return stored;
    });
    await changed();
    if (stored) say(`Cancelled: ${entry.label}`, "Undo", () => queue.put(stored).then(changed).then(() => drain()));
    else say(`Already sent: ${entry.label}`);
  };

  const again = async entry => {
    // What another app shared has no token yet: the press of this button is the user's consent to send it.
    const fields = entry.ask ? [...entry.fields, ["token", meta("token")]] : entry.fields;
    await queue.put({ ...entry, fields, token: meta("token"), library: meta("library"), ask: false, refused: "", open: entry.ask });
    await changed();
    drain();
  };

  const keep = async entry => {
    try {
      // The server knows by it that nobody looks at the answer.
      await queue.put({ ...entry, fields: [...entry.fields, ["waited", "1"]] });
    } catch {
      say("This device has no space left for the entry. Nothing was logged: leave the page open and try again.");
      return false;
    }
    navigator.storage?.persist?.();
    await changed();
    const [stored] = (await queue.all()).filter(other => other.id === entry.id);
    say(`Kept on this device: ${entry.label}`, "Cancel", () => takeBack(stored));
    return true;
  };

  // Sending what waits, oldest first. A refusal stays with its reason and doesn't block the rest; anything else stops and is tried later.
  let tries = 0, timer, draining = false, wanted = false;
  const drain = async () => {
    wanted = true;
    if (draining) return;
    draining = true;
    clearTimeout(timer);
    let sent = 0, opened, stop;
    try {
      // Asked for again while a request was failing (the network came back): tried at once, not after the pause.
      while (!stop || wanted && stop === "later") {
        wanted = false;
        clearTimeout(timer);
        stop = await alone(async () => {
          const entry = (await queue.all()).find(entry => !entry.refused && !entry.ask && entry.library === meta("library"));
          if (!entry) return "done";
          let answer = await send(entry);
          if (answer.status === 403) {
            // The session's token may have changed; the page's own is that of the same library.
            const page = await ask(location.href);
            const token = page.ok && select('meta[name="hsync-token"]', page.page)?.content;
            if (token && token !== entry.token) answer = await send(entry, token);
          }
          if (answer.unpaired) return "unpaired";
          if (answer.away || isTemporary(answer.status)) {
            // Retry-After in seconds; else 5 s, doubled up to 5 min.
            const seconds = +answer.wait || Math.min(300, 5 * 2 ** tries++);
            if (navigator.onLine) timer = setTimeout(drain, seconds * 1000);
            return "later";
          }
          if (answer.ok) {
            await queue.remove(entry.seq);
            sent++;
            if (entry.open) opened = answer;
          } else {
            await queue.put({ ...entry, refused: reason(answer.page) || `Refused (${answer.status}).` });
          }
          tries = 0;
          await changed();
        });
      }
    } catch {
      // The device's database is gone or full: nothing was removed, the next visit tries again.
    } finally {
      draining = false;
    }
    if (stop === "unpaired") say("This device is no longer paired. Unsent entries are kept.", "Pair", () => location.assign("/pair"));
    if (sent && !opened) say(sent === 1 ? "1 entry sent" : `${sent} entries sent`);
    if (opened) show(opened, ["main"], "push");
    else if (sent) refresh();
  };

  // Forms and links

  const names = element => (element.dataset.swap || "main").split(" ");

  let idle;
  const busy = (form, button, on) => {
    form.toggleAttribute("data-busy", on);
    idle?.();
    idle = on ? wait(form.dataset.wait || button?.dataset.busy || "Saving...", () => label(button, true)) : null;
    if (!on) label(button, false);
    if (!button) return;
    const says = form.dataset.says && document.getElementById("pet-status");
    if (says) {
      if (on) form.dataset.said = says.textContent;
      says.textContent = on ? form.dataset.says : form.dataset.said;
    }
  };

  // aria-disabled and not disabled: a disabled button loses the focus.
  const label = (button, on) => {
    if (!button) return;
    button.setAttribute("aria-disabled", on);
    if (on && button.dataset.busy) {
      button.dataset.idle = button.textContent;
      button.textContent = button.dataset.busy;
    } else if (!on && button.dataset.idle) {
      button.textContent = button.dataset.idle;
      delete button.dataset.idle;
    }
  };

  const submit = async (form, button) => {
    if (form.hasAttribute("data-busy")) return;
    const fields = [...new FormData(form, button)].filter(([, value]) => !(value instanceof File && !value.name && !value.size));
    const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href).href;
    if (form.method === "get") {
      const address = new URL(url);
      address.search = new URLSearchParams(fields);
      return go(address.href, names(form), form.contains(document.activeElement) && document.activeElement.matches("[data-typed]") ? "replace" : "push", form);
    }
    const offline = "offline" in form.dataset;
    const entry = { id: uuid7(), url, multipart: form.enctype === "multipart/form-data", at: Date.now(), library: meta("library"), token: meta("token") };
    entry.fields = fields.filter(([name]) => !offline || name !== "id" && name !== "at_ms");
    if (offline) {
      // The id becomes the record's own: sent twice, it makes one record.
      entry.fields.push(["id", entry.id], ["at_ms", String(entry.at)]);
      const words = form.dataset.offline.split(" ").flatMap(name => fields.filter(([other]) => other === name).map(([, value]) => value.name || value));
      entry.label = [form.dataset.label, ...words].filter(Boolean).join(" · ") || "Entry";
    }
    busy(form, button, true);
    let answer = { away: true };
    const behind = offline && (await queue.all().catch(() => [])).some(other => !other.refused && !other.ask);
    if (!behind) answer = await alone(() => send(entry));
    busy(form, button, false);
    if (offline && (answer.away || isTemporary(answer.status))) {
      if (await keep(entry)) form.reset();
      form.querySelectorAll("[data-preview]").forEach(preview);
      if (behind) drain();
    } else if (answer.away) {
      say("hsync can't be reached. Nothing was changed.", "Try again", () => submit(form, button));
    } else {
      show(answer, names(form), "push");
    }
  };

  let latest = 0, unwait;
  const go = async (url, names, history, form) => {
    const mine = ++latest;
    unwait?.();
    const end = unwait = wait(form?.dataset.wait);
    const answer = await ask(url);
    end();
    if (mine !== latest) return;
    if (answer.away && form?.dataset.away && part(names[0])) {
      // What was found before is kept by no one: the way on stands in its place.
      return part(names[0]).replaceChildren(make("div", { class: "card empty" }, make("p", { role: "alert" }, make("a", { class: "text", href: form.dataset.way }, form.dataset.away))));
    }
    if (answer.away) return say("hsync can't be reached.", "Try again", () => go(url, names, history));
    show(answer, names, history);
  };

  // Leaving a page asks first if a form with `data-guard` would lose what was typed in it

  const typed = form => !form.hasAttribute("data-busy") && ("unsaved" in form.dataset || [...form.elements].some(field =>
    /^(checkbox|radio)$/.test(field.type) ? field.checked !== field.defaultChecked
      : field.matches("input:not([type=hidden]), textarea") ? field.value !== field.defaultValue
        : field.matches("select") && [...field.options].some(option => option.selected !== option.defaultSelected && (option.defaultSelected || option.index))));
  const guarded = () => [...document.querySelectorAll("form[data-guard]")].find(typed);
  /** Runs `leave`, after a question if something typed would be lost by it. */
  const guard = (leave, form = guarded()) => {
    if (!form) return leave();
    const close = drop => () => {
      box.close();
      box.remove();
      if (!drop) return;
      delete form.dataset.unsaved;
      form.reset();
      leave();
    };
    const box = make("dialog", { class: "card stack", "aria-labelledby": "guard" }, make("p", { id: "guard" }, make("strong", {}, form.dataset.guard)),
      make("div", { class: "row" }, make("button", { class: "button danger", type: "button", onclick: close(true) }, "Discard"),
        make("button", { class: "button plain", type: "button", onclick: close(false) }, "Keep editing")));
    box.addEventListener("cancel", () => box.remove());
    document.body.append(box);
    box.showModal();
    box.lastChild.lastChild.focus();
  };
  addEventListener("beforeunload", event => { if (guarded()) event.preventDefault(); });

  document.addEventListener("submit", event => {
    const form = event.target;
    if (!form.matches("[data-swap], [data-offline]") || event.defaultPrevented) return;
    event.preventDefault();
    if (event.submitter?.matches("[data-needs][aria-disabled=true]")) return;
    // Logging something else replaces the page.
    const other = "offline" in form.dataset && names(form).includes("main") && guarded();
    if (other && other !== form) return guard(() => submit(form, event.submitter), other);
    const when = form.elements[form.dataset.when];
    if ("subscribe" in form.dataset && !when) {
      subscribe(form.dataset.subscribe).then(subscription => {
        form.elements.subscription.value = subscription;
        return submit(form, event.submitter);
      }, fault => say(fault.sentence || "The browser refused to show notices here."));
    } else if (when?.checked && self.Notification && Notification.permission !== "denied") {
      // The form is sent whatever the user answers.
      subscribe(form.dataset.subscribe).then(subscription => tell("/settings/push", { subscription })).catch(() => {})
        .then(() => submit(form, event.submitter));
    } else if ("unsubscribe" in form.dataset) {
      unsubscribe().catch(() => {}).then(() => submit(form, event.submitter));
    } else submit(form, event.submitter);
  });

  // Notices: the browser asks the user, and what it answers goes to the server with the form

  const pushManager = async () => (await navigator.serviceWorker?.getRegistration("/"))?.pushManager;

  const tell = (path, fields) => ask(path, { method: "POST", body: new URLSearchParams({ token: meta("token"), ...fields }) });

  const subscribe = async key => {
    const manager = await pushManager();
    if (!manager || !self.Notification) throw { sentence: "This browser can't show notices here: that needs HTTPS, and on an iPhone the home screen." };
    const was = Notification.permission, is = await Notification.requestPermission();
    if (is === "denied" && was !== "denied") tell("/settings/push/denied", {});
    if (is !== "granted") throw { sentence: "This browser blocks notices of hsync. Allow them in its settings for this site." };
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = await manager.subscribe(options).catch(async () => {
      // A subscription with another key, of an earlier library, is in the way.
      await unsubscribe();
      return manager.subscribe(options);
    });
    return JSON.stringify(subscription);
  };

  const unsubscribe = async () => (await (await pushManager())?.getSubscription())?.unsubscribe();

  document.addEventListener("click", event => {
    const link = event.target.closest("a[href]"), address = link && new URL(link.getAttribute("href"), location.href).href;
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0 && !event.defaultPrevented) {
      const swaps = "swap" in link.dataset, follow = () => swaps ? go(address, names(link), "push") : location.assign(address);
      const stays = swaps ? !names(link).includes("main") : link.getAttribute("target") || link.hasAttribute("download") || address.split("#")[0] === location.href.split("#")[0];
      if (swaps || !stays && guarded()) {
        event.preventDefault();
        if (stays) follow();
        else guard(follow);
      }
    }
    const step = event.target.closest("[data-step]");
    if (step) {
      const input = document.getElementById(step.getAttribute("aria-controls"));
      const by = +input.dataset.by, steps = (number(input.value) || 0) / by;
      // To the next multiple, which is itself never logged as nothing.
      input.value = Math.max(1, +step.dataset.step < 0 ? Math.ceil(steps - 1e-9) - 1 : Math.floor(steps + 1e-9) + 1) * by;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  // A swipe to the left goes to the next page of its kind, one to the right to the one before
  let touched;
  document.addEventListener("touchstart", event => {
    const box = event.touches.length === 1 && event.target.closest("[data-swipe]");
    touched = box && !event.target.closest(".scroll, .table, input, select, textarea")
      ? { box, x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { passive: true });
  document.addEventListener("touchend", event => {
    if (!touched || event.touches.length) return touched = null;
    const { box, x, y } = touched, [end] = event.changedTouches, across = end.clientX - x;
    touched = null;
    if (Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(end.clientY - y)) select(across < 0 ? "a[rel=next]" : "a[rel=prev]", box)?.click();
  }, { passive: true });

  addEventListener("popstate", () => {
    const target = location.href;
    if (target.split("#")[0] === here.split("#")[0]) return;
    if (!guarded()) return go(target, ["main"]);
    // The page that is shown stays the current one until the question is answered.
    history.pushState({}, "", here);
    guard(() => go(target, ["main"], "push"));
  });

  // Fields: search while typing, live amounts, previews of photos

  // A plain number that has one reading. The server reads more: 1/2, 200g, 3 x 40.
  const number = text => /^\d*[.,]?\d+$/.test(text.trim()) && !/^[1-9]\d{0,2}[.,]\d{3}$/.test(text.trim()) ? +text.trim().replace(",", ".") : NaN;

  let typing;
  document.addEventListener("input", event => {
    const field = event.target;
    if (field.matches("[data-typed]")) {
      clearTimeout(typing);
      typing = setTimeout(() => field.form.requestSubmit(), 200);
    }
    if (field.dataset.slides) {
      const number = document.getElementById(field.dataset.slides);
      number.value = field.value;
      number.dispatchEvent(new Event("input", { bubbles: true }));
    }
    for (const slider of document.querySelectorAll("[data-slides]")) {
      if (slider.dataset.slides !== field.id) continue;
      slider.value = number(field.value);
      slider.setAttribute("aria-valuetext", `${field.value} ${slider.dataset.unit}`);
    }
    for (const output of document.querySelectorAll("[data-of]")) {
      if (output.dataset.of !== field.id) continue;
      const value = number(field.value) * output.dataset.each;
      output.textContent = isFinite(value) ? value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: output.dataset.digits || 0 }) : "–";
    }
  });

  const preview = input => {
    const box = document.getElementById(input.dataset.preview);
    box.replaceChildren(...[...input.files].map(file => {
      const image = make("img", { src: URL.createObjectURL(file), alt: file.name });
      image.onload = image.onerror = () => URL.revokeObjectURL(image.src);
      return image;
    }));
  };
  document.addEventListener("change", event => {
    const input = event.target;
    if (input.dataset.preview) preview(input);
    if ("submit" in input.dataset && (input.type !== "file" || input.files.length)) input.form.requestSubmit();
  });

  // A button that needs a text: it can be reached, but does nothing
  const allow = () => {
    for (const button of document.querySelectorAll("[data-needs]")) {
      button.setAttribute("aria-disabled", !document.getElementById(button.dataset.needs)?.value.trim());
    }
  };
  document.addEventListener("input", allow);
  document.addEventListener("reset", () => setTimeout(allow));

  // A phone vibrates at a press, unless motion isn't welcome
  const pulses = { light: 10, medium: 20, heavy: 40, warning: [20, 60, 20] };
  document.addEventListener("click", event => {
    const pressed = event.target.closest("[data-haptic]");
    if (pressed && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(pulses[pressed.dataset.haptic]);
  });

  // Timers: what is left is counted here, from the end that the page has
  const two = number => String(number).padStart(2, "0");
  const tick = () => {
    for (const ring of document.querySelectorAll("[data-ends]")) {
      const lasts = +ring.dataset.lasts, left = Math.min(lasts, Math.max(0, ring.dataset.ends - Date.now()));
      const seconds = Math.ceil(left / 1000), percent = lasts ? Math.floor(100 * (lasts - left) / lasts) : 100;
      const tail = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
      const time = seconds < 3600 ? tail : `${Math.floor(seconds / 3600)}:${tail}`;
      select("[data-left]", ring).textContent = time;
      select("[data-percent]", ring).textContent = `${percent}%`;
      select(".c-part", ring).setAttribute("stroke-dasharray", `${percent} 100`);
      ring.setAttribute("aria-label", `Timer: ${time} remaining, ${percent}% complete`);
      if (!left && !("over" in ring.dataset)) {
        ring.dataset.over = "";
        refresh();
      }
    }
  };
  setInterval(tick, 1000);

  const prepare = root => {
    allow();
    root.querySelectorAll("[data-script]").forEach(element => element.hidden = "install" in element.dataset && !install);
    root.querySelectorAll(".toast").forEach(fade);
    // Once a session: a browser that blocks notices isn't asked again.
    const blocked = select("[data-blocked]", root);
    if (blocked && self.Notification?.permission === "denied" && !sessionStorage.getItem("hsync-blocked")) {
      blocked.hidden = false;
      sessionStorage.setItem("hsync-blocked", "1");
    }
  };

  // Following the library: an event says that something changed, the parts are read anew

  const inUse = element => select(":popover-open", element) || element.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")
    || [...element.querySelectorAll("input:not([type=hidden]), textarea")].some(field => field.type === "file" ? field.files.length : field.value !== field.defaultValue);

  let reading = false, stale = false;
  const refresh = async () => {
    stale = true;
    if (reading || document.hidden) return;
    reading = true;
    while (stale) {
      stale = false;
      const href = location.href, answer = await ask(href, { headers: { Accept: "text/html", "X-Hsync-Refresh": "1" } });
      if (answer.unpaired) location.assign("/pair");
      if (!answer.ok || href !== location.href) continue;
      const kept = answer.page.documentElement.dataset.kept;
      // A page of the cache is replaced whole as soon as the server answers.
      const whole = document.documentElement.dataset.kept && !kept && !inUse(select("main"));
      if (!whole || !place("main", answer.page, true)) {
        for (const element of document.querySelectorAll("[data-live][id]")) {
          if (!inUse(element)) place(element.id, answer.page, true);
        }
      }
      freshness(kept);
      draw();
    }
    reading = false;
  };

  let stream, reopening;
  const follow = () => {
    clearTimeout(reopening);
    // Browsers allow six connections to a server without HTTP/2: a page that isn't seen gives its own back.
    if (document.hidden || !navigator.onLine || !select("[data-live]")) {
      stream?.close();
      stream = null;
    } else if (!stream) {
      stream = new EventSource("/live");
      stream.onmessage = refresh;
      // What changed while the stream was interrupted.
      let opened = false;
      stream.onopen = () => {
        if (opened) refresh();
        opened = true;
      };
      stream.onerror = () => {
        if (stream.readyState !== EventSource.CLOSED) return;
        stream = null;
        reopening = setTimeout(follow, 30000);
      };
    }
  };

  const wake = () => {
    freshness(document.documentElement.dataset.kept || null);
    follow();
    if (document.hidden || !navigator.onLine) return;
    drain();
    if (select("[data-live]") || document.documentElement.dataset.kept) refresh();
  };
  addEventListener("online", wake);
  addEventListener("offline", wake);
  document.addEventListener("visibilitychange", wake);
  setInterval(() => select("[data-live]") && navigator.onLine && refresh(), 60000);

  // Installing: the browser's prompt waits behind a button of the settings

  let install;
  addEventListener("beforeinstallprompt", event => {
    event.preventDefault();
    install = event;
    prepare(document);
  });
  document.addEventListener("click", event => {
    if (!event.target.closest("[data-install]") || !install) return;
    install.prompt();
    install = null;
    prepare(document);
  });

  document.body.append(toasts, waits);
  prepare(document);
  freshness(document.documentElement.dataset.kept || null);
  draw();
  /** The worker has put a skeleton here, because the page took long: it is on its way. */
  const arrive = async () => {
    const answer = await ask(location.href);
    delete document.documentElement.dataset.loading;
    if (answer.away) {
      const offline = await ask(`/assets/offline.html${version}`);
      if (!offline.away) show(offline, ["main"]);
      else location.reload();
      return;
    }
    const { theme } = answer.page.documentElement.dataset;
    if (theme) document.documentElement.dataset.theme = theme;
    show(answer, ["main"]);
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    drain();
  };

  addEventListener("load", async () => {
    if ("loading" in document.documentElement.dataset) await arrive();
    follow();
    drain();
    if (document.documentElement.dataset.kept) refresh();
    if (!navigator.serviceWorker || !isSecureContext || meta("worker") === "off" || !version) return;
    // The first page was read before the worker was there to keep it.
    navigator.serviceWorker.addEventListener("controllerchange", refresh, { once: true });
    // Without it the pages work, but for being kept.
    navigator.serviceWorker.register("/sw.js" + version).catch(() => {});
  });
})();

/* The service worker: keeps the shell and the last pages seen, and takes what other apps share. Its version is that of
   its own address (/sw.js?v=…), which the page's script takes from its address: a new release brings new caches. */
"use strict";
const version = new URL(location.href).searchParams.get("v") || "0";
const shellCache = `shell-${version}`, pageCache = `pages-${version}`;
const shell = ["app.css", "app.js", "offline.html", "loading.html", "manifest.webmanifest", "icon.svg", "icon-192.png"].map(name => `/assets/${name}`);
const pagesKept = 30, patienceMs = 4000, skeletonMs = 200;
/** The pages that a skeleton stands in for while they are on their way. Others may be downloads or lead elsewhere. */
const skeletonPages = ["/", "/plan", "/scan", "/food", "/meals", "/trends", "/diet", "/go", "/laundry", "/settings"];
/** By address: what a skeleton waits for. */
const onTheirWay = new Map();
const photosKept = 20, bytesKept = 100e6;

importScripts(`/assets/app.js?v=${version}`);

addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(shellCache);
  await cache.addAll(shell.map(path => new Request(`${path}?v=${version}`, { cache: "no-cache" })));
  await skipWaiting();
})()));

addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== shellCache && name !== pageCache) await caches.delete(name);
  await clients.claim();
})()));

addEventListener("fetch", event => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === "/share" && request.mode === "navigate") return event.respondWith(share(request));
  if (request.method !== "GET") return;
  if (url.pathname === "/pair" || url.pathname.startsWith("/pair/")) {
    // Whoever comes here isn't paired, or changes to another library: the pages of the last one are no longer theirs.
    if (request.mode === "navigate") event.waitUntil(caches.delete(pageCache));
    return;
  }
  if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if ((request.headers.get("Accept") || "").includes("text/html")) event.respondWith(page(event));
});

/* A notice from hsync, by way of the browser's push service: {title, body, link, tag, actions}. A browser withdraws the right to get any from a worker that shows
   none, so that a message which can't be read is shown as well. */
addEventListener("push", event => {
  let notice;
  try { notice = event.data.json(); } catch { notice = {}; }
  event.waitUntil(registration.showNotification(String(notice.title || "hsync"), {
    body: String(notice.body || ""), tag: notice.tag, icon: "/assets/icon-192.png", badge: "/assets/icon-192.png",
    data: { link: notice.link }, actions: Array.isArray(notice.actions) ? notice.actions : [],
  }));
});

addEventListener("notificationclick", event => {
  event.notification.close();
  const link = event.notification.data?.link;
  event.waitUntil(event.action === "dismiss" ? dismissed(link) : visit(link));
});

addEventListener("notificationclose", event => event.waitUntil(dismissed(event.notification.data?.link)));

/** The page of a link of activity windows; other links are pages themselves. */
const hourLink = /^gonow:\/\/today\/?(?=\?|$)/;

/** Tells the server, whose log has what became of notices of activity windows. Nothing depends on it. */
async function dismissed(link) {
  if (!hourLink.test(link)) return;
  try {
    const page = await (await fetch("/go", { headers: { Accept: "text/html", "X-Hsync-Refresh": "1" } })).text();
    const [, token] = page.match(/<meta name="hsync-token" content="([^"]*)"/);
    await fetch("/go/dismissed", { method: "POST", body: new URLSearchParams({ token, link }) });
  } catch {}
}

/** Shows a page of this server in a window that is open, else in a new one. */
async function visit(link) {
  let url = new URL("/", location.origin);
  try {
    const named = new URL(String(link || "/").replace(hourLink, "/go"), location.origin);
    if (named.origin === location.origin) url = named;
  } catch {}
  for (const client of await clients.matchAll({ type: "window" })) {
    try {
      if (client.url !== url.href) await client.navigate(url.href);
      return await client.focus();
    } catch {}
  }
  return clients.openWindow(url.href);
}

/** From the shell, whatever version the page asks for: a kept page may be older than the shell, and the shell's own pages name none. */
async function asset(request) {
  const cache = await caches.open(shellCache);
  const isShells = !new URL(request.url).search;
  return await cache.match(request, { ignoreSearch: isShells }) || fetch(request).catch(async () => await cache.match(request, { ignoreSearch: true }) || Response.error());
}

/** From the network; from the cache if that fails, or takes long and there is a copy. */
async function page(event) {
  const { request } = event, cache = await caches.open(pageCache), key = new URL(request.url);
  key.hash = "";
  // After a share the page of scanning is asked for under an address of its own.
  const kept = await cache.match(key.href, { ignoreVary: true })
    || key.searchParams.has("shared") && await cache.match(key.origin + key.pathname, { ignoreVary: true });
  const earlier = request.mode === "navigate" ? null : onTheirWay.get(request.url);
  onTheirWay.delete(request.url);
  const fresh = fetched(earlier, request).then(async response => {
    // A proxy's answer while hsync isn't running.
    if ([502, 503, 504].includes(response.status) && kept) throw new Error("unreachable");
    await keep(cache, key.href, response);
    return response;
  });
  event.waitUntil(fresh.catch(() => {}));
  try {
    const late = (ms, what) => new Promise((done, fail) => setTimeout(what ? done : fail, ms, what));
    if (kept) return await Promise.race([fresh, late(patienceMs)]);
    if (request.mode !== "navigate" || !skeletonPages.includes(key.pathname)) return await fresh;
    // What arrives too late for the navigation is what the skeleton's script asks for: the server is asked once.
    const skeleton = await caches.match("/assets/loading.html", { ignoreSearch: true });
    const first = skeleton ? await Promise.race([fresh, late(skeletonMs, "late")]) : await fresh;
    if (first !== "late") return first;
    onTheirWay.set(request.url, fresh);
    return skeleton;
  } catch {
    if (kept) return marked(kept);
    const offline = request.mode === "navigate" && await caches.match("/assets/offline.html", { ignoreSearch: true });
    return offline || Response.error();
  }
}

/** The answer that is on its way, unless it leads elsewhere: what a navigation was redirected to can't be given to a script. */
async function fetched(earlier, request) {
  const answer = await earlier?.catch(() => Response.error());
  return answer && answer.type !== "opaqueredirect" ? answer : fetch(request);
}

async function keep(cache, key, response) {
  if (response.status === 401) return caches.delete(pageCache);
  const kind = response.headers.get("Content-Type") || "";
  if (!response.ok || response.redirected || response.type !== "basic" || !kind.startsWith("text/html")) return;
  const headers = new Headers(response.headers);
  headers.set("X-Kept-At", Date.now());
  const body = await response.clone().blob();
  await cache.delete(key, { ignoreVary: true });
  await cache.put(key, new Response(body, { headers }));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - pagesKept))) await cache.delete(old);
}

/** A kept page says so: data-kept on <html> is the time it was read, in Unix milliseconds. */
async function marked(kept) {
  const html = await kept.text();
  return new Response(html.replace(/<html\b/i, `<html data-kept="${kept.headers.get("X-Kept-At")}"`), { headers: kept.headers });
}

/** What another app shares goes into the queue and waits for the user's press, so that no foreign page can send it with their rights. */
async function share(request) {
  const fields = [...await request.formData()].filter(([, value]) => typeof value !== "string" || value.trim());
  const files = fields.map(([, value]) => value).filter(value => typeof value !== "string");
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (!fields.length || files.length > photosKept || bytes > bytesKept) return Response.redirect("/scan?shared=too-large", 303);
  const label = files.length ? files.map(file => file.name || "photo").slice(0, 3).join(", ") : fields.map(([, value]) => value).join(" ").slice(0, 80);
  const id = self.hsyncQueue.uuid7(), at = Date.now();
  await self.hsyncQueue.put({ id, url: "/share", multipart: true, fields: [...fields, ["id", id], ["at_ms", String(at)]], label, at, ask: true });
  return Response.redirect("/scan?shared=1", 303);
}

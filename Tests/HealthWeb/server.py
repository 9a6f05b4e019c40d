"""A small server for trying the assets: the example pages, the assets, /live and a diary in memory, under the companion's
Content-Security-Policy. `python3 server.py` serves at http://127.0.0.1:8700."""
import email
import email.policy
import http.server
import threading
import time
import urllib.parse

import pages

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; "
          "worker-src 'self'; form-action 'self'; frame-ancestors 'none'")
KINDS = {".css": "text/css", ".js": "text/javascript", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
         ".webmanifest": "application/manifest+json"}


class Diary:
    """What the server knows: meals in the order of their posts, the posts themselves, and the paths of pages that were asked for."""

    def __init__(self):
        self.lock = threading.Condition()
        self.reset()

    def reset(self):
        with self.lock:
            self.meals, self.posts, self.done, self.version, self.delay, self.interrupted = [], [], True, 0, 0, False
            self.failing, self.token, self.listeners, self.gets = 0, pages.TOKEN, set(), []
            self.gone = False

    def change(self, work):
        with self.lock:
            work()
            self.version += 1
            self.lock.notify_all()

    def wait(self, condition):
        """Waits until a condition of the diary is true."""
        with self.lock:
            assert self.lock.wait_for(condition, timeout=10), (len(self.posts), len(self.listeners))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="text/html; charset=utf-8", **headers):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", headers.pop("cache", "no-store"))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        diary = self.server.diary
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        name = url.path.rsplit("/", 1)[-1]
        if url.path.startswith("/assets/") or url.path in ("/sw.js", "/manifest.webmanifest"):
            file = pages.ASSETS / name
            if not file.is_file():
                return self.answer(404, "no such file")
            return self.answer(200, file.read_bytes(), KINDS[file.suffix], cache="no-cache")
        if url.path == "/live":
            return self.live()
        diary.gets.append(url.path)
        if diary.delay:
            time.sleep(diary.delay)
        if diary.gone:
            self.close_connection = True
            return
        meals = [(title, "just now", "100 kcal") for title in reversed(diary.meals)]
        routes = {
            "/": lambda: pages.today(meals + pages.MEALS, done=diary.done), "/plan": pages.plan, "/scan": pages.scan,
            "/food": lambda: pages.food((meals + pages.MEALS), query.get("q", "")), "/settings": pages.settings,
            "/scan/code": lambda: pages.scan(found=True), "/pair": lambda: pages.page("more", "Pair", "<p>Open the link of hsync serve --pair.</p>"),
        }
        if url.path.startswith("/example/") and name in pages.EXAMPLES:
            return self.answer(200, pages.EXAMPLES[name]())
        if url.path in routes:
            return self.answer(200, routes[url.path]().replace(pages.TOKEN, diary.token))
        self.answer(404, pages.page("more", "Not found", '<p class="banner bad" role="alert">There is no such page.</p>'))

    def live(self):
        diary = self.server.diary
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"retry: 1000\n\n")
        self.wfile.flush()
        with diary.lock:
            seen = diary.version
            diary.listeners.add(self)
            diary.lock.notify_all()
        try:
            while True:
                with diary.lock:
                    diary.lock.wait_for(lambda: diary.version != seen, timeout=1)
                    moved, seen = diary.version != seen, diary.version
                if diary.interrupted:
                    return
                self.wfile.write(b"data: changed\n\n" if moved else b":\n\n")
                self.wfile.flush()
        except OSError:
            self.close_connection = True
        finally:
            with diary.lock:
                diary.listeners.discard(self)
                diary.lock.notify_all()

    def fields(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kind = self.headers.get("Content-Type", "")
        if not kind.startswith("multipart/"):
            return dict(urllib.parse.parse_qsl(body.decode(), keep_blank_values=True))
        message = email.message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body, policy=email.policy.HTTP)
        found = {}
        for part in message.iter_parts():
            payload = part.get_payload(decode=True)
            found[part.get_param("name", header="content-disposition")] = len(payload) if part.get_filename() else payload.decode()
        return found

    def do_POST(self):
        diary, fields = self.server.diary, self.fields()
        path = urllib.parse.urlsplit(self.path).path
        if diary.failing:
            diary.failing -= 1
            return self.answer(503, pages.page("more", "Busy", "<p>Try again.</p>"))
        with diary.lock:
            diary.posts.append((path, fields))
            diary.lock.notify_all()
        if fields.get("token") != diary.token:
            return self.answer(403, pages.page("more", "Refused", "<p>The form is of another session.</p>"))
        title = fields.get("title", "")
        if path == "/log" and title.startswith("refuse"):
            return self.answer(422, pages.refused(title))
        if path in ("/log", "/scan", "/share"):
            diary.change(lambda: diary.meals.append(title or "photo"))
        if path == "/plan/tick":
            diary.change(lambda: setattr(diary, "done", not diary.done))
        if path in ("/scan", "/share"):
            return self.answer(200, pages.scan(found=True))
        where = {"/log": self.headers.get("Referer", "/"), "/plan/add": "/plan", "/plan/remove": "/plan"}.get(path, "/")
        self.answer(303, Location=urllib.parse.urlsplit(where).path)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # A browser opens several connections at once; those beyond the usual five would be reset.
    request_queue_size = 64

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.diary = Diary()
        self.url = f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request, client_address):
        pass


if __name__ == "__main__":
    server = Server(8700)
    print(server.url, flush=True)
    server.serve_forever()

"""Servers that stand between or for others: a proxy that watches what goes to a backend, and an Open Food Facts of two products."""
import http.server
import json
import threading
import urllib.error
import urllib.request


class Listening(http.server.ThreadingHTTPServer):
    """A server on a free port, in a thread of its own, until `stop`."""

    daemon_threads = True

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def stop(self):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        pass


class Quiet(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Passing(Quiet):
    def pass_on(self):
        witness = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        witness.seen.append((self.command, self.path, self.headers.get("Authorization")))
        witness.gate.wait(30)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "content-length")}
        request = urllib.request.Request(witness.behind + self.path, body or None, headers, method=self.command)
        try:
            answer = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        kept = [(name, value) for name, value in answer.headers.items() if name.lower() not in ("connection", "content-length", "transfer-encoding")]
        self.answer(answer.status, answer.read(), kept)

    do_GET = do_POST = do_PUT = pass_on


class Witness(Listening):
    """Passes everything on to a backend, and remembers method, path and authorization of it. While `gate` is cleared, requests wait."""

    def __init__(self, behind):
        self.behind, self.seen, self.gate = behind, [], threading.Event()
        self.gate.set()
        super().__init__(Passing)


class Answering(Quiet):
    def do_GET(self):
        code = self.path.split("/api/v2/product/")[-1].split("?")[0]
        self.server.asked.append(code)
        product = self.server.products.get(code)
        body = {"code": code, "status": 1, "product": product} if product else {"code": code, "status": 0, "status_verbose": "product not found"}
        self.answer(200 if product else 404, json.dumps(body).encode(), [("Content-Type", "application/json")])


class FoodFacts(Listening):
    """Answers as Open Food Facts does, and counts what it is asked."""

    def __init__(self):
        self.asked = []
        self.products = {
            "9520341578200": {
                "product_name": "Oat crunch muesli", "brands": "Haferlund", "quantity": "500 g", "serving_size": "45 g", "serving_quantity": 45,
                "nutriments": {"energy-kcal_100g": 432, "proteins_100g": 10, "carbohydrates_100g": 61, "fat_100g": 15},
            },
        }
        super().__init__(Answering)

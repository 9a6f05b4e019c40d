#!/usr/bin/env python3
"""A backend for hsync, written from docs/sync-protocol.md and docs/records.md alone, that spoils its own answers.

  independent_backend.py --data FOLDER --token NAME:TOKEN[:REFRESH_TOKEN] ... [--port 0] [--spoil 0.33] [--seed 1]

It keeps what it promises: what it accepted is committed (SQLite, synchronous=FULL) before it answers. Only then, with --spoil, is that
share of its answers dropped, garbled or cut short, always so that it can be seen: no way of damage leaves a valid answer that says
something else. The first line on standard output is the address that it listens on.

  GET /spoiled          {"answers": …, "drop": …, "html": …, "replayed": …, …}
  POST /spoiled         {"share": 0}: from now on answer properly
"""

import argparse
import gzip
import hashlib
import json
import os
import random
import secrets
import sqlite3
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_RECORDS = 5000
MAX_BYTES = 1 << 20
MAX_ID = 200
MAX_LIMIT = 1000
MAX_HLC = (1 << 63) - 1
AHEAD_MS = 5 * 60 * 1000

SCHEMA = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS owner(name TEXT PRIMARY KEY, opaque TEXT NOT NULL, seq INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS epoch(epoch TEXT, owner TEXT, closed_at INTEGER, PRIMARY KEY(epoch, owner));
CREATE TABLE IF NOT EXISTS record(owner TEXT, kind TEXT, id TEXT, hlc INTEGER NOT NULL, dev TEXT NOT NULL, data TEXT, seq INTEGER NOT NULL,
  PRIMARY KEY(owner, kind, id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS record_order ON record(owner, seq);
CREATE TABLE IF NOT EXISTS device(owner TEXT, dev TEXT, last INTEGER NOT NULL, sha TEXT NOT NULL, answer BLOB NOT NULL, PRIMARY KEY(owner, dev));
CREATE TABLE IF NOT EXISTS token(token TEXT PRIMARY KEY, owner TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS refresh(token TEXT PRIMARY KEY, owner TEXT NOT NULL, retired_by TEXT);
"""


class Refusal(Exception):
    """An answer other than 200."""

    def __init__(self, status, code, message, **more):
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "message": message, **more}


def encoded(value):
    """JSON as it goes over the wire."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def decoded(body):
    """JSON that came over the wire; NaN and its like are no JSON."""

    def refuse(name):
        raise ValueError(f"{name} is no JSON")

    return json.loads(body.decode(), parse_constant=refuse)


class Store:
    """What the users' devices pushed. One lock: a transaction at a time."""

    def __init__(self, path):
        self.lock = threading.Lock()
        self.db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.db.executescript(SCHEMA)
        self.db.execute("PRAGMA synchronous = FULL")
        # A cursor is "<epoch>.<seq>". An epoch ends with the process, at the number reached by then, so that a file that is put back from
        # a backup doesn't know the epochs that were opened since.
        self.epoch = secrets.token_urlsafe(6).replace("-", "a").replace("_", "b")
        self.db.execute("UPDATE epoch SET closed_at = (SELECT seq FROM owner WHERE name = epoch.owner) WHERE closed_at IS NULL")
        self.db.execute("INSERT INTO epoch SELECT ?, name, NULL FROM owner", (self.epoch,))
        self.replayed = 0

    def transaction(self, work):
        """Runs `work` and commits before it returns."""
        with self.lock:
            self.db.execute("BEGIN IMMEDIATE")
            try:
                result = work()
                self.db.execute("COMMIT")
                return result
            except BaseException:
                self.db.execute("ROLLBACK")
                raise

    def one(self, sql, *values):
        return self.db.execute(sql, values).fetchone()

    def add(self, name, token, refresh):
        def work():
            new = self.db.execute("INSERT OR IGNORE INTO owner(name, opaque) VALUES (?, ?)", (name, secrets.token_hex(8))).rowcount
            if new:
                self.db.execute("INSERT INTO epoch VALUES (?, ?, NULL)", (self.epoch, name))
            self.db.execute("INSERT OR IGNORE INTO token VALUES (?, ?)", (token, name))
            if refresh:
                self.db.execute("INSERT OR IGNORE INTO refresh VALUES (?, ?, NULL)", (refresh, name))

        self.transaction(work)

    def owner_of(self, authorization):
        scheme, _, token = (authorization or "").partition(" ")
        row = self.one("SELECT owner FROM token WHERE token = ?", token) if scheme.lower() == "bearer" else None
        if row is None:
            raise Refusal(401, "unauthorized", "unknown token")
        # The first use of a token shows that the answer which brought it arrived: only now its predecessor goes.
        self.db.execute("DELETE FROM refresh WHERE retired_by = ?", (token,))
        return row[0]

    def refreshed(self, old):
        row = self.one("SELECT owner FROM refresh WHERE token = ?", old)
        if row is None:
            raise Refusal(401, "unauthorized", "unknown refresh token")
        token, refresh = secrets.token_hex(16), secrets.token_hex(16)
        self.db.execute("UPDATE refresh SET retired_by = ? WHERE token = ?", (token, old))
        self.db.execute("INSERT INTO token VALUES (?, ?)", (token, row[0]))
        self.db.execute("INSERT INTO refresh VALUES (?, ?, NULL)", (refresh, row[0]))
        return {"token": token, "refresh_token": refresh, "expires_at_ms": (int(time.time()) + 30 * 86400) * 1000}

    def push(self, owner, body, sender):
        """The answer's bytes."""
        try:
            push = decoded(body)
            dev, n, records = push["device"], push["push"], push["records"]
            assert isinstance(dev, str) and dev and set(dev) <= set("0123456789abcdef") and sender in (None, dev)
            assert type(n) is int and n > 0 and isinstance(records, list)
        except (ValueError, KeyError, TypeError, AssertionError):
            raise Refusal(400, "malformed", "no push of the form {device, push, records}") from None
        if len(records) > MAX_RECORDS:
            raise Refusal(413, "too_many", f"more than {MAX_RECORDS} records")
        sha = hashlib.sha256(body).hexdigest()
        last, last_sha, answer = self.one("SELECT last, sha, answer FROM device WHERE owner = ? AND dev = ?", owner, dev) or (0, "", b"")
        if n == last and sha == last_sha:
            self.replayed += 1
            return answer
        if n <= last:
            raise Refusal(409, "device_rewound", f"push {n} was seen already", last=last, epoch=self.epoch)
        if n > last + 1:
            raise Refusal(409, "server_rewound", f"push {last} is the last that is known", last=last, epoch=self.epoch)
        answer = {"push": n, "accepted": 0, "rejected": [], "superseded": [], "restamped": []}
        for record in records:
            self.take(owner, dev, record, answer)
        answer["limits"] = {"max_records": MAX_RECORDS, "max_bytes": MAX_BYTES, "encodings": ["gzip"]}
        text = encoded(answer)
        self.db.execute("INSERT OR REPLACE INTO device VALUES (?, ?, ?, ?, ?)", (owner, dev, n, sha, text))
        return text

    def take(self, owner, device, record, answer):
        if not isinstance(record, dict):
            raise Refusal(400, "malformed", "a record that is no object")
        kind, id = record.get("kind"), record.get("id")
        if not (isinstance(kind, str) and kind and isinstance(id, str) and id):
            raise Refusal(400, "malformed", "a record without kind or id")
        hlc, op, data, dev = record.get("hlc"), record.get("op"), record.get("data"), record.get("dev", device)
        wrong = (
            "hlc is no decimal string of 64 bits" if not (isinstance(hlc, str) and hlc.isascii() and hlc.isdigit() and int(hlc) <= MAX_HLC)
            else f"id has more than {MAX_ID} characters" if len(id) > MAX_ID
            else "op is neither put nor del" if op not in ("put", "del")
            else "data is no object" if op == "put" and not isinstance(data, dict)
            else "dev is no device" if not isinstance(dev, str)
            else None)  # fmt: skip
        if wrong:
            answer["rejected"].append({"kind": kind, "id": id, "code": "malformed", "message": wrong})
            return
        version = (int(hlc), dev.encode())
        row = self.one("SELECT hlc, dev, data FROM record WHERE owner = ? AND kind = ? AND id = ?", owner, kind, id)
        stored = (row[0], row[1].encode()) if row else (-1, b"")
        if version < stored:
            answer["superseded"].append(self.change(kind, id, *row))
            return
        answer["accepted"] += 1
        if version == stored:
            return
        now = int(time.time() * 1000)
        if version[0] >> 16 > now + AHEAD_MS:
            version = (max(now << 16, stored[0] + 1), version[1])
            answer["restamped"].append({"kind": kind, "id": id, "hlc": str(version[0])})
        seq = self.one("UPDATE owner SET seq = seq + 1 WHERE name = ? RETURNING seq", owner)[0]
        text = encoded(data).decode() if op == "put" else None
        self.db.execute("INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?, ?, ?)", (owner, kind, id, version[0], dev, text, seq))

    @staticmethod
    def change(kind, id, hlc, dev, data):
        change = {"kind": kind, "id": id, "hlc": str(hlc), "dev": dev, "op": "del" if data is None else "put"}
        return change if data is None else {**change, "data": json.loads(data)}

    def changes(self, owner, query, device):
        since = query.get("since", "")
        try:
            limit = min(max(int(query.get("limit", MAX_LIMIT)), 1), MAX_LIMIT)
        except ValueError:
            raise Refusal(400, "malformed", "limit is no number") from None
        after = self.position(owner, since)
        rows = self.db.execute(
            "SELECT kind, id, hlc, dev, data, seq FROM record WHERE owner = ? AND seq > ? ORDER BY seq LIMIT ?", (owner, after, limit + 1)
        ).fetchall()
        more, rows = len(rows) > limit, rows[:limit]
        reached = rows[-1][5] if rows else after
        kinds = query["kinds"].split(",") if query.get("kinds") else None
        known = self.one("SELECT last FROM device WHERE owner = ? AND dev = ?", owner, device)
        has_own = since != "" and known is not None and query.get("pushed") == str(known[0])
        wanted = [
            self.change(*row[:5])
            for row in rows
            if (row[0] in kinds if kinds else row[0] != "samples") and not (has_own and row[3] == device)
        ]
        return encoded({"changes": wanted, "next": f"{self.epoch}.{reached}", "more": more, "snapshot": since == ""})

    def position(self, owner, cursor):
        """The number that a cursor stands for."""
        if cursor == "":
            return 0
        epoch, _, seq = cursor.rpartition(".")
        known = self.one("SELECT closed_at FROM epoch WHERE epoch = ? AND owner = ?", epoch, owner)
        end = self.one("SELECT seq FROM owner WHERE name = ?", owner)[0]
        if known is None or not (seq.isascii() and seq.isdigit()) or int(seq) > (end if known[0] is None else known[0]):
            raise Refusal(410, "server_rewound", "the cursor is not from this history")
        return int(seq)

    def device(self, owner, dev):
        opaque = self.one("SELECT opaque FROM owner WHERE name = ?", owner)[0]
        row = self.one("SELECT last, sha FROM device WHERE owner = ? AND dev = ?", owner, dev)
        if row is None:
            raise Refusal(404, "unknown_device", "no push of this device yet", owner=opaque)
        return encoded({"last": row[0], "sha": row[1], "owner": opaque})


class Spoiler:
    """Damages a share of the answers, by a seed."""

    WAYS = ("drop", "html", "flip", "number", "cut", "short")

    def __init__(self, share, seed):
        self.lock = threading.Lock()
        self.share, self.dice = share, random.Random(seed)
        self.counts = dict.fromkeys(("answers", *self.WAYS), 0)

    def way(self, is_push):
        """What becomes of the next answer; None: it stays as it is."""
        with self.lock:
            self.counts["answers"] += 1
            if self.dice.random() >= self.share:
                return None
            way = self.dice.choice(self.WAYS)
            way = "html" if way == "number" and not is_push else way
            self.counts[way] += 1
            return way

    def flipped(self, body):
        """The top bit of a few bytes changed, which leaves no UTF-8."""
        bytes_ = bytearray(body)
        for place in self.dice.sample(range(len(bytes_)), min(3, len(bytes_))):
            bytes_[place] ^= 0x80
        try:
            bytes_.decode()
            return b"\xff" + bytes(bytes_)
        except UnicodeDecodeError:
            return bytes(bytes_)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    store: Store
    spoiler: Spoiler

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.respond()

    def do_POST(self):
        self.respond()

    def respond(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        if url.path == "/spoiled":
            if self.command == "POST":
                self.spoiler.share = decoded(body)["share"]
            self.send(200, encoded({**self.spoiler.counts, "replayed": self.store.replayed}))
            return
        try:
            status, answer = 200, self.store.transaction(lambda: self.answer(url.path, query, body))
        except Refusal as refusal:
            status, answer = refusal.status, encoded(refusal.body)
        way = self.spoiler.way(is_push=status == 200 and url.path == "/v1/sync/push")
        if way == "drop":
            self.close_connection = True
        elif way == "html":
            self.send(200, b"<html><body>Please sign in to Free WiFi</body></html>", kind="text/html")
        elif way == "flip":
            self.send(status, self.spoiler.flipped(answer))
        elif way == "number":
            self.send(status, encoded({**json.loads(answer), "push": json.loads(answer)["push"] + 1}))
        elif way == "cut":
            self.send(status, answer[: len(answer) // 2], length=len(answer))
            self.close_connection = True
        elif way == "short":
            self.send(status, answer[: len(answer) // 2])
        else:
            self.send(status, answer)

    def answer(self, path, query, body):
        """The body of a 200, within a transaction."""
        store, route = self.store, (self.command, path)
        if route == ("GET", "/health"):
            return encoded({"status": "ok"})
        if route == ("POST", "/v1/token/refresh"):
            try:
                return encoded(store.refreshed(decoded(body)["refresh_token"]))
            except (ValueError, KeyError, TypeError):
                raise Refusal(400, "malformed", "no refresh_token") from None
        owner = store.owner_of(self.headers.get("Authorization"))
        device = self.headers.get("HSync-Device")
        if route == ("GET", "/v1/sync/device"):
            return store.device(owner, device)
        if route == ("GET", "/v1/sync/changes"):
            return store.changes(owner, query, device)
        if route == ("POST", "/v1/sync/push"):
            return store.push(owner, self.unpacked(body), device)
        raise Refusal(404, "not_found", "no such address")

    def unpacked(self, body):
        encoding = (self.headers.get("Content-Encoding") or "identity").lower()
        if encoding not in ("gzip", "identity"):
            raise Refusal(415, "encoding", "gzip or nothing")
        try:
            plain = gzip.decompress(body) if encoding == "gzip" else body
        except (OSError, EOFError):
            raise Refusal(400, "malformed", "broken gzip") from None
        if len(plain) > MAX_BYTES:
            raise Refusal(413, "too_large", f"more than {MAX_BYTES} bytes")
        return plain

    def send(self, status, body, kind="application/json", length=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass  # a client that was killed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--token", action="append", default=[], help="NAME:TOKEN[:REFRESH_TOKEN]")
    parser.add_argument("--spoil", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.makedirs(options.data, exist_ok=True)
    Handler.store = Store(os.path.join(options.data, "records.db"))
    Handler.spoiler = Spoiler(options.spoil, options.seed)
    for name, token, refresh in (user.split(":") + [None] * (3 - len(user.split(":"))) for user in options.token):
        Handler.store.add(name, token, refresh)
    server = Server(("127.0.0.1", options.port), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

"""One user who keeps the backend as busy as they can: flood.py PORT TOKEN, until standard input ends.

From 127.0.0.2, so that the server can tell the address from others: 16 connections that ask for a page of no known kind over all records, 990 sockets that send nothing, 60 pushes whose
bodies stop after the first 512 KiB of 8 MiB. What the server closes or refuses is tried again at once. Prints `ready` when all were started once.
"""
import resource
import socket
import sys
import threading

SCANS, IDLE, HELD = 16, 990, 60
HELD_BYTES, SENT_BYTES = 8 << 20, 512 << 10


def connection(port):
    """A socket to the server, or `None` when it takes no more from here."""
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=5, source_address=("127.0.0.2", 0))
    except OSError:
        return None


def head(line, token, *more):
    return "\r\n".join([f"{line} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}", "HSync-Device: f100d", *more, "", ""]).encode()


def scan(port, token, started):
    """Asks without a pause, whatever the answers are."""
    request = head("GET /v1/sync/changes?since=&limit=1000&kinds=zz", token)
    while True:
        if peer := connection(port):
            try:
                while True:
                    peer.sendall(request)
                    started.set()
                    if not peer.recv(1 << 20):
                        break
            except OSError:
                pass
            peer.close()
        started.set()


def hold(port, count, first, started):
    """Keeps `count` sockets open that have sent `first` and no more, and opens those anew that the server closes."""
    peers, pause = [], threading.Event()
    while True:
        while len(peers) < count and (peer := connection(port)):
            try:
                peer.sendall(first)
                peer.setblocking(False)
                peers.append(peer)
            except OSError:
                peer.close()
        started.set()
        pause.wait(0.2)
        peers = [peer for peer in peers if is_open(peer)]


def is_open(peer):
    """Whether the server still has it. An answer isn't read: it ends the connection."""
    try:
        peer.recv(1)
    except BlockingIOError:
        return True
    except OSError:
        pass
    peer.close()
    return False


def main():
    port, token = int(sys.argv[1]), sys.argv[2]
    wanted = SCANS + IDLE + HELD + 64
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard) if hard != resource.RLIM_INFINITY else 4096, hard))
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < wanted:
        sys.exit(f"flood: needs {wanted} open files")
    push = head("POST /v1/sync/push", token, 'Idempotency-Key: "f100d:1"', f"Content-Length: {HELD_BYTES}") + b'{"device":"f100d","push":1,"records":['
    started = []
    for work, arguments in [(scan, (port, token))] * SCANS + [(hold, (port, IDLE, b"")), (hold, (port, HELD, push + b" " * SENT_BYTES))]:
        started.append(threading.Event())
        threading.Thread(target=work, args=(*arguments, started[-1]), daemon=True).start()
    for event in started:
        event.wait(30)
    print("ready", flush=True)
    sys.stdin.read()


main()

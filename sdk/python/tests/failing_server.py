"""A real HTTP server that fails in the ways servers do."""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes


Behaviour = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Does what the plan of its server says."""

    protocol_version = "HTTP/1.1"
    server: _Listener

    def _handle(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        owner = self.server.owner
        with owner.lock:
            behaviour = owner.plan[min(len(owner.received), len(owner.plan) - 1)]
            owner.received.append(Received(self.path, headers, body))
        behaviour(self)

    do_GET = do_POST = do_PUT = do_DELETE = _handle

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing."""


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    owner: FailingServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Connections that break are what the tests are about."""


class FailingServer:
    """``will`` says what it does with the next request, the one after it, and so on; the last one is repeated."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.plan: tuple[Behaviour, ...] = ()
        self.received: list[Received] = []
        self.closing = threading.Event()
        self._listener = _Listener(("127.0.0.1", 0), Handler)
        self._listener.owner = self
        self.url = f"http://127.0.0.1:{self._listener.server_port}"
        threading.Thread(target=self._listener.serve_forever, daemon=True).start()

    def will(self, *plan: Behaviour) -> None:
        with self.lock:
            self.plan, self.received = plan, []

    def close(self) -> None:
        self.closing.set()
        self._listener.shutdown()
        self._listener.server_close()


def responds(status: int, body: object, headers: dict[str, str] | None = None) -> Behaviour:
    def respond(handler: Handler) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return respond


def refuses(status: int, headers: dict[str, str] | None = None) -> Behaviour:
    return responds(status, {"detail": "no"}, headers)


works = responds(200, {"status": "success", "data": {"items": [], "pagination": {"pages": 0}}})


def resets(handler: Handler) -> None:
    handler.close_connection = True
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    os.close(handler.connection.detach())


def closes(handler: Handler) -> None:
    """Ends the connection in order, without a response."""
    handler.close_connection = True


def hangs(handler: Handler) -> None:
    handler.close_connection = True
    handler.server.owner.closing.wait(30)


def breaks_off(handler: Handler) -> None:
    """Sends the headers and the beginning of a response, and then nothing more."""
    handler.close_connection = True
    handler.send_response(200)
    handler.send_header("Content-Length", "500")
    handler.end_headers()
    handler.wfile.write(b'{"status":')


def drips(handler: Handler) -> None:
    """Sends a response of which a byte comes now and then."""
    handler.close_connection = True
    handler.send_response(200)
    handler.send_header("Content-Length", "500")
    handler.end_headers()
    while not handler.server.owner.closing.is_set():
        handler.wfile.write(b" ")
        time.sleep(0.1)

"""What surrounds a merchant's server in the tests: the customer at the checkout, and the receiver of webhooks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

from likuta import WebhookEvent, verify_webhook

good_card = "4242424242424242"
declined_card = "4000000000000002"


def pay(links: str, number: str = good_card) -> None:
    """The four calls of a browser on the checkout page."""

    def page(act: str, body: Mapping[str, object]) -> dict[str, Any]:
        return _post(links.replace("?", f"/{act}?"), body)

    session = page("session", {})
    token = card_token(session["library_url"], session["capture_context"], number)
    page("pay", {**page("setup", {"transient_token": token}), "browser": {}})


def card_token(library_url: str, jwt: str, number: str) -> str:
    """What card fields return for a card."""
    card = {
        "jwt": jwt,
        "number": number,
        "securityCode": "123",
        "expirationMonth": "12",
        "expirationYear": "2030",
    }
    fields = httpx.URL(library_url).copy_with(raw_path=b"/sandbox/microform/tokens")
    token: str = _post(str(fields), card)["transient_token"]
    return token


def _post(url: str, body: Mapping[str, object]) -> dict[str, Any]:
    response = httpx.post(url, json=body, headers={"Accept": "application/json"})
    assert response.is_success, response.text
    content: dict[str, Any] = response.json()
    return content


def eventually(what: str, is_so: Callable[[], bool]) -> None:
    """Asks until it is so, for at most half a minute."""
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline, f"{what} did not come"
        time.sleep(0.1)


class Receiver:
    """Verifies webhooks, and keeps them."""

    def __init__(self, secret: str) -> None:
        self._arrived = threading.Condition()
        self._events: list[WebhookEvent] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                event = verify_webhook(body, self.headers, secret, allow_unsigned_cancellation=True)
                with receiver._arrived:
                    receiver._events.append(event)
                    receiver._arrived.notify_all()
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Prints nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/hooks"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def wait_for(self, kind: str, **fields: object) -> WebhookEvent:
        """The webhook of this type with these fields in its body."""

        def found() -> WebhookEvent | None:
            for event in self._events:
                data: Mapping[str, object] = event.data
                if event.type == kind and fields.items() <= data.items():
                    return event
            return None

        with self._arrived:
            assert self._arrived.wait_for(lambda: found() is not None, timeout=30), (
                f"no {kind} webhook: {fields}"
            )
            event = found()
            assert event is not None
            return event

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

"""Verifies that a webhook comes from the service, unchanged and recent.

``X-Service-Signature`` is ``t=<Unix seconds>,v1=<hex>``, for the hours of an overlap of two secrets with a second
``,v1=<hex>``: an HMAC-SHA256 keyed with the callback secret over the digits of ``t`` directly followed by the body's
bytes.
"""

from __future__ import annotations

import hmac
import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from typing import Any, Literal, Protocol

from .http import exact_json
from .http.signing import hmac_hex
from .webhook_events import WebhookEvent, webhook_event

WebhookCause = Literal[
    "header_missing",
    "signature_malformed",
    "timestamp_too_old",
    "timestamp_in_future",
    "signature_mismatch",
    "event_id_missing",
    "body_malformed",
]
"""Why a webhook is refused:

``header_missing``: not sent by the service, or the header was dropped on the way (by a proxy or a framework).
``signature_malformed``: not ``t=<ten digits>,v1=<64 hex digits>``, or sent twice.
``timestamp_too_old``: older than the tolerance: a replay, or this machine's clock is ahead.
``timestamp_in_future``: this machine's clock is behind.
``signature_mismatch``: signed with another secret, or the body differs from the bytes that were sent.
``event_id_missing``: authentic, but X-Service-Event-Id was dropped on the way (by a proxy or a framework).
``body_malformed``: authentic, but not a JSON object.
"""

_messages: dict[WebhookCause, str] = {
    "header_missing": "there is no X-Service-Signature",
    "signature_malformed": "X-Service-Signature is not t=<ten digits>,v1=<64 hex digits>",
    "timestamp_too_old": "the webhook is older than the tolerance",
    "timestamp_in_future": "the webhook is from the future: compare the clocks",
    "signature_mismatch": "another callback secret, or a body that is not byte for byte what was received",
    "event_id_missing": "there is no X-Service-Event-Id",
    "body_malformed": "the body is not a JSON object",
}

_signature = re.compile(r"t=([0-9]{10})((?:,v1=[0-9a-f]{64}){1,2})")


class WebhookError(Exception):
    """The webhook is not genuine. Respond with 400 and ignore it."""

    def __init__(self, reason: WebhookCause) -> None:
        super().__init__(reason)
        self.reason: WebhookCause = reason

    def __str__(self) -> str:
        return _messages[self.reason]


class Headers(Protocol):
    """The headers of any framework: a dict, or what has ``items()``."""

    def items(self) -> Iterable[tuple[str, str | Sequence[str]]]: ...


def verify_webhook(
    body: bytes | str,
    headers: Headers,
    secret: str,
    *,
    tolerance_seconds: float = 300,
    allow_unsigned_cancellation: bool = False,
    now: datetime | None = None,
) -> WebhookEvent:
    """Verify a webhook and return its event.

    ``body`` is what was received, before any parsing; ``secret`` is the merchant's callback secret, ``whsec_…``.
    ``tolerance_seconds`` is the maximum age, and the maximum lead. ``allow_unsigned_cancellation`` accepts the unsigned
    PAYMENT_CANCELLATION, which is otherwise refused with ``header_missing``. ``now`` replaces this machine's clock.

    Raises WebhookError; TypeError for a body that was already parsed; ValueError for invalid options.
    """
    seconds = _seconds_of(now)
    _check_tolerance(tolerance_seconds)
    content = _bytes_of(body)
    hmac_hex(secret, b"")
    values = _values_of(headers, "x-service-signature")
    if not values:
        event = _event_of(headers, content, None) if allow_unsigned_cancellation else None
        if event is not None and event.type == "PAYMENT_CANCELLATION":
            return event
        raise WebhookError("header_missing")
    match = _signature.fullmatch(",".join(values))
    if match is None:
        raise WebhookError("signature_malformed")
    expected = hmac_hex(secret, match[1].encode() + content)
    # While a secret is replaced, there is a signature of each. Both are compared, in constant time.
    if True not in [hmac.compare_digest(expected, found) for found in match[2].split(",v1=")[1:]]:
        raise WebhookError("signature_mismatch")
    age = seconds - int(match[1])
    if age > tolerance_seconds:
        raise WebhookError("timestamp_too_old")
    if -age > tolerance_seconds:
        raise WebhookError("timestamp_in_future")
    return _event_of(headers, content, int(match[1]))


def _event_of(headers: Headers, content: bytes, signed_at: int | None) -> WebhookEvent:
    """``signed_at``: Unix seconds of the signature; None when there is none."""
    data = _object_of(content)
    event_id = _first_of(headers, "x-service-event-id") or _first_of(headers, "webhook-id")
    # Two events without an id would be taken for the same one.
    if not event_id and signed_at is not None:
        raise WebhookError("event_id_missing")
    attempt = _first_of(headers, "x-service-attempt")
    sent = _first_of(headers, "x-service-timestamp")
    sent_at = signed_at if signed_at is not None else _number_of(sent, 0)
    return webhook_event(
        data,
        id=event_id,
        attempt=_number_of(attempt, 1),
        sent_at=datetime.fromtimestamp(sent_at, timezone.utc),
        signed=signed_at is not None,
    )


def _object_of(content: bytes) -> dict[str, Any]:
    try:
        data = exact_json.decode(content.decode())
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict):
        return data
    raise WebhookError("body_malformed")


def _bytes_of(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, bytes | bytearray | memoryview):
        return bytes(body)
    raise TypeError("body: the text or bytes as they were received, not what was parsed from them")


def _values_of(headers: Headers, name: str) -> list[str]:
    found: list[str] = []
    for sent, value in headers.items():
        if sent.lower() == name and value is not None:
            found.extend([value] if isinstance(value, str) else value)
    return found


def _first_of(headers: Headers, name: str) -> str:
    return next(iter(_values_of(headers, name)), "")


def _number_of(text: str, otherwise: int) -> int:
    return int(text) if re.fullmatch("[0-9]{1,10}", text) else otherwise


def _seconds_of(now: datetime | None) -> float:
    if now is None:
        return datetime.now(timezone.utc).timestamp()
    if not isinstance(now, datetime):
        raise TypeError("now: a datetime")
    if now.tzinfo is None:
        raise ValueError("now: a datetime with a time zone")
    return now.timestamp()


def _check_tolerance(seconds: object) -> None:
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not math.isfinite(seconds) or seconds < 0:  # type: ignore[arg-type,operator]
        raise ValueError("tolerance_seconds: a number of seconds, at least 0")

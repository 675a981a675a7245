"""Verifies receipts without a network: ``<base64url JSON>.<base64url Ed25519 signature over the first part>``."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ReceiptCause = Literal["malformed", "key_unknown", "signature_mismatch"]
"""Why a receipt is refused:

``malformed``: not a receipt token.
``key_unknown``: signed with a key that is not in the set: fetch the set again, and reject the receipt if it is still
missing.
``signature_mismatch``: changed after it was signed, or forged.
"""

_messages: dict[ReceiptCause, str] = {
    "malformed": "this is not a receipt token",
    "key_unknown": "the receipt was signed with a key that is not in the key set",
    "signature_mismatch": "the receipt is forged, or was changed after it was signed",
}


class ReceiptError(Exception):
    """The receipt is not genuine."""

    def __init__(self, reason: ReceiptCause) -> None:
        super().__init__(reason)
        self.reason: ReceiptCause = reason

    def __str__(self) -> str:
        return _messages[self.reason]


@dataclass(frozen=True)
class ReceiptContent:
    """What a genuine receipt states. Name and reference end in … if they were too long for the token."""

    code: str
    merchant: str
    reference: str
    amount: str
    currency: str
    paid_at: datetime
    state: str
    """paid, partially_refunded, refunded, voided, disputed, returned, successful or reversed."""
    as_of: datetime
    """The time at which this was its state."""
    key_id: str


def verify_receipt(token: str, key_set: Mapping[str, Sequence[Mapping[str, Any]]]) -> ReceiptContent:
    """Verify a receipt and return what it states, as of the time it was issued.

    Only ``GET /api/v1/receipts/{code}`` knows of a refund since. ``token`` is the token, or the address of the page
    that verifies it; ``key_set`` is the JSON of ``/.well-known/receipt-keys.json``: keep it, and fetch it again now and
    then. Raises ReceiptError.
    """
    match = re.fullmatch(r"(?:https?://[^#]*#)?([A-Za-z0-9_-]{2,})\.([A-Za-z0-9_-]{86})", token.strip())
    if match is None:
        raise ReceiptError("malformed")
    content, signature = match.groups()
    sent = _content_of(content)
    # Other signed tokens name their kind, such as a quote, which is no payment.
    if "p" in sent:
        raise ReceiptError("malformed")
    key = next((key for key in key_set["keys"] if key["kid"] == sent.get("k")), None)
    if key is None:
        raise ReceiptError("key_unknown")
    try:
        public = Ed25519PublicKey.from_public_bytes(_bytes_of(key["x"]))
        public.verify(_bytes_of(signature), content.encode())
    except InvalidSignature:
        raise ReceiptError("signature_mismatch") from None
    return ReceiptContent(
        code=sent["c"],
        merchant=sent["m"],
        reference=sent["r"],
        amount=sent["a"],
        currency=sent["u"],
        paid_at=datetime.fromtimestamp(sent["t"], timezone.utc),
        state=sent["s"],
        as_of=datetime.fromtimestamp(sent["i"], timezone.utc),
        key_id=sent["k"],
    )


def _content_of(part: str) -> dict[str, Any]:
    try:
        sent = json.loads(_bytes_of(part).decode())
    except (ValueError, RecursionError):
        sent = None
    if isinstance(sent, dict):
        return sent
    raise ReceiptError("malformed")


def _bytes_of(text: str) -> bytes:
    """Raises ReceiptError for text with bits that mean nothing.

    Only one text stands for given bytes, so that any change is noticed.
    """
    try:
        decoded = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise ReceiptError("malformed") from None
    if base64.urlsafe_b64encode(decoded).decode().rstrip("=") != text:
        raise ReceiptError("malformed")
    return decoded

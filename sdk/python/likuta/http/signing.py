"""Signatures and credentials of requests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import math


def hmac_hex(secret: str, message: bytes) -> str:
    """HMAC-SHA256 in lower-case hex, keyed with the UTF-8 bytes of ``secret``.

    Raises ValueError for an empty secret, so that a missing setting is noticed.
    """
    if not isinstance(secret, str) or secret == "":
        raise ValueError("the secret is empty")
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def signature_headers(
    *, api_key: str, api_secret: str, method: str, path: str, body: bytes | str = b"", timestamp: float
) -> dict[str, str]:
    """Return the three headers of a request to the card service.

    ``path`` includes the query, exactly as it is sent; ``body`` is exactly what is sent; ``timestamp`` is in Unix
    seconds, and a request is valid for 30 seconds before and after. The signature is the lower-case hex HMAC-SHA256
    of timestamp, method, path and body, joined by line feeds.
    """
    seconds = str(math.floor(timestamp))
    sent = body.encode() if isinstance(body, str) else body
    signature = hmac_hex(api_secret, f"{seconds}\n{method}\n{path}\n".encode() + sent)
    return {"X-API-Key": api_key, "X-Timestamp": seconds, "X-Signature": signature}


def basic_authorization(merchant_code: str, merchant_secret: str) -> str:
    """Return the ``Authorization`` header of the remittance service."""
    return "Basic " + base64.b64encode(f"{merchant_code}:{merchant_secret}".encode()).decode()

"""Options of a client, validated once when it is created, and options of calls."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from typing_extensions import TypedDict

USUAL_TIMEOUT = 20.0
USUAL_RETRIES = 2
# Longer waits than a day are mistakes, such as milliseconds.
_max_timeout = 86_400.0


class CallOptions(TypedDict, total=False):
    """Options of every call."""

    timeout: float | None
    """Seconds; overrides the client's for this call."""


class KeyedOptions(CallOptions, total=False):
    """Options of calls that write."""

    idempotency_key: str | None
    """Makes it safe to repeat the call: the same key with the same body gets the first response, for 24 hours.

    By default a call generates a key for its own attempts. With ``None`` no key is sent, and the call is never
    repeated, except for a transfer, which its ``reference`` protects from being made twice.
    """


@dataclass(frozen=True)
class Settings:
    """What a client was created with. Secrets are not printed."""

    base_url: str
    """Without a trailing slash."""
    timeout: float
    retries: int
    card: tuple[str, str] | None = field(repr=False)
    wallet: tuple[str, str] | None = field(repr=False)


def read_options(
    base_url: str,
    timeout: float,
    retries: int,
    card: Mapping[str, str | None],
    wallet: Mapping[str, str | None],
) -> Settings:
    """Check the options of a client. Raises ValueError that names the option."""
    if isinstance(retries, bool) or not isinstance(retries, int) or retries < 0:
        raise ValueError("retries: an integer of at least 0")
    return Settings(
        _base_url_of(base_url), checked_timeout(timeout), retries, _pair_of(card), _pair_of(wallet)
    )


def checked_timeout(seconds: float) -> float:
    """Raise ValueError for a timeout that no call can have."""
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if is_number and math.isfinite(seconds) and 0 < seconds <= _max_timeout:
        return seconds
    raise ValueError(f"timeout: a number of seconds above 0, at most {_max_timeout:.0f}")


def _base_url_of(text: str) -> str:
    try:
        url = urlsplit(text)
        is_plain = url.scheme in ("http", "https") and bool(url.hostname) and not (url.query or url.fragment)
        if is_plain and url.username is None and (url.port is None or url.port > 0):
            return text.rstrip("/")
    except (ValueError, AttributeError, TypeError):
        pass
    raise ValueError("base_url: a URL such as https://pay.example")


def _pair_of(pair: Mapping[str, str | None]) -> tuple[str, str] | None:
    """Both options of a pair, or neither."""
    given = {name: value for name, value in pair.items() if value}
    if not given:
        return None
    for name in pair:
        if name not in given:
            raise ValueError(f"{name} is missing")
    first, second = given.values()
    return first, second

"""Decides when a request is sent again, and after how long. The complete rules:

1. Only where nothing can be charged, paid or booked twice: reads always; a write with an ``Idempotency-Key``; a write
   whose reference makes it unique (``reference`` of a transfer, ``transaction_uuid`` of a charge). Otherwise never.
2. Only after 502, 503, 504, a timeout or a broken connection. Never after a 4xx: not even 408, 409 or 429, whose error
   tells the caller how long to wait. Rule 4 is the only exception.
3. At most ``retries`` times, with pauses that double from half a second to eight, randomly shortened by up to half, and
   never shorter than ``Retry-After``. A longer ``Retry-After`` than half a minute is raised as an error.
4. After an attempt of this call with an unknown outcome (rule 2), a 409 with "in progress" or "still running" refers to
   that attempt and is not a refusal: the client keeps retrying with the same pauses, for at most as long as all its
   attempts may take and never longer than half a minute. Then it raises the lost attempt's error, preferably a
   ConnectionError: the outcome is unknown, and the customer should not pay again. Such a 409 on the first attempt is
   raised as ``retryable``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from ..errors import ConnectionError, LikutaError, is_still_running

SafeBecause = Literal["read", "idempotency_key", "reference", "nothing"]
"""What makes it safe to send a request twice; ``nothing`` when it is not safe."""

_first_pause = 0.5
_longest_pause = 8.0
_longest_wait = 30.0
_passing_statuses = (502, 503, 504)


@dataclass(frozen=True)
class Rules:
    """What the retries of one call depend on: ``timeout`` in seconds, ``chance`` a random number from 0 to 1."""

    safe_because: SafeBecause
    retries: int
    timeout: float
    chance: float


@dataclass(frozen=True)
class Past:
    """What happened to a call so far."""

    failures: int = 0
    """Attempts with an unknown outcome."""
    lost: LikutaError | None = None
    """The error to raise for them."""
    still_running: int = 0
    """How often the service reported such an attempt as still running."""
    waited: float = 0.0
    """The total of the pauses for that, in seconds."""


@dataclass(frozen=True)
class Again:
    """The request is to be sent again after ``pause`` seconds."""

    pause: float
    past: Past


def pause_before_retry(error: LikutaError, attempt: int, rules: Rules) -> float | None:
    """Seconds to wait before the request is sent again; None when it must not be. ``attempt`` counts from 1."""
    if not _is_lost(error) or not may_repeat_after(error, rules.safe_because) or attempt > rules.retries:
        return None
    return _grown_pause(error, attempt, rules.chance)


def _is_lost(error: LikutaError) -> bool:
    """Whether nobody knows what became of the request."""
    return isinstance(error, ConnectionError) or error.status in _passing_statuses


def may_repeat_after(error: LikutaError, safe_because: SafeBecause) -> bool:
    """Whether a call may be made again: not after an unknown outcome, when nothing keeps it from being done twice."""
    return safe_because != "nothing" or not _is_lost(error)


def _grown_pause(error: LikutaError, times: int, chance: float) -> float | None:
    """Seconds, increasing with the number of attempts; None when the service asks for too long a wait."""
    requested = error.retry_after_seconds or 0
    if requested > _longest_wait:
        return None
    pause = min(_first_pause * 2.0 ** min(times - 1, 10), _longest_pause)
    return max(pause * (1 - chance / 2), float(requested))


def next_step(error: LikutaError, past: Past, rules: Rules) -> Again | LikutaError:
    """Either to send the request again, or the error that ends the call."""
    if past.lost is not None and is_still_running(error.status, error.detail):
        still_running = past.still_running + 1
        running_pause = _grown_pause(error, still_running, rules.chance)
        waited = past.waited + (math.inf if running_pause is None else running_pause)
        if running_pause is None or waited > min(rules.timeout * (rules.retries + 1), _longest_wait):
            return past.lost
        return Again(running_pause, replace(past, still_running=still_running, waited=waited))
    failures = past.failures + 1
    pause = pause_before_retry(error, failures, rules)
    if pause is None:
        return error
    lost = past.lost if isinstance(past.lost, ConnectionError) else error
    return Again(pause, replace(past, failures=failures, lost=lost))

"""The classes of errors that calls raise. None of them ever contains a secret.

Some have the names of built-in errors. Import the module, ``from likuta import errors``, to keep both apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .types import Quote


@dataclass(frozen=True)
class FieldFault:
    """An invalid field."""

    field: str
    """A path such as ``bill_to.email``."""
    message: str
    type: str | None = None
    """Kind of the error, from the card service only: ``missing``, ``string_type`` …"""
    quote: Quote | None = None
    """The new quote instead of one that has expired (RMT-1031)."""


@dataclass(frozen=True)
class ErrorFacts:
    """What is known of a failed call."""

    detail: str
    status: int | None = None
    code: str | None = None
    faults: tuple[FieldFault, ...] = ()
    request_id: str | None = None
    retry_after_seconds: int | None = None
    idempotency_key: str | None = None


_passing_statuses = {429, 502, 503, 504}
# Wait before asking again about a call that is still running, when the service names no time.
_running_seconds = 2


class LikutaError(Exception):
    """A call failed."""

    status: int | None
    """HTTP status; None when there was no response."""
    code: str | None
    """``RMT-…``, from the remittance service and self-service; the card service has no codes."""
    detail: str
    """The service's own message."""
    faults: Sequence[FieldFault]
    request_id: str | None
    """``X-Request-Id`` of the response: mention it when you contact support about a call."""
    retry_after_seconds: int | None
    """How long the service asks you to wait."""
    idempotency_key: str | None
    """The key of the call: repeating the same call with it is safe for 24 hours."""
    attempts: int
    """How many times the request was sent."""
    retryable: bool
    """Whether the same call can succeed later, and cannot be done twice by it."""

    def __init__(self, facts: ErrorFacts) -> None:
        super().__init__(facts)
        is_running = is_still_running(facts.status, facts.detail)
        self.status = facts.status
        self.code = facts.code
        self.detail = facts.detail
        self.faults = facts.faults
        self.request_id = facts.request_id
        self.retry_after_seconds = facts.retry_after_seconds
        if self.retry_after_seconds is None and is_running:
            self.retry_after_seconds = _running_seconds
        self.idempotency_key = facts.idempotency_key
        self.attempts = 1
        self.retryable = facts.status is None or facts.status in _passing_statuses or is_running

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.status, self.code, self.detail) if part)


class AuthenticationError(LikutaError):
    """The caller could not be authenticated: keys, secrets, signature, clock."""


class PermissionError(LikutaError):
    """Authenticated but not permitted: suspended, wrong network, blacklisted number, disabled endpoint."""


class ValidationError(LikutaError):
    """The request itself is invalid: ``faults`` lists the fields."""


class InsufficientBalanceError(LikutaError):
    """The wallet's available balance is too low."""


class NotFoundError(LikutaError):
    """There is no such thing, or it is not yours."""


class ConflictError(LikutaError):
    """The current state does not allow this (409), or it has ended (410).

    It is ``retryable`` while the same request is still running.
    """


class RateLimitError(LikutaError):
    """Too many requests: wait ``retry_after_seconds``."""


class ServerError(LikutaError):
    """The service, or a system behind it, failed."""


class ConnectionError(LikutaError):
    """No response: it is unknown whether the request arrived."""


class TimeoutError(ConnectionError):
    """No response in time."""


def is_still_running(status: int | None, detail: str) -> bool:
    """Whether this refusal only means that the same request is being processed at the moment."""
    return status == 409 and detail.endswith(("in progress", "still running"))


_classes: dict[int, type[LikutaError]] = {
    400: ValidationError,
    401: AuthenticationError,
    402: InsufficientBalanceError,
    403: PermissionError,
    404: NotFoundError,
    405: ValidationError,
    408: AuthenticationError,
    409: ConflictError,
    410: ConflictError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
}

# Refusals of the signature that have another status than 401.
_signature_refusals = ("Invalid request signature", "Merchant not found", "Unauthorized environment")


def error_of(
    status: int, headers: Mapping[str, str], body: object, idempotency_key: str | None
) -> LikutaError:
    """The error for a response whose parsed body is ``body``, or None when it was not JSON."""
    detail, code, faults = _error_text(body)
    is_signature = status in (403, 404) and detail in _signature_refusals
    usual = ServerError if status >= 500 else LikutaError
    kind = AuthenticationError if is_signature else _classes.get(status, usual)
    retry_after = headers.get("retry-after", "")
    wait = int(retry_after) if re.fullmatch("[0-9]{1,9}", retry_after) else None
    return kind(ErrorFacts(detail, status, code, faults, headers.get("x-request-id"), wait, idempotency_key))


def _error_text(body: object) -> tuple[str, str | None, tuple[FieldFault, ...]]:
    """Reads ``{detail}`` of the card service, and ``{code, message, errors}`` of the others."""
    content = _dict_of(body)
    detail = content.get("detail")
    if isinstance(detail, list):
        faults = tuple(_card_fault(each) for each in detail)
        return "; ".join(f"{fault.field}: {fault.message}" for fault in faults), None, faults
    if isinstance(detail, str):
        return detail, None, ()
    message, code, errors = content.get("message"), content.get("code"), content.get("errors")
    return (
        message if isinstance(message, str) else "the response has no message",
        code if isinstance(code, str) else None,
        tuple(_field_fault(each) for each in errors) if isinstance(errors, list) else (),
    )


def _card_fault(fault: object) -> FieldFault:
    content = _dict_of(fault)
    loc = content.get("loc")
    path = loc[1:] if isinstance(loc, list) else []
    return FieldFault(".".join(map(str, path)), str(content.get("msg")), str(content.get("type")))


def _field_fault(fault: object) -> FieldFault:
    content = _dict_of(fault)
    return FieldFault(str(content.get("field")), str(content.get("message")), quote=content.get("quote"))


def _dict_of(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}

"""Events as webhooks bring them. ``event.type`` says which one it is, also to type checkers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from .types import (
    BatchEvent,
    CollectionReturnedEvent,
    DisputeEvent,
    PaymentCancellationEvent,
    PaymentEvent,
    PayoutEvent,
    RefundEvent,
    RemittanceEvent,
    TestEvent,
    VoidEvent,
)


@dataclass(frozen=True)
class _Delivery:
    id: str
    """``X-Service-Event-Id``, the same for all attempts: handle each id once."""
    attempt: int
    """1, 2, …"""
    sent_at: datetime
    """When this attempt was sent, in UTC."""
    signed: bool
    """False only for a cancellation, if you allowed unsigned ones."""


@dataclass(frozen=True)
class PaymentWebhook(_Delivery):
    """The outcome of a card payment or collection."""

    data: PaymentEvent
    type: Literal["PAYMENT"] = "PAYMENT"


@dataclass(frozen=True)
class RefundWebhook(_Delivery):
    """A refund has ended."""

    data: RefundEvent
    type: Literal["REFUND"] = "REFUND"


@dataclass(frozen=True)
class VoidWebhook(_Delivery):
    """A void has ended."""

    data: VoidEvent
    type: Literal["VOID"] = "VOID"


@dataclass(frozen=True)
class DisputeWebhook(_Delivery):
    """Something happened to a dispute."""

    data: DisputeEvent
    type: Literal["DISPUTE"] = "DISPUTE"


@dataclass(frozen=True)
class PaymentCancellationWebhook(_Delivery):
    """The customer left the page. Unsigned, and only informational: the outcome follows as PAYMENT."""

    data: PaymentCancellationEvent
    type: Literal["PAYMENT_CANCELLATION"] = "PAYMENT_CANCELLATION"


@dataclass(frozen=True)
class RemittanceWebhook(_Delivery):
    """The outcome of a transfer; sent a second time if the payout was reversed later."""

    data: RemittanceEvent
    type: Literal["REMITTANCE"] = "REMITTANCE"


@dataclass(frozen=True)
class PayoutWebhook(_Delivery):
    """A payout changed its state."""

    data: PayoutEvent
    type: Literal["PAYOUT"] = "PAYOUT"


@dataclass(frozen=True)
class CollectionReturnedWebhook(_Delivery):
    """Mobile money that came too late was given back."""

    data: CollectionReturnedEvent
    type: Literal["COLLECTION_RETURNED"] = "COLLECTION_RETURNED"


@dataclass(frozen=True)
class BatchWebhook(_Delivery):
    """All rows of a batch have their outcomes."""

    data: BatchEvent
    type: Literal["BATCH"] = "BATCH"


@dataclass(frozen=True)
class TestWebhook(_Delivery):
    """A test that was asked for in self-service."""

    __test__ = False  # pytest would take it for tests.

    data: TestEvent
    type: Literal["TEST"] = "TEST"


@dataclass(frozen=True)
class UnknownWebhook(_Delivery):
    """An event type that is newer than this package: respond with 200."""

    data: dict[str, Any]
    type: Literal["UNKNOWN"] = "UNKNOWN"


WebhookEvent = (
    PaymentWebhook
    | RefundWebhook
    | VoidWebhook
    | DisputeWebhook
    | PaymentCancellationWebhook
    | RemittanceWebhook
    | PayoutWebhook
    | CollectionReturnedWebhook
    | BatchWebhook
    | TestWebhook
    | UnknownWebhook
)

_named: Mapping[object, type[Any]] = {
    "REFUND": RefundWebhook,
    "VOID": VoidWebhook,
    "DISPUTE": DisputeWebhook,
    "PAYMENT_CANCELLATION": PaymentCancellationWebhook,
    "REMITTANCE": RemittanceWebhook,
    "PAYOUT": PayoutWebhook,
    "COLLECTION_RETURNED": CollectionReturnedWebhook,
    "BATCH": BatchWebhook,
    "TEST": TestWebhook,
}


def webhook_event(
    data: dict[str, Any], *, id: str, attempt: int, sent_at: datetime, signed: bool
) -> WebhookEvent:
    """The event of a body. The outcome of a payment is the only one without an ``event_type``."""
    name = data.get("event_type")
    is_payment = name is None and data.get("status") is not None and data.get("transaction_uuid") is not None
    known = _named.get(name if isinstance(name, str) else None, UnknownWebhook)
    kind: type[Any] = PaymentWebhook if is_payment else known
    event: WebhookEvent = kind(id=id, attempt=attempt, sent_at=sent_at, signed=signed, data=data)
    return event

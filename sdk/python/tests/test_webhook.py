"""Signatures of requests and webhooks, with the vectors that every language shares."""

from __future__ import annotations

import json
import math
from datetime import datetime, timedelta, timezone
from email.message import Message
from typing import Any

import httpx
import pytest
from conftest import vectors

from likuta import WebhookError, signature_headers, verify_webhook
from likuta.http.signing import hmac_hex

secret = "whsec_example"
t = 1_700_000_000
body = json.dumps({"status": "SUCCESS", "transaction_uuid": "T", "customer_name": "Aimée Ngalula"})


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, timezone.utc)


def signed(text: str, key: str = secret, second: int = t) -> dict[str, str]:
    signature = f"t={second},v1={hmac_hex(key, f'{second}{text}'.encode())}"
    return {"X-Service-Signature": signature, "X-Service-Event-Id": "e1"}


def reason_of(**changed: Any) -> str | None:
    headers = {**signed(body), "X-Service-Attempt": "2"}
    try:
        verify_webhook(**{"body": body, "headers": headers, "secret": secret, "now": at(t + 10), **changed})
    except WebhookError as error:
        assert str(error)
        return error.reason
    return None


@pytest.mark.parametrize("vector", vectors["requests"], ids=lambda vector: vector["name"])
def test_a_request_has_the_signature_of_its_vector(vector: dict[str, Any]) -> None:
    parts = {name: vector[name] for name in ("api_secret", "method", "path", "body", "timestamp")}
    assert signature_headers(api_key="pk", **parts)["X-Signature"] == vector["signature"]


@pytest.mark.parametrize("vector", vectors["webhooks"], ids=lambda vector: vector["name"])
def test_a_webhook_is_genuine_as_its_vector_says(vector: dict[str, Any]) -> None:
    given = vector["signature"]
    headers = {} if given is None else {"x-service-signature": given, "x-service-event-id": "e1"}
    reason = reason_of(
        body=vector["body"].encode(), headers=headers, secret=vector["callback_secret"], now=at(vector["now"])
    )
    assert (reason is None) == vector["genuine"]


def test_a_verified_webhook_has_its_id_attempt_time_and_type() -> None:
    headers = {**signed(body), "X-Service-Attempt": "2"}
    event = verify_webhook(body.encode(), headers, secret, now=at(t))
    assert (event.id, event.attempt, event.sent_at, event.signed) == ("e1", 2, at(t), True)
    assert event.type == "PAYMENT"
    assert event.data["customer_name"] == "Aimée Ngalula"


@pytest.mark.parametrize("given", [body, body.encode(), bytearray(body.encode()), memoryview(body.encode())])
def test_a_body_can_be_text_or_bytes(given: Any) -> None:
    assert reason_of(body=given) is None


def test_headers_can_be_those_of_any_framework() -> None:
    message = Message()
    for name, value in signed(body).items():
        message[name] = value
    lists = {name: [value] for name, value in signed(body).items()}
    lower = {name.lower(): value for name, value in signed(body).items()}
    for given in (message, lists, lower, httpx.Headers(signed(body))):
        assert reason_of(headers=given) is None


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("PAYMENT", {"status": "FAILED", "transaction_uuid": "T"}),
        *(
            (name, {"event_type": name})
            for name in ("REFUND", "VOID", "DISPUTE", "REMITTANCE", "PAYOUT", "TEST")
        ),
        *((name, {"event_type": name}) for name in ("PAYMENT_CANCELLATION", "COLLECTION_RETURNED", "BATCH")),
        ("UNKNOWN", {"event_type": "CHARGEBACK"}),
        ("UNKNOWN", {"event_type": ["REFUND"]}),
        ("UNKNOWN", {}),
    ],
)
def test_a_webhook_has_the_type_of_its_body(kind: str, value: dict[str, Any]) -> None:
    text = json.dumps(value)
    assert verify_webhook(text, signed(text), secret, now=at(t)).type == kind


def test_the_id_can_be_in_webhook_id_where_a_proxy_passes_only_the_standard_headers() -> None:
    headers = {"x-service-signature": f"t={t},v1={_v1}", "webhook-id": "e3"}
    assert verify_webhook(body, headers, secret, now=at(t)).id == "e3"


def test_amounts_of_a_webhook_are_exact() -> None:
    text = '{"event_type": "REMITTANCE", "amount": 0.1, "fee": 1}'
    event = verify_webhook(text, signed(text), secret, now=at(t))
    assert event.type == "REMITTANCE"
    assert str(event.data["amount"]) == "0.1"


_v1 = signed(body)["X-Service-Signature"][-64:]


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("header_missing", {"headers": {}}),
        ("signature_malformed", {"headers": {"x-service-signature": ""}}),
        ("signature_malformed", {"headers": {"x-service-signature": f"t={t},v1={_v1.upper()}"}}),
        ("signature_malformed", {"headers": {"x-service-signature": [f"t={t},v1={_v1}"] * 2}}),
        ("signature_malformed", {"headers": {"x-service-signature": f"t=now,v1={_v1}"}}),
        ("signature_malformed", {"headers": {"x-service-signature": f"t=١٧٠٠٠٠٠٠٠٠,v1={_v1}"}}),
        ("signature_mismatch", {"headers": {"x-service-signature": f"t={t + 1},v1={_v1}"}}),
        ("signature_mismatch", {"secret": "whsec_other"}),
        ("signature_mismatch", {"body": body.replace("SUCCESS", "FAILED")}),
        ("signature_mismatch", {"body": json.dumps(json.loads(body), indent=1)}),
        ("timestamp_too_old", {"now": at(t + 301)}),
        ("timestamp_in_future", {"now": at(t - 301)}),
        ("timestamp_too_old", {"tolerance_seconds": 9}),
        ("signature_mismatch", {"now": at(t + 999), "secret": "whsec_other"}),
        ("event_id_missing", {"headers": {"x-service-signature": f"t={t},v1={_v1}"}}),
        ("body_malformed", {"body": "[]", "headers": signed("[]")}),
        ("body_malformed", {"body": '{"a": NaN}', "headers": signed('{"a": NaN}')}),
    ],
)
def test_a_webhook_that_is_not_genuine_is_refused_with_its_reason(
    reason: str, changed: dict[str, Any]
) -> None:
    assert reason_of(**changed) == reason


def test_a_webhook_is_accepted_until_the_last_second_of_the_tolerance() -> None:
    assert (reason_of(now=at(t + 300)), reason_of(now=at(t - 300))) == (None, None)


def test_a_parsed_body_or_a_missing_secret_is_refused() -> None:
    with pytest.raises(TypeError, match="as they were received"):
        reason_of(body=json.loads(body))
    with pytest.raises(ValueError, match="secret"):
        reason_of(secret="")


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -1, "5m", "300", None, True])
def test_a_webhook_is_never_verified_with_a_tolerance_that_would_accept_any_age(wrong: Any) -> None:
    with pytest.raises(ValueError, match="tolerance_seconds"):
        reason_of(now=at(t + 1e6), tolerance_seconds=wrong)


@pytest.mark.parametrize("wrong", [t, "2026-11-01", datetime(2026, 11, 1)])
def test_a_webhook_is_never_verified_with_a_time_that_is_not_certain(wrong: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="now"):
        reason_of(now=wrong)


def test_only_a_cancellation_can_be_unsigned_and_only_where_that_is_allowed() -> None:
    cancelled = json.dumps({"event_type": "PAYMENT_CANCELLATION", "transaction_uuid": "T"})
    headers = {"x-service-timestamp": str(t), "x-service-event-id": "e2"}
    assert reason_of(body=cancelled, headers=headers) == "header_missing"
    event = verify_webhook(cancelled, headers, secret, allow_unsigned_cancellation=True)
    assert (event.type, event.signed, event.id, event.sent_at) == ("PAYMENT_CANCELLATION", False, "e2", at(t))
    assert reason_of(body=body, headers=headers, allow_unsigned_cancellation=True) == "header_missing"


def test_the_clock_of_the_machine_is_used_by_default() -> None:
    second = int((datetime.now(timezone.utc) - timedelta(seconds=5)).timestamp())
    assert reason_of(headers=signed(body, second=second), now=None) is None
    assert reason_of(headers=signed(body), now=None) == "timestamp_too_old"

"""When a request is sent again, against a real HTTP server that fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from failing_server import (
    Behaviour,
    FailingServer,
    breaks_off,
    closes,
    drips,
    hangs,
    refuses,
    resets,
    responds,
    works,
)

from likuta import Likuta, LikutaError, errors, signature_headers
from likuta.errors import ErrorFacts
from likuta.http.retry import Rules, pause_before_retry

Make = Callable[..., Likuta]
Ask = Callable[[Likuta], Any]

order: Any = {"amount": 25.5, "currency": "USD", "merchant_reference": "INV-1"}
transfer: Any = {"reference": "T-1", "amount": 1}
charge: Any = {"transaction_uuid": "T"}

# Long enough for a request to reach the server on a busy machine.
silence = 1.0

safe: dict[str, Ask] = {
    "a status (a read by POST)": lambda likuta: likuta.payments.status("T"),
    "a balance": lambda likuta: likuta.remittance.balance(),
    "a list": lambda likuta: likuta.remittance.transactions().page(1),
    "an order, by its key": lambda likuta: likuta.payments.orders.create(order),
    "a link, by its key": lambda likuta: likuta.payments.links.cancel("CODE"),
    "a top-up, by its key": lambda likuta: likuta.remittance.sandbox.top_up(5),
    "a transfer, by its reference": lambda likuta: likuta.remittance.inbound(transfer),
    "a transfer without a key, by its reference": lambda likuta: likuta.remittance.inbound(
        transfer, idempotency_key=None
    ),
    "a charge, by its transaction": lambda likuta: likuta.payments.checkout.charge(charge),
    "a setting": lambda likuta: likuta.self_service.with_token("t").callback.set({"callback_url": None}),
    "a payout, by its reference": lambda likuta: likuta.payments.payouts.cancel("P"),
}

unsafe: dict[str, Ask] = {
    "an order without a key": lambda likuta: likuta.payments.orders.create(order, idempotency_key=None),
    "a top-up without a key": lambda likuta: likuta.remittance.sandbox.top_up(5, idempotency_key=None),
    "a new key": lambda likuta: likuta.self_service.with_token("t").rotate.api_keys(),
    "a resend": lambda likuta: likuta.self_service.with_token("t").deliveries.resend("1"),
    "a batch": lambda likuta: likuta.remittance.batches.upload("December", []),
    "a resumed batch": lambda likuta: likuta.remittance.batches.resume("B"),
}

failures: dict[str, tuple[Behaviour, type[LikutaError]]] = {
    "502": (refuses(502), errors.ServerError),
    "503": (refuses(503), errors.ServerError),
    "504": (refuses(504), errors.ServerError),
    "a reset connection": (resets, errors.ConnectionError),
    "silence": (hangs, errors.TimeoutError),
    "a response that breaks off": (breaks_off, errors.ConnectionError),
    "a response that comes in drops": (drips, errors.TimeoutError),
}


def patience_for(behaviour: Behaviour) -> dict[str, Any]:
    """The client waits briefly only for a server that never responds."""
    return {"timeout": silence} if behaviour in (hangs, drips) else {}


@pytest.mark.parametrize("call", safe.values(), ids=safe.keys())
def test_a_call_that_is_safe_to_repeat_is_retried_after_503_until_it_succeeds(
    call: Ask, server: FailingServer, client_of: Make
) -> None:
    server.will(refuses(503), works)
    call(client_of())
    assert len(server.received) == 2


@pytest.mark.parametrize(("failure", "kind"), failures.values(), ids=failures.keys())
def test_a_request_is_retried_after_a_failure_at_most_as_often_as_configured(
    failure: Behaviour, kind: type[LikutaError], server: FailingServer, client_of: Make
) -> None:
    server.will(failure)
    with pytest.raises(LikutaError) as caught:
        client_of(retries=1, **patience_for(failure)).payments.orders.create(order)
    error = caught.value
    assert isinstance(error, kind)
    assert (len(server.received), error.attempts, error.retryable) == (2, 2, True)
    assert error.idempotency_key == server.received[0].headers["idempotency-key"]


def test_what_is_not_safe_to_repeat_is_sent_once_when_a_connection_breaks_that_was_kept_open(
    server: FailingServer, client_of: Make
) -> None:
    server.will(works, closes)
    client = client_of()
    client.remittance.balance()
    with pytest.raises(errors.ConnectionError) as caught:
        client.payments.orders.create(order, idempotency_key=None)
    assert (len(server.received), caught.value.attempts, caught.value.retryable) == (2, 1, False)


@pytest.mark.parametrize("key", ["", " ", "a\r\nX-Other: 1", "é", "a" * 256])
def test_a_key_that_the_service_would_not_get_as_it_is_is_refused(
    key: str, server: FailingServer, client_of: Make
) -> None:
    server.will(works)
    with pytest.raises(ValueError, match="idempotency_key"):
        client_of().payments.orders.create(order, idempotency_key=key)
    assert server.received == []


def test_each_attempt_has_the_same_key_and_body_and_a_signature_over_its_exact_bytes(
    server: FailingServer, client_of: Make
) -> None:
    server.will(resets, refuses(502), works)
    client_of().payments.orders.create({**order, "bill_to_forename": "Grâce ✓"})
    assert len(server.received) == 3
    assert len({each.headers["idempotency-key"] for each in server.received}) == 1
    for each in server.received:
        signed = signature_headers(
            api_key="pk_test_a",
            api_secret="sk_test_a",
            method="POST",
            path=each.path,
            body=each.body,
            timestamp=int(each.headers["x-timestamp"]),
        )
        assert each.headers["x-signature"] == signed["X-Signature"]
        assert each.body == server.received[0].body
    assert "Grâce ✓" in server.received[0].body.decode()


def test_a_query_and_escaped_segments_are_signed_as_they_are_sent(
    server: FailingServer, client_of: Make
) -> None:
    server.will(works)
    client_of().payments.links.list(group="6e A, été & co").page(1)
    client_of().payments.links.read("A/B é?")
    assert [each.path.split("?")[0] for each in server.received] == [
        "/api/v1/payment-links",
        "/api/v1/payment-links/A%2FB%20%C3%A9%3F",
    ]
    for each in server.received:
        signed = signature_headers(
            api_key="pk_test_a",
            api_secret="sk_test_a",
            method="GET",
            path=each.path,
            timestamp=int(each.headers["x-timestamp"]),
        )
        assert each.headers["x-signature"] == signed["X-Signature"]


def test_each_attempt_is_signed_with_its_own_time(server: FailingServer, client_of: Make) -> None:
    server.will(refuses(503, {"retry-after": "1"}), works)
    client_of().payments.status("T")
    first, second = (int(each.headers["x-timestamp"]) for each in server.received)
    assert second - first >= 1


def test_a_request_is_not_retried_when_retry_after_is_longer_than_half_a_minute(
    server: FailingServer, client_of: Make
) -> None:
    server.will(refuses(503, {"retry-after": "31"}))
    with pytest.raises(errors.ServerError) as caught:
        client_of().payments.status("T")
    assert (caught.value.status, caught.value.retry_after_seconds) == (503, 31)
    assert len(server.received) == 1


@pytest.mark.parametrize(("failure", "kind"), failures.values(), ids=failures.keys())
@pytest.mark.parametrize("call", unsafe.values(), ids=unsafe.keys())
def test_a_call_that_is_not_safe_to_repeat_is_sent_once(
    call: Ask, failure: Behaviour, kind: type[LikutaError], server: FailingServer, client_of: Make
) -> None:
    server.will(failure)
    with pytest.raises(kind):
        call(client_of(**patience_for(failure)))
    assert len(server.received) == 1


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 408, 409, 410, 413, 415, 422, 429, 500, 501])
def test_a_refused_request_is_never_retried(status: int, server: FailingServer, client_of: Make) -> None:
    server.will(refuses(status, {"retry-after": "0"}))
    with pytest.raises(LikutaError) as caught:
        client_of().payments.status("T")
    assert (caught.value.status, caught.value.attempts, len(server.received)) == (status, 1, 1)


def test_a_refusal_has_the_class_of_its_status(server: FailingServer, client_of: Make) -> None:
    server.will(refuses(429, {"retry-after": "7"}), refuses(410), refuses(500))
    with pytest.raises(errors.RateLimitError) as limited:
        client_of().payments.status("T")
    assert (limited.value.retry_after_seconds, limited.value.retryable) == (7, True)
    with pytest.raises(errors.ConflictError):
        client_of().payments.status("T")
    with pytest.raises(errors.ServerError) as broken:
        client_of().payments.status("T")
    assert not broken.value.retryable


def test_a_page_or_a_redirect_is_an_error_and_is_not_followed(server: FailingServer, client_of: Make) -> None:
    server.will(responds(200, b"<html>"), refuses(307, {"location": f"{server.url}/elsewhere"}))
    with pytest.raises(errors.ServerError, match="could not be read: it is not JSON"):
        client_of().remittance.balance()
    with pytest.raises(LikutaError) as caught, httpx.Client(follow_redirects=True) as following:
        client_of(http_client=following).remittance.balance()
    assert (caught.value.status, len(server.received)) == (307, 2)


unreadable: list[tuple[str, Ask, list[object]]] = [
    (
        "an order",
        lambda likuta: likuta.payments.orders.create(order),
        [None, {}, [], 7, {"data": None}, {"data": "x"}],
    ),
    ("a transfer", lambda likuta: likuta.remittance.inbound(transfer), [None, {}]),
    ("a list", lambda likuta: likuta.payments.links.list().page(1), [None, {}]),
    ("a charge", lambda likuta: likuta.payments.checkout.charge(charge), [None, "x"]),
]


@pytest.mark.parametrize(("what", "call", "bodies"), unreadable, ids=[each[0] for each in unreadable])
def test_an_unreadable_response_is_a_server_error_and_is_not_retried(
    what: str, call: Ask, bodies: list[object], server: FailingServer, client_of: Make
) -> None:
    for body in bodies:
        server.will(responds(200, body, {"x-request-id": "R1"}))
        with pytest.raises(errors.ServerError, match="could not be read") as caught:
            call(client_of())
        error = caught.value
        assert (error.status, error.request_id, error.retryable, len(server.received)) == (
            200,
            "R1",
            False,
            1,
        )
        assert error.idempotency_key == server.received[0].headers.get("idempotency-key")


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), float("inf"), 20_000_000, "20", True])
def test_a_timeout_that_no_call_can_have_is_refused(
    wrong: Any, server: FailingServer, client_of: Make
) -> None:
    server.will(works)
    with pytest.raises(ValueError, match="timeout"):
        client_of(timeout=wrong)
    with pytest.raises(ValueError, match="timeout"):
        client_of().payments.status("T", timeout=wrong)
    assert server.received == []


def test_a_misspelt_option_is_refused_before_anything_is_sent(server: FailingServer, client_of: Make) -> None:
    server.will(works)
    misspelt: Any = {"idempotencyKey": "a"}
    for call in (client_of().payments.orders.create, client_of().remittance.inbound):
        with pytest.raises(TypeError, match="idempotencyKey"):
            call(order, **misspelt)
    assert server.received == []


def test_a_timeout_given_for_a_call_overrides_that_of_the_client(
    server: FailingServer, client_of: Make
) -> None:
    server.will(hangs)
    with pytest.raises(errors.TimeoutError, match=r"no response within 0\.05 s"):
        client_of(retries=0, timeout=60).payments.status("T", timeout=0.05)


def test_an_unreachable_service_is_a_connection_error_with_its_cause(client_of: Make) -> None:
    with pytest.raises(errors.ConnectionError) as caught:
        client_of(base_url="http://127.0.0.1:9", retries=0).payments.status("T")
    assert isinstance(caught.value.__cause__, httpx.ConnectError)


def test_pauses_double_up_to_eight_seconds_and_are_never_shorter_than_requested() -> None:
    for attempt in range(1, 41):
        for chance in (0.0, 0.3, 0.999):
            rules = Rules("read", 40, 20, chance)
            whole = min(0.5 * 2 ** (attempt - 1), 8)
            pause = pause_before_retry(errors.ServerError(ErrorFacts("", 503)), attempt, rules)
            assert pause is not None and whole / 2 <= pause <= whole
            requested = errors.ServerError(ErrorFacts("", 503, retry_after_seconds=12))
            assert pause_before_retry(requested, attempt, rules) == 12

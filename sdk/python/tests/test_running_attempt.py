"""What the client does while an attempt whose reply was lost may still run, against a real HTTP server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from failing_server import Behaviour, FailingServer, hangs, resets, responds, works

from likuta import Likuta, LikutaError, errors
from likuta.errors import ErrorFacts
from likuta.http.retry import Again, Past, Rules, next_step

Make = Callable[..., Likuta]
Ask = Callable[[Likuta], Any]

running_key = "A request with this Idempotency-Key is still running"
order: Any = {"amount": 25}
charge: Any = {"transaction_uuid": "T"}

running: dict[str, tuple[Behaviour, Ask]] = {
    "a charge in progress": (
        responds(409, {"detail": "Charge already in progress"}),
        lambda likuta: likuta.payments.checkout.charge(charge),
    ),
    "a key of an order that still runs": (
        responds(409, {"detail": running_key}),
        lambda likuta: likuta.payments.orders.create(order),
    ),
    "a key of a top-up that still runs": (
        responds(409, {"code": "RMT-409", "message": running_key}),
        lambda likuta: likuta.remittance.sandbox.top_up(5),
    ),
}
each_running = pytest.mark.parametrize(("busy", "call"), running.values(), ids=running.keys())


@each_running
def test_the_client_repeats_the_same_request_until_it_knows_the_outcome(
    busy: Behaviour, call: Ask, server: FailingServer, client_of: Make
) -> None:
    server.will(resets, busy, works)
    call(client_of())
    assert len(server.received) == 3
    assert len({each.headers.get("idempotency-key") for each in server.received}) == 1


@each_running
def test_the_outcome_is_unknown_when_the_client_stops_retrying(
    busy: Behaviour, call: Ask, server: FailingServer, client_of: Make
) -> None:
    server.will(hangs, busy)
    with pytest.raises(errors.TimeoutError) as caught:
        call(client_of(timeout=1))
    error = caught.value
    assert (len(server.received), error.attempts, error.retryable) == (3, 3, True)
    assert error.idempotency_key == server.received[0].headers.get("idempotency-key")


@each_running
def test_for_another_call_it_is_a_retryable_conflict(
    busy: Behaviour, call: Ask, server: FailingServer, client_of: Make
) -> None:
    server.will(busy)
    with pytest.raises(errors.ConflictError) as caught:
        call(client_of())
    error = caught.value
    assert (len(server.received), error.retryable, error.retry_after_seconds) == (1, True, 2)


def test_any_other_409_is_raised_and_is_not_retryable(server: FailingServer, client_of: Make) -> None:
    server.will(resets, responds(409, {"detail": "Transaction already finished"}))
    with pytest.raises(errors.ConflictError) as caught:
        client_of().payments.checkout.charge(charge)
    error = caught.value
    assert (len(server.received), error.retryable, error.retry_after_seconds) == (2, False, None)


def test_pauses_add_up_to_half_a_minute_at_most_then_the_broken_connection_is_raised() -> None:
    for chance in (0.0, 0.5, 0.999):
        for wait in (0, 1, 7, 30, 31, 60):
            rules = Rules("reference", 2, 60, chance)
            busy = errors.ConflictError(ErrorFacts("in progress", 409, retry_after_seconds=wait))
            lost = errors.TimeoutError(ErrorFacts(""))
            step: Again | LikutaError = next_step(lost, Past(), rules)
            for error in [errors.ServerError(ErrorFacts("", 503)), *[busy] * 100]:
                if not isinstance(step, Again):
                    break
                step = next_step(error, step.past, rules)
                if isinstance(step, Again):
                    assert step.past.waited <= 30
            assert step is lost

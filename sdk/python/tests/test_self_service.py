"""Self-service against a running service: refund requests, deliveries, settings and new secrets."""

from __future__ import annotations

import os
from decimal import Decimal
from typing import Any

import pytest
from shop import Receiver, pay

from likuta import Likuta, errors
from likuta.self_service import Session


@pytest.fixture(scope="module")
def session(likuta: Likuta) -> Session:
    account: Any = {"email": os.environ["LIKUTA_EMAIL"], "password": os.environ["LIKUTA_PASSWORD"]}
    return likuta.self_service.log_in(account)


def test_a_merchant_refunds_a_part_of_a_payment_and_is_notified(
    likuta: Likuta, session: Session, receiver: Receiver, order: Any
) -> None:
    made = likuta.payments.orders.create(order)
    pay(made["links"])
    uuid = made["transaction_uuid"]
    receiver.wait_for("PAYMENT", transaction_uuid=uuid)
    request = session.refund_requests.create(uuid, {"amount": "10.25", "reason": "One item was sold out"})
    event = receiver.wait_for("REFUND", transaction_uuid=uuid)
    assert event.type == "REFUND"
    assert (Decimal(event.data["amount"]), Decimal(event.data["remaining"])) == (
        Decimal("10.25"),
        Decimal("15.25"),
    )
    assert [each["id"] for each in session.refund_requests.list(uuid)] == [request["id"]]
    assert session.refund_requests.read(uuid, request["id"])["reason"] == "One item was sold out"
    with pytest.raises(errors.ConflictError):
        session.refund_requests.withdraw(uuid, request["id"])
    assert likuta.payments.status(uuid)["transaction_status"] == "PARTIALLY_REFUNDED"


def test_a_server_refunds_a_payment_with_its_key(likuta: Likuta, session: Session, order: Any) -> None:
    made = likuta.payments.orders.create(order)
    pay(made["links"])
    uuid = made["transaction_uuid"]
    body: Any = {"amount": "10.25", "reason": "One item was sold out"}
    request = likuta.payments.refund_requests.create(uuid, body, idempotency_key=uuid)
    assert (Decimal(request["amount"]), request["state"]) == (Decimal("10.25"), "REFUNDED")
    assert likuta.payments.refund_requests.create(uuid, body, idempotency_key=uuid)["id"] == request["id"]
    assert [each["id"] for each in session.refund_requests.list(uuid)] == [request["id"]]


def test_deliveries_are_listed_read_and_sent_again(
    likuta: Likuta, session: Session, receiver: Receiver, order: Any
) -> None:
    made = likuta.payments.orders.create(order)
    pay(made["links"])
    event = receiver.wait_for("PAYMENT", transaction_uuid=made["transaction_uuid"])
    delivery = next(each for each in session.deliveries.list() if each["event_id"] == event.id)
    assert made["transaction_uuid"] in session.deliveries.read(delivery["id"])["body"]
    session.deliveries.resend(delivery["id"])
    with pytest.raises(errors.NotFoundError):
        session.deliveries.read("1")


def test_settings_are_read_and_replaced(session: Session, receiver: Receiver) -> None:
    assert session.callback.set({"callback_url": receiver.url})["callback_url"] == receiver.url
    assert session.callback.test()["delivered"]
    assert receiver.wait_for("TEST").signed
    assert session.callback.certification() is None
    report = session.callback.certify()
    # The receiver of these tests stores whatever is genuine, as often as it comes.
    assert report["result"] in ("failed", "incomplete")
    assert session.callback.certification() == report
    assert session.callback.set({"callback_url": None})["callback_url"] is None
    addresses: Any = {"addresses": ["127.0.0.0/8", "::1"]}
    assert session.whitelist.set(addresses) == session.whitelist.read()
    assert session.whitelist.set({"addresses": []}) == {"addresses": []}
    microform = session.microform.read()
    assert session.microform.set({**microform}) == microform
    assert session.checkout.read()["methods"][0]["method"] == "card"


def test_a_session_is_restored_from_its_token_which_is_not_shown(likuta: Likuta, session: Session) -> None:
    stored = likuta.self_service.with_token(session.access_token)
    assert stored.me() == session.me()
    assert stored.me()["merchant_code"] == os.environ["LIKUTA_MERCHANT_CODE"]
    assert session.access_token not in repr(session) + repr(vars(session))


def test_a_wrong_password_and_an_ended_session_are_refused(likuta: Likuta) -> None:
    account: Any = {"email": os.environ["POOR_EMAIL"], "password": os.environ["POOR_PASSWORD"]}
    with pytest.raises(errors.AuthenticationError):
        likuta.self_service.log_in({**account, "password": "wrong"})
    session = likuta.self_service.log_in(account)
    assert session.rotate.api_keys(scopes=["read"])["scopes"] == ["read"]
    assert session.rotate.merchant_secret()["merchant_secret"].startswith("msk_test_")
    assert session.rotate.callback_secret(overlap_hours=1)["previous_valid_until"] is not None
    with pytest.raises(TypeError, match="overlap"):
        session.rotate.merchant_secret(overlap=1)  # type: ignore[call-arg]
    assert session.step_up(password=account["password"])["step_up_token"]
    session.log_out()
    with pytest.raises(errors.AuthenticationError):
        session.me()

"""Card payments against a running service, its simulated gateway and its webhooks."""

from __future__ import annotations

import os
import uuid
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import httpx
import pytest
from shop import Receiver, card_token, declined_card, eventually, good_card, pay

from likuta import Likuta, errors, verify_receipt
from likuta.types import BillTo, OrderRequest, PaymentLinkRequest

origin = "https://shop.example"


def test_an_order_is_paid_by_its_link_and_its_webhook_and_receipt_are_genuine(
    likuta: Likuta, receiver: Receiver, url: str, order: OrderRequest
) -> None:
    made = likuta.payments.orders.create(order)
    assert made["amount"] == "25.50"
    assert likuta.payments.status(made["transaction_uuid"])["transaction_status"] == "PENDING"
    with pytest.raises(errors.ConflictError):
        likuta.payments.receipt(made["transaction_uuid"])
    pay(made["links"])
    event = receiver.wait_for("PAYMENT", transaction_uuid=made["transaction_uuid"])
    assert event.type == "PAYMENT"
    assert (event.data["status"], event.data["reference"]) == ("SUCCESS", order["merchant_reference"])
    assert (event.signed, event.attempt, len(event.id) > 0) == (True, 1, True)
    assert likuta.payments.status(made["transaction_uuid"])["transaction_status"] == "SUCCESS"
    keys = httpx.get(f"{url}/.well-known/receipt-keys.json").json()
    receipt = likuta.payments.receipt(made["transaction_uuid"])
    content = verify_receipt(receipt["receipt"], keys)
    assert (content.code, content.amount, content.state) == (receipt["code"], "25.50", "paid")


@pytest.mark.parametrize("amount", [Decimal("1234567.89"), "1234567.89", 1234567.89])
def test_every_form_of_an_amount_arrives_to_the_cent(
    likuta: Likuta, order: OrderRequest, amount: Any
) -> None:
    made = likuta.payments.orders.create({**order, "amount": amount})
    assert made["amount"] == "1234567.89"


def test_two_orders_with_one_key_are_one_order_and_without_the_key_they_are_two(
    likuta: Likuta, order: OrderRequest
) -> None:
    key = str(uuid.uuid4())
    first = likuta.payments.orders.create(order, idempotency_key=key)
    assert likuta.payments.orders.create(order, idempotency_key=key) == first
    assert likuta.payments.orders.create(order)["transaction_uuid"] != first["transaction_uuid"]


def test_a_validation_error_lists_every_field(likuta: Likuta, order: OrderRequest) -> None:
    wrong: Any = {name: value for name, value in order.items() if name != "amount"}
    with pytest.raises(errors.ValidationError) as caught:
        likuta.payments.orders.create({**wrong, "bill_to_email": "nobody"})
    error = caught.value
    assert [(fault.field, fault.type) for fault in error.faults] == [
        ("amount", "missing"),
        ("bill_to_email", "string_pattern_mismatch"),
    ]
    assert (error.status, error.retryable, error.attempts) == (422, False, 1)
    assert error.request_id is not None and len(error.request_id) >= 10


def test_errors_of_the_card_service_have_their_classes(likuta: Likuta, url: str, order: OrderRequest) -> None:
    with pytest.raises(errors.ValidationError, match=r"Minimum amount for USD is 1\.00"):
        likuta.payments.orders.create({**order, "amount": "0.50"})
    with pytest.raises(errors.NotFoundError):
        likuta.payments.status("LKT-none")
    with pytest.raises(errors.PermissionError):
        likuta.payments.checkout.create_session(
            {"target_origin": "https://other.example", "merchant_reference": "x"}
        )
    key = os.environ["LIKUTA_API_KEY"]
    for api_key, message in ((key, "Invalid request signature"), ("pk_test_nobody", "Merchant not found")):
        with Likuta(base_url=url, api_key=api_key, api_secret="sk_test_wrong") as thief:
            with pytest.raises(errors.AuthenticationError, match=message):
                thief.payments.status("x")


def test_a_link_is_created_read_listed_and_cancelled_once(likuta: Likuta) -> None:
    links, group = likuta.payments.links, f"6e A, été {uuid.uuid4()}"
    wanted: PaymentLinkRequest = {
        "amount": 12,
        "currency": "USD",
        "merchant_reference": "LINK",
        "group": group,
    }
    made = [links.create(wanted) for _ in range(3)]
    codes = [each["code"] for each in made]
    assert links.read(codes[0]) == made[0]
    assert [each["code"] for each in links.list(group=group, limit=2)] == codes[::-1]
    assert links.cancel(codes[0])["status"] == "CANCELLED"
    with pytest.raises(errors.ConflictError):
        links.cancel(codes[0])
    for code in ("", ".", ".."):
        with pytest.raises(ValueError, match="part of a path"):
            links.read(code)


def test_many_links_are_created_at_once_paid_in_parts_and_downloaded(
    likuta: Likuta, receiver: Receiver, order: OrderRequest
) -> None:
    links, group = likuta.payments.links, f"Classe {uuid.uuid4()}"
    rows: list[PaymentLinkRequest] = [
        {
            "kind": "parts",
            "total": "30.00",
            "minimum_part": 5,
            "currency": "USD",
            "merchant_reference": f"{group} {name}",
            "payer_label": name,
            "group": group,
            "schedule": [{"due_on": "2027-01-15", "amount": "12.50"}],
        }
        for name in ("Amina", "Béa")
    ]
    made = links.create_many(rows)
    assert [(each["row"], each["payer_label"]) for each in made] == [(1, "Amina"), (2, "Béa")]
    assert links.create_many(rows) == made
    part = links.order(made[0]["code"], {**order, "amount": "12.50"})
    pay(part["links"])
    receiver.wait_for("PAYMENT", transaction_uuid=part["transaction_uuid"])
    assert links.read(made[0]["code"])["remaining"] == "17.50"
    with pytest.raises(errors.ConflictError):
        links.receipt(made[0]["code"])
    text = links.group_file(group).decode()
    assert "Amina" in text and "Béa" in text


@pytest.mark.parametrize(("number", "status"), [(good_card, "SUCCESS"), (declined_card, "FAILED")])
def test_custom_checkout_charges_a_card_once(
    likuta: Likuta, receiver: Receiver, number: str, status: str
) -> None:
    checkout = likuta.payments.checkout
    session = checkout.create_session({"target_origin": origin, "merchant_reference": "C-1"})
    uuid, token = session["transaction_uuid"], card_token(os.environ["SANDBOX_URL"], session["jwt"], number)
    setup = checkout.set_up({"transaction_uuid": uuid, "transient_token": token})
    bill_to: BillTo = {
        "first_name": "Grâce",
        "last_name": "Mukendi",
        "email": "grace@example.com",
        "phone_number": "0991234567",
        "address_line1": "12 avenue du Lac",
        "address_city": "Goma",
        "address_country": "CD",
    }
    enrolled = checkout.enrol(
        {
            "transaction_uuid": uuid,
            "transient_token": token,
            "reference_id": setup["reference_id"],
            "amount": 30,
            "currency": "USD",
            "bill_to": bill_to,
            "browser": {"java_enabled": False},
        }
    )
    assert enrolled["status"] == "AUTHENTICATED"
    charge: Any = {
        "transaction_uuid": uuid,
        "transient_token": token,
        "amount": 30,
        "currency": "USD",
        "bill_to": bill_to,
        "merchant_reference": "C-1",
        "callback_url": receiver.url,
        "authentication_transaction_id": enrolled["authentication_transaction_id"],
    }
    outcome = checkout.charge(charge)
    assert outcome["status"] == status
    assert checkout.charge(charge) == outcome
    receiver.wait_for("PAYMENT", transaction_uuid=uuid, status=status)


def test_the_balance_its_transactions_statements_and_invoices_are_read(
    likuta: Likuta, receiver: Receiver, order: OrderRequest
) -> None:
    payments = likuta.payments
    made = payments.orders.create({**order, "amount": 10})
    pay(made["links"])
    receiver.wait_for("PAYMENT", transaction_uuid=made["transaction_uuid"])
    dollars = next(each for each in payments.balance.read() if each["currency"] == "USD")
    newest = payments.balance.transactions(type="charge", currency="USD", limit=5).page(1).items[0]
    assert (newest["source"], newest["amount"], newest["net"]) == (made["transaction_uuid"], "10.00", "9.65")
    nets = [Decimal(each["net"]) for each in payments.balance.transactions(currency="USD", limit=2)]
    total = Decimal(dollars["pending"]) + Decimal(dollars["available"]) + Decimal(dollars["reserved"])
    assert sum(nets) == total
    today = datetime.now(timezone.utc).date().isoformat()
    statement = payments.statements.read(today, "USD")
    assert (statement["period"], statement["from"], statement["final"]) == (today, today, False)
    assert b'"CLOSING"' in payments.statements.download(today, "USD", format="csv")
    assert payments.statements.download(today, "USD", format="pdf", lang="fr").startswith(b"%PDF-")
    assert list(payments.invoices.list(currency="USD")) == []
    with pytest.raises(errors.NotFoundError):
        payments.invoices.download("FAC-2026-000001", lang="fr")
    assert list(payments.disputes.list(state="OPEN")) == []
    with pytest.raises(errors.NotFoundError):
        payments.disputes.send_evidence("DSP-none", {"explanation": "Delivered"})


def test_a_payout_is_requested_once_read_listed_and_cancelled(likuta: Likuta) -> None:
    payouts, reference = likuta.payments.payouts, f"P-{uuid.uuid4()}"
    wanted: Any = {
        "amount": "150.00",
        "currency": "USD",
        "destination_id": os.environ["LIKUTA_DESTINATION"],
        "reference": reference,
    }
    made = payouts.create(wanted)
    assert payouts.create(wanted) == made
    assert payouts.read(made["payout_id"])["history"][0]["state"] == "REQUESTED"
    assert made["payout_id"] in [
        each["payout_id"] for each in payouts.list(currency="USD", from_="2026-01-01")
    ]
    assert payouts.cancel(made["payout_id"])["state"] == "CANCELLED"
    with pytest.raises(errors.ConflictError):
        payouts.create({**wanted, "amount": 1})


def test_a_batch_of_refunds_is_uploaded_and_read(
    likuta: Likuta, receiver: Receiver, order: OrderRequest
) -> None:
    made = likuta.payments.orders.create(order)
    pay(made["links"])
    receiver.wait_for("PAYMENT", transaction_uuid=made["transaction_uuid"])
    batches = likuta.payments.refund_batches
    row: Any = {"transaction_uuid": made["transaction_uuid"], "amount": "10.25", "reason": "Sold out"}
    batch = batches.upload("Refunds", [row])
    assert batches.read(batch["batch_id"])["name"] == "Refunds"
    eventually("a checked batch", lambda: batches.read(batch["batch_id"])["state"] == "CHECKED")
    rows = batches.rows(batch["batch_id"], state="READY").page(1).items
    assert (rows[0]["transaction_uuid"], rows[0]["amount"]) == (made["transaction_uuid"], Decimal("10.25"))
    assert batch["batch_id"] in [each["batch_id"] for each in batches.list()]


def test_the_feed_has_the_events_of_a_payment(
    likuta: Likuta, receiver: Receiver, order: OrderRequest
) -> None:
    made = likuta.payments.orders.create(order)
    pay(made["links"])
    event = receiver.wait_for("PAYMENT", transaction_uuid=made["transaction_uuid"])
    after, found = None, []
    for page in likuta.events.list(types=["PAYMENT"], limit=1).pages():
        found.extend(page.items)
        after = page.next_after
    assert event.id in [each["event_id"] for each in found]
    assert list(likuta.events.list(after=after, types=["PAYMENT"])) == []


def test_neither_errors_nor_the_client_reveal_a_secret(url: str, order: OrderRequest) -> None:
    with Likuta(base_url=url, api_key="pk_test_a", api_secret="sk_test_hidden") as thief:
        with pytest.raises(errors.LikutaError) as caught:
            thief.payments.orders.create(order)
        shown = [
            repr(thief),
            repr(vars(thief)),
            repr(vars(thief._caller)),
            repr(caught.value),
            str(caught.value),
        ]
        assert "sk_test_hidden" not in "".join([*shown, repr(vars(caught.value))])

"""Transfers against a running service, its simulated operators and its callbacks."""

from __future__ import annotations

import json
import os
import uuid
from decimal import Decimal
from typing import Any

import httpx
import pytest
from shop import Receiver, eventually

from likuta import Likuta, errors, verify_receipt


@pytest.fixture
def transfer(receiver: Receiver) -> Any:
    """A transfer of the test world, with a reference of its own."""
    body = json.loads(os.environ["LIKUTA_TRANSFER"])
    return {**body, "reference": f"Été / {uuid.uuid4()}?", "callback_url": receiver.url}


def test_a_transfer_is_sent_once_completed_and_reported_by_a_genuine_callback(
    likuta: Likuta, receiver: Receiver, url: str, transfer: Any
) -> None:
    likuta.remittance.sandbox.top_up("12.34")
    accepted = likuta.remittance.inbound(transfer)
    assert (accepted["status"], accepted["receiver_amount"]) == ("Submitted", 1)
    assert likuta.remittance.inbound(transfer) == accepted
    reference, transaction_id = accepted["reference"], accepted["transaction_id"]
    event = receiver.wait_for("REMITTANCE", reference=reference)
    assert event.type == "REMITTANCE"
    assert (event.data["status"], event.data["amount"]) == ("Successful", 1)
    outcome = likuta.remittance.status(reference=reference)
    assert outcome["status"] == "Successful"
    assert likuta.remittance.status(transaction_id=transaction_id) == outcome
    kinds = [each["kind"] for each in likuta.remittance.timeline(reference)["events"]]
    assert {"inbound.accepted", "wallet.confirmed"} <= set(kinds)
    keys = httpx.get(f"{url}/.well-known/receipt-keys.json").json()
    content = verify_receipt(likuta.remittance.receipt(reference)["receipt"], keys)
    assert (content.state, content.amount) == ("successful", "1.00")


def test_a_transfer_is_checked_without_being_sent(likuta: Likuta, transfer: Any) -> None:
    likuta.remittance.sandbox.top_up(5)
    assert likuta.remittance.check(transfer)["outcome"] == "would_accept"
    with pytest.raises(errors.NotFoundError):
        likuta.remittance.status(reference=transfer["reference"])
    unlike = {**transfer, "expected_receiver_name": "Somebody Else"}
    with pytest.raises(errors.ValidationError) as caught:
        likuta.remittance.inbound(unlike)
    assert caught.value.code == "RMT-4006"
    assert likuta.remittance.inbound(unlike, skip_name_check=True)["subscriber_name"] is None


def test_a_validation_error_of_remittance_lists_every_field(likuta: Likuta, transfer: Any) -> None:
    wrong = {name: value for name, value in transfer.items() if name != "sender_city"}
    with pytest.raises(errors.ValidationError) as caught:
        likuta.remittance.inbound({**wrong, "currency": "XXX"})
    assert (caught.value.code, caught.value.status) == ("RMT-1005", 400)
    assert sorted(fault.field for fault in caught.value.faults) == ["currency", "sender_city"]


@pytest.mark.parametrize(
    ("code", "changed", "kind"),
    [
        (
            "RMT-3001",
            {"customer_number": "+243810000007", "expected_receiver_name": "Grace Lukusa"},
            errors.PermissionError,
        ),
        ("RMT-4001", {"customer_number": "+243810000005"}, errors.NotFoundError),
        ("RMT-9003", {"amount": 2}, errors.ValidationError),
    ],
)
def test_an_error_of_remittance_has_its_class(
    likuta: Likuta, transfer: Any, code: str, changed: Any, kind: type[errors.LikutaError]
) -> None:
    likuta.remittance.sandbox.top_up(5)
    with pytest.raises(kind) as caught:
        likuta.remittance.inbound({**transfer, **changed})
    assert caught.value.code == code


def test_an_empty_wallet_a_reused_reference_and_a_wrong_secret_are_different_errors(
    likuta: Likuta, url: str, transfer: Any
) -> None:
    likuta.remittance.sandbox.top_up(5)
    poor = {"merchant_code": os.environ["POOR_CODE"], "merchant_secret": os.environ["POOR_SECRET"]}
    with Likuta(base_url=url, **poor) as client, pytest.raises(errors.InsufficientBalanceError):
        client.remittance.inbound(transfer)
    likuta.remittance.inbound(transfer)
    with pytest.raises(errors.ConflictError):
        likuta.remittance.inbound({**transfer, "amount": "0.50"})
    code = os.environ["LIKUTA_MERCHANT_CODE"]
    with Likuta(base_url=url, merchant_code=code, merchant_secret="msk_test_wrong") as thief:
        with pytest.raises(errors.AuthenticationError):
            thief.remittance.balance()


def test_a_quote_promises_a_price_that_the_transfer_pays(likuta: Likuta, transfer: Any) -> None:
    likuta.remittance.sandbox.top_up(5)
    quote = likuta.remittance.quote({"source_amount": "1.00", "currency": "USD"})
    rest = {name: value for name, value in transfer.items() if name not in ("amount", "currency")}
    sent = likuta.remittance.inbound({**rest, "quote_id": quote["quote_id"]})
    assert sent["receiver_amount"] is not None and sent["fee"] is not None
    assert sent["receiver_amount"] + sent["fee"] == quote["total_debit"]


def test_lists_are_iterated_over_all_pages_newest_first(likuta: Likuta, transfer: Any) -> None:
    likuta.remittance.sandbox.top_up(5)
    references = [f"L-{uuid.uuid4()}" for _ in range(3)]
    for reference in references:
        likuta.remittance.inbound({**transfer, "amount": 1, "reference": reference})
    walked = [each["reference"] for each in likuta.remittance.transactions(limit=2)]
    assert walked[:3] == references[::-1]
    pages = list(likuta.remittance.transactions(limit=2).pages())
    assert sum(len(page.items) for page in pages) == pages[0].pagination["total"] == len(walked)
    assert list(likuta.remittance.transactions(operator="airtel")) == []
    with pytest.raises(errors.ValidationError) as caught:
        list(likuta.remittance.transactions(from_="May"))
    assert caught.value.code == "RMT-1006"
    # New entries push older ones to later pages, where they would come twice.
    eventually("the last outcome", lambda: likuta.remittance.balance()["reserved"] == 0)
    entries = list(likuta.remittance.wallet_history(limit=3))
    assert entries[-1]["kind"] == "TOPUP" and entries[-1]["amount"] == entries[-1]["balance_after"]
    assert len({each["id"] for each in entries}) == len(entries)
    assert list(likuta.remittance.settlements(from_="2026-01-01")) == []


def test_balances_are_exact(likuta: Likuta) -> None:
    before = likuta.remittance.balance()["available"]
    likuta.remittance.sandbox.top_up(Decimal("0.10"))
    likuta.remittance.sandbox.top_up(0.2)
    assert likuta.remittance.balance()["available"] - before == Decimal("0.3")


def test_look_ups_describe_a_wallet_a_number_rates_and_the_service(likuta: Likuta) -> None:
    account = likuta.remittance.account_lookup("+243810000001", expected_receiver_name="Mukendi Jean")
    assert account["name_match"] is not None
    assert (account["operator"], account["active"], account["name_match"]["decision"]) == (
        "vodacom",
        True,
        "MATCH",
    )
    check = likuta.remittance.kyc("+243 970 000 007")
    assert (check["e164"], check["operator"], check["blacklisted"]) == ("+243970000007", "airtel", True)
    assert likuta.remittance.limits(customer_number="+243810000001")["limits"] == []
    assert "properties" in likuta.remittance.requirements()["schema"]
    assert len(likuta.remittance.rates()["rates"]) == 8
    assert likuta.remittance.live_rate("CDF")["rate"] > 0
    assert likuta.remittance.health()["checks"]["database"] == "ok"


def test_a_batch_of_transfers_with_saved_profiles_is_uploaded_read_and_cancelled(
    likuta: Likuta, transfer: Any
) -> None:
    batches = likuta.remittance.batches
    names = ("customer_number", "operator", "expected_receiver_name")
    of_receiver = [name for name in transfer if name.startswith("receiver_") and name != "receiver_currency"]
    fields = {name: transfer[name] for name in (*names, *of_receiver) if name in transfer}
    saved = batches.profiles.save("beneficiary", "EMP-001", {"fields": fields})
    assert batches.profiles.read("beneficiary", "EMP-001") == saved
    assert [each["code"] for each in batches.profiles.list(kind="beneficiary", q="EMP")] == ["EMP-001"]
    rows = [{**transfer, "amount": amount, "reference": f"B-{uuid.uuid4()}"} for amount in ("0.40", "0.50")]
    batch = batches.upload("December", rows)
    assert (batch["state"], batch["rows"]) == ("CHECKING", 2)
    assert [each["row"] for each in batches.rows(batch["batch_id"], limit=1)] == [1, 2]
    assert b"reference" in batches.result(batch["batch_id"])
    with pytest.raises(errors.ConflictError) as caught:
        batches.upload("December", rows)
    assert caught.value.code == "RMT-1034"
    assert batches.cancel(batch["batch_id"])["state"] == "CANCELLED"
    batches.profiles.remove("beneficiary", "EMP-001")
    with pytest.raises(errors.NotFoundError):
        batches.profiles.read("beneficiary", "EMP-001")


def test_a_degraded_service_is_returned_at_once(url: str) -> None:
    calls = []

    def respond(request: httpx.Request) -> httpx.Response:
        calls.append(request)
        return httpx.Response(503, json={"status": "degraded", "checks": {"database": "unreachable"}})

    with (
        httpx.Client(transport=httpx.MockTransport(respond)) as http,
        Likuta(base_url=url, http_client=http) as client,
    ):
        assert client.remittance.health()["status"] == "degraded"
    assert len(calls) == 1

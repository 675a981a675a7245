"""Receipts, with the vectors that every language shares."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import vectors

from likuta import ReceiptError, verify_receipt

keys = {"keys": vectors["receipts"]["keys"]}
tokens = vectors["receipts"]["tokens"]


@pytest.mark.parametrize("vector", tokens, ids=lambda vector: vector["name"])
def test_a_receipt_is_genuine_as_its_vector_says(vector: dict[str, Any]) -> None:
    try:
        verify_receipt(vector["token"], keys)
    except ReceiptError as error:
        assert not vector["genuine"]
        assert str(error)
    else:
        assert vector["genuine"]


def test_a_receipt_states_what_was_paid() -> None:
    content = verify_receipt(f"https://pay.example/verify#{tokens[0]['token']}", keys)
    assert (content.code, content.amount, content.currency, content.state) == (
        "K7Q2M9XW4T",
        "25.50",
        "USD",
        "paid",
    )
    assert content.merchant == "Boutique Lac Kivu"
    assert content.paid_at.isoformat() == "2026-11-21T09:31:12+00:00"


def test_every_changed_character_of_a_receipt_is_noticed() -> None:
    token = tokens[0]["token"]
    for place, letter in enumerate(token):
        changed = token[:place] + ("A" if letter != "A" else "B") + token[place + 1 :]
        with pytest.raises(ReceiptError):
            verify_receipt(changed, keys)


def test_a_receipt_of_an_unknown_key_is_refused_as_such() -> None:
    with pytest.raises(ReceiptError) as caught:
        verify_receipt(tokens[0]["token"], {"keys": []})
    assert caught.value.reason == "key_unknown"


@pytest.mark.parametrize("wrong", ["", "x", "a.b", tokens[0]["token"][:-1], f"{tokens[0]['token']}."])
def test_a_text_that_is_no_receipt_is_refused_as_such(wrong: str) -> None:
    with pytest.raises(ReceiptError) as caught:
        verify_receipt(wrong, keys)
    assert caught.value.reason == "malformed"

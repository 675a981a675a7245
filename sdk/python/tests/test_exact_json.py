"""Amounts keep every digit, in both directions."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest

from likuta.http.exact_json import decode, encode


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        (Decimal("25.50"), "25.50"),
        (Decimal("1E+3"), "1000"),
        (Decimal("12345678901234567890.12"), "12345678901234567890.12"),
        (25, "25"),
        ("25.50", "25.50"),
        ("9999999999.99", "9999999999.99"),
        (25.5, "25.5"),
        (0.07, "0.07"),
        (1234567.89, "1234567.89"),
        (10.0, "10.0"),
        (None, "null"),
    ],
)
def test_an_amount_is_written_as_the_number_that_was_given(given: Any, sent: str) -> None:
    assert encode({"amount": given}).decode() == '{"amount":' + sent + "}"


def test_every_amount_with_two_decimals_survives_as_a_float() -> None:
    drawn = random.Random(1)
    for _ in range(2_000):
        cents = drawn.randrange(10**12)
        exact = Decimal(cents).scaleb(-2)
        written = decode(encode({"amount": float(exact)}).decode())["amount"]
        assert written == exact


@pytest.mark.parametrize(
    "wrong", [0.1 + 0.2, 1.005, float("nan"), float("inf"), Decimal("NaN"), Decimal("Infinity")]
)
def test_a_number_that_is_no_amount_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="amount"):
        encode({"amount": wrong})


@pytest.mark.parametrize("wrong", ["", "25,50", "1e3", " 1", "1\n", "٢", "NaN", "25.", "025", '1, "x": 1'])
def test_a_text_that_is_no_amount_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="amount"):
        encode({"rows": [{"schedule": [{"amount": wrong}]}]})


def test_other_texts_stay_texts() -> None:
    body = {"merchant_reference": "25.50", "bill_to_forename": 'Grâce "✓"', "list": ["1", True, None]}
    assert decode(encode(body).decode()) == body
    assert "Grâce" in encode(body).decode()


def test_what_json_cannot_hold_is_refused() -> None:
    for wrong in ({"a": object()}, {"a": b"x"}, {1: "a"}, {"a": {1, 2}}):
        with pytest.raises(TypeError):
            encode(wrong)


def test_numbers_of_a_response_are_exact() -> None:
    assert decode("[0.1, 12345678901.23, 7]") == [Decimal("0.1"), Decimal("12345678901.23"), 7]
    for wrong in ("NaN", "[Infinity]", "-Infinity"):
        with pytest.raises(ValueError, match="not JSON"):
            decode(wrong)

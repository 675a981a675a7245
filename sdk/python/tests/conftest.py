"""What tests share. Those that need a sandbox take its address and the keys of a merchant from the environment."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from failing_server import FailingServer
from shop import Receiver

from likuta import Likuta
from likuta.types import OrderRequest

vectors: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "docs/test-vectors.json").read_text("utf-8")
)


@pytest.fixture(scope="session")
def server() -> Iterator[FailingServer]:
    server = FailingServer()
    yield server
    server.close()


@pytest.fixture
def client_of(server: FailingServer) -> Iterator[Callable[..., Likuta]]:
    """Makes clients of the failing server."""
    opened: list[Likuta] = []

    def make(**options: Any) -> Likuta:
        keys = {"api_key": "pk_test_a", "api_secret": "sk_test_a"}
        wallet = {"merchant_code": "LKT-A", "merchant_secret": "msk_test_a"}
        opened.append(Likuta(**{"base_url": server.url, "timeout": 10, **keys, **wallet, **options}))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.fixture(scope="session")
def url() -> str:
    """The sandbox."""
    if "LIKUTA_URL" not in os.environ:
        pytest.skip("needs a sandbox: LIKUTA_URL and the keys of a merchant")
    return os.environ["LIKUTA_URL"]


@pytest.fixture(scope="session")
def likuta(url: str) -> Iterator[Likuta]:
    with Likuta(
        base_url=url,
        api_key=os.environ["LIKUTA_API_KEY"],
        api_secret=os.environ["LIKUTA_API_SECRET"],
        merchant_code=os.environ["LIKUTA_MERCHANT_CODE"],
        merchant_secret=os.environ["LIKUTA_MERCHANT_SECRET"],
    ) as likuta:
        yield likuta


@pytest.fixture(scope="session")
def receiver(url: str) -> Iterator[Receiver]:
    receiver = Receiver(os.environ["LIKUTA_CALLBACK_SECRET"])
    yield receiver
    receiver.close()


@pytest.fixture
def order(receiver: Receiver) -> OrderRequest:
    return {
        "amount": Decimal("25.50"),
        "currency": "USD",
        "merchant_reference": f"INV-é-{uuid.uuid4()}",
        "callback_url": receiver.url,
        "bill_to_forename": "Grâce",
        "bill_to_surname": "Mukendi",
        "bill_to_email": "grace@example.com",
        "bill_to_phone": "0991234567",
        "bill_to_address_line1": "12 avenue du Lac",
        "bill_to_address_city": "Goma",
        "bill_to_address_country": "CD",
        "return_url": "https://shop.example/thanks",
    }

"""Options of a client, and errors as other code meets them."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from likuta import Likuta, errors
from likuta.errors import ErrorFacts, FieldFault


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"base_url": "pay.example"}, "base_url"),
        ({"base_url": "https://pay.example?x=1"}, "base_url"),
        ({"base_url": "https://user:secret@pay.example"}, "base_url"),
        ({"base_url": None}, "base_url"),
        ({"api_key": "pk"}, "api_secret"),
        ({"merchant_secret": "msk"}, "merchant_code"),
        ({"timeout": 0}, "timeout"),
        ({"retries": -1}, "retries"),
        ({"retries": True}, "retries"),
    ],
)
def test_invalid_options_are_refused_naming_the_option(options: dict[str, Any], name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Likuta(**{"base_url": "https://pay.example", **options})


def test_a_client_without_keys_refuses_calls_that_need_them() -> None:
    with Likuta(base_url="http://127.0.0.1:9/") as client:
        with pytest.raises(ValueError, match="api_key"):
            client.payments.status("x")
        with pytest.raises(ValueError, match="merchant_code"):
            client.remittance.balance()


def test_a_given_http_client_is_used_and_left_open() -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        assert "authorization" not in request.headers
        return httpx.Response(200, json={"status": "success", "data": {"base": "USD"}})

    with httpx.Client(transport=httpx.MockTransport(respond), auth=("a", "b")) as http:
        with Likuta(base_url="https://pay.example", http_client=http) as client:
            assert client.remittance.rates()["base"] == "USD"
        assert not http.is_closed


def test_an_error_survives_the_way_to_another_process() -> None:
    facts = ErrorFacts("no", 422, "RMT-1005", (FieldFault("amount", "missing"),), "R1", 7, "key")
    error = errors.ValidationError(facts)
    error.attempts = 3
    other = pickle.loads(pickle.dumps(error))
    assert (type(other), vars(other), str(other)) == (type(error), vars(error), "422 RMT-1005 no")


def test_every_method_that_the_readme_names_exists() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    methods = readme.split("## Methods")[1].split("## Amounts")[0]
    named = 0
    with Likuta(base_url="http://127.0.0.1:9") as client:
        for part in re.split(r"^\| `likuta\.", methods, flags=re.M)[1:]:
            room = getattr(client, part.split("`")[0])
            for row in re.findall(r"^\| (`.*?`) \|", part, flags=re.M):
                base = ""
                for name in re.findall(r"`(\.?[a-z_.]+)", row):
                    base = base if name.startswith(".") else name.rpartition(".")[0]
                    found: Any = room
                    for step in (base + name if name.startswith(".") else name).split("."):
                        found = getattr(found, step)
                    named += 1
    assert named > 50

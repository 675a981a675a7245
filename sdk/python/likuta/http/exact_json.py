"""JSON whose numbers are exact decimals, in both directions."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NoReturn

from ..types import AMOUNT_FIELDS


def encode(value: object) -> bytes:
    """Write JSON as UTF-8. Amounts may be Decimal, int, text such as ``"25.50"``, or float.

    Nothing is rounded. Raises ValueError for a float with more than two decimals, which only arithmetic with floats
    makes (``0.1 + 0.2``), and for an amount that is no finite number; TypeError for what JSON cannot hold.
    """
    return _text(value, "").encode()


def decode(text: str) -> Any:
    """Read JSON; numbers with a decimal point become Decimal. Raises ValueError."""
    return json.loads(text, parse_float=Decimal, parse_constant=_refuse)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _text(value: object, name: str) -> str:
    """``name`` is that of the field."""
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    if isinstance(value, str):
        return _amount(value, name) if name in AMOUNT_FIELDS else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Decimal | float):
        return _decimal(value, name)
    if isinstance(value, Mapping):
        fields = (f"{_key(key)}:{_text(each, key)}" for key, each in value.items())
        return "{" + ",".join(fields) + "}"
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return "[" + ",".join(_text(each, "") for each in value) + "]"
    raise TypeError(f"{name or 'body'}: {type(value).__name__} cannot be sent as JSON")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"{key!r}: names of fields are texts")
    return json.dumps(key, ensure_ascii=False)


def _amount(text: str, name: str) -> str:
    if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", text):
        raise ValueError(f"{name}: an amount such as 25.50, not {text!r}")
    return text


def _decimal(number: Decimal | float, name: str) -> str:
    if isinstance(number, float):
        # The shortest text that means this number: 25.5 stays 25.5.
        exact = Decimal(repr(number)) if math.isfinite(number) else None
        if exact is not None and _decimals_of(exact) > 2:
            raise ValueError(f"{name}: the float {number!r} has more than two decimals, use Decimal")
    else:
        exact = number if number.is_finite() else None
    if exact is None:
        raise ValueError(f"{name}: {number} is not an amount")
    return f"{exact:f}"


def _decimals_of(number: Decimal) -> int:
    exponent = number.normalize().as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0

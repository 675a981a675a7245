"""The client."""

from __future__ import annotations

from types import TracebackType

import httpx
from typing_extensions import Self

from .events import Events
from .http.call import Caller
from .http.options import USUAL_RETRIES, USUAL_TIMEOUT, read_options
from .payments import Payments
from .remittance import Remittance
from .self_service import SelfService


class Likuta:
    """A client of one Likuta service for one merchant. Threads may share it.

    Use it on servers only, because its secrets give access to your money. Failed calls raise a LikutaError; missing or
    invalid options raise a ValueError.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | None = None,
        api_secret: str | None = None,
        merchant_code: str | None = None,
        merchant_secret: str | None = None,
        timeout: float = USUAL_TIMEOUT,
        retries: int = USUAL_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        """``base_url`` is the address of the service, such as ``https://pay.example``.

        ``api_key`` and ``api_secret`` are for payments, ``merchant_code`` and ``merchant_secret`` for remittance.
        ``timeout`` is that of one attempt in seconds, up to the last byte of the response; ``retries`` is how many times a
        repeatable request is retried, 0 for never. ``http_client`` replaces the client's own; you close it yourself.
        """
        card = {"api_key": api_key, "api_secret": api_secret}
        wallet = {"merchant_code": merchant_code, "merchant_secret": merchant_secret}
        self._caller = Caller(read_options(base_url, timeout, retries, card, wallet), http_client)
        self.payments = Payments(self._caller)
        self.remittance = Remittance(self._caller)
        self.self_service = SelfService(self._caller)
        self.events = Events(self._caller)

    def close(self) -> None:
        """Close the connections."""
        self._caller.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

"""What card payments bring: the balance, its payouts, statements, and the invoices of fees."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import Unpack

from ..http.call import Call, Caller, path_of, plain
from ..http.options import CallOptions
from ..pages import USUAL_LIMIT, Pages
from ..types import (
    BalanceTransaction,
    BalanceTransactionType,
    CardBalance,
    CardCurrency,
    FeeInvoice,
    FeeInvoiceSummary,
    Payout,
    PayoutDetail,
    PayoutRequest,
    PayoutState,
    Statement,
)

_balance = "/api/v1/payment/balance"
_payouts = "/api/v1/payment/payouts"
_statements = "/api/v1/payment/statements"
_invoices = "/api/v1/payment/invoices"


class CardMoney:
    """What you are owed for card payments."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def read(self, **options: Unpack[CallOptions]) -> list[CardBalance]:
        """Return what you are owed, one balance per currency."""
        call = Call[dict[str, Any]]("GET", _balance, "signature", "read", **plain(options))
        balances: list[CardBalance] = self._caller.send(call)["balances"]
        return balances

    def transactions(
        self,
        *,
        type: BalanceTransactionType | None = None,
        currency: CardCurrency | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int = USUAL_LIMIT,
        **options: Unpack[CallOptions],
    ) -> Pages[BalanceTransaction]:
        """Return the transactions that the balance consists of, newest first.

        ``from_`` and ``to`` are the first and last UTC day, ``YYYY-MM-DD``.
        """
        sent = plain(options)
        filters = {"type": type, "currency": currency, "from": from_, "to": to}
        path = _balance + "/transactions"
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", path, "signature", "read", query={**filters, **span}, **sent)
            ),
            limit,
        )


class Payouts:
    """Card money to your destinations."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(self, payout: PayoutRequest, **options: Unpack[CallOptions]) -> Payout:
        """Pay available card money to one of your destinations. A reference is paid once, however often it is sent."""
        call = Call[Payout]("POST", _payouts, "signature", "reference", body=payout, **plain(options))
        return self._caller.send(call)

    def read(self, payout_id: str, **options: Unpack[CallOptions]) -> PayoutDetail:
        """Return a payout with its history. Raises NotFoundError."""
        path = path_of(_payouts + "/{}", payout_id)
        return self._caller.send(Call[PayoutDetail]("GET", path, "signature", "read", **plain(options)))

    def list(
        self,
        *,
        state: PayoutState | None = None,
        currency: CardCurrency | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int = USUAL_LIMIT,
        **options: Unpack[CallOptions],
    ) -> Pages[Payout]:
        """Return the payouts, newest first. ``from_`` and ``to`` are the first and last UTC day, ``YYYY-MM-DD``."""
        sent = plain(options)
        filters = {"state": state, "currency": currency, "from": from_, "to": to}
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", _payouts, "signature", "read", query={**filters, **span}, **sent)
            ),
            limit,
        )

    def cancel(self, payout_id: str, **options: Unpack[CallOptions]) -> Payout:
        """Cancel a payout. Raises NotFoundError; ConflictError once it was sent."""
        path = path_of(_payouts + "/{}/cancel", payout_id)
        # A cancelled payout stays cancelled, so the call may be repeated.
        return self._caller.send(Call[Payout]("POST", path, "signature", "reference", **plain(options)))


class Statements:
    """Statements of a UTC month, ``YYYY-MM``, or day, ``YYYY-MM-DD``, that has begun."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def read(self, period: str, currency: CardCurrency, **options: Unpack[CallOptions]) -> Statement:
        """Return the opening balance, each transaction and the closing balance of a month or a day."""
        query = {"period": period, "currency": currency}
        call = Call[Statement]("GET", _statements, "signature", "read", query=query, **plain(options))
        return self._caller.send(call)

    def download(
        self,
        period: str,
        currency: CardCurrency,
        *,
        format: Literal["pdf", "csv", "camt.053"],
        lang: Literal["en", "fr"] | None = None,
        **options: Unpack[CallOptions],
    ) -> bytes:
        """Return the same as a file. ``lang`` is the language of a PDF; English by default."""
        query = {"period": period, "currency": currency, "format": format, "lang": lang}
        call = Call[bytes]("GET", _statements, "signature", "read", query=query, file=True, **plain(options))
        return self._caller.send(call)


class Invoices:
    """The monthly invoices of our fees."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        currency: CardCurrency | None = None,
        limit: int = USUAL_LIMIT,
        **options: Unpack[CallOptions],
    ) -> Pages[FeeInvoiceSummary]:
        """Return one for each currency and month with fees, newest first."""
        sent = plain(options)
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", _invoices, "signature", "read", query={"currency": currency, **span}, **sent)
            ),
            limit,
        )

    def read(self, number: str, **options: Unpack[CallOptions]) -> FeeInvoice:
        """Return an invoice. Raises NotFoundError."""
        path = path_of(_invoices + "/{}", number)
        return self._caller.send(Call[FeeInvoice]("GET", path, "signature", "read", **plain(options)))

    def download(
        self, number: str, *, lang: Literal["en", "fr"] | None = None, **options: Unpack[CallOptions]
    ) -> bytes:
        """Return the invoice as a PDF. Raises NotFoundError."""
        path = path_of(_invoices + "/{}", number)
        query = {"format": "pdf", "lang": lang}
        call = Call[bytes]("GET", path, "signature", "read", query=query, file=True, **plain(options))
        return self._caller.send(call)

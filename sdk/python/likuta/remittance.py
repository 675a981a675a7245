"""Transfers to mobile-money wallets, and the merchant's wallet that funds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from typing_extensions import Unpack

from .batches import Batches
from .http.call import Call, Caller, keyed, path_of, plain
from .http.options import CallOptions, KeyedOptions
from .pages import USUAL_LIMIT, Pages
from .types import (
    AcceptedTransfer,
    Account,
    Amount,
    Balance,
    Health,
    InboundRequest,
    LiveRate,
    Operator,
    PhoneCheck,
    Quote,
    QuoteRequest,
    RateTable,
    Receipt,
    RemainingLimits,
    Settlement,
    Timeline,
    Transfer,
    TransferCheck,
    TransferRequirements,
    TransferStatus,
    TransferWithOutcome,
    WalletEntry,
)

Item = TypeVar("Item")

_base = "/api/v1/remittance"


class InboundOptions(KeyedOptions, total=False):
    """Options of a transfer."""

    skip_name_check: bool
    """Sandbox merchants only: skips the comparison with the name of the wallet."""


class Remittance:
    """Transfers to mobile-money wallets."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.batches = Batches(caller)
        self.sandbox = Sandbox(caller)

    def inbound(self, transfer: InboundRequest, **options: Unpack[InboundOptions]) -> AcceptedTransfer:
        """Send money. The same reference with the same fields is one transfer, however often it is sent."""
        headers, key, sent = _inbound_options(options)
        return self._caller.send(
            Call[AcceptedTransfer](
                "POST",
                _base + "/inbound",
                "basic",
                "reference",
                body=transfer,
                headers=headers,
                idempotency_key=key,
                timeout=sent.get("timeout"),
            )
        )

    def check(self, transfer: InboundRequest, **options: Unpack[InboundOptions]) -> TransferCheck:
        """Check a transfer without sending it: what would become of it, with every fault."""
        headers, key, sent = _inbound_options(options)
        return self._caller.send(
            Call[TransferCheck](
                "POST",
                _base + "/inbound",
                "basic",
                "read",
                body=transfer,
                headers={"X-Check-Only": "true", **headers},
                idempotency_key=key,
                timeout=sent.get("timeout"),
            )
        )

    def requirements(self, **options: Unpack[CallOptions]) -> TransferRequirements:
        """Return what a transfer must have, as JSON Schema, and what the next release will require."""
        call = Call[TransferRequirements]("GET", _base + "/requirements", "none", "read", **plain(options))
        return self._caller.send(call)

    def quote(self, wanted: QuoteRequest, **options: Unpack[KeyedOptions]) -> Quote:
        """Promise rate and fee for some minutes. Send ``quote_id`` with the transfer.

        ``wanted`` has ``source_amount``, what the sender pays, or ``receiver_amount``, what the beneficiary receives in
        US dollars. Raises ConflictError at the limit of unused quotes.
        """
        return self._caller.send(
            Call[Quote]("POST", _base + "/quotes", "basic", body=wanted, **keyed(options))
        )

    def status(
        self,
        *,
        reference: str | None = None,
        transaction_id: str | None = None,
        **options: Unpack[CallOptions],
    ) -> TransferWithOutcome:
        """Return a transfer by your reference or our id. Raises NotFoundError."""
        if (reference is None) == (transaction_id is None):
            raise TypeError("status takes a reference or a transaction_id")
        query = {"reference": reference, "transaction_id": transaction_id}
        path = _base + "/transaction/status"
        return self._caller.send(
            Call[TransferWithOutcome]("GET", path, "basic", "read", query, **plain(options))
        )

    def timeline(self, reference: str, **options: Unpack[CallOptions]) -> Timeline:
        """Return the events of a transfer, oldest first. Raises NotFoundError."""
        path = path_of(_base + "/transactions/{}/timeline", reference)
        return self._caller.send(Call[Timeline]("GET", path, "basic", "read", **plain(options)))

    def receipt(self, reference: str, **options: Unpack[CallOptions]) -> Receipt:
        """Return the signed receipt of a transfer that was paid.

        Raises NotFoundError; ConflictError for any other transfer.
        """
        path, query = _base + "/receipt", {"reference": reference}
        return self._caller.send(Call[Receipt]("GET", path, "basic", "read", query, **plain(options)))

    def transactions(
        self,
        *,
        status: TransferStatus | None = None,
        operator: Operator | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int = USUAL_LIMIT,
        **options: Unpack[CallOptions],
    ) -> Pages[Transfer]:
        """Return transfers, newest first. ``from_`` and ``to`` are UTC days, ``YYYY-MM-DD``, both inclusive."""
        filters = {"status": status, "operator": operator, "from": from_, "to": to}
        return self._list("/transactions", filters, limit, options)

    def account_lookup(
        self,
        customer_number: str,
        *,
        operator: Operator | None = None,
        expected_receiver_name: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Account:
        """Return the holder of a wallet, according to the operator. Raises NotFoundError."""
        query = {
            "customer_number": customer_number,
            "operator": operator,
            "expected_receiver_name": expected_receiver_name,
        }
        path = _base + "/account-lookup"
        return self._caller.send(Call[Account]("GET", path, "basic", "read", query, **plain(options)))

    def kyc(self, phone: str, **options: Unpack[CallOptions]) -> PhoneCheck:
        """Describe a phone number and say whether it is blacklisted, without calling an operator."""
        path, query = _base + "/kyc", {"phone": phone}
        return self._caller.send(Call[PhoneCheck]("GET", path, "basic", "read", query, **plain(options)))

    def limits(
        self,
        *,
        sender_document_number: str | None = None,
        customer_number: str | None = None,
        **options: Unpack[CallOptions],
    ) -> RemainingLimits:
        """Return what is left of the limits of a sender's document, a number, or both together."""
        query = {"sender_document_number": sender_document_number, "customer_number": customer_number}
        path = _base + "/limits"
        return self._caller.send(Call[RemainingLimits]("GET", path, "basic", "read", query, **plain(options)))

    def balance(self, **options: Unpack[CallOptions]) -> Balance:
        """Return the balance of the wallet."""
        return self._caller.send(Call[Balance]("GET", _base + "/balance", "basic", "read", **plain(options)))

    def wallet_history(
        self, *, limit: int = USUAL_LIMIT, **options: Unpack[CallOptions]
    ) -> Pages[WalletEntry]:
        """Return the entries of the wallet, newest first."""
        return self._list("/wallet/history", {}, limit, options)

    def settlements(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        limit: int = USUAL_LIMIT,
        **options: Unpack[CallOptions],
    ) -> Pages[Settlement]:
        """Return daily settlements, newest first."""
        return self._list("/settlement/list", {"from": from_, "to": to}, limit, options)

    def rates(self, **options: Unpack[CallOptions]) -> RateTable:
        """Return the rate table, updated every six hours."""
        return self._caller.send(Call[RateTable]("GET", _base + "/rate", "none", "read", **plain(options)))

    def live_rate(self, currency: str, **options: Unpack[CallOptions]) -> LiveRate:
        """Call the rate provider, each time: do not use it for every page or balance."""
        path, query = _base + "/rate/live", {"currency": currency}
        return self._caller.send(Call[LiveRate]("GET", path, "basic", "read", query, **plain(options)))

    def health(self, **options: Unpack[CallOptions]) -> Health:
        """Return the health of the service. A degraded service responds too: read ``status``."""
        path = _base + "/health"
        return self._caller.send(
            Call[Health]("GET", path, "none", "read", whole=True, accepted_statuses=(503,), **plain(options))
        )

    def _list(self, path: str, filters: Mapping[str, object], limit: int, options: CallOptions) -> Pages[Any]:
        sent = plain(options)
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", _base + path, "basic", "read", query={**filters, **span}, **sent)
            ),
            limit,
        )


class Sandbox:
    """What only sandbox merchants can do."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def top_up(self, amount: Amount, **options: Unpack[KeyedOptions]) -> Balance:
        """Add test money, at most 10,000.00 per call."""
        path, body = _base + "/sandbox/topup", {"amount": amount}
        return self._caller.send(Call[Balance]("POST", path, "basic", body=body, **keyed(options)))


def _inbound_options(options: InboundOptions) -> tuple[dict[str, str], str | None, CallOptions]:
    """Headers, the key, and the other options. A transfer without a key is protected by its reference."""
    others: dict[str, Any] = dict(options)
    headers = {"X-Skip-Name-Check": "true"} if others.pop("skip_name_check", False) else {}
    key = others.pop("idempotency_key", None)
    plain(others)  # type: ignore[arg-type]
    return headers, key, {"timeout": others.get("timeout")}

"""Batches: many transfers or refunds by file, checked and then confirmed by a person in the portal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from typing_extensions import NotRequired, TypedDict, Unpack

from .http.call import Call, Caller, Keyed, keyed, path_of, plain
from .http.options import CallOptions, KeyedOptions
from .pages import USUAL_LIMIT, Pages
from .types import (
    Amount,
    Batch,
    BatchRow,
    BatchRowState,
    BatchSummary,
    ProfileKind,
    RefundBatchRow,
    SavedProfile,
    SavedProfileSummary,
)

Row = TypeVar("Row")


class RefundUploadRow(TypedDict):
    """A payment in one of the first three fields, and what is refunded of it: without an amount, all that is left."""

    transaction_uuid: NotRequired[str]
    cs_payment_id: NotRequired[str]
    merchant_reference: NotRequired[str]
    amount: NotRequired[Amount]
    reason: str


class ProfileRequest(TypedDict):
    """The fields of a profile, by their names in a transfer."""

    fields: Mapping[str, str]


class _Reads(Generic[Row]):
    """The calls that read batches of a kind."""

    def __init__(self, caller: Caller, path: str, authentication: Literal["basic", "signature"]) -> None:
        self._caller = caller
        self._path = path
        self._authentication: Literal["basic", "signature"] = authentication

    def list(self, *, limit: int = USUAL_LIMIT, **options: Unpack[CallOptions]) -> Pages[BatchSummary]:
        """Return the batches, newest first."""
        sent = plain(options)
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", self._path, self._authentication, "read", query=span, **sent)
            ),
            limit,
        )

    def read(self, batch_id: str, **options: Unpack[CallOptions]) -> Batch:
        """Return a batch. Raises NotFoundError."""
        path = path_of(self._path + "/{}", batch_id)
        return self._caller.send(Call[Batch]("GET", path, self._authentication, "read", **plain(options)))

    def rows(
        self,
        batch_id: str,
        *,
        state: BatchRowState | None = None,
        field: str | None = None,
        limit: int = USUAL_LIMIT,
        **options: Unpack[CallOptions],
    ) -> Pages[Row]:
        """Return the rows in the order of the file. Raises NotFoundError."""
        path = path_of(self._path + "/{}/rows", batch_id)
        sent, filters = plain(options), {"state": state, "field": field}
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", path, self._authentication, "read", query={**filters, **span}, **sent)
            ),
            limit,
        )

    def result(self, batch_id: str, **options: Unpack[CallOptions]) -> bytes:
        """Return a CSV file with what became of each row. Raises NotFoundError."""
        path = path_of(self._path + "/{}/result.csv", batch_id)
        call = Call[bytes]("GET", path, self._authentication, "read", file=True, **plain(options))
        return self._caller.send(call)

    def _upload(self, name: str, rows: Sequence[Mapping[str, object]], sent: Keyed) -> Batch:
        query, body = {"name": name}, {"rows": rows}
        return self._caller.send(
            Call[Batch]("POST", self._path, self._authentication, query=query, body=body, **sent)
        )


class Batches(_Reads[BatchRow]):
    """Many transfers by file."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(caller, "/api/v1/remittance/batches", "basic")
        self.profiles = Profiles(caller)

    def upload(
        self, name: str, rows: Sequence[Mapping[str, object]], **options: Unpack[CallOptions]
    ) -> Batch:
        """Upload up to 10,000 rows. Nothing is sent before a person has confirmed the batch.

        A row is a transfer, or what is left of it where it names saved profiles in ``sender_profile`` and
        ``beneficiary``. Raises ConflictError RMT-1034 if the same rows were uploaded within 30 days.
        """
        return self._upload(
            name, rows, {**plain(options), "idempotency_key": None, "safe_because": "nothing"}
        )

    def pause(self, batch_id: str, **options: Unpack[CallOptions]) -> Batch:
        """Send no further rows for now. Raises NotFoundError, ConflictError."""
        return self._act(batch_id, "pause", options)

    def resume(self, batch_id: str, **options: Unpack[CallOptions]) -> Batch:
        """Go on with a paused batch. Raises NotFoundError, ConflictError."""
        return self._act(batch_id, "resume", options)

    def cancel(self, batch_id: str, **options: Unpack[CallOptions]) -> Batch:
        """Send no further rows. What was sent stays sent. Raises NotFoundError, ConflictError."""
        return self._act(batch_id, "cancel", options)

    def retry_failed(self, batch_id: str, **options: Unpack[CallOptions]) -> Batch:
        """Send failed rows again. Raises NotFoundError, ConflictError."""
        return self._act(batch_id, "retry-failed", options)

    def _act(self, batch_id: str, act: str, options: CallOptions) -> Batch:
        path = path_of(self._path + "/{}/{}", batch_id, act)
        return self._caller.send(Call[Batch]("POST", path, "basic", "nothing", **plain(options)))


class RefundBatches(_Reads[RefundBatchRow]):
    """Many refunds by file."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(caller, "/api/v1/payment/refund-batches", "signature")

    def upload(self, name: str, rows: Sequence[RefundUploadRow], **options: Unpack[KeyedOptions]) -> Batch:
        """Upload up to 10,000 rows. Nothing is refunded before a person has confirmed the batch.

        Raises ConflictError if the same rows were uploaded within 30 days; its message names the earlier batch.
        """
        return self._upload(name, rows, keyed(options))


class Profiles:
    """Saved senders and beneficiaries, which rows name by their codes in ``sender_profile`` and ``beneficiary``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._path = "/api/v1/remittance/profiles"

    def list(
        self,
        *,
        kind: ProfileKind | None = None,
        q: str | None = None,
        limit: int = USUAL_LIMIT,
        **options: Unpack[CallOptions],
    ) -> Pages[SavedProfileSummary]:
        """Return the profiles, senders first. ``q``: only codes that begin like this."""
        sent, filters = plain(options), {"kind": kind, "q": q}
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", self._path, "basic", "read", query={**filters, **span}, **sent)
            ),
            limit,
        )

    def read(self, kind: ProfileKind, code: str, **options: Unpack[CallOptions]) -> SavedProfile:
        """Return a profile. Raises NotFoundError."""
        path = path_of(self._path + "/{}/{}", kind, code)
        return self._caller.send(Call[SavedProfile]("GET", path, "basic", "read", **plain(options)))

    def save(
        self, kind: ProfileKind, code: str, profile: ProfileRequest, **options: Unpack[CallOptions]
    ) -> SavedProfile:
        """Create the profile, or replace all its fields. Rows that were uploaded before keep what they have."""
        path = path_of(self._path + "/{}/{}", kind, code)
        call = Call[SavedProfile]("PUT", path, "basic", "nothing", body=profile, **plain(options))
        return self._caller.send(call)

    def remove(self, kind: ProfileKind, code: str, **options: Unpack[CallOptions]) -> None:
        """Delete a profile. Raises NotFoundError."""
        path = path_of(self._path + "/{}/{}", kind, code)
        self._caller.send(Call[object]("DELETE", path, "basic", "nothing", **plain(options)))

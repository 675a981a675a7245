"""Disputes of card payments: list, read, send evidence and remove its files, accept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from ..http.call import Call, Caller, keyed, path_of, plain
from ..http.options import CallOptions, KeyedOptions
from ..pages import USUAL_LIMIT, Pages
from ..types import Dispute, DisputeEvidence, DisputeState, DisputeSummary

_path = "/api/v1/payment/disputes"


class Disputes:
    """Chargebacks, and inquiries of banks."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self, *, state: DisputeState | None = None, limit: int = USUAL_LIMIT, **options: Unpack[CallOptions]
    ) -> Pages[DisputeSummary]:
        """Return the disputes, newest first."""
        sent = plain(options)
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", _path, "signature", "read", query={"state": state, **span}, **sent)
            ),
            limit,
        )

    def read(self, dispute_id: str, **options: Unpack[CallOptions]) -> Dispute:
        """Return a dispute. Raises NotFoundError."""
        path = path_of(_path + "/{}", dispute_id)
        return self._caller.send(Call[Dispute]("GET", path, "signature", "read", **plain(options)))

    def send_evidence(
        self, dispute_id: str, evidence: DisputeEvidence, **options: Unpack[KeyedOptions]
    ) -> Dispute:
        """Add texts and a file, and send the evidence with ``submit``. Raises NotFoundError, ConflictError."""
        return self._change(path_of(_path + "/{}/evidence", dispute_id), evidence, options)

    def remove_file(self, dispute_id: str, file_id: str, **options: Unpack[KeyedOptions]) -> Dispute:
        """Remove a file that was not sent yet, by its id in ``evidence["files"]``.

        Raises NotFoundError, ConflictError.
        """
        path = path_of(_path + "/{}/evidence/files/{}/remove", dispute_id, file_id)
        return self._change(path, None, options)

    def accept(self, dispute_id: str, **options: Unpack[KeyedOptions]) -> Dispute:
        """Give up the disputed amount and its fee. Raises NotFoundError, ConflictError."""
        return self._change(path_of(_path + "/{}/accept", dispute_id), None, options)

    def _change(self, path: str, body: Mapping[str, object] | None, options: KeyedOptions) -> Dispute:
        return self._caller.send(Call[Dispute]("POST", path, "signature", body=body, **keyed(options)))

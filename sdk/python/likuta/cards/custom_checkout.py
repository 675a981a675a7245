"""Custom checkout: the four calls of a merchant's server whose own page embeds the card fields."""

from __future__ import annotations

from typing_extensions import Unpack

from ..http.call import Call, Caller, keyed, plain
from ..http.options import CallOptions, KeyedOptions
from ..types import (
    CaptureContext,
    CaptureContextRequest,
    Charge,
    ChargeRequest,
    Enrolment,
    EnrolmentRequest,
    Setup,
    SetupRequest,
)

_path = "/api/v1/microform/"


class CustomCheckout:
    """Card fields in your own page."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create_session(
        self, request: CaptureContextRequest, **options: Unpack[KeyedOptions]
    ) -> CaptureContext:
        """Open card fields for a page, and the transaction that they will pay. Raises PermissionError."""
        return self._caller.send(
            Call[CaptureContext](
                "POST", _path + "capture-context", "signature", body=request, whole=True, **keyed(options)
            )
        )

    def set_up(self, request: SetupRequest, **options: Unpack[KeyedOptions]) -> Setup:
        """Start 3-D Secure for a card token."""
        return self._caller.send(
            Call[Setup]("POST", _path + "pa-setup", "signature", body=request, whole=True, **keyed(options))
        )

    def enrol(self, request: EnrolmentRequest, **options: Unpack[KeyedOptions]) -> Enrolment:
        """Fix the amount and ask the issuer whether a challenge is required."""
        return self._caller.send(
            Call[Enrolment](
                "POST", _path + "pa-enroll", "signature", body=request, whole=True, **keyed(options)
            )
        )

    def charge(self, request: ChargeRequest, **options: Unpack[CallOptions]) -> Charge:
        """Charge once, however often it is called with the same request.

        ``transaction_uuid`` prevents a second charge. A declined charge is a result, not an error: read its ``status``.
        """
        path = _path + "charge"
        return self._caller.send(
            Call[Charge]("POST", path, "signature", "reference", body=request, whole=True, **plain(options))
        )

"""A merchant's own settings and refund requests: sessions of one hour after sign-in with email and password."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

from typing_extensions import Unpack

from .http.call import Bearer, Call, Caller, keyed, path_of, plain
from .http.options import CallOptions, KeyedOptions
from .pages import USUAL_LIMIT, Pages
from .types import (
    Callback,
    CallbackRequest,
    CheckoutSettings,
    CheckoutSettingsRequest,
    Credentials,
    Delivery,
    DeliveryDetail,
    Me,
    MicroformRequest,
    MicroformSettings,
    NewApiKeys,
    NewCallbackSecret,
    NewMerchantSecret,
    NewRefundRequest,
    RefundRequest,
    StepUp,
    TestDelivery,
    WebhookCertification,
    Whitelist,
    WhitelistRequest,
)

Value = TypeVar("Value")
Sent = TypeVar("Sent", bound=Mapping[str, object])
KeyScope = Literal["charge", "refund", "read", "payouts", "disputes"]
RefundRequestList = list[RefundRequest]

_base = "/api/v1/merchant"


class SelfService:
    """What the users of a merchant do for themselves."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def log_in(self, account: Credentials, **options: Unpack[CallOptions]) -> Session:
        """Open a session. Raises AuthenticationError; RateLimitError after five wrong passwords."""
        path = _base + "/login"
        call = Call[dict[str, Any]]("POST", path, "none", "nothing", body=account, **plain(options))
        return self.with_token(self._caller.send(call)["access_token"])

    def with_token(self, access_token: str) -> Session:
        """Restore a session from its stored token."""
        return Session(self._caller, access_token)


class StepUpOptions(CallOptions, total=False):
    """Options of changes that need the proof of who you are."""

    step_up_token: str
    """Of ``step_up``: a user with a second factor needs it."""


class RotationOptions(StepUpOptions, total=False):
    """Options of new secrets."""

    current_password: str
    """In production, from a user without a second factor."""


class Session:
    """Calls of a signed-in user of a merchant, as far as their role allows.

    POST requests are never sent twice, because no idempotency key protects them, except those for refund requests.
    """

    def __init__(self, caller: Caller, access_token: str) -> None:
        self._caller = caller
        self._bearer = Bearer(access_token)
        self.refund_requests = RefundRequests(caller, self._bearer)
        self.deliveries = Deliveries(caller, self._bearer)
        self.rotate = Rotation(caller, self._bearer)
        self.callback = CallbackSetting(caller, self._bearer, "/callback")
        self.whitelist: Setting[Whitelist, WhitelistRequest] = Setting(caller, self._bearer, "/whitelist")
        self.microform: Setting[MicroformSettings, MicroformRequest] = Setting(
            caller, self._bearer, "/microform"
        )
        self.checkout: Setting[CheckoutSettings, CheckoutSettingsRequest] = Setting(
            caller, self._bearer, "/checkout"
        )

    @property
    def access_token(self) -> str:
        """For you to store. It is not shown when the session is printed."""
        return self._bearer.token

    def me(self, **options: Unpack[CallOptions]) -> Me:
        """Return the merchant and the signed-in user."""
        return self._caller.send(Call[Me]("GET", _base + "/me", self._bearer, "read", **plain(options)))

    def step_up(
        self,
        *,
        password: str | None = None,
        totp: str | None = None,
        recovery_code: str | None = None,
        **options: Unpack[CallOptions],
    ) -> StepUp:
        """Confirm your identity before sensitive changes. Raises LikutaError for a wrong password or code."""
        given = {"password": password, "totp": totp, "recovery_code": recovery_code}
        proof = {name: value for name, value in given.items() if value is not None}
        path = _base + "/step-up"
        return self._caller.send(
            Call[StepUp]("POST", path, self._bearer, "nothing", body=proof, **plain(options))
        )

    def log_out(self, **options: Unpack[CallOptions]) -> None:
        """End the session."""
        path = _base + "/logout"
        self._caller.send(Call[object]("POST", path, self._bearer, "nothing", whole=True, **plain(options)))


class RefundRequests:
    """Refunds that a merchant asks for.

    A request waits for an admin, unless the merchant may refund by itself: then the payment is refunded at once.
    """

    def __init__(self, caller: Caller, bearer: Bearer) -> None:
        self._caller = caller
        self._bearer = bearer
        self._path = _base + "/payments/{}/refund-requests"

    def create(
        self, transaction_uuid: str, request: NewRefundRequest, **options: Unpack[KeyedOptions]
    ) -> RefundRequest:
        """Request the refund of a payment: without an amount, of all that remains.

        Raises NotFoundError; ConflictError while another request is open.
        """
        path = path_of(self._path, transaction_uuid)
        return self._caller.send(
            Call[RefundRequest]("POST", path, self._bearer, body=request, **keyed(options))
        )

    def list(self, transaction_uuid: str, **options: Unpack[CallOptions]) -> RefundRequestList:
        """Return those of one payment, oldest first. Raises NotFoundError."""
        path = path_of(self._path, transaction_uuid)
        call = Call[dict[str, Any]]("GET", path, self._bearer, "read", **plain(options))
        items: RefundRequestList = self._caller.send(call)["items"]
        return items

    def read(self, transaction_uuid: str, id: str, **options: Unpack[CallOptions]) -> RefundRequest:
        """Return a request. Raises NotFoundError."""
        path = path_of(self._path + "/{}", transaction_uuid, id)
        return self._caller.send(Call[RefundRequest]("GET", path, self._bearer, "read", **plain(options)))

    def withdraw(self, transaction_uuid: str, id: str, **options: Unpack[KeyedOptions]) -> RefundRequest:
        """Withdraw a request. Raises NotFoundError; ConflictError when it waits no more."""
        path = path_of(self._path + "/{}/withdraw", transaction_uuid, id)
        return self._caller.send(Call[RefundRequest]("POST", path, self._bearer, **keyed(options)))


class Deliveries:
    """Webhooks as they were delivered."""

    def __init__(self, caller: Caller, bearer: Bearer) -> None:
        self._caller = caller
        self._bearer = bearer
        self._path = _base + "/deliveries"

    def list(
        self,
        *,
        status: Literal["PENDING", "DELIVERED", "FAILED", "DEAD"] | None = None,
        limit: int = USUAL_LIMIT,
        **options: Unpack[CallOptions],
    ) -> Pages[Delivery]:
        """Return the deliveries, newest first."""
        sent = plain(options)
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", self._path, self._bearer, "read", query={"status": status, **span}, **sent)
            ),
            limit,
        )

    def read(self, id: str, **options: Unpack[CallOptions]) -> DeliveryDetail:
        """Return a delivery with its body and the responses to it. Raises NotFoundError."""
        path = path_of(self._path + "/{}", id)
        return self._caller.send(Call[DeliveryDetail]("GET", path, self._bearer, "read", **plain(options)))

    def resend(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Send a webhook again. Raises NotFoundError."""
        path = path_of(self._path + "/{}/resend", id)
        self._caller.send(Call[object]("POST", path, self._bearer, "nothing", **plain(options)))


class Setting(Generic[Value, Sent]):
    """A setting that is read and replaced as a whole."""

    def __init__(self, caller: Caller, bearer: Bearer, path: str) -> None:
        self._caller = caller
        self._bearer = bearer
        self._path = _base + path

    def read(self, **options: Unpack[CallOptions]) -> Value:
        """Return the setting."""
        return self._caller.send(Call[Value]("GET", self._path, self._bearer, "read", **plain(options)))

    def set(self, value: Sent, **options: Unpack[StepUpOptions]) -> Value:
        """Replace the setting. Doing so twice has the same effect as once."""
        headers, rest = _proof(options)
        return self._caller.send(
            Call[Value](
                "PUT", self._path, self._bearer, "reference", body=value, headers=headers, **plain(rest)
            )
        )


class CallbackSetting(Setting[Callback, CallbackRequest]):
    """Where webhooks are sent."""

    def test(self, **options: Unpack[CallOptions]) -> TestDelivery:
        """Send a signed TEST event and return the response to it."""
        path = self._path + "/test"
        return self._caller.send(Call[TestDelivery]("POST", path, self._bearer, "nothing", **plain(options)))

    def certify(self, **options: Unpack[CallOptions]) -> WebhookCertification:
        """Send 24 checks to the webhook URL; in the sandbox, once a minute. Return the report."""
        path = self._path + "/certification"
        call = Call[dict[str, Any]]("POST", path, self._bearer, "nothing", **plain(options))
        report: WebhookCertification = self._caller.send(call)["report"]
        return report

    def certification(self, **options: Unpack[CallOptions]) -> WebhookCertification | None:
        """Return the latest report of ``certify``, None if there is none."""
        path = self._path + "/certification"
        call = Call[dict[str, Any]]("GET", path, self._bearer, "read", **plain(options))
        report: WebhookCertification | None = self._caller.send(call)["report"]
        return report


class Rotation:
    """New secrets. The replaced secret is refused from that moment on."""

    def __init__(self, caller: Caller, bearer: Bearer) -> None:
        self._caller = caller
        self._bearer = bearer

    def api_keys(
        self, *, scopes: list[KeyScope] | None = None, **options: Unpack[RotationOptions]
    ) -> NewApiKeys:
        """Replace the API key. Without ``scopes``, the new key may be used for what the old one was."""
        keys: NewApiKeys = self._new("/api-keys", {"scopes": scopes}, options)
        return keys

    def merchant_secret(self, **options: Unpack[RotationOptions]) -> NewMerchantSecret:
        """Replace the merchant secret. For owners."""
        secret: NewMerchantSecret = self._new("/secret", {}, options)
        return secret

    def callback_secret(
        self, *, overlap_hours: int | None = None, **options: Unpack[RotationOptions]
    ) -> NewCallbackSecret:
        """Replace the webhook secret. For ``overlap_hours``, at most 72, webhooks are signed with the old one, too."""
        secret: NewCallbackSecret = self._new("/callback-secret", {"overlap_hours": overlap_hours}, options)
        return secret

    def _new(self, path: str, fields: Mapping[str, object], options: RotationOptions) -> Any:
        others: dict[str, Any] = dict(options)
        wanted = {"current_password": others.pop("current_password", None), **fields}
        body = {name: value for name, value in wanted.items() if value is not None}
        headers, rest = _proof(others)
        return self._caller.send(
            Call[Any](
                "POST",
                _base + path,
                self._bearer,
                "nothing",
                body=body or None,
                headers=headers,
                **plain(rest),
            )
        )


def _proof(options: Mapping[str, Any]) -> tuple[dict[str, str], CallOptions]:
    """The header of a call that needs a step-up, and the other options."""
    others: dict[str, Any] = dict(options)
    token = others.pop("step_up_token", None)
    return ({} if token is None else {"X-Step-Up-Token": token}), others  # type: ignore[return-value]

"""Card payments: orders with a hosted page, their status, payment links, custom checkout, and the money they bring."""

from __future__ import annotations

from typing_extensions import Unpack

from .batches import RefundBatches
from .cards.custom_checkout import CustomCheckout
from .cards.disputes import Disputes
from .cards.links import Links
from .cards.money import CardMoney, Invoices, Payouts, Statements
from .http.call import Call, Caller, keyed, path_of, plain
from .http.options import CallOptions, KeyedOptions
from .types import NewRefundRequest, Order, OrderRequest, PaymentStatus, Receipt, RefundRequest


class Orders:
    """Orders with a hosted page."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(self, order: OrderRequest, **options: Unpack[KeyedOptions]) -> Order:
        """Create an order to be paid on the page at ``links``.

        Retries of one call make one order; two calls make two.
        """
        path = "/api/v1/payment/orders"
        return self._caller.send(Call[Order]("POST", path, "signature", body=order, **keyed(options)))


class RefundRequests:
    """Refunds that a merchant's server asks for, with an API key that has the scope ``refund``.

    A session of self-service also lists and withdraws requests.
    """

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(
        self, transaction_uuid: str, request: NewRefundRequest, **options: Unpack[KeyedOptions]
    ) -> RefundRequest:
        """Request the refund of a payment: without an amount, of all that remains.

        It waits for an admin, unless the merchant may refund by itself: then the payment is refunded at once.

        Raises NotFoundError; ConflictError while another request is open; PermissionError without the scope.
        """
        path = path_of("/api/v1/payment/{}/refund-requests", transaction_uuid)
        call = Call[RefundRequest]("POST", path, "signature", body=request, **keyed(options))
        return self._caller.send(call)


class Payments:
    """Card payments and payments by mobile money."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.orders = Orders(caller)
        self.links = Links(caller)
        self.balance = CardMoney(caller)
        self.payouts = Payouts(caller)
        self.statements = Statements(caller)
        self.invoices = Invoices(caller)
        self.refund_requests = RefundRequests(caller)
        self.refund_batches = RefundBatches(caller)
        self.disputes = Disputes(caller)
        self.checkout = CustomCheckout(caller)

    def status(self, transaction_uuid: str, **options: Unpack[CallOptions]) -> PaymentStatus:
        """Return the current status of a payment. Rely on the webhook, and call this when it is late.

        Raises NotFoundError.
        """
        body = {"transaction_uuid": transaction_uuid}
        path = "/api/v1/payment/status"
        call = Call[PaymentStatus]("POST", path, "signature", "read", body=body, **plain(options))
        return self._caller.send(call)

    def receipt(self, transaction_uuid: str, **options: Unpack[CallOptions]) -> Receipt:
        """Return the signed receipt of a payment that was completed.

        Raises NotFoundError; ConflictError for any other payment.
        """
        path = path_of("/api/v1/payment/{}/receipt", transaction_uuid)
        return self._caller.send(Call[Receipt]("GET", path, "signature", "read", **plain(options)))

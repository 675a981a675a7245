"""Payment links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from typing_extensions import Unpack

from ..http.call import Call, Caller, keyed, path_of, plain
from ..http.options import CallOptions, KeyedOptions
from ..pages import USUAL_LIMIT, Pages
from ..types import LinkReceipt, MadeLink, Order, OrderRequest, PaymentLink, PaymentLinkRequest

MadeLinks = list[MadeLink]

_path = "/api/v1/payment-links"


class Links:
    """Links to hand to payers: for one amount, an open amount, or a total in parts."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(self, link: PaymentLinkRequest, **options: Unpack[KeyedOptions]) -> PaymentLink:
        """Create a link."""
        return self._caller.send(Call[PaymentLink]("POST", _path, "signature", body=link, **keyed(options)))

    def create_many(self, rows: Sequence[PaymentLinkRequest], **options: Unpack[KeyedOptions]) -> MadeLinks:
        """Create up to 5,000 at once, all or none.

        The same rows again within 30 days are the first links, unless one of them was cancelled. Raises ValidationError
        that names row and field.
        """
        call = Call[dict[str, Any]](
            "POST", f"{_path}/batch", "signature", body={"rows": rows}, **keyed(options)
        )
        made: MadeLinks = self._caller.send(call)["items"]
        return made

    def read(self, code: str, **options: Unpack[CallOptions]) -> PaymentLink:
        """Return a link. Raises NotFoundError."""
        path = path_of(_path + "/{}", code)
        return self._caller.send(Call[PaymentLink]("GET", path, "signature", "read", **plain(options)))

    def list(
        self, *, group: str | None = None, limit: int = USUAL_LIMIT, **options: Unpack[CallOptions]
    ) -> Pages[PaymentLink]:
        """Return the links, newest first."""
        sent = plain(options)
        return Pages(
            lambda span: self._caller.send(
                Call[Any]("GET", _path, "signature", "read", query={"group": group, **span}, **sent)
            ),
            limit,
        )

    def group_file(self, group: str, **options: Unpack[CallOptions]) -> bytes:
        """Return a CSV file with who has paid what of a group. Raises NotFoundError."""
        path = path_of(_path + "/groups/{}.csv", group)
        return self._caller.send(Call[bytes]("GET", path, "signature", "read", file=True, **plain(options)))

    def order(self, code: str, order: OrderRequest, **options: Unpack[KeyedOptions]) -> Order:
        """Create an order for a part, or for an amount of the payer's choice.

        Raises NotFoundError; ConflictError when more than remains.
        """
        path = path_of(_path + "/{}/orders", code)
        return self._caller.send(Call[Order]("POST", path, "signature", body=order, **keyed(options)))

    def receipt(self, code: str, **options: Unpack[CallOptions]) -> LinkReceipt:
        """Return the signed receipt over all parts. Raises NotFoundError; ConflictError before the total was paid."""
        path = path_of(_path + "/{}/receipt", code)
        return self._caller.send(Call[LinkReceipt]("GET", path, "signature", "read", **plain(options)))

    def cancel(self, code: str, **options: Unpack[KeyedOptions]) -> PaymentLink:
        """Cancel a link. Raises NotFoundError; ConflictError when the link has already ended."""
        path = path_of(_path + "/{}/cancel", code)
        return self._caller.send(Call[PaymentLink]("POST", path, "signature", **keyed(options)))

"""The feed of events, for whoever missed webhooks."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from typing_extensions import Unpack

from .http.call import Authentication, Call, Caller, Plain, plain
from .http.options import CallOptions
from .types import EventType, FeedEvent


@dataclass(frozen=True)
class FeedPage:
    """Some events of the feed."""

    items: list[FeedEvent]
    next_after: str
    """Store it with what you did for ``items``, and begin there the next time."""
    has_more: bool


class Feed:
    """``for event in feed`` iterates over all events, and requests a page only when needed."""

    def __init__(
        self, caller: Caller, query: dict[str, object], after: str | None, wait: float | None, sent: Plain
    ) -> None:
        self._caller = caller
        self._query = query
        self._after = after
        self._wait = wait
        self._sent = sent

    def pages(self) -> Iterator[FeedPage]:
        """Iterate over the pages: store ``next_after`` with what you did for its items."""
        after = self._after
        authentication: Authentication = "signature" if self._caller.has_card_keys else "basic"
        while True:
            query = {"after": after, **self._query}
            content = self._caller.send(
                Call[Any](
                    "GET",
                    "/api/v1/events",
                    authentication,
                    "read",
                    query=query,
                    whole=True,
                    **self._sent,
                )
            )
            page = FeedPage(content["items"], content["next_after"], content["has_more"])
            after = page.next_after
            yield page
            if page.has_more:
                continue
            if self._wait is None:
                return
            time.sleep(self._wait)

    def __iter__(self) -> Iterator[FeedEvent]:
        for page in self.pages():
            yield from page.items


class Events:
    """What happened to your payments and transfers, in the last 90 days."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        after: str | None = None,
        types: Sequence[EventType] | None = None,
        limit: int | None = None,
        wait: float | None = None,
        **options: Unpack[CallOptions],
    ) -> Feed:
        """Return events in the order in which they happened to a payment or transfer, each once.

        ``after`` is ``next_after`` of the last page you handled; without it, the feed begins 90 days ago. ``limit`` is the
        number of events per request, 500 at most; 100 by default. With ``wait`` the iteration waits so many seconds when
        all was read, and goes on; without it, the iteration ends.
        """
        query: dict[str, object] = {"limit": limit, "types": None if types is None else ",".join(types)}
        return Feed(self._caller, query, after, wait, plain(options))

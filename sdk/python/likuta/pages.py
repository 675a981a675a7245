"""Paged lists that can be iterated over all pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .types import Pagination

Item = TypeVar("Item")

USUAL_LIMIT = 100


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list."""

    items: list[Item]
    pagination: Pagination


class Pages(Generic[Item]):
    """A list, newest first. ``for item in pages`` iterates over all items, and requests a page only when needed.

    Items added meanwhile push the rest back: an item may appear twice, but none is missed.
    """

    def __init__(self, read: Callable[[dict[str, object]], Any], limit: int) -> None:
        """``read`` fetches one page for ``page`` and ``limit``."""
        self._read = read
        self._limit = limit

    def page(self, number: int) -> Page[Item]:
        """Return one page, counted from 1."""
        content = self._read({"page": number, "limit": self._limit})
        return Page(content["items"], content["pagination"])

    def pages(self) -> Iterator[Page[Item]]:
        """Iterate over the pages."""
        number = 1
        while True:
            page = self.page(number)
            yield page
            if number >= page.pagination["pages"]:
                return
            number += 1

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items

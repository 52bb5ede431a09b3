"""Which pages take files, and the largest body that each of them accepts."""

from collections.abc import Callable
from typing import TypeVar

from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., object])

AROUND_A_FILE = 1 << 20
"""Bytes allowed for the other fields of the form and the separators."""


def takes_files(largest: int) -> Callable[[View], View]:
    """Declare a page that accepts files of up to so many bytes. Their bodies are read
    only from users for whom the page opens; all other pages accept only small forms.
    """

    def mark(view: View) -> View:
        view.largest_body = largest + AROUND_A_FILE  # type: ignore[attr-defined]
        return view

    return mark


def largest_body_at(path: str) -> int:
    """Return how many bytes the page at this path accepts; 0 if the page takes no
    files.
    """
    try:
        view = resolve(path).func
    except Resolver404:
        return 0
    largest: int = getattr(view, "largest_body", 0)
    return largest

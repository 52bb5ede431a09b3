"""Which pages take files, and how long a body each of them may be sent."""

from collections.abc import Callable
from typing import TypeVar

from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., object])

AROUND_A_FILE = 1 << 20
"""Bytes: the other fields of the form, and what stands between them."""


def takes_files(largest: int) -> Callable[[View], View]:
    """Return a page that is sent files of up to so many bytes. They are taken in from
    those only for whom the page opens; every other page is sent no more than a form.
    """

    def mark(view: View) -> View:
        view.largest_body = largest + AROUND_A_FILE  # type: ignore[attr-defined]
        return view

    return mark


def largest_body_at(path: str) -> int:
    """Return how many bytes the page at this address may be sent; 0 where no page takes
    files.
    """
    try:
        view = resolve(path).func
    except Resolver404:
        return 0
    largest: int = getattr(view, "largest_body", 0)
    return largest

"""Which pages are shared, and which query parameters they read."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from federation.shared_pages.books import BOOKS_OF_APP, Book

Answer = TypeVar("Answer", bound=HttpResponseBase)
View = TypeVar("View", bound=Callable[..., object])
Moment = Callable[[datetime], datetime | None]


@dataclass(frozen=True, slots=True)
class SharedKind:
    """`parameters`: the names of the query parameters that the page reads, all others
    are dropped. `not_kept`: those of them whose values are unlimited; a page requested
    with one is made for that reader alone. `books`: what moves it besides the register.
    `moves_at`: the next moment at which the clock alone changes it.
    """

    parameters: frozenset[str]
    not_kept: frozenset[str]
    books: tuple[Book, ...]
    moves_at: Moment | None = None


def shared(
    *parameters: str, not_kept: tuple[str, ...] = (), moves_at: Moment | None = None
) -> Callable[[View], View]:
    """Declare a page that is the same for everyone who is not signed in."""

    def mark(view: View) -> View:
        app = view.__module__.partition(".")[0]
        view.shared_kind = SharedKind(  # type: ignore[attr-defined]
            frozenset((*parameters, *not_kept)),
            frozenset(not_kept),
            BOOKS_OF_APP[app],
            moves_at,
        )
        return view

    return mark


def kept_for_a_moment(response: Answer) -> Answer:
    """Declare a page that lags behind what it shows, and is made again a moment later."""
    response.is_behind = True  # type: ignore[attr-defined]
    return response


def kind_at(path: str) -> SharedKind | None:
    """Return the kind of the shared page at a path; None if there is none."""
    try:
        view = resolve(path).func
    except Resolver404:
        return None
    kind: SharedKind | None = getattr(view, "shared_kind", None)
    return kind

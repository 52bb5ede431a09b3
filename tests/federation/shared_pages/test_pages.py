"""How long a stored page is shown: never after the register moved, and for one second
after anything else did.
"""

from dataclasses import replace

import pytest
from django.http import HttpResponse

from federation.shared_pages.books import Book
from federation.shared_pages.declared import SharedKind
from federation.shared_pages.numbers import BookNumbers
from federation.shared_pages.pages import LAG, LIFE, keep

AT = 1_800_000_000.0
NUMBERS = BookNumbers("first start", tuple((book, "1") for book in Book), AT)
KIND = SharedKind(frozenset(), frozenset(), (Book.RATINGS,))


def later(seconds: float, *moved: Book, server: str = "first start") -> BookNumbers:
    books = tuple((book, "2" if book in moved else "1") for book in Book)
    return BookNumbers(server, books, AT + seconds)


@pytest.mark.parametrize(
    ("numbers", "is_shown"),
    [
        (later(0), True),
        (later(LIFE - 1), True),
        (later(LIFE), False),
        (later(0.9, Book.RATINGS), True),
        (later(1.0, Book.RATINGS), False),
        (later(0, Book.REGISTER), False),
        (later(0, server="second start"), False),
        (later(LIFE - 1, Book.TOURNAMENTS), True),
    ],
)
def test_page_is_shown_until_one_of_its_books_has_moved(numbers, is_shown):
    page = keep(HttpResponse("a list"), KIND, NUMBERS, AT + LIFE)
    assert page.serves(KIND, numbers) == is_shown


def test_page_expires_when_the_clock_changes_it():
    page = keep(HttpResponse("a list"), KIND, NUMBERS, AT + 30)
    shown = [page.serves(KIND, replace(NUMBERS, at=AT + after)) for after in (29, 30)]
    assert shown == [True, False]


def test_page_from_a_lagging_replica_is_shown_for_a_second():
    response = HttpResponse("a list")
    response.is_behind = True
    page = keep(response, KIND, NUMBERS, AT + LIFE)
    shown = [page.serves(KIND, later(after)) for after in (0.9, LAG)]
    assert shown == [True, False]

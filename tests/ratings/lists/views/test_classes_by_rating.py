"""The class by rating on a list (LASK text, point 13): M from 2050, I from 1875."""

from datetime import date

import pytest

from ratings.models import Edition
from tests.factories import chess_pool
from tests.ratings import page_text
from tests.ratings.lask_pool import kept_by_lask, long
from tests.ratings.page_text import text
from tests.ratings.rating_lists import accepted, published, rated, up_to_date

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 20)


@pytest.fixture
def played():
    strong = rated(2100, first_name="Anna", last_name="Ek")
    weak = rated(1870, first_name="Bo", last_name="Alm")

    def play():
        accepted(long(strong, weak, 1, DAY))
        up_to_date()

    return play


def classes(page):
    """Return by name the cell next to the games."""
    return {row[1]: row[7] for row in page_text.rows(page)}


def test_the_list_of_a_lask_pool_names_the_class_by_rating(english, played):
    kept_by_lask()
    played()
    # D = 230: 9; the draw costs one player 9 and gives the other 9.
    expected = {"Anna Ek": "M", "Bo Alm": "I"}
    live = english.get("/list/live/")
    assert "Class by rating" in text(live)
    assert classes(live) == expected
    made = published(DAY)
    assert classes(english.get(f"/list/{made.number}/")) == expected


def test_class_by_rating_depends_on_the_system_that_computed_the_list(english, played):
    kept_by_lask()
    played()
    made = published(DAY)
    Edition.objects.create(
        pool=chess_pool(), system="ssf_2008", from_date=date(2026, 3, 1)
    )
    assert "Class by rating" in text(english.get(f"/list/{made.number}/"))
    assert "Class by rating" not in text(english.get("/list/live/"))


def test_list_of_another_pool_has_no_class_by_rating(english, played):
    played()
    assert "Class by rating" not in text(english.get("/list/live/"))

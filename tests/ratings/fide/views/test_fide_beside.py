"""FIDE's ratings on our pages: the player's, the lists, the head of an explanation.
The example is the rulebook's: Adam 1950 beats Bertil 2220 (SSF rating).
"""

import csv
import re
from datetime import date
from io import StringIO

import pytest

from federation.enums import Visibility
from ratings.models import Pool
from tests.factories import chess_pool
from tests.ratings import page_text
from tests.ratings.fide_list import line, listed
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, published, rulebook_game

pytestmark = pytest.mark.django_db
LIST, LIVE = "/list/", "/list/live/"
MAY = date(2026, 5, 1)


@pytest.fixture
def adam():
    """Adam with a FIDE number, on the list of May."""
    adam, _bertil, _report = rulebook_game()
    adam.fide_id = 1700101
    adam.save(update_fields=["fide_id"])
    listed(line(1700101, "Ek, Adam", 2011, rapid=1990), month=MAY)
    published(SPRING)
    return adam


def shown(page):
    """Name and FIDE rating of each row."""
    return [(row[1], row[-3]) for row in page_text.rows(page)]


def test_player_page_shows_fide_rating_with_kind_and_month(english, adam):
    page = english.get(f"/players/{adam.pk}/")
    assert "FIDE 2011 standard, May 2026" in text(page)
    assert page_text.rows(page, 1)[0] == ["2026-05", "2011", "1990", "–", "–"]


def test_list_has_a_fide_column_with_its_month(english, adam):
    page = english.get(LIST)
    assert shown(page) == [("Bertil Öberg", ""), ("Adam Ek", "2011")]
    assert "FIDE: standard, May 2026" in text(page)


def test_published_list_shows_the_fide_list_of_its_own_day(english, adam):
    listed(line(1700101, "Ek, Adam", 2050), month=date(2026, 6, 1))
    assert shown(english.get("/list/1/"))[1] == ("Adam Ek", "2011")
    assert shown(english.get(LIVE))[1] == ("Adam Ek", "2050")


def test_swiss_manager_file_has_fide_ratings_of_the_lists_month(english, adam):
    adam.fide_rating = 1888
    adam.save(update_fields=["fide_rating"])
    listed(line(1700101, "Ek, Adam", 2050), month=date(2026, 6, 1))
    assert fide_ratings(english.get(f"{LIST}1/swiss-manager.csv")) == ["", "2011"]
    assert fide_ratings(english.get(f"{LIVE}swiss-manager.csv")) == ["", "2050"]


def test_swiss_manager_file_falls_back_to_the_registers_fide_rating(english):
    adam, _bertil, _report = rulebook_game()
    adam.fide_id, adam.fide_rating = 1700101, 1888
    adam.save(update_fields=["fide_id", "fide_rating"])
    published(SPRING)
    assert fide_ratings(english.get(f"{LIST}1/swiss-manager.csv")) == ["", "1888"]


def fide_ratings(file):
    text = b"".join(file.streaming_content).decode("utf-8-sig")
    rows = csv.DictReader(StringIO(text), delimiter=";")
    return [row["Rtg_Int"] for row in rows]


def test_list_can_be_filtered_by_having_a_fide_rating(english, adam):
    for address in (LIST, LIVE):
        having = english.get(address, {"fide": "with"})
        assert "Adam Ek" in text(having)
        assert "Bertil Öberg" not in text(having)
        without = english.get(address, {"fide": "without"})
        assert "Bertil Öberg" in text(without)
        assert "Adam Ek" not in text(without)


def test_cached_page_is_refreshed_after_a_new_fide_list(english, adam):
    mark = english.get(LIVE)["ETag"]
    listed(line(1700101, "Ek, Adam", 2050), month=date(2026, 6, 1))
    answer = english.get(LIVE, headers={"If-None-Match": mark})
    assert answer.status_code == 200


def test_explanation_shows_the_fide_rating_for_comparison(english, adam):
    for address in (
        f"/players/{adam.pk}/period/2026-04-30/",
        f"/list/1/players/{adam.pk}/",
    ):
        assert "FIDE 2011 (standard, May 2026), for comparison" in text(
            english.get(address)
        )


@pytest.mark.parametrize("visibility", [Visibility.INITIALS, Visibility.HIDDEN])
def test_hidden_player_is_not_identifiable_by_fide_rating(english, adam, visibility):
    adam.visibility = visibility
    adam.save(update_fields=["visibility"])
    assert "2011" not in text(english.get(LIST))
    assert "2011" not in text(english.get(f"/players/{adam.pk}/"))
    assert "2011" not in text(english.get(f"/players/{adam.pk}/period/2026-04-30/"))
    assert "A. E." not in text(english.get(LIST, {"fide": "with"}))


def test_pool_without_kind_of_play_shows_no_fide_rating(english, adam):
    Pool.objects.filter(pk=chess_pool().pk).update(fide_tempo="")
    for address in (LIST, f"/players/{adam.pk}/"):
        page_text = re.sub("[Ii]n FIDE’s layout", "", text(english.get(address)))
        assert "FIDE" not in page_text

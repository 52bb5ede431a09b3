"""Where FIDE's newest list and the register differ."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Player
from tests.factories import PlayerFactory
from tests.ratings.fide_list import line, listed
from tests.ratings.page_text import rows, text

pytestmark = pytest.mark.django_db
URL = "/fide/differences/"
ADA = {"fide_id": 1700101, "first_name": "Åsa", "last_name": "Öberg"}


def fide(title="WFM", born=1980, name="Oberg, Asa", fide_id=1700101, rating=2105):
    return line(fide_id, name, rating, title=title, born=born)


def test_without_a_list_there_is_nothing_to_compare(as_officer):
    assert "No FIDE list yet" in text(as_officer.get(URL))


def test_player_without_differences_is_not_shown(as_officer):
    PlayerFactory(**ADA, title="WFM")
    listed(fide())
    assert "Nothing differs" in text(as_officer.get(URL))


@pytest.mark.parametrize(
    ("fide_facts", "cells"),
    [
        ({"title": "WIM"}, ["WFM → WIM", "1980", "Oberg, Asa"]),
        ({"title": ""}, ["WFM → –", "1980", "Oberg, Asa"]),
        ({"born": 1981}, ["WFM", "1980 → 1981", "Oberg, Asa"]),
        ({"name": "Lind, Asa"}, ["WFM", "1980", "Lind, Asa"]),
    ],
)
def test_title_year_and_last_name_are_compared(as_officer, fide_facts, cells):
    PlayerFactory(**ADA, title="WFM")
    listed(fide(**fide_facts))
    assert rows(as_officer.get(URL)) == [["Åsa Öberg", *cells]]


def test_birth_year_missing_on_one_side_is_handled(as_officer):
    PlayerFactory(**{**ADA, "birth_year": None}, title="WFM")
    listed(fide())
    assert rows(as_officer.get(URL))[0][2] == "– → 1980"
    listed(fide(born=0))
    assert "Nothing differs" in text(as_officer.get(URL))


def test_register_is_compared_with_the_newest_list(as_officer):
    PlayerFactory(**ADA, title="WFM")
    listed(fide(title="WGM"), month=date(2026, 10, 1))
    listed(fide())
    assert "Nothing differs" in text(as_officer.get(URL))


def test_missing_fide_number_is_proposed(as_officer):
    known = {"first_name": "Åsa", "last_name": "Öberg"}
    PlayerFactory(**known)
    PlayerFactory(**known, birth_year=1990)
    PlayerFactory(**known, birth_year=None)
    listed(fide(), fide(fide_id=7, name="Al, Bo"))
    assert rows(as_officer.get(URL, {"show": "numbers"})) == [
        ["Åsa Öberg", "1980", "1700101", "Oberg, Asa, SWE"]
    ]


def test_fide_number_already_in_use_is_not_proposed(as_officer):
    PlayerFactory(first_name="Åsa", last_name="Öberg")
    PlayerFactory(fide_id=1700101)
    listed(fide())
    assert "Nothing differs" in text(as_officer.get(URL, {"show": "numbers"}))


def test_users_without_permission_are_refused(strangers):
    for browser in strangers:
        assert browser.get(URL).status_code == 403


@pytest.mark.parametrize("show", ["", "numbers"])
def test_query_count_does_not_depend_on_number_of_players(as_officer, show):
    def queries(players):
        existing = Player.objects.filter(fide_id__isnull=False).count()
        for number in range(existing, players):
            PlayerFactory(fide_id=10 + number, title="FM")
            PlayerFactory(first_name="A", last_name=f"B{number}", birth_year=1980)
        listed(
            *(fide(fide_id=10 + number) for number in range(players)),
            *(
                fide(fide_id=100 + number, name=f"B{number}, A")
                for number in range(players)
            ),
            month=date(2026, players, 1),
        )
        with CaptureQueriesContext(connection) as captured:
            page = as_officer.get(URL, {"show": show})
        assert len(rows(page)) == players
        return len(captured)

    one = queries(1)
    assert queries(3) == one

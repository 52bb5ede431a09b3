"""Rating lists as files."""

import csv
from io import StringIO

import pytest

from federation.enums import Visibility
from ratings.views.downloads import harmless
from tests.factories import secretary_of
from tests.ratings.published import SPRING, published, rulebook_game, up_to_date

pytestmark = pytest.mark.django_db
HEAD = ["Rank", "Name", "Player number", "Club", "Class", "Rating", "Change", "Games"]


def lines(response):
    content = b"".join(response.streaming_content).decode("utf-8-sig")
    return list(csv.reader(StringIO(content)))


def test_a_published_list_comes_as_a_file(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    answer = english.get("/list/1/list.csv")
    club = {each: each.memberships.get().club.name for each in (adam, bertil)}
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == ('attachment; filename="chess-long-1.csv"')
    # SSF rating, Examples: +26 and −13.
    assert lines(answer) == [
        HEAD,
        ["1", "Bertil Öberg", bertil.national_id, club[bertil], "", "2207", "-13", "1"],
        ["2", "Adam Ek", adam.national_id, club[adam], "", "1976", "26", "1"],
    ]


def test_the_live_list_and_the_current_one_come_as_files(english):
    rulebook_game()
    up_to_date()
    live = lines(english.get("/list/live/list.csv"))
    assert [row[5] for row in live] == ["Rating", "2207", "1976"]
    assert lines(english.get("/list/list.csv")) == live


def test_a_narrowed_list_comes_narrowed_with_both_ranks(english):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    club = adam.memberships.get().club_id
    found = lines(english.get("/list/1/list.csv", {"club": club}))
    assert [row[:3] for row in found] == [
        ["Rank", "Rank in the selection", "Name"],
        ["2", "1", "Adam Ek"],
    ]


@pytest.mark.parametrize(
    ("visibility", "shown"),
    [(Visibility.HIDDEN, "Hidden player"), (Visibility.INITIALS, "A. E.")],
)
def test_a_file_tells_no_more_than_the_page(english, visibility, shown):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    adam.visibility = visibility
    adam.save()
    found = lines(english.get("/list/1/list.csv"))
    assert found[2][1:3] == [shown, ""]
    assert len(lines(english.get("/list/1/list.csv", {"q": "adam"}))) == 1
    english.force_login(secretary_of(adam.memberships.get().club))
    assert lines(english.get("/list/1/list.csv"))[2][1] == "Adam Ek"


@pytest.mark.parametrize("beginning", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_a_name_that_a_spreadsheet_would_compute_is_marked_as_text(beginning):
    assert harmless(f"{beginning}1+1") == f"'{beginning}1+1"


@pytest.mark.parametrize("cell", ["Ek", "Lind-Öst", "", -12, 7.5])
def test_every_other_cell_stays_as_it_is(cell):
    assert harmless(cell) == cell


def test_a_name_in_the_file_is_marked(english):
    adam, _bertil, _report = rulebook_game()
    adam.first_name = "=HYPERLINK(1)"
    adam.save()
    published(SPRING)
    assert lines(english.get("/list/1/list.csv"))[2][1] == "'=HYPERLINK(1) Ek"

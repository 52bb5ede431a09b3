"""Lines of lists that were published before the office computed any."""

from datetime import date

import pytest

from ratings.earlier_lists.formats.list_rows import ListSpellings, read_listed
from ratings.files.spellings import NUMBERS
from ratings.files.text_tables import Chunk
from ratings.rules.calendar import day_number

TODAY = date(2026, 6, 15)
COLUMNS = (
    "valid_from", "rating", "id", "fide_id", "name", "birth_year", "club", "class",
    "change", "games",
)  # fmt: skip
SPELLED = ListSpellings(today=day_number(TODAY), this_year=TODAY.year, ratings=NUMBERS)
LINE = {"valid_from": "1985-07-01", "rating": "1850", "id": "900001"}


def read(**fields):
    """Return what is read from one line, and the numbers of the refused lines."""
    row = [(LINE | fields).get(name, "") for name in COLUMNS]
    places = {name: place for place, name in enumerate(COLUMNS)}
    right, wrong = read_listed(Chunk([row], [7], []), places, SPELLED)
    return right, [each.line for each in wrong]


def one(**fields):
    [line], wrong = read(**fields)
    assert wrong == []
    return line


def test_blank_fields_are_none_and_not_zero():
    line = one()
    assert (line.line, line.valid_from, line.number, line.rating) == (
        7, day_number(date(1985, 7, 1)), "900001", 1850,
    )  # fmt: skip
    assert (line.change, line.games, line.fide_id, line.birth_year) == (None,) * 4
    assert (line.first_name, line.last_name, line.club, line.player_class) == ("",) * 4


@pytest.mark.parametrize(
    ("cell", "change"),
    [
        ("+12", 12.0), ("12", 12.0), ("-7", -7.0), ("−7", -7.0), ("−7,5", -7.5),
        ("+0.5", 0.5), ("0", 0.0), ("", None),
    ],
)  # fmt: skip
def test_a_change_is_read_as_it_was_printed(cell, change):
    assert one(change=cell).change == change


@pytest.mark.parametrize("cell", ["12345", "+-1", "1.25", "x", "1/2", "--3"])
def test_invalid_change_is_refused(cell):
    assert read(change=cell) == ([], [7])


@pytest.mark.parametrize(
    ("cell", "games"), [("", None), ("0", 0), ("12", 12), ("999", 999)]
)
def test_games_are_counted_up_to_999(cell, games):
    assert one(games=cell).games == games


@pytest.mark.parametrize("cell", ["1000", "-1", "1.5", "x"])
def test_invalid_number_of_games_is_refused(cell):
    assert read(games=cell) == ([], [7])


@pytest.mark.parametrize(
    ("cell", "player_class"), [("ii", "II"), ("M", "M"), ("iii", "III"), ("", "")]
)
def test_class_is_accepted_in_lower_case(cell, player_class):
    assert one(**{"class": cell}).player_class == player_class


def test_unknown_class_is_refused():
    assert read(**{"class": "IV"}) == ([], [7])


def test_list_of_a_future_day_is_refused():
    assert one(valid_from="2026-06-15").valid_from == day_number(TODAY)
    assert read(valid_from="2026-06-16") == ([], [7])


@pytest.mark.parametrize(
    "fields",
    [
        {"id": "", "name": "Ek, Adam"},
        {"id": "", "fide_id": "1700001"},
    ],
)
def test_name_or_fide_number_alone_identifies_the_player(fields):
    line = one(**fields)
    assert (line.number, line.fide_id, line.last_name, line.first_name) == (
        "",
        1700001 if "fide_id" in fields else None,
        "Ek" if "name" in fields else "",
        "Adam" if "name" in fields else "",
    )


def test_club_or_year_alone_does_not_identify_the_player():
    assert read(id="", club="Wasa SK", birth_year="1950") == ([], [7])


@pytest.mark.parametrize("cell", ["", "x", "10000", "-5"])
def test_line_without_rating_is_refused(cell):
    assert read(rating=cell) == ([], [7])

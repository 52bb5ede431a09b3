"""The line of a player in a compared proposal."""

from datetime import date

import pytest

from ratings.lists.queries.proposal_difference import DifferenceLine


def a_line(**facts):
    nothing = dict.fromkeys(DifferenceLine.__dataclass_fields__)
    return DifferenceLine(
        **{
            **nothing,
            "player_id": 1,
            "name": "Ada Ek",
            "club": "",
            "is_newcomer": False,
            "status": "active",
            "oddities": (),
            "reasons": (),
            "is_namesake": False,
            **facts,
        }
    )


@pytest.mark.parametrize(
    ("change", "moved", "most"),
    [
        (10, 5, 10),
        (5, 10, 10),
        (-10, 5, -10),
        (5, -10, -10),
        (None, -3, -3),
        (4, None, 4),
        (None, None, 0),
    ],
)
def test_largest_move_has_the_largest_absolute_value(change, moved, most):
    assert a_line(change=change, moved=moved).largest_move == most


@pytest.mark.parametrize(
    ("before", "last", "months"),
    [
        (date(2025, 1, 15), date(2026, 3, 15), 14),
        (date(2025, 1, 15), date(2026, 3, 14), 13),
        (date(2025, 12, 31), date(2026, 1, 1), 0),
        (None, date(2026, 1, 1), None),
        (date(2025, 12, 31), None, None),
    ],
)
def test_gap_between_two_games_is_in_whole_months(before, last, months):
    assert a_line(played_before=before, last_played=last).months_away == months


@pytest.mark.parametrize(
    ("facts", "in_a_table", "in_words"),
    [
        ({"birth_year": 1980, "club": "SK"}, "Ada Ek (1980)", "Ada Ek (1980, SK)"),
        ({"birth_year": None, "club": "SK"}, "Ada Ek", "Ada Ek (SK)"),
        ({"birth_year": 1980}, "Ada Ek (1980)", "Ada Ek (1980)"),
        ({"birth_year": None}, "Ada Ek", "Ada Ek"),
    ],
)
def test_namesakes_are_distinguished_by_year_and_club(facts, in_a_table, in_words):
    difference_line = a_line(is_namesake=True, **facts)
    alone = a_line(**facts)

    assert (difference_line.with_year, difference_line.distinct_name) == (
        in_a_table,
        in_words,
    )
    assert (alone.with_year, alone.distinct_name) == ("Ada Ek", "Ada Ek")

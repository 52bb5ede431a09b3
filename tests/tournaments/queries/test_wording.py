"""Results and tie-breaks in words: `tournaments.queries.wording`."""

import pytest

from tournaments.queries.wording import BOARD_TEXTS, RESULT_NAMES, tie_break_text
from tournaments.rules.results import Result
from tournaments.rules.tiebreaks.values import TieBreakValue


@pytest.mark.parametrize(
    ("result", "text", "name"),
    [
        ("", "", "not played yet"),
        ("1-0", "1–0", "White won"),
        ("1/2", "½–½", "draw"),
        ("0-1", "0–1", "Black won"),
        ("0-0", "0–0", "both lost"),
        ("+-", "+\N{NO-BREAK SPACE}−", "White won by forfeit"),
        ("-+", "−\N{NO-BREAK SPACE}+", "Black won by forfeit"),
        ("--", "−\N{NO-BREAK SPACE}−", "forfeited by both"),
        ("bye", "bye", "bye"),
        ("adjourned", "adjourned", "adjourned"),
        ("postponed", "postponed", "postponed"),
    ],
)
def test_each_result_has_its_sign_and_its_name(result, text, name):
    result_tested = Result(result)

    assert (str(BOARD_TEXTS[result_tested]), str(RESULT_NAMES[result_tested])) == (
        text,
        name,
    )


def value(*key) -> TieBreakValue:
    return TieBreakValue(1, key)


def test_tie_break_is_written_in_its_unit():
    # SSF §10: points are halves, games won are whole numbers, lots are numbered from 1.
    assert tie_break_text("quality", value(7)) == "3½"
    assert tie_break_text("wins", value(7)) == "7"
    assert tie_break_text("lots", value(-2)) == "2"


def test_first_three_steps_of_a_long_tie_break_are_written():
    assert tie_break_text("berger_elimination", value(7, 4, 3, 2)) == "3½ · 2 · 1½"


@pytest.mark.parametrize("nothing", [None, TieBreakValue(1, ())])
def test_tie_break_without_a_value_is_empty(nothing):
    assert tie_break_text("progressive", nothing) == ""

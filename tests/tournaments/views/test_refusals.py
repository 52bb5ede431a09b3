"""Refusals in words: `tournaments.views.refusals.sentences`."""

import ast
import re
from datetime import date
from pathlib import Path

import pytest
from django.utils import translation

from federation.views.refusals import refusal_words
from ratings.corrections.words import REFUSALS as OF_CORRECTIONS
from tournaments.domain.refusals import TournamentRefusal
from tournaments.views.refusals.sentences import REFUSALS


def words(code, **facts) -> str:
    return refusal_words(TournamentRefusal(code, **facts))


@pytest.mark.parametrize(
    ("code", "facts", "message"),
    [
        (
            "date_outside",
            {"first": date(2026, 5, 4), "last": date(2026, 5, 25), "rounds": "2, 3"},
            "Outside the tournament’s days, 4 May 2026 – 25 May 2026: round 2, 3. "
            "Change the days of the rounds or of the tournament.",
        ),
        (
            "no_edition",
            {"day": date(1990, 1, 2)},
            "No rating system applies on 2 January 1990. Choose a later first day.",
        ),
        ("too_few", {"least": 2}, "At least 2 players are needed."),
        (
            "too_many",
            {"rounds": 42, "most": 40},
            "That would be 42 rounds; 40 are the most there can be."
            " Divide the players into more sections.",
        ),
        (
            "plays_twice",
            {"number": 3, "round": 5},
            "Number 3 has two boards in round 5.",
        ),
        (
            "outside",
            {"low": 500, "high": 3500},
            "The rating must be a whole number from 500 to 3500.",
        ),
        ("has_boards", {"round": 2}, "Boards are already paired here."),
        ("something new", {"round": 2}, "That is not possible now."),
    ],
)
def test_refusal_contains_its_numbers_and_days(code, facts, message):
    assert words(code, **facts) == message


def test_refusal_is_in_the_language_of_the_reader():
    with translation.override("sv"):
        days = {"first": date(2026, 5, 4), "last": date(2026, 5, 25)}
        page_text = words("date_outside", **days, rounds="3")
        assert "4 maj 2026" in page_text.replace("\u00a0", " ")
        assert words("too_few", least=2) != "At least 2 players are needed."


def refusals_in_code():
    """Yield each refusal raised in the code: file, line, code, names of its facts (None
    if they are not written there).
    """
    for path in sorted(Path("tournaments").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
                "TournamentRefusal"
            ):
                match node.args:
                    case [ast.Constant(value=code)]:
                        names = {each.arg for each in node.keywords}
                        facts = None if None in names else names
                        yield f"{path}:{node.lineno}", code, facts


def test_every_refusal_has_words_and_the_facts_they_name():
    found = list(refusals_in_code())
    assert len(found) > 150
    # The office has its own words for refusals of its corrections.
    known = {*REFUSALS, *OF_CORRECTIONS}
    without = [(where, code) for where, code, _facts in found if code not in known]
    lacking = [
        (where, code, lacks)
        for where, code, facts in found
        if code in REFUSALS and facts is not None
        for lacks in [set(re.findall(r"%\((\w+)\)", str(REFUSALS[code]))) - facts]
        if lacks
    ]
    assert (without, lacking) == ([], [])

"""Matching a file's player to a player of the register."""

from dataclasses import replace

import pytest

from federation.queries.duplicates import SAME_YEAR, YEAR_UNKNOWN, SimilarPlayer
from ratings.enums import MatchChoice, MatchedBy
from ratings.models import ImportPlayer
from ratings.uploads.domain.judging import (
    NOBODY,
    Namesake,
    PlayerMatch,
    PlayersFound,
    Registered,
    judge,
)

ADAM = Registered(7, "adam ek", 1980)
OTHER = Registered(8, "bertil berg", 1980)
TAKEN = MatchChoice.PLAYER


def person_in_file(**facts):
    facts = {"first_name": "Adam", "last_name": "Ek", "birth_year": 1980, **facts}
    name = f"{facts['first_name']} {facts['last_name']}".strip().lower()
    return ImportPlayer(folded_name=name, **facts)


def namesakes(*years, fide=None):
    return tuple(
        Namesake(place, year, fide if place == 1 else None)
        for place, year in enumerate(years, 1)
    )


@pytest.mark.parametrize(
    ("facts", "found", "match"),
    [
        ({}, PlayersFound(by_number=ADAM), PlayerMatch(MatchedBy.NUMBER, 7, 1, TAKEN)),
        (
            {},
            PlayersFound(by_fide_id=ADAM),
            PlayerMatch(MatchedBy.FIDE_ID, 7, 1, TAKEN),
        ),
        (
            {},
            PlayersFound(by_number=ADAM, by_fide_id=ADAM),
            PlayerMatch(MatchedBy.NUMBER, 7, 1, TAKEN),
        ),
        (
            {},
            PlayersFound(by_number=ADAM, by_fide_id=OTHER),
            PlayerMatch(MatchedBy.CONFLICT, 7, 0.5),
        ),
        (
            {"birth_year": 1981},
            PlayersFound(by_number=ADAM),
            PlayerMatch(MatchedBy.CONFLICT, 7, 0.4),
        ),
        (
            {"birth_year": None},
            PlayersFound(by_number=ADAM),
            PlayerMatch(MatchedBy.NUMBER, 7, 1, TAKEN),
        ),
        (
            {"first_name": "", "last_name": ""},
            PlayersFound(by_number=ADAM),
            PlayerMatch(MatchedBy.NUMBER, 7, 1, TAKEN),
        ),
        # One word in common is enough, and of it the first three letters.
        (
            {"first_name": "Adamo", "last_name": "Alm"},
            PlayersFound(by_number=ADAM),
            PlayerMatch(MatchedBy.NUMBER, 7, 1, TAKEN),
        ),
        (
            {"first_name": "Adolf", "last_name": "Alm"},
            PlayersFound(by_number=ADAM),
            PlayerMatch(MatchedBy.CONFLICT, 7, 0.3),
        ),
    ],
)
def test_number_decides_unless_name_year_or_other_number_contradict(
    facts, found, match
):
    assert judge(person_in_file(**facts), found) == match


def test_missing_year_in_the_register_does_not_contradict_a_number():
    found = PlayersFound(by_number=replace(ADAM, birth_year=None))

    assert judge(person_in_file(), found) == PlayerMatch(MatchedBy.NUMBER, 7, 1, TAKEN)


@pytest.mark.parametrize(
    ("facts", "same_name", "match"),
    [
        ({}, namesakes(1980), PlayerMatch(MatchedBy.NAME, 1, SAME_YEAR, TAKEN)),
        # A number unknown to the register, or another FIDE number.
        (
            {"number": "99"},
            namesakes(1980),
            PlayerMatch(MatchedBy.SAME_NAME, 1, SAME_YEAR),
        ),
        (
            {"fide_id": 5},
            namesakes(1980, fide=6),
            PlayerMatch(MatchedBy.SAME_NAME, 1, SAME_YEAR),
        ),
        (
            {"fide_id": 6},
            namesakes(1980, fide=6),
            PlayerMatch(MatchedBy.NAME, 1, SAME_YEAR, TAKEN),
        ),
        (
            {"fide_id": 5},
            namesakes(1980),
            PlayerMatch(MatchedBy.NAME, 1, SAME_YEAR, TAKEN),
        ),
        ({}, namesakes(1980, fide=6), PlayerMatch(MatchedBy.NAME, 1, SAME_YEAR, TAKEN)),
        # Of two of the same year the first is proposed with half the score.
        (
            {},
            namesakes(1970, 1980, 1980),
            PlayerMatch(MatchedBy.SAME_NAME, 2, round(SAME_YEAR / 2, 3)),
        ),
        ({}, namesakes(1970, 1980), PlayerMatch(MatchedBy.NAME, 2, SAME_YEAR, TAKEN)),
        # Another year contradicts, a missing one does not.
        ({}, namesakes(1970), NOBODY),
        ({}, namesakes(1970, None), PlayerMatch(MatchedBy.SAME_NAME, 2, YEAR_UNKNOWN)),
        (
            {"birth_year": None},
            namesakes(1970, 1980),
            PlayerMatch(MatchedBy.SAME_NAME, 1, round(YEAR_UNKNOWN / 2, 3)),
        ),
        (
            {"birth_year": None},
            namesakes(None),
            PlayerMatch(MatchedBy.SAME_NAME, 1, YEAR_UNKNOWN),
        ),
    ],
)
def test_name_decides_only_with_its_year(facts, same_name, match):
    assert judge(person_in_file(**facts), PlayersFound(same_name=same_name)) == match


def alike(*scores):
    return tuple(
        SimilarPlayer(place, 1980, score) for place, score in enumerate(scores, 1)
    )


@pytest.mark.parametrize(
    ("scores", "score"),
    [((0.9,), 0.9), ((0.9, 0.8), 0.9), ((0.9, 0.9), 0.45), ((0.7777, 0.7777), 0.389)],
)
def test_likeliest_player_is_proposed_with_half_the_score_in_a_tie(scores, score):
    assert judge(person_in_file(), PlayersFound(alike=alike(*scores))) == PlayerMatch(
        MatchedBy.ALIKE, 1, score
    )


def test_identical_name_takes_precedence_over_a_similar_one():
    found = PlayersFound(same_name=namesakes(None), alike=alike(0.95))

    assert judge(person_in_file(), found) == PlayerMatch(
        MatchedBy.SAME_NAME, 1, YEAR_UNKNOWN
    )


def test_empty_name_matches_no_player():
    found = PlayersFound(same_name=namesakes(1980), alike=alike(0.9))

    assert judge(person_in_file(first_name="", last_name=""), found) == NOBODY

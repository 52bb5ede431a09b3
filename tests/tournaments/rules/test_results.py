"""Codes, points and keys of the results of a board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.results import (
    KEYS,
    Colour,
    Result,
    cell_text,
    half_points,
    seen_from,
)

POINTS = {
    Result.NOT_PLAYED: (0, 0),
    Result.WHITE_WIN: (2, 0),
    Result.DRAW: (1, 1),
    Result.BLACK_WIN: (0, 2),
    Result.DOUBLE_LOSS: (0, 0),
    Result.FORFEIT_WHITE: (2, 0),
    Result.FORFEIT_BLACK: (0, 2),
    Result.DOUBLE_FORFEIT: (0, 0),
    Result.BOTH_ONE: (2, 2),
    Result.BOTH_ZERO: (0, 0),
    Result.ADJUDICATED_WHITE: (2, 0),
    Result.ADJUDICATED_DRAW: (1, 1),
    Result.ADJUDICATED_BLACK: (0, 2),
    Result.UNRATED_WHITE: (2, 0),
    Result.UNRATED_DRAW: (1, 1),
    Result.UNRATED_BLACK: (0, 2),
    Result.BYE: (2, 0),
    Result.FULL_BYE: (2, 0),
    Result.HALF_BYE: (1, 0),
    Result.ZERO_BYE: (0, 0),
    Result.ADJOURNED: (0, 0),
    Result.POSTPONED: (0, 0),
}


def test_stored_codes_are_these():
    assert [result.value for result in Result] == [
        "", "1-0", "1/2", "0-1", "0-0", "+-", "-+", "--", "both-one", "both-zero",
        "1-0 adj", "1/2 adj", "0-1 adj", "1-0 unr", "1/2 unr", "0-1 unr",
        "bye", "full-bye", "half-bye", "zero-bye", "adjourned", "postponed",
    ]  # fmt: skip


@pytest.mark.parametrize("result", Result)
def test_each_side_has_its_half_points(result):
    assert tuple(half_points(result, colour) for colour in Colour) == POINTS[result]
    assert result.white_half_points == POINTS[result][0]


def test_played_results_are_those_with_moves():
    assert {result for result in Result if result.is_played} == {
        Result.WHITE_WIN,
        Result.DRAW,
        Result.BLACK_WIN,
        Result.DOUBLE_LOSS,
        Result.ADJUDICATED_WHITE,
        Result.ADJUDICATED_DRAW,
        Result.ADJUDICATED_BLACK,
        Result.UNRATED_WHITE,
        Result.UNRATED_DRAW,
        Result.UNRATED_BLACK,
        Result.ADJOURNED,
    }


def test_unplayed_adjourned_and_postponed_games_are_not_finished():
    assert {result for result in Result if not result.is_finished} == {
        Result.NOT_PLAYED,
        Result.ADJOURNED,
        Result.POSTPONED,
    }


def test_forfeits_are_results_of_games_that_never_began():
    assert {result for result in Result if result.is_forfeit} == {
        Result.FORFEIT_WHITE,
        Result.FORFEIT_BLACK,
        Result.DOUBLE_FORFEIT,
        Result.BOTH_ONE,
        Result.BOTH_ZERO,
    }


def test_turning_exchanges_wins_and_forfeits_and_leaves_the_rest():
    assert {result: result.turned for result in Result if result.turned != result} == {
        Result.WHITE_WIN: Result.BLACK_WIN,
        Result.BLACK_WIN: Result.WHITE_WIN,
        Result.FORFEIT_WHITE: Result.FORFEIT_BLACK,
        Result.FORFEIT_BLACK: Result.FORFEIT_WHITE,
        Result.ADJUDICATED_WHITE: Result.ADJUDICATED_BLACK,
        Result.ADJUDICATED_BLACK: Result.ADJUDICATED_WHITE,
        Result.UNRATED_WHITE: Result.UNRATED_BLACK,
        Result.UNRATED_BLACK: Result.UNRATED_WHITE,
    }


@given(st.sampled_from(Result))
def test_turning_twice_changes_nothing(result):
    assert result.turned.turned is result


@given(st.sampled_from([r for r in Result if not r.is_bye]))
def test_turning_exchanges_the_points(result):
    assert half_points(result.turned, Colour.WHITE) == half_points(result, Colour.BLACK)


def test_no_result_has_two_keys():
    assert dict(KEYS) == {
        "1": Result.WHITE_WIN,
        "=": Result.DRAW,
        "0": Result.BLACK_WIN,
        "+": Result.FORFEIT_WHITE,
        "-": Result.FORFEIT_BLACK,
        "x": Result.DOUBLE_LOSS,
        "w": Result.DOUBLE_FORFEIT,
        "a": Result.ADJOURNED,
        "p": Result.POSTPONED,
    }


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        (Result.WHITE_WIN, "1", "0"),
        (Result.DRAW, "½", "½"),
        (Result.FORFEIT_WHITE, "+", "−"),
        (Result.DOUBLE_LOSS, "0–0", "0–0"),
        (Result.DOUBLE_FORFEIT, "−−", "−−"),
        (Result.NOT_PLAYED, "", ""),
        (Result.ADJOURNED, "a", "a"),
    ],
)
def test_cell_shows_the_result_of_its_player(result, white, black):
    assert cell_text(result, Colour.WHITE) == white
    assert cell_text(result, Colour.BLACK) == black


def test_bye_is_shown_as_a_point():
    assert cell_text(Result.BYE, Colour.WHITE) == "1"


def test_white_win_seen_from_black_is_the_turned_result():
    assert seen_from(Result.WHITE_WIN, Colour.BLACK) is Result.BLACK_WIN
    assert Colour.WHITE.other is Colour.BLACK
    assert Colour.BLACK.other is Colour.WHITE

"""Codes, points and keys of a board's result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.results import (
    KEYS,
    Colour,
    Result,
    UnknownResultKeyError,
    cell_key,
    cell_text,
    half_points,
    read_cell,
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
    Result.BYE: (2, 0),
    Result.ADJOURNED: (0, 0),
    Result.POSTPONED: (0, 0),
}


def test_the_stored_codes_are_these():
    assert [result.value for result in Result] == [
        "", "1-0", "1/2", "0-1", "0-0", "+-", "-+", "--",
        "bye", "adjourned", "postponed",
    ]  # fmt: skip


@pytest.mark.parametrize("result", Result)
def test_each_side_has_its_half_points(result):
    assert (result.white_half_points, result.black_half_points) == POINTS[result]


def test_moves_were_made_in_decided_drawn_doubly_lost_and_adjourned_games():
    assert {result for result in Result if result.is_played} == {
        Result.WHITE_WIN,
        Result.DRAW,
        Result.BLACK_WIN,
        Result.DOUBLE_LOSS,
        Result.ADJOURNED,
    }


def test_unplayed_adjourned_and_postponed_games_are_not_finished():
    assert {result for result in Result if not result.is_finished} == {
        Result.NOT_PLAYED,
        Result.ADJOURNED,
        Result.POSTPONED,
    }


def test_forfeits_are_the_three_results_of_games_that_never_began():
    assert {result for result in Result if result.is_forfeit} == {
        Result.FORFEIT_WHITE,
        Result.FORFEIT_BLACK,
        Result.DOUBLE_FORFEIT,
    }


def test_only_win_draw_and_loss_over_the_board_are_rated():
    assert {result for result in Result if result.is_rated} == {
        Result.WHITE_WIN,
        Result.DRAW,
        Result.BLACK_WIN,
    }


def test_turning_exchanges_wins_and_forfeits_and_leaves_the_rest():
    assert {result: result.turned for result in Result if result.turned != result} == {
        Result.WHITE_WIN: Result.BLACK_WIN,
        Result.BLACK_WIN: Result.WHITE_WIN,
        Result.FORFEIT_WHITE: Result.FORFEIT_BLACK,
        Result.FORFEIT_BLACK: Result.FORFEIT_WHITE,
    }


@given(st.sampled_from(Result))
def test_turning_twice_changes_nothing(result):
    assert result.turned.turned is result


@given(st.sampled_from([r for r in Result if r is not Result.BYE]))
def test_turning_exchanges_the_points(result):
    assert half_points(result.turned, Colour.WHITE) == half_points(result, Colour.BLACK)


@pytest.mark.parametrize(
    ("typed", "white", "black"),
    [
        ("1", Result.WHITE_WIN, Result.BLACK_WIN),
        ("=", Result.DRAW, Result.DRAW),
        ("0", Result.BLACK_WIN, Result.WHITE_WIN),
        ("+", Result.FORFEIT_WHITE, Result.FORFEIT_BLACK),
        ("-", Result.FORFEIT_BLACK, Result.FORFEIT_WHITE),
        ("x", Result.DOUBLE_LOSS, Result.DOUBLE_LOSS),
        ("w", Result.DOUBLE_FORFEIT, Result.DOUBLE_FORFEIT),
        ("a", Result.ADJOURNED, Result.ADJOURNED),
        ("p", Result.POSTPONED, Result.POSTPONED),
        (".", Result.NOT_PLAYED, Result.NOT_PLAYED),
        ("", Result.NOT_PLAYED, Result.NOT_PLAYED),
        (" ½ ", Result.DRAW, Result.DRAW),
        ("1/2", Result.DRAW, Result.DRAW),
        ("0,5", Result.DRAW, Result.DRAW),
        ("0.5", Result.DRAW, Result.DRAW),
        ("−", Result.FORFEIT_BLACK, Result.FORFEIT_WHITE),
        ("–", Result.FORFEIT_BLACK, Result.FORFEIT_WHITE),
        ("0–0", Result.DOUBLE_LOSS, Result.DOUBLE_LOSS),
        ("--", Result.DOUBLE_FORFEIT, Result.DOUBLE_FORFEIT),
        ("X", Result.DOUBLE_LOSS, Result.DOUBLE_LOSS),
    ],
)
def test_a_cell_is_read_from_the_side_of_its_player(typed, white, black):
    assert read_cell(typed, Colour.WHITE) is white
    assert read_cell(typed, Colour.BLACK) is black


@pytest.mark.parametrize("typed", ["2", "1-0", "bye", "½½", "win", "\x00", "1 1"])
def test_what_is_no_result_is_refused_with_what_was_typed(typed):
    with pytest.raises(UnknownResultKeyError) as refused:
        read_cell(typed, Colour.WHITE)
    assert refused.value.typed == typed


@given(st.text(max_size=6), st.sampled_from(Colour))
def test_any_text_is_either_a_result_or_refused(typed, colour):
    try:
        result = read_cell(typed, colour)
    except UnknownResultKeyError:
        return
    assert read_cell(cell_key(result, colour), colour) is result


@given(
    st.sampled_from([r for r in Result if r is not Result.BYE]), st.sampled_from(Colour)
)
def test_the_key_of_a_cell_enters_the_same_result_again(result, colour):
    assert read_cell(cell_key(result, colour), colour) is result


def test_every_result_of_a_pair_has_one_key():
    assert sorted(KEYS.values()) == sorted(r for r in Result if r is not Result.BYE)
    assert cell_key(Result.BYE, Colour.WHITE) is None


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
def test_a_cell_prints_the_result_of_its_player(result, white, black):
    assert cell_text(result, Colour.WHITE) == white
    assert cell_text(result, Colour.BLACK) == black


def test_a_bye_prints_as_a_point():
    assert cell_text(Result.BYE, Colour.WHITE) == "1"


def test_seen_from_black_a_white_win_is_a_loss_with_white():
    assert seen_from(Result.WHITE_WIN, Colour.BLACK) is Result.BLACK_WIN
    assert Colour.WHITE.other is Colour.BLACK
    assert Colour.BLACK.other is Colour.WHITE

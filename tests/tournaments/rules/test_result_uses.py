"""Every result is usable for standings, tie-breaks, rating and files, under every point
system.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.queries.entry_sheet import DECIDED, MAIN, REST
from tournaments.queries.wording import BOARD_TEXTS, RESULT_NAMES
from tournaments.rules.points import SCHACKFYRAN, THREE_ONE_NIL, USUAL, Gain
from tournaments.rules.results import (
    BYES,
    Colour,
    Result,
    RoundKind,
    cell_text,
    half_points,
)
from tournaments.rules.scores import count_section
from tournaments.rules.sections import Board, Entry, Section, TournamentKind
from tournaments.rules.standings import rank_section
from tournaments.rules.tiebreaks.counted import record_of

SYSTEMS = (USUAL, THREE_ONE_NIL, SCHACKFYRAN)
WITHOUT_A_GAME = {
    RoundKind.ALLOCATED_BYE,
    RoundKind.FULL_BYE,
    RoundKind.HALF_BYE,
    RoundKind.ABSENT,
}


def section_of(result, points):
    black = None if result.is_bye else 2
    return Section(
        TournamentKind.SWISS,
        rounds=1,
        entries=(Entry(1, 1), Entry(2, 2)),
        boards=(Board(1, 1, black, result),),
        points=points,
    )


@given(st.sampled_from(Result), st.sampled_from(SYSTEMS))
def test_result_counts_its_points_in_the_standings(result, points):
    counted = count_section(section_of(result, points))

    expected = {1: half_points(result, Colour.WHITE, points), 2: 0}
    if not result.is_bye:
        expected[2] = half_points(result, Colour.BLACK, points)
    assert {e: s.half_points for e, s in counted.scores.items()} == expected
    assert counted.is_complete == result.is_finished
    rows = rank_section(counted, ())
    assert {row.entry: row.half_points for row in rows} == expected


@given(st.sampled_from(Result), st.sampled_from(SYSTEMS))
def test_result_is_a_round_of_its_kind_for_tie_breaks(result, points):
    record = record_of(count_section(section_of(result, points)))

    kinds = [own.kind for own in record.rounds[1]]
    assert kinds == ([result.kind] if result.is_finished else [])
    assert record.points == points
    assert (result.kind in WITHOUT_A_GAME) == result.is_bye


@given(st.sampled_from(Result))
def test_rated_result_is_finished_and_the_scores_of_both_sides_add_up_to_one(result):
    if result.is_rated:
        assert result.is_finished
        assert not result.is_bye
        assert sum(half_points(result, colour) for colour in Colour) == 2


def test_rated_results_are_these():
    rated = [each for each in Result if each.is_rated]

    assert [each.value for each in rated] == [
        "1-0", "1/2", "0-1", "+-", "-+", "1-0 adj", "1/2 adj", "0-1 adj",
    ]  # fmt: skip


@given(st.sampled_from(Result))
def test_result_has_letters_for_files(result):
    white, black = (result.letter(colour) for colour in Colour)

    assert (white.strip() != "") == result.is_finished
    assert (black.strip() != "") == (result.is_finished and not result.is_bye)
    if not result.is_bye:
        assert (black, white) == tuple(result.turned.letter(each) for each in Colour)


@pytest.mark.parametrize(
    ("points", "given_by"),
    [(USUAL, (2, 1, 0, 0)), (THREE_ONE_NIL, (6, 2, 0, 0)), (SCHACKFYRAN, (6, 4, 2, 0))],
)
def test_point_system_gives_its_half_points(points, given_by):
    assert tuple(points.half_points(gain) for gain in Gain) == given_by


def test_forfeit_loss_gives_nothing_even_in_schackfyran():
    lost, absent = Result.WHITE_WIN, Result.FORFEIT_WHITE
    assert half_points(lost, Colour.BLACK, SCHACKFYRAN) == 2
    assert half_points(absent, Colour.BLACK, SCHACKFYRAN) == 0


def test_order_may_depend_on_the_point_system():
    """One player has a win and two losses, another three draws."""
    boards = (
        Board(1, 1, 3, Result.WHITE_WIN),
        Board(1, 2, 4, Result.DRAW),
        Board(2, 1, 4, Result.BLACK_WIN),
        Board(2, 2, 3, Result.DRAW),
    )
    played = Section(
        TournamentKind.SWISS, 2, tuple(Entry(n, n) for n in range(1, 5)), boards
    )

    def points(system):
        counted = count_section(replace(played, points=system))
        return [counted.scores[entry].half_points for entry in (1, 2)]

    assert points(USUAL) == [2, 2]
    assert points(THREE_ONE_NIL) == [6, 4]
    assert points(SCHACKFYRAN) == [8, 8]


@pytest.mark.parametrize("result", Result)
def test_result_has_words_and_results_of_a_pair_are_offered(result):
    assert result in BOARD_TEXTS
    assert str(RESULT_NAMES[result]) != ""
    assert (cell_text(result, Colour.WHITE) != "") == (result != Result.NOT_PLAYED)
    assert (result in (*MAIN, *REST, *DECIDED)) == (result not in BYES)

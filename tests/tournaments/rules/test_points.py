"""Points of results, and the defaults of sections, rounds and values."""

import pytest

from tournaments.rules.pairing.field import PairingPlayer
from tournaments.rules.pairing.paired import ScoreGroup
from tournaments.rules.points import (
    SCHACKFYRAN,
    THREE_ONE_NIL,
    USUAL,
    Gain,
    PointSystem,
)
from tournaments.rules.results import Result
from tournaments.rules.sections import Board, Entry, Section, TournamentKind
from tournaments.rules.teams.points import MatchPoints, TeamStanding
from tournaments.rules.tiebreaks.opponents import Cut
from tournaments.rules.tiebreaks.record import Record
from tournaments.rules.tiebreaks.values import StepKind, WorkingLine
from tournaments.rules.withdrawals import CountedBoard


@pytest.mark.parametrize(
    ("points", "half_points"),
    [(USUAL, [2, 1, 0, 0]), (THREE_ONE_NIL, [6, 2, 0, 0]), (SCHACKFYRAN, [6, 4, 2, 0])],
)
def test_gain_has_its_half_points(points, half_points):
    assert [points.half_points(gain) for gain in Gain] == half_points


def test_default_points_are_the_usual_ones():
    assert PointSystem() == USUAL == PointSystem(2, 1, 0)
    usual = MatchPoints()
    assert (usual.win, usual.draw, usual.loss) == (2, 1, 0)
    assert [usual.of(*each) for each in ((5, 3), (4, 4), (3, 5), (0, 0))] == [
        2,
        1,
        0,
        0,
    ]


def test_default_section_has_one_cycle_and_no_withdrawals():
    section = Section(TournamentKind.BERGER, 3, (Entry(1, 1), Entry(2, 2)), ())
    assert (section.cycles, section.points) == (1, USUAL)
    assert section.scheduled_games == 1
    assert not section.entries[0].withdrawn
    board = CountedBoard(Board(1, 1, 2, Result.NOT_PLAYED))
    assert (board.annulled, board.awarded) == (False, False)
    assert (board.is_awaited, board.is_settled) == (True, False)


def test_withdrawal_settles_what_a_board_counts():
    played = Board(1, 1, 2, Result.DRAW)
    settled = CountedBoard(played, annulled=True), CountedBoard(played, awarded=True)
    assert [each.is_settled for each in settled] == [True, True]
    assert [each.is_awaited for each in settled] == [False, False]


def test_default_pairing_values_are_empty():
    group = ScoreGroup((1,), (2,))
    assert (group.merged, group.is_reordered) == (False, False)
    player = PairingPlayer(1, 1)
    assert (player.half_points, player.whites) == (0, 0)


def test_default_tie_break_values_are_empty():
    step = WorkingLine(StepKind.GAME, 1)
    assert (step.score, step.actual, step.own, step.is_voluntary) == (0, 0, 0, False)
    assert (Cut().low, Cut().high) == (0, 0)
    assert not Record((), {}, 0, 0).is_round_robin
    row = TeamStanding(1, 1, 0, 0, 0, 0, 0)
    assert (row.mutual_points, row.mutual_half) == (0, 0)

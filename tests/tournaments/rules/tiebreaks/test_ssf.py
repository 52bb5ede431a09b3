"""Tie-breaks of SSF §10.3 and its note, computed by hand."""

from itertools import combinations

import pytest

from tournaments.rules.results import Result
from tournaments.rules.scores import count_section
from tournaments.rules.sections import Board, Entry, Section, TournamentKind
from tournaments.rules.tiebreaks.counted import record_of
from tournaments.rules.tiebreaks.counts import count_rounds, is_won
from tournaments.rules.tiebreaks.lots import compare_lots
from tournaments.rules.tiebreaks.ssf import (
    compare_encounters,
    strike_lowest_groups,
    sum_progressively,
    sum_quality_points,
    sum_quality_points_of_2022,
)
from tournaments.rules.tiebreaks.values import StepKind, WorkingLine

WIN, DRAW, LOSS = Result.WHITE_WIN, Result.DRAW, Result.BLACK_WIN


def berger(size, results):
    """Return a round robin with results by (one, other), the first having White; all
    other games are drawn.
    """
    boards = tuple(
        Board(1, one, other, results.get((one, other), DRAW))
        for one, other in combinations(range(1, size + 1), 2)
    )
    entries = tuple(Entry(n, n) for n in range(1, size + 1))
    section = Section(TournamentKind.BERGER, size - 1, entries, boards)
    return record_of(count_section(section))


def swiss(size, rounds, boards, lots=()):
    entries = tuple(Entry(n, n) for n in range(1, size + 1))
    section = Section(
        TournamentKind.SWISS, rounds, entries, tuple(Board(*board) for board in boards)
    )
    return record_of(count_section(section), lots=lots)


def keys(values):
    return {entry: value.key for entry, value in values.items()}


# 1: ½ against 2, beat 3, lost to 4 = 1½; 2: ½, ½, beat 4 = 2;
# 3: lost, ½, beat 4 = 1½; 4: beat 1 = 1. Groups 4 | 1, 3 | 2.
FOUR = {(1, 3): WIN, (1, 4): LOSS, (2, 4): WIN, (3, 4): WIN}


def test_berger_strikes_the_lowest_final_score_group_first():
    values = strike_lowest_groups(berger(4, FOUR), (1, 3))
    # Without player 4 the first keeps 1½ of 1½, the third ½; without 1 and 3
    # also, both keep their half point against 2.
    assert keys(values) == {1: (3, 1), 3: (1, 1)}


def test_berger_shows_what_was_struck_and_what_remains():
    (value,) = strike_lowest_groups(berger(4, FOUR), (3,)).values()
    assert [(s.kind, s.opponents, s.amount, s.total) for s in value.working] == [
        (StepKind.STRUCK_GROUP, (4,), 2, 1),
        (StepKind.STRUCK_GROUP, (1,), 0, 1),
    ]


def test_berger_is_empty_if_all_have_the_same_score():
    assert keys(strike_lowest_groups(berger(4, {}), (1, 2, 3, 4))) == {
        1: (),
        2: (),
        3: (),
        4: (),
    }


def test_berger_takes_the_groups_of_the_whole_table_and_strikes_cumulatively():
    # Scores: 1: 4, 2: 2½, 3: 2½, 4: 2, 5: 2½, 6: 1½ of five games.
    counted = berger(
        6,
        {
            (1, 2): WIN,
            (1, 3): WIN,
            (1, 5): WIN,
            (2, 6): WIN,
            (3, 4): WIN,
            (5, 6): WIN,
        },
    )
    assert counted.scores == {
        1: 8,
        2: 5,
        3: 5,
        4: 4,
        5: 5,
        6: 3,
    }
    # Strike 6: 2 and 5 lose a point, 3 half a point. Strike 4 also: 2 and 5
    # lose a half, 3 a full point. Strike 2, 3 and 5 also: all lost to 1.
    assert keys(strike_lowest_groups(counted, (2, 3, 5))) == {
        2: (3, 2, 0),
        3: (4, 2, 0),
        5: (3, 2, 0),
    }


def test_progressive_score_is_the_example_of_the_recommendations():
    # 1, 1, 2, 2½ after the rounds give 6½ (tiebreaks.md, NSF).
    counted = swiss(
        5,
        4,
        [
            (1, 1, 2, WIN),
            (2, 3, 1, WIN),
            (3, 1, 4, WIN),
            (4, 5, 1, DRAW),
        ],
    )
    (value,) = sum_progressively(counted, (1,)).values()
    assert value.key[0] == 13


def test_progressive_score_drops_round_after_round():
    # 1 scores 1, 0, 1 (running 1, 1, 2 = 4); 2 scores 0, 1, 1 (0, 1, 2 = 3).
    counted = swiss(
        4,
        3,
        [
            (1, 1, 2, WIN),
            (1, 3, 4, DRAW),
            (2, 3, 1, WIN),
            (2, 2, 4, WIN),
            (3, 1, 4, WIN),
            (3, 2, 3, WIN),
        ],
    )
    assert keys(sum_progressively(counted, (1, 2))) == {1: (8, 6, 4), 2: (6, 6, 4)}
    (value,) = sum_progressively(counted, (1,)).values()
    assert [(s.kind, s.round, s.amount, s.total) for s in value.working] == [
        (StepKind.ROUND, 1, 2, 2),
        (StepKind.ROUND, 2, 2, 4),
        (StepKind.ROUND, 3, 4, 8),
        (StepKind.DROPPED_ROUND, 1, 2, 6),
        (StepKind.DROPPED_ROUND, 2, 2, 4),
    ]


def test_progressive_score_ends_with_the_last_round_that_has_a_result():
    counted = swiss(2, 9, [(1, 1, 2, WIN), (2, 2, 1, Result.NOT_PLAYED)])
    assert keys(sum_progressively(counted, (1, 2))) == {1: (2,), 2: (0,)}


# Final scores: 1: 2½, 2: 2, 3: 1, 4: ½ over the board, 5: 0; byes below.
QUALITY = [
    (1, 1, 4, DRAW),
    (1, 2, 3, WIN),
    (2, 1, 3, WIN),
    (2, 2, 4, WIN),
    (3, 1, 2, WIN),
    (3, 3, 5, WIN),
]


def test_quality_points_are_the_opponents_scores_without_the_lowest():
    # 1 met 4 (½), 3 (1) and 2 (2): without the ½ that is 3.
    (value,) = sum_quality_points(swiss(5, 3, QUALITY), (1,)).values()
    assert value.key == (6,)
    assert [(s.kind, s.opponents, s.amount) for s in value.working] == [
        (StepKind.OPPONENT, (4,), 1),
        (StepKind.OPPONENT, (3,), 2),
        (StepKind.OPPONENT, (2,), 4),
    ]
    assert value.cut == (0,)


def test_a_bye_is_an_opponent_with_zero_and_can_be_the_one_struck():
    # 4 met 1 (2½) and 2 (2) and had a bye: the bye is struck, 4½ remain.
    counted = swiss(5, 3, [*QUALITY, (3, 4, None, Result.BYE)])
    (value,) = sum_quality_points(counted, (4,)).values()
    assert value.key == (9,)
    assert (value.working[-1].kind, value.cut) == (StepKind.BYE, (2,))


def test_bye_counts_zero_and_is_cut_before_an_opponent_with_as_little():
    # 5 had two byes and met 3: one bye is struck, the other counts zero.
    byes = [(1, 5, None, Result.BYE), (2, 5, None, Result.BYE)]
    (value,) = sum_quality_points(swiss(5, 3, [*QUALITY, *byes]), (5,)).values()
    assert [step.kind for step in value.working] == [
        StepKind.BYE,
        StepKind.BYE,
        StepKind.OPPONENT,
    ]
    assert value.cut == (0,)
    assert value.key == (2,)


def test_since_2022_a_bye_is_an_opponent_who_draws_the_rest():
    # 4 met 1 (2½) and 2 (2) and had a bye in the last round, with ½ before: ½ is
    # struck. 5 had ½ + ½ + 0 of byes in rounds 1 to 2: 0 + two draws and 1 + one draw.
    record = swiss(5, 3, [*QUALITY, (3, 4, None, Result.BYE)])
    assert keys(sum_quality_points_of_2022(record, (4,))) == {4: (9,)}
    byes = [(1, 5, None, Result.BYE), (2, 5, None, Result.BYE)]
    (value,) = sum_quality_points_of_2022(swiss(5, 3, [*QUALITY, *byes]), (5,)).values()
    # Byes with 0 and 2 half points before, and 3 with 2 half points: the first goes.
    assert [step.amount for step in value.working] == [2, 3, 2]
    assert (value.key, value.cut) == ((5,), (0,))


def test_an_opponent_by_forfeit_is_an_opponent():
    boards = [
        (1, 1, 2, Result.FORFEIT_WHITE),
        (2, 1, 3, DRAW),
        (2, 2, 4, WIN),
    ]
    # 2 has one point, 3 a half: the half is struck.
    (value,) = sum_quality_points(swiss(4, 2, boards), (1,)).values()
    assert value.key == (2,)


def test_quality_points_without_a_game_are_zero():
    assert keys(sum_quality_points(swiss(2, 1, []), (1, 2))) == {1: (0,), 2: (0,)}


def test_wins_are_games_won_over_the_board():
    boards = [
        (1, 1, 2, WIN),
        (2, 1, 3, Result.FORFEIT_WHITE),
        (3, 1, None, Result.BYE),
        (2, 2, 4, LOSS),
        (3, 4, 2, WIN),
    ]
    values = count_rounds(swiss(4, 3, boards), (1, 2, 4), counts=is_won)
    assert keys(values) == {1: (1,), 2: (0,), 4: (2,)}
    assert values[4].working == (
        WorkingLine(StepKind.GAME, 1, 1, 2, (2,), own=2),
        WorkingLine(StepKind.GAME, 1, 2, 3, (2,), own=2),
    )


def test_direct_encounter_is_the_points_among_the_tied():
    assert keys(compare_encounters(berger(4, FOUR), (1, 3))) == {1: (2,), 3: (0,)}


def test_the_working_of_a_direct_encounter_names_opponents_and_adds_up():
    value = compare_encounters(berger(4, FOUR), (1, 2, 3))[2]
    assert value.working == (
        WorkingLine(StepKind.ENCOUNTER, 1, 1, 1, (1,)),
        WorkingLine(StepKind.ENCOUNTER, 1, 2, 1, (3,)),
    )


def test_direct_encounter_is_empty_unless_all_the_tied_have_met():
    counted = swiss(4, 2, [(1, 1, 2, WIN), (2, 2, 3, WIN)])
    assert keys(compare_encounters(counted, (1, 2, 3))) == {1: (), 2: (), 3: ()}
    assert keys(compare_encounters(counted, (1, 2))) == {1: (2,), 2: (0,)}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (TournamentKind.BERGER, {1: (2,), 2: (0,)}),
        (TournamentKind.SWISS, {1: (), 2: ()}),
    ],
)
def test_a_forfeit_is_an_encounter_in_a_berger_section_only(kind, expected):
    entries = (Entry(1, 1), Entry(2, 2))
    boards = (Board(1, 1, 2, Result.FORFEIT_WHITE),)
    counted = record_of(count_section(Section(kind, 1, entries, boards)))
    assert keys(compare_encounters(counted, (1, 2))) == expected


def test_lots_rank_by_the_recorded_drawing():
    values = compare_lots(swiss(4, 1, [], lots=(3, 2, 1)), (1, 3))
    assert keys(values) == {1: (-3,), 3: (-1,)}
    assert [step.amount for step in values[1].working] == [3]


def test_lots_are_empty_until_drawn_for_all_the_tied():
    assert keys(compare_lots(swiss(4, 1, [], lots=(3,)), (1, 3))) == {1: (), 3: ()}

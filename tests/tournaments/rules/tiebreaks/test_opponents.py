"""Sums over opponents computed by hand, where there is no library to compare with."""

import pytest

from tests.tournaments.rules.tiebreaks.records import record
from tournaments.rules.berger import schedule_round_robin
from tournaments.rules.results import Result
from tournaments.rules.scores import count_section
from tournaments.rules.sections import Board, Entry, Section, TournamentKind
from tournaments.rules.tiebreaks.counted import record_of
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.values import StepKind, WorkingLine

FOUR = {
    1: [("played", 2, 2), ("played", 2, 3), ("played", 1, 4)],
    2: [("played", 0, 1), ("played", 2, 4), ("forfeit", 2, 3)],
    3: [("played", 1, 4), ("played", 0, 1), ("forfeit", 0, 2)],
    4: [("played", 1, 3), ("played", 0, 2), ("played", 1, 1)],
}


def keys(code, found):
    computed = TIE_BREAKS[code].compute(found, found.entries)
    return {entry: value.key for entry, value in computed.items()}


def test_in_a_round_robin_forfeits_are_games_and_scores_are_not_adjusted():
    # Scores 5, 4, 1 and 2 halves. 1: 4·2 + 1·2 + 2·1; 2: 2·2 + 1·2; 3: 2·1; 4: 1·1 + 5·1.
    found = record(FOUR, 3, is_round_robin=True)
    for year in (2009, 2024, 2026):
        assert keys(f"sonneborn_berger_{year}", found) == {
            1: (12,), 2: (6,), 3: (2,), 4: (6,),
        }  # fmt: skip
    # Players 1 and 2 have at least 1½ of 3.
    assert keys("koya", found) == {1: (2,), 2: (0,), 3: (0,), 4: (1,)}


def test_before_2023_scores_in_sonneborn_berger_are_not_adjusted():
    # 2's forfeit: a virtual opponent with 2 + 0 halves, ½ a win: 0·5 + 2·2 + 2·2.
    found = record(FOUR, 3)
    assert keys("sonneborn_berger_2009", found)[2] == (0 + 2 * 2 + 2 * 2,)
    assert keys("sonneborn_berger_2009", found)[1] == (4 * 2 + 1 * 2 + 2 * 1,)
    # If the forfeit of 2 and 3 counted as drawn, 3 would have half a point more, and 4
    # 7.
    assert keys("sonneborn_berger_2009", found)[4] == (1 * 1 + 4 * 0 + 5 * 1,)


def test_before_2023_future_rounds_do_not_count_as_drawn():
    # NSF 2017: S = SPR + (1 - SfPR) + 1/2 (n - R), with n the rounds played so far.
    # 1 has a bye of the pairing in round 1 of 9 and two have been played: 0 + 0 + 1/2,
    # and 2 has 1/2. 3 has half a point without play in round 2: 1 + 1/2 + 0. Rounds
    # without play give 1/2 to the score of 1 (1) and of 3 (1 1/2), as opponents of 2.
    players = {
        1: [("allocated_bye", 2), ("played", 1, 2)],
        2: [("played", 0, 3), ("played", 1, 1)],
        3: [("played", 2, 2), ("half_bye", 1)],
    }
    found = record(players, 2, announced=9)
    assert keys("buchholz_2009", found) == {1: (1 + 1,), 2: (2 + 3,), 3: (1 + 3,)}


def test_koya_counts_forfeits_against_the_strong_and_not_byes():
    players = {
        1: [("played", 2, 2), ("allocated_bye", 2)],
        2: [("played", 0, 1), ("forfeit", 2, 3)],
        3: [("half_bye", 1), ("forfeit", 0, 2)],
    }
    found = record(players, 2)
    assert keys("koya", found) == {1: (2,), 2: (0,), 3: (0,)}


@pytest.mark.parametrize(("rounds", "expected"), [(6, ()), (7, (3,))])
def test_the_median_of_the_recommendations_begins_with_seven_rounds(rounds, expected):
    players = {1: [("played", 1, 2)] * 3, 2: [("played", 1, 1)] * 3}
    found = record(players, 3, announced=rounds)
    # Three times an opponent with 1½, without the highest and the lowest.
    assert keys("median_buchholz_nsf", found)[1] == expected


def test_average_rating_of_the_recommendations_leaves_out_unrated_opponents():
    players = {
        1: [("played", 2, 2), ("played", 1, 3), ("forfeit", 2, 4), ("played", 0, 4)],
        2: [("played", 0, 1), ("absent", 0), ("absent", 0), ("absent", 0)],
        3: [("absent", 0), ("played", 1, 1), ("absent", 0), ("absent", 0)],
        4: [("absent", 0), ("absent", 0), ("forfeit", 0, 1), ("played", 2, 1)],
    }
    found = record(players, 4, ratings={1: 1500, 2: 1801, 4: 1900})
    assert keys("average_rating_nsf", found)[1] == (18_505_000,)
    assert keys("average_rating_nsf_cut1", found)[1] == (19_000_000,)
    assert keys("average_rating_nsf_cut_high1", found)[1] == (18_010_000,)
    assert keys("average_rating_nsf_median", found)[1] == ()
    assert keys("average_rating", found)[1] == ()


def test_the_pairing_number_and_the_rating_are_last_resorts():
    found = record(FOUR, 3, ratings={1: 1500})
    assert keys("pairing_number", found) == {n: (-n,) for n in FOUR}
    assert keys("rating", found) == {1: (1500,), 2: (), 3: (), 4: ()}


def step(kind, amount, number, opponent, *, score=0, own=0):
    return WorkingLine(kind, amount, None, number, (opponent,), score, score, own)


def test_koya_shows_all_opponents_and_cuts_those_with_less_than_half():
    # Scores 5, 4, 1 and 2 halves; half of three games are 3.
    found = record(FOUR, 3, is_round_robin=True)
    koya = TIE_BREAKS["koya"].compute(found, (4,))[4]
    assert koya.working == (
        step(StepKind.OPPONENT, 1, 1, 3, score=1, own=1),
        step(StepKind.OPPONENT, 0, 2, 2, score=4),
        step(StepKind.OPPONENT, 1, 3, 1, score=5, own=1),
    )
    assert (koya.key, koya.cut) == ((1,), (0,))


def test_player_with_exactly_half_of_the_points_counts_for_koya():
    players = {
        1: [("played", 1, 2), ("played", 1, 2)],
        2: [("played", 1, 1), ("played", 1, 1)],
    }
    found = record(players, 2)
    assert keys("koya", found) == {1: (2,), 2: (2,)}
    robin = record(players, 2, is_round_robin=True)
    # In a round robin of two each has one game in a cycle, and there are no byes.
    assert keys("koya", robin) == {1: (2,), 2: (2,)}


def test_average_buchholz_counts_opponents_met_over_the_board():
    found = record(FOUR, 3, is_round_robin=True)
    # Scores 5, 4, 1, 2. Buchholz: 1 has 7, 2 has 8, 3 has 11, and 4 has 10 halves.
    assert keys("buchholz_2024", found) == {1: (7,), 2: (8,), 3: (11,), 4: (10,)}
    mean = TIE_BREAKS["average_buchholz_2024"].compute(found, (2,))[2]
    # 2 has played 1 and 4: 3 1/2 and 5; the forfeit against 3 is no game.
    assert mean.working == (
        step(StepKind.OPPONENT_VALUE, 35_000, 1, 1),
        step(StepKind.OPPONENT_VALUE, 50_000, 2, 4),
    )
    assert mean.key == (42_500,)


def test_ratings_of_opponents_are_shown_with_the_points_against_them():
    found = record(FOUR, 3, ratings={1: 1500, 2: 1600, 3: 1700, 4: 1801})
    average = TIE_BREAKS["average_rating"].compute(found, (2,))[2]
    assert average.key == (1651,)
    assert average.working == (
        step(StepKind.RATING, 1500, 1, 1, own=0),
        step(StepKind.RATING, 1801, 2, 4, own=2),
    )
    cut = TIE_BREAKS["average_rating_cut1"].compute(found, (2,))[2]
    assert (cut.key, cut.cut) == ((1801,), (0,))


def test_half_for_koya_is_of_the_games_against_players_who_play():
    # 4 never came: each of the others has two games, and half of them is one point.
    players = {
        1: [("played", 2, 2), ("played", 2, 3), ("absent", 0)],
        2: [("played", 0, 1), ("absent", 0), ("played", 2, 3)],
        3: [("absent", 0), ("played", 0, 1), ("played", 0, 2)],
        4: [("absent", 0)] * 3,
    }
    found = record(players, 3, is_round_robin=True)
    assert keys("koya", found) == {1: (2,), 2: (0,), 3: (0,), 4: (0,)}


def test_each_player_has_one_bye_in_a_round_robin_of_an_odd_number():
    # Three rounds of three players: two games each, and half of them is one point.
    players = {
        1: [("played", 2, 2), ("absent", 0), ("played", 1, 3)],
        2: [("played", 0, 1), ("played", 2, 3), ("absent", 0)],
        3: [("absent", 0), ("played", 0, 2), ("played", 1, 1)],
    }
    found = record(players, 3, is_round_robin=True)
    assert keys("koya", found) == {1: (2,), 2: (0,), 3: (1,)}
    # In a Swiss section half of the points is half of the number of rounds.
    assert keys("koya", record(players, 3)) == {1: (0,), 2: (0,), 3: (1,)}


@pytest.mark.parametrize(("size", "annulled"), [(8, {7, 8}), (7, {7})])
def test_half_for_koya_is_of_the_games_that_count_after_early_withdrawals(
    size, annulled
):
    # Seven rounds; the six who stay have five games each that count (SSF §11.1a). The
    # lower number wins: 5, 4, 3, 2, 1 and 0 points. 1, 2 and 3 have half of five.
    boards = tuple(
        Board(planned.number, white, black, result_without(annulled, white, black))
        for planned in schedule_round_robin(size)
        for white, black in planned.boards
    )
    entries = tuple(Entry(n, n, n in annulled) for n in range(1, size + 1))
    section = Section(TournamentKind.BERGER, 7, entries, boards)

    found = record_of(count_section(section))

    assert found.rounds_played == 7
    assert keys("koya", found) == {1: (4,), 2: (2,), 3: (0,), 4: (0,), 5: (0,), 6: (0,)}


def result_without(annulled, white, black):
    if annulled & {white, black}:
        return Result.NOT_PLAYED
    return Result.WHITE_WIN if white < black else Result.BLACK_WIN


def test_half_for_koya_is_of_all_games_after_as_many_rounds_as_players():
    # A double round robin of four after round 4: 3, 2½, 1½ and 1 of four points. An
    # even number has no byes, so that two points are half.
    players = {
        1: [("played", 2, 4), ("played", 2, 2), ("played", 2, 3), ("played", 0, 4)],
        2: [("played", 1, 3), ("played", 0, 1), ("played", 2, 4), ("played", 2, 3)],
        3: [("played", 1, 2), ("played", 2, 4), ("played", 0, 1), ("played", 0, 2)],
        4: [("played", 0, 1), ("played", 0, 3), ("played", 0, 2), ("played", 2, 1)],
    }
    found = record(players, 4, announced=6, is_round_robin=True)
    assert keys("koya", found) == {1: (2,), 2: (0,), 3: (1,), 4: (2,)}

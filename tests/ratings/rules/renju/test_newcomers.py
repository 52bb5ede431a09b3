"""Renju article 4: entry rankings of new players, computed by hand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.renju.newcomers import (
    NO_LEVEL,
    RenjuNewcomer,
    find_entries,
    find_newcomers,
    iterate,
    next_level,
    rough_estimate,
)
from ratings.rules.renju.records import Cycle, InputGame, InputPlayer
from ratings.rules.renju.table import find_table
from ratings.rules.renju.tournament import rate_tournament
from tests.ratings.rules.renju.crosstable import (
    games_of,
    level,
    random_tournament,
    ranked,
)

X, Y = InputPlayer("X", None), InputPlayer("Y", None)


def entries_of(players, games):
    return find_entries(players, find_table(players, games))


def against(opponents, half_points):
    """Return the games of a newcomer who has met only ranked players."""
    games = len(opponents)
    return RenjuNewcomer(0, games, half_points, games, half_points, sum(opponents), ())


@pytest.mark.parametrize(
    ("opponents", "half_points", "estimate"),
    [
        # Half of the points: the mean of the opponents.
        ([10, 10, 10, 10], 4, 10),
        # Mean 10.5, 2.5 of 4: 10.5 + 0.125 / 0.15 = 11.33.
        ([10, 11, 10, 11], 5, 11),
        # Mean 10.5, half of the points: half up.
        ([10, 11], 2, 11),
        # Mean 11.33, half a point of 3: 11.33 - 0.33 / 0.15 = 9.11.
        ([11, 12, 11], 1, 9),
        # All won: 10 + 0.5 / 0.15 = 13.33; all lost: 6.67.
        ([10, 10, 10], 6, 13),
        ([10, 10, 10], 0, 7),
        # Within 10 kyu and 10 dan.
        ([2, 2], 0, 1),
        ([20, 19], 4, 20),
        # No ranked opponent.
        ([], 0, 1),
    ],
)
def test_rough_estimate_is_computed(opponents, half_points, estimate):
    assert rough_estimate(against(opponents, half_points)) == estimate


def test_player_without_ranked_opponents_starts_as_10_kyu():
    newcomer = RenjuNewcomer(0, 3, 6, 0, 0, 0, unranked=(1, 1, 1))
    assert rough_estimate(newcomer) == level("10 kyu")


def test_scoreless_player_gets_10_kyu():
    # Read literally, 7 * (0.5 + 0.15 * (P - 15)) is not above 0 up to 1 dan (11).
    assert next_level(against([15] * 7, 0), ()) == level("10 kyu")
    # Half a point meets the norm of 1 dan, -0.7, and of 2 dan (12), 0.35: 0.5.
    assert next_level(against([15] * 7, 1), ()) == level("2 dan")


def test_distant_opponent_counts_in_full():
    # Without 2 §2c: 20 * 5 + 1 = 101, N = 6, 3.5 points:
    # P = 18: 3 + 0.15 * (108 - 101) = 4.05, 4.0, not met;
    # P = 17: 3 + 0.15 * (102 - 101) = 3.15, 3.0, met.
    assert next_level(against([20] * 5 + [1], 7), ()) == 17


def test_player_who_meets_no_norm_gets_10_kyu():
    # 0.5 of 7 against 10 kyus (1): even 10 kyu asks for 3.5.
    assert next_level(against([1] * 7, 1), ()) == level("10 kyu")


def test_entry_ranking_is_at_most_10_dan():
    assert next_level(against([20] * 7, 14), ()) == level("10 dan")


def test_two_new_players_among_six_1_kyus_settle_in_two_rounds():
    # X: 5 of 6 against 1 kyu, lost to Y; Y: 3 of 6 and the win over X.
    # R0: X 10 + (5/6 - 0.5) / 0.15 = 12.2, 12; Y 10.
    # Round 1: X, 5 points, total 60 + 10 = 70: 1 dan (11) 4.5 met, 2 dan 5.5 not: 11.
    #          Y, 4 points, total 60 + 12 = 72: 1 dan 3.5 + 0.15 * 5 = 4.25, 4.5, not
    #          met; 1 kyu (10) 3.5 - 0.15 * 2 = 3.2, 3.0: 10.
    # Round 2: X the same; Y, total 71: 1 dan 3.5 + 0.15 * 6 = 4.4, 4.5, not met: 10.
    players = [X, Y, *ranked(*["1 kyu"] * 6)]
    games = games_of(
        players,
        ".0222220 2.222000 00.11111 001.1111 0011.111 02111.11 021111.1 2211111.",
    )
    entries = entries_of(players, games)
    assert entries.levels == (11, 10, 10, 10, 10, 10, 10, 10)
    assert entries.rounds == 2
    assert entries.cycle is None
    newcomers = find_newcomers(
        (NO_LEVEL, NO_LEVEL, *[10] * 6), find_table(players, games)
    )
    assert iterate(newcomers) == ([(12, 10), (11, 10)], 1)


CYCLE = [X, Y, InputPlayer("A", 11), InputPlayer("B", 12), InputPlayer("C", 11)]
# X: lost to Y, A and C, drew with B. Y: beat X and B, lost to A and C.
CYCLE_TABLE = ".0010 2.020 22.20 100.1 2221."


def test_entry_rankings_that_never_settle_are_detected():
    # The ranked opponents of both are 11, 12, 11: 34. N = 4.
    # R0: X 11.33 + (0.5/3 - 0.5) / 0.15 = 9.11, 9; Y 11.33 + (1/3 - 0.5) / 0.15 =
    #     10.22, 10.
    # X has 0.5. With Y = 10, total 44: P = 9: 2 + 0.15 * (36 - 44) = 0.8, 1.0;
    #     P = 8: 0.2, at least 0.5, met: 8.
    #     With Y = 11, total 45: P = 9: 2 - 1.35 = 0.65, 0.5, met; P = 10: 1.25, 1.5: 9.
    # Y has 2.0. With X = 9, total 43: P = 11: 2 + 0.15 = 2.15, 2.0, met; P = 12:
    #     2.75, 3.0: 11.
    #     With X = 8, total 42: P = 11: 2.3, 2.5; P = 10: 1.7, 1.5, met: 10.
    # So 9 10, 8 11, 9 10, and on without an end.
    games = games_of(CYCLE, CYCLE_TABLE)
    cycle = Cycle(players=("X", "Y"), rounds=((9, 10), (8, 11)))
    assert entries_of(CYCLE, games).cycle == cycle
    outcome = rate_tournament(CYCLE, games)
    assert (outcome.players, outcome.cycle) == ((), cycle)


def test_decision_about_one_player_ends_a_cycle():
    # X = 9 gives Y 11, as above.
    players = [InputPlayer("X", None, decided=9), *CYCLE[1:]]
    entries = entries_of(players, games_of(players, CYCLE_TABLE))
    assert entries.cycle is None
    assert entries.levels == (9, 11, 11, 12, 11)


def test_player_with_constant_ranking_is_not_named_in_the_cycle():
    # Z has only met A, and lost: R0 is 11 - 0.5 / 0.15 = 7.67, 8, then 10 kyu for good,
    # so that the cycle begins one round later.
    players = [*CYCLE, InputPlayer("Z", None)]
    games = [*games_of(CYCLE, CYCLE_TABLE), InputGame("Z", "A", 0)]
    cycle = Cycle(players=("X", "Y"), rounds=((8, 11), (9, 10)))
    assert entries_of(players, games).cycle == cycle


def test_a_new_player_without_a_finished_game_has_no_entry_ranking():
    # Y drew the only game: 1 dan (11) asks for 0.65, 0.5, and 2 dan for 0.8, 1.0.
    games = [InputGame("X", "A", 2, counts=False), InputGame("Y", "A", 1)]
    entries = entries_of([X, Y, *ranked("1 kyu")], games)
    assert entries.levels == (NO_LEVEL, 11, 10)


def test_player_with_a_decided_level_counts_as_ranked():
    # Y drew with X, decided as 5 dan: R0 is 15, and 6 dan asks for 0.65, 0.5.
    entries = entries_of(
        [InputPlayer("X", None, decided=15), Y], [InputGame("X", "Y", 1)]
    )
    assert entries.levels == (15, 16)
    assert rough_estimate(entries.newcomers[1]) == 15


def test_no_entry_rankings_without_new_players():
    players = ranked("1 kyu", "2 dan")
    entries = entries_of(players, [InputGame("A", "B", 2)])
    assert (entries.levels, dict(entries.newcomers)) == ((10, 12), {})
    assert entries.cycle is None


@pytest.mark.parametrize(
    ("new", "known", "meetings"), [(2, 3, 1), (4, 4, 1), (6, 6, 2), (12, 0, 1)]
)
def test_random_tournaments_settle_or_are_detected_as_cycles(new, known, meetings):
    for seed in range(300):
        players, games = random_tournament(seed, new, known, meetings)
        entries = entries_of(players, games)
        if entries.cycle is None:
            assert entries.levels[:new] == one_more_round(entries, new)
            continue
        # A game counts equally for both, so a cycle alternates between two rounds only.
        assert len(entries.cycle.rounds) == 2


def one_more_round(entries, new):
    """Return the entry rankings after one more iteration."""
    levels = entries.levels[:new]
    return tuple(next_level(entries.newcomers[row], levels) for row in range(new))


@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(1, 5))
def test_more_points_against_ranked_players_never_lower_an_entry_ranking(
    seed, new, known
):
    players, games = random_tournament(seed, new, known)
    # The later row is first in a game: the ranked player is `a`, and loses.
    better = [
        replace(game, score=0) if game.a >= new and game.b == 0 else game
        for game in games
    ]
    before, after = entries_of(players, games), entries_of(players, better)
    if before.cycle is None and after.cycle is None:
        assert all(map(int.__le__, before.levels, after.levels))

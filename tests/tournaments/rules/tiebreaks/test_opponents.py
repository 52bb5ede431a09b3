"""Sums over opponents by hand, where no library can be asked."""

import pytest

from tests.tournaments.rules.tiebreaks.records import record
from tournaments.rules.tiebreaks.registry import TIE_BREAKS

FOUR = {
    1: [("played", 2, 2), ("played", 2, 3), ("played", 1, 4)],
    2: [("played", 0, 1), ("played", 2, 4), ("forfeit", 2, 3)],
    3: [("played", 1, 4), ("played", 0, 1), ("forfeit", 0, 2)],
    4: [("played", 1, 3), ("played", 0, 2), ("played", 1, 1)],
}


def keys(code, found):
    computed = TIE_BREAKS[code].compute(found, found.entries)
    return {entry: value.key for entry, value in computed.items()}


def test_in_a_round_robin_forfeits_are_games_and_scores_are_as_they_are():
    # Scores 5, 4, 1 and 2 halves. 1: 4·2 + 1·2 + 2·1; 2: 2·2 + 1·2; 3: 2·1; 4: 1·1 + 5·1.
    found = record(FOUR, 3, is_round_robin=True)
    for year in (2009, 2024, 2026):
        assert keys(f"sonneborn_berger_{year}", found) == {
            1: (12,), 2: (6,), 3: (2,), 4: (6,),
        }  # fmt: skip
    # At least 1½ of 3 have 1 and 2.
    assert keys("koya", found) == {1: (2,), 2: (0,), 3: (0,), 4: (1,)}


def test_before_2023_scores_in_sonneborn_berger_are_not_adjusted():
    # 2's forfeit: a virtual opponent with 2 + 0 halves, ½ a win: 0·5 + 2·2 + 2·2.
    found = record(FOUR, 3)
    assert keys("sonneborn_berger_2009", found)[2] == (0 + 2 * 2 + 2 * 2,)
    assert keys("sonneborn_berger_2009", found)[1] == (4 * 2 + 1 * 2 + 2 * 1,)
    # Drawn, the forfeit of 2 and 3 would give 3 a half point more, and 4 a 7.
    assert keys("sonneborn_berger_2009", found)[4] == (1 * 1 + 4 * 0 + 5 * 1,)


def test_before_2023_nothing_is_drawn_of_rounds_that_are_still_to_come():
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


def test_the_average_rating_of_the_recommendations_leaves_out_whoever_has_none():
    players = {
        1: [("played", 2, 2), ("played", 1, 3), ("forfeit", 2, 4), ("played", 0, 4)],
        2: [("played", 0, 1), ("absent", 0), ("absent", 0), ("absent", 0)],
        3: [("absent", 0), ("played", 1, 1), ("absent", 0), ("absent", 0)],
        4: [("absent", 0), ("absent", 0), ("forfeit", 0, 1), ("played", 2, 1)],
    }
    found = record(players, 4, ratings={1: 1500, 2: 1801, 4: 1900})
    assert keys("average_rating_nsf", found)[1] == (1851,)
    assert keys("average_rating_nsf_cut1", found)[1] == (1900,)
    assert keys("average_rating_nsf_cut_high1", found)[1] == (1801,)
    assert keys("average_rating_nsf_median", found)[1] == ()
    assert keys("average_rating", found)[1] == ()


def test_the_pairing_number_and_the_rating_are_last_resorts():
    found = record(FOUR, 3, ratings={1: 1500})
    assert keys("pairing_number", found) == {n: (-n,) for n in FOUR}
    assert keys("rating", found) == {1: (1500,), 2: (), 3: (), 4: ()}

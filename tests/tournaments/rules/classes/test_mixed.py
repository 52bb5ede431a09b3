"""Mixed sections by Bilaga 1: its examples, each of its letters, and properties."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.classes.mixed import judge_mixed
from tournaments.rules.classes.proposals import Branch, Movement
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import (
    ClassEntry,
    ClassGame,
    ClassSection,
    Competition,
)
from tournaments.rules.sections import TournamentKind

M, I, II, III = ClassRank  # noqa: E741
SWISS, BERGER = TournamentKind.SWISS, TournamentKind.BERGER
ME = 1000


def play(ratings, half_points, byes=0):
    """Return games against opponents 1, 2, …; the points are won from the first game
    on.
    """
    games = []
    for number in range(1, len(ratings) + 1):
        games.append(ClassGame(number, min(2, half_points)))
        half_points -= games[-1].half_points
    return (*games, *(ClassGame(None, 2) for _ in range(byes)))


def build(me, ratings, annulled=(), **section):
    """Return a section of players 1, 2, … with these ratings and the player under test;
    Swiss by default.
    """
    others = tuple(
        ClassEntry(number, II, rating, (), None, annulled=number in annulled)
        for number, rating in enumerate(ratings, start=1)
    )
    values = {
        "competition": Competition.SANCTIONED,
        "kind": SWISS,
        "scheduled_rounds": len(ratings),
        **section,
    }
    return ClassSection(entries=(me, *others), is_complete=True, **values)


def judge(player_class, ratings, half_points, *, byes=0, withdrawn=False, **section):
    games = play(ratings, half_points, byes)
    me = ClassEntry(ME, player_class, 1500, games, (3, 3), withdrawn=withdrawn)
    outcome = judge_mixed(build(me, ratings, **section), me, player_class)
    return outcome.movement, outcome.reasoning


def test_example_1_leif_stays_in_class_one():
    ratings = [2050, 1760, 1950, 2000, 1975, 1900, 2000, 1975, 1760]
    movement, why = judge(I, ratings, 9)
    assert (movement, why.branch) == (Movement.STAYS, Branch.REACHED_STAYING)
    assert (why.class_mean, why.opponents_mean, why.difference) == (1950, 1930, 20)
    assert (why.promotion_requires, why.staying_requires) == (14, 8)
    assert (why.promotion_row.lower, why.promotion_row.upper) == (2, 59)
    assert (why.staying_row.lower, why.staying_row.upper) == (0, 40)
    assert (why.counted.rounds, why.counted.half_points) == (9, 9)
    assert why.places == (3, 3)


def test_example_2_freja_is_promoted_to_class_two():
    movement, why = judge(III, [1830] * 7, 6, kind=BERGER)
    assert (movement, why.branch) == (Movement.PROMOTED, Branch.REACHED_PROMOTION)
    assert (why.opponents_mean, why.difference) == (1830, -280)
    assert why.promotion_requires == 5
    assert why.staying_requires is None
    assert why.paragraph == "SSF Bilaga 1 a"


def test_a_the_promotion_interval_is_what_promotion_takes():
    # Seven rounds at d = 10: 5 points; at 11: 5½.
    assert judge(II, [1740] * 7, 10)[0] is Movement.PROMOTED
    assert judge(II, [1739] * 7, 10)[0] is Movement.STAYS
    assert judge(II, [1739] * 7, 11)[0] is Movement.PROMOTED


def test_b_the_relegation_interval_is_what_staying_takes():
    # Seven rounds at d = 29: 3 points; at 30: 3½.
    assert judge(II, [1721] * 7, 6)[0] is Movement.STAYS
    movement, why = judge(II, [1720] * 7, 6)
    assert (movement, why.branch) == (Movement.RELEGATED, Branch.BELOW_STAYING)
    assert why.paragraph == "SSF Bilaga 1 b"
    assert judge(II, [1720] * 7, 7)[0] is Movement.STAYS


def test_b_no_points_relegate_against_any_opposition():
    movement, why = judge(II, [2900] * 7, 0)
    assert (movement, why.branch) == (Movement.RELEGATED, Branch.ZERO_POINTS)


def test_a_a_full_score_promotes_against_any_opposition():
    movement, why = judge(II, [500] * 7, 14)
    assert (movement, why.branch) == (Movement.PROMOTED, Branch.FULL_SCORE)


def test_no_points_and_a_full_score_decide_even_against_unrated_players():
    assert judge(I, [None] * 7, 0)[0] is Movement.RELEGATED
    assert judge(I, [None] * 7, 14)[0] is Movement.PROMOTED


def test_c_a_forfeit_is_a_game_and_its_opponent_is_in_the_mean():
    # Six opponents at 1750 and a forfeit loss against 1400: Rm 1700, d 50.
    ratings = [1750] * 6 + [1400]
    movement, why = judge(II, ratings, 7)
    assert (why.counted.rounds, why.opponents_mean, why.difference) == (7, 1700, 50)
    assert (movement, why.staying_requires) == (Movement.STAYS, 7)


def test_d_a_bye_counts_neither_as_a_round_nor_with_its_point():
    movement, why = judge(II, [1750] * 8, 6, byes=1)
    assert (why.counted.rounds, why.counted.half_points) == (8, 6)
    assert (why.counted.byes_left_out, why.counted.byes_counted) == (1, 0)
    # Eight rounds at d = 0: 3½ to stay, and 3 were made.
    assert (movement, why.staying_requires) == (Movement.RELEGATED, 7)


def test_d_a_bye_counts_with_its_point_where_fewer_than_seven_would_remain():
    movement, why = judge(II, [1750] * 6, 4, byes=1)
    assert (why.counted.rounds, why.counted.half_points) == (7, 6)
    assert (why.counted.byes_left_out, why.counted.byes_counted) == (0, 1)
    assert why.opponents_mean == 1750
    # Seven rounds at d = 0: 3 points to stay, made with the bye's.
    assert (movement, why.staying_requires) == (Movement.STAYS, 6)


def test_d_a_bye_is_left_out_where_seven_games_remain():
    _, why = judge(II, [1750] * 7, 6, byes=1)
    assert (why.counted.rounds, why.counted.half_points) == (7, 6)


def test_e_d_is_rounded_down_in_the_players_favour():
    # Six at 1740 and one at 1739: d = 10⅐ counts as 10, where 5 points promote.
    ratings = [1740] * 6 + [1739]
    movement, why = judge(II, ratings, 10)
    assert why.opponents_mean == Fraction(12179, 7)
    assert why.difference == 10
    assert movement is Movement.PROMOTED


def test_e_a_negative_d_is_rounded_down_too():
    # d = −54½ counts as −55.
    _, why = judge(II, [1804] * 4 + [1805] * 4, 1)
    assert (why.opponents_mean, why.difference) == (Fraction(3609, 2), -55)


def test_f_a_master_is_not_relegated_in_a_sanctioned_tournament():
    movement, why = judge(M, [1500] * 7, 0)
    assert (movement, why.branch) == (Movement.STAYS, Branch.MASTER_PROTECTED)
    assert why.paragraph == "SSF Bilaga 1 f"


def test_f_a_master_in_the_jsm_group_can_reach_the_sm_group_and_be_relegated():
    jsm = {"competition": Competition.JSM_GROUP, "kind": BERGER}
    assert judge(M, [2100] * 13, 2, **jsm)[0] is Movement.RELEGATED
    # Thirteen rounds at d = 0: 5½ to stay ((−3)–25).
    movement, why = judge(M, [2100] * 13, 11, **jsm)
    assert (movement, why.staying_requires) == (Movement.STAYS, 11)
    assert judge(M, [2100] * 13, 26, **jsm)[0] is Movement.STAYS


def test_h_no_player_moves_more_than_one_class():
    me = ClassEntry(ME, III, 1500, play([2400] * 7, 14), (1, 1))
    outcome = judge_mixed(build(me, [2400] * 7), me, III)
    assert (outcome.movement, outcome.title) == (Movement.PROMOTED, None)


def test_there_is_no_relegation_from_class_three():
    movement, why = judge(III, [1550] * 7, 0)
    assert (movement, why.branch) == (Movement.STAYS, Branch.NOTHING_TO_LOSE)
    assert judge(III, [1550] * 7, 1)[0] is Movement.STAYS


@pytest.mark.parametrize("rounds", [5, 6, 14])
def test_outside_seven_to_thirteen_rounds_the_committee_decides(rounds):
    movement, why = judge(II, [1750] * rounds, rounds)
    assert (movement, why.branch) == (Movement.COMMITTEE, Branch.OUTSIDE_TABLES)
    assert why.opponents_mean == 1750


def test_an_unrated_opponent_without_estimate_leaves_it_to_the_committee():
    movement, why = judge(II, [1750] * 6 + [None], 7)
    assert (movement, why.branch) == (Movement.COMMITTEE, Branch.UNRATED_OPPONENT)
    assert why.difference is None


def test_where_the_two_tables_disagree_the_committee_decides():
    # Seven rounds, d = 495: 6½ promote (200 –), only 7 avoid relegation.
    movement, why = judge(II, [1255] * 7, 13)
    assert (movement, why.branch) == (Movement.COMMITTEE, Branch.TABLES_DISAGREE)
    assert (why.promotion_requires, why.staying_requires) == (13, 14)
    assert judge(II, [1256] * 7, 13)[0] is Movement.PROMOTED
    assert judge(II, [1255] * 7, 12)[0] is Movement.RELEGATED
    # Class III cannot be lost: only the promotion table applies there.
    assert judge(III, [1000] * 7, 13)[0] is Movement.PROMOTED


def test_withdrawal_in_a_swiss_section_counts_all_rounds_and_the_opponents_met():
    # Five of nine rounds played, 3½ points, Rm 1750: nine rounds need 3½.
    extra = {"scheduled_rounds": 9, "withdrawn": True}
    movement, why = judge(II, [1750] * 5, 7, **extra)
    assert (why.counted.rounds, why.counted.lost_by_withdrawal) == (9, 4)
    assert (movement, why.staying_requires) == (Movement.STAYS, 7)
    movement, why = judge(II, [1750] * 5, 6, **extra)
    assert movement is Movement.RELEGATED
    assert why.paragraph == "SSF §7.7; Bilaga 1 b"


def test_withdrawal_in_a_swiss_section_leaves_out_opponents_never_met():
    ratings = [1750] * 3 + [1850] * 5
    me = ClassEntry(ME, II, 1500, play(ratings[:3], 5), None, withdrawn=True)
    why = judge_mixed(build(me, ratings), me, II).reasoning
    assert (why.counted.opponents, why.opponents_mean) == ((1, 2, 3), 1750)


def test_withdrawal_after_a_bye_leaves_that_round_out():
    extra = {"scheduled_rounds": 9, "withdrawn": True}
    _, why = judge(II, [1750] * 5, 7, byes=1, **extra)
    assert (why.counted.rounds, why.counted.half_points) == (8, 7)
    assert why.counted.lost_by_withdrawal == 3


def test_withdrawal_in_a_berger_section_counts_all_opponents_not_yet_met():
    # Met three of eight at 1750, the other five at 1850: Rm 1812½, d −63.
    ratings = [1750] * 3 + [1850] * 5
    me = ClassEntry(
        ME, II, 1500, play(ratings[:3], 5), None, withdrawn=True, annulled=True
    )
    outcome = judge_mixed(build(me, ratings, kind=BERGER), me, II)
    why = outcome.reasoning
    assert why.counted.opponents == tuple(range(1, 9))
    assert (why.counted.rounds, why.counted.lost_by_withdrawal) == (8, 5)
    assert (why.opponents_mean, why.difference) == (Fraction(3625, 2), -63)
    # Eight rounds at −63: 2½ to stay ((−111)–(−59)), and 2½ were made.
    assert (outcome.movement, why.staying_requires) == (Movement.STAYS, 5)


def test_withdrawal_in_a_double_berger_section_counts_all_opponents_twice():
    # Four players meet twice; one met once leaves five of six games.
    me = ClassEntry(ME, II, 1500, play([1750], 2), None, withdrawn=True)
    section = replace(build(me, [1750] * 3, kind=BERGER), cycles=2)
    counted = judge_mixed(section, me, II).reasoning.counted
    assert counted.opponents == (1, 1, 2, 2, 3, 3)
    assert (counted.rounds, counted.lost_by_withdrawal) == (6, 5)


def test_annulled_results_promote_no_player():
    ratings = [2400] * 8
    left = ClassEntry(ME, II, 1500, play(ratings[:3], 6), (1, 1), withdrawn=True)
    struck = replace(left, places=None, annulled=True)
    for me, movement in [(left, Movement.PROMOTED), (struck, Movement.STAYS)]:
        section = build(me, ratings, kind=BERGER)
        assert judge_mixed(section, me, II).movement is movement


@pytest.mark.parametrize(
    ("player_class", "rating", "branch"),
    [
        (I, 1750, Branch.REACHED_STAYING),
        (II, 1750, Branch.REACHED_STAYING),
        (II, None, Branch.REACHED_STAYING),
        (III, 1750, Branch.NOTHING_TO_LOSE),
    ],
)
def test_annulled_full_score_promotes_no_player(player_class, rating, branch):
    # Three games won over the board and four by forfeit: less than half of the seven
    # was played, and none of them count (SSF §11.1a).
    me = ClassEntry(
        ME, player_class, 1500, play([rating] * 7, 14), None,
        withdrawn=True, annulled=True,
    )  # fmt: skip
    outcome = judge_mixed(build(me, [rating] * 7, kind=BERGER), me, player_class)
    assert (outcome.movement, outcome.reasoning.branch) == (Movement.STAYS, branch)


def test_games_against_an_annulled_player_do_not_count():
    ratings = [1750] * 8 + [1200]
    movement, why = judge(II, ratings, 9, kind=BERGER, annulled={9})
    assert why.counted.rounds == 8
    assert 9 not in why.counted.opponents
    assert (why.opponents_mean, movement) == (1750, Movement.STAYS)


def test_player_who_never_played_is_left_to_the_committee():
    me = ClassEntry(ME, II, 1500, (), (9, 9), withdrawn=True)
    outcome = judge_mixed(build(me, [1750] * 8), me, II)
    assert outcome.movement is Movement.COMMITTEE
    assert outcome.reasoning.branch is Branch.NEVER_PLAYED


def test_rm_is_the_mean_of_games_so_that_meeting_twice_counts_twice():
    games = (*(ClassGame(1, 1) for _ in range(6)), ClassGame(2, 1))
    me = ClassEntry(ME, II, 1500, games, (2, 2))
    why = judge_mixed(build(me, [1750, 1680], kind=BERGER), me, II).reasoning
    assert why.counted.opponents == (1, 1, 1, 1, 1, 1, 2)
    assert why.opponents_mean == 1740


ORDER = [Movement.RELEGATED, Movement.STAYS, Movement.COMMITTEE, Movement.PROMOTED]


def height(movement):
    return ORDER.index(movement)


classes = st.sampled_from(ClassRank)
rounds_ = st.integers(7, 13)
means = st.integers(1000, 2900)


@settings(max_examples=120, deadline=None)
@given(classes, rounds_, means, st.data())
def test_more_points_never_give_a_worse_outcome(player_class, rounds, mean, data):
    fewer = data.draw(st.integers(0, 2 * rounds - 1))
    more = data.draw(st.integers(fewer, 2 * rounds))
    worse, better = (
        judge(player_class, [mean] * rounds, score)[0] for score in (fewer, more)
    )
    assert height(worse) <= height(better)


@settings(max_examples=120, deadline=None)
@given(classes, rounds_, means, st.integers(0, 300), st.data())
def test_stronger_opposition_never_gives_a_worse_outcome(
    player_class, rounds, mean, stronger, data
):
    score = data.draw(st.integers(0, 2 * rounds))
    outcomes = [
        judge(player_class, [rating] * rounds, score)[0]
        for rating in (mean, mean + stronger)
    ]
    assert height(outcomes[0]) <= height(outcomes[1])


@settings(max_examples=60, deadline=None)
@given(classes, rounds_, means)
def test_a_full_score_promotes_and_no_points_relegate_if_there_is_such_a_class(
    player_class, rounds, mean
):
    full = judge(player_class, [mean] * rounds, 2 * rounds)[0]
    none = judge(player_class, [mean] * rounds, 0)[0]
    assert full is (Movement.STAYS if player_class is M else Movement.PROMOTED)
    assert none is (Movement.STAYS if player_class in (M, III) else Movement.RELEGATED)

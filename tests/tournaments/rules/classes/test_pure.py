"""Pure sections and titles by place (SSF §7.2 and §7.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.classes.proposals import Branch, Movement
from tournaments.rules.classes.pure import find_place_title, judge_pure
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.sections import (
    ClassEntry,
    ClassGame,
    ClassSection,
    Competition,
)
from tournaments.rules.sections import TournamentKind

M, I, II, III = ClassRank  # noqa: E741
BERGER, SWISS = TournamentKind
ME = 1000


def play(number, half_points):
    games = []
    for opponent in range(1, number + 1):
        games.append(ClassGame(opponent, min(2, half_points)))
        half_points -= games[-1].half_points
    return tuple(games)


def judge(
    player_class, number, half_points, places=(4, 4), *, byes=0, kind=BERGER, **extra
):
    competition = extra.pop("competition", Competition.SANCTIONED)
    rounds = extra.pop("scheduled_rounds", number + byes)
    struck = extra.pop("struck_opponents", ())
    opponents = extra.pop("opponents", number)
    games = (*play(number, half_points), *(ClassGame(None, 2) for _ in range(byes)))
    me = ClassEntry(ME, player_class, 1500, games, places, **extra)
    others = tuple(
        ClassEntry(n, player_class, 1500, (), None, annulled=n in struck)
        for n in range(1, opponents + 1)
    )
    section = ClassSection(competition, kind, rounds, (me, *others), is_complete=True)
    outcome = judge_pure(section, me, player_class)
    return outcome.movement, outcome.reasoning


@pytest.mark.parametrize("player_class", [I, II, III])
def test_2a_winning_the_section_promotes(player_class):
    movement, why = judge(player_class, 7, 9, places=(1, 1))
    assert (movement, why.branch) == (Movement.PROMOTED, Branch.WON_SECTION)
    assert why.paragraph == "SSF §7.2a"


@pytest.mark.parametrize("player_class", [I, II, III])
@pytest.mark.parametrize(("games", "half_points"), [(7, 12), (9, 15)])
def test_2a_eighty_percent_promotes_without_winning(player_class, games, half_points):
    movement, why = judge(player_class, games, half_points, places=(2, 2))
    assert (movement, why.branch) == (Movement.PROMOTED, Branch.EIGHTY_PERCENT)
    assert why.promotion_requires == half_points
    assert judge(player_class, games, half_points - 1)[0] is Movement.STAYS


def test_2a_a_shared_first_place_below_eighty_percent_waits_for_the_tie_break():
    movement, why = judge(II, 7, 11, places=(1, 2))
    assert (movement, why.branch) == (Movement.COMMITTEE, Branch.SHARED_PLACE)
    assert judge(II, 7, 12, places=(1, 2))[0] is Movement.PROMOTED


def test_2a_second_place_after_the_tie_break_promotes_only_with_eighty_percent():
    assert judge(II, 7, 11, places=(2, 2))[0] is Movement.STAYS


def test_2a_percentages_are_of_the_games_that_count():
    # An opponent was annulled: 5 of 6 are 83 %, 4½ are 75 %.
    struck = {"struck_opponents": {7}}
    movement, why = judge(II, 7, 10, **struck)
    assert (movement, why.counted.rounds) == (Movement.PROMOTED, 6)
    assert judge(II, 7, 9, **struck)[0] is Movement.STAYS


@pytest.mark.parametrize(("games", "half_points"), [(7, 7), (9, 9)])
def test_3a_m_is_lost_below_half_in_the_mastarklass(games, half_points):
    extra = {"competition": Competition.MASTARKLASS, "kind": SWISS}
    movement, why = judge(M, games, half_points, **extra)
    assert (movement, why.staying_requires) == (Movement.STAYS, half_points)
    assert why.paragraph == "SSF §7.3a"
    movement, why = judge(M, games, half_points - 1, **extra)
    assert (movement, why.branch) == (Movement.RELEGATED, Branch.BELOW_STAYING)


def test_3a_a_bye_in_the_mastarklass_is_no_game():
    extra = {"competition": Competition.MASTARKLASS, "kind": SWISS, "byes": 1}
    movement, why = judge(M, 6, 6, **extra)
    assert (movement, why.counted.rounds) == (Movement.STAYS, 6)
    assert judge(M, 6, 5, **extra)[0] is Movement.RELEGATED


@pytest.mark.parametrize("place", [(1, 1), (2, 2)])
def test_3a_m_is_neither_exceeded_nor_lost_outside_the_mastarklass(place):
    extra = {"competition": Competition.SM_GROUP}
    for half_points in (0, 26):
        movement, why = judge(M, 13, half_points, places=place, **extra)
        assert (movement, why.branch) == (Movement.STAYS, Branch.NOTHING_TO_LOSE)


@pytest.mark.parametrize("player_class", [I, II])
@pytest.mark.parametrize(("games", "half_points"), [(7, 6), (9, 8)])
def test_3b_first_and_second_class_are_lost_below_half_less_half_a_point(
    player_class, games, half_points
):
    movement, why = judge(player_class, games, half_points)
    assert (movement, why.staying_requires) == (Movement.STAYS, half_points)
    movement, why = judge(player_class, games, half_points - 1)
    assert (movement, why.paragraph) == (Movement.RELEGATED, "SSF §7.3b")


def test_3b_class_three_is_never_lost():
    movement, why = judge(III, 7, 0, places=(8, 8))
    assert (movement, why.branch) == (Movement.STAYS, Branch.NOTHING_TO_LOSE)


def test_7_withdrawn_player_is_judged_with_the_remaining_games_lost():
    # Annulled after three of seven games: 3 points keep class II, 2½ do not.
    extra = {"withdrawn": True, "annulled": True, "places": None, "opponents": 7}
    movement, why = judge(II, 3, 6, **extra)
    assert (movement, why.counted.lost_by_withdrawal) == (Movement.STAYS, 4)
    movement, why = judge(II, 3, 5, **extra)
    assert (movement, why.paragraph) == (Movement.RELEGATED, "SSF §7.7; §7.3b")


def test_7_annulled_results_win_nothing():
    extra = {"withdrawn": True, "annulled": True, "places": None, "opponents": 3}
    assert judge(II, 3, 6, **extra)[0] is Movement.STAYS


def test_7_in_the_mastarklass_all_announced_rounds_count():
    extra = {
        "competition": Competition.MASTARKLASS,
        "kind": SWISS,
        "withdrawn": True,
        "scheduled_rounds": 9,
    }
    assert judge(M, 6, 9, **extra)[0] is Movement.STAYS
    movement, why = judge(M, 6, 8, **extra)
    assert (movement, why.paragraph) == (Movement.RELEGATED, "SSF §7.7; §7.3a")


@pytest.mark.parametrize("struck", [{}, {"struck_opponents": {1, 2}}])
def test_without_a_game_that_counts_the_committee_decides(struck):
    number = 2 if struck else 0
    movement, why = judge(II, number, 0, **struck)
    assert (movement, why.branch) == (Movement.COMMITTEE, Branch.NEVER_PLAYED)


PLACES = {
    # §7.2b, c, d, place by place.
    Competition.JSM_GROUP: [M, M, M, None, None, None],
    Competition.JUNIOR_QUALIFIER: [M, I, I, I, I, None],
    Competition.KADETT_SM: [M, I, I, None, None, None],
    Competition.VETERAN_SM: [M, None, None, None, None, None],
    Competition.VETERAN_GENERAL: [I, II, II, None, None, None],
    Competition.MINIOR_SM: [II, II, II, None, None, None],
    Competition.SANCTIONED: [None] * 6,
    Competition.CONGRESS_CLASS: [None] * 6,
    Competition.MASTARKLASS: [None] * 6,
}


@pytest.mark.parametrize("competition", PLACES)
def test_2b_to_2d_places_give_titles_in_named_competitions(competition):
    titles = [find_place_title(competition, place) for place in range(1, 7)]
    assert [title and title[0] for title in titles] == PLACES[competition]


def test_2b_to_2d_each_title_cites_its_letter():
    cited = {
        (competition, place): title[1]
        for competition in PLACES
        for place in range(1, 7)
        if (title := find_place_title(competition, place))
    }
    letters = {M: "b", I: "c", II: "d"}
    assert cited == {
        (competition, place): f"SSF §7.2{letters[title]}"
        for competition, titles in PLACES.items()
        for place, title in enumerate(titles, start=1)
        if title
    }


@given(
    st.sampled_from([I, II, III]),
    st.integers(5, 13),
    st.integers(0, 26),
    st.integers(0, 26),
)
def test_more_points_never_give_a_worse_outcome(player_class, games, one, other):
    order = [Movement.RELEGATED, Movement.STAYS, Movement.PROMOTED]
    fewer, more = sorted((min(one, 2 * games), min(other, 2 * games)))
    assert order.index(judge(player_class, games, fewer)[0]) <= order.index(
        judge(player_class, games, more)[0]
    )


def test_games_awarded_after_a_withdrawal_are_lost_by_it():
    games = (
        *(ClassGame(n, 1) for n in range(1, 5)),
        *(ClassGame(n, 0, awarded=True) for n in range(5, 8)),
    )
    me = ClassEntry(ME, II, 1500, games, (4, 4), withdrawn=True)
    others = tuple(ClassEntry(n, II, 1500, (), None) for n in range(1, 8))
    section = ClassSection(
        Competition.SANCTIONED, BERGER, 7, (me, *others), is_complete=True
    )

    assert judge_pure(section, me, II).reasoning.counted.lost_by_withdrawal == 3

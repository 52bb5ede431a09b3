"""The makers of results, who may not accept them."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import PlayerFactory, UserFactory, acting, member
from tests.tournaments import teams
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import draft, entered, section, started
from tournaments.domain.entering import OutsideRating, set_outside
from tournaments.domain.phone.entering import enter_by_phone
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.planning.tournaments import change_tournament, create_tournament
from tournaments.domain.results import ResultWish, enter_result
from tournaments.domain.starting import set_round_dates, start_section
from tournaments.domain.teams.match_results import decide_match
from tournaments.queries.makers import contributors_of

pytestmark = pytest.mark.django_db


def made_by(maker, changer, estimator, starter, typist):
    plan = draft()
    made = create_tournament(plan, acting=acting(maker))
    change_tournament(made.pk, replace(plan, place="Oslo"), acting=acting(changer))
    group = section(made)
    _one, guest = entered(group, member(), PlayerFactory())
    level = OutsideRating(1650, "estimate", "Won class III in Oslo")
    set_outside(guest.pk, level, acting=acting(estimator))
    start_section(group.pk, acting=acting(starter))
    board = group.pairings.get()
    enter_result(board.pk, "1-0", board.version, acting=acting(typist))
    return made


def test_makers_are_users_who_entered_results_started_estimated_or_typed_boards():
    ours, theirs = ([UserFactory() for _ in range(5)] for _ in range(2))
    made = made_by(*ours)
    made_by(*theirs)
    assert contributors_of(made.pk) == {user.pk for user in ours}


def test_giver_of_an_unused_code_is_no_maker():
    group = started(size=2)
    code = given(group).code
    assert code.made_by_id not in contributors_of(group.tournament_id)

    board = group.pairings.get()
    wish = ResultWish(board.pk, "1-0", board.version)
    enter_by_phone(code.pk, wish, key="", at=timezone.now())

    assert code.made_by_id in contributors_of(group.tournament_id)


def test_maker_of_a_result_is_the_user_who_entered_it_last():
    first, last = UserFactory(), UserFactory()
    group = started(size=2)
    board = group.pairings.get()
    enter_result(board.pk, "1-0", 0, acting=acting(first))
    enter_result(board.pk, "0-1", 1, acting=acting(last))
    made = contributors_of(group.tournament_id)
    assert (first.pk in made, last.pk in made) == (False, True)


@pytest.mark.parametrize("outside", [OutsideRating(1702), None])
def test_user_who_typed_or_removed_a_fide_rating_is_a_maker(outside):
    setter, group = UserFactory(), section()
    (guest,) = entered(group, PlayerFactory(fide_id=1700101, fide_rating=2011))
    assert guest.outside_rating == 2011

    set_outside(guest.pk, outside, acting=acting(setter))

    assert setter.pk in contributors_of(group.tournament_id)


def test_user_who_only_enters_a_player_listed_by_fide_is_no_maker():
    group = section()
    (guest,) = entered(group, PlayerFactory(fide_id=1700101, fide_rating=2011))
    assert guest.estimated_by_id is None


@pytest.mark.parametrize("mean", [1800, None])
def test_user_who_set_or_removed_the_mean_of_a_section_is_a_maker(mean):
    setter = UserFactory()
    group = section(mean_rating=1500, mean_reason="Last year's list")
    plan = SectionDraft(group.name, mean_rating=mean, mean_reason="By the club")

    change_section(group.pk, plan, acting=acting(setter))

    assert setter.pk in contributors_of(group.tournament_id)


def test_user_who_set_the_day_of_a_round_is_a_maker():
    starter, setter, saver = (UserFactory() for _ in range(3))
    group = section()
    entered(group, *(member() for _ in range(4)))
    start_section(group.pk, acting=acting(starter))
    days = list(group.round_days.order_by("number").values_list("date", flat=True))
    days[2] -= timedelta(days=1)

    set_round_dates(group.pk, days, acting=acting(setter))
    set_round_dates(group.pk, days, acting=acting(saver))

    made = contributors_of(group.tournament_id)
    assert {starter.pk, setter.pk} <= made
    assert saver.pk not in made


def test_user_who_changed_only_the_name_of_a_section_did_not_set_its_mean():
    namer = UserFactory()
    facts = {"mean_rating": 1500, "mean_reason": "Last year's list"}
    group = section(**facts)
    change_section(group.pk, SectionDraft("Elite", **facts), acting=acting(namer))
    assert namer.pk not in contributors_of(group.tournament_id)


def test_organiser_who_decided_a_match_is_a_maker():
    decider, group = UserFactory(), teams.started_league()
    match = teams.begun(group.matches.first())
    teams.entered(match, "1-0", "1-0", "1-0", "1-0")

    decide_match(match.pk, "As played", seen=teams.seen(match), acting=acting(decider))

    assert decider.pk in contributors_of(group.tournament_id)

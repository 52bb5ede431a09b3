"""Whose work the results are: those do not accept them."""

from dataclasses import replace

import pytest

from tests.factories import PlayerFactory, UserFactory, member
from tests.tournaments.makers import acting, draft, entered, section
from tournaments.domain.entering import Outside, set_outside
from tournaments.domain.planning import change_tournament, create_tournament
from tournaments.domain.results import enter_result
from tournaments.domain.starting import start_section
from tournaments.queries.makers import makers_of

pytestmark = pytest.mark.django_db


def made_by(maker, changer, estimator, starter, typist):
    plan = draft()
    made = create_tournament(plan, acting=acting(maker))
    change_tournament(made.pk, replace(plan, place="Oslo"), acting=acting(changer))
    group = section(made)
    _one, guest = entered(group, member(), PlayerFactory())
    level = Outside(1650, "estimate", "Won class III in Oslo")
    set_outside(guest.pk, level, acting=acting(estimator))
    start_section(group.pk, acting=acting(starter))
    board = group.pairings.get()
    enter_result(board.pk, "1-0", board.version, acting=acting(typist))
    return made


def test_makers_are_those_who_entered_changed_started_estimated_or_typed():
    ours, theirs = ([UserFactory() for _ in range(5)] for _ in range(2))
    made = made_by(*ours)
    made_by(*theirs)
    assert makers_of(made.pk) == {user.pk for user in ours}

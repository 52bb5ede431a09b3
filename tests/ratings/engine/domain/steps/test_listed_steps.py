"""What a list stores of the events of its period, each rated as a whole."""

from datetime import date

import pytest

from ratings.decisions.domain.decisions import revoke_decision
from ratings.engine.domain.explaining import explain_listed
from ratings.enums import DecisionKind
from ratings.models import Decision, ListStep
from tests.factories import acting, line, member, rated_by
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    decided,
    published,
    rated,
    up_to_date,
)

pytestmark = pytest.mark.django_db

FIRST, LAST = date(2026, 2, 1), date(2026, 2, 28)


def listed_steps(rating_list, player):
    steps = ListStep.objects.filter(list_id=rating_list.pk, player_id=player.pk)
    ordered = steps.exclude(report_id=0).order_by("ended_on", "report_id")
    return [(step.ended_on, step.rating, step.standing) for step in ordered]


def test_listed_event_is_explained_with_the_levels_of_that_time():
    rated_by("renju")
    own, others = rated(12), [rated(12), rated(15)]

    def event(day):
        lines = [
            line(own, other, 1, day, key=key, round=key)
            for key, other in enumerate(others, 1)
        ]
        return accepted(*lines)

    event(date(2026, 1, 10))
    for player, level in ((own, 11), (others[1], 10)):
        decided(player, level, kind=DecisionKind.ASSESSED, on=date(2026, 1, 20))
    report = event(SPRING)
    listed = published(SPRING)
    for made in Decision.objects.filter(kind=DecisionKind.ASSESSED):
        revoke_decision(made.pk, acting=acting())
    up_to_date()

    step = explain_listed(listed, own.pk, report.pk).step

    assert (step.before, step.after) == (11, 11)
    assert [game.opponent_base for game in step.games] == [12, 10]


def test_only_events_ending_within_the_period_are_stored():
    rated_by("renju")
    one, other = rated(12), rated(12)
    for day in (date(2026, 1, 31), FIRST, LAST, date(2026, 3, 1)):
        accepted(line(one, other, 1, day))

    listed = published(SPRING)

    assert listed_steps(listed, one) == [(FIRST, 12, 12), (LAST, 12, 12)]


def test_listed_event_has_no_level_for_a_newcomer():
    rated_by("renju")
    newcomer, other = member(), rated(12)
    accepted(line(newcomer, other, 1, SPRING))

    listed = published(SPRING)

    assert listed_steps(listed, newcomer) == [(SPRING, None, None)]


def test_listed_event_stores_each_players_rating_on_its_first_day():
    """Scrabble counts by the rating of the first day; events that ended since are
    added.
    """
    rated_by("scrabble")
    one, other, third = rated(1000), rated(1000), rated(1000)
    accepted(line(one, other, 1, date(2026, 1, 20)))
    accepted(line(one, other, 2, date(2026, 2, 10)))
    accepted(
        line(one, third, 2, date(2026, 2, 9)),
        line(third, one, 0, date(2026, 2, 12), round=2),
    )
    up_to_date()

    listed = published(SPRING)

    assert listed_steps(listed, one) == [
        (date(2026, 2, 10), 1000, 1000),
        (date(2026, 2, 12), 1000, 1005),
    ]

"""The exception of 7 February 2009 (Renju 2 §5) as an act of the office. A level that
two officers set in January 2020 is to be confirmed by 31 January 2025.
"""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    DecisionNotPossible,
    make_decision,
    revoke_decision,
)
from ratings.engine.domain.decay_forecast import DecayForecast, forecast_decay
from ratings.engine.domain.explaining import explain_live
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.models import Change, CurrentRating, Decision
from tests.factories import (
    NOON,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
    rated_by,
    side,
)
from tests.ratings.rating_lists import decided
from tests.worlds import shared

pytestmark = pytest.mark.django_db

FULL = date(2025, 1, 31)


@shared
def renju():
    rated_by("renju")


@shared
def player(renju):
    """2 dan (12) since January 2020, and no game since."""
    player = member()
    decided(player, 12, on=date(2020, 1, 10))
    posted(line(member(), member(), 2, date(2020, 1, 5)))
    open_period_of_today(
        chess_pool(), today=date(2025, 3, 10), acting=ActionContext(None, NOON)
    )
    computed()
    return player


def turned(player, kind, day):
    decided(player, None, kind=kind, on=day, reason="plays every week")
    computed()


def rating(player):
    return CurrentRating.objects.get(player_id=player.pk).rating


def test_a_level_that_nobody_confirms_falls(player):
    assert rating(player) == 11


def test_player_active_on_the_day_keeps_the_level(player):
    turned(player, DecisionKind.ACTIVE, date(2019, 5, 1))

    assert rating(player) == 12
    change = Change.objects.get(player_id=player.pk, ended_on=FULL)
    assert (change.before, change.after) == (12, 12)


def test_activity_that_ended_the_day_before_does_not_count(player):
    turned(player, DecisionKind.ACTIVE, date(2019, 5, 1))
    turned(player, DecisionKind.INACTIVE, FULL)

    assert rating(player) == 11


def test_revoked_activity_decision_does_not_keep_the_level(player):
    turned(player, DecisionKind.ACTIVE, date(2019, 5, 1))
    decision = Decision.objects.get(kind=DecisionKind.ACTIVE)

    revoke_decision(decision.pk, acting=ActionContext(UserFactory().pk, NOON))
    computed()

    assert rating(player) == 11


def test_the_month_is_explained_by_the_activity(player):
    turned(player, DecisionKind.ACTIVE, date(2019, 5, 1))

    explained = explain_live(
        chess_pool().pk, player.pk, FULL, chess_pool().computation.computed
    )

    assert [(note.code, note.days) for note in explained.step.notes] == [
        ("kept_active", (FULL, date(2019, 5, 1)))
    ]


def test_forecast_has_day_level_and_activity(player):
    today = date(2025, 3, 10)
    assert forecast_decay(chess_pool().pk, player.pk, today) == DecayForecast(
        date(2030, 1, 31), 10, None
    )

    turned(player, DecisionKind.ACTIVE, date(2025, 2, 1))

    assert forecast_decay(chess_pool().pk, player.pk, today) == DecayForecast(
        None, None, date(2025, 2, 1)
    )


def test_player_who_plays_again_is_active_since_that_game_not_since_the_first(player):
    turned(player, DecisionKind.ACTIVE, date(2025, 2, 1))
    turned(player, DecisionKind.INACTIVE, date(2025, 2, 20))
    turned(player, DecisionKind.ACTIVE, date(2025, 3, 5))

    days = (date(2025, 2, 10), date(2025, 3, 1), date(2025, 3, 10))
    found = [forecast_decay(chess_pool().pk, player.pk, day) for day in days]

    assert [each.active_since for each in found] == [
        date(2025, 2, 1), None, date(2025, 3, 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("today", "day"),
    [(date(2025, 2, 10), date(2025, 2, 1)), (date(2025, 3, 10), date(2030, 2, 1))],
)
def test_fall_due_on_the_open_periods_first_day_is_forecast(renju, today, day):
    """Five years after a level that a tournament of 1 February 2020 gave."""
    newcomer = member()
    estimate = side(newcomer, outside=12, outside_kind="estimate")
    decided(other := member(), 12, on=date(2020, 1, 10))
    posted(line(estimate, other, 1, date(2020, 2, 1)))
    acting = ActionContext(None, NOON)
    open_period_of_today(chess_pool(), today=today, acting=acting)
    computed()

    found = forecast_decay(chess_pool().pk, newcomer.pk, today)

    assert found is not None
    assert found.falls_on == day


def test_player_without_a_level_has_no_forecast(player):
    assert forecast_decay(chess_pool().pk, member().pk, date(2025, 3, 10)) is None


def test_activity_decision_is_refused_if_the_system_does_not_use_it():
    draft = DecisionDraft(
        chess_pool().pk, DecisionKind.ACTIVE, member().pk, FULL, None, "plays"
    )

    with pytest.raises(DecisionNotPossible) as refused:
        make_decision(draft, acting=ActionContext(UserFactory().pk, NOON))

    assert refused.value.code == "not_here"

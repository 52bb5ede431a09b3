"""Which steps and players are out of date between two posting numbers."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.domain.authorship import ActionContext
from ratings.decisions.domain.decisions import DecisionDraft, make_decision
from ratings.engine.domain import damage
from ratings.engine.domain.alias_damage import find_alias_damage
from ratings.engine.domain.damage import find_damage
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import hold_report
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Pool
from ratings.pools.domain.pools import carry_corrections
from tests.factories import (
    NOON,
    acting,
    chess_pool,
    line,
    member,
    posted,
    rated_by,
    second_pool,
)
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    decided,
    published,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
SPRINGS_END, SUMMERS_END = date(2026, 4, 30), date(2026, 8, 31)


def open_period(today):
    open_period_of_today(chess_pool(), today=today, acting=ActionContext(None, NOON))


def damage_since(number):
    pool = Pool.objects.get(pk=chess_pool().pk)
    return find_damage(LedgerSnapshot.of(pool.pk, pool.posted), number)


def newest_posting():
    return Pool.objects.get(pk=chess_pool().pk).posted


def test_opening_a_period_makes_only_the_previous_one_out_of_date():
    posted(line(member(), member(), 2, date(2025, 10, 1)))
    open_period(date(2026, 6, 1))
    before = newest_posting()

    open_period(date(2026, 10, 1))

    assert damage_since(before).replay_from == SUMMERS_END


def test_first_period_of_a_pool_is_computed_from_its_own_step():
    posted(line(member(), member(), 2, SPRING))

    assert damage_since(0).replay_from == SPRINGS_END


def test_one_more_game_of_a_merged_card_than_the_limit_is_read():
    """So that the caller sees that there are too many to follow."""
    merged_card, remaining_card, *others = (member() for _number in range(5))
    posted(
        *(
            line(merged_card, other, 2, SPRING, key=key, round=key)
            for key, other in enumerate(others, 1)
        )
    )
    was, now = (
        PlayerAliases.of([]),
        PlayerAliases.of([(merged_card.pk, remaining_card.pk)]),
    )

    found = find_alias_damage(chess_pool().pk, [], was, now, most=1)

    assert found.games == 2


def test_no_period_is_shut_before_the_carrying_policy():
    accepted(line(member(), member(), 2, SPRING))
    rating_list = published(SPRING)
    carry_corrections(chess_pool().pk, reason="statutes", acting=acting())
    up_to_date()

    pool = chess_pool().pk
    assert LedgerSnapshot.of(pool, rating_list.posting_number).shut == ()
    assert [end for end, _at in LedgerSnapshot.of(pool, newest_posting()).shut] == [
        SPRINGS_END
    ]


def found_since(number):
    found = damage_since(number)
    players = {day: those for day, those in found.players.items() if those}
    return found.replay_from, players, found.games


def ids(*players):
    return {player.pk for player in players}


def test_nothing_is_out_of_date_without_postings():
    posted(line(member(), member(), 2, SPRING))

    assert found_since(newest_posting()) == (None, {}, 0)


def test_only_changed_games_and_their_players_are_out_of_date():
    one, other, third, fourth = (member() for _ in range(4))
    stays = line(one, other, 2, SPRING, key=1)
    posted(stays, line(third, fourth, 2, SPRING, key=2), source_number=7)
    posted(line(one, fourth, 2, SUMMER, key=2), source_number=8)
    before = newest_posting()

    posted(stays, line(one, third, 2, SPRING + DAY, key=2), source_number=7)

    assert found_since(before) == (
        None,
        {SPRING: ids(third, fourth), SPRING + DAY: ids(one, third)},
        1,
    )


def test_report_posted_and_withdrawn_between_both_numbers_is_no_damage():
    first = line(member(), member(), 2, SPRING, key=1)
    posted(first, source_number=7)
    before = newest_posting()
    hold_report(
        posted(line(member(), member(), 2, SPRING), source_number=8).pk,
        "Which year?",
        acting=ActionContext(None, NOON),
    )

    assert found_since(before) == (None, {}, 0)


def test_above_the_limit_of_games_all_is_recomputed_from_the_first(monkeypatch):
    monkeypatch.setattr(damage, "MANY_GAMES", 2)
    posted(line(member(), member(), 2, SUMMER), source_number=6)
    posted(line(member(), member(), 2, date(2025, 10, 1)), source_number=7)
    before = newest_posting()
    three = [line(member(), member(), 2, SUMMER) for _ in range(2)]

    posted(*three, source_number=8)
    assert found_since(before)[0] is None
    posted(line(member(), member(), 2, SPRING), source_number=9)

    assert found_since(before) == (SPRING, {}, 3)


def decide(player, points, kind, on):
    before = newest_posting()
    decided(player, points, kind=kind, on=on)
    return before


@shared
def three_periods():
    """A player with games in October, February and June."""
    player = member()
    for day in (date(2025, 10, 1), SPRING, SUMMER):
        posted(line(player, member(), 2, day))
    return player


def test_decision_about_points_damages_its_day(three_periods):
    before = decide(three_periods, 25, DecisionKind.ADJUSTMENT, SPRING)

    assert found_since(before) == (None, {SPRING: ids(three_periods)}, 0)


def test_decision_about_all_players_recomputes_all_from_its_day(three_periods):
    before = decide(None, None, DecisionKind.WITHHOLD_BONUS, SPRING)

    assert found_since(before) == (SPRING, {}, 0)


def test_start_rating_recomputes_all_from_the_day_of_the_first(three_periods):
    second_pool_decision(three_periods)
    decided(three_periods, 1500, on=SPRING)
    before = decide(three_periods, 1600, DecisionKind.START, SUMMER)

    assert found_since(before) == (SPRING, {}, 0)


def test_query_count_does_not_depend_on_number_of_start_ratings(
    three_periods, django_assert_num_queries
):
    decided(three_periods, 1500, on=SPRING)
    first = decide(three_periods, 1600, DecisionKind.START, SUMMER)
    with CaptureQueriesContext(connection) as of_one:
        assert found_since(first) == (SPRING, {}, 0)

    for points in (1700, 1750):
        decided(member(), points, on=SUMMER)
    with django_assert_num_queries(len(of_one)):
        assert found_since(first) == (SPRING, {}, 0)


def second_pool_decision(player):
    """Propose a decision that waits for a second officer and is about another pool: it
    has no effect here."""
    draft = DecisionDraft(
        second_pool().pk, DecisionKind.START, player.pk, date(2025, 9, 1), 1500, "known"
    )
    make_decision(draft, acting=acting())


@pytest.mark.parametrize(
    ("on", "ends"),
    [(SPRINGS_END, [SPRINGS_END, SUMMER, SUMMERS_END]), (SUMMERS_END, [SUMMERS_END])],
)
def test_player_becoming_active_is_out_of_date_from_the_step_of_that_day(
    three_periods, on, ends
):
    rated_by("renju")
    before = decide(three_periods, None, DecisionKind.ACTIVE, on)

    replay, players, games = found_since(before)

    assert (replay, games) == (None, 0)
    assert players == {end: ids(three_periods) for end in ends}


def test_event_rated_as_a_whole_recomputes_all_from_its_last_day():
    rated_by("renju")
    posted(line(member(), member(), 2, date(2026, 2, 28)))
    before = newest_posting()

    posted(
        line(member(), member(), 2, SPRING),
        line(member(), member(), 2, SPRING + 3 * DAY),
    )

    assert found_since(before)[0] == SPRING + 3 * DAY


def test_merge_damages_both_cards_in_every_step_and_the_merged_cards_opponents():
    merged_card, remaining_card, met, other = (member() for _ in range(4))
    posted(line(remaining_card, other, 2, date(2025, 10, 1)))
    posted(line(met, merged_card, 2, SPRING))
    posted(line(remaining_card, other, 2, SUMMER))
    before = newest_posting()
    by = [acting() for _ in range(2)]
    merge = propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "one"), acting=by[0]
    )
    confirm_merge(merge.pk, acting=by[1])

    replay, players, games = found_since(before)

    assert replay is None
    assert games == 2
    assert players == {
        SPRING: ids(merged_card, remaining_card, met),
        SPRINGS_END: ids(merged_card, remaining_card),
        SUMMER: ids(remaining_card, other),
        SUMMERS_END: ids(merged_card, remaining_card),
    }

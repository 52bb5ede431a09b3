"""What waits for the board and what it has decided: `ratings.board.queries.board`."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from ratings.board.domain.board import BoardDraft, decide_level, notify_board
from ratings.board.queries.board import (
    board_members,
    decided_by_board,
    waiting_for_board,
)
from ratings.decisions.domain.decisions import post_decision
from ratings.enums import DecisionKind
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Decision, Edition
from ratings.pools.domain.pools import create_pool
from tests.factories import (
    CLOSED,
    NOON,
    RoleFactory,
    UserFactory,
    acting,
    chess_pool,
    member,
    rated_by,
)
from tests.ratings.rating_lists import SPRING, SUMMER, accepted, up_to_date
from tests.ratings.rating_lists import decided as made
from tests.ratings.renju_pool import (
    THREE_DAN,
    TWO_DAN,
    board_member,
    cup,
    cup_lines,
    cup_players,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db
TODAY = NOON.date()
DAY = timedelta(days=1)


@shared
def two_cups():
    """Two tournaments, each with a player who reaches 3 dan; the later one was reported
    first.
    """
    rated_by("renju")
    later, earlier = cup_players(), cup_players()
    return (
        (later[-1], cup(later, day=SUMMER, source=78)),
        (earlier[-1], cup(earlier, day=SPRING)),
    )


def decided(player, report, at=NOON, reason=""):
    draft = BoardDraft(player.pk, report.pk, THREE_DAN, THREE_DAN, reason)
    decision = decide_level(draft, acting=ActionContext(board_member().pk, at))
    up_to_date()
    return decision


def waiting(**filters):
    return [each.player_id for each in waiting_for_board(**filters)]


def test_level_that_waits_longest_since_its_letter_is_listed_first(two_cups):
    (late, _late_report), (early, _early_report) = two_cups
    assert waiting() == [late.pk, early.pk]

    notify_board(at=NOON)

    assert waiting() == [late.pk, early.pk]


def test_waiting_levels_are_filtered_by_the_day_their_event_ended(two_cups):
    (late, _late_report), (early, _early_report) = two_cups

    assert waiting(first=SPRING, last=SPRING) == [early.pk]
    assert waiting(first=SPRING + DAY, last=SUMMER) == [late.pk]


def test_waiting_levels_are_filtered_by_players_and_events(two_cups):
    (late, _late_report), (early, report) = two_cups

    assert waiting(players=[late.pk]) == [late.pk]
    assert waiting(reports=[report.pk]) == [early.pk]
    assert waiting(players=[late.pk], reports=[report.pk]) == []
    assert waiting(players=[]) == []


def test_a_decision_about_one_leaves_the_other_waiting(two_cups):
    (late, report), (early, _early_report) = two_cups
    decided(late, report)

    assert waiting() == [early.pk]


def test_same_level_reached_in_another_event_waits_again(two_cups):
    """A decision of the board applies to one event."""
    _late, (early, report) = two_cups
    decided(early, report)
    made(early, -1, kind=DecisionKind.ADJUSTMENT, on=SPRING + 30 * DAY)
    others = cup_players()[:-1]
    again = cup([*others, early], day=SUMMER, source=79)

    found = waiting_for_board(players=[early.pk])

    assert [(each.report_id, each.level) for each in found] == [(again.pk, THREE_DAN)]


def test_latest_board_decision_is_listed_first(two_cups):
    (late, late_report), (early, early_report) = two_cups
    decided(early, early_report)
    decided(late, late_report, at=NOON + DAY)

    assert [each.player_id for each in decided_by_board()] == [late.pk, early.pk]
    assert [each.player_id for each in decided_by_board(most=1)] == [late.pk]


def test_board_decisions_are_filtered_by_player_and_pool(two_cups):
    (late, late_report), (early, _early_report) = two_cups
    decided(late, late_report)
    other_pool = create_pool(
        code="other",
        name="Other",
        system="renju",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    pool = chess_pool().pk

    (found,) = decided_by_board(pool, players=[late.pk])
    assert (found.event, found.words) == ("Cup", "3 dan")
    assert decided_by_board(pool, players=[early.pk]) == []
    assert decided_by_board(other_pool.pk) == []


def test_board_members_are_those_in_office_that_day():
    leaves = RoleFactory(kind=RoleKind.BOARD, to_date=TODAY).user
    comes = RoleFactory(kind=RoleKind.BOARD, from_date=TODAY + DAY).user
    RoleFactory(kind=RoleKind.BOARD, user=UserFactory(**CLOSED))
    RoleFactory(kind=RoleKind.RATING_OFFICER)

    assert [board_members(day) for day in (TODAY, TODAY + DAY)] == [[leaves], [comes]]


def test_decision_about_a_merged_card_belongs_to_its_player(two_cups):
    (late, report), _early = two_cups
    decided(late, report)
    stays = member()
    by = [acting() for _ in range(2)]
    merge = propose_merge(MergeDraft(late.pk, stays.pk, "one man"), acting=by[0])
    confirm_merge(merge.pk, acting=by[1])
    up_to_date()

    assert waiting(players=[stays.pk]) == []
    found = decided_by_board(players=[stays.pk])
    assert [(each.player_id, each.report_id) for each in found] == [
        (stays.pk, report.pk)
    ]


def test_board_decides_only_about_days_on_which_its_system_rated_the_pool(two_cups):
    _late, (early, _early_report) = two_cups
    facts = {"pool": chess_pool(), "system": "elo", "parameters": {}}
    Edition.objects.create(from_date=SUMMER, **facts)

    assert waiting() == [early.pk]


def test_edition_of_another_pool_does_not_end_the_boards_competence(two_cups):
    (late, _late_report), (early, _early_report) = two_cups
    create_pool(
        code="other", name="Other", system="elo", parameters={}, from_date=SPRING
    )
    assert waiting() == [late.pk, early.pk]


def test_level_names_are_those_of_the_system_that_rated_the_event(two_cups):
    (late, report), _early = two_cups
    decided(late, report)
    facts = {"pool": chess_pool(), "system": "elo", "parameters": {}}
    Edition.objects.create(from_date=SUMMER + DAY, **facts)

    assert [each.words for each in decided_by_board()] == ["3 dan"]


def test_user_who_sent_or_accepted_the_report_may_not_decide(two_cups):
    (late, report), _early = two_cups
    (found,) = waiting_for_board(players=[late.pk])
    accepted_by = replace(found, accepted_by_id=UserFactory().pk)

    assert found.sent_by_id == report.sent_by_id
    assert [
        accepted_by.may_decide(user)
        for user in (found.sent_by_id, accepted_by.accepted_by_id, UserFactory().pk)
    ] == [False, False, True]


def test_system_is_taken_of_the_first_day_and_waiting_level_of_the_last_day():
    rated_by("renju")
    players, ended = cup_players(), SPRING + 7 * DAY
    report = accepted(*cup_lines(players, ended=ended))
    up_to_date()
    facts = {"pool": chess_pool(), "system": "elo", "parameters": {}}
    Edition.objects.create(from_date=SPRING + DAY, **facts)

    (found,) = waiting_for_board()
    assert (found.started_on, found.ended_on) == (SPRING, ended)
    assert waiting(first=ended, last=ended) == [players[-1].pk]
    assert waiting(last=ended - DAY) == []
    draft = BoardDraft(players[-1].pk, report.pk, THREE_DAN, THREE_DAN)
    decision = decide_level(draft, acting=acting(board_member()))
    assert decision.on_date == ended


def test_higher_level_than_the_one_decided_waits_again(two_cups):
    """When the board decided, the rules gave a lower level for the same event."""
    _late, (early, report) = two_cups
    by = acting(board_member())
    less = Decision.objects.create(
        pool_id=report.pool_id,
        kind=DecisionKind.BOARD,
        player=early,
        on_date=SPRING,
        points=TWO_DAN,
        by_rules=TWO_DAN,
        report=report,
        made_by_id=by.user_id,
        made_at=NOON,
    )
    post_decision(less, by)

    assert early.pk in waiting()

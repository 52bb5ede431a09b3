"""Revised lists wait only if something differs: `ratings.lists.domain.revisions` and
what a computation notes about the lists that it moved.
"""

from datetime import UTC, date, datetime

import pytest

from federation.domain.authorship import ActionContext
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.engine.domain.computation import compute_pool, replay_whole_pool
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import accept_report
from ratings.lists.domain.publishing import (
    ApprovalNotPossible,
    approve_list,
    publish_list,
)
from ratings.lists.domain.revisions import cancel_unchanged_revisions, pools_to_compare
from ratings.lists.queries.listing import proposal_seen
from ratings.lists.queries.proposals import periods_for_officer
from ratings.models import Approval, Period
from tests.factories import (
    NOON,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.worlds import shared

SPRING, SUMMER = date(2025, 2, 1), date(2025, 6, 1)
TODAY = date(2026, 6, 15)
BUILT = datetime(2026, 6, 15, 13, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@shared
def game():
    """Publish the lists of spring and summer 2025 with one game each."""
    report = accepted(line(member(), member(), 2, SPRING), source_number=7)
    accepted(line(member(), member(), 2, SUMMER), source_number=8)
    open_period_of_today(chess_pool(), today=TODAY, acting=ActionContext(None, NOON))
    computed()
    for period in Period.objects.filter(end_date__lt=date(2025, 9, 1)):
        publish_list(approved(period).pk, at=BUILT)
    assert waiting() == []
    return report.lines.get()


def accepted(*lines, **facts):
    report = posted(*lines, **facts)
    accept_report(report.pk, acting=ActionContext(None, NOON))
    return report


def approved(period):
    return approve_list(
        period.pk,
        seen=proposal_seen(period),
        comment="",
        today=TODAY,
        acting=acting(),
    )


def corrected(game, score):
    accepted(line(game.white, game.black, score, SPRING, key=game.key), source_number=7)
    compute_pool(chess_pool().pk, at=NOON, cause="test")


def waiting():
    """Return the first days of the periods for which a revised list waits."""
    return [
        period.start_date
        for period in Period.objects.order_by("start_date")
        if period.lists.exists()
        and period.lists.latest("revision").posting_number < period.moved
    ]


def test_correction_moves_every_list_with_a_changed_rating(game):
    corrected(game, 0)

    assert waiting() == [date(2025, 1, 1), date(2025, 5, 1)]
    assert cancel_unchanged_revisions(chess_pool().pk) == []


def test_correction_without_later_effect_leaves_later_lists_unchanged(game):
    """Both players' ratings are set by decision in summer, whatever came before."""
    for player in (game.white_id, game.black_id):
        decision = make_decision(
            DecisionDraft(
                chess_pool().pk, DecisionKind.ASSESSED, player, SUMMER, 1500, "known"
            ),
            acting=acting(),
        )
        confirm_decision(decision.pk, acting=ActionContext(None, NOON))
    computed()
    summer = Period.objects.get(start_date=date(2025, 5, 1))
    publish_list(approved(summer).pk, at=BUILT)
    corrected(game, 0)

    # The base in summer differs, and so does that list's working; later nothing does.
    assert waiting() == [date(2025, 1, 1), date(2025, 5, 1)]
    autumn = Period.objects.get(start_date=date(2025, 9, 1))
    assert autumn.moved < Period.objects.get(start_date=date(2025, 5, 1)).moved


def test_correction_back_to_the_published_result_makes_no_list_wait(game):
    corrected(game, 0)
    corrected(game, 2)
    assert waiting() == [date(2025, 1, 1), date(2025, 5, 1)]

    cancelled = cancel_unchanged_revisions(chess_pool().pk)

    assert len(cancelled) == 2
    assert waiting() == []


def test_correction_back_to_the_original_makes_a_list_with_revision_wait(game):
    corrected(game, 0)
    cancel_unchanged_revisions(chess_pool().pk)
    for period in Period.objects.filter(end_date__lt=date(2025, 9, 1)):
        publish_list(approved(period).pk, at=BUILT)
    assert waiting() == []
    corrected(game, 2)

    assert cancel_unchanged_revisions(chess_pool().pk) == []
    assert waiting() == [date(2025, 1, 1), date(2025, 5, 1)]


def test_moves_of_another_pool_are_ignored(game):
    other = second_pool()
    corrected(game, 0)
    corrected(game, 2)

    assert cancel_unchanged_revisions(other.pk) == []
    assert waiting() == [date(2025, 1, 1), date(2025, 5, 1)]


def test_a_replay_that_changes_nothing_makes_no_list_wait(game):
    accepted(line(member(), member(), 2, TODAY))
    replay_whole_pool(chess_pool().pk, at=NOON)
    assert waiting() == [date(2025, 1, 1), date(2025, 5, 1)]

    cancel_unchanged_revisions(chess_pool().pk)

    assert waiting() == []


def test_new_result_moves_no_list_of_the_past(game):
    accepted(line(game.white, game.black, 2, TODAY))
    computed()

    assert waiting() == []


def test_list_being_built_is_skipped(game):
    corrected(game, 0)
    cancel_unchanged_revisions(chess_pool().pk)
    spring = Period.objects.get(start_date=date(2025, 1, 1))
    approved(spring)
    corrected(game, 2)

    cancel_unchanged_revisions(chess_pool().pk)

    assert waiting() == [spring.start_date]
    assert publish_list(Approval.objects.latest("pk").pk, at=BUILT) is None


def proposed():
    """Return the first days of the periods whose revised list is shown and counted."""
    found = periods_for_officer(TODAY).exclude(newest_list_id=None)
    return sorted(found.values_list("start_date", flat=True))


def test_revised_list_is_proposed_once_compared(game):
    corrected(game, 0)
    assert (waiting(), proposed()) == ([date(2025, 1, 1), date(2025, 5, 1)], [])

    cancel_unchanged_revisions(chess_pool().pk)

    assert proposed() == [date(2025, 1, 1), date(2025, 5, 1)]


def test_list_that_moved_back_is_never_proposed(game):
    corrected(game, 0)
    cancel_unchanged_revisions(chess_pool().pk)
    corrected(game, 2)

    assert proposed() == []
    cancel_unchanged_revisions(chess_pool().pk)
    assert (proposed(), waiting()) == ([], [])


def test_revised_list_cannot_be_approved_before_comparison(game):
    corrected(game, 0)

    with pytest.raises(ApprovalNotPossible, match=r"^computing$"):
        approved(Period.objects.get(start_date=date(2025, 1, 1)))


def test_death_or_change_of_club_makes_no_revised_list_wait(game):
    """A replay marks every list as moved, but the ratings on them are unchanged."""
    game.white.status = "deceased"
    game.white.save()
    game.black.memberships.update(to_date=date(2024, 12, 31))
    replay_whole_pool(chess_pool().pk, at=NOON)
    accepted(line(member(), member(), 2, TODAY))
    replay_whole_pool(chess_pool().pk, at=NOON)
    assert waiting() == [date(2025, 1, 1), date(2025, 5, 1)]

    cancel_unchanged_revisions(chess_pool().pk)

    assert (waiting(), proposed()) == ([], [])


def test_moving_a_players_only_game_to_another_period_makes_a_list_wait(game):
    accepted(
        line(game.white, game.black, 2, date(2025, 12, 1), key=game.key),
        source_number=7,
    )
    compute_pool(chess_pool().pk, at=NOON, cause="test")

    cancel_unchanged_revisions(chess_pool().pk)

    assert proposed() == [date(2025, 1, 1), date(2025, 5, 1)]


def test_uncompared_lists_are_found(game):
    """The message may have been lost, or an approval may have prevented it."""
    pool = chess_pool().pk
    assert pools_to_compare() == []
    corrected(game, 0)
    assert pools_to_compare() == [pool]
    cancel_unchanged_revisions(pool)
    assert pools_to_compare() == []
    for period in Period.objects.filter(end_date__lt=date(2025, 9, 1)):
        approved(period)
    corrected(game, 2)
    assert pools_to_compare() == []

    for approval in Approval.objects.filter(state="requested"):
        assert publish_list(approval.pk, at=BUILT) is None

    assert pools_to_compare() == [pool]
    cancel_unchanged_revisions(pool)
    assert (waiting(), proposed(), pools_to_compare()) == ([], [], [])

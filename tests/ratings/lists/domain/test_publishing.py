"""Approving and building lists: `ratings.lists.domain.publishing`. Expected ratings
come from SSF rating, points 3 (equal within 10: ±16) and 9 (1300 to start from).
"""

import json
from datetime import UTC, date, datetime
from hashlib import sha256

import pytest
from django.db import ProgrammingError, connection, transaction

from federation.domain.authorship import ActionContext
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.engine.domain.computation import compute_pool
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    return_report,
    withdraw_report,
)
from ratings.lists.domain.publishing import (
    ApprovalNotPossible,
    approve_list,
    publish_list,
)
from ratings.lists.queries.listing import proposal_seen
from ratings.lists.queries.proposals import waiting_reports
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import (
    Approval,
    Edition,
    ListEntry,
    Period,
    Pool,
    RatingList,
    Report,
)
from ratings.rules.conversion import FIDE_2024
from ratings.signals import list_approved, pool_posted
from tests.factories import (
    NOON,
    PlayerFactory,
    UserFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
    side,
)
from tests.races import second_waits, together
from tests.ratings.rating_lists import open_next_period
from tests.refusals import refusal_code
from tests.worlds import shared

DAY = date(2026, 2, 1)
AFTER = date(2026, 5, 2)
BUILT = datetime(2026, 6, 15, 13, tzinfo=UTC)

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@pytest.fixture
def officer():
    return acting()


@shared
def game():
    """Post and compute an accepted report of one game in January to April."""
    report = posted(line(member(), member(), 2, DAY), source_number=7)
    accept_report(report.pk, acting=ActionContext(None, NOON))
    open_next_period(period())
    computed()
    return report.lines.get()


@pytest.fixture
def other_pool():
    return second_pool()


def corrected(game, score=0):
    """Post the same game with another result, accepted."""
    report = posted(
        line(game.white, game.black, score, DAY, key=game.key), source_number=7
    )
    accept_report(report.pk, acting=ActionContext(None, NOON))
    return report


def other_results():
    """Post other results, without which the period would be removed with the withdrawn
    ones.
    """
    report = posted(line(member(), member(), 1, DAY), source_number=8)
    accept_report(report.pk, acting=ActionContext(None, NOON))


def period():
    return Period.objects.get(pool=chess_pool(), start_date=date(2026, 1, 1))


def approved(officer, **facts):
    seen = facts.pop("seen", None) or proposal_seen(period())
    named = {"comment": "", "today": AFTER, "acting": officer, **facts}
    return approve_list(period().pk, seen=seen, **named)


def refusal(*arguments, **named):
    return refusal_code(approved, *arguments, **named)


def ratings_on(published):
    return dict(
        ListEntry.objects.filter(list_id=published.pk)
        .order_by("position")
        .values_list("player_id", "rating")
    )


# --- approving -----------------------------------------------------------------
def test_proposal_seen_is_approved_and_built(game, officer):
    approval = approved(officer, comment=" Ten new players. ")

    published = publish_list(approval.pk, at=BUILT)

    assert ratings_on(published) == {game.white_id: 1316, game.black_id: 1284}
    assert (
        published.number,
        published.valid_from,
        published.revision,
        published.comment,
        published.approved_by_id,
        published.approved_at,
        published.published_at,
    ) == (1, date(2026, 5, 1), 0, "Ten new players.", officer.user_id, NOON, BUILT)
    assert (published.listed, published.players, published.games) == (2, 2, 2)
    assert Approval.objects.get().state == "published"


def test_database_statistics_of_list_lines_exist_upon_publication(game, officer):
    publish_list(approved(officer).pk, at=BUILT)

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT reltuples FROM pg_class WHERE oid = %s::regclass",
            [f"ratings_listentry_{chess_pool().pk}"],
        )
        assert cursor.fetchone() == (2,)


def test_a_period_that_has_not_ended_is_not_approved(game, officer):
    assert refusal(officer, today=date(2026, 4, 30)) == "open"
    assert approved(officer, today=date(2026, 5, 1)).state == "requested"


def test_unjudged_report_blocks_its_list(game, officer):
    report = posted(line(member(), member(), 2, DAY))
    computed()

    assert waiting_reports(period()) == [report]
    assert refusal(officer) == "waiting"
    hold_report(report.pk, "look", acting=officer)
    computed()
    assert approved(officer).state == "requested"


def test_unjudged_report_across_the_boundary_blocks_both_lists(game, officer):
    posted(
        line(member(), member(), 2, DAY),
        line(member(), member(), 2, date(2026, 5, 3)),
    )
    computed()

    names = [len(waiting_reports(each)) for each in Period.objects.all()]
    assert names == [1, 1]


@pytest.mark.parametrize("stop", [hold_report, return_report, withdraw_report])
def test_user_who_stopped_accepted_results_may_not_approve(game, officer, stop):
    other_results()
    stop(game.report_id, "Who played?", acting=officer)
    computed()

    assert refusal(officer) == "stopped"
    assert approved(acting()).state == "requested"


def test_user_who_stopped_results_may_approve_if_four_eyes_are_waived(
    game, officer, settings
):
    hold_report(game.report_id, "Who played?", acting=officer)
    computed()
    settings.FOUR_EYES = False

    assert approved(officer).state == "requested"


def test_user_who_stopped_results_may_not_approve_a_later_list_either(game, officer):
    white, black = game.white, game.black
    later = posted(line(white, black, 2, date(2026, 6, 1)), source_number=9)
    accept_report(later.pk, acting=ActionContext(None, NOON))
    open_next_period(Period.objects.get(start_date=date(2026, 5, 1)))
    computed()
    summer = Period.objects.get(start_date=date(2026, 5, 1))
    withdraw_report(game.report_id, "Who played?", acting=officer)
    computed()

    seen = {"seen": proposal_seen(summer), "comment": "", "today": date(2026, 9, 2)}
    with pytest.raises(ApprovalNotPossible) as answer:
        approve_list(summer.pk, **seen, acting=officer)
    assert answer.value.code == "stopped"
    assert approve_list(summer.pk, **seen, acting=acting())


def test_user_who_stopped_an_accepted_correction_may_not_approve(game, officer):
    again = corrected(game, score=1)
    computed()
    withdraw_report(again.pk, "It was right before.", acting=officer)
    computed()

    assert refusal(officer) == "stopped"


def test_stopping_unaccepted_results_bars_no_approver(game, officer):
    report = posted(line(member(), member(), 2, DAY), source_number=8)
    return_report(report.pk, "Who played?", acting=officer)
    computed()

    assert approved(officer).state == "requested"


def test_stopped_results_resubmitted_and_accepted_bar_no_approver(game, officer):
    return_report(game.report_id, "Who played?", acting=officer)
    corrected(game, score=1)
    computed()

    assert approved(officer).state == "requested"


def test_earlier_approval_does_not_cover_results_stopped_later(game, officer):
    publish_list(approved(acting()).pk, at=BUILT)
    withdraw_report(game.report_id, "Who played?", acting=officer)
    computed()

    assert refusal(officer) == "stopped"


def test_approval_in_another_pool_does_not_cover_results_stopped_here(
    game, officer, other_pool
):
    other_results()
    withdraw_report(game.report_id, "Who played?", acting=officer)
    computed()
    other_report = posted(line(member(), member(), 2, DAY), pool_id=other_pool.pk)
    accept_report(other_report.pk, acting=ActionContext(None, NOON))
    same_days = Period.objects.get(pool=other_pool)
    open_next_period(same_days)
    compute_pool(other_pool.pk, at=NOON, cause="test")
    approval = approve_list(
        same_days.pk,
        seen=proposal_seen(same_days),
        comment="",
        today=AFTER,
        acting=ActionContext(UserFactory().pk, BUILT),
    )
    assert publish_list(approval.pk, at=BUILT).valid_from == date(2026, 5, 1)

    assert refusal(officer) == "stopped"


def test_results_stopped_of_later_days_or_another_pool_bar_no_approver(
    game, officer, other_pool
):
    elsewhere = {"source_number": 10, "pool_id": other_pool.pk}
    for day, facts in ((date(2026, 6, 1), {"source_number": 9}), (DAY, elsewhere)):
        report = posted(line(member(), member(), 2, day), **facts)
        accept_report(report.pk, acting=ActionContext(None, NOON))
        withdraw_report(report.pk, "Who played?", acting=officer)
    computed()

    assert approved(officer).state == "requested"


def test_games_of_another_pool_are_not_counted(game, officer, other_pool):
    report = posted(line(member(), member(), 2, DAY), pool_id=other_pool.pk)
    accept_report(report.pk, acting=ActionContext(None, NOON))

    assert publish_list(approved(officer).pk, at=BUILT).games == 2


def test_waiting_report_of_another_pool_blocks_no_list(game, officer, other_pool):
    posted(line(member(), member(), 2, DAY), pool_id=other_pool.pk)

    assert waiting_reports(period()) == []
    assert approved(officer).state == "requested"


def test_proposal_different_from_the_one_seen_is_not_approved(game, officer):
    seen = proposal_seen(period())
    corrected(game)
    computed()

    assert refusal(officer, seen=seen) == "moved"


def test_approval_is_refused_while_the_pool_is_computed(game, officer):
    corrected(game)

    assert refusal(officer) == "computing"


def test_second_approval_is_refused_until_the_first_is_built(game, officer):
    approved(officer)

    assert refusal(officer) == "requested"


def test_published_list_is_not_approved_again(game, officer):
    publish_list(approved(officer).pk, at=BUILT)

    assert refusal(officer) == "same"


# --- building ------------------------------------------------------------------
def test_a_list_is_built_once(game, officer):
    approval = approved(officer)

    assert publish_list(approval.pk, at=BUILT) is not None
    assert publish_list(approval.pk, at=BUILT) is None
    assert RatingList.objects.count() == 1


def test_a_proposal_that_moved_after_its_approval_is_not_built(game, officer):
    approval = approved(officer)
    corrected(game)
    computed()

    assert publish_list(approval.pk, at=BUILT) is None
    assert Approval.objects.get().state == "refused"
    assert RatingList.objects.count() == 0
    again = publish_list(approved(officer).pk, at=BUILT)
    assert ratings_on(again) == {game.black_id: 1316, game.white_id: 1284}


def test_uncomputed_posting_is_not_on_the_list(game, officer):
    approval = approved(officer)
    corrected(game)

    published = publish_list(approval.pk, at=BUILT)

    assert ratings_on(published) == {game.white_id: 1316, game.black_id: 1284}
    computed()
    assert period().moved > published.posting_number


def test_a_correction_makes_a_revised_list_beside_the_original(game, officer):
    original = publish_list(approved(officer).pk, at=BUILT)
    corrected(game)
    computed()

    revised = publish_list(approved(officer).pk, at=BUILT)

    assert (revised.number, revised.revision, revised.valid_from) == (
        2,
        1,
        original.valid_from,
    )
    assert ratings_on(revised) == {game.black_id: 1316, game.white_id: 1284}
    assert ratings_on(original) == {game.white_id: 1316, game.black_id: 1284}
    assert revised.input_digest != original.input_digest


def test_lists_are_numbered_per_pool(game, officer, other_pool):
    publish_list(approved(officer).pk, at=BUILT)
    report = posted(line(member(), member(), 2, DAY), pool_id=other_pool.pk)
    accept_report(report.pk, acting=ActionContext(None, NOON))
    other_period = Period.objects.get(pool=other_pool)
    open_next_period(other_period)
    compute_pool(other_pool.pk, at=NOON, cause="test")
    seen = {"seen": proposal_seen(other_period), "comment": "", "today": AFTER}

    published = publish_list(
        approve_list(other_period.pk, **seen, acting=officer).pk, at=BUILT
    )

    assert (published.pool, published.number) == (other_pool, 1)


def test_digest_of_a_list_changes_with_a_merge(game, officer):
    original = publish_list(approved(officer).pk, at=BUILT)
    hands = [acting() for _ in range(2)]
    draft = MergeDraft(game.white_id, member().pk, "one man")
    confirm_merge(propose_merge(draft, acting=hands[0]).pk, acting=hands[1])
    computed()

    revised = publish_list(approved(officer).pk, at=BUILT)

    assert revised.input_digest != original.input_digest


def test_one_revised_list_contains_all_corrections_since_the_last(game, officer):
    publish_list(approved(officer).pk, at=BUILT)
    for score in (0, 1, 2, 1):
        corrected(game, score)
        computed()

    revised = publish_list(approved(officer).pk, at=BUILT)

    assert revised.revision == 1
    assert ratings_on(revised) == {game.white_id: 1300, game.black_id: 1300}
    assert refusal(officer) == "same"


def test_correction_moves_later_lists_too(game, officer):
    open_period_of_today(chess_pool(), today=date(2026, 9, 3), acting=officer)
    computed()
    publish_list(approved(officer).pk, at=BUILT)
    summer = Period.objects.get(start_date=date(2026, 5, 1))
    publish_list(
        approve_list(
            summer.pk,
            seen=proposal_seen(summer),
            comment="",
            today=date(2026, 9, 3),
            acting=officer,
        ).pk,
        at=BUILT,
    )

    corrected(game)
    computed()

    waiting = [
        each.start_date
        for each in Period.objects.filter(end_date__lt=date(2026, 9, 1)).order_by(
            "start_date"
        )
        if each.moved > each.lists.latest("revision").posting_number
    ]
    assert waiting == [date(2026, 1, 1), date(2026, 5, 1)]


def test_a_published_list_cannot_be_changed(game, officer):
    published = publish_list(approved(officer).pk, at=BUILT)

    for rows in (
        RatingList.objects.filter(pk=published.pk),
        ListEntry.objects.filter(list_id=published.pk),
    ):
        for act in (lambda rows=rows: rows.update(pool_id=2), rows.delete):
            with (
                pytest.raises(ProgrammingError, match="permission denied"),
                transaction.atomic(),
            ):
                act()


def test_dead_player_is_not_listed(game, officer):
    game.white.status = "deceased"
    game.white.save()

    published = publish_list(approved(officer).pk, at=BUILT)

    assert (published.listed, published.players) == (1, 2)
    entry = ListEntry.objects.get(player_id=game.white_id)
    assert (entry.position, entry.rating) == (None, 1316)


def test_former_member_is_listed_for_the_configured_time(officer, settings):
    stranger = PlayerFactory()
    report = posted(line(stranger, member(), 2, DAY))
    accept_report(report.pk, acting=ActionContext(None, NOON))
    open_period_of_today(chess_pool(), today=date(2026, 9, 3), acting=officer)
    computed()
    settings.LISTED_MONTHS = 3

    published = publish_list(approved(officer).pk, at=BUILT)
    later = Period.objects.get(start_date=date(2026, 5, 1))
    summer = publish_list(
        approve_list(
            later.pk,
            seen=proposal_seen(later),
            comment="",
            today=date(2026, 9, 3),
            acting=officer,
        ).pk,
        at=BUILT,
    )

    # Played on 1 February: within three months of 1 May, not of 1 September.
    assert stranger.pk in ratings_on(published)
    assert stranger.pk not in ratings_on(summer)


def test_game_against_a_guest_counts_for_the_member_and_a_forfeit_for_none(officer):
    guest = side(PlayerFactory(), is_member=False, outside=1700, outside_kind="fide")
    report = posted(
        line(member(), guest, 2, DAY),
        line(member(), member(), 2, DAY, key=2, played=False),
        line(member(), member(), 2, date(2026, 5, 3), key=3),
    )
    accept_report(report.pk, acting=ActionContext(None, NOON))
    computed()

    assert publish_list(approved(officer).pk, at=BUILT).games == 1


def test_digest_of_a_list_changes_with_a_decision(game, officer):
    first = publish_list(approved(officer).pk, at=BUILT)
    decision = make_decision(
        DecisionDraft(
            chess_pool().pk, DecisionKind.ADJUSTMENT, game.white_id, DAY, 20, "Known"
        ),
        acting=officer,
    )
    confirm_decision(decision.pk, acting=acting())
    computed()
    revised = publish_list(approved(officer).pk, at=BUILT)

    assert first.input_digest != revised.input_digest


def test_digest_of_a_list_changes_with_a_conversion_after_its_last_day(game, officer):
    first = publish_list(approved(officer).pk, at=BUILT)
    draft = EditionDraft(
        chess_pool().pk,
        date(2026, 5, 1),
        "ssf_2008",
        {},
        conversion=FIDE_2024.to_json(),
    )
    adopt_draft(draft, acting=ActionContext(None, NOON))
    computed()
    revised = publish_list(approved(officer).pk, at=BUILT)

    ratings = [
        ListEntry.objects.get(list_id=each.pk, player_id=game.white_id).rating
        for each in (first, revised)
    ]
    # 1300 and 16 points; FIDE's conversion adds 0.40 x (2000 - 1316) = 273.6.
    assert ratings == [1316, 1590]
    assert first.input_digest != revised.input_digest


def test_a_list_without_a_game_can_be_approved(officer):
    posted(line(member(), member(), 2, date(2026, 5, 3)))
    posted(line(member(), member(), 2, date(2025, 12, 3)))
    computed()

    published = publish_list(approved(officer).pk, at=BUILT)

    assert (published.listed, published.players, published.games) == (2, 0, 0)


# --- two at once -----------------------------------------------------------------
@at_once
def test_an_approval_waits_for_the_computation_that_moves_its_proposal(game, officer):
    seen = proposal_seen(period())
    corrected(game)

    answer = second_waits(computed, lambda: approved(officer, seen=seen))

    assert answer.code == "moved"


@at_once
def test_proposal_moved_during_approval_is_refused_when_built(game, officer):
    approvals = []

    def correct_and_compute():
        corrected(game)
        return computed()

    runs = second_waits(
        lambda: approvals.append(approved(officer)), correct_and_compute
    )

    assert runs == 1
    assert publish_list(approvals[0].pk, at=BUILT) is None
    assert Approval.objects.get().state == "refused"


@at_once
def test_period_removed_in_the_meantime_is_not_approved(game, officer):
    seen = proposal_seen(period())

    answer = second_waits(
        lambda: withdraw_report(game.report_id, "Another year", acting=officer),
        lambda: approved(officer, seen=seen),
    )

    assert answer.code == "gone"


@at_once
def test_concurrent_approvals_approve_once(game, officer):
    seen = proposal_seen(period())
    answers = together(
        lambda: approved(officer, seen=seen), lambda: approved(officer, seen=seen)
    )

    codes = [each.code for each in answers if isinstance(each, ApprovalNotPossible)]
    assert codes == ["requested"]
    assert Approval.objects.count() == 1


@at_once
def test_concurrent_workers_build_a_list_once(game, officer):
    approval = approved(officer)

    built = together(
        lambda: publish_list(approval.pk, at=BUILT),
        lambda: publish_list(approval.pk, at=BUILT),
    )

    assert sorted(each is None for each in built) == [False, True]
    assert RatingList.objects.count() == 1


@at_once
def test_posting_during_building_is_announced_again(game, officer):
    approval = approved(officer)
    corrected(game)
    heard = []

    def hear(**facts):
        heard.append(facts["pool_id"])

    pool_posted.connect(hear)
    try:
        publish_list(approval.pk, at=BUILT)
    finally:
        pool_posted.disconnect(hear)

    assert heard == [chess_pool().pk]


def test_approval_of_earlier_days_does_not_cover_results_stopped_later():
    """Another officer's approval of the winter did not check the summer."""
    stopper, other = (acting() for _ in range(2))
    winter = posted(line(member(), member(), 2, date(2026, 2, 1)), source_number=7)
    summer = posted(line(member(), member(), 2, date(2026, 6, 1)), source_number=8)
    for each in (winter, summer):
        accept_report(each.pk, acting=ActionContext(None, NOON))
    open_next_period(Period.objects.get(start_date=date(2026, 5, 1)))
    computed()
    withdraw_report(summer.pk, "Who played?", acting=stopper)
    computed()
    later = datetime(2026, 6, 15, 13, tzinfo=UTC)
    facts = {"comment": "", "today": date(2026, 9, 2)}
    first = Period.objects.get(start_date=date(2026, 1, 1))
    by_other = ActionContext(other.user_id, later)
    done = approve_list(first.pk, seen=proposal_seen(first), acting=by_other, **facts)
    assert publish_list(done.pk, at=later)

    second = Period.objects.get(start_date=date(2026, 5, 1))
    with pytest.raises(ApprovalNotPossible, match=r"^stopped$"):
        approve_list(second.pk, seen=proposal_seen(second), acting=stopper, **facts)


def test_rolled_back_approval_sends_no_signal():
    heard = []

    def hear(approval_id, **_rest):
        heard.append(approval_id)

    def approve_and_roll_back():
        with transaction.atomic():
            approve_list(
                period.pk,
                seen=proposal_seen(period),
                comment="",
                today=date(2026, 9, 2),
                acting=acting(),
            )
            transaction.set_rollback(True)

    report = posted(line(member(), member(), 2, date(2026, 2, 1)))
    accept_report(report.pk, acting=ActionContext(None, NOON))
    period = Period.objects.get(start_date=date(2026, 1, 1))
    open_next_period(period)
    computed()
    period.refresh_from_db()
    list_approved.connect(hear)
    try:
        approve_and_roll_back()
    finally:
        list_approved.disconnect(hear)

    assert heard == []


def test_no_list_is_approved_before_the_next_period_has_booked_its_deductions(officer):
    # SSF rating, point 10: 50 points for a year without a game, booked when the next
    # period is opened. An officer may look at the list before the clock has done that.
    winner, loser = member(), member()
    for number, day in enumerate((date(2025, 2, 1), DAY)):
        players = (winner, loser) if number == 0 else (member(), member())
        report = posted(line(*players, 2, day), source_number=number)
        accept_report(report.pk, acting=ActionContext(None, NOON))
    computed()
    assert refusal(officer, seen=proposal_seen(period())) == "last"

    open_next_period(period())
    computed()
    ratings = ratings_on(publish_list(approved(officer).pk, at=BUILT))
    # Newcomers of 1300: 1316 and 1284 by the game, and a year without another one.
    assert (ratings[winner.pk], ratings[loser.pk]) == (1266, 1234)


def test_the_last_period_of_a_pool_that_has_ended_is_approved(officer):
    posted(line(member(), member(), 2, DAY))
    accept_report(Report.objects.get().pk, acting=ActionContext(None, NOON))
    computed()
    pool = Pool.objects.filter(pk=chess_pool().pk)
    pool.update(ends_on=AFTER)
    assert refusal(officer, seen=proposal_seen(period())) == "last"

    pool.update(ends_on=date(2026, 5, 1))
    assert approved(officer).state == "requested"


def test_line_has_the_change_of_the_period_and_none_for_idle_players(game, officer):
    white, black = game.white, game.black
    newcomer = member()
    later = posted(line(white, newcomer, 2, date(2026, 6, 1)), source_number=9)
    accept_report(later.pk, acting=ActionContext(None, NOON))
    open_next_period(Period.objects.get(start_date=date(2026, 5, 1)))
    computed()
    summer = Period.objects.get(start_date=date(2026, 5, 1))
    approval = approve_list(
        summer.pk,
        seen=proposal_seen(summer),
        comment="",
        today=date(2026, 9, 2),
        acting=officer,
    )

    built = publish_list(approval.pk, at=BUILT)

    columns = ("rating", "base", "change", "games", "score", "last_played")
    figures = {
        row[0]: row[1:]
        for row in ListEntry.objects.filter(list_id=built.pk).values_list(
            "player_id", *columns
        )
    }
    # White had 1316, the newcomer begins with 1300: 16 apart, a win is worth 15.
    assert figures[white.pk] == (1331, 1316, 15, 1, 2, date(2026, 6, 1))
    assert figures[newcomer.pk] == (1285, 1300, -15, 1, 0, date(2026, 6, 1))
    assert figures[black.pk] == (1284, 1284, 0, 0, 0, DAY)


def test_approval_stores_proposal_seen_officer_and_comment(game, officer):
    seen = proposal_seen(period())

    approval = approved(officer, seen=seen, comment="  Ten new.  ")

    assert (approval.moved, approval.digest, approval.by_id, approval.at) == (
        seen.moved,
        seen.digest,
        officer.user_id,
        NOON,
    )
    assert (approval.comment, approval.state) == ("Ten new.", "requested")


def test_waiting_report_of_a_later_period_blocks_no_earlier_list(game, officer):
    posted(line(member(), member(), 2, date(2026, 5, 1)))
    computed()

    assert waiting_reports(period()) == []
    assert approved(officer).state == "requested"


def test_digest_covers_only_what_affects_the_period(game, officer, other_pool):
    """Games and decisions of May or of another pool do not affect the list of winter
    that is built afterwards."""
    first = posted(line(member(), member(), 2, DAY), pool_id=other_pool.pk)
    may = date(2026, 5, 1)
    later = posted(line(member(), member(), 2, may), source_number=9)
    for each in (first, later):
        accept_report(each.pk, acting=ActionContext(None, NOON))
    draft = DecisionDraft(
        chess_pool().pk, DecisionKind.ADJUSTMENT, game.white_id, may, 20, "Known"
    )
    confirm_decision(
        make_decision(draft, acting=officer).pk,
        acting=acting(),
    )
    chess_pool().editions.create(from_date=may, system="ssf_2008", parameters={})
    computed()

    built = publish_list(approved(officer).pk, at=BUILT)

    lines = [
        [game.report_id, game.report.digest],
        [Edition.objects.get(pool=chess_pool(), from_date__lt=may).from_date, "ssf_2008", {}],
    ]  # fmt: skip
    text = json.dumps(lines, default=str, sort_keys=True)
    assert built.input_digest == sha256(text.encode()).hexdigest()

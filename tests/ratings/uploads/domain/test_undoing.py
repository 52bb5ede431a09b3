"""An import is undone completely, or refused with a reason."""

from datetime import UTC, date, datetime

import pytest

from federation.domain.authorship import ActionContext
from federation.models import OutboxMail
from ratings.corrections.domain.claims import ClaimDraft, file_claim
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    revoke_decision,
)
from ratings.enums import ClaimKind, DecisionKind
from ratings.imports.domain.files import first_day_of
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import hold_report, withdraw_report
from ratings.lists.domain.publishing import (
    ApprovalNotPossible,
    approve_list,
    publish_list,
)
from ratings.lists.queries.listing import proposal_seen
from ratings.lists.queries.proposals import periods_for_officer
from ratings.models import (
    Change,
    Counting,
    CurrentRating,
    Decision,
    Period,
    Posting,
    Report,
)
from ratings.pools.domain.pools import end_pool
from ratings.uploads.domain import undoing
from ratings.uploads.domain.newcomers import register_the_rest
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.domain.undoing import undo_import
from tests.factories import (
    NOON,
    PlayerFactory,
    acting,
    chess_pool,
    computed,
    line,
    officer,
)
from tests.races import second_waits
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    decided,
    open_next_period,
    period,
    published,
    rated,
)
from tests.ratings.uploads.bringing import posted_file, reviewed, table, worked_on

pytestmark = pytest.mark.django_db
TIMED = "date,white,black,score,event,minutes"


@pytest.fixture(autouse=True)
def players(db):
    return [PlayerFactory(national_id=f"{number}") for number in (1, 2, 3)]


def games(*rows):
    return posted_file(reviewed(table(*rows, header=TIMED)))


def undone(file, why="Wrong file"):
    return undo_import(file.pk, why, acting=ActionContext(officer().pk, NOON))


def states():
    rows = Report.objects.order_by("name", "version")
    return list(rows.values_list("name", "version", "state"))


def test_all_reports_of_an_undone_file_stop_counting():
    file = games("2023-03-14,1,2,1,One,180", "2023-03-15,2,3,1,Two,180")
    computed()
    assert CurrentRating.objects.exists()
    undone(file)
    computed()
    assert not CurrentRating.objects.exists()
    assert states() == [("One", 1, "withdrawn"), ("Two", 1, "withdrawn")]
    file.refresh_from_db()
    assert (file.state, file.why_undone, file.undone_at) == (
        "undone",
        "Wrong file",
        NOON,
    )
    postings = Posting.objects.filter(act="withdraw").order_by("number")
    assert [(each.reason, each.report.name) for each in postings] == [
        ("Wrong file", "One"),
        ("Wrong file", "Two"),
    ]
    assert postings[1].number == chess_pool().posted
    ends = Counting.objects.order_by("pk").values_list("span", flat=True)
    assert [span.upper for span in ends] == [each.number for each in postings]


def periods():
    return list(
        Period.objects.order_by("start_date").values_list("start_date", "posted")
    )


def rows():
    """Return all players' rows: step, rating before and after, and start."""
    found = Change.objects.order_by("player_id", "ended_on")
    return list(
        found.values_list("player_id", "ended_on", "before", "after", "start_from")
    )


def test_its_periods_are_removed_and_no_list_waits_without_a_difference():
    adam, bertil = rated(1950, national_id="7"), rated(2220, national_id="8")
    accepted(line(adam, bertil, 2, SPRING))
    published(SPRING)
    before = periods(), rows(), list(CurrentRating.objects.order_by("pk").values())
    file = games("2023-03-14,7,2,1,One,180")
    computed()
    assert periods()[0][0] == date(2023, 1, 1)
    undone(file)
    computed()
    after = periods(), rows(), list(CurrentRating.objects.order_by("pk").values())
    assert after == before
    today = date(2026, 12, 1)
    running = [each.end_date for each in periods_for_officer(today)]
    assert running == [
        max(end for end in Period.objects.values_list("end_date", flat=True))
    ]


def test_period_with_other_results_is_kept():
    adam, bertil = rated(1950, national_id="7"), rated(2220, national_id="8")
    file = games("2023-03-14,7,8,1,One,180", "2024-03-14,7,8,1,Two,180")
    accepted(line(adam, bertil, 2, date(2023, 9, 2)))
    opened = periods()
    undone(file)
    computed()
    assert periods() == [each for each in opened if each[0] >= date(2023, 7, 1)]
    assert min(row[1] for row in rows()) == date(2023, 12, 31)


def test_period_with_later_decisions_is_kept(players):
    file = games("2023-03-14,1,2,1,One,180")
    opened = periods()
    decided(players[2], 1900, on=date(2023, 2, 1))
    undone(file)
    assert periods() == opened


def test_period_with_a_waiting_decision_is_kept(players):
    file = games("2023-03-14,1,2,1,One,180")
    opened = periods()
    draft = DecisionDraft(
        chess_pool().pk,
        DecisionKind.START,
        players[2].pk,
        date(2023, 2, 1),
        1900,
        "known strength",
    )
    waiting = make_decision(draft, acting=ActionContext(officer().pk, NOON))
    undone(file)
    assert periods() == opened

    confirm_decision(waiting.pk, acting=ActionContext(officer().pk, NOON))
    computed()
    assert CurrentRating.objects.get().rating == 1900


def test_periods_of_held_reports_are_removed():
    strangers = PlayerFactory(), PlayerFactory()
    accepted(line(*strangers, 1, date(2026, 1, 14), minutes=180))
    before = periods()
    file = games("2023-03-14,1,2,1,One,180")
    report = Report.objects.get(name="One")
    hold_report(report.pk, "Odd", acting=ActionContext(officer().pk, NOON))
    undone(file)
    assert periods()[0] == before[0]


def test_pool_without_other_results_is_empty_again():
    undone(games("2023-03-14,1,2,1,One,180"))
    computed()
    assert (periods(), rows()) == ([], [])


def test_replaced_versions_count_again():
    games("2023-03-14,1,2,1,One,180")
    second = reviewed(table("2023-03-14,1,2,0,One,180", header=TIMED))
    undone(posted_file(second, replaces=True))
    assert states() == [("One", 1, "accepted"), ("One", 2, "withdrawn")]
    again = Counting.objects.get(report__version=1, span__endswith=None)
    assert again.span.lower == Posting.objects.get(act="withdraw").number


def test_replaced_version_with_results_after_the_pools_last_day_does_not_count_again():
    games("2023-09-14,1,2,1,One,180")
    second = reviewed(table("2023-03-14,1,2,0,One,180", header=TIMED))
    file = posted_file(second, replaces=True)
    end_pool(chess_pool().pk, date(2023, 6, 30), acting=acting())
    undone(file)
    assert states() == [("One", 1, "superseded"), ("One", 2, "withdrawn")]
    assert not Counting.objects.filter(span__endswith=None).exists()


@pytest.mark.django_db(transaction=True)
def test_replaced_version_does_not_count_again_if_the_pool_ends_before_it_meanwhile():
    games("2023-09-14,1,2,1,One,180")
    second = reviewed(table("2023-03-14,1,2,0,One,180", header=TIMED))
    file = posted_file(second, replaces=True)
    pool = chess_pool()

    answer = second_waits(
        lambda: end_pool(pool.pk, date(2023, 6, 30), acting=acting()),
        lambda: undone(file),
    )

    assert answer.state == "undone"
    assert states() == [("One", 1, "superseded"), ("One", 2, "withdrawn")]
    assert not Counting.objects.filter(span__endswith=None).exists()


def test_correction_request_about_a_removed_game_is_closed():
    file = games("2023-03-14,1,2,1,One,180", "2023-03-15,2,3,1,Two,180")
    report = Report.objects.get(name="One")
    game = report.lines.get()
    claim = file_claim(
        ClaimDraft(
            report.pk, game.key, ClaimKind.NOT_RATED, None, "Never played.", None
        ),
        acting=ActionContext(officer().pk, NOON),
    )
    undone(file)
    claim.refresh_from_db()
    assert claim.state == "gone"


def test_held_event_of_the_file_is_withdrawn():
    file = games("2023-03-14,1,2,1,One,180", "2023-03-15,2,3,1,Two,180")
    report = Report.objects.get(name="One")
    hold_report(report.pk, "Odd", acting=ActionContext(officer().pk, NOON))
    undone(file)
    assert states() == [("One", 1, "withdrawn"), ("Two", 1, "withdrawn")]
    assert Posting.objects.filter(act="withdraw").count() == 1
    assert not Counting.objects.filter(span__endswith=None).exists()


def test_event_withdrawn_before_keeps_its_own_reason():
    file = games("2023-03-14,1,2,1,One,180", "2023-03-15,2,3,1,Two,180")
    first = Report.objects.get(name="One")
    by = ActionContext(officer().pk, NOON)
    withdraw_report(first.pk, "Played at home", acting=by)
    undone(file)
    first.refresh_from_db()
    assert (first.reason, first.decided_by_id) == ("Played at home", by.user_id)


def test_user_who_posted_the_file_gets_one_letter():
    file = games("2023-03-14,1,2,1,One,180", "2023-03-15,2,3,1,Two,180")
    OutboxMail.objects.all().delete()
    undone(file)
    letter = OutboxMail.objects.get()
    assert letter.to == file.posted_by.email
    assert "Wrong file" in letter.body


def test_undoing_is_refused_while_a_later_file_replaces_it():
    first = games("2023-03-14,1,2,1,One,180")
    second = reviewed(table("2023-03-14,1,2,0,One,180", header=TIMED))
    posted_file(second, replaces=True)
    with pytest.raises(ImportNotPossible, match=r"^undo_replaced$"):
        undone(first)


def test_undoing_is_refused_if_an_approved_list_depends_on_the_file():
    file = games("2026-01-14,1,2,1,One,180")
    open_period_of_today(
        chess_pool(),
        today=date(2026, 6, 15),
        acting=ActionContext(officer().pk, NOON),
    )
    computed()
    published(date(2026, 1, 14))
    with pytest.raises(ImportNotPossible, match=r"^undo_approved$"):
        undone(file)
    assert states() == [("One", 1, "accepted")]


def test_undoing_requires_a_reason_and_a_posted_file():
    file = games("2023-03-14,1,2,1,One,180")
    with pytest.raises(ImportNotPossible, match=r"^undo_reason$"):
        undone(file, " ")
    undone(file)
    with pytest.raises(ImportNotPossible, match=r"^undo_not_posted$"):
        undone(file)


def test_too_many_events_are_refused(monkeypatch):
    monkeypatch.setattr(undoing, "MOST_UNDONE", 1)
    file = games("2023-03-14,1,2,1,One,180", "2023-03-15,2,3,1,Two,180")
    with pytest.raises(ImportNotPossible, match=r"^undo_large$"):
        undone(file)


PLAYERS = b"id,name,start_rating\n77,Eva Li,1500\n"


def with_starts(content=PLAYERS):
    file = reviewed(content, "players.csv")
    register_the_rest(file.pk, acting=ActionContext(officer().pk, NOON))
    return posted_file(worked_on(file))


def test_too_many_start_ratings_are_refused(monkeypatch):
    monkeypatch.setattr(undoing, "MOST_UNDONE", 1)
    file = with_starts(PLAYERS + b"78,Ivar Li,1600\n")
    with pytest.raises(ImportNotPossible, match=r"^undo_large$"):
        undone(file)
    assert Decision.objects.filter(span__endswith=None).count() == 2


def test_start_ratings_of_the_file_are_revoked_too():
    file = with_starts()
    start = Decision.objects.get()
    undone(file)
    start.refresh_from_db()
    ended = Posting.objects.get(act="revoke")
    assert (ended.decision, ended.reason) == (start, "Wrong file")
    assert (start.span.upper, ended.number) == (chess_pool().posted,) * 2


def test_periods_kept_only_by_its_start_ratings_are_removed():
    adam, bertil = rated(1950, national_id="7"), rated(2220, national_id="8")
    accepted(line(adam, bertil, 2, SPRING))
    computed()
    before = rows()
    # Imported start ratings are decided for the first day of the pool.
    first = first_day_of(chess_pool().pk)
    played = games(f"{first},7,8,1,One,180")
    starting = with_starts()
    computed()
    undone(played)
    computed()
    assert Period.objects.filter(start_date__lte=first).exists()
    undone(starting)
    computed()
    assert rows() == before
    assert periods()[0][0] == date(2026, 1, 1)


def test_start_rating_revoked_before_is_unchanged():
    file = with_starts()
    start = Decision.objects.get()
    revoke_decision(start.pk, acting=ActionContext(officer().pk, NOON))
    undone(file)
    assert Posting.objects.filter(act="revoke").count() == 1


def test_importing_the_file_again_restores_start_ratings():
    undone(with_starts())
    again = reviewed(PLAYERS, "players.csv")
    assert again.new_starts == 1
    posted_file(again)
    assert Decision.objects.filter(span__endswith=None).get().points == 1500


def test_undoing_is_refused_if_an_approved_list_has_its_start_rating():
    file = with_starts()
    eva = Decision.objects.get().player
    accepted(line(eva, PlayerFactory(), 1, date(2026, 1, 14), minutes=180))
    open_period_of_today(
        chess_pool(),
        today=date(2026, 6, 15),
        acting=ActionContext(officer().pk, NOON),
    )
    computed()
    published(date(2026, 1, 14))
    with pytest.raises(ImportNotPossible, match=r"^undo_approved$"):
        undone(file)
    assert Decision.objects.get().span.upper is None


def test_user_who_ended_start_ratings_may_not_approve_the_next_list():
    accepted(line(PlayerFactory(), PlayerFactory(), 1, date(2026, 1, 14), minutes=180))
    file = with_starts()
    open_next_period(period(date(2026, 1, 14)))
    hand = ActionContext(officer().pk, NOON)
    undo_import(file.pk, "Wrong file", acting=hand)
    computed()
    winter = period(date(2026, 1, 14))
    facts = {"comment": "", "today": date(2026, 6, 15)}

    with pytest.raises(ApprovalNotPossible, match=r"^stopped$"):
        approve_list(winter.pk, seen=proposal_seen(winter), acting=hand, **facts)
    other = ActionContext(officer().pk, datetime(2026, 6, 15, 13, tzinfo=UTC))
    done = approve_list(winter.pk, seen=proposal_seen(winter), acting=other, **facts)

    # Another officer has checked it since.
    publish_list(done.pk, at=other.at)
    accepted(line(PlayerFactory(), PlayerFactory(), 1, date(2026, 2, 1), minutes=180))
    computed()
    winter.refresh_from_db()
    assert approve_list(winter.pk, seen=proposal_seen(winter), acting=hand, **facts)


def test_start_rating_revoked_by_two_bars_no_approver():
    accepted(line(PlayerFactory(), PlayerFactory(), 1, date(2026, 1, 14), minutes=180))
    with_starts()
    open_next_period(period(date(2026, 1, 14)))
    hand = ActionContext(officer().pk, NOON)
    revoke_decision(Decision.objects.get().pk, acting=hand, reason="Wrong file")
    computed()
    winter = period(date(2026, 1, 14))

    assert approve_list(
        winter.pk,
        seen=proposal_seen(winter),
        comment="",
        today=date(2026, 6, 15),
        acting=hand,
    )


def test_list_approved_before_does_not_depend_on_its_start_ratings():
    strangers = PlayerFactory(), PlayerFactory()
    accepted(line(*strangers, 1, date(2026, 1, 14), minutes=180))
    published(date(2026, 1, 14))
    file = with_starts()
    computed()
    assert undone(file).state == "undone"


def test_same_file_can_be_imported_again():
    row = "2023-03-14,1,2,1,One,180"
    undone(games(row))
    again = reviewed(table(row, header=TIMED))
    assert (again.state, again.differing_events) == ("review", 1)


@pytest.mark.django_db(transaction=True)
def test_undoing_locks_periods_in_order_from_the_earliest():
    """The same order as approving several lists, so that both cannot deadlock."""
    strangers = PlayerFactory(), PlayerFactory()
    file = games("2026-06-14,1,2,1,One,180")
    accepted(line(*strangers, 1, date(2026, 1, 14), minutes=180))
    winter, summer = Period.objects.order_by("end_date")

    def locked(period):
        return lambda: Period.objects.select_for_update(nowait=True).get(pk=period.pk)

    answer = second_waits(locked(winter), lambda: undone(file), then=locked(summer))

    assert answer.state == "undone"

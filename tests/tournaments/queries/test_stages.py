"""Where a tournament of May 2026 is: its games belong to the list of 1 September."""

from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    release_report,
    return_report,
    withdraw_report,
)
from ratings.models import Pool
from tests.factories import NOON, ClubFactory, acting, line, member, officer, posted
from tests.ratings.rating_lists import published
from tests.tournaments.teams import begun, entered, started_league
from tests.tournaments.tournaments_made import (
    FIRST_DAY,
    board,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.starting import set_round_dates
from tournaments.domain.submitting import correct_results, recall_results
from tournaments.models import Tournament
from tournaments.queries.reports import newest_report
from tournaments.queries.stages import stages_of

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 15)


@shared
def group():
    return played(started(section(tournament()), size=2), "1-0")


def stage_of(group):
    group.tournament.refresh_from_db()
    found_places = stages_of([group.tournament], TODAY, NOON, for_those_concerned=True)
    return found_places[group.tournament_id]


def accepted(group):
    return accept_report(submitted(group).pk, acting=acting(officer()))


def test_accepted_report_waits_for_the_list_of_its_period(group):
    accepted(group)
    found = stage_of(group)
    assert (found.kind, found.since) == ("accepted", TODAY)
    assert found.waits_for == (
        "The rating list of 1 September 2026, once it is approved."
    )


def test_report_is_approved_when_the_list_is_published(group):
    accepted(group)
    published(FIRST_DAY)
    found = stage_of(group)
    assert (found.kind, found.label, found.since) == (
        "approved",
        "On the rating list of 1 September 2026",
        None,
    )


def test_correction_is_not_on_the_list_published_before_it(group):
    accepted(group)
    published(FIRST_DAY)
    correct_results(group.tournament_id, acting=acting())
    result(board(group, 1, 2), "1/2")
    accepted(group)
    found = stage_of(group)
    assert (found.kind, found.waits_for) == (
        "accepted",
        "The rating list of 1 September 2026 is published; a revised one is waiting.",
    )


def test_late_report_is_approved_when_the_revised_list_is_published(group):
    accepted(played(started(section(tournament()), size=2)))
    published(FIRST_DAY)
    accepted(group)
    before = stage_of(group).kind
    published(FIRST_DAY)
    assert (before, stage_of(group).kind) == ("accepted", "approved")


@pytest.fixture
def carrying():
    """Corrections are carried into the open period."""
    Pool.objects.update(carries_from=0)


def test_late_report_is_on_the_list_of_the_period_that_was_open(group, carrying):
    accepted(played(started(section(tournament()), size=2)))
    published(FIRST_DAY)
    accepted(group)
    assert stage_of(group).waits_for == (
        "The rating list of 1 January 2027, once it is approved."
    )
    published(date(2026, 9, 1))
    found = stage_of(group)
    assert (found.kind, found.label) == (
        "approved",
        "On the rating list of 1 January 2027",
    )


def released_again(group):
    report = newest_report(group.tournament_id)
    hold_report(report.pk, "Who is Ek?", acting=acting(officer()))
    release_report(report.pk, acting=acting(officer()))
    accept_report(report.pk, acting=acting(officer()))


@pytest.mark.parametrize("carries_from", [None, 0])
def test_report_that_was_held_after_its_list_and_released_is_on_it(group, carries_from):
    Pool.objects.update(carries_from=carries_from, ends_on=date(2026, 8, 31))
    accepted(group)
    published(FIRST_DAY)
    released_again(group)
    found = stage_of(group)
    assert (found.kind, found.label) == (
        "approved",
        "On the rating list of 1 September 2026",
    )


def test_late_report_that_was_held_and_released_is_on_the_list_that_booked_it(
    group, carrying
):
    accepted(played(started(section(tournament()), size=2)))
    published(FIRST_DAY)
    accepted(group)
    published(date(2026, 9, 1))
    released_again(group)
    assert stage_of(group).label == "On the rating list of 1 January 2027"


def test_late_report_is_on_no_list_of_a_pool_that_has_ended(group, carrying):
    accepted(played(started(section(tournament()), size=2)))
    Pool.objects.update(ends_on=date(2026, 8, 31))
    published(FIRST_DAY)
    submitted(group)
    assert stage_of(group).waits_for == (
        "The rating office is looking through the report. No rating changes."
    )
    accept_report(newest_report(group.tournament_id).pk, acting=acting(officer()))
    found = stage_of(group)
    assert (found.kind, found.waits_for) == (
        "accepted",
        "No rating changes: the last rating list is approved.",
    )


def test_report_from_before_corrections_were_carried_awaits_a_revised_list(group):
    accepted(played(started(section(tournament()), size=2)))
    published(FIRST_DAY)
    accepted(group)
    pool = group.tournament.pool
    pool.refresh_from_db()
    Pool.objects.filter(pk=pool.pk).update(carries_from=pool.posted + 1)
    assert stage_of(group).waits_for == (
        "The rating list of 1 September 2026 is published; a revised one is waiting."
    )


def test_report_waits_for_the_list_of_its_own_days(group):
    february = tournament(start_date=date(2026, 2, 2), end_date=date(2026, 2, 16))
    earlier = played(started(section(february), size=2))
    for each in (group, earlier):
        accepted(each)
    published(date(2026, 2, 2))
    both = [each.tournament for each in (group, earlier)]
    for each in both:
        each.refresh_from_db()
    found = stages_of(both, TODAY, NOON)
    assert [found[each.pk].kind for each in both] == ["accepted", "approved"]


def test_tournament_in_two_periods_is_approved_with_the_later_list():
    """Each game counts for its own day."""
    in_two_periods = tournament(
        start_date=date(2026, 4, 20), end_date=date(2026, 5, 11)
    )
    group = started(section(in_two_periods), size=4)
    days = [date(2026, 4, 20), date(2026, 4, 27), date(2026, 5, 11)]
    set_round_dates(group.pk, days, acting=acting())
    report = accepted(played(group))
    assert (report.first_booked_date, report.last_booked_date) == (days[0], days[2])
    published(days[0])

    found = stage_of(group)

    assert (found.kind, found.waits_for) == (
        "accepted",
        "The rating list of 1 September 2026, once it is approved.",
    )


def test_interim_report_is_shown_while_the_tournament_runs():
    made = tournament(end_date=date(2026, 6, 29))
    group = played(started(section(made), size=2))
    assert stage_of(group).label == "Running"
    submitted(group, is_final=False)
    assert stage_of(group).label == "Running, results so far sent in"


def test_tournament_is_running_on_its_last_day():
    made = tournament(end_date=TODAY)
    assert stage_of(started(section(made), size=2)).kind == "running"


def test_report_of_another_source_with_the_same_number_is_not_shown(group):
    other = posted(
        line(member(), member(), 2, FIRST_DAY),
        source_kind="league",
        source_number=group.tournament_id,
    )
    hold_report(other.pk, "Who?", acting=acting(officer()))
    assert (stage_of(group).kind, stage_of(group).reason) == ("waiting", "")


def state_shown(group, today=TODAY):
    group.tournament.refresh_from_db()
    found = stages_of([group.tournament], today, NOON)[group.tournament_id]
    return (found.kind, found.label, found.since, found.waits_for)


def late() -> ActionContext:
    return ActionContext(officer().pk, NOON + timedelta(days=4))


def test_submitted_report_is_shown_since_its_day(group):
    submitted(group)

    assert state_shown(group, date(2026, 7, 1)) == (
        "submitted",
        "Sent in",
        TODAY,
        "The rating office is looking through the report. The results already count.",
    )


def test_stopped_report_is_shown_since_the_day_it_was_stopped(group):
    report = submitted(group)
    hold_report(report.pk, "Who is Ek?", acting=late())
    assert state_shown(group) == (
        "held",
        "Held by the rating office",
        date(2026, 6, 19),
        "The rating office is looking into it. The results do not count until that is"
        " done.",
    )
    assert stage_of(group).reason == "Who is Ek?"

    return_report(report.pk, "Wrong day", acting=late())
    assert state_shown(group) == (
        "returned",
        "Returned to the organiser",
        date(2026, 6, 19),
        "The organiser corrects the results and sends them in again.",
    )
    assert stage_of(group).reason == "Wrong day"


def test_withdrawn_report_is_shown_with_its_day_and_reason(group):
    withdraw_report(accepted(group).pk, "No tournament", acting=late())

    assert state_shown(group) == (
        "withdrawn",
        "Withdrawn by the rating office",
        date(2026, 6, 19),
        "The organiser opens the tournament and sends the results in again.",
    )
    assert stage_of(group).reason == "No tournament"


@pytest.mark.parametrize("stop", [hold_report, return_report, withdraw_report])
@pytest.mark.parametrize("public", ["", "A result is being checked."])
def test_public_reason_is_the_only_one_that_the_public_sees(group, stop, public):
    report = accepted(group)
    stop(report.pk, "Ek was ill", public_reason=f" {public} ", acting=late())
    group.tournament.refresh_from_db()

    found = stages_of([group.tournament], TODAY, NOON)[group.tournament_id]

    assert (found.reason, stage_of(group).reason) == (public, "Ek was ill")


def test_ended_tournament_waits_since_its_last_day(group):
    assert state_shown(group) == (
        "waiting",
        "Played, not sent in",
        date(2026, 5, 25),
        "The organiser sends in the results.",
    )
    assert state_shown(group, date(2026, 5, 25)) == (
        "running",
        "Running",
        FIRST_DAY,
        "The organiser enters the results as they come.",
    )


def test_after_the_last_day_the_number_of_missing_games_is_shown():
    group = started(section(), size=4)
    result(board(group, 1, 2), "1-0")

    assert state_shown(group) == (
        "waiting",
        "5 games are missing",
        date(2026, 5, 25),
        "The organiser enters the missing results and sends them in.",
    )


def test_after_the_last_day_the_number_of_unplayed_rounds_is_shown():
    group = started(section(format="boards", rounds=3), size=2)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    played(group)

    assert state_shown(group)[1] == "2 rounds are not played"
    shorter = SectionDraft("Group A", "boards", 1, rounds_reason="The hall is closed")
    change_section(group.pk, shorter, acting=acting())
    assert state_shown(group)[1] == "Played, not sent in"


def test_after_the_last_day_the_number_of_unconfirmed_matches_is_shown():
    group = started_league(ClubFactory(), ClubFactory())
    entered(begun(group.matches.get()), "1-0", "1-0", "1-0", "1-0")

    assert state_shown(group)[1] == "1 match is not confirmed"


def test_after_the_last_day_a_section_not_started_is_not_called_played(
    group,
):
    section(group.tournament, name="Group B")

    assert state_shown(group)[1] == "Not played in every section"


def test_future_day_is_not_shown_as_since(group):
    prepared = section(tournament())
    later = timezone.make_aware(datetime.combine(TODAY + timedelta(days=9), time(19)))
    Tournament.objects.filter(pk=prepared.tournament_id).update(created_at=later)

    assert state_shown(prepared)[:3] == ("draft", "Being prepared", None)


def test_tournament_in_preparation_or_cancelled_is_shown_as_such(group):
    prepared = section(tournament())
    assert state_shown(prepared) == (
        "draft",
        "Being prepared",
        TODAY,
        "The organiser enters the players and starts it.",
    )
    cancel_tournament(group.tournament_id, acting=acting())
    assert state_shown(group) == ("cancelled", "Cancelled", None, "")


def test_recalled_tournament_is_shown_as_waiting_for_the_organiser(group):
    submitted(group)
    recall_results(group.tournament_id, acting=acting())

    assert state_shown(group)[:2] == ("waiting", "Played, not sent in")


def test_accepted_interim_report_is_no_correction():
    made = tournament(end_date=date(2026, 6, 29))
    group = played(started(section(made), size=2))
    report = submitted(group, is_final=False)
    accept_report(report.pk, acting=acting(officer()))

    # The day of the submission, not the first day of the tournament.
    sent_on = timezone.localdate(report.sent_at)
    assert sent_on != FIRST_DAY
    assert state_shown(group)[:3] == (
        "running",
        "Running, results so far sent in",
        sent_on,
    )

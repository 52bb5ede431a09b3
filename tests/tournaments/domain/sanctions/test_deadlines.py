"""Reminders of a sanctioned tournament that ends on 25 May 2026: due on 8 June."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from federation.models import OutboxMail
from tests.factories import NOON, DistrictFactory, acting, member, secretary_of
from tests.tournaments.sanctions import (
    application,
    applied,
    committee_member,
    district_officer,
    sanctioned,
    terms,
)
from tests.tournaments.tournaments_made import (
    FIRST_DAY,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.deadline_letters import remind_of_deadlines
from tournaments.domain.sanctions.applying import (
    apply_for_sanction,
    withdraw_application,
)
from tournaments.domain.sanctions.deciding import SanctionAnswer, sanction_tournament
from tournaments.domain.sanctions.fees import note_payment
from tournaments.models import Sanction
from tournaments.queries.sanctions.invoices import invoice_of

pytestmark = pytest.mark.django_db

AHEAD, NEAR, DUE = date(2026, 6, 4), date(2026, 6, 5), date(2026, 6, 8)
PASSED, STILL, LATE = date(2026, 6, 9), date(2026, 6, 15), date(2026, 6, 16)


@shared
def group():
    made = section()
    sanctioned(made)
    OutboxMail.objects.all().delete()
    return started(made)


def reminded(day) -> list[tuple[str, str]]:
    """Return the address and the subject of each reminder of the day."""
    before = set(OutboxMail.objects.values_list("pk", flat=True))
    remind_of_deadlines(today=day, acting=ActionContext(None, NOON))
    letters = OutboxMail.objects.exclude(pk__in=before).order_by("pk")
    return list(letters.values_list("to", "subject"))


def test_organiser_is_reminded_before_and_after_the_deadline_and_then_the_district(
    group,
):
    organisers = [
        role.user.email for role in group.tournament.organiser.roles.order_by("pk")
    ]
    officers = [
        role.user.email for role in group.tournament.district.roles.order_by("pk")
    ]

    assert reminded(AHEAD) == []
    assert reminded(NEAR) == [(to, "Soon due: Spring cup") for to in organisers]
    assert reminded(DUE) == []
    assert reminded(PASSED) == [(to, "Overdue: Spring cup") for to in organisers]
    assert reminded(STILL) == []
    assert reminded(LATE) == [
        (to, "Results are missing: Spring cup") for to in officers
    ]
    assert reminded(LATE) == []


def test_submitted_tournament_gets_no_reminder(group):
    submitted(played(group))

    assert [reminded(day) for day in (NEAR, PASSED, LATE)] == [[], [], []]


def test_application_alone_sets_no_deadline():
    made = started(section())
    applied(made)
    OutboxMail.objects.all().delete()

    assert reminded(PASSED) == []


def test_withdrawn_sanction_sets_no_deadline():
    made = section()
    sanctioned(made)
    withdraw_application(made.tournament_id, acting=acting())
    started(made)
    OutboxMail.objects.all().delete()

    assert reminded(PASSED) == []


def test_district_is_reminded_of_its_own_tournament_as_organiser():
    district = DistrictFactory()
    made = section(tournament(organiser_id=None, district_id=district.pk))
    officer = district_officer(made)
    waiting = apply_for_sanction(
        made.tournament_id, application(made), acting=acting(officer)
    )
    sanction_tournament(
        made.tournament_id,
        SanctionAnswer(waiting.version),
        acting=acting(committee_member()),
    )
    started(made, players=[member(), member()])

    assert (officer.email, "Results are missing: Spring cup") in reminded(LATE)
    letter = OutboxMail.objects.filter(to=officer.email).latest("pk")
    assert "have to be sent in by" in letter.body


def test_reminder_mentions_the_fee_only_if_it_is_due_and_unpaid():
    terms()
    made = section()
    sanctioned(made)
    free = section()
    with_fee = "The sanction fee is due on the same day."
    Sanction.objects.filter(pk=sanctioned(free).pk).update(fee_each=None)
    late, paid = section(), section()
    sanctioned(late)
    settled = sanctioned(paid)
    for each in (started(made), started(free), started(late), started(paid)):
        secretary_of(each.tournament.organiser)
    # Invoices are dated at the start; that of the late sanction two weeks after the
    # end.
    Sanction.objects.exclude(tournament=late.tournament).exclude(fee_each=None).update(
        invoice_date=FIRST_DAY
    )
    settled.refresh_from_db()
    fee = invoice_of(settled).total
    note_payment(paid.tournament_id, fee, acting=acting(committee_member()))

    reminded(NEAR)

    letters = {
        each: OutboxMail.objects.filter(
            to=each.tournament.organiser.roles.first().user.email
        ).latest("pk")
        for each in (made, free, late, paid)
    }
    assert [with_fee in letters[each].body for each in (made, free, late, paid)] == [
        True, False, False, False,
    ]  # fmt: skip


def test_organiser_is_notified_of_lateness_if_the_district_has_no_officer(group):
    group.tournament.district.roles.all().delete()
    secretary = secretary_of(group.tournament.organiser)

    assert (secretary.email, "Results are missing: Spring cup") in reminded(LATE)
    assert district_officer(group).email not in dict(reminded(LATE))

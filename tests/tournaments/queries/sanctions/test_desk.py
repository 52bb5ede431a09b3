"""Sanctions that wait for the federation, a district or a club."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from federation.enums import RoleKind
from federation.permissions import actor_of
from tests.factories import NOON, RoleFactory, acting, secretary_of
from tests.tournaments.sanctions import (
    applied,
    committee_member,
    district_officer,
    endorsed,
    sanctioned,
    terms,
)
from tests.tournaments.tournaments_made import FIRST_DAY, section, started, tournament
from tournaments.domain.sanctions.deciding import SanctionAnswer, return_application
from tournaments.domain.sanctions.fees import note_payment
from tournaments.models import Sanction
from tournaments.queries.sanctions.desk import sanction_desk

pytestmark = pytest.mark.django_db
TODAY = NOON.date()
DUE = date(2026, 6, 8)
"""Two weeks after the last day of the usual tournament."""
DAY = timedelta(days=1)


def desk_of(user, today=TODAY):
    return sanction_desk(actor_of(user, today), today)


def owed(invoiced=FIRST_DAY, **facts):
    """Return the sanction of a started tournament whose fee is not paid."""
    group = section(tournament(**facts))
    sanction = sanctioned(group)
    started(group)
    Sanction.objects.filter(pk=sanction.pk).update(invoice_date=invoiced)
    sanction.refresh_from_db()
    return sanction


@pytest.fixture
def fee():
    terms(fee="25.00")


@pytest.mark.parametrize(("day", "is_late"), [(DUE, False), (DUE + DAY, True)])
def test_fee_is_late_the_day_after_it_was_due(fee, day, is_late):
    sanction = owed()
    assert (sanction in desk_of(committee_member(), day).unpaid) is is_late


@pytest.mark.parametrize(("days", "is_late"), [(14, False), (15, True)])
def test_fee_of_a_late_invoice_is_due_two_weeks_after_its_date(fee, days, is_late):
    invoiced = DUE + 3 * DAY
    sanction = owed(invoiced)
    day = invoiced + days * DAY
    assert (sanction in desk_of(committee_member(), day).unpaid) is is_late


def test_free_paid_or_cancelled_sanction_is_not_late(fee):
    free, paid, cancelled, late = owed(), owed(), owed(), owed()
    Sanction.objects.filter(pk=free.pk).update(fee_each=Decimal(0))
    note_payment(paid.tournament_id, Decimal(100), acting=acting())
    type(cancelled.tournament).objects.filter(pk=cancelled.tournament_id).update(
        state="cancelled"
    )
    found = desk_of(committee_member(), DUE + DAY)
    assert found.unpaid == (late,)


def test_invoices_are_on_the_desk_of_the_club_once_dated(fee):
    sanction, preliminary = owed(), owed(None)
    by = secretary_of(sanction.tournament.organiser)
    RoleFactory(user=by, kind=RoleKind.SECRETARY, club=preliminary.tournament.organiser)
    assert desk_of(by).to_pay == (sanction,)
    assert desk_of(by).unpaid == ()


def test_district_desk_has_its_own_applications_and_federation_desk_the_endorsed():
    one, other, ready = applied(), applied(), endorsed()
    own = district_officer(one.sections.get().section)
    desk = desk_of(own)
    assert (desk.to_endorse, desk.to_decide) == ((one,), ())
    assert other.tournament.district != one.tournament.district
    assert desk_of(committee_member()).to_decide == (ready,)


def test_returned_application_is_on_the_desk_of_the_club_and_not_of_the_district():
    waiting = applied()
    group = waiting.sections.get().section
    answer = SanctionAnswer(waiting.version, "Name the prizes")
    return_application(group.tournament_id, answer, of_district=True, acting=acting())
    secretary = secretary_of(group.tournament.organiser)
    officer = district_officer(group)
    assert desk_of(secretary).returned == (waiting,)
    assert desk_of(officer).is_empty

"""Names and dates on the page of a sanction, its invoice and the desk."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.urls import reverse

from federation.enums import RoleKind
from federation.models import User
from tests.factories import NOON, DistrictFactory, RoleFactory, acting, secretary_of
from tests.ratings.page_text import foot, rows, text
from tests.tournaments.sanctions import (
    application,
    committee_member,
    district_officer,
    endorsed,
    sanctioned,
    terms,
)
from tests.tournaments.tournaments_made import (
    entered,
    member,
    section,
    started,
    tournament,
)
from tournaments.domain.sanctions.applying import (
    apply_for_sanction,
    withdraw_application,
)
from tournaments.domain.sanctions.deciding import SanctionAnswer, sanction_tournament
from tournaments.domain.sanctions.fees import note_payment
from tournaments.models import Sanction

pytestmark = pytest.mark.django_db


def page(name, of):
    return reverse(f"tournaments:{name}", args=[of.tournament_id])


def named(user, name):
    User.objects.filter(pk=user.pk).update(name=name)


def test_page_names_applicant_endorser_and_decider(client, club):
    made = section(tournament(club))
    sanction = sanctioned(made)
    named(sanction.applied_by, "Ann Apply")
    named(sanction.endorsed_by, "Eva Endorse")
    named(sanction.decided_by, "Dag Decide")
    client.force_login(secretary_of(club))

    shown = text(client.get(page("sanction", made)))

    assert "Sections Group A: Mixed" in shown
    assert "Arbiter Berit Alm" in shown
    assert "Applied for Ann Apply, 2026-06-15" in shown
    assert "Endorsed by the district Eva Endorse, 2026-06-15" in shown
    assert "Answered by Dag Decide, 2026-06-15" in shown


def test_withdrawn_application_shows_no_endorsement(client, club):
    made = section(tournament(club))
    sanction = endorsed(made)
    Sanction.objects.filter(pk=sanction.pk).update(reason="Well planned")
    withdraw_application(made.tournament_id, acting=acting())
    client.force_login(secretary_of(club))

    shown = text(client.get(page("sanction", made)))

    assert "No sanction applied for" in shown
    assert "Applied for" in shown
    assert ("Endorsed by" in shown, "Well planned" in shown) == (False, False)


def test_invoice_has_payer_sections_sum_and_due_date(client, committee, club):
    terms(fee="25.00")
    of = tournament(club)
    one, other = section(of, name="One"), section(of, name="Two")
    officer = district_officer(one)
    draft = application(one, classes={one.pk: "II", other.pk: "mixed"})
    waiting = apply_for_sanction(of.pk, draft, acting=acting(secretary_of(club)))
    Sanction.objects.filter(pk=waiting.pk).update(
        state="endorsed", endorsed_by=officer, endorsed_at=NOON
    )
    sanction = sanction_tournament(
        of.pk, SanctionAnswer(waiting.version), acting=acting(committee_member())
    )
    for group, size in ((one, 2), (other, 3)):
        entered(group, *(member() for _ in range(size)))
        started(group, players=[member()])

    answer = client.get(page("invoice", one))

    shown = text(answer)
    assert rows(answer) == [
        ["One", "3", "25.00", "75.00"],
        ["Two", "4", "25.00", "100.00"],
    ]
    assert foot(answer) == [["To pay", "7", "", "175.00"]]
    assert f"Invoice {sanction.pk}: sanction fee To {club}" in shown
    assert "Spring cup, 2026-05-04 – 2026-05-25" in shown
    assert "Date of the invoice 2026-06-15 To be paid by 2026-06-29" in shown
    assert f"quote the invoice number, {sanction.pk}." in shown


def test_invoice_for_a_tournament_of_a_district_is_addressed_to_the_district(
    client, committee
):
    terms()
    district = DistrictFactory(name="Norrland")
    made = section(tournament(organiser_id=None, district_id=district.pk))
    waiting = apply_for_sanction(
        made.tournament_id, application(made), acting=acting(district_officer(made))
    )
    sanction_tournament(
        made.tournament_id,
        SanctionAnswer(waiting.version),
        acting=acting(committee_member()),
    )

    assert "To Norrland Tournament" in text(client.get(page("invoice", made)))


def test_desk_shows_since_when_each_sanction_waits(client, committee, today):
    """A fee waits since the day on which it was due, also by the date of the invoice."""
    terms(date(2020, 1, 1))
    days = {"start_date": today - timedelta(90), "end_date": today - timedelta(80)}
    sanction = sanctioned(started(section(tournament(**days))))
    invoiced = today - timedelta(30)
    Sanction.objects.filter(pk=sanction.pk).update(invoice_date=invoiced)

    shown = text(client.get(reverse("tournaments:desk")))

    assert f"fee not paid {invoiced + timedelta(14)}" in shown


def test_desk_of_the_organiser_shows_the_last_day_to_pay(client, club, today):
    terms(date(2020, 1, 1))
    days = {"start_date": today - timedelta(5), "end_date": today - timedelta(2)}
    sanction = sanctioned(started(section(tournament(club, **days))))
    Sanction.objects.filter(pk=sanction.pk).update(invoice_date=today)
    client.force_login(secretary_of(club))

    shown = text(client.get(reverse("tournaments:desk")))

    assert f"fee to pay by {today + timedelta(14)}" in shown


def test_desk_shows_the_day_in_local_time(client, committee):
    """Half past midnight in Sweden is the evening before in UTC."""
    sanction = sanctioned()
    late = datetime(2026, 6, 14, 22, 30, tzinfo=UTC)
    Sanction.objects.filter(pk=sanction.pk).update(state="endorsed", applied_at=late)

    assert "to sanction 2026-06-15" in text(client.get(reverse("tournaments:desk")))


def test_difference_since_the_payment_is_shown(client, committee):
    terms(fee="25.00")
    made = section(format="boards", rounds=3)
    sanction = sanctioned(made)
    started(made, size=4)
    note_payment(sanction.tournament_id, Decimal(100), acting=acting(committee))
    entered(made, member())

    shown = text(client.get(page("sanction", made)))

    assert "Sum 125.00 kr for 5 participants at 25.00 kr" in shown
    assert f"Paid 100.00 kr, noted by {committee}, 2026-06-15 14:00" in shown
    assert "Since then the participants have changed: 25.00 kr to settle" in shown


def test_current_terms_are_distinguished_from_future_ones(client, today):
    client.force_login(RoleFactory(kind=RoleKind.BOARD).user)
    for since, fee in (
        (today - timedelta(9), "20.00"),
        (today, "25.00"),
        (today + timedelta(9), "30.00"),
    ):
        terms(since, fee)

    lines = text(client.get(reverse("tournaments:sanction_terms"))).split(" kr for ")

    assert [line.rpartition(" ")[2] for line in lines[:3]] == [
        "30.00",
        "25.00",
        "20.00",
    ]
    assert ["applies today" in line for line in lines[1:4]] == [False, True, False]

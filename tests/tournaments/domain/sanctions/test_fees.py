from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from federation.domain.authorship import ActionContext
from tests.factories import NOON, UserFactory, member
from tests.tournaments.makers import (
    FIRST_DAY,
    acting,
    entered,
    section,
    started,
    tournament,
)
from tests.tournaments.sanctions import (
    application,
    applied,
    committee_member,
    district_officer,
    refused,
    sanctioned,
    terms,
)
from tests.worlds import shared
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.results import withdraw_entry
from tournaments.domain.sanctions.applying import (
    apply_for_sanction,
    withdraw_application,
)
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    sanction_tournament,
)
from tournaments.domain.sanctions.fees import (
    TermsDraft,
    note_payment,
    set_terms,
    take_back_payment,
)
from tournaments.domain.starting import start_section, undo_start
from tournaments.models import Sanction, SanctionTerms
from tournaments.queries.sanctions.invoices import invoice_of
from tournaments.queries.sanctions.shown import (
    fee_on,
    has_class_movements,
    moves_need_sanction,
)

EARLY = date(2026, 2, 3)
LONG_BEFORE = NOON - timedelta(days=90)
pytestmark = pytest.mark.django_db


@shared
def given():
    terms(fee="25.00")
    made = section()
    sanction = sanctioned(made)
    started(made, size=4)
    return sanction


def test_everybody_entered_costs_the_fee(given):
    invoice = invoice_of(given)

    assert (invoice.participants, invoice.total) == (4, Decimal("100.00"))
    assert invoice.due_date.isoformat() == "2026-06-08"
    assert invoice.pay_to == "Bankgiro 123-4567"


def test_whoever_leaves_during_the_tournament_is_paid_for_all_the_same(given):
    (group,) = given.tournament.sections.all()
    withdraw_entry(group.entries.get(pairing_number=2).pk, 1, acting=acting())

    invoice = invoice_of(given)

    assert (invoice.participants, invoice.total) == (4, Decimal("100.00"))


def test_a_section_costs_for_its_own_players_and_one_that_gives_no_titles_nothing():
    terms(fee="25.00")
    one = section()
    other, beside = (section(one.tournament) for _ in range(2))
    application_for = application(one, classes={one.pk: "II", other.pk: "mixed"})
    district_officer(one)
    waiting = apply_for_sanction(one.tournament_id, application_for, acting=acting())
    endorse_application(
        one.tournament_id, SanctionAnswer(waiting.version), acting=acting()
    )
    waiting.refresh_from_db()
    given = sanction_tournament(
        one.tournament_id,
        SanctionAnswer(waiting.version),
        acting=acting(committee_member()),
    )
    for group, size in ((one, 3), (other, 5), (beside, 4)):
        entered(group, *(member() for _ in range(size)))
    start_section(one.pk, acting=acting())

    invoice = invoice_of(given)

    assert [
        (line.section, line.participants, line.total) for line in invoice.lines
    ] == [
        ("Group A", 3, Decimal("75.00")),
        ("Group B", 5, Decimal("125.00")),
    ]
    assert (invoice.total, invoice.is_final) == (Decimal("200.00"), False)


def test_the_invoice_is_dated_when_every_section_has_started(given):
    given.refresh_from_db()

    assert invoice_of(given).dated == NOON.date()


def test_the_invoice_is_preliminary_until_every_section_has_started():
    terms()
    given = sanctioned(section())

    assert invoice_of(given).dated is None


def test_the_invoice_of_what_is_sanctioned_afterwards_is_due_two_weeks_from_its_date():
    terms()
    group = started(section(tournament(start_date=EARLY, end_date=EARLY)), size=4)

    invoice = invoice_of(sanctioned(group))

    assert invoice.dated == NOON.date()
    assert invoice.due_date == NOON.date() + timedelta(weeks=2)


@pytest.mark.parametrize("is_paid", [True, False])
def test_a_start_that_is_taken_back_takes_the_date_of_what_is_not_paid(given, is_paid):
    if is_paid:
        note_payment(given.tournament_id, Decimal("100.00"), acting=acting())
    (group,) = given.tournament.sections.all()

    undo_start(group.pk, acting=acting())

    stands = Sanction.objects.get(pk=given.pk).invoice_date
    assert stands == (NOON.date() if is_paid else None)


def test_there_is_no_invoice_without_terms():
    assert invoice_of(sanctioned()) is None


def test_the_fee_of_sections_that_have_started_is_owed(given):
    with refused("sanction_started"):
        withdraw_application(given.tournament_id, acting=acting())
    assert Sanction.objects.get(pk=given.pk).invoice_date == NOON.date()

    (group,) = given.tournament.sections.all()
    undo_start(group.pk, acting=acting())
    withdrawn = withdraw_application(given.tournament_id, acting=acting())

    assert invoice_of(withdrawn) is None


@pytest.mark.parametrize("is_paid", [True, False])
def test_a_tournament_that_is_called_off_has_an_invoice_only_where_it_was_paid(
    given, is_paid
):
    if is_paid:
        note_payment(given.tournament_id, Decimal("100.00"), acting=acting())
    cancel_tournament(given.tournament_id, acting=acting())

    called_off = Sanction.objects.get(pk=given.pk)
    assert (invoice_of(called_off) is not None) == is_paid


def test_a_payment_is_noted_with_who_and_when(given):
    context = acting()

    paid = note_payment(given.tournament_id, Decimal("100.00"), acting=context)

    assert paid.paid_amount == Decimal("100.00")
    assert (paid.paid_by_id, paid.paid_at) == (context.user_id, context.at)


def test_another_sum_than_is_due_is_not_noted(given):
    with refused("application_moved"):
        note_payment(given.tournament_id, Decimal("75.00"), acting=acting())


def test_the_note_of_a_payment_is_taken_back(given):
    note_payment(given.tournament_id, Decimal("100.00"), acting=acting())

    taken_back = take_back_payment(given.tournament_id, acting=acting())

    assert (taken_back.paid_amount, taken_back.paid_by, taken_back.paid_at) == (
        None,
        None,
        None,
    )
    with refused("not_paid"):
        take_back_payment(given.tournament_id, acting=acting())


def test_nothing_is_paid_twice(given):
    note_payment(given.tournament_id, Decimal("100.00"), acting=acting())

    with refused("paid"):
        note_payment(given.tournament_id, Decimal("100.00"), acting=acting())


def test_a_sanction_that_is_paid_is_not_taken_back(given):
    note_payment(given.tournament_id, Decimal("100.00"), acting=acting())

    with refused("paid"):
        withdraw_application(given.tournament_id, acting=acting())


def test_nothing_is_due_before_the_sanction():
    terms()

    with refused("no_fee"):
        note_payment(applied().tournament_id, Decimal(0), acting=acting())


@pytest.mark.parametrize("days", [-30, 0])
def test_terms_are_not_set_for_days_that_had_none(days):
    past = NOON.date() + timedelta(days)

    with refused("terms_past"):
        set_terms(TermsDraft(past, Decimal(25)), acting=acting())


def test_terms_that_hold_can_be_set_right_for_today():
    terms(fee="25.00")

    corrected = set_terms(TermsDraft(NOON.date(), Decimal(30)), acting=acting())

    assert SanctionTerms.objects.on(NOON.date()) == corrected


def test_the_terms_of_the_first_day_hold_whatever_comes_on_the_way():
    terms(fee="25.00")
    changed = TermsDraft(FIRST_DAY + timedelta(days=1), Decimal(30), "Plusgiro 9")
    set_terms(changed, acting=ActionContext(UserFactory().pk, LONG_BEFORE))
    group = section()
    given = sanctioned(group)

    invoice = invoice_of(given)

    assert (invoice.each, invoice.pay_to) == (Decimal("25.00"), "Bankgiro 123-4567")
    assert fee_on(group.tournament) == Decimal("25.00")


def test_a_tournament_that_begins_before_the_first_terms_needs_no_sanction():
    changed = TermsDraft(FIRST_DAY + timedelta(days=1), Decimal(30))
    set_terms(changed, acting=ActionContext(UserFactory().pk, LONG_BEFORE))
    group = section()

    assert moves_need_sanction(group.tournament) is False
    assert has_class_movements(group.pk, group.tournament) is True


def test_terms_hold_from_their_day_and_the_newer_ones_win():
    first = terms()
    terms(first.from_date, fee="30.00")

    assert SanctionTerms.objects.on(first.from_date).fee_each == Decimal("30.00")


def test_the_database_refuses_a_fee_below_nought():
    made = terms()

    with pytest.raises(IntegrityError, match="sanction"), transaction.atomic():
        SanctionTerms.objects.bulk_create(
            [
                SanctionTerms(
                    from_date=made.from_date,
                    fee_each=Decimal(-1),
                    set_by=made.set_by,
                    set_at=made.set_at,
                )
            ]
        )

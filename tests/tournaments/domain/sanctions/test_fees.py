from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from federation.domain.authorship import ActionContext
from tests.factories import NOON, UserFactory, acting, member
from tests.tournaments.sanctions import (
    application,
    applied,
    committee_member,
    district_officer,
    refused,
    sanctioned,
    terms,
)
from tests.tournaments.tournaments_made import (
    FIRST_DAY,
    entered,
    section,
    started,
    tournament,
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
def started_sanction():
    terms(fee="25.00")
    made = section()
    sanction = sanctioned(made)
    started(made, size=4)
    return sanction


def test_fee_is_owed_for_every_entered_player(started_sanction):
    invoice = invoice_of(started_sanction)

    assert (invoice.participants, invoice.total) == (4, Decimal("100.00"))
    assert invoice.due_date.isoformat() == "2026-06-08"
    assert invoice.pay_to == "Bankgiro 123-4567"


def test_fee_is_owed_for_a_player_who_withdraws_during_the_tournament(started_sanction):
    (group,) = started_sanction.tournament.sections.all()
    withdraw_entry(group.entries.get(pairing_number=2).pk, 1, acting=acting())

    invoice = invoice_of(started_sanction)

    assert (invoice.participants, invoice.total) == (4, Decimal("100.00"))


def test_fee_is_owed_only_for_players_of_sections_that_give_titles():
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
    sanction = sanction_tournament(
        one.tournament_id,
        SanctionAnswer(waiting.version),
        acting=acting(committee_member()),
    )
    for group, size in ((one, 3), (other, 5), (beside, 4)):
        entered(group, *(member() for _ in range(size)))
    start_section(one.pk, acting=acting())

    invoice = invoice_of(sanction)

    assert [
        (line.section, line.participants, line.total) for line in invoice.lines
    ] == [
        ("Group A", 3, Decimal("75.00")),
        ("Group B", 5, Decimal("125.00")),
    ]
    assert (invoice.total, invoice.is_final) == (Decimal("200.00"), False)


def test_invoice_is_dated_when_every_section_has_started(started_sanction):
    started_sanction.refresh_from_db()

    assert invoice_of(started_sanction).dated == NOON.date()


def test_invoice_is_preliminary_until_every_section_has_started():
    terms()
    sanction = sanctioned(section())

    assert invoice_of(sanction).dated is None


def test_invoice_of_a_sanction_given_afterwards_is_due_two_weeks_after_its_date():
    terms()
    group = started(section(tournament(start_date=EARLY, end_date=EARLY)), size=4)

    invoice = invoice_of(sanctioned(group))

    assert invoice.dated == NOON.date()
    assert invoice.due_date == NOON.date() + timedelta(weeks=2)


@pytest.mark.parametrize("is_paid", [True, False])
def test_undone_start_removes_the_date_of_an_unpaid_invoice(started_sanction, is_paid):
    if is_paid:
        note_payment(started_sanction.tournament_id, Decimal("100.00"), acting=acting())
    (group,) = started_sanction.tournament.sections.all()

    undo_start(group.pk, acting=acting())

    stored_date = Sanction.objects.get(pk=started_sanction.pk).invoice_date
    assert stored_date == (NOON.date() if is_paid else None)


def test_there_is_no_invoice_without_terms():
    assert invoice_of(sanctioned()) is None


def test_fee_of_started_sections_is_owed(started_sanction):
    with refused("sanction_started"):
        withdraw_application(started_sanction.tournament_id, acting=acting())
    assert Sanction.objects.get(pk=started_sanction.pk).invoice_date == NOON.date()

    (group,) = started_sanction.tournament.sections.all()
    undo_start(group.pk, acting=acting())
    withdrawn = withdraw_application(started_sanction.tournament_id, acting=acting())

    assert invoice_of(withdrawn) is None


@pytest.mark.parametrize("is_paid", [True, False])
def test_cancelled_tournament_has_an_invoice_only_if_it_was_paid(
    started_sanction, is_paid
):
    if is_paid:
        note_payment(started_sanction.tournament_id, Decimal("100.00"), acting=acting())
    cancel_tournament(started_sanction.tournament_id, acting=acting())

    called_off = Sanction.objects.get(pk=started_sanction.pk)
    assert (invoice_of(called_off) is not None) == is_paid


def test_payment_is_recorded_with_author_and_time(started_sanction):
    context = acting()

    paid = note_payment(
        started_sanction.tournament_id, Decimal("100.00"), acting=context
    )

    assert paid.paid_amount == Decimal("100.00")
    assert (paid.paid_by_id, paid.paid_at) == (context.user_id, context.at)


def test_payment_of_another_sum_than_due_is_refused(started_sanction):
    with refused("application_moved"):
        note_payment(started_sanction.tournament_id, Decimal("75.00"), acting=acting())


def test_recorded_payment_can_be_removed(started_sanction):
    note_payment(started_sanction.tournament_id, Decimal("100.00"), acting=acting())

    taken_back = take_back_payment(started_sanction.tournament_id, acting=acting())

    assert (taken_back.paid_amount, taken_back.paid_by, taken_back.paid_at) == (
        None,
        None,
        None,
    )
    with refused("not_paid"):
        take_back_payment(started_sanction.tournament_id, acting=acting())


def test_second_payment_is_refused(started_sanction):
    note_payment(started_sanction.tournament_id, Decimal("100.00"), acting=acting())

    with refused("paid"):
        note_payment(started_sanction.tournament_id, Decimal("100.00"), acting=acting())


def test_paid_sanction_cannot_be_withdrawn(started_sanction):
    note_payment(started_sanction.tournament_id, Decimal("100.00"), acting=acting())

    with refused("paid"):
        withdraw_application(started_sanction.tournament_id, acting=acting())


def test_nothing_is_due_before_the_sanction():
    terms()

    with refused("no_fee"):
        note_payment(applied().tournament_id, Decimal(0), acting=acting())


@pytest.mark.parametrize("days", [-30, 0])
def test_terms_cannot_be_set_for_past_days(days):
    past = NOON.date() + timedelta(days)

    with refused("terms_past"):
        set_terms(TermsDraft(past, Decimal(25)), acting=acting())


def test_current_terms_can_be_corrected_today():
    terms(fee="25.00")

    corrected = set_terms(TermsDraft(NOON.date(), Decimal(30)), acting=acting())

    assert SanctionTerms.objects.on(NOON.date()) == corrected


def test_terms_of_the_first_day_apply_despite_later_terms():
    terms(fee="25.00")
    changed = TermsDraft(FIRST_DAY + timedelta(days=1), Decimal(30), "Plusgiro 9")
    set_terms(changed, acting=ActionContext(UserFactory().pk, LONG_BEFORE))
    group = section()
    sanction = sanctioned(group)

    invoice = invoice_of(sanction)

    assert (invoice.each, invoice.pay_to) == (Decimal("25.00"), "Bankgiro 123-4567")
    assert fee_on(group.tournament) == Decimal("25.00")


def test_tournament_before_the_first_terms_needs_no_sanction():
    changed = TermsDraft(FIRST_DAY + timedelta(days=1), Decimal(30))
    set_terms(changed, acting=ActionContext(UserFactory().pk, LONG_BEFORE))
    group = section()

    assert moves_need_sanction(group.tournament) is False
    assert has_class_movements(group.pk, group.tournament) is True


def test_terms_apply_from_their_day_and_later_terms_replace_them():
    first = terms()
    terms(first.from_date, fee="30.00")

    assert SanctionTerms.objects.on(first.from_date).fee_each == Decimal("30.00")


def test_database_refuses_a_negative_fee():
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

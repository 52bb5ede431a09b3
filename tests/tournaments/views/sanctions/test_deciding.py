from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.enums import RoleKind
from tests.factories import (
    ClubFactory,
    RoleFactory,
    acting,
    secretary_of,
    two_accounts_of_one_person,
)
from tests.federation.views.as_browsers import filled_in
from tests.ratings.page_text import text
from tests.tournaments.sanctions import (
    applied,
    committee_member,
    district_officer,
    endorsed,
    sanctioned,
    terms,
)
from tests.tournaments.tournaments_made import (
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    return_application,
)
from tournaments.domain.sanctions.fees import note_payment
from tournaments.models import Sanction, SanctionTerms

pytestmark = pytest.mark.django_db


def page(name, of):
    return reverse(f"tournaments:{name}", args=[of.tournament_id])


def test_district_finds_the_application_on_its_desk_and_endorses(client):
    made = section()
    client.force_login(district_officer(made))
    waiting = applied(made, with_district=False)

    desk = client.get(reverse("tournaments:desk"))
    assert page("sanction", made) in desk.text
    answer = client.post(
        page("endorse_sanction", made),
        {"act": "endorse", "seen": waiting.version},
        follow=True,
    )

    assert "Endorsed. The application is now with the federation." in answer.text
    assert page("sanction", made) not in client.get(reverse("tournaments:desk")).text


def test_committee_finds_the_application_on_its_desk_and_sanctions(client):
    waiting = endorsed()
    client.force_login(committee_member())

    desk = client.get(reverse("tournaments:desk"))
    assert page("sanction", waiting) in desk.text
    client.post(
        page("decide_sanction", waiting), {"act": "sanction", "seen": waiting.version}
    )

    waiting.refresh_from_db()
    assert waiting.state == "sanctioned"


def test_returned_application_is_on_the_desk_of_the_club_with_the_reason(client):
    waiting = endorsed()
    client.force_login(committee_member())
    client.post(
        page("decide_sanction", waiting),
        {"act": "return", "seen": waiting.version, "reason": "Say who comes."},
    )

    client.force_login(secretary_of(waiting.tournament.organiser))
    assert page("sanction", waiting) in client.get(reverse("tournaments:desk")).text
    assert "Say who comes." in client.get(page("sanction", waiting)).text


def test_reasons_are_kept_when_the_application_has_changed_meanwhile(client):
    waiting = endorsed()
    client.force_login(committee_member())
    url, written = page("decide_sanction", waiting), "Two of them on one weekend."
    answer = {"act": "refuse", "reason": written, "internal_reason": "Ask Bo."}
    Sanction.objects.update(version=waiting.version + 1)

    again = client.post(url, answer | {"seen": waiting.version})
    assert again.status_code == 409
    assert Sanction.objects.get().state == "endorsed"

    sent = filled_in(again)
    assert [sent[name].strip() for name in ("reason", "internal_reason")] == [
        written,
        "Ask Bo.",
    ]
    sent["act"] = "refuse"
    client.post(url, sent)
    assert Sanction.objects.get().state == "refused"


def test_reasons_of_a_late_officer_are_shown_when_the_application_is_answered(client):
    waiting = endorsed()
    client.force_login(committee_member())
    url = page("decide_sanction", waiting)
    client.post(url, {"act": "sanction", "seen": waiting.version})
    client.force_login(committee_member())
    late = {"act": "refuse", "reason": "Two of them.", "internal_reason": "Ask <Bo>."}
    again = client.post(url, late | {"seen": waiting.version})
    assert again.status_code == 409
    shown = again.text
    for written in ("Two of them.", "Ask &lt;Bo&gt;."):
        assert f"This was not sent, and is kept here to be copied: “{written}”" in shown


OWN = "somebody else has to decide"


@pytest.mark.parametrize("with_other_account", [False, True])
def test_applicant_is_not_offered_to_sanction(client, with_other_account):
    first, second = two_accounts_of_one_person()
    waiting = applied(with_district=False, by=first)
    reader = second if with_other_account else first
    RoleFactory(user=reader, kind=RoleKind.RULES_COMMITTEE)
    client.force_login(reader)

    shown = client.get(page("sanction", waiting)).text

    assert (OWN in shown, 'value="sanction"' in shown) == (True, False)
    assert 'value="return"' in shown


def test_endorser_is_offered_to_endorse_and_then_not_to_sanction(client):
    made = section()
    both = district_officer(made)
    RoleFactory(user=both, kind=RoleKind.RULES_COMMITTEE)
    client.force_login(both)
    applied(made, with_district=False)
    before = client.get(page("sanction", made)).text
    waiting = Sanction.objects.get()
    endorse_application(
        made.tournament_id, SanctionAnswer(waiting.version), acting=acting(both)
    )
    after = client.get(page("sanction", made)).text

    assert (OWN in before, 'value="endorse"' in before) == (False, True)
    assert (OWN in after, 'value="sanction"' in after) == (True, False)


@pytest.mark.parametrize("act", ["return", "refuse"])
def test_stop_without_a_reason_is_refused_and_the_form_is_kept(client, act):
    waiting = endorsed()
    client.force_login(committee_member())

    answer = client.post(
        page("decide_sanction", waiting),
        {"act": act, "seen": waiting.version, "internal_reason": "Odd."},
    )

    assert answer.status_code == 422
    assert ("Give a reason." in answer.text, "Odd." in answer.text) == (True, True)
    waiting.refresh_from_db()
    assert waiting.state == "endorsed"


def test_application_of_a_cancelled_tournament_is_on_no_desk(client):
    waiting = endorsed()
    cancel_tournament(waiting.tournament_id, acting=acting())
    client.force_login(committee_member())

    assert page("sanction", waiting) not in client.get(reverse("tournaments:desk")).text
    shown = client.get(page("sanction", waiting))
    assert (shown.context["can_endorse"], shown.context["can_decide"]) == (False, False)


def test_returned_application_leaves_the_desk_after_the_tournament(client):
    made = section()
    waiting = endorsed(made)
    return_application(
        waiting.tournament_id,
        SanctionAnswer(waiting.version, "Say who comes."),
        of_district=False,
        acting=acting(committee_member()),
    )
    client.force_login(secretary_of(made.tournament.organiser))
    before = client.get(reverse("tournaments:desk")).context["sanctions"].returned
    submitted(played(started(made)))

    after = client.get(reverse("tournaments:desk")).context["sanctions"].returned
    assert (len(before), len(after)) == (1, 0)


def test_unpaid_fee_of_a_tournament_that_never_began_is_not_on_the_desk(client, today):
    terms()
    days = {"start_date": today - timedelta(40), "end_date": today - timedelta(40)}
    begun = sanctioned(started(section(tournament(**days))))
    sanctioned(section(tournament(**days)))
    client.force_login(committee_member())

    unpaid = client.get(reverse("tournaments:desk")).context["sanctions"].unpaid

    assert [each.pk for each in unpaid] == [begun.pk]


def test_invoice_is_on_the_desk_of_the_club_until_it_is_paid(client):
    terms()
    made = section()
    sanction = sanctioned(made)
    secretary = secretary_of(made.tournament.organiser)
    stranger = secretary_of(ClubFactory())

    def to_pay(reader):
        client.force_login(reader)
        desk = client.get(reverse("tournaments:desk")).context["sanctions"]
        return [each.pk for each in desk.to_pay]

    assert to_pay(secretary) == []
    started(made, size=4)
    assert (to_pay(secretary), to_pay(stranger)) == ([sanction.pk], [])
    note_payment(made.tournament_id, Decimal("100.00"), acting=acting())
    assert to_pay(secretary) == []


def test_unknown_answer_changes_nothing(client):
    waiting = endorsed()
    client.force_login(committee_member())

    answer = client.post(
        page("decide_sanction", waiting), {"act": "smile", "seen": 1}, follow=True
    )

    assert "Choose one of the answers." in answer.text
    waiting.refresh_from_db()
    assert waiting.state == "endorsed"


def test_query_count_of_the_desk_does_not_depend_on_the_number_of_applications(
    client, django_assert_num_queries
):
    client.force_login(committee_member())
    endorsed()
    client.get(reverse("tournaments:desk"))
    with CaptureQueriesContext(connection) as one:
        client.get(reverse("tournaments:desk"))
    endorsed()
    endorsed()

    with django_assert_num_queries(len(one)):
        client.get(reverse("tournaments:desk"))


# --- fee ----------------------------------------------------------------------------
def test_board_sets_the_terms(client, today):
    client.force_login(RoleFactory(kind=RoleKind.BOARD).user)
    tomorrow = client.get(reverse("tournaments:sanction_terms")).context["form"]
    assert tomorrow.initial == {"from_date": today + timedelta(days=1)}
    facts = {
        "from_date": tomorrow.initial["from_date"],
        "fee_each": "25",
        "pay_to": "Bankgiro 123",
    }

    answer = client.post(reverse("tournaments:sanction_terms"), facts, follow=True)

    assert "The terms are set." in answer.text
    assert SanctionTerms.objects.get().pay_to == "Bankgiro 123"


def test_terms_for_a_day_that_has_begun_are_refused_and_the_form_is_kept(client, today):
    client.force_login(RoleFactory(kind=RoleKind.BOARD).user)
    facts = {"from_date": today, "fee_each": "25", "pay_to": "Bankgiro 123"}

    answer = client.post(reverse("tournaments:sanction_terms"), facts)

    assert answer.context["form"].errors.keys() == {"from_date"}
    assert "Bankgiro 123" in answer.text
    assert not SanctionTerms.objects.exists()


def test_payment_is_recorded_and_removed(client, committee):
    terms()
    sanction = sanctioned(made := section())
    started(made)

    client.post(page("sanction_paid", sanction), {"amount": "100.00"})
    assert Sanction.objects.get().paid_by == committee
    shown = client.get(page("sanction", sanction)).text
    assert str(committee) in shown

    client.post(page("sanction_not_paid", sanction))
    assert Sanction.objects.get().paid_by is None


def test_paid_invoice_asks_for_no_payment(client, committee):
    terms()
    sanction = sanctioned(made := section())
    started(made)
    unpaid = text(client.get(page("invoice", sanction)))
    client.post(page("sanction_paid", sanction), {"amount": "100.00"})

    paid = text(client.get(page("invoice", sanction)))
    on_page = text(client.get(page("sanction", sanction)))

    assert ("To pay" in unpaid, "Pay to Bankgiro" in unpaid) == (True, True)
    assert ("To pay" in paid, "Pay to Bankgiro" in paid) == (False, False)
    assert "Paid: 100.00 kr" in paid
    assert "To pay" not in on_page


@pytest.mark.parametrize("amount", ["a lot", "NaN", "sNaN", "Infinity", ""])
def test_invalid_sum_is_not_recorded(client, committee, amount):
    terms()
    sanction = sanctioned()

    answer = client.post(page("sanction_paid", sanction), {"amount": amount})

    assert answer.url == page("sanction", sanction)
    assert Sanction.objects.get().paid_at is None


def test_invoice_has_each_section_and_the_sum(client, committee):
    terms(fee="25.50")
    sanction = sanctioned(made := section(name="Group A"))
    started(made, size=4)

    answer = client.get(page("invoice", sanction))

    assert [
        (line.section, line.participants) for line in answer.context["invoice"].lines
    ] == [("Group A", 4)]
    assert "102.00" in answer.text
    assert "Bankgiro 123-4567" in answer.text
    assert "Date of the invoice" in answer.text
    assert "To be paid by" in answer.text
    assert "Preliminary" not in answer.text


def test_fee_that_may_still_grow_is_called_preliminary(client, committee):
    terms(fee="25.50")
    sanction = sanctioned(made := section(name="Group A"))
    expected_text = "More can be entered until every section has started"

    before = [client.get(page(name, sanction)).text for name in ("sanction", "invoice")]
    started(made, size=4)
    after = [client.get(page(name, sanction)).text for name in ("sanction", "invoice")]

    assert [expected_text in shown for shown in before] == [True, True]
    assert [expected_text in shown for shown in after] == [False, False]
    assert "Note as paid" not in before[0]
    assert "Preliminary invoice" in before[1]
    assert ["Date of the invoice" in shown for shown in before] == [False, False]


def test_refused_answer_leaves_the_organisers_part_of_the_page(client):
    waiting = endorsed()
    both = committee_member()
    RoleFactory(user=both, kind=RoleKind.SECRETARY, club=waiting.tournament.organiser)
    client.force_login(both)
    withdraw = page("withdraw_sanction", waiting)

    before = client.get(page("sanction", waiting)).text
    refused = client.post(
        page("decide_sanction", waiting), {"act": "return", "seen": waiting.version}
    ).text

    assert (withdraw in before, withdraw in refused) == (True, True)

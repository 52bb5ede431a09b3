"""A renewed application, and who holds office on the day."""

from datetime import timedelta

import pytest
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import OutboxMail
from tests.factories import CLOSED, NOON, RoleFactory, UserFactory, acting, secretary_of
from tests.tournaments.sanctions import (
    application,
    applied,
    committee_member,
    district_officer,
    endorsed,
    refused,
    sanctioned,
    terms,
)
from tests.tournaments.tournaments_made import section, started
from tournaments.domain.sanctions.applying import (
    apply_for_sanction,
    renew_application,
    withdraw_application,
)
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    refuse_application,
    return_application,
    sanction_tournament,
)
from tournaments.domain.sanctions.invoice_dates import date_invoice
from tournaments.models import Sanction, Section
from tournaments.queries.sanctions.shown import sanction_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_renewed_application_has_nothing_of_the_first_answer():
    waiting = endorsed()
    group = waiting.sections.get().section
    answer = SanctionAnswer(waiting.version, "Name the prizes", "They never do")
    return_application(group.tournament_id, answer, of_district=False, acting=acting())
    by = secretary_of(group.tournament.organiser)

    again = apply_for_sanction(
        group.tournament_id, application(group, kind="club"), acting=acting(by)
    )

    again.refresh_from_db()
    facts = (
        again.state, again.endorsed_by, again.endorsed_at, again.decided_by,
        again.decided_at, again.reason, again.internal_reason, again.fee_each,
    )  # fmt: skip
    assert facts == ("applied", None, None, None, None, "", "", None)
    assert (again.applied_by, again.version) == (by, waiting.version + 2)


def test_section_left_out_of_the_renewed_application_is_no_longer_applied_for():
    group = section()
    other = section(group.tournament)
    district_officer(group)
    both = application(group, classes={group.pk: "II", other.pk: "mixed"})
    apply_for_sanction(group.tournament_id, both, acting=acting())
    withdraw_application(group.tournament_id, acting=acting())

    renewed = renew_application(group.tournament_id, acting=acting())
    assert sorted(renewed.sections.values_list("section", "section_class")) == [
        (group.pk, "II"), (other.pk, "mixed"),
    ]  # fmt: skip

    withdraw_application(group.tournament_id, acting=acting())
    one = application(group, classes={group.pk: "", other.pk: "mixed"})
    again = apply_for_sanction(group.tournament_id, one, acting=acting())
    assert list(again.sections.values_list("section", flat=True)) == [other.pk]


def test_section_outside_of_the_application_may_have_started_with_other_points():
    group = section()
    beside = section(group.tournament, format="boards", rounds=3, point_system="3-1-0")
    sanction = sanctioned(group)
    started(beside)

    withdrawn = withdraw_application(sanction.tournament_id, acting=acting())

    assert withdrawn.state == "none"


@pytest.mark.parametrize(
    "facts",
    [
        {"to_date": NOON.date() - DAY},
        {"from_date": NOON.date() + DAY},
        {"user": CLOSED},
    ],
)
def test_application_goes_to_the_federation_if_the_district_officer_has_left(facts):
    group = section()
    if "user" in facts:
        facts = {"user": UserFactory(**CLOSED)}
    RoleFactory(
        kind=RoleKind.DISTRICT_OFFICER, district=group.tournament.district, **facts
    )
    waiting = applied(group, with_district=False)
    assert (waiting.not_endorsed, waiting.waits_for_federation) == ("no_officer", True)


def test_sanction_does_not_judge_results_that_were_not_submitted():
    group = section()
    other = section(group.tournament)
    Section.objects.filter(pk=other.pk).update(posted=3, judged=3)

    sanctioned(group)

    posted = dict(Section.objects.values_list("pk", "posted"))
    assert posted == {group.pk: 0, other.pk: 4}


def test_federation_cannot_return_or_refuse_before_the_district():
    waiting = applied()
    answer = SanctionAnswer(waiting.version, "No")
    with refused("application_moved"):
        return_application(
            waiting.tournament_id, answer, of_district=False, acting=acting()
        )
    with refused("application_moved"):
        refuse_application(waiting.tournament_id, answer, acting=acting())


def test_letters_are_in_the_language_of_the_office(settings):
    settings.LANGUAGE_CODE = "sv"
    group = section()
    with translation.override("en"):
        applied(group)
    letter = OutboxMail.objects.get()
    assert letter.subject == "Ansökan om sanktion: Spring cup"


def test_former_district_officer_gets_no_letter():
    group = section()
    now = district_officer(group)
    RoleFactory(
        kind=RoleKind.DISTRICT_OFFICER,
        district=group.tournament.district,
        to_date=NOON.date() - DAY,
    )
    district_officer(section())

    applied(group, with_district=False)

    assert [letter.to for letter in OutboxMail.objects.all()] == [now.email]


def test_invoice_keeps_the_date_of_the_first_start_of_all_sections():
    terms()
    group = section()
    sanction = sanctioned(group)
    started(group)
    before = Sanction.objects.get().invoice_date
    date_invoice(
        sanction.tournament_id, ActionContext(UserFactory().pk, NOON + 5 * DAY)
    )
    assert Sanction.objects.get().invoice_date == before == NOON.date()


def test_sanction_without_a_fee_has_no_invoice_date():
    group = section()
    sanctioned(group)
    started(group)
    assert Sanction.objects.get().invoice_date is None


def test_page_names_changes_since_the_application_and_the_latest_district_answer():
    waiting = endorsed()
    tournament = waiting.tournament
    return_application(
        tournament.pk, SanctionAnswer(waiting.version, "Again"), of_district=False,
        acting=acting(),
    )  # fmt: skip
    group = Section.objects.get()
    by = secretary_of(tournament.organiser)
    again = apply_for_sanction(tournament.pk, application(group), acting=acting(by))
    at = ActionContext(UserFactory().pk, NOON + DAY)
    new_answer = SanctionAnswer(again.version, "Gladly", "The hall is small")
    wanted = endorse_application(tournament.pk, new_answer, acting=at)
    sanction_tournament(
        tournament.pk, SanctionAnswer(wanted.version), acting=acting(committee_member())
    )
    type(tournament).objects.filter(pk=tournament.pk).update(minutes=150)
    tournament.refresh_from_db()

    shown = sanction_of(tournament)

    assert shown.moved == ("minutes",)
    assert (shown.endorsement.reason, shown.endorsement.internal_reason) == (
        "Gladly",
        "The hall is small",
    )

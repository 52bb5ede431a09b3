import pytest
from django.db import IntegrityError, transaction

from federation.models import OutboxMail
from federation.queries.audit import AuditQuery, log_page
from federation.queries.audit_words import in_words
from tests.factories import DistrictFactory, acting, secretary_of
from tests.tournaments.sanctions import (
    application,
    applied,
    committee_member,
    district_officer,
    endorsed,
    refused,
    sanctioned,
)
from tests.tournaments.tournaments_made import (
    draft,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.sections import remove_section
from tournaments.domain.planning.tournaments import change_tournament
from tournaments.domain.sanctions.applying import (
    apply_for_sanction,
    renew_application,
    withdraw_application,
)
from tournaments.models import Sanction, Section

pytestmark = pytest.mark.django_db


def test_application_waits_for_the_district():
    waiting = applied()

    assert waiting.state == "applied"
    assert waiting.waits_for_district
    assert not waiting.waits_for_federation
    assert list(waiting.sections.values_list("section_class", flat=True)) == ["mixed"]


def test_audit_log_has_the_class_applied_for():
    group = section(name="Group A")
    first = applied(group)
    withdraw_application(group.tournament_id, acting=acting())
    again = application(group, classes={group.pk: "II"})
    by = secretary_of(group.tournament.organiser)
    apply_for_sanction(group.tournament_id, again, acting=acting(by))

    page = log_page(AuditQuery(kind="sanctionsection"), {}, 10)

    lines = [
        (line.by == str(by), line.act, line.about, difference.before, difference.after)
        for line in in_words(page.entries)
        for difference in line.differences
        if difference.label.lower() == "class of the section"
    ]
    assert lines == [
        (True, "insert", "Group A", "–", "Class II"),
        (True, "delete", "Group A", "Mixed", "–"),
        (first.applied_by == by, "insert", "Group A", "–", "Mixed"),
    ]


def test_section_applied_for_gives_titles():
    made = section(gives_titles=False)

    applied(made)

    made.refresh_from_db()
    assert made.gives_titles


def test_district_officers_get_a_letter():
    made = section()
    officer = district_officer(made)

    applied(made, with_district=False)

    letter = OutboxMail.objects.get()
    assert letter.to == officer.email
    assert letter.subject == "Application for a sanction: Spring cup"


def test_application_goes_to_the_federation_if_the_district_has_no_officer():
    waiting = applied(with_district=False)

    assert waiting.not_endorsed == "no_officer"
    assert waiting.waits_for_federation


def test_tournament_of_the_district_itself_needs_no_endorsement():
    district = DistrictFactory()
    made = section(tournament(organiser_id=None, district_id=district.pk))
    officer, _other = district_officer(made), district_officer(made)

    waiting = apply_for_sanction(
        made.tournament_id, application(made), acting=acting(officer)
    )

    assert waiting.not_endorsed == "own"
    assert waiting.waits_for_federation


@pytest.mark.parametrize(
    ("has_another", "not_endorsed"), [(True, ""), (False, "no_officer")]
)
def test_district_officer_who_applies_for_a_club_cannot_endorse(
    has_another, not_endorsed
):
    made = section()
    officer = district_officer(made)
    if has_another:
        district_officer(made)

    waiting = apply_for_sanction(
        made.tournament_id, application(made), acting=acting(officer)
    )

    assert waiting.not_endorsed == not_endorsed


def test_less_than_two_hours_for_sixty_moves_is_refused():
    made = section(tournament(minutes=119))

    with refused("sanction_minutes"):
        applied(made)


def test_thinking_time_cannot_be_shortened_below_the_limit_while_an_application_is_open():
    made = section()
    applied(made)
    shorter = draft(made.tournament.organiser, minutes=119)

    with refused("sanction_minutes"):
        change_tournament(made.tournament_id, shorter, acting=acting())

    withdraw_application(made.tournament_id, acting=acting())
    changed = change_tournament(made.tournament_id, shorter, acting=acting())
    assert changed.minutes == 119


def test_application_without_a_class_is_refused():
    made = section()

    with refused("sanction_no_class"):
        apply_for_sanction(
            made.tournament_id, application(made, classes={}), acting=acting()
        )


def test_application_with_a_section_of_another_tournament_is_refused():
    made, other = section(), section()

    with refused("sanction_no_class"):
        apply_for_sanction(made.tournament_id, application(other), acting=acting())


def test_application_with_a_section_of_another_point_system_is_refused():
    made = section(point_system="3-1-0")

    with refused("sanction_points"):
        applied(made)


def test_second_application_is_refused():
    made = section()
    applied(made)

    with refused("applied"):
        applied(made)


def test_withdrawn_application_can_be_sent_again_and_is_answered_again():
    waiting = endorsed()
    by = secretary_of(waiting.tournament.organiser)

    withdrawn = withdraw_application(waiting.tournament_id, acting=acting(by))
    assert withdrawn.state == "none"

    again = renew_application(waiting.tournament_id, acting=acting(by))
    assert (again.pk, again.state, again.endorsed_by) == (waiting.pk, "applied", None)
    assert again.arbiter == "Berit Alm"
    assert again.sections.get().section_class == "mixed"


def test_sanction_cannot_be_withdrawn_after_results_were_submitted():
    made = section()
    sanctioned(made)
    submitted(played(started(made)), is_final=False)

    with refused("sanction_used"):
        withdraw_application(made.tournament_id, acting=acting())


def test_sanction_cannot_be_withdrawn_after_the_tournament():
    made = section()
    applied(made)
    submitted(played(started(made)))

    with refused("state"):
        withdraw_application(made.tournament_id, acting=acting())


def test_district_and_federation_are_notified_of_a_withdrawn_sanction():
    committee = committee_member()
    sanction = sanctioned()
    district = sanction.tournament.district.roles.get().user
    OutboxMail.objects.all().delete()

    withdraw_application(sanction.tournament_id, acting=acting())

    letters = OutboxMail.objects.order_by("pk")
    assert {letter.subject for letter in letters} == {"Sanction taken back: Spring cup"}
    assert {committee.email, district.email} <= {letter.to for letter in letters}


def test_withdrawn_application_sends_no_letter():
    waiting = applied()
    OutboxMail.objects.all().delete()

    withdraw_application(waiting.tournament_id, acting=acting())

    assert not OutboxMail.objects.exists()


def test_section_of_a_sanction_cannot_be_removed():
    made = section()
    applied(made)

    with refused("sanction_covers"):
        remove_section(made.pk, acting=acting())

    withdraw_application(made.tournament_id, acting=acting())
    remove_section(made.pk, acting=acting())
    assert not Section.objects.exists()


def test_withdrawal_without_an_application_is_refused():
    with refused("not_applied"):
        withdraw_application(section().tournament_id, acting=acting())


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "unheard-of"},
        {"state": "endorsed"},
        {"state": "sanctioned"},
        {"state": "refused"},
        {"paid_amount": 100},
    ],
)
def test_database_refuses_an_inconsistent_sanction(wrong):
    waiting = applied()

    with pytest.raises(IntegrityError, match="sanction"), transaction.atomic():
        Sanction.objects.filter(pk=waiting.pk).update(**wrong)


def test_database_refuses_a_sanction_given_by_its_applicant():
    sanction = sanctioned()

    with pytest.raises(IntegrityError, match="sanction"), transaction.atomic():
        Sanction.objects.filter(pk=sanction.pk).update(decided_by=sanction.applied_by)

from datetime import date, timedelta

import pytest
from django.utils.formats import date_format

from federation.models import OutboxMail
from tests.factories import NOON, acting, two_accounts_of_one_person
from tests.tournaments.sanctions import (
    applied,
    district_officer,
    endorsed,
    refused,
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
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    refuse_application,
    return_application,
    sanction_tournament,
)
from tournaments.models import ClassMovement
from tournaments.queries.sanctions.invoices import invoice_of

pytestmark = pytest.mark.django_db
EARLY = date(2026, 2, 3)


def seen(sanction):
    return SanctionAnswer(sanction.version)


def test_district_endorses_and_federation_sanctions():
    sanction = sanctioned()

    assert sanction.state == "sanctioned"
    assert sanction.endorsed_by is not None
    assert sanction.decided_by is not None


def test_organiser_is_notified_of_endorsement_and_sanction():
    sanction = sanctioned()

    letters = OutboxMail.objects.filter(to=sanction.applied_by.email).order_by("pk")
    assert list(letters.values_list("subject", flat=True)) == [
        "Endorsed by the district: Spring cup",
        "Sanctioned: Spring cup",
    ]


def test_federation_cannot_decide_before_the_district():
    waiting = applied()

    with refused("application_moved"):
        sanction_tournament(waiting.tournament_id, seen(waiting), acting=acting())


def test_district_cannot_answer_again_after_endorsing():
    waiting = endorsed()

    with refused("application_moved"):
        return_application(
            waiting.tournament_id,
            SanctionAnswer(waiting.version, "Late"),
            of_district=True,
            acting=acting(),
        )


def test_applicant_cannot_sanction():
    waiting = applied(with_district=False)

    with refused("own_application"):
        sanction_tournament(
            waiting.tournament_id,
            SanctionAnswer(waiting.version),
            acting=acting(waiting.applied_by),
        )


def test_applicant_cannot_sanction_with_another_account():
    applicant, other = two_accounts_of_one_person()
    waiting = applied(with_district=False, by=applicant)

    with refused("own_application"):
        sanction_tournament(waiting.tournament_id, seen(waiting), acting=acting(other))


def test_endorser_cannot_sanction():
    made = section()
    waiting = endorsed(made, by=district_officer(made))

    with refused("own_application"):
        sanction_tournament(
            waiting.tournament_id,
            SanctionAnswer(waiting.version),
            acting=acting(waiting.endorsed_by),
        )


def test_applicant_cannot_endorse():
    waiting = applied()

    with refused("own_application"):
        endorse_application(
            waiting.tournament_id,
            SanctionAnswer(waiting.version),
            acting=acting(waiting.applied_by),
        )


def test_answer_to_an_outdated_version_is_refused():
    waiting = applied()

    with refused("application_moved"):
        endorse_application(
            waiting.tournament_id, SanctionAnswer(waiting.version - 1), acting=acting()
        )


def test_returning_and_refusing_need_a_reason():
    waiting = endorsed()
    answer = SanctionAnswer(waiting.version, " ", "Only for us")

    with refused("sanction_reason"):
        refuse_application(waiting.tournament_id, answer, acting=acting())


def test_letter_has_the_reason_for_the_organiser_and_not_the_internal_one():
    waiting = applied()

    returned = return_application(
        waiting.tournament_id,
        SanctionAnswer(waiting.version, "Say who the arbiter is.", "They never pay."),
        of_district=True,
        acting=acting(),
    )

    letter = OutboxMail.objects.filter(to=waiting.applied_by.email).latest("pk")
    assert returned.state == "returned"
    assert "Say who the arbiter is." in letter.body
    assert "They never pay." not in letter.body


def test_organiser_is_notified_why_the_sanction_is_refused():
    waiting = endorsed()
    OutboxMail.objects.all().delete()
    answer = SanctionAnswer(waiting.version, "The hall is too small.")

    refuse_application(waiting.tournament_id, answer, acting=acting())

    letter = OutboxMail.objects.get(to=waiting.applied_by.email)
    assert letter.subject == "Sanction refused: Spring cup"
    assert "has refused the sanction of Spring cup." in letter.body
    assert "Reason: The hall is too small." in letter.body


def test_fee_is_that_of_the_terms_on_the_first_day():
    terms(fee="25.00")

    assert str(sanctioned().fee_each) == "25.00"


# --- class movements ----------------------------------------------------------------
def sent_in():
    made = played(started(section(gives_titles=True), size=8))
    submitted(made)
    return made


def test_without_terms_the_organiser_decides_whether_a_section_gives_titles():
    made = sent_in()

    judge_section(made.pk)

    assert ClassMovement.objects.count() == 8


def test_under_terms_no_class_movement_without_a_sanction():
    terms()
    made = sent_in()

    judge_section(made.pk)

    assert ClassMovement.objects.count() == 0


def test_under_terms_a_sanctioned_section_moves_players():
    terms()
    made = section(gives_titles=True)
    sanctioned(made)
    submitted(played(started(made, size=8)))

    judge_section(made.pk)

    assert ClassMovement.objects.count() == 8


def test_section_not_covered_by_the_sanction_moves_no_player():
    terms()
    made = section(gives_titles=True)
    sanctioned(section(made.tournament, name="Group B"))
    submitted_after = played(started(made, size=8))
    for each in made.tournament.sections.exclude(pk=made.pk):
        played(started(each, size=8))
    submitted(submitted_after)

    judge_section(made.pk)

    assert ClassMovement.objects.count() == 0


def test_sanction_given_after_the_results_moves_their_players():
    terms()
    made = section(gives_titles=True)
    waiting = endorsed(made)
    submitted(played(started(made, size=8)))
    judge_section(made.pk)
    assert ClassMovement.objects.count() == 0

    sanction_tournament(waiting.tournament_id, seen(waiting), acting=acting())

    made.refresh_from_db()
    assert made.judged < made.posted
    judge_section(made.pk)
    assert ClassMovement.objects.count() == 8


def test_application_of_a_cancelled_tournament_is_not_answered():
    waiting = endorsed()
    cancel_tournament(waiting.tournament_id, acting=acting())

    with refused("state"):
        sanction_tournament(waiting.tournament_id, seen(waiting), acting=acting())


def test_letter_mentions_a_fee_only_if_one_is_due():
    free = sanctioned()
    without = OutboxMail.objects.filter(to=free.applied_by.email).latest("pk").body
    terms()
    costs = sanctioned()
    with_fee = OutboxMail.objects.filter(to=costs.applied_by.email).latest("pk").body

    assert ("fee" in without, "fee" in with_fee) == (False, True)
    assert "the sanction fee, 25 kr for each participant," in " ".join(with_fee.split())
    assert "two weeks after the last round" in without


def test_letter_after_the_last_round_names_the_invoice_date():
    terms()
    late = started(section(tournament(start_date=EARLY, end_date=EARLY)), size=4)

    sanction = sanctioned(late)

    letter = OutboxMail.objects.filter(to=sanction.applied_by.email).latest("pk")
    due = date_format(invoice_of(sanction).due_date, "DATE_FORMAT")
    assert (
        "Results are due within two weeks after the last round, and the sanction fee,"
        f" 25 kr for each participant, by {due}."
    ) in letter.body
    assert invoice_of(sanction).due_date == NOON.date() + timedelta(weeks=2)

from datetime import date, timedelta

import pytest
from django.utils.formats import date_format

from federation.models import OutboxMail
from tests.factories import NOON
from tests.tournaments.makers import (
    acting,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tests.tournaments.sanctions import (
    applied,
    district_officer,
    endorsed,
    refused,
    sanctioned,
    terms,
)
from tournaments.domain.movements.judging import judge_section
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


def test_the_district_endorses_and_the_federation_sanctions():
    given = sanctioned()

    assert given.state == "sanctioned"
    assert given.endorsed_by is not None
    assert given.decided_by is not None


def test_the_organiser_is_told_of_the_endorsement_and_of_the_sanction():
    given = sanctioned()

    letters = OutboxMail.objects.filter(to=given.applied_by.email).order_by("pk")
    assert list(letters.values_list("subject", flat=True)) == [
        "Endorsed by the district: Spring cup",
        "Sanctioned: Spring cup",
    ]


def test_the_federation_does_not_decide_before_the_district():
    waiting = applied()

    with refused("application_moved"):
        sanction_tournament(waiting.tournament_id, seen(waiting), acting=acting())


def test_the_district_does_not_answer_what_it_has_endorsed():
    waiting = endorsed()

    with refused("application_moved"):
        return_application(
            waiting.tournament_id,
            SanctionAnswer(waiting.version, "Late"),
            of_district=True,
            acting=acting(),
        )


def test_whoever_applied_does_not_sanction():
    waiting = applied(with_district=False)

    with refused("own_application"):
        sanction_tournament(
            waiting.tournament_id,
            SanctionAnswer(waiting.version),
            acting=acting(waiting.applied_by),
        )


def test_whoever_endorsed_does_not_sanction():
    made = section()
    waiting = endorsed(made, by=district_officer(made))

    with refused("own_application"):
        sanction_tournament(
            waiting.tournament_id,
            SanctionAnswer(waiting.version),
            acting=acting(waiting.endorsed_by),
        )


def test_whoever_applied_does_not_endorse():
    waiting = applied()

    with refused("own_application"):
        endorse_application(
            waiting.tournament_id,
            SanctionAnswer(waiting.version),
            acting=acting(waiting.applied_by),
        )


def test_an_answer_to_what_was_not_seen_is_refused():
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


def test_the_letter_has_the_reason_for_the_organiser_and_not_the_internal_one():
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


def test_the_organiser_is_told_why_the_sanction_is_refused():
    waiting = endorsed()
    OutboxMail.objects.all().delete()
    answer = SanctionAnswer(waiting.version, "The hall is too small.")

    refuse_application(waiting.tournament_id, answer, acting=acting())

    letter = OutboxMail.objects.get(to=waiting.applied_by.email)
    assert letter.subject == "Sanction refused: Spring cup"
    assert "has refused the sanction of Spring cup." in letter.body
    assert "Reason: The hall is too small." in letter.body


def test_the_fee_is_that_of_the_terms_on_the_first_day():
    terms(fee="25.00")

    assert str(sanctioned().fee_each) == "25.00"


# --- class movements ----------------------------------------------------------------
def sent_in():
    made = played(started(section(gives_titles=True), size=8))
    submitted(made)
    return made


def test_without_terms_players_move_as_the_organiser_says():
    made = sent_in()

    judge_section(made.pk)

    assert ClassMovement.objects.count() == 8


def test_under_terms_nobody_moves_without_a_sanction():
    terms()
    made = sent_in()

    judge_section(made.pk)

    assert ClassMovement.objects.count() == 0


def test_under_terms_players_move_in_a_sanctioned_section():
    terms()
    made = section(gives_titles=True)
    sanctioned(made)
    submitted(played(started(made, size=8)))

    judge_section(made.pk)

    assert ClassMovement.objects.count() == 8


def test_a_section_that_the_sanction_is_not_for_moves_nobody():
    terms()
    made = section(gives_titles=True)
    sanctioned(section(made.tournament, name="Group B"))
    submitted_after = played(started(made, size=8))
    for each in made.tournament.sections.exclude(pk=made.pk):
        played(started(each, size=8))
    submitted(submitted_after)

    judge_section(made.pk)

    assert ClassMovement.objects.count() == 0


def test_a_sanction_given_after_the_results_lets_their_players_move():
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


def test_what_is_called_off_is_not_answered():
    waiting = endorsed()
    cancel_tournament(waiting.tournament_id, acting=acting())

    with refused("state"):
        sanction_tournament(waiting.tournament_id, seen(waiting), acting=acting())


def test_the_letter_speaks_of_a_fee_only_where_one_is_due():
    free = sanctioned()
    without = OutboxMail.objects.filter(to=free.applied_by.email).latest("pk").body
    terms()
    costs = sanctioned()
    with_fee = OutboxMail.objects.filter(to=costs.applied_by.email).latest("pk").body

    assert ("fee" in without, "fee" in with_fee) == (False, True)
    assert "the sanction fee, 25 kr for each participant," in " ".join(with_fee.split())
    assert "two weeks after the last round" in without


def test_the_letter_after_the_last_round_names_the_day_of_the_invoice():
    terms()
    late = started(section(tournament(start_date=EARLY, end_date=EARLY)), size=4)

    given = sanctioned(late)

    letter = OutboxMail.objects.filter(to=given.applied_by.email).latest("pk")
    due = date_format(invoice_of(given).due_date, "DATE_FORMAT")
    assert (
        "Results are due within two weeks after the last round, and the sanction fee,"
        f" 25 kr for each participant, by {due}."
    ) in letter.body
    assert invoice_of(given).due_date == NOON.date() + timedelta(weeks=2)

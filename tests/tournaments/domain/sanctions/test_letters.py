"""The recipients of each letter about a sanction, from the application to its end."""

import pytest

from federation.models import OutboxMail
from tests.factories import acting, member, secretary_of
from tests.letters import message_of
from tests.tournaments.sanctions import application, committee_member, district_officer
from tests.tournaments.tournaments_made import section
from tournaments.domain.sanctions.applying import (
    apply_for_sanction,
    withdraw_application,
)
from tournaments.domain.sanctions.deciding import (
    SanctionAnswer,
    endorse_application,
    return_application,
    sanction_tournament,
)

pytestmark = pytest.mark.django_db


def test_each_letter_goes_only_to_those_who_must_act_or_are_informed():
    made = section()
    event, club = made.tournament_id, made.tournament.organiser
    organiser, district = secretary_of(club), district_officer(made)
    committee = committee_member()
    member(club)
    district_officer(section())
    seen = set(OutboxMail.objects.values_list("pk", flat=True))

    def new_letters():
        """Return recipient, subject and beginning of the letters since the last call."""
        letters = list(OutboxMail.objects.exclude(pk__in=seen).order_by("pk"))
        seen.update(letter.pk for letter in letters)
        return [
            (
                letter.to,
                letter.subject.removesuffix(": Spring cup"),
                message_of(letter).split(".")[0],
            )
            for letter in letters
        ]

    expected_text = "Application for a sanction"
    to_district = (
        district.email,
        expected_text,
        "There is an application for the sanction of Spring cup",
    )
    waiting = apply_for_sanction(event, application(made), acting=acting(organiser))
    assert new_letters() == [to_district]

    answer = SanctionAnswer(waiting.version, "Name the arbiter", "Again")
    return_application(event, answer, of_district=True, acting=acting(district))
    assert new_letters() == [
        (
            organiser.email,
            "Application returned",
            "Your application for the sanction of Spring cup has been returned",
        )
    ]

    again = apply_for_sanction(event, application(made), acting=acting(organiser))
    assert new_letters() == [to_district]

    endorsed = endorse_application(
        event, SanctionAnswer(again.version), acting=acting(district)
    )
    assert new_letters() == [
        (
            committee.email,
            expected_text,
            "The application for the sanction of Spring cup is waiting for the "
            "federation",
        ),
        (
            organiser.email,
            "Endorsed by the district",
            "The district has endorsed your application for the sanction of Spring cup",
        ),
    ]

    sanction_tournament(
        event, SanctionAnswer(endorsed.version), acting=acting(committee)
    )
    assert new_letters() == [
        (organiser.email, "Sanctioned", "Spring cup is sanctioned")
    ]

    withdraw_application(event, acting=acting(organiser))
    taken_back = (
        "Sanction taken back",
        "The organiser has taken back the sanction of Spring cup",
    )
    assert new_letters() == [
        (each.email, *taken_back) for each in (district, committee)
    ]

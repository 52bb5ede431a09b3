"""The letters about joining requests: their texts, recipients and links."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.domain.joining import (
    WantedMember,
    answer_joining,
    request_joining,
    settle_joining,
)
from federation.enums import AnsweredAs
from federation.models import JoiningRequest, OutboxMail
from tests.factories import (
    NOON,
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    member,
    officer,
    secretary_of,
)
from tests.letters import message_of

pytestmark = pytest.mark.django_db
FROM = date(2026, 8, 1)
LINK = "https://office.example"


@pytest.fixture(autouse=True)
def reached_at(settings):
    settings.OFFICE_ADDRESS = f"{LINK}/"
    settings.JOINING_ANSWER_DAYS = 30


@pytest.fixture
def asking():
    return ClubFactory(name="Wasa SK")


def looked_up_request(club, player, *, at=NOON):
    request = request_joining(
        WantedMember(club_id=club.pk, from_date=FROM, number=player.national_id),
        acting=ActionContext(secretary_of(club).pk, at),
        address="192.0.2.1",
    )
    settle_joining(at=at)
    return JoiningRequest.objects.get(pk=request.pk)


def answered(request, user, *, accepts, at=NOON):
    OutboxMail.objects.all().delete()
    answer_joining(
        request.pk,
        accepts=accepts,
        answered_as=AnsweredAs.OFFICE,
        acting=ActionContext(user.pk, at),
        reason="" if accepts else "Not this year",
    )
    return OutboxMail.objects.get()


def test_question_letter_names_the_last_local_day_and_links_to_its_page(asking):
    club = ClubFactory()
    player = member(club, first_name="Åsa", last_name="Ek")
    secretary_of(club)
    late = datetime(2026, 6, 15, 22, 30, tzinfo=UTC)  # half past midnight, the 16th
    first = looked_up_request(ClubFactory(), PlayerFactory())
    request = looked_up_request(asking, player, at=late)
    assert first.pk != request.pk
    assert message_of(OutboxMail.objects.latest("pk")) == (
        f"Wasa SK wants to add Åsa Ek ({player.national_id}) as a member from "
        "2026-08-01.\n\nSign in, open “Waiting for you” and say yes or no by "
        f"2026-07-16. Until then nothing changes.\n\n{LINK}/joining/{request.pk}/\n"
    )


def test_secretary_who_is_the_player_is_not_addressed_as_the_player(asking):
    club = ClubFactory()
    player = member(club, first_name="Åsa", last_name="Ek")
    keeper = secretary_of(club)
    keeper.player = PlayerFactory()
    keeper.save()
    looked_up_request(asking, player)
    first = message_of(OutboxMail.objects.get(to=keeper.email)).splitlines()[0]
    assert first == (
        f"Wasa SK wants to add Åsa Ek ({player.national_id}) as a member from"
        " 2026-08-01."
    )


def test_acceptance_letter_names_the_first_day_and_links_to_the_members(asking):
    request = looked_up_request(asking, PlayerFactory())
    letter = answered(request, officer(), accepts=True, at=NOON + timedelta(days=9))
    assert message_of(letter) == (
        "The player is a member of Wasa SK from 2026-08-01 and is listed under"
        " “Members”.\n\n"
        f"{LINK}/members/\n"
    )


def test_refusal_letter_gives_the_reason_after_the_outcome(asking):
    letter = answered(
        looked_up_request(asking, PlayerFactory()), officer(), accepts=False
    )
    assert message_of(letter) == (
        "The player has not become a member of Wasa SK.\n\n"
        "Reason: Not this year\n\n"
        f"{LINK}/members/\n"
    )


def test_each_letter_greets_its_own_reader(asking):
    player = PlayerFactory()
    own = UserFactory(player=player, name="Åsa Ek")
    request = looked_up_request(asking, player)
    question = OutboxMail.objects.get()
    answer = answered(request, officer(), accepts=False)
    greetings = [each.body.splitlines()[0] for each in (question, answer)]
    assert question.to == own.email
    assert greetings == ["Hello Åsa Ek,", f"Hello {request.asked_by.name},"]


@pytest.mark.parametrize(
    ("of_the_office", "of_the_reader"), [("sv", "en"), ("en", "sv")]
)
def test_letters_are_in_the_offices_language_not_in_that_of_the_page(
    asking, settings, of_the_office, of_the_reader
):
    settings.LANGUAGE_CODE = of_the_office
    club = ClubFactory()
    player, office = member(club), officer()
    RoleFactory(club=club, kind="secretary")
    with translation.override(of_the_reader):
        request = looked_up_request(asking, player)
        question = OutboxMail.objects.get()
        answer = answered(request, office, accepts=False)
    words = {
        "sv": ["Får Wasa SK lägga in en medlem?", "Hälsningar"],
        "en": ["May Wasa SK add a member?", "Regards,"],
    }
    assert [question.subject, question.body.splitlines()[-2]] == words[of_the_office]
    assert answer.body.splitlines()[-2] == words[of_the_office][1]

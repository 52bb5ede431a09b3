"""Two people act on the same row of the register at once."""

from datetime import date

import pytest
from django.utils import timezone

from federation.domain.invitations import Offer, accept_with_password, invite
from federation.domain.mail import deliver_letters, write_letter
from federation.domain.memberships import join_club
from federation.domain.players import (
    PlayerFacts,
    edit_player,
    facts_of,
)
from federation.domain.refusal import Refused
from federation.domain.roles import Office, end_role
from federation.domain.versions import EditedMeanwhile
from federation.enums import RoleKind
from federation.models import Membership, Role, User
from tests.factories import ClubFactory, PlayerFactory, RoleFactory, UserFactory
from tests.federation.domain.test_mail import Choosy
from tests.races import second_waits, together

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
TODAY = date(2026, 6, 15)


def test_two_administrators_cannot_end_each_other():
    first, second = (RoleFactory(kind=RoleKind.ADMINISTRATOR) for _ in range(2))
    answer = second_waits(
        lambda: end_role(first.pk, on=TODAY, by_id=None),
        lambda: end_role(second.pk, on=TODAY, by_id=None),
    )
    assert (type(answer), str(answer)) == (Refused, "last_administrator")
    assert Role.objects.on(TODAY).count() == 1


def test_the_second_editor_sees_the_first_ones_words():
    player = PlayerFactory()
    seen = facts_of(player).version

    def write(name):
        facts = PlayerFacts(first_name="Bo", last_name=name)
        return lambda: edit_player(player.pk, facts, seen=seen, user_id=None)

    answer = second_waits(write("Ek"), write("Ekman"))
    assert (type(answer), answer.now.last_name) == (EditedMeanwhile, "Ek")


def test_two_clubs_that_enter_the_same_player_do_not_both_become_the_main_club():
    player = PlayerFactory()

    def join(club):
        return lambda: join_club(player.pk, club.pk, from_date=TODAY, user_id=None)

    second_waits(join(ClubFactory()), join(ClubFactory()))
    held = Membership.objects.order_by("pk").values_list("is_main", flat=True)
    assert list(held) == [True, False]


def test_two_workers_never_send_the_same_letter(settings, now):
    settings.MAIL_DELIVERY_BACKEND = "tests.federation.domain.test_mail.Choosy"
    Choosy.taken.clear()
    addresses = [f"reader{n}@example.org" for n in range(12)]
    for address in addresses:
        write_letter(to=address, subject="Hej", body="Text", at=now)
    sent = together(*[lambda: deliver_letters(at=now)] * 3)
    assert (sum(sent), sorted(Choosy.taken)) == (12, sorted(addresses))


def test_a_letter_that_is_opened_twice_at_once_is_accepted_once():
    secrets = []
    invite(
        Offer(email="eva@example.org", office=Office(RoleKind.RULES_COMMITTEE)),
        user_id=UserFactory().pk,
        at=timezone.now(),
        address_of=lambda secret: secrets.append(secret) or "",
    )

    def accept():
        return accept_with_password(
            secrets[0], name="Eva", password="x" * 12, at=timezone.now()
        )

    answer = second_waits(accept, accept)
    assert (type(answer), str(answer)) == (Refused, "not_open")
    assert User.objects.filter(email="eva@example.org").count() == 1

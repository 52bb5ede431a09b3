"""Erasing somebody: who may, when, and what is left in the whole database."""

from datetime import timedelta

import pytest
from django.db import InternalError, ProgrammingError, connection, transaction
from django.utils import timezone

from federation.domain.erasing import (
    ask_to_be_erased,
    ask_to_erase_player,
    confirm_erasure,
    erase_due,
    withdraw_erasure,
)
from federation.domain.refusal import Refused
from federation.enums import RoleKind
from federation.models import Erasure, OutboxMail, Player, User
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db


def administrator():
    return RoleFactory(kind=RoleKind.ADMINISTRATOR).user


def waited(erasure):
    """The days in which it could be withdrawn are over."""
    long_ago = timezone.now() - timedelta(days=60)
    Erasure.objects.filter(pk=erasure.pk).update(
        asked_at=long_ago, confirmed_at=long_ago, due_at=long_ago
    )


def agreed(player):
    asked = ask_to_erase_player(
        player.pk,
        reason="Asked by letter",
        user_id=administrator().pk,
        at=timezone.now(),
    )
    return confirm_erasure(asked.pk, user_id=administrator().pk, at=timezone.now())


def erased(player):
    erasure = agreed(player)
    waited(erasure)
    assert erase_due(at=timezone.now()) == 1
    return erasure


def refused(act, *given, **named):
    with pytest.raises(Refused) as why, transaction.atomic():
        act(*given, **named)
    return why.value.code


def test_the_card_says_nobody_and_the_account_is_closed_for_good():
    player = PlayerFactory(fide_id=1712345, gender="f", title="WFM")
    user = UserFactory(player=player)
    erasure = erased(player)
    player, user = Player.objects.get(pk=player.pk), User.objects.get(pk=user.pk)
    facts = (player.full_name, player.birth_year, player.fide_id, player.gender)
    assert facts == ("N.N.", None, None, "")
    assert (player.national_id, player.visibility) == (f"E{player.pk}", "hidden")
    assert (user.name, user.is_active, user.player_id) == ("N.N.", False, None)
    assert not user.has_usable_password()
    erasure.refresh_from_db()
    assert erasure.erased_at is not None


def test_a_card_that_leads_to_the_other_is_erased_with_it():
    stays = PlayerFactory()
    gone = PlayerFactory(merged_into=stays)
    erased(gone)
    names = {
        card.full_name for card in Player.objects.filter(pk__in=[stays.pk, gone.pk])
    }
    assert names == {"N.N."}


def test_somebody_who_asks_is_erased_when_another_agrees():
    user = UserFactory()
    asked = ask_to_be_erased(user_id=user.pk, at=timezone.now())
    waited(confirm_erasure(asked.pk, user_id=administrator().pk, at=timezone.now()))
    assert erase_due(at=timezone.now()) == 1
    assert User.objects.get(pk=user.pk).email == f"erased-{user.pk}@invalid"


def test_nothing_happens_before_the_day_and_nothing_when_it_was_withdrawn():
    player = PlayerFactory()
    erasure = agreed(player)
    assert erase_due(at=timezone.now()) == 0
    withdraw_erasure(erasure.pk, user_id=administrator().pk, at=timezone.now())
    assert erase_due(at=timezone.now() + timedelta(days=400)) == 0
    assert Player.objects.get(pk=player.pk).full_name == player.full_name


def test_whoever_has_a_duty_is_not_erased():
    now, boss = timezone.now(), administrator().pk
    player = PlayerFactory()
    MembershipFactory(player=player, club=ClubFactory())
    facts = {"reason": "Letter", "user_id": boss, "at": now}
    assert refused(ask_to_erase_player, player.pk, **facts) == "open_duty"
    secretary = RoleFactory(kind=RoleKind.SECRETARY, club=ClubFactory()).user
    assert refused(ask_to_be_erased, user_id=secretary.pk, at=now) == "open_duty"


def test_a_duty_that_came_meanwhile_holds_it_up():
    player = PlayerFactory()
    waited(agreed(player))
    MembershipFactory(player=player, club=ClubFactory())
    assert erase_due(at=timezone.now()) == 0


def test_it_is_asked_for_once():
    player = PlayerFactory()
    agreed(player)
    facts = {"reason": "Letter", "user_id": administrator().pk, "at": timezone.now()}
    assert refused(ask_to_erase_player, player.pk, **facts) == "erasure_waits"


def test_the_person_is_told_until_when_it_can_be_withdrawn():
    player = PlayerFactory()
    UserFactory(player=player, email="leaving@example.org")
    erasure = agreed(player)
    letter = OutboxMail.objects.get(to="leaving@example.org")
    assert timezone.localdate(erasure.due_at).isoformat() in letter.body


@pytest.mark.parametrize("short", ["nobody agreed", "not due", "withdrawn"])
def test_the_database_itself_erases_only_what_two_agreed_to(short):
    player = PlayerFactory()
    if short == "nobody agreed":
        erasure = ask_to_erase_player(
            player.pk, reason="x", user_id=administrator().pk, at=timezone.now()
        )
    else:
        erasure = agreed(player)
    if short == "withdrawn":
        waited(erasure)
        withdraw_erasure(erasure.pk, user_id=administrator().pk, at=timezone.now())
    with (
        pytest.raises((InternalError, ProgrammingError), match="not agreed to"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT erase_person(%s)", [erasure.pk])
    assert Player.objects.get(pk=player.pk).full_name == player.full_name

"""Letters that offer a player's account, after the player or inviter has changed."""

import pytest

from federation.domain.accounts.invitations import (
    InvitationOffer,
    accept_signed_in,
    invite,
)
from federation.domain.accounts.roles import end_role
from federation.domain.authorship import ActionContext
from federation.domain.merging import merge_players
from federation.domain.refusal import RegisterRefusal
from federation.models import User
from tests.factories import (
    CLOSED,
    NOON,
    OFFICE,
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
)

pytestmark = pytest.mark.django_db


def invited(player, by=None):
    """Return the secret of a letter that offers the account of a player."""
    secrets = []
    invite(
        InvitationOffer(email="eva@example.org", player_id=player.pk),
        acting=ActionContext((by or UserFactory()).pk, NOON),
        url_of=lambda secret: secrets.append(secret) or secret,
    )
    return secrets[0]


def merged(merged_card, remaining_card):
    merge_players(merged_card.pk, remaining_card.pk, on=NOON.date(), acting=OFFICE)


def test_letter_for_a_merged_card_links_the_remaining_card():
    first, second, third = (PlayerFactory() for _ in range(3))
    secret, user = invited(first), UserFactory()
    merged(first, second)
    merged(second, third)
    accept_signed_in(secret, acting=acting(user))
    user.refresh_from_db()
    assert user.player == third


def test_player_with_a_closed_account_is_not_given_another():
    player = PlayerFactory()
    UserFactory(player=player, **CLOSED)
    with pytest.raises(RegisterRefusal, match=r"^player_has_account$"):
        invited(player)


def test_letter_to_a_player_stays_valid_when_its_writer_is_no_longer_secretary():
    player, user = PlayerFactory(), UserFactory()
    role = RoleFactory(kind="secretary", club=ClubFactory())
    secret = invited(player, by=role.user)
    end_role(role.pk, acting=OFFICE)
    accept_signed_in(secret, acting=acting(user))
    user.refresh_from_db()
    assert user.player == player


def test_letter_for_a_merged_card_gives_the_remaining_card_no_second_account():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    secret, user = invited(merged_card), UserFactory()
    UserFactory(player=remaining_card)
    merged(merged_card, remaining_card)
    with pytest.raises(RegisterRefusal, match=r"^player_has_account$"):
        accept_signed_in(secret, acting=acting(user))
    assert User.objects.exclude(player=None).count() == 1

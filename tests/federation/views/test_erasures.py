"""The own page of whoever is to be erased, by whichever of the accounts."""

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.erasing import ask_to_erase_player
from federation.domain.merging import merge_players
from federation.models import Erasure
from tests.factories import PlayerFactory, UserFactory
from tests.federation.sign_in import let_in

pytestmark = pytest.mark.django_db
PAGE = reverse("federation:ask_to_be_erased")


def test_each_account_of_two_merged_cards_sees_it_and_takes_it_back(client):
    gone, stays = PlayerFactory(), PlayerFactory()
    accounts = [UserFactory(player=card) for card in (gone, stays)]
    merge_players(gone.pk, stays.pk, on=timezone.localdate(), user_id=None)
    by = UserFactory()
    for user in accounts:
        now = timezone.now()
        asked = ask_to_erase_player(stays.pk, reason="Letter", user_id=by.pk, at=now)
        let_in(client, user)
        assert client.get(PAGE).context["waits"] == asked
        client.post(PAGE, {"act": "withdraw"})
        asked.refresh_from_db()
        assert asked.closed_by == user
        client.logout()
    assert Erasure.objects.open().count() == 0


def test_nobody_sees_or_takes_back_what_is_asked_of_somebody_else(client):
    player = PlayerFactory()
    UserFactory(player=player)
    now = timezone.now()
    ask_to_erase_player(player.pk, reason="Letter", user_id=UserFactory().pk, at=now)
    let_in(client, UserFactory(player=PlayerFactory()))
    assert client.get(PAGE).context["waits"] is None
    client.post(PAGE, {"act": "withdraw"})
    assert Erasure.objects.open().count() == 1

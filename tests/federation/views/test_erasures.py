"""The page on which a person sees and withdraws their own erasure, with any account."""

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.domain.erasing import ask_to_erase_player, confirm_erasure
from federation.domain.merging import merge_players
from federation.models import Erasure
from tests.factories import OFFICE, PlayerFactory, RoleFactory, UserFactory
from tests.federation.sign_in.browsers import force_recent_login

pytestmark = pytest.mark.django_db
PAGE = reverse("federation:ask_to_be_erased")


def test_each_account_of_two_merged_cards_sees_and_withdraws_the_erasure(client):
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    accounts = [UserFactory(player=card) for card in (merged_card, remaining_card)]
    merge_players(
        merged_card.pk, remaining_card.pk, on=timezone.localdate(), acting=OFFICE
    )
    by = UserFactory()
    for user in accounts:
        now = timezone.now()
        requested = ask_to_erase_player(
            remaining_card.pk, reason="Letter", acting=ActionContext(by.pk, now)
        )
        force_recent_login(client, user)
        assert client.get(PAGE).context["waits"] == requested
        client.post(PAGE, {"act": "withdraw"})
        requested.refresh_from_db()
        assert requested.closed_by == user
        client.logout()
    assert Erasure.objects.open().count() == 0


def test_erasure_of_another_person_is_neither_shown_nor_withdrawn(client):
    player = PlayerFactory()
    UserFactory(player=player)
    now = timezone.now()
    ask_to_erase_player(
        player.pk, reason="Letter", acting=ActionContext(UserFactory().pk, now)
    )
    force_recent_login(client, UserFactory(player=PlayerFactory()))
    assert client.get(PAGE).context["waits"] is None
    client.post(PAGE, {"act": "withdraw"})
    assert Erasure.objects.open().count() == 1


def test_erasure_offers_agreement_only_to_uninvolved_users_and_once(client, settings):
    settings.DEMO = True  # no second factor is needed
    asks, agrees = (RoleFactory(kind="administrator").user for _ in range(2))
    requested = ask_to_erase_player(
        PlayerFactory().pk,
        reason="Letter",
        acting=ActionContext(asks.pk, timezone.now()),
    )
    page = reverse("federation:erasure", args=[requested.pk])

    def offered(user):
        force_recent_login(client, user)
        return client.get(page).context["may_agree"]

    found = [offered(asks), offered(agrees)]
    confirm_erasure(requested.pk, acting=ActionContext(agrees.pk, timezone.now()))

    assert [*found, offered(agrees)] == [False, True, False]


def test_erasure_of_a_person_whose_cards_have_changed_is_shown_as_held_up(
    client, settings
):
    """It is never carried out: two have agreed to erase somebody else."""
    settings.DEMO = True  # no second factor is needed
    asks, agrees = (RoleFactory(kind="administrator").user for _ in range(2))
    player, other = PlayerFactory(), PlayerFactory()
    requested = ask_to_erase_player(
        player.pk, reason="Letter", acting=ActionContext(asks.pk, timezone.now())
    )
    confirm_erasure(requested.pk, acting=ActionContext(agrees.pk, timezone.now()))
    force_recent_login(client, agrees)
    pages = [
        reverse("federation:erasures"),
        reverse("federation:erasure", args=[requested.pk]),
    ]

    def shown():
        return ["held up" in client.get(pages[0]).text, client.get(pages[1]).text]

    before, page = shown()
    assert (before, "have changed since" in page) == (False, False)
    merge_players(other.pk, player.pk, on=timezone.localdate(), acting=OFFICE)
    after, page = shown()
    assert (after, "have changed since" in page) == (True, True)

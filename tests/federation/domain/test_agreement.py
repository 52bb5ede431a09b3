"""Which accounts belong to one person when two people are needed:
`federation.domain.four_eyes`.
"""

import pytest

from federation.domain.four_eyes import accounts_of_player, is_one_of
from federation.models import Player, User
from tests.factories import PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards():
    """Three cards of one person, each leading to the next."""
    first, second, third = (PlayerFactory() for _ in range(3))
    Player.objects.filter(pk=first.pk).update(merged_into=second)
    Player.objects.filter(pk=second.pk).update(merged_into=third)
    return first, second, third


@pytest.fixture
def accounts(cards):
    """An account for each card; that of the second has been unlinked since."""
    found = [UserFactory(player=card) for card in cards]
    User.objects.filter(pk=found[1].pk).update(player=None)
    return [each.pk for each in found]


def test_accounts_of_a_player_include_former_ones_and_those_of_all_cards(
    cards, accounts
):
    UserFactory(player=PlayerFactory())
    UserFactory()
    assert [accounts_of_player(card.pk) for card in cards] == [set(accounts)] * 3
    assert accounts_of_player(PlayerFactory().pk) == set()


def test_accounts_of_merged_cards_belong_to_one_person(accounts):
    first, former, last = accounts
    stranger, without = UserFactory(player=PlayerFactory()).pk, UserFactory().pk
    assert is_one_of(first, [stranger, last])
    assert is_one_of(former, [first])
    assert not is_one_of(first, [stranger, without])
    assert not is_one_of(without, [UserFactory().pk])
    assert not is_one_of(stranger, accounts)
    assert is_one_of(without, [first, without])

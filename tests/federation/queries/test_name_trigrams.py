"""The register's names in memory give the same likenesses as the database."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.models import Player
from federation.models.sorting import folded
from federation.queries.duplicates import SoughtPerson, two_likeliest_of_each
from federation.queries.name_trigrams import RegisterNames
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
SYLLABLES = (
    "an",
    "na",
    "ka",
    "rin",
    "lar",
    "son",
    "ström",
    "ö",
    "é",
    "x",
    "0x12",
    "юл",
)
YEARS = (None, 1950, 1951, 1970)


def word(chance):
    return "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(1, 4)))


@pytest.fixture
def register(db):
    chance = random.Random(7)  # noqa: S311 - names, no secret
    for _ in range(150):
        PlayerFactory(
            first_name=word(chance).title(),
            last_name=f"{word(chance)} {word(chance)}".title(),
            birth_year=chance.choice(YEARS),
        )


def sought_like(seed):
    """Return variants of names in the register, and other names."""
    chance = random.Random(seed)  # noqa: S311
    names = [f"{word(chance)} {word(chance)}" for _ in range(20)] + ["", "- -"]
    players = Player.objects.annotate(plain=folded("first_name", "last_name"))
    for plain in players.order_by("pk").values_list("plain", flat=True)[:60]:
        cut = chance.randrange(len(plain))
        names.append(plain[:cut] + plain[cut + chance.randint(0, 2) :])
    return [SoughtPerson(name, chance.choice(YEARS)) for name in names]


@pytest.mark.usefixtures("register")
def test_likeliest_players_and_scores_equal_those_of_the_database():
    names = RegisterNames.read()

    @settings(
        max_examples=15,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(st.integers(0, 10**6))
    def check(seed):
        sought = sought_like(seed)
        found = names.likeliest(sought)
        assert found == two_likeliest_of_each(sought)
        assert any(found)

    check()


@pytest.mark.usefixtures("register")
def test_merged_cards_are_not_found():
    one, other = Player.objects.order_by("pk")[:2]
    Player.objects.filter(pk=one.pk).update(merged_into=other)
    names = RegisterNames.read()
    assert one.pk not in names.ids
    assert len(names.ids) == len(names.born) == Player.objects.count() - 1


def test_empty_register_has_no_similar_names():
    names = RegisterNames.read()
    assert names.likeliest([SoughtPerson("ada ek", None), SoughtPerson("", None)]) == [
        (),
        (),
    ]
    assert names.likeliest([]) == []

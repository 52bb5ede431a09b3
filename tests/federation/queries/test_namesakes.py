"""Members of one club, born in the same year, whose names are nearly the same."""

import pytest

from federation.domain.duplicates import mark_as_two_people
from federation.models import Player
from federation.queries.namesakes import near_namesakes
from tests.factories import ClubFactory, acting, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return ClubFactory(name="Lund")


def stefan(club, last, **facts):
    named = {"first_name": "Stefan", "birth_year": 1961, **facts}
    return member(club, last_name=last, **named)


def near(*players: Player) -> list[tuple[str, str]]:
    pairs = near_namesakes([each.pk for each in players])
    return [(pair.other.last_name, pair.club) for pair in pairs]


def test_names_that_differ_in_one_letter_are_near(club):
    entered = stefan(club, "Berglund")
    stefan(club, "Berglind")
    assert near(entered) == [("Berglind", "Lund")]


def test_accents_and_order_of_names_are_ignored(club):
    entered = member(club, first_name="Åke", last_name="Berg", birth_year=1961)
    member(club, first_name="Berg", last_name="Ake", birth_year=1961)
    assert near(entered) == [("Ake", "Lund")]


@pytest.mark.parametrize(
    "facts",
    [
        {"birth_year": 1962},
        {"birth_year": None},
        {"first_name": "Karl"},
        {"visibility": "hidden"},
        {"visibility": "initials"},
        {"fide_id": 1_700_001},
        {"gender": "f"},
    ],
)
def test_pair_with_different_data_or_a_hidden_name_is_no_near_namesake(club, facts):
    entered = stefan(club, "Berglund", fide_id=1_700_002, gender="m")
    stefan(club, "Berglind", **facts)
    assert near(entered) == []


def test_namesake_of_another_club_is_not_near(club):
    entered = stefan(club, "Berglund")
    stefan(ClubFactory(), "Berglind")
    assert near(entered) == []


def test_pair_marked_as_two_people_is_not_near(club):
    entered, other = stefan(club, "Berglund"), stefan(club, "Berglind")
    assert near(entered) == [("Berglind", "Lund")]
    assert near(other) == [("Berglund", "Lund")]

    mark_as_two_people(other.pk, entered.pk, acting=acting())

    assert (near(entered), near(other)) == ([], [])


def test_merged_card_is_no_namesake(club):
    entered, merged_card = stefan(club, "Berglund"), stefan(club, "Berglind")
    Player.objects.filter(pk=merged_card.pk).update(merged_into=entered)
    assert near(entered) == []


def test_all_players_are_searched_in_one_query(club, django_assert_num_queries):
    entered = [stefan(club, "Berglund"), stefan(club, "Ekström")]
    stefan(club, "Berglind")
    with django_assert_num_queries(2):
        assert near(*entered) == [("Berglind", "Lund")]

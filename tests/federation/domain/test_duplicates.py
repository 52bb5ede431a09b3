"""Cards of the whole register that look alike."""

import pytest

from federation.domain.duplicates import find_duplicates, mark_as_two_people
from federation.domain.merging import merge_players
from federation.models import Resemblance
from federation.queries.duplicates import not_duplicates, open_resemblances
from tests.factories import (
    NOON,
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
)

pytestmark = pytest.mark.django_db


def card(first, last, year=1980, **facts):
    return PlayerFactory(first_name=first, last_name=last, birth_year=year, **facts)


def scores():
    find_duplicates()
    return [each.score for each in open_resemblances()]


def test_same_name_and_year_score_highest():
    one, other = card("Åsa", "Öberg"), card("Asa", "Oberg")
    assert scores() == [1.0]
    assert [(each.first, each.second) for each in open_resemblances()] == [(one, other)]


def test_swapped_names_score_as_equal():
    card("Berg", "Anna")
    card("Anna", "Berg")
    assert scores() == [1.0]


@pytest.mark.parametrize(
    ("year", "score"),
    [(1980, 1.0), (None, 0.9), (1981, 0.85), (1995, None)],
)
def test_year_of_birth_affects_the_score(year, score):
    card("Anna", "Berg")
    card("Anna", "Berg", year)
    assert scores() == ([] if score is None else [score])


def test_typing_error_is_found_with_a_lower_score():
    card("Kristoffer", "Andersson")
    card("Kristofer", "Anderson")
    assert len(scores()) == 1
    assert 0.7 <= scores()[0] < 1


def test_near_namesakes_are_found_within_a_club_but_not_across_clubs():
    one, other, elsewhere = (
        card("Stefan", name) for name in ("Berglind", "Berglund", "Berglunn")
    )
    club = ClubFactory()
    for each in (one, other):
        MembershipFactory(player=each, club=club)
    MembershipFactory(player=elsewhere)

    find_duplicates()

    pairs = {(each.first, each.second): each.score for each in open_resemblances()}
    assert 0.6 <= pairs[one, other] < 0.7
    assert (one, elsewhere) not in pairs


def test_different_genders_and_two_fide_numbers_lower_the_score():
    card("Kim", "Berg", gender="F")
    card("Kim", "Berg", gender="M")
    assert scores() == [0.8]
    card("Bo", "Alm", fide_id=1)
    card("Bo", "Alm", fide_id=2)
    assert scores() == [0.8]


def test_likeliest_pairs_come_first():
    card("Anna", "Berg")
    card("Anna", "Berg", None)
    card("Bo", "Alm")
    card("Bo", "Alm")
    assert scores() == [1.0, 0.9]


def test_pair_marked_as_two_people_stays_marked():
    one, other, officer = card("Anna", "Berg"), card("Anna", "Berg"), UserFactory()
    mark_as_two_people(other.pk, one.pk, acting=acting(officer))
    mark_as_two_people(one.pk, other.pk, acting=acting())
    assert scores() == []
    assert Resemblance.objects.count() == 1
    assert not_duplicates(one.pk, other.pk).decided_by == officer


def test_merged_card_is_no_longer_shown_as_a_duplicate():
    one, other = card("Anna", "Berg"), card("Anna", "Berg")
    assert scores() == [1.0]
    merge_players(one.pk, other.pk, on=NOON.date(), acting=OFFICE)
    assert list(open_resemblances()) == []
    assert scores() == []


def test_value_that_only_one_card_has_does_not_lower_the_score():
    card("Kim", "Berg", gender="f", fide_id=1)
    card("Kim", "Berg")
    assert scores() == [1.0]


def test_pair_that_no_longer_looks_alike_is_removed():
    one, _other = card("Anna", "Berg"), card("Anna", "Berg")
    assert scores() == [1.0]
    one.first_name, one.last_name = "Zoltan", "Quist"
    one.save()
    assert scores() == []
    assert Resemblance.objects.count() == 0


@pytest.mark.parametrize("years", [(1980, 1981), (1981, 1980), (1980, None)])
def test_typing_error_is_found_with_an_adjacent_or_missing_year(years):
    for first, year in zip(("Kristoffer", "Kristofer"), years, strict=True):
        card(first, "Andersson-Lindqvist", year)
    assert len(scores()) == 1


def test_least_likely_pairs_are_dropped_above_the_limit(monkeypatch):
    monkeypatch.setattr("federation.domain.duplicates.MOST_KEPT", 1)
    card("Anna", "Berg", None)
    card("Anna", "Berg")
    card("Bo", "Alm")
    card("Bo", "Alm")
    assert find_duplicates() == 1
    assert scores() == [1.0]

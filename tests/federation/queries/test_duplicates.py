import pytest
from django.db.models import Q

from federation.models import Player
from federation.models.sorting import fold, folded_text
from federation.queries.duplicates import (
    SoughtPerson,
    likely_duplicates,
    likely_duplicates_of_each,
    two_likeliest_of_each,
)
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def entered(first, last, born):
    return PlayerFactory(first_name=first, last_name=last, birth_year=born)


def names(matches):
    return [match.player.full_name for match in matches]


def test_same_name_and_year_is_the_likeliest():
    entered("Anna", "Berg", 1990)
    match = likely_duplicates("Anna", "Berg", 1990)[0]
    assert match.score == 1.0


def test_accents_order_and_spelling_do_not_prevent_a_match():
    entered("Görel", "Åkesson", 1981)
    assert [
        names(likely_duplicates(first, last, 1981))
        for first, last in (
            ("Gorel", "Akesson"),
            ("Åkesson", "Görel"),
            ("Görel", "Åkeson"),
        )
    ] == [["Görel Åkesson"]] * 3


def test_different_year_of_birth_lowers_the_score():
    entered("Anna", "Berg", 1950)
    entered("Anna", "Berg", 1991)
    entered("Anna", "Berg", None)
    scores = [match.score for match in likely_duplicates("Anna", "Berg", 1990)]
    assert scores == [0.9, 0.85, 0.6]


def test_different_names_do_not_match():
    entered("Lennart", "Hultqvist", 1990)
    assert likely_duplicates("Anna", "Berg", 1990) == []


def test_empty_name_matches_no_one():
    entered("Anna", "Berg", 1990)
    assert likely_duplicates(" ", "", 1990) == []


def test_search_for_many_finds_the_same_as_searches_for_each(django_assert_num_queries):
    for first, last, born in (
        ("Anna", "Berg", 1950),
        ("Anne", "Berg", 1951),
        ("Görel", "Åkesson", 1981),
    ):
        entered(first, last, born)
    searches = (("anna berg", 1950), ("gorel akeson", 1981), ("zoltan unheard", None))
    sought = [SoughtPerson(name, born) for name, born in searches]
    alone = [
        [
            (each.player.pk, each.score)
            for each in likely_duplicates(*name.split(), born)
        ]
        for name, born in searches
    ]
    with django_assert_num_queries(4):  # a savepoint, the threshold, all of them
        found = likely_duplicates_of_each(sought)
    assert [
        [(each.player_id, each.score) for each in those] for those in found
    ] == alone
    assert [those[:1] for those in two_likeliest_of_each(sought)] == [
        those[:1] for those in found
    ]


def test_at_most_eight_are_returned_and_equals_in_order_of_registration():
    cards = [entered("Anna", "Berg", 1990) for _ in range(9)]
    best = entered("Anna", "Bergh", 1990)
    found = [match.player for match in likely_duplicates("Anna", "Bergh", 1990)]
    assert found == [best, *cards[:7]]


def test_players_hidden_from_the_reader_are_not_returned():
    shown, _hidden = entered("Anna", "Berg", 1990), entered("Anna", "Berg", 1990)
    found = likely_duplicates("Anna", "Berg", 1990, among=Q(pk=shown.pk))
    assert [match.player for match in found] == [shown]


def test_player_at_the_least_score_is_returned_and_below_it_not():
    # "anna b" and "anna berg" share 6 of 11 trigrams; the next year weighs 0.85.
    entered("Anna", "B", 1990)
    (match,) = likely_duplicates("Anna", "Berg", 1990)
    assert match.score == 0.545
    assert likely_duplicates("Anna", "Berg", 1991) == []


@pytest.mark.parametrize(
    "name",
    ["Åsa Öberg", "ZOË ÜNAL", "Đorđe Æbelø", "ñ ß ł Ł", "A\u030asa", "İbrahim IŞIK"],
)
def test_fold_agrees_with_the_database(name):
    PlayerFactory()
    stored = Player.objects.annotate(folded=folded_text(name)).first().folded
    assert fold(name) == stored

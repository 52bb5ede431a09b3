"""What differs between two lists: `ratings.lists.queries.published_difference`."""

import pytest

from federation.models import Player
from ratings.lists.queries.published_difference import published_differences
from ratings.lists.queries.rating_rows import ratings_by_list
from ratings.pools.queries.publications import publications
from tests.factories import chess_pool, line
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    corrected,
    published,
    rated,
    rulebook_game,
)

pytestmark = pytest.mark.django_db


def list_numbered(number):
    return publications(chess_pool().pk).numbered(number)


def found(old=1, new=2):
    return published_differences(list_numbered(old), list_numbered(new))


def test_largest_absolute_changes_are_listed_first():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    published(SPRING)

    # Adam 1976 and Bertil 2207 after a win; 1944 and 2223 after a loss.
    assert [(each.player_id, each.change) for each in found()] == [
        (adam.pk, -32),
        (bertil.pk, 16),
    ]


def test_changed_number_of_games_is_a_difference():
    rulebook_game()
    equal, also = rated(1500), rated(1500)
    published(SPRING)
    accepted(line(equal, also, 1, SPRING))
    published(SPRING)

    differences = [(each.player_id, each.old_games, each.new_games) for each in found()]

    assert differences == [(equal.pk, 0, 1), (also.pk, 0, 1)]
    assert [each.change for each in found()] == [0, 0]


def test_changed_rank_alone_is_no_difference():
    adam, bertil, _report = rulebook_game()
    accepted(line(rated(1000), rated(1000), 1, SPRING))
    published(SPRING)
    late = rated(2500)
    accepted(line(late, rated(2500), 1, SPRING))
    published(SPRING)

    assert {adam.pk, bertil.pk}.isdisjoint(each.player_id for each in found())
    assert len(found()) == 2


def test_rating_course_uses_each_lists_own_rating():
    adam, bertil, _report = rulebook_game()
    first = published(SPRING)
    corrected(adam, bertil, 0)
    second = published(SPRING)

    both = ratings_by_list([adam.pk], [list_numbered(1), list_numbered(2)])
    one = ratings_by_list([adam.pk], [list_numbered(2)])

    assert dict(both) == {adam.pk: {first.pk: 1976, second.pk: 1944}}
    assert dict(one) == {adam.pk: {second.pk: 1944}}


def test_player_no_longer_listed_is_a_difference():
    adam, bertil, _report = rulebook_game()
    dead, stays = rated(1500), rated(1500)
    accepted(line(dead, stays, 1, SPRING))
    published(SPRING)
    Player.objects.filter(pk=dead.pk).update(status="deceased")
    corrected(adam, bertil, 1)
    published(SPRING)

    differences = {each.player_id: each for each in found()}

    assert set(differences) == {adam.pk, bertil.pk, dead.pk}
    mine = differences[dead.pk]
    assert (mine.old_rank, mine.new_rank, mine.change) == (3, None, 0)


def test_player_on_only_one_list_has_no_change():
    rulebook_game()
    published(SPRING)
    late = rated(2500)
    accepted(line(late, rated(2500), 1, SPRING))
    published(SPRING)

    [mine] = [each for each in found() if each.player_id == late.pk]

    assert (mine.old_rating, mine.new_rating, mine.change) == (None, 2500, None)

from datetime import date

import pytest

from ratings.models import Change, CurrentRating, Run
from tests.factories import computed, line, member, posted, side

pytestmark = pytest.mark.django_db


def test_two_newcomers_start_at_1300_and_the_winner_gains_sixteen():
    winner, loser = member(), member()
    posted(line(winner, loser, 2, date(2026, 2, 1)))

    assert computed() == 1

    assert {row.player_id: (row.before, row.after) for row in Change.objects.all()} == {
        winner.pk: (1300.0, 1316.0),
        loser.pk: (1300.0, 1284.0),
    }
    assert {row.player_id: row.rating for row in CurrentRating.objects.all()} == {
        winner.pk: 1316.0,
        loser.pk: 1284.0,
    }


def test_a_pool_that_is_up_to_date_is_left_alone():
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    computed()

    assert computed() == 0
    assert Run.objects.count() == 1


def test_a_newcomer_starts_by_the_first_game_whichever_was_posted_first():
    newcomer, *others = member(birth_year=2014), member(), member()
    later = side(newcomer, birth_year=1990)
    posted(line(later, others[0], 2, date(2026, 3, 1)))
    posted(line(newcomer, others[1], 2, date(2026, 2, 1)))

    computed()

    assert Change.objects.get(player_id=newcomer.pk).before == 1000.0

"""A change of edition that converts ratings, from the ledger to the pages."""

from datetime import date

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import withdraw_report
from ratings.models import Change, CurrentRating, ListEntry
from ratings.rules.conversion import FIDE_2024
from tests.factories import NOON, chess_pool, computed, line
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, accepted, published, rated, up_to_date

pytestmark = pytest.mark.django_db

MAY = date(2026, 5, 1)
FAILS = "This explanation does not add up to the stored rating."


def converted_from_may():
    adopt_draft(
        EditionDraft(
            chess_pool().pk, MAY, "ssf_2008", {}, conversion=FIDE_2024.to_json()
        ),
        acting=ActionContext(None, NOON),
    )


def may_begins():
    open_period_of_today(chess_pool(), today=MAY, acting=ActionContext(None, NOON))


def two_equals():
    """1500 each: a win is 16 points (SSF rating, point 3), 1516 and 1484."""
    winner, loser = rated(1500), rated(1500)
    accepted(line(winner, loser, 2, SPRING))
    return winner, loser


def test_ratings_are_not_converted_before_the_day():
    winner, loser = two_equals()
    converted_from_may()
    up_to_date()
    before = ratings_now()
    may_begins()
    up_to_date()

    assert before == {winner.pk: 1516, loser.pk: 1484}
    assert ratings_now() == {winner.pk: 1710, loser.pk: 1690}


def ratings_now():
    return dict(CurrentRating.objects.values_list("player_id", "rating"))


def test_a_conversion_is_a_step_of_its_own():
    """1516 + 0.40 x (2000 - 1516) = 1709.6, 1484 + 0.40 x (2000 - 1484) = 1690.4."""
    winner, loser = two_equals()
    converted_from_may()
    may_begins()
    up_to_date()

    steps = Change.objects.order_by("player_id", "started_on").values_list(
        "player_id", "started_on", "ended_on", "before", "after"
    )
    end = date(2026, 4, 30)
    assert list(steps) == [
        (winner.pk, date(2026, 1, 1), end, 1500, 1516),
        (winner.pk, MAY, end, 1516, 1710),
        (loser.pk, date(2026, 1, 1), end, 1500, 1484),
        (loser.pk, MAY, end, 1484, 1690),
    ]


def test_rows_of_a_withdrawn_game_before_the_conversion_are_deleted():
    converted_from_may()
    accepted(line(rated(1500), rated(1500), 1, MAY))
    wrong = accepted(line(rated(1500), rated(1500), 2, SPRING), source_number=8)
    computed()

    withdraw_report(wrong.pk, "Another year", acting=ActionContext(None, NOON))
    computed()

    days = Change.objects.values_list("started_on", "ended_on").distinct()
    assert list(days) == [(MAY, date(2026, 8, 31))]


def test_later_games_are_rated_on_converted_ratings():
    winner, loser = two_equals()
    converted_from_may()
    accepted(line(winner, loser, 1, date(2026, 6, 1)))
    up_to_date()

    step = Change.objects.get(player_id=winner.pk, ended_on=date(2026, 8, 31))

    assert step.before == 1710


def test_list_valid_from_the_conversion_day_shows_converted_ratings():
    winner, _loser = two_equals()
    converted_from_may()
    may_begins()
    rating_list = published(SPRING)

    entry = ListEntry.objects.get(list_id=rating_list.pk, player_id=winner.pk)

    assert (entry.base, entry.rating, entry.games) == (1500, 1710, 1)


def test_list_published_before_the_conversion_is_unchanged():
    winner, _loser = two_equals()
    before = published(SPRING)
    converted_from_may()
    may_begins()
    up_to_date()
    after = published(SPRING)

    def rating(rating_list):
        return ListEntry.objects.get(list_id=rating_list.pk, player_id=winner.pk).rating

    assert (rating(before), rating(after), after.revision) == (1516, 1710, 1)


def test_working_names_the_conversion_live_and_on_the_list(client):
    winner, _loser = two_equals()
    converted_from_may()
    may_begins()
    rating_list = published(SPRING)
    words = "every rating was converted: 1516 became 1710"

    live = client.get(
        reverse("ratings:explanation", args=[winner.pk, date(2026, 4, 30)])
    )
    listed = client.get(
        reverse("ratings:list_explanation", args=[rating_list.number, winner.pk])
    )

    assert (words in text(live), FAILS in text(live)) == (True, False)
    assert (words in text(listed), FAILS in text(listed)) == (True, False)


def test_player_page_has_a_line_for_the_conversion(client):
    winner, _loser = two_equals()
    converted_from_may()
    may_begins()
    up_to_date()

    page = client.get(reverse("ratings:player", args=[winner.pk]))

    assert "Converted 2026-05-01" in text(page)

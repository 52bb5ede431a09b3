"""The organiser is warned before the start if a tournament is planned with too little
thinking time for its pool.
"""

import pytest
from django.urls import reverse

from tests.factories import chess_pool, member
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import entered, section, started, tournament
from tests.worlds import shared

pytestmark = pytest.mark.django_db

WHAT_IT_TAKES = (
    "“Chess, long games” needs at least 120 minutes for 60 moves; 90 minutes and 30"
    " seconds a move count as 120."
)


@shared
def their_short(club):
    made = section(tournament(club, minutes=90))
    entered(made, member(club), member(club))
    return made


@pytest.fixture
def short(secretary, their_short):
    return their_short


def pages(made) -> dict[str, str]:
    return {
        "players": reverse("tournaments:section", args=[made.pk]),
        "tournament": reverse("tournaments:tournament", args=[made.tournament_id]),
        "start": reverse("tournaments:start_section", args=[made.pk]),
    }


@pytest.mark.parametrize("page", ["players", "tournament", "start"])
def test_organiser_is_warned_with_the_required_time(client, short, page):
    assert WHAT_IT_TAKES in html_of(client.get(pages(short)[page]))


@pytest.mark.parametrize("page", ["players", "tournament", "start"])
def test_tournament_that_is_long_enough_has_no_warning(client, short, page):
    short.tournament.minutes = 120
    short.tournament.save()
    assert "too short" not in html_of(client.get(pages(short)[page]))


def test_pool_without_minimum_time_has_no_warning(client, short):
    chess_pool().editions.update(system="glicko2", parameters={})
    assert "too short" not in html_of(client.get(pages(short)["players"]))


def test_page_says_that_no_game_is_rated_below_every_minimum(client, short):
    short.tournament.minutes = 59
    short.tournament.save()
    assert "No game will be rated" in html_of(client.get(pages(short)["tournament"]))


def test_spectators_do_not_see_the_warning(client, short):
    started(short, players=[member(short.tournament.organiser)])
    client.logout()
    answer = client.get(pages(short)["tournament"])
    assert "too short" not in html_of(answer)

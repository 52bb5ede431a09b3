"""Players who lost by forfeit, about whom the organiser is asked whether they have
withdrawn (SSF §11).
"""

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.permissions import NOBODY
from tests.factories import acting, secretary_of
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.queries.rounds.missed_games import missed_games
from tournaments.queries.section_shown import shown_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(club):
    group = started(section(tournament(club), format="boards", rounds=3), size=6)
    set_boards(group.pk, 1, [(1, 2), (3, 4), (5, 6)], acting=acting())
    return group


def missed(group):
    shown = shown_section(group, NOBODY, timezone.localdate())
    listed = missed_games(group, shown.rounds)
    return [(each.player.number, each.round_number) for each in listed]


def entry(group, number):
    return group.entries.get(pairing_number=number)


def test_players_who_lost_by_forfeit_are_listed(swiss):
    result(board(swiss, 1, 2), "1-0")
    result(board(swiss, 3, 4), "+-")
    result(board(swiss, 5, 6), "--")
    assert missed(swiss) == [(4, 1), (5, 1), (6, 1)]


def test_player_who_withdrew_or_plays_on_is_not_listed_until_the_next_forfeit(swiss):
    result(board(swiss, 3, 4), "-+")
    result(board(swiss, 5, 6), "--")
    withdraw_entry(entry(swiss, 5).pk, 1, acting=acting())
    withdraw_entry(entry(swiss, 6).pk, None, acting=acting())
    assert entry(swiss, 6).plays_on_after == 1
    assert missed(swiss) == [(3, 1)]

    set_boards(swiss.pk, 2, [(1, 3), (2, 6)], acting=acting())
    result(board(swiss, 2, 6), "+-")
    assert missed(swiss) == [(3, 1), (6, 2)]


def test_player_without_a_game_is_not_listed_when_every_round_is_paired(
    swiss,
):
    result(board(swiss, 5, 6), "+-")
    set_boards(swiss.pk, 2, [(1, 3), (2, 4)], acting=acting())
    set_boards(swiss.pk, 3, [(1, 6), (2, 3)], acting=acting())
    assert missed(swiss) == [(6, 1)]
    set_boards(swiss.pk, 3, [(1, 4), (2, 3)], acting=acting())
    assert missed(swiss) == []


def test_player_of_a_round_robin_is_listed_as_long_as_games_remain(club):
    group = started(section(tournament(club)), size=3)
    lost = result(board(group, 1, 2), "+-")
    result(board(group, 1, 3), "1-0")
    assert missed(group) == [(2, lost.round)]
    result(board(group, 2, 3), "1-0")
    assert missed(group) == []


@pytest.mark.parametrize("page", ["results", "boards"])
def test_organiser_answers_with_one_click(swiss, club, client, page):
    result(board(swiss, 3, 4), "+-")
    result(board(swiss, 5, 6), "--")
    client.force_login(secretary_of(club))
    four, five = entry(swiss, 4), entry(swiss, 5)
    url = reverse(f"tournaments:{page}", args=[swiss.pk])

    page_text = html_of(client.get(url))
    assert "Has somebody left the tournament?" in page_text
    assert f"4. {four.player} lost round 1 by forfeit:" in page_text
    assert f'aria-label="{four.player} has withdrawn"' in page_text

    form_data = {"entry": four.pk, "after_round": "1"}
    client.post(reverse("tournaments:withdraw", args=[swiss.pk]), form_data)
    client.post(reverse("tournaments:come_back", args=[five.pk]))
    client.post(reverse("tournaments:come_back", args=[entry(swiss, 6).pk]))

    assert (entry(swiss, 4).withdrawn_after, entry(swiss, 5).plays_on_after) == (1, 1)
    assert "Has somebody left the tournament?" not in html_of(client.get(url))


def test_user_who_may_not_edit_cannot_answer(swiss, client):
    result(board(swiss, 3, 4), "+-")
    client.force_login(secretary_of(tournament().organiser))

    answer = client.post(reverse("tournaments:come_back", args=[entry(swiss, 4).pk]))

    assert answer.status_code == 404
    assert entry(swiss, 4).plays_on_after is None

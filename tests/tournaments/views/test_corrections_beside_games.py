"""What the office corrected stands beside the game: on the tournament's page and in the
explanation of everybody who played it.
"""

import re
from datetime import date

import pytest
from django.urls import reverse

from ratings.enums import ClaimScope
from tests.factories import computed
from tests.ratings.reading import text
from tests.tournaments.domain.test_correcting import allowed, filed, lifted, sent_in
from tests.tournaments.makers import board

pytestmark = pytest.mark.django_db
NOTE = "corrected: the result is 1–0 instead of ½–½"


def corrected(scope):
    group = sent_in(size=4)
    first = board(group, 1, 2)
    claim = allowed(group, filed(group, first, score=2), scope)
    computed()
    return group, first, claim


def tournament_page(client, group):
    return client.get(reverse("tournaments:tournament", args=[group.tournament_id]))


def notes(response):
    """What stands beside games, spaces evened out."""
    found = re.findall(
        r'<small class="corrected">(.*?)</small>', response.content.decode(), re.DOTALL
    )
    return [" ".join(re.sub("<[^>]*>", " ", each).split()) for each in found]


@pytest.mark.parametrize("scope", [ClaimScope.RATING, ClaimScope.STANDINGS])
def test_a_corrected_game_says_so_on_the_tournaments_page(client, scope):
    group, first, claim = corrected(scope)

    page = tournament_page(client, group)

    assert notes(page) == [NOTE]
    (row,) = [
        row
        for row in page.content.decode().split("<tr>")
        if f'"name">{first.white.player.full_name}</td>' in row
        and f'"name">{first.black.player.full_name}</td>' in row
    ]
    assert f"#correction-{claim.pk}" in row
    assert f'id="correction-{claim.pk}"' in page.content.decode()
    assert "The sheets say so." in text(page)


@pytest.mark.parametrize("scope", [ClaimScope.RATING, ClaimScope.STANDINGS])
def test_it_says_so_in_the_explanation_of_both_players(client, scope):
    _group, first, _claim = corrected(scope)
    for entry in (first.white, first.black):
        address = reverse(
            "ratings:explanation", args=[entry.player_id, date(2026, 8, 31)]
        )
        assert notes(client.get(address)) == [NOTE]


def test_nothing_stands_beside_other_games_nor_after_it_was_lifted(client):
    group, _first, claim = corrected(ClaimScope.RATING)
    lifted(claim)
    computed()

    assert notes(tournament_page(client, group)) == []
    other = sent_in(size=2)
    assert notes(tournament_page(client, other)) == []

"""Corrections of the office are shown beside the game: on the page of the tournament
and in the explanations of both players.
"""

import re
from datetime import date

import pytest
from django.urls import reverse

from ratings.enums import ClaimScope
from tests.factories import computed, officer
from tests.ratings.correction_requests import account_of
from tests.ratings.page_text import text
from tests.tournaments.domain.test_correcting import (
    allowed,
    filed,
    lifted,
    newest,
    sent_in,
)
from tests.tournaments.tournaments_made import board

pytestmark = pytest.mark.django_db
NOTE = "corrected on 2026-06-30: the result is 1–0 instead of ½–½"


def corrected(scope):
    group = sent_in(size=4)
    first = board(group, 1, 2)
    claim = allowed(group, filed(group, first, score=2), scope)
    computed()
    return group, first, claim


def tournament_page(client, group):
    return client.get(reverse("tournaments:tournament", args=[group.tournament_id]))


def notes(response):
    """Return the notes beside games, with normalised spaces."""
    found = re.findall(
        r'<small\s+class="corrected">(.*?)</small>', response.text, re.DOTALL
    )
    return [" ".join(re.sub("<[^>]*>", " ", each).split()) for each in found]


@pytest.mark.parametrize("scope", [ClaimScope.RATING, ClaimScope.STANDINGS])
def test_corrected_game_is_marked_on_the_tournament_page(client, scope):
    group, first, claim = corrected(scope)

    page = tournament_page(client, group)

    assert notes(page) == [NOTE]
    cells = '<td class="mid tight" data-fresh>'
    (row,) = [
        row
        for row in page.content.decode().split("<tr>")
        if cells in row and "corrected" in row
    ]
    for entry in (first.white, first.black):
        assert entry.player.last_name in row
    assert f"#correction-{claim.pk}" in row
    assert f'id="correction-{claim.pk}"' in page.content.decode()
    assert "The sheets say so." not in text(page)


@pytest.mark.parametrize("scope", [ClaimScope.RATING, ClaimScope.STANDINGS])
def test_corrected_game_is_marked_in_the_explanation_of_both_players(client, scope):
    _group, first, _claim = corrected(scope)
    for entry in (first.white, first.black):
        address = reverse(
            "ratings:explanation", args=[entry.player_id, date(2026, 8, 31)]
        )
        assert notes(client.get(address)) == [NOTE]


def test_other_games_and_lifted_corrections_are_not_marked(client):
    group, _first, claim = corrected(ClaimScope.RATING)
    lifted(claim)
    computed()

    assert notes(tournament_page(client, group)) == []
    other = sent_in(size=2)
    assert notes(tournament_page(client, other)) == []


def test_correction_of_the_standings_links_to_a_prefilled_reversal(client):
    """It cannot be lifted; a new request can ask for the original game."""
    group, first, claim = corrected(ClaimScope.STANDINGS)
    client.force_login(officer())

    shown = client.get(reverse("ratings:claim", args=[claim.pk]))
    form = client.get(shown.context["reverse_url"]).context["form"]

    assert "so it cannot be lifted" in text(shown)
    assert (form.kind, form["result"].value()) == ("result", "1")
    assert form["text"].value() == f"Correction request no. {claim.pk} was wrong."
    game = newest(group).lines.get(key=first.pk)
    assert (game.score, claim.score) == (2, 1)


def test_reversal_is_not_offered_if_it_would_change_nothing(client):
    _group, _first, rating_only = corrected(ClaimScope.RATING)
    client.force_login(officer())

    shown = client.get(reverse("ratings:claim", args=[rating_only.pk]))

    assert not shown.context["is_reversible"]


def test_request_that_the_user_may_not_see_prefills_nothing(client):
    _group, first, claim = corrected(ClaimScope.STANDINGS)
    other, mine, own = corrected(ClaimScope.STANDINGS)
    page = reverse("ratings:new_claim", args=[newest(other).pk, mine.pk])

    client.force_login(account_of(mine.white.player))
    for pk in (claim.pk, own.pk):
        form = client.get(page, {"kind": "result", "reverses": pk}).context["form"]
        assert bool(form.initial.get("text")) == (pk == own.pk)
    assert first.pk != mine.pk


CELL = re.compile(
    r'<td\s+class="only-broad[^"]*">([^<]*)(<sup>.*?</sup>)?\s*</td>', re.DOTALL
)


def starred(response):
    """Return the cells of the crosstable with a note: their text and the note."""
    found = CELL.findall(response.content.decode())
    return [
        (text.strip(), " ".join(re.sub("<[^>]*>", " ", note).split()))
        for text, note in found
        if note
    ]


@pytest.mark.parametrize("scope", [ClaimScope.RATING, ClaimScope.STANDINGS])
@pytest.mark.parametrize("page", ["tournament", "standings", "print"])
def test_cells_of_a_corrected_game_are_marked_in_the_crosstable(client, scope, page):
    group, first, claim = corrected(scope)
    address = {
        "tournament": reverse("tournaments:tournament", args=[group.tournament_id]),
        "standings": reverse("tournaments:standings", args=[group.pk, 3]),
        "print": reverse("tournaments:print_section", args=[group.pk, "standings"]),
    }[page]

    shown = client.get(address)

    one, other = ("½", "½") if scope == ClaimScope.RATING else ("1", "0")
    assert sorted(starred(shown)) == sorted([(one, f"* {NOTE}"), (other, f"* {NOTE}")])
    link = reverse("tournaments:tournament", args=[group.tournament_id])
    assert f'href="{link}#correction-{claim.pk}"' in shown.content.decode()
    assert "* The rating office has corrected this result." in text(shown)
    assert first.round


@pytest.mark.parametrize("scope", [ClaimScope.RATING, ClaimScope.STANDINGS])
def test_corrected_game_is_marked_on_both_scorecards_and_in_the_head_to_head(
    client, scope
):
    _group, first, claim = corrected(scope)
    of = first.section.tournament_id
    for entry in (first.white, first.black):
        card = reverse("tournaments:scorecard", args=[of, entry.pk])
        shown = client.get(card)
        assert notes(shown) == [NOTE]
        assert f"/tournaments/{of}/#correction-{claim.pk}" in shown.content.decode()
    players = [first.white.player_id, first.black.player_id]
    shown = client.get(reverse("ratings:against", args=players))
    assert notes(shown) == [NOTE]
    assert f"/#correction-{claim.pk}" in shown.content.decode()


def test_other_games_and_lifted_corrections_are_not_marked_on_scorecards(client):
    group, first, claim = corrected(ClaimScope.RATING)
    third = board(group, 3, 4)
    of = group.tournament_id
    other = reverse("tournaments:scorecard", args=[of, third.white_id])
    assert notes(client.get(other)) == []
    lifted(claim)
    computed()

    assert starred(tournament_page(client, group)) == []
    card = reverse("tournaments:scorecard", args=[of, first.white_id])
    players = [first.white.player_id, first.black.player_id]
    for address in (card, reverse("ratings:against", args=players)):
        assert notes(client.get(address)) == []

"""Each rating shown is named: at entry, at the start, now."""

import re

import pytest
from django.urls import reverse

from tests.factories import line, member
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, accepted, published, rated, up_to_date
from tests.tournaments.tournaments_made import entered, section, started, tournament

pytestmark = pytest.mark.django_db


def page(client, name, *args):
    return text(client.get(reverse(f"tournaments:{name}", args=args)))


def test_before_the_start_ratings_are_called_at_entry(client, secretary, club):
    group = section(tournament(club))
    entered(group, member(club), member(club))
    assert "rating at entry" in page(client, "section", group.pk)


def test_suggested_players_are_shown_with_their_rating_now(client, secretary, club):
    group = section(tournament(club))
    player, other = rated(1950), rated(2220)
    accepted(line(player, other, 2, SPRING))
    up_to_date()
    address = reverse("tournaments:suggestions", args=[group.pk])
    shown = text(client.get(address, {"q": player.last_name}))
    assert "· rating now 1" in shown


def test_after_the_start_ratings_are_called_at_the_start(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    for name, number in (
        ("section", group.pk),
        ("tournament", group.tournament_id),
        ("results", group.pk),
        ("player_panel", group.entries.first().player_id),
    ):
        shown = page(client, name, number).lower()
        assert "rating at the start" in shown, name
        assert "rating at entry" not in shown, name


HEAD = re.compile(r"<th[^>]*>\s*(Rating[^<]*?)\s*</th>")


def test_columns_of_ratings_say_which(client, club):
    players = [rated(1950), rated(2220)]
    group = started(section(tournament(club)), players=players)
    scorecard = reverse(
        "tournaments:scorecard", args=[group.tournament_id, group.entries.first().pk]
    )
    start_list = reverse("tournaments:print_section", args=[group.pk, "start-list"])
    for address in (scorecard, start_list):
        shown = client.get(address).content.decode()
        assert HEAD.findall(shown) == ["Rating at the start"]


@pytest.mark.parametrize(
    ("is_started", "heading"),
    [(False, "Rating at entry"), (True, "Rating at the start")],
)
def test_exported_players_say_which_rating(
    client, secretary, club, is_started, heading
):
    group = section(tournament(club))
    if is_started:
        started(group, size=2)
    else:
        entered(group, member(club))
    address = reverse("tournaments:section_table", args=[group.pk, "entries", "csv"])
    head = client.get(address).getvalue().decode("utf-8-sig").splitlines()[0]
    assert head.replace(";", ",").split(",")[-1].strip('"') == heading


def test_player_has_a_rating_on_the_list_and_one_now(client):
    player, other = rated(1950), rated(2220)
    accepted(line(player, other, 2, SPRING))
    published(SPRING)
    shown = text(client.get(reverse("ratings:player", args=[player.pk])))
    assert "Rating on the list" in shown
    assert "Rating now" in shown


def test_best_wins_show_the_base_rating_of_the_opponent(client):
    player, other = rated(1950), rated(2220)
    accepted(line(player, other, 2, SPRING))
    published(SPRING)
    address = reverse("ratings:player_records", args=[player.pk])
    assert "Opponent’s base" in text(client.get(address))

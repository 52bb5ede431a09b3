"""The cells of a round and of the standings on the big screen."""

import pytest
from django.urls import reverse

from federation.enums import Visibility
from tests.factories import acting, member
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import decided
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.models import Section

pytestmark = pytest.mark.django_db


@shared
def group(club):
    """Return a section with boards 4–1 and 2–3 in round 2 and number 5 absent for half
    a point.
    """
    players = [
        member(club, first_name="Bo", last_name=name)
        for name in ("Alm", "Berg", "Dahl", "Ek", "Falk")
    ]
    for player, rating in zip(players, (1900, 1800, 1700, 1600, 1500), strict=True):
        decided(player, rating)
    made = started(
        section(tournament(club), format="boards", rounds=3), players=players
    )
    set_boards(made.pk, 1, [(1, 2), (3, 4), (5, None)], acting=acting())
    played(made)
    record_absences(made.pk, 2, {entry(made, 5).pk: "half-bye"}, acting=acting())
    set_boards(made.pk, 2, [(4, 1), (2, 3)], acting=acting())
    result(board(made, 2, 3), "0-1")
    return made


def entry(group, number):
    return group.entries.get(pairing_number=number)


def screen(client, group):
    address = reverse("tournaments:tournament", args=[group.tournament_id])
    return client.get(address, {"screen": 1})


def test_round_has_board_white_result_black_and_absent_players_below(client, group):
    page = screen(client, group)

    assert rows(page) == [
        ["1", "4 Bo Ek 1600", "–", "1 Bo Alm 1900"],
        ["2", "2 Bo Berg 1800", "0–1", "3 Bo Dahl 1700"],
        ["", "5 Bo Falk 1500", "bye, half a point"],
    ]
    assert "Round 2 Group A" in text(page)


def test_standings_have_place_name_points_and_at_most_three_tie_breaks(client, group):
    Section.objects.update(
        tie_breaks=["wins", "black_games", "progressive", "sonneborn_berger_2026"]
    )

    found = rows(screen(client, group), 1)

    assert [row[:3] for row in found] == [
        ["1", "3 Bo Dahl 1700", "1½"],
        ["2", "5 Bo Falk 1500", "1½"],
        ["3", "4 Bo Ek 1600", "½"],
        ["4", "2 Bo Berg 1800", "½"],
        ["5", "1 Bo Alm 1900", "½"],
    ]
    assert {len(row) for row in found} == {6}


def test_screen_has_one_main_heading_and_one_below_it_for_each_slide(client, group):
    address = reverse("tournaments:tournament", args=[group.tournament_id])
    page = client.get(f"{address}?screen=1").content.decode()
    assert page.count("<h1") == 1
    assert page.count("<h2") == page.count("data-slide>") > 1


def test_screen_shows_no_hidden_name(client, secretary, club):
    hidden = member(
        club, first_name="Åsa", last_name="Öst", visibility=Visibility.HIDDEN
    )
    group = started(section(tournament(club)), players=[hidden, member(club)])

    page = screen(client, group)

    assert "Åsa" not in page.content.decode()
    names = [row[1] for row in rows(page, 1)]
    assert len(names) == 2

"""The cells about a match on the pages and prints of a league."""

import csv
import io

import pytest
from django.utils import timezone

from tests.factories import ClubFactory, member, secretary_of
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import decided
from tests.tournaments.pages import html_of, url
from tests.tournaments.teams import begun, confirmed, entered, line_up, started_league
from tests.tournaments.tournaments_made import section, tournament
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def match(club):
    """Return the first of two matches on two boards: Ada and Bo at home, Ada with
    Black; Cy and Di away.
    """
    homes, guests = ClubFactory(name="Alfa"), ClubFactory(name="Beta")
    of = section(tournament(club))
    of_league = started_league(homes, guests, of=of, boards=2, cycles=2)
    found = of_league.matches.with_teams().get(round=1)
    found.section = of
    for team, names in ((found.home, ("Ada", "Bo")), (found.away, ("Cy", "Di"))):
        players = [member(team.club, first_name=n, last_name="Ek") for n in names]
        for player, rating in zip(players, (1900, 1800), strict=True):
            decided(player, rating)
        line_up(found, team, [player.pk for player in players])
    found.refresh_from_db()
    return found


def test_table_has_places_won_drawn_lost_board_points_and_match_points(client, match):
    confirmed(match, "1/2", "+-")

    page = client.get(url("league", match.section_id))

    assert rows(page) == [
        ["1", "Alfa A", "", "1½", "1", "1", "0", "0", "1½", "2"],
        ["2", "Beta A", "½", "", "1", "0", "0", "1", "½", "0"],
    ]
    assert [row[:5] for row in rows(page, 1)] == [
        ["Bo Ek 1800", "Alfa A", "0", "1", "1"],
        ["Ada Ek 1900", "Alfa A", "1", "", "½"],
        ["Cy Ek 1900", "Beta A", "1", "", "½"],
        ["Di Ek 1800", "Beta A", "0", "1", "0"],
    ]
    assert "Alfa A – Beta A 1½ – ½" in text(page)


TABLE_AFTER_ROUND_1 = [
    ["1", "Alfa A", "", "1½", "1", "1", "0", "0", "1½", "2"],
    ["2", "Beta A", "½", "", "1", "0", "0", "1", "½", "0"],
]


def test_standings_after_a_round_of_a_league_are_those_of_its_teams(client, match):
    confirmed(match, "1/2", "+-")
    second = match.section.matches.with_teams().get(round=2)
    confirmed(begun(second, 2), "0-1", "0-1")

    page = client.get(url("standings", match.section_id, 1))

    assert rows(page) == TABLE_AFTER_ROUND_1
    assert page.context["rounds"] == (1, 2)
    assert rows(client.get(url("standings", match.section_id, 2)))[0][-1] != "2"
    assert client.get(url("standings", match.section_id, 3)).status_code == 404


def test_downloaded_standings_of_a_league_are_those_of_its_teams(client, match):
    confirmed(match, "1/2", "+-")
    standings = url("section_table", match.section_id, "standings", "csv")

    assert standings in html_of(client.get(url("league", match.section_id)))
    written = client.get(standings).getvalue().decode("utf-8-sig")

    assert list(csv.reader(io.StringIO(written, newline=""))) == [
        ["Place", "Team", "Club", "Matches", "Won", "Drawn", "Lost", "Board points",
         "Match points"],
        ["1", "Alfa A", "Alfa", "1", "1", "0", "0", "1.5", "2"],
        ["2", "Beta A", "Beta", "1", "0", "0", "1", "0.5", "0"],
    ]  # fmt: skip
    crosstable = url("section_table", match.section_id, "crosstable", "csv")
    assert client.get(crosstable).status_code == 404


def test_printed_standings_of_a_league_are_those_of_its_teams(client, match):
    confirmed(match, "1/2", "+-")

    page = client.get(url("print_section", match.section_id, "standings"))

    assert rows(page) == TABLE_AFTER_ROUND_1
    assert "Table of the teams ·" in text(page)


def test_match_has_the_home_team_first_in_names_results_and_score(client, match):
    guest = secretary_of(match.away.club)
    entered(match, "0-1", "1/2", by=guest, side=match.away_id)

    page = client.get(url("match", match.pk))

    assert rows(page) == [
        ["1", "Ada Ek 1900 Black", "1 – 0", "Cy Ek 1900"],
        ["2", "Bo Ek 1800 White", "½ – ½", "Di Ek 1800"],
    ]
    assert "Score 1½ – ½ Results entered for Beta A" in text(page)


def test_protocol_has_empty_lines_until_the_results_are_entered(client, match):
    paper = client.get(url("match_protocol", match.pk))
    assert rows(paper) == [
        ["1", "Ada Ek 1900", "Black", "", "Cy Ek 1900"],
        ["2", "Bo Ek 1800", "White", "", "Di Ek 1800"],
    ]
    assert "Score: ________ – ________ Alfa A Beta A" in text(paper)

    entered(match, "0-1", "1/2")

    paper = client.get(url("match_protocol", match.pk))
    assert [row[3] for row in rows(paper)] == ["1 – 0", "½ – ½"]
    assert "Score: 1½ – ½ Alfa A Beta A" in text(paper)


def test_screen_has_the_home_team_first_and_the_teams_by_place(client, match):
    address = url("tournament", match.section.tournament_id)
    entered(match, "1-0", "0-1")
    assert rows(client.get(address, {"screen": 1})) == [["Alfa A", "0 – 2", "Beta A"]]

    confirmed(match, "1-0", "0-1")

    page = client.get(address, {"screen": 1})
    assert rows(page) == [["Beta A", "–", "Alfa A"]]
    assert rows(page, 1) == [
        ["1", "Beta A", "1", "2", "2"],
        ["2", "Alfa A", "1", "0", "0"],
    ]


def test_results_page_of_a_league_does_not_offer_to_pair_the_next_round(
    client, match, secretary
):
    confirmed(match, "1-0", "0-1")

    shown = client.get(url("results", match.section_id))

    assert ("Table and matches" in text(shown), "Pair round" in text(shown)) == (
        True,
        False,
    )


def test_order_reason_of_a_line_up_is_shown_once_the_match_has_begun(client, match):
    second = match.section.matches.with_teams().get(round=2)
    ada, bo = (
        each.player_id for each in match.line_ups.get(team=match.home).places.all()
    )
    line_up(second, match.home, [bo, ada], reason="Agreed with the league")
    page = url("match", second.pk)
    assert "Agreed with the league" not in text(client.get(page))

    cy, di = (
        each.player_id for each in match.line_ups.get(team=match.away).places.all()
    )
    line_up(second, match.away, [cy, di])

    assert "Alfa A Line-up out of the rating order: Agreed with the league" in (
        text(client.get(page))
    )


def test_desk_says_what_a_match_waits_for(client, match):
    today = timezone.localdate()
    match.section.round_days.update(date=today)
    other_secretary = secretary_of(match.away.club)
    client.force_login(other_secretary)

    def waits():
        shown = text(client.get(url("desk"))).partition("Your teams’ matches ")[2]
        return shown.split(" Beta A – Alfa A")[0]

    line = f"Alfa A – Beta A Spring cup, {today}"
    assert waits() == f"{line} Results are awaited"
    entered(match, "1-0", "0-1")
    assert waits() == f"{line} The results await your confirmation"
    assert f"Beta A – Alfa A Spring cup, {today} No line-up yet" in (
        text(client.get(url("desk")))
    )

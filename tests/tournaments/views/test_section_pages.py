"""Players, teams, codes and the previous edition on the organiser's pages of a section."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import ClubFactory, PlayerFactory, UserFactory, acting, member
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import decided
from tests.tournaments.pages import url
from tests.tournaments.phone_codes import given
from tests.tournaments.teams import league
from tests.tournaments.tournaments_made import (
    board,
    entered,
    result,
    section,
    started,
    tournament,
)
from tests.tournaments.views.results.test_tie_breaks import swiss
from tournaments.domain.entering import OutsideRating, set_outside
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.models import PhoneCode, Team

pytestmark = pytest.mark.django_db


def test_line_of_a_player_has_number_name_year_club_and_rating(client, secretary, club):
    home = ClubFactory(name="Wasa SK")
    ada = member(home, first_name="Ada", last_name="Ek", birth_year=1990)
    decided(ada, 1900)
    bo = PlayerFactory(first_name="Bo", last_name="Holm", birth_year=1961)
    group = section(tournament(club), format="boards", rounds=3)
    guest, _one = entered(group, bo, ada)
    guess = OutsideRating(1650, "estimate", "Seen playing")
    set_outside(guest.pk, guess, acting=acting())

    before = text(client.get(url("section", group.pk)))
    started(group, players=[member()])
    withdraw_entry(guest.pk, 1, acting=acting())
    after = text(client.get(url("section", group.pk)))

    assert "2 players 1 Bo Holm 1961 1650 estimate remove" in before
    assert " 2 Ada Ek 1990 · Wasa SK 1900 up remove" in before
    assert "3 players 1 Bo Holm 1961 · left after round 1 1650" in after


def test_line_of_a_team_has_its_number_club_and_captain(client, secretary, club):
    homes, guests = ClubFactory(name="Alfa"), ClubFactory(name="Beta")
    of = league(homes, guests, of=section(tournament(club)))
    Team.objects.filter(number=2).update(captain=UserFactory(name="Cy Captain"))

    shown = text(client.get(url("teams", of.pk)))

    assert "1 Alfa A Alfa · the club's secretary change remove" in shown
    assert "2 Beta A Beta · Cy Captain change remove" in shown


def test_line_of_a_code_has_expiry_last_use_and_author(client, secretary, club):
    group = started(section(tournament(club)), size=4)
    code = given(group, "Hall 2").code
    used = timezone.now() - timedelta(minutes=7)
    PhoneCode.objects.filter(pk=code.pk).update(last_used_at=used)

    shown = text(client.get(url("phone_codes", group.pk)))

    until, last, made = (
        f"{timezone.localtime(at):%Y-%m-%d %H:%M}"
        for at in (code.expires_at, used, code.made_at)
    )
    assert (
        f"Hall 2 , helper, all boards Valid until {until} · last used {last} ·"
        f" given out by {code.made_by} {made} revoke"
    ) in shown


def test_copy_page_shows_the_days_and_formats_of_the_original(client, secretary, club):
    of = tournament(club)
    section(of, name="Open", format="boards", rounds=3)
    league(of=section(of, name="Teams"))

    shown = text(client.get(url("copy", of.pk)))

    format_name = of.sections.get(number=1).get_format_display()
    assert (
        f"Last time 2026-05-04 – 2026-05-25 Sections Open ( {format_name} ); Teams (by"
        " teams)"
    ) in shown.replace(f"({format_name})", f"( {format_name} )").replace(
        "( by teams )", "(by teams)"
    )


def test_working_of_tie_breaks_is_headed_by_number_name_place_points_and_games(
    client, club
):
    group = swiss(club)
    three = group.entries.get(pairing_number=3)

    shown = text(client.get(url("tie_breaks", three.pk)))

    assert f"Tie-breaks of 3 {three.player} " in shown
    assert "Place 1 Points 1½ Games 1" in shown


def test_board_list_has_white_first_and_the_day_of_a_late_game(client, club):
    home = ClubFactory(name="Wasa SK")
    names = ("Alm", "Berg", "Dahl")
    players = [member(home, first_name="Bo", last_name=each) for each in names]
    made = section(tournament(club), format="boards", rounds=2)
    group = started(made, players=players)
    set_boards(group.pk, 1, [(2, 1), (3, None)], acting=acting())
    late = group.tournament.start_date + timedelta(days=2)
    result(board(group, 1, 2), "0-1", finished_date=late)

    assert rows(client.get(url("round", group.pk, 1))) == [
        [
            "1",
            "2. Bo Berg 1300 · Wasa SK",
            "0–1 2026-05-06",
            "1. Bo Alm 1300 · Wasa SK",
        ],
        ["2", "3. Bo Dahl 1300 · Wasa SK", "bye", ""],
    ]

"""Every column of what is taken away of a section: tables, games, tournament files."""

from datetime import date

import pytest

from federation.models import Club
from tests.factories import LONG_AGO, ClassMembershipFactory, PlayerFactory, member
from tests.ratings.published import rated
from tests.tournaments.makers import (
    LAST_DAY,
    acting,
    board,
    result,
    section,
    started,
    tournament,
)
from tests.tournaments.views.player_lists.test_section_files import get, rows
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(club):
    """A guest with FIDE's rating has number 1, and has lost to Ada, who has number 2."""
    guest = PlayerFactory(
        first_name="Bo", last_name="Holm", fide_rating=2104, fide_id=1700001
    )
    ada = rated(1900, first_name="Ada", last_name="Ek", birth_year=1990, title="WFM")
    for name, since in (("II", LONG_AGO), ("I", LAST_DAY)):
        ClassMembershipFactory(player=ada, player_class=name, from_date=since)
    made = section(tournament(club), tie_breaks=("wins", "lots"))
    group = started(made, players=[guest, ada])
    one = board(group, 1, 2)
    result(one, "0-1" if one.white.player_id == guest.pk else "1-0")
    return (
        group,
        guest.national_id,
        ada.national_id,
        Club.objects.get(memberships__player=ada),
    )


def test_every_column_of_the_players(client, two):
    group, guest, ada, home = two
    assert rows(get(client, group, "entries")) == [
        ["Start number", "Name", "Player number", "FIDE number", "Year of birth",
         "Club", "Class", "Starts in class", "Rating at the start"],
        ["1", "Holm, Bo", guest, "1700001", "1980", "", "", "", "2104"],
        ["2", "Ek, Ada", ada, "", "1990", str(home), "II", "", "1900"],
    ]  # fmt: skip


def test_the_place_stands_before_the_number_in_standings_and_crosstable(client, two):
    group, guest, ada, home = two
    assert rows(get(client, group, "standings"))[1:] == [
        ["1", "2", "Ek, Ada", ada, str(home), "1900", "1", "1", ""],
        ["2", "1", "Holm, Bo", guest, "", "2104", "0", "0", ""],
    ]
    assert rows(get(client, group, "crosstable")) == [
        ["Place", "Start number", "Name", "Player number", "2", "1", "Points"],
        ["1", "2", "Ek, Ada", ada, "", "1", "1"],
        ["2", "1", "Holm, Bo", guest, "0", "", "0"],
    ]


def test_a_game_has_fide_s_rating_of_who_has_one_and_else_that_of_the_start(
    client, two
):
    group, *_ = two
    guest_is_white = group.pairings.get().white.pairing_number == 1
    of_guest, of_ada = ("White", "Black") if guest_is_white else ("Black", "White")

    text = get(client, group, "", name="section_pgn").content.decode()

    assert f'[{of_guest} "Holm, Bo"]' in text
    assert f'[{of_guest}Elo "2104"]\n[{of_guest}FideId "1700001"]' in text
    assert f'[{of_ada}Elo "1900"]\n[{of_ada}Title "WFM"]' in text
    assert f'[Result "{"0-1" if guest_is_white else "1-0"}"]' in text


def test_a_tournament_file_has_points_and_place_beside_the_starting_number(client, two):
    group, guest, ada, _home = two
    said = get(client, group, "", name="section_trf").content.decode().splitlines()
    # FIDE C.04 annex 2: rating 49-52, points 81-84, place 86-89, opponent 92-95, 99.
    places = (5, 8), (15, 47), (49, 52), (81, 84), (86, 89), (92, 95), (99, 99)
    players = [
        [line[first - 1 : last].strip() for first, last in places]
        for line in said
        if line.startswith("001")
    ]
    assert players == [
        ["1", "Holm, Bo", "2104", "0.0", "2", "2", "0"],
        ["2", "Ek, Ada", "", "1.0", "1", "1", "1"],
    ]
    national = [line for line in said if line.startswith("SWE")]
    assert [(line[48:52], line[57:68].strip()) for line in national] == [
        ("2104", guest),
        ("1900", ada),
    ]


def test_the_boards_have_the_day_of_a_late_game_byes_and_who_has_left(client, club):
    names = ("Alm", "Berg", "Dahl")
    players = [member(club, first_name="Bo", last_name=name) for name in names]
    made = section(tournament(club), format="boards", rounds=2)
    group = started(made, players=players)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), "1-0")
    set_boards(group.pk, 2, [(2, 3)], acting=acting())
    record_absences(
        group.pk,
        2,
        {group.entries.get(pairing_number=1).pk: "half-bye"},
        acting=acting(),
    )
    result(board(group, 2, 3), "1/2", finished_date=date(2026, 5, 20))
    withdraw_entry(group.entries.get(pairing_number=3).pk, 2, acting=acting())

    found = rows(get(client, group, "boards"))[1:]

    one, two, three = (("1", "Alm, Bo"), ("2", "Berg, Bo"), ("3", "Dahl, Bo"))
    assert [[row[n] for n in (0, 1, 2, 3, 4, 5, 8, 11, 12, 13)] for row in found] == [
        ["1", "1", "2026-05-04", "", *one, "1-0", *reversed(two), ""],
        ["2", "1", "2026-05-25", "2026-05-20", *two, "½-½", *reversed(three), ""],
        ["2", "", "2026-05-25", "", *one, "bye ½", "", "", ""],
        ["", "", "", "", *three, "", "", "", "2"],
    ]

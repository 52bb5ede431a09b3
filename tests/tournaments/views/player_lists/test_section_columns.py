"""Every column of the exports of a section: tables, games, tournament files."""

from datetime import date

import pytest

from federation.models import Club
from ratings.enums import OutsideKind
from tests.factories import (
    LONG_AGO,
    NOON,
    ClassMembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
    member,
)
from tests.ratings.rating_lists import rated
from tests.tournaments.tournaments_made import (
    LAST_DAY,
    board,
    entered,
    result,
    section,
    started,
    tournament,
)
from tests.tournaments.views.player_lists.test_section_files import get, rows
from tests.worlds import shared
from tournaments.domain.entering import OutsideRating, enter_player
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.domain.starting import start_section

pytestmark = pytest.mark.django_db


@shared
def two(club):
    """Return a section in which number 1, Bo, a guest with an estimate, has lost to
    number 2, Ada.
    """
    bo = PlayerFactory(first_name="Bo", last_name="Holm")
    ada = rated(
        1900,
        first_name="Ada",
        last_name="Ek",
        birth_year=1990,
        title="WFM",
        fide_id=1712345,
        fide_rating=2050,
    )
    for name, since in (("II", LONG_AGO), ("I", LAST_DAY)):
        ClassMembershipFactory(player=ada, player_class=name, from_date=since)
    group = section(tournament(club), tie_breaks=("wins", "lots"))
    guess = OutsideRating(1650, OutsideKind.ESTIMATE, "Seen playing")
    enter_player(group.pk, bo.pk, outside=guess, acting=acting())
    entered(group, ada)
    group = start_section(group.pk, acting=acting())
    one = board(group, 1, 2)
    result(one, "0-1" if one.white.player_id == bo.pk else "1-0")
    home = str(Club.objects.get(memberships__player=ada))
    return group, bo.national_id, ada.national_id, home


def test_table_of_players_has_every_column(client, two):
    group, bo, ada, home = two
    group.entries.filter(pairing_number=2).update(
        starts_in="I",
        start_ground="vacancy",
        start_noted_by=UserFactory(),
        start_noted_at=NOON,
    )
    assert rows(get(client, group, "entries")) == [
        ["Start number", "Name", "Player number", "FIDE number", "Year of birth",
         "Club", "Class", "Starts in class", "Rating at the start"],
        ["1", "Holm, Bo", bo, "", "1980", "", "", "", "1650"],
        ["2", "Ek, Ada", ada, "1712345", "1990", home, "II", "I", "1900"],
    ]  # fmt: skip


def test_guest_has_the_outside_rating_before_the_start(client, secretary, club):
    group = section(tournament(club))
    entered(group, PlayerFactory(fide_rating=2104, fide_id=1700001))

    head, line = rows(get(client, group, "entries"))

    assert (head[-1], line[-1]) == ("Rating at entry", "2104")


def test_place_is_before_the_number_in_standings_and_crosstable(client, two):
    group, bo, ada, home = two
    assert rows(get(client, group, "standings"))[1:] == [
        ["1", "2", "Ek, Ada", ada, home, "1900", "1", "1", ""],
        ["2", "1", "Holm, Bo", bo, "", "1650", "0", "0", ""],
    ]
    assert rows(get(client, group, "crosstable")) == [
        ["Place", "Start number", "Name", "Player number", "2", "1", "Points"],
        ["1", "2", "Ek, Ada", ada, "", "1", "1"],
        ["2", "1", "Holm, Bo", bo, "0", "", "0"],
    ]


def test_pgn_has_the_fide_rating_or_else_that_of_the_start(client, two):
    group, *_ = two
    bo_is_white = group.pairings.get().white.pairing_number == 1
    of_bo, of_ada = ("White", "Black") if bo_is_white else ("Black", "White")

    text = get(client, group, "", name="section_pgn").content.decode()

    assert f'[{of_bo} "Holm, Bo"]' in text
    assert f'[{of_bo}Elo "1650"]' in text
    assert (
        f'[{of_ada}Elo "2050"]\n[{of_ada}FideId "1712345"]\n[{of_ada}Title "WFM"]'
    ) in text
    assert f'[Result "{"0-1" if bo_is_white else "1-0"}"]' in text


def test_trf_file_has_points_and_place_beside_the_starting_number(client, two):
    group, bo, ada, _home = two
    bo_is_white = group.pairings.get().white.pairing_number == 1
    # FIDE C.04 annex 2: rating 49-52, points 81-84, place 86-89, opponent 92-95,
    # colour 97, result 99.
    places = (
        (5, 8),
        (15, 47),
        (49, 52),
        (81, 84),
        (86, 89),
        (92, 95),
        (97, 97),
        (99, 99),
    )
    file_lines = lines_of(client, group)
    assert [
        [line[first - 1 : last].strip() for first, last in places]
        for line in file_lines
        if line.startswith("001")
    ] == [
        ["1", "Holm, Bo", "", "0.0", "2", "2", "w" if bo_is_white else "b", "0"],
        ["2", "Ek, Ada", "2050", "1.0", "1", "1", "b" if bo_is_white else "w", "1"],
    ]
    assert "072 1" in file_lines
    national = [line for line in file_lines if line.startswith("SWE")]
    assert [(line[48:52], line[57:68].strip()) for line in national] == [
        ("1650", bo),
        ("1900", ada),
    ]


def lines_of(client, group):
    text = get(client, group, "", name="section_trf").content.decode()
    return text.splitlines()


@shared
def four(club):
    """Return a section of two rounds: one game was finished late, one player is absent
    for half a point, one has withdrawn and one never came.
    """
    names = ("Alm", "Berg", "Dahl", "Ek")
    players = [member(club, first_name="Bo", last_name=name) for name in names]
    group = started(
        section(tournament(club), format="boards", rounds=2), players=players
    )
    entry = {each.pairing_number: each.pk for each in group.entries.all()}
    group.round_days.filter(number=1).update(date=date(2026, 5, 6))
    withdraw_entry(entry[4], 0, acting=acting())
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), "1-0")
    record_absences(group.pk, 2, {entry[1]: "half-bye"}, acting=acting())
    set_boards(group.pk, 2, [(2, 3)], acting=acting())
    result(board(group, 2, 3), "1/2", finished_date=date(2026, 5, 20))
    withdraw_entry(entry[3], 2, acting=acting())
    return group


def test_boards_table_has_days_of_late_games_byes_and_withdrawals(client, four):
    found = rows(get(client, four, "boards"))[1:]

    one, two, three = (("1", "Alm, Bo"), ("2", "Berg, Bo"), ("3", "Dahl, Bo"))
    assert [[row[n] for n in (0, 1, 2, 3, 4, 5, 8, 11, 12, 13)] for row in found] == [
        ["1", "1", "2026-05-06", "", *one, "1-0", *reversed(two), ""],
        ["2", "1", "2026-05-25", "2026-05-20", *two, "½-½", *reversed(three), ""],
        ["2", "", "2026-05-25", "", *one, "bye ½", "", "", ""],
        ["", "", "", "", *three, "", "", "", "2"],
        ["", "", "", "", "4", "Ek, Bo", "", "", "", "0"],
    ]


def test_pgn_of_a_late_game_has_its_own_day_and_its_round(client, four):
    text = get(client, four, "", name="section_pgn").content.decode()

    assert text.count("[Event ") == 2
    assert '[Date "2026.05.20"]\n[Round "2"]\n[White "Berg, Bo"]' in text
    assert text.count('[Board "1"]') == 2


def test_trf_file_has_the_days_of_the_tournament_and_of_its_rounds(client, four):
    file_lines = lines_of(client, four)
    assert [line for line in file_lines if line[:3] in ("042", "052", "###")] == [
        "042 2026/05/04",
        "052 2026/05/25",
        "### withdrawn after round 0: 4",
        "### withdrawn after round 2: 3",
        f"### tie-breaks: {' '.join(four.tie_breaks)}",
    ]
    (days,) = (line for line in file_lines if line.startswith("132"))
    assert days.split()[1:] == ["26/05/06", "26/05/25"]

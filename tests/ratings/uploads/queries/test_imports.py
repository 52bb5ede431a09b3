"""Data for the pages of one file, in the presence of another file:
`uploads.queries.imports`.
"""

from datetime import date, timedelta

import pytest

from ratings.enums import MatchChoice
from ratings.models import ImportFile, ImportPlayer
from ratings.uploads.domain.choices import PlayerChoice, choose
from ratings.uploads.queries.imports import (
    MatchStatus,
    all_faults,
    events_of,
    faults_of,
    imports_newest_first,
    players_on,
    sums_of,
    with_candidates,
)
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    acting,
    officer,
)
from tests.ratings.uploads.bringing import (
    NAMED,
    brought,
    posted_file,
    reviewed,
    table,
    worked_on,
)

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 15)
NUMBERED = "date,white,white_name,black,black_name,black_birth_year,score,event"


@pytest.fixture
def file():
    """Ada by her number, Bo who is similar, and two unknown players: Cy in one game, Di
    in two."""
    PlayerFactory(national_id="1", first_name="Ada", last_name="Ek")
    PlayerFactory(first_name="Bo", last_name="Åberg", birth_year=1951)
    return reviewed(
        table(
            "2023-03-14,1,Ada Ek,,Bo Aberg,,1,Open",
            "2023-03-15,1,Ada Ek,,Cy Unheard,1960,1,Open",
            "2023-03-16,1,Ada Ek,,Di Unknown,1961,1,Open",
            "2023-03-17,1,Ada Ek,,Di Unknown,1961,1,Open",
            "x,1,Ada Ek,,Di Unknown,1961,1,Open",
            header=NUMBERED,
        )
    )


@pytest.fixture
def other(file):
    return reviewed(
        table(
            "2023-03-14,Eva Else,1970,Fia Else,1971,1,Other,1",
            "y,Eva Else,1970,Fia Else,1971,1,Other,1",
            header=NAMED,
        ),
        "other.csv",
    )


def names(players):
    return [str(each) for each in players]


def test_a_new_player_of_a_file_of_games_still_counts_as_new_afterwards(file):
    cy = ImportPlayer.objects.get(file=file, last_name="Unheard")
    choose(file.pk, {cy.place: PlayerChoice(MatchChoice.NEW)}, acting=acting(officer()))
    before = sums_of(worked_on(file))

    after = sums_of(posted_file(file))

    assert after.by_status == before.by_status
    assert (before.new_unlisted, after.new_unlisted) == (1, 0)


def test_each_player_of_the_file_is_counted_under_a_status(file, other):
    sums = sums_of(file)
    assert sums.by_status == {
        MatchStatus.UNDECIDED: 3,
        MatchStatus.NAMED: 0,
        MatchStatus.NUMBERED: 1,
        MatchStatus.NEW: 0,
        MatchStatus.LEFT_OUT: 0,
    }
    assert (sums.sure, sums.unlike, sums.new_unlisted) == (1, 2, 0)


def test_a_decided_player_is_counted_under_another_status(file):
    places = {str(each): each.place for each in ImportPlayer.objects.filter(file=file)}
    bo = ImportPlayer.objects.get(file=file, place=places["Bo Aberg"])
    choices = {
        bo.place: PlayerChoice(MatchChoice.PLAYER, bo.player_id),
        places["Cy Unheard"]: PlayerChoice(MatchChoice.NEW),
        places["Di Unknown"]: PlayerChoice(MatchChoice.LEAVE_OUT),
    }
    choose(file.pk, choices, acting=acting(officer()))
    sums = sums_of(file)
    assert list(sums.by_status.values()) == [0, 1, 1, 1, 1]
    assert (sums.sure, sums.unlike, sums.new_unlisted) == (0, 0, 1)


def test_new_players_of_a_list_exclude_those_of_other_files():
    file = reviewed(table("7,Ada Ek,1980", header="id,name,birth_year"), "players.csv")
    choose(file.pk, {0: PlayerChoice(MatchChoice.NEW)}, acting=acting(officer()))
    assert (sums_of(file).new, sums_of(file).new_unlisted) == (1, 0)


def test_players_with_most_games_are_listed_first(file, other):
    assert names(players_on(file, MatchStatus.UNDECIDED)) == [
        "Di Unknown",
        "Bo Aberg",
        "Cy Unheard",
    ]
    assert names(players_on(file, MatchStatus.NUMBERED)) == ["Ada Ek"]


def test_left_out_rows_are_those_of_the_file_by_line(file, other):
    assert [each.row[0] for each in faults_of(file)] == ["x"]
    assert [each.row[0] for each in all_faults(other)] == ["y"]
    two = reviewed(table("2023-13-01,1,2,1,O", "2023-14-01,1,2,1,O"), "two.csv")
    assert [each.line for each in faults_of(two)] == [2, 3]


def test_events_are_those_of_the_file(file, other):
    assert [each.name for each in events_of(other)] == ["Other"]


def test_differing_events_precede_known_and_new_ones():
    for number in ("1", "2"):
        PlayerFactory(national_id=number)
    posted_file(reviewed(table("2023-03-14,1,2,1,Same", "2023-03-14,1,2,1,Other")))
    file = reviewed(
        table(
            "2023-03-16,1,2,1,Third",
            "2023-03-14,1,2,1,Same",
            "2023-03-14,1,2,0,Other",
            "2023-03-16,1,9,1,Empty",
        )
    )
    assert [each.name for each in events_of(file)] == [
        "Other",
        "Empty",
        "Same",
        "Third",
    ]


def test_candidates_have_their_current_club(file):
    bo = ImportPlayer.objects.get(file=file, last_name="Aberg")
    left, now = ClubFactory(name="Left"), ClubFactory(name="Now")
    MembershipFactory(player=bo.player, club=left, to_date=DAY - timedelta(days=1))
    MembershipFactory(player=bo.player, club=now, from_date=DAY)
    ((candidate,),) = (row.candidates for row in with_candidates([bo], DAY))
    assert (candidate.player, candidate.club) == (bo.player, "Now")


def test_player_chosen_by_number_is_among_the_candidates(file):
    bo = ImportPlayer.objects.get(file=file, last_name="Aberg")
    alike, chosen = bo.player, PlayerFactory(first_name="Zoe", last_name="Quist")
    choose(
        file.pk,
        {bo.place: PlayerChoice(MatchChoice.PLAYER, chosen.pk)},
        acting=acting(officer()),
    )
    bo.refresh_from_db()
    (row,) = with_candidates([bo], DAY)
    assert [(each.player, each.percent is None) for each in row.candidates] == [
        (chosen, True),
        (alike, False),
    ]


def test_files_are_listed_newest_first():
    first = brought(table("2023-03-14,1,2,1,Open")).file
    second = brought(table("2023-03-15,1,2,1,Open"), "second.csv").file
    worked_on(first)
    assert list(imports_newest_first()) == [second, first]
    assert ImportFile.objects.count() == 2

"""Clubs named in a list of players: `uploads.queries.clubs`."""

import pytest

from ratings.enums import ClubChoice
from ratings.models import ImportClub
from ratings.uploads.domain.clubs import ChosenClub, choose_clubs
from ratings.uploads.queries.clubs import (
    clubs_of,
    likeliest_clubs,
    with_club_candidates,
)
from tests.factories import ClubFactory, acting, officer
from tests.ratings.uploads.bringing import reviewed, table

pytestmark = pytest.mark.django_db
HEADER = "id,name,birth_year,gender,club,start_rating"


def listed(*clubs, name="players.csv", first=1):
    rows = (f"{at},Ada Ek,,,{club}," for at, club in enumerate(clubs, start=first))
    return reviewed(table(*rows, header=HEADER), name)


def test_undecided_clubs_are_listed_first_by_number_of_players():
    ClubFactory(name="Known")
    file = listed("Known", "Few", "Many", "Many", "Out", "New")
    places = dict(clubs_of(file).values_list("name", "place"))
    choices = {
        places["Out"]: ChosenClub(ClubChoice.LEAVE_OUT),
        places["New"]: ChosenClub(ClubChoice.NEW),
    }
    choose_clubs(file.pk, choices, acting=acting(officer()))
    listed("Other", name="other.csv", first=50)
    assert [(each.name, each.players) for each in clubs_of(file)] == [
        ("Many", 2),
        ("Few", 1),
        ("New", 1),
        ("Out", 1),
        ("Known", 1),
    ]


def test_likeliest_clubs_are_listed_first_under_their_names():
    lund = ClubFactory(name="Lunds Akademiska Schackklubb")
    same = ClubFactory(name="Lunds Schackklubb")
    ClubFactory(name="Zzz")
    found = likeliest_clubs(["lunds schackklubb", "Qqq", "Lunds Akademiska SK"])
    assert [[each.club_id for each in those] for those in found] == [
        [same.pk, lund.pk],
        [],
        [lund.pk],
    ]
    assert found[0][0].score == 1
    assert likeliest_clubs(["Lunds Schackklubb"], 1)[0][0].club_id == same.pk
    assert likeliest_clubs([]) == []


def test_each_club_has_its_own_candidates():
    lund, osby = ClubFactory(name="Lunds Schackklubb"), ClubFactory(name="Osby SS")
    file = listed("Lunds Schackklub", "Osby Schack", "Osby")
    rows = with_club_candidates(list(ImportClub.objects.filter(file=file)))
    assert {row.club.name: [each.club for each in row.candidates] for row in rows} == {
        "Lunds Schackklub": [lund],
        "Osby Schack": [osby],
        "Osby": [osby],
    }

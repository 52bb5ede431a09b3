"""Entered players with a near-namesake; other findings about people are in
`test_checking`.
"""

import pytest

from tests.factories import ClubFactory, member
from tests.tournaments.domain.checks.found import found
from tests.tournaments.tournaments_made import played, section, started, tournament

pytestmark = pytest.mark.django_db


def stefan(club, last, **facts):
    named = {"first_name": "Stefan", "birth_year": 1961, **facts}
    return member(club, last_name=last, **named)


def test_player_resembled_by_a_clubmate_of_the_same_year_needs_an_answer():
    club = ClubFactory(name="Lund")
    berglund = stefan(club, "Berglund")
    stefan(club, "Berglind", national_id="4711")
    group = played(started(players=[berglund, member()]))

    assert found(group) == {
        "near_namesake": ["Stefan Berglund, 1961 ~ Stefan Berglind, 1961 (4711, Lund)"]
    }


def test_two_similar_players_who_are_both_entered_are_reported_once():
    club = ClubFactory(name="Lund")
    both = [stefan(club, "Berglund"), stefan(club, "Berglind")]
    made = tournament()
    group = played(started(section(made), players=[both[0], member()]))
    played(started(section(made, name="Group B"), players=[both[1], member()]))

    assert len(found(group)["near_namesake"]) == 1


def test_two_players_of_exactly_the_same_name_are_reported_once():
    club = ClubFactory(name="Lund")
    both = [stefan(club, "Berglund"), stefan(club, "Berglund")]
    group = played(started(players=both))

    assert list(found(group)) == ["player_twice"]


def test_hidden_namesake_is_not_reported():
    club = ClubFactory(name="Lund")
    stefan(club, "Berglind")
    hidden = stefan(club, "Berglund", visibility="hidden")
    group = played(started(players=[hidden, member()]))

    assert found(group) == {}

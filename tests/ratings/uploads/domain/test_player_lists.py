"""The list data of each player shown on a page: `uploads.domain.player_lists`."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import MatchChoice
from ratings.models import ImportPlayer
from ratings.uploads.domain.choices import PlayerChoice, choose
from ratings.uploads.domain.player_lists import ListFacts, with_list_facts
from tests.factories import NOON, PlayerFactory, officer
from tests.ratings.uploads.bringing import reviewed, table

pytestmark = pytest.mark.django_db
HEADER = "id,name,birth_year,gender,club,start_rating"


def list_facts_of(file):
    some = list(ImportPlayer.objects.filter(file=file).order_by("place"))
    return with_list_facts(file, some)


def listed(*rows, name="players.csv"):
    return reviewed(table(*rows, header=HEADER), name)


def test_each_row_has_its_own_line_club_and_start_rating():
    listed("5,Eva Li,,,Zzz,1300", name="other.csv")
    file = listed("7,Ada Ek,,,Aa,1650", "8,Bo Al,,,,", "9,Cy Ny,,,Bb,0")
    assert list_facts_of(file) == [
        ListFacts(2, "Aa", 1650, []),
        ListFacts(3, "", None, []),
        ListFacts(4, "Bb", 0, []),
    ]


def test_differences_are_shown_only_for_matched_players():
    PlayerFactory(national_id="7", first_name="Ada", last_name="Eek", birth_year=1980)
    file = listed("7,Ada Ek,1980,,,")
    (facts,) = list_facts_of(file)
    assert [(each.what, each.held) for each in facts.differences] == [
        ("name", "Ada Eek")
    ]
    acting = ActionContext(officer().pk, NOON)
    choose(file.pk, {0: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting)
    (facts,) = list_facts_of(file)
    assert facts.differences == []


def test_file_of_games_has_no_list_data():
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    assert list_facts_of(file) == [None, None]

"""Choices about the players and clubs of one file, in the presence of another file."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings.enums import ClubChoice, ImportState, MatchChoice, MatchedBy
from ratings.models import ImportClub, ImportPlayer
from ratings.uploads.domain import newcomers
from ratings.uploads.domain.choices import PlayerChoice, accept_proposals, choose
from ratings.uploads.domain.clubs import (
    ChosenClub,
    choose_clubs,
    create_the_remaining_clubs,
)
from ratings.uploads.domain.newcomers import register_the_rest
from ratings.uploads.domain.posting import ask_to_post, refuse_to_post
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.queries.imports import sums_of
from tests.factories import ClubFactory, PlayerFactory, acting, officer
from tests.ratings.uploads.bringing import (
    NAMED,
    posted_file,
    reviewed,
    table,
    worked_on,
)

pytestmark = pytest.mark.django_db
PLAYERS = "id,name,birth_year,gender,club,start_rating"


@pytest.fixture
def two_files():
    """Two files with the same two people: one similar to a registered player, one
    unknown.
    """
    PlayerFactory(first_name="Bo", last_name="Åberg", birth_year=1951)
    game = "2023-03-15,Bo Aberg,,Zoltan Unheard,1960,1,Open {},1"
    return [
        reviewed(table(game.format(number), header=NAMED)) for number in ("one", "two")
    ]


@pytest.fixture
def two_lists():
    lines = "7,Ada Ek,,,{},", "8,Bo Al,,,{},"
    return [
        reviewed(table(*(each.format(club) for each in lines), header=PLAYERS), "p.csv")
        for club in ("Qqq", "Xyz")
    ]


def choices(file):
    players = ImportPlayer.objects.filter(file=file).order_by("place")
    return list(players.values_list("choice", flat=True))


def club_choices(file):
    clubs = ImportClub.objects.filter(file=file).order_by("place")
    return list(clubs.values_list("choice", flat=True))


def test_a_player_is_chosen_in_one_file_only(two_files):
    mine, other = two_files
    chosen = {0: PlayerChoice(MatchChoice.LEAVE_OUT)}
    assert choose(mine.pk, chosen, acting=acting(officer())) == 1
    assert (choices(mine), choices(other)) == (["out", ""], ["", ""])
    other.refresh_from_db()
    assert other.is_checked


def test_proposals_are_accepted_in_one_file_only(two_files):
    mine, other = two_files
    assert accept_proposals(mine.pk, acting=acting(officer())) == 1
    assert (choices(mine), choices(other)) == (["player", ""], ["", ""])


def test_remaining_players_of_only_one_file_are_marked_as_new(two_files):
    mine, other = two_files
    assert register_the_rest(mine.pk, acting=acting(officer())) == 1
    assert (choices(mine), choices(other)) == (["", "new"], ["", ""])


@pytest.mark.parametrize("name", ["Unheard", "Unheard-Ek"])
def test_player_registered_in_the_meantime_is_not_marked_as_new(two_files, name):
    """Another file has entered a player of the same or a similar name."""
    mine, _other = two_files
    entered = PlayerFactory(first_name="Zoltan", last_name=name, birth_year=1961)

    assert register_the_rest(mine.pk, acting=acting(officer())) == 0

    found = ImportPlayer.objects.get(file=mine, last_name="Unheard")
    if name == "Unheard":
        assert sums_of(mine).unlike == 0
    else:
        assert (found.player, found.matched_by) == (entered, MatchedBy.ALIKE)
    assert found.choice == ""


def test_similar_names_of_a_large_file_are_not_searched_during_a_request(
    monkeypatch,
):
    """A player with exactly the name of one entered since stays undecided."""
    monkeypatch.setattr(newcomers, "MOST_AGAIN", 1)
    game = "2023-03-15,Bo Berg,1951,Zoltan Unheard,1960,1,Open,1"
    mine = reviewed(table(game, game.replace("Bo Berg", "Eva Dahl"), header=NAMED))
    PlayerFactory(first_name="Bo", last_name="Berg", birth_year=1952)
    PlayerFactory(first_name="Zoltan", last_name="Unheard-Ek", birth_year=1961)

    with CaptureQueriesContext(connection) as queries:
        assert register_the_rest(mine.pk, acting=acting(officer())) == 2

    assert choices(mine) == ["", "new", "new"]
    assert not any("similarity" in each["sql"] for each in queries)


def test_left_out_player_is_not_marked_as_new_with_the_rest(two_files):
    mine, _other = two_files
    choose(mine.pk, {1: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting(officer()))
    assert register_the_rest(mine.pk, acting=acting(officer())) == 0
    assert choices(mine) == ["", "out"]


def test_user_who_decides_for_many_is_stored_with_each(two_files):
    rut = officer()
    accept_proposals(two_files[0].pk, acting=acting(rut))
    register_the_rest(two_files[0].pk, acting=acting(rut))
    by = ImportPlayer.objects.order_by("file", "place").values_list(
        "chosen_by", flat=True
    )
    assert list(by) == [rut.pk, rut.pk, None, None]


def test_choice_is_withdrawn(two_files):
    mine, _other = two_files
    choose(mine.pk, {1: PlayerChoice(MatchChoice.NEW)}, acting=acting(officer()))
    assert (
        choose(
            mine.pk, {1: PlayerChoice(MatchChoice.UNDECIDED)}, acting=acting(officer())
        )
        == 1
    )
    assert choices(mine) == ["", ""]


def test_current_proposal_is_accepted_without_naming_it(two_files):
    mine, _other = two_files
    choose(mine.pk, {0: PlayerChoice(MatchChoice.PLAYER)}, acting=acting(officer()))
    bo = ImportPlayer.objects.get(file=mine, place=0)
    assert (bo.choice, bo.player.full_name) == ("player", "Bo Åberg")


def test_a_club_is_chosen_in_one_file_only(two_lists):
    mine, other = two_lists
    club = ClubFactory()
    chosen = {0: ChosenClub(ClubChoice.CLUB, club.pk)}
    assert choose_clubs(mine.pk, chosen, acting=acting(officer())) == 1
    assert (club_choices(mine), club_choices(other)) == (["club"], [""])


def test_remaining_clubs_of_only_one_file_are_marked_as_new(two_lists):
    mine, other = two_lists
    assert create_the_remaining_clubs(mine.pk, acting=acting(officer())) == 1
    assert (club_choices(mine), club_choices(other)) == (["new"], [""])


def test_imported_players_of_another_file_do_not_fix_a_clubs_choice(two_lists):
    mine, other = two_lists
    register_the_rest(mine.pk, acting=acting(officer()))
    create_the_remaining_clubs(mine.pk, acting=acting(officer()))
    posted_file(worked_on(mine))
    chosen = {0: ChosenClub(ClubChoice.LEAVE_OUT)}
    assert choose_clubs(other.pk, chosen, acting=acting(officer())) == 1


def test_choices_of_a_refused_file_can_be_changed(two_files):
    mine, _other = two_files
    rut = officer()
    register_the_rest(mine.pk, acting=acting(rut))
    accept_proposals(mine.pk, acting=acting(rut))
    mine = worked_on(mine)
    ask_to_post(mine.pk, seen=mine.chosen, replaces=False, acting=acting(rut))
    with pytest.raises(ImportNotPossible, match=r"^import_answer$"):
        refuse_to_post(mine.pk, " ", acting=acting(officer()))
    refuse_to_post(mine.pk, "", acting=acting(rut))
    mine.refresh_from_db()
    assert mine.state == ImportState.REVIEW
    assert (
        choose(
            mine.pk, {1: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting(officer())
        )
        == 1
    )


def test_club_choice_can_be_changed(two_lists):
    mine, _other = two_lists
    first, second = ClubFactory(), ClubFactory()
    for club in (first, second):
        chosen = {0: ChosenClub(ClubChoice.CLUB, club.pk)}
        assert choose_clubs(mine.pk, chosen, acting=acting(officer())) == 1
    assert choose_clubs(mine.pk, chosen, acting=acting(officer())) == 0
    assert ImportClub.objects.get(file=mine, place=0).club == second

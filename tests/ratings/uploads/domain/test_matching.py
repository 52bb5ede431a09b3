"""Matching the players of a file, and the reasons."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import MatchChoice
from ratings.models import ImportPlayer
from ratings.uploads.domain.choices import PlayerChoice, accept_proposals, choose
from ratings.uploads.domain.matching import match_players
from ratings.uploads.domain.reading import read_file
from tests.factories import NOON, PlayerFactory, officer
from tests.ratings.uploads.bringing import (
    HEADER,
    NAMED,
    TODAY,
    brought,
    matches,
    reviewed,
    table,
)

pytestmark = pytest.mark.django_db
FULL = "date,white,white_fide_id,white_name,white_birth_year,black,score,event"


@pytest.fixture(autouse=True)
def opponent(db):
    return PlayerFactory(national_id="9", first_name="Op", last_name="Ponent")


def matched(players):
    """Return the match of one line's player (number, FIDE number, name, year)."""
    file = reviewed(table(f"2023-03-14,{players},9,1,Open", header=FULL))
    found = matches(file)
    found.pop("9")
    (match,) = found.values()
    return match


def test_match_is_by_number():
    ada = PlayerFactory(national_id="1", first_name="Ada", last_name="Ek")
    assert matched("1,,Ada Ek,") == ("number", ada, 1.0, "player")


def test_number_with_one_common_name_is_matched():
    ada = PlayerFactory(national_id="1", first_name="Ada", last_name="Ek")
    assert matched("1,,Ada Married,1980") == ("number", ada, 1.0, "player")


def test_number_with_a_different_name_needs_an_answer():
    ada = PlayerFactory(national_id="1", first_name="Ada", last_name="Ek")
    assert matched("1,,Bo Al,") == ("conflict", ada, 0.3, "")


def test_number_with_another_birth_year_needs_an_answer():
    ada = PlayerFactory(national_id="1", first_name="Ada", last_name="Ek")
    assert matched("1,,Ada Ek,1985") == ("conflict", ada, 0.4, "")


def test_match_is_by_fide_number_without_a_national_number():
    ada = PlayerFactory(fide_id=1700001, first_name="Ada", last_name="Ek")
    assert matched(",1700001,,") == ("fide", ada, 1.0, "player")


@pytest.mark.parametrize(("numbers", "how"), [("1,", "number"), (",1700001", "fide")])
def test_number_is_matched_if_the_register_has_no_birth_year(numbers, how):
    ada = PlayerFactory(
        national_id="1",
        fide_id=1700001,
        first_name="Ada",
        last_name="Ek",
        birth_year=None,
    )
    assert matched(f"{numbers},Ada Ek,1970") == (how, ada, 1.0, "player")


def test_numbers_of_two_different_players_need_an_answer():
    one = PlayerFactory(national_id="1")
    PlayerFactory(fide_id=1700001)
    assert matched("1,1700001,,") == ("conflict", one, 0.5, "")


def test_match_is_by_identical_name_and_year():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1951)
    assert matched(",,ada  EK,1950") == ("name", ada, 1.0, "player")


def test_unknown_number_leaves_the_name_in_doubt():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    assert matched("777,,Ada Ek,1950") == ("same", ada, 1.0, "")


def test_different_fide_number_leaves_the_name_in_doubt():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950, fide_id=5)
    assert matched(",6,Ada Ek,1950") == ("same", ada, 1.0, "")


def test_namesakes_of_one_year_need_an_answer():
    one = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    assert matched(",,Ada Ek,1950") == ("same", one, 0.5, "")


def test_name_alone_gives_a_proposal():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    assert matched(",,Ada Ek,") == ("same", ada, 0.9, "")


def test_name_of_two_players_gives_a_proposal_with_a_lower_score():
    one = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1960)
    assert matched(",,Ada Ek,") == ("same", one, 0.45, "")


def test_misspelt_name_is_proposed_and_another_year_lowers_the_score():
    one = PlayerFactory(first_name="Margareta", last_name="Lindström", birth_year=1950)
    assert matched(",,Margareta Lindstrom,1950")[:2] == ("alike", one)
    how, who, score, choice = matched(",,Margaretha Lindström,1951")
    assert (how, who, choice) == ("alike", one, "")
    assert 0.6 < score < 0.8


def test_equally_similar_players_are_proposed_with_half_the_score():
    one = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=None)
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=None)
    # Without a comma the last word is the last name.
    assert matched(",,Ek Ada,") == ("alike", one, 0.45, "")


def test_player_without_similar_names_is_unmatched():
    assert matched(",,Zoltan Unheard,1950") == ("nobody", None, None, "")


def test_unknown_number_without_a_name_matches_no_player():
    file = reviewed(table("2023-03-14,9,10,1,Open", header=HEADER))
    assert matches(file)["10"] == ("nobody", None, None, "")


def test_each_player_is_searched_once_however_many_games():
    file = reviewed(
        table(*(f"2023-03-1{day},9,8,1,Open" for day in range(1, 6)), header=HEADER)
    )
    assert (file.people, file.matched) == (2, 2)


def test_a_merged_card_is_no_namesake():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950, merged_into=ada)
    assert matched(",,Ada Ek,1950") == ("name", ada, 1.0, "player")


def test_national_number_takes_precedence_over_the_fide_number():
    ada = PlayerFactory(
        national_id="1", fide_id=1700001, first_name="Ada", last_name="Ek"
    )
    assert matched("1,1700001,Ada Ek,") == ("number", ada, 1.0, "player")


def test_name_with_another_year_is_only_proposed():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    how, who, score, choice = matched(",,Ada Ek,1951")
    assert (how, who, choice) == ("alike", ada, "")
    assert score < 0.9


def test_only_players_of_the_file_are_searched():
    mine = brought(table("2023-03-14,9,8,1,Open")).file
    other = brought(table("2023-03-14,9,7,1,Open"), "other.csv").file
    for file in (mine, other):
        read_file(file.pk, today=TODAY)

    match_players(mine.pk)

    mine.refresh_from_db()
    assert (mine.state, mine.matched, mine.done) == ("review", 2, 2)
    assert {how for how, *_ in matches(other).values()} == {""}


def test_decision_of_an_earlier_file_is_proposed_for_the_next():
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    eva = PlayerFactory(first_name="Eva", last_name="Lind", birth_year=1960)
    row = "2023-03-{},Ada Ek,1950,E. Lindh,,1,Open,1"
    first = reviewed(table(row.format(14), header=NAMED))
    place = ImportPlayer.objects.get(file=first, last_name="Lindh").place
    acting = ActionContext(officer().pk, NOON)
    choose(first.pk, {place: PlayerChoice(MatchChoice.PLAYER, eva.pk)}, acting=acting)
    second = reviewed(table(row.format(15), header=NAMED))
    assert matches(second)["E. Lindh"] == ("before", eva, 1.0, "")
    assert accept_proposals(second.pk, acting=acting) == 1
    other = reviewed(
        table("2023-03-16,Ada Ek,1950,E. Lindh,1971,1,Open,1", header=NAMED)
    )
    assert matches(other)["E. Lindh"][0] != "before"

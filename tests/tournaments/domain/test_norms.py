"""Entries and boards of a tournament as input of a system of norms."""

from datetime import date

import pytest

from ratings.models import Change
from tests.factories import acting, chess_pool, line, member, rated_by
from tests.ratings.rating_lists import accepted, rated, up_to_date
from tests.tournaments.renju import group_of, ranked
from tests.tournaments.tournaments_made import (
    board,
    entered,
    played,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.norms import gather_norms
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def renju():
    rated_by("renju")


def norms_of(of):
    material = gather_norms(of)
    assert material is not None
    return material


def levels(material) -> list[float | None]:
    return [entrant.rating for entrant in material.setting.entrants]


def counts(material) -> list[int]:
    return [entrant.games for entrant in material.norms().entrants]


def test_system_without_norms_has_none():
    rated_by("scrabble")
    assert gather_norms(tournament()) is None


def test_there_are_no_norms_before_the_first_edition_of_the_pool():
    made = tournament()
    rated_by("renju", from_date=date(2030, 1, 1))
    assert gather_norms(made) is None


def test_before_the_start_all_are_opponents_with_their_current_levels():
    group = section()
    entered(group, *ranked(10, 11), member())
    material = norms_of(group.tournament)
    assert levels(material) == [10, 11, None]
    assert counts(material) == [2, 2, 2]
    assert not material.has_result


def test_in_a_double_round_robin_each_opponent_counts_twice():
    group = section(format="double")
    entered(group, *ranked(10, 11, 10))
    assert counts(norms_of(group.tournament)) == [4, 4, 4]


def test_after_the_start_the_recorded_levels_apply():
    group = group_of(10, 11)
    Entry.objects.filter(section=group, rating=11).update(rating=12)
    assert levels(norms_of(group.tournament)) == [10, 12]


def test_unpaired_opponents_do_not_count():
    group = section(format="boards", rounds=2)
    entered(group, *ranked(10, 11))
    assert counts(norms_of(group.tournament)) == [0, 0]
    group = group_of(10, 11, format="boards", rounds=2)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    assert counts(norms_of(group.tournament)) == [1, 1]


def test_game_that_will_not_be_played_does_not_count():
    group = group_of(10, 10, 10, 10)
    result(board(group, 1, 2), "--")
    result(board(group, 1, 3), "0-0")
    withdraw_entry(group.entries.get(pairing_number=4).pk, 1, acting=acting())
    material = norms_of(group.tournament)
    # Only the game of 2 and 3 remains; those of 4 will not be played.
    assert counts(material) == [0, 1, 1, 0]


def test_game_won_against_a_player_who_withdrew_later_counts():
    group = group_of(10, 10, 10)
    result(board(group, 1, 3), "1-0")
    withdraw_entry(group.entries.get(pairing_number=3).pk, 1, acting=acting())
    assert counts(norms_of(group.tournament)) == [2, 1, 1]


def test_sections_count_as_one_tournament():
    of = tournament()
    both = rated(10)
    started(section(of), players=[both, rated(10)])
    started(section(of, name="Group B"), players=[both, rated(11)])
    material = norms_of(of)
    assert levels(material) == [10, 10, 11]
    assert counts(material) == [2, 1, 1]


def test_tournament_is_complete_when_every_board_has_its_result():
    group = group_of(10, 10)
    assert not norms_of(group.tournament).setting.complete
    assert norms_of(played(group).tournament).setting.complete


def test_memory_of_the_system_says_who_has_played_before():
    # 3 §4: two levels up at most, except in the first tournament.
    before = date(2026, 2, 7)
    veteran, *others = ranked(*[10] * 8)
    lines = [line(veteran, each, 1, before, key=at) for at, each in enumerate(others)]
    accepted(*lines, name="Cup", source_number=91)
    up_to_date()
    assert Change.objects.filter(pool_id=chess_pool().pk, report_id__gt=0).count() == 8
    group = started(section(), players=[veteran, *[rated(10) for _ in range(7)]])
    entrants = norms_of(group.tournament).norms().entrants
    assert [len(each.obtain) for each in entrants] == [2, *[3] * 7]


def test_preliminary_computation_is_of_the_games_so_far():
    # A 1 kyu (10) has won against an equal: 4 dan (14) requires 0.5 + 0.6 = 1.1, 1.0.
    # It is the first tournament, so that two units are no limit (3 §4).
    group = group_of(10, 10, 10, 10, 10)
    pairing = board(group, 1, 2)
    result(pairing, "1-0")
    material = norms_of(group.tournament)
    winner = material.places[pairing.white_id]
    of_winner = material.preliminary.results[winner]
    assert (material.has_result, of_winner.games, of_winner.score, of_winner.after) == (
        True,
        1,
        2,
        14,
    )

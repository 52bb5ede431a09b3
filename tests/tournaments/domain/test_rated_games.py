"""Which games are rated: the same is shown before and after submission."""

import pytest

from federation.models import District
from ratings.models import Change
from tests.factories import PlayerFactory, acting, chess_pool, computed, member
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.rated_games import RatedGames, rated_games, rated_games_of
from tournaments.domain.report_material import read_report_material
from tournaments.domain.submitting import submit_results
from tournaments.enums import UnratedReason as Reason
from tournaments.models import Section

pytestmark = pytest.mark.django_db


def outlook(group: Section) -> RatedGames:
    group.tournament.refresh_from_db()
    return rated_games(read_report_material(group.tournament))


def young_member():
    """Return a member of ten years, who starts from 1000, in a district that adopts the
    rules for low ratings.
    """
    player = member(birth_year=2016)
    club = player.memberships.get().club
    District.objects.filter(pk=club.district_id).update(adopts_junior_rules=True)
    return player


def test_every_played_game_of_members_is_rated():
    assert outlook(played(started(size=4))) == RatedGames(6, 0, ())


def test_forfeit_is_not_rated_and_unplayed_board_is_no_game():
    group = started(size=3)
    result(board(group, 1, 2), "+-")
    result(board(group, 1, 3), "--")
    result(board(group, 2, 3), "1-0")

    assert outlook(group) == RatedGames(1, 0, ((Reason.NOT_PLAYED, 1),))


def test_game_lost_by_both_or_entered_as_unrated_is_not_rated():
    group = started(size=4)
    result(board(group, 1, 2), "0-0")
    result(board(group, 1, 3), "1-0 unr")
    result(board(group, 1, 4), "adjourned")
    result(board(group, 2, 3), "1-0")

    both = ((Reason.LOST_BY_BOTH, 1), (Reason.ENTERED_UNRATED, 1))
    assert outlook(group) == RatedGames(1, 0, both)
    result(board(group, 1, 4), "1-0")
    result(board(group, 2, 4), "1-0")
    result(board(group, 3, 4), "1-0")
    before = outlook(group)
    assert before == RatedGames(4, 0, both)
    assert rated_games_of(submitted(group)) == before


def test_game_with_a_guest_is_rated_for_the_member_and_two_guests_for_none():
    guests = [PlayerFactory(fide_rating=1800) for _ in range(2)]
    group = played(started(players=[member(), *guests]))

    assert outlook(group) == RatedGames(2, 0, ((Reason.OUTSIDE, 1),))


def test_short_game_may_be_rated_for_one_of_the_two():
    # SSF rating, point 6: one hour below 1200, two hours for all others.
    made = section(tournament(minutes=60))
    players = [young_member(), member(birth_year=1980), member(birth_year=1980)]
    group = played(started(made, players=players))

    assert outlook(group) == RatedGames(2, 2, ((Reason.TOO_SHORT, 1),))


def test_game_of_two_unrated_players_is_not_rated_where_no_player_has_a_start_rating():
    # LASK, point 8: initial ratings are decided by a person.
    chess_pool().editions.update(system="lask_1970", parameters={})
    made = section(tournament(minutes=180))
    group = played(started(made, size=2))

    assert outlook(group) == RatedGames(0, 0, ((Reason.UNRATED, 1),))


def test_posted_report_gives_the_same_counts_before_and_after_its_computation():
    made = section(tournament(minutes=60))
    players = [young_member(), member(), member(), member()]
    group = started(made, players=players)
    result(board(group, 2, 3), "-+")
    played(group, "1-0")
    before = outlook(group)
    assert before == RatedGames(3, 3, ((Reason.NOT_PLAYED, 1), (Reason.TOO_SHORT, 2)))

    report = answered(group)

    assert rated_games_of(report) == before
    computed()
    assert rated_games_of(report) == before


def answered(group: Section):
    return submit_results(
        group.tournament_id,
        answers={"too_short": "We know"},
        is_final=True,
        acting=acting(),
    )


def test_computed_games_are_those_predicted():
    made = section(tournament(minutes=60))
    young, old = young_member(), member(birth_year=1980)
    report = submitted(played(started(made, players=[young, old])))
    assert rated_games_of(report) == RatedGames(1, 1, ())
    computed()

    rated = Change.objects.filter(games__gt=0).values_list("player_id", flat=True)
    assert list(rated) == [young.pk]

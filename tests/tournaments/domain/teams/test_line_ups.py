from datetime import timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.permissions import Actor
from tests.factories import NOON, ClubFactory, MembershipFactory, acting, secretary_of
from tests.ratings.rating_lists import rated
from tests.refusals import refusal_code
from tests.tournaments.teams import (
    begun,
    entered,
    line_up,
    members_of,
    seen,
    started_league,
)
from tests.worlds import shared
from tournaments.domain.teams.line_ups import begin_match, reopen_line_ups
from tournaments.domain.teams.locking import boards_of_match
from tournaments.domain.teams.match_results import decide_match, object_to_match
from tournaments.queries.teams.matches_shown import matches_of

pytestmark = pytest.mark.django_db


@shared
def match():
    return started_league().matches.get()


def test_second_line_up_begins_the_match_and_makes_its_boards(match):
    home, away = members_of(match.home), members_of(match.away)
    line_up(match, match.home, home)
    assert boards_of_match(match) == []
    line_up(match, match.away, away)
    boards = boards_of_match(match)
    players = [(board.white.player_id, board.black.player_id) for board in boards]
    assert players == [
        (away[0], home[0]),
        (home[1], away[1]),
        (away[2], home[2]),
        (home[3], away[3]),
    ]


def test_colour_of_the_home_team_follows_the_league():
    match = begun(started_league(home_on_first="white").matches.get())
    home = set(
        match.line_ups.get(team=match.home).places.values_list("player", flat=True)
    )
    whites = [board.white.player_id in home for board in boards_of_match(match)]
    assert whites == [True, False, True, False]


def test_colours_alternate_from_the_first_board_of_each_match():
    # The home team has Black on its first board, however many boards other matches
    # have.
    of = started_league(*(ClubFactory() for _ in range(4)), boards=3)
    for match in of.matches.with_teams().filter(round=1):
        home, away = (members_of(team, 3) for team in (match.home, match.away))
        line_up(match, match.home, home)
        line_up(match, match.away, away)
        match.refresh_from_db()
        players = [
            (board.white.player_id, board.black.player_id)
            for board in boards_of_match(match)
        ]
        assert players == [(away[0], home[0]), (home[1], away[1]), (away[2], home[2])]


def test_match_has_its_own_boards_of_the_round():
    of = started_league(*(ClubFactory() for _ in range(4)))
    second = begun(of.matches.get(round=1, number=2))
    assert [board.board for board in boards_of_match(second)] == [5, 6, 7, 8]


def test_line_up_can_be_given_again_until_the_match_begins(match):
    line_up(match, match.home, members_of(match.home))
    other = members_of(match.home)
    line_up(match, match.home, other)
    places = match.line_ups.get().places.order_by("board")
    assert list(places.values_list("player", flat=True)) == other
    line_up(match, match.away, members_of(match.away))
    assert refusal_code(lambda: line_up(match, match.home, other)) == "match_begun"


def test_player_of_another_club_is_refused(match):
    players = [*members_of(match.home, 3), *members_of(match.away, 1)]
    assert refusal_code(lambda: line_up(match, match.home, players)) == "line_up_club"


def test_same_player_twice_is_refused(match):
    one, two, three = members_of(match.home, 3)
    act = lambda: line_up(match, match.home, [one, two, three, one])  # noqa: E731
    assert refusal_code(act) == "line_up_twice"


def test_player_of_another_team_on_the_same_day_is_refused():
    club = ClubFactory()
    of = started_league(club, ClubFactory())
    other_match = started_league(club, ClubFactory()).matches.get()
    players = members_of(of.teams.get(club=club))
    line_up(other_match, other_match.home, players)
    match = of.matches.get()
    act = lambda: line_up(match, match.home, players)  # noqa: E731
    assert refusal_code(act) == "line_up_elsewhere"


def test_line_up_out_of_the_rating_order_needs_a_reason(match):
    strong, weak = rated(2000), rated(1500)
    for player in (strong, weak):
        MembershipFactory(player=player, club=match.home.club, is_main=False)
    players = [weak.pk, strong.pk, None, None]
    assert refusal_code(lambda: line_up(match, match.home, players)) == "line_up_order"
    line_up(match, match.home, players, reason="Agreed with the league")
    assert match.line_ups.get().order_reason == "Agreed with the league"


def test_tolerance_of_the_league_applies_to_the_rating_order():
    match = started_league(tolerance=500).matches.get()
    strong, weak = rated(2000), rated(1500)
    for player in (strong, weak):
        MembershipFactory(player=player, club=match.home.club, is_main=False)
    line_up(match, match.home, [weak.pk, strong.pk, None, None])
    assert match.line_ups.get().order_reason == ""


def test_empty_board_gives_the_point_without_play(match):
    home = members_of(match.home, 3)
    line_up(match, match.home, [*home, None])
    line_up(match, match.away, members_of(match.away))
    last = boards_of_match(match)[3]
    assert (last.black, last.result) == (None, "full-bye")


def test_side_without_a_line_up_loses_when_the_match_begins(match):
    early = ActionContext(acting().user_id, NOON - timedelta(days=60))
    assert refusal_code(lambda: begin_match(match.pk, acting=early)) == "no_line_up"
    line_up(match, match.away, members_of(match.away))
    begin_match(match.pk, acting=acting())
    assert {board.result for board in boards_of_match(match)} == {"full-bye"}


def test_match_without_any_line_up_is_lost_by_both(match):
    late = ActionContext(acting().user_id, NOON + timedelta(days=10))
    begin_match(match.pk, acting=late)
    assert boards_of_match(match) == []
    decide_match(match.pk, "Nobody came", seen="", acting=late)
    (shown,) = matches_of(match.section, Actor(None), NOON.date())
    assert (shown.match.state, shown.home_half, shown.away_half) == ("confirmed", 0, 0)


def test_line_ups_of_a_confirmed_match_cannot_be_reopened(match):
    line_up(match, match.away, members_of(match.away))
    begin_match(match.pk, acting=acting())
    decide_match(match.pk, "Nobody came", seen=seen(match), acting=acting())
    act = lambda: reopen_line_ups(match.pk, acting=acting())  # noqa: E731
    assert refusal_code(act) == "match_confirmed"


def test_line_ups_can_be_reopened_until_a_result_is_entered(match):
    begun(match)
    reopen_line_ups(match.pk, acting=acting())
    assert boards_of_match(match) == []
    line_up(match, match.home, members_of(match.home))
    assert len(boards_of_match(match)) == 4


def test_reopening_line_ups_removes_the_objection(match):
    line_up(match, match.away, members_of(match.away))
    begin_match(match.pk, acting=acting())
    away, home = (secretary_of(each.club) for each in (match.away, match.home))
    entered(match, *["full-bye"] * 4, side=match.away_id, by=away)
    object_to_match(
        match.pk, "We were there", side=match.home_id, seen=seen(match),
        acting=acting(home),
    )  # fmt: skip

    reopen_line_ups(match.pk, acting=acting())

    match.refresh_from_db()
    assert (match.state, match.objection, match.objected_by) == ("ahead", "", None)

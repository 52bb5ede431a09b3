"""Which day, members and round count when a line-up is given and a match begins."""

from datetime import datetime, timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.models import Membership
from tests.factories import (
    NOON,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
    member,
)
from tests.ratings.rating_lists import rated
from tests.refusals import refusal_code
from tests.tournaments.teams import begun, line_up, members_of, started_league
from tests.tournaments.tournaments_made import FIRST_DAY
from tests.worlds import shared
from tournaments.domain.results import withdraw_entry
from tournaments.domain.teams.line_ups import (
    begin_match,
    ratings_of_line_up,
    reopen_line_ups,
)
from tournaments.domain.teams.locking import boards_of_match
from tournaments.models import LineUp

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@shared
def four():
    """Return four teams whose rounds are on the first three days of the tournament."""
    return started_league(*(ClubFactory() for _ in range(4)))


def of_round(league, number):
    return league.matches.with_teams().filter(round=number).order_by("number").first()


def on(day):
    return ActionContext(UserFactory().pk, datetime.combine(day, NOON.timetz()))


def refused(*args):
    return refusal_code(line_up, *args)


def test_only_members_on_the_day_of_the_match_may_play(four):
    second = of_round(four, 2)
    club, day = second.home.club, FIRST_DAY + DAY
    left, came = member(club), PlayerFactory()
    Membership.objects.filter(player=left).update(to_date=day)
    MembershipFactory(player=came, club=club, from_date=day)

    line_up(second, second.home, [left.pk, came.pk, None, None])
    assert second.line_ups.count() == 1

    Membership.objects.filter(player=left).update(to_date=FIRST_DAY)
    assert refused(second, second.home, [left.pk, None, None, None]) == "line_up_club"
    Membership.objects.filter(player=came).update(from_date=day + DAY)
    assert refused(second, second.home, [came.pk, None, None, None]) == "line_up_club"


@pytest.mark.parametrize(("after", "plays"), [(0, False), (1, True)])
def test_player_who_withdrew_after_a_round_may_play_in_it(four, after, plays):
    first = begun(of_round(four, 1))
    player = first.line_ups.get(team=first.home).places.first().player_id
    entry = four.entries.get(player=player)
    reopen_line_ups(first.pk, acting=acting())
    withdraw_entry(entry.pk, after, acting=acting())

    draft = [player, None, None, None]
    if plays:
        line_up(first, first.home, draft)
    else:
        assert refused(first, first.home, draft) == "line_up_withdrawn"


def test_player_is_busy_only_on_the_day_of_a_match():
    club = ClubFactory()
    # Two leagues on the same three days; the players are busy in round 2 of the first.
    one, other = (
        started_league(club, *(ClubFactory() for _ in range(3))) for _ in range(2)
    )
    players = [member(club).pk for _ in range(4)]

    def own(league, number):
        matches = league.matches.with_teams().filter(round=number)
        return next(m for m in matches if club in (m.home.club, m.away.club))

    def team(match):
        return match.home if match.home.club == club else match.away

    busy = own(one, 2)
    line_up(busy, team(busy), players)

    for number, is_free in ((1, True), (3, True), (2, False)):
        match = own(other, number)
        if is_free:
            line_up(match, team(match), players)
        else:
            assert refused(match, team(match), players) == "line_up_elsewhere"
    assert LineUp.objects.count() == 3


def test_line_up_is_ordered_by_base_ratings_and_start_ratings_of_members(four):
    # 1300 by the rules for an adult member without a rating; a guest has none.
    new, guest, strong = member(birth_year=1980), PlayerFactory(), rated(1900)
    late = PlayerFactory()
    MembershipFactory(player=late, from_date=FIRST_DAY + DAY)
    players = [new, guest, strong, late]

    found = ratings_of_line_up(four, players, FIRST_DAY)

    assert found == {new.pk: 1300, guest.pk: None, strong.pk: 1900, late.pk: None}
    assert ratings_of_line_up(four, [late], FIRST_DAY + DAY) == {late.pk: 1300}


def test_order_reason_is_kept_only_if_the_line_up_leaves_the_order(four):
    match = of_round(four, 1)
    players = members_of(match.home)
    line_up(match, match.home, players, reason="Just in case")
    assert match.line_ups.get().order_reason == ""


def test_second_line_up_of_a_team_replaces_the_first(four):
    match = of_round(four, 1)
    line_up(match, match.home, members_of(match.home))
    again, by = members_of(match.home), UserFactory()

    line_up(match, match.home, again, by=by)

    stored = match.line_ups.get()
    assert list(stored.places.order_by("board").values_list("player", flat=True)) == (
        again
    )
    assert stored.given_by == by


def test_match_of_a_later_round_can_begin_without_line_ups_on_its_own_day(four):
    second = of_round(four, 2)
    # The first round is over, and the round of the match is tomorrow.
    assert refusal_code(begin_match, second.pk, acting=on(FIRST_DAY)) == "no_line_up"

    begin_match(second.pk, acting=on(FIRST_DAY + DAY))

    second.refresh_from_db()
    assert second.begun_at is not None
    assert boards_of_match(second) == []


def test_line_ups_with_an_empty_board_can_be_reopened(four):
    match = of_round(four, 1)
    line_up(match, match.home, [*members_of(match.home, 3), None])
    line_up(match, match.away, members_of(match.away))
    match.refresh_from_db()
    assert [board.result for board in boards_of_match(match)] == [
        "", "", "", "full-bye",
    ]  # fmt: skip

    reopen_line_ups(match.pk, acting=acting())

    match.refresh_from_db()
    assert (match.begun_at, boards_of_match(match)) == (None, [])
    assert match.line_ups.count() == 2

"""A team withdraws from a league, or plays on after all."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from federation.models import OutboxMail
from tests.factories import NOON, ClubFactory, acting, secretary_of
from tests.letters import message_of
from tests.refusals import refusal_code
from tests.tournaments.teams import (
    begun,
    confirmed,
    league,
    line_up,
    members_of,
    started_league,
)
from tests.tournaments.tournaments_made import section, submitted
from tests.worlds import shared
from tournaments.domain.starting import undo_start
from tournaments.domain.teams.line_ups import begin_match, reopen_line_ups
from tournaments.domain.teams.withdrawals import readmit_team, withdraw_team
from tournaments.models import Team, Tournament
from tournaments.queries.progress.outstanding import NOTHING, outstanding
from tournaments.queries.teams.leagues import unconfirmed_matches

pytestmark = pytest.mark.django_db
REASON = "Three players have moved"
HOME_WINS = ("0-1", "1-0")


@shared
def four():
    return started_league(*(ClubFactory() for _ in range(4)), boards=2)


def matches(group, team):
    """Return the team's matches in the order of the rounds."""
    rows = group.matches.with_teams().in_order()
    return [each for each in rows if team in (each.home, each.away)]


def withdrawn(team, *, strikes=False):
    withdraw_team(team.pk, REASON, strikes=strikes, acting=acting())
    team.refresh_from_db()
    return team


def refused(team, reason=REASON):
    return refusal_code(withdraw_team, team.pk, reason, strikes=False)


def test_team_withdraws_once_after_the_start_and_with_a_reason(four):
    team = four.teams.get(number=4)
    assert refused(team, " ") == "no_reason"
    withdrawn(team)
    assert refused(team) == "team_withdrawn"
    assert (team.withdrawal_reason, team.matches_struck) == (REASON, False)
    other = league(of=section(four.tournament, name="Division 2"))
    assert refused(other.teams.first()) == "not_started"
    Tournament.objects.update(state="done")
    assert refused(four.teams.get(number=1)) == "state"


def test_match_that_has_not_begun_is_not_played(four):
    team = four.teams.get(number=4)
    one, _two, _three = matches(four, team)
    line_up(one, one.home, members_of(one.home, 2))
    withdrawn(team)

    other = members_of(one.away, 2)
    assert refusal_code(line_up, one, one.away, other) == "match_not_played"
    assert refusal_code(begin_match, one.pk) == "match_not_played"


def test_match_that_has_begun_is_finished_unless_its_line_ups_are_opened_again(four):
    team = four.teams.get(number=4)
    one, two, _three = matches(four, team)
    begun(one, 2)
    begun(two, 2)
    withdrawn(team)

    assert confirmed(one, *HOME_WINS).state == "confirmed"
    assert reopen_line_ups(two.pk, acting=acting()).pk == two.pk
    (two,) = [each for each in matches(four, team) if each == two]
    assert two.state == "not_played"


def test_player_lined_up_for_a_match_that_is_not_played_may_play_elsewhere(four):
    team = four.teams.get(number=4)
    first, _second, _third = matches(four, team)
    opponents = first.other(team.pk)
    players = members_of(opponents, 2)
    line_up(first, opponents, players)
    other = started_league(opponents.club, ClubFactory(), boards=2).matches.get()
    own = other.home if other.home.club == opponents.club else other.away

    assert refusal_code(line_up, other, own, players) == "line_up_elsewhere"
    withdrawn(team)
    assert line_up(other, own, players) == other


@pytest.mark.parametrize("strikes", [False, True])
def test_matches_of_a_team_that_has_withdrawn_are_not_awaited(four, strikes):
    team = four.teams.get(number=4)
    for match in four.matches.with_teams():
        if team not in (match.home, match.away):
            confirmed(begun(match, 2), *HOME_WINS)
    tournament = four.tournament
    before = outstanding([tournament], timezone.now())
    assert before[tournament.pk].matches == 3
    assert [*unconfirmed_matches([four])] == matches(four, team)

    withdrawn(team, strikes=strikes)
    assert outstanding([tournament], timezone.now())[tournament.pk] == NOTHING
    assert unconfirmed_matches([four]) == ()
    submitted(four)
    tournament.refresh_from_db()
    assert refusal_code(readmit_team, team.pk) == "state"


@pytest.mark.parametrize(
    ("strikes", "says"),
    [
        (False, "the opponents win them by forfeit"),
        (True, "none of its matches counts"),
    ],
)
def test_leaders_of_all_teams_but_the_acting_user_are_notified(four, strikes, says):
    secretaries = [secretary_of(team.club) for team in four.teams.order_by("number")]
    team = four.teams.get(number=4)
    by = acting(secretaries[0])
    OutboxMail.objects.all().delete()

    withdraw_team(team.pk, REASON, strikes=strikes, acting=by)
    letters = OutboxMail.objects.order_by("pk")
    assert {each.to for each in letters} == {each.email for each in secretaries[1:]}
    text = message_of(letters.first())
    assert team.name in letters.first().subject
    assert [each in text for each in (team.name, REASON, says)] == [True] * 3

    OutboxMail.objects.all().delete()
    readmit_team(team.pk, acting=by)
    assert OutboxMail.objects.count() == 3
    assert "plays on after all" in message_of(OutboxMail.objects.first())


def test_team_that_plays_on_after_all_is_as_before(four):
    team = four.teams.get(number=4)
    before = Team.objects.filter(pk=team.pk).values().get()
    assert refusal_code(readmit_team, team.pk) == "team_plays"
    withdrawn(team, strikes=True)
    readmit_team(team.pk, acting=acting())

    assert Team.objects.filter(pk=team.pk).values().get() == before
    first = matches(four, team)[0]
    assert begun(first, 2).state == "under_way"


def test_undoing_the_start_lets_every_team_play(four):
    withdrawn(four.teams.get(number=4), strikes=True)
    undo_start(four.pk, acting=acting())
    assert not four.teams.exclude(withdrawn_at=None).exists()


@pytest.mark.parametrize(
    "facts",
    [
        {"matches_struck": True},
        {"withdrawal_reason": REASON},
        {"withdrawn_at": NOON, "withdrawal_reason": REASON},
    ],
)
def test_database_refuses_half_a_withdrawal(four, facts):
    with pytest.raises(IntegrityError, match="team_withdrawn_by_somebody"):
        four.teams.update(**facts)

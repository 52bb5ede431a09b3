"""Who leads a team, is notified of its matches, and sees which of them wait."""

from datetime import timedelta

import pytest
from django.utils import translation

from federation.enums import RoleKind
from federation.models import OutboxMail
from federation.permissions import actor_of
from tests.factories import (
    CLOSED,
    NOON,
    ClubFactory,
    RoleFactory,
    UserFactory,
    acting,
    member,
    secretary_of,
)
from tests.letters import message_of
from tests.refusals import refusal_code
from tests.tournaments.teams import (
    begun,
    confirmed,
    entered,
    line_up,
    members_of,
    seen,
    started_league,
)
from tests.worlds import shared
from tournaments.domain.captains.letters import leaders_of
from tournaments.domain.results import enter_result
from tournaments.domain.teams.leagues import TeamDraft, change_team
from tournaments.domain.teams.locking import boards_of_match
from tournaments.domain.teams.match_results import decide_match, object_to_match
from tournaments.domain.teams.withdrawals import withdraw_team
from tournaments.models import Team
from tournaments.queries.teams.captains import captains
from tournaments.queries.teams.waiting import matches_waiting

pytestmark = pytest.mark.django_db
TODAY = NOON.date()
DAY = timedelta(days=1)
RESULTS = ("0-1", "1-0", "0-1", "1-0")


@shared
def match():
    group = started_league()
    group.round_days.update(date=TODAY)
    return group.matches.with_teams().get()


def led_by(team, user):
    Team.objects.filter(pk=team.pk).update(captain=user)
    team.refresh_from_db()


def test_team_is_led_by_its_captain_or_else_by_the_officers_of_the_club(match):
    club = match.home.club
    secretary = secretary_of(club)
    deputy = RoleFactory(kind=RoleKind.DEPUTY, club=club).user
    RoleFactory(kind=RoleKind.SECRETARY, club=club, to_date=TODAY - DAY)
    RoleFactory(kind=RoleKind.DEPUTY, club=club, user=UserFactory(**CLOSED))
    secretary_of(match.away.club)
    assert leaders_of(match.home, TODAY) == [secretary, deputy]

    captain = UserFactory()
    led_by(match.home, captain)
    assert leaders_of(match.home, TODAY) == [captain]

    type(captain).objects.filter(pk=captain.pk).update(**CLOSED)
    assert leaders_of(match.home, TODAY) == [secretary, deputy]


def test_possible_captains_are_members_and_officers_of_today_with_open_accounts():
    club, other = ClubFactory(), ClubFactory()
    own = UserFactory(name="Ada", player=member(club))
    UserFactory(name="Bo", player=member(other))
    left = member(club)
    left.memberships.update(to_date=TODAY - DAY)
    UserFactory(name="Eva", player=left)
    UserFactory(name="Gun", player=member(club), **CLOSED)
    officer = RoleFactory(
        kind=RoleKind.DEPUTY, club=club, user=UserFactory(name="Per")
    ).user
    RoleFactory(kind=RoleKind.DEPUTY, club=other, user=UserFactory(name="Siv"))
    RoleFactory(
        kind=RoleKind.SECRETARY,
        club=club,
        user=UserFactory(name="Ulf"),
        to_date=TODAY - DAY,
    )

    assert captains(TODAY, [club.pk]) == [
        (own.pk, str(own)),
        (officer.pk, str(officer)),
    ]
    assert [name for _pk, name in captains(TODAY)] == [
        str(user)
        for user in type(own)
        .objects.filter(name__in=("Ada", "Bo", "Per", "Siv"))
        .order_by("name")
    ]


def waits_for(user):
    actor = actor_of(user, TODAY)
    return [
        (each.match, each.team, each.asks_line_up)
        for each in matches_waiting(actor, TODAY)
    ]


def test_match_of_a_team_that_has_withdrawn_waits_for_no_captain(match):
    captain = UserFactory()
    led_by(match.away, captain)
    assert waits_for(captain) == [(match, match.away, True)]
    withdraw_team(match.home_id, "Too few players", strikes=False, acting=acting())

    assert waits_for(captain) == []


@pytest.mark.parametrize(("days", "waits"), [(-3, True), (7, True), (8, False)])
def test_match_waits_for_its_captain_from_a_week_before_its_day(match, days, waits):
    match.section.round_days.update(date=TODAY + timedelta(days=days))
    captain = UserFactory()
    led_by(match.away, captain)
    expected = [(match, match.away, True)] if waits else []
    assert waits_for(captain) == expected


def test_match_waits_by_the_day_of_its_own_round():
    group = started_league(ClubFactory(), ClubFactory(), cycles=2)
    days = {1: TODAY + 8 * DAY, 2: TODAY}
    for number, day in days.items():
        group.round_days.filter(number=number).update(date=day)
    first, second = group.matches.with_teams().order_by("round")
    captain = UserFactory()
    led_by(first.home, captain)

    assert waits_for(captain) == [(second, first.home, True)]


def test_results_wait_for_the_side_that_has_not_entered_them(match):
    home, away = UserFactory(), UserFactory()
    led_by(match.home, home)
    led_by(match.away, away)
    begun(match)
    assert waits_for(home) == [(match, match.home, False)]

    entered(match, *RESULTS, by=home)
    assert (waits_for(home), waits_for(away)) == ([], [(match, match.away, False)])

    object_to_match(
        match.pk, "Board 2", side=match.away_id, seen=seen(match), acting=acting(away)
    )
    assert (waits_for(home), waits_for(away)) == ([], [])


def test_finished_tournament_waits_for_no_captain(match):
    captain = UserFactory()
    led_by(match.home, captain)
    tournament = match.section.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(state="cancelled")
    assert waits_for(captain) == []


def letters():
    return list(OutboxMail.objects.order_by("pk").values_list("to", "subject"))


def test_captains_are_notified_of_a_correction_except_its_author(match, settings):
    home, away = UserFactory(), UserFactory()
    led_by(match.home, home)
    led_by(match.away, away)
    confirmed(begun(match), *RESULTS)
    settings.LANGUAGE_CODE = "sv"
    board = boards_of_match(match)[0]

    with translation.override("en"):
        enter_result(board.pk, "1/2", board.version, acting=acting(home))

    name = f"{match.home.name} – {match.away.name}"
    assert letters() == [(away.email, f"Ett resultat har ändrats: {name}")]


def test_deciding_a_match_does_not_change_who_entered_the_results(match):
    by = secretary_of(match.home.club)
    entered(begun(match), *RESULTS, by=by)

    decide_match(match.pk, "So it was", seen=seen(match), acting=acting())

    match.refresh_from_db()
    assert (match.entered_by, match.entered_for) == (by, match.home)
    assert match.confirmed_by != by


def test_team_can_change_its_name_but_not_its_club_after_the_start(match):
    team = match.home
    renamed = TeamDraft(team.club_id, "Wasa B")
    assert change_team(team.pk, renamed, acting=acting()).name == "Wasa B"

    moved = TeamDraft(ClubFactory().pk, "Wasa B")
    assert refusal_code(change_team, team.pk, moved) == "club_stands"
    line_up(match, match.home, members_of(match.home))


def test_letter_names_the_match_its_round_and_its_tournament():
    group = started_league(cycles=2)
    match = entered(begun(group.matches.with_teams().get(round=2)), *RESULTS)
    name = f"{match.home.name} – {match.away.name}"

    def changed(text):
        board = boards_of_match(match)[0]
        enter_result(board.pk, text, board.version, acting=acting())
        return message_of(OutboxMail.objects.latest("pk")).split("\n\n")[0].strip()

    assert changed("1/2") == (
        f"A result of {name}, round 2 of Spring cup, has been changed on a page "
        "other than that of the match. What was entered is no longer waiting to "
        "be confirmed: look at the results, and enter them again."
    )
    confirmed(match, *RESULTS)
    assert changed("1/2") == (
        f"A result of {name}, round 2 of Spring cup, has been corrected after the match"
        " was confirmed."
    )

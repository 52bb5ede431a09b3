"""A league of clubs in its fourth round."""

from datetime import date, timedelta
from random import Random

from federation.domain.authorship import ActionContext
from tournaments.domain.planning.sections import SectionDraft
from tournaments.domain.planning.tournaments import TournamentDraft, create_tournament
from tournaments.domain.results import ResultWish
from tournaments.domain.submitting import submit_results
from tournaments.domain.teams.leagues import (
    LeagueDraft,
    TeamDraft,
    add_team,
    set_league,
    start_league,
)
from tournaments.domain.teams.line_ups import (
    LineUpDraft,
    give_line_up,
    ratings_of_line_up,
)
from tournaments.domain.teams.locking import boards_of_match, seen_of
from tournaments.domain.teams.match_results import confirm_match, enter_match
from tournaments.enums import SectionFormat
from tournaments.management.demo.calendar import LONG
from tournaments.management.demo.clock import acting
from tournaments.management.demo.people import HOME
from tournaments.management.demo.setting import ANSWERS, DRAW, LOSS, WIN, DemoSetting
from tournaments.models import Section, Team, TeamMatch

WEEK = timedelta(days=7)
BOARDS = 4
TEAMS = 6
PLAYED = 3


def play_league(setting: DemoSetting, today: date) -> None:
    """Play and submit three rounds. In the fourth, one match is confirmed, the home
    club's match awaits its captain, and in the third match only one side has given its
    line-up.
    """
    days = [today + number * WEEK for number in range(-PLAYED, TEAMS - 1 - PLAYED)]
    section = _announce(setting, days)
    luck = Random("league")
    matches = list(section.matches.with_teams().in_order())
    for match in matches:
        match.section = section
        if match.round <= PLAYED:
            _line_up(setting, match, (match.home, match.away), days[match.round - 1])
            _enter(setting, match, luck, days[match.round - 1], is_agreed=True)
    submit_results(
        section.tournament_id,
        answers=ANSWERS,
        is_final=False,
        acting=_secretary(setting, section.teams.get(number=1), today - WEEK),
    )
    home = section.teams.get(number=1)
    today_s = [match for match in matches if match.round == PLAYED + 1]
    own = next(m for m in today_s if home in (m.home, m.away))
    agreed, ahead = (match for match in today_s if match != own)
    for match in (own, agreed):
        _line_up(setting, match, (match.home, match.away), today)
    _enter(setting, agreed, luck, today, is_agreed=True)
    _enter(setting, own, luck, today, entered_for=own.other(home.pk))
    _line_up(setting, ahead, (ahead.home,), today)


def _announce(setting: DemoSetting, days: list[date]) -> Section:
    host = setting.cast.clubs[HOME]
    context = acting(setting.cast.secretaries[host.pk].pk, days[0] - WEEK)
    minutes, words = LONG
    tournament = create_tournament(
        TournamentDraft(
            name="Höstserien",
            organiser_id=host.pk,
            district_id=host.district_id,
            pool_id=setting.pool.pk,
            start_date=days[0],
            end_date=days[-1],
            minutes=minutes,
            time_control=words,
        ),
        acting=context,
        sections=[SectionDraft("Division 1", SectionFormat.BOARDS)],
    )
    section = tournament.sections.get()
    set_league(section.pk, LeagueDraft(boards=BOARDS), acting=context)
    others = [club for club in setting.cast.clubs.values() if club != host]
    for club in (host, *others[: TEAMS - 1]):
        draft = TeamDraft(club.pk, club.short_name or club.name)
        add_team(section.pk, draft, acting=context)
    return start_league(section.pk, acting=context, round_dates=days)


def _secretary(setting: DemoSetting, team: Team, day: date) -> ActionContext:
    return acting(setting.cast.secretaries[team.club_id].pk, day)


def _line_up(
    setting: DemoSetting, match: TeamMatch, teams: tuple[Team, ...], day: date
) -> None:
    """Line up the strongest members, in the order of their ratings."""
    for team in teams:
        members = [
            each
            for each in setting.cast.members(setting.cast.clubs[team.club.short_name])
            if each.plays_on(day, day)
        ]
        members.sort(key=lambda each: -each.strength)
        players = [each.player for each in members[:BOARDS]]
        ratings = ratings_of_line_up(match.section, players, day)
        in_order = sorted(ratings, key=lambda pk: -(ratings[pk] or 0))
        give_line_up(
            match.pk,
            team.pk,
            LineUpDraft(tuple(in_order)),
            acting=_secretary(setting, team, day),
        )


def _enter(
    setting: DemoSetting,
    match: TeamMatch,
    luck: Random,
    day: date,
    *,
    entered_for: Team | None = None,
    is_agreed: bool = False,
) -> None:
    side = entered_for or match.home
    other = match.other(side.pk)
    wishes = [
        ResultWish(board.pk, luck.choice((WIN, DRAW, LOSS)), board.version)
        for board in boards_of_match(match)
    ]
    enter_match(match.pk, wishes, side=side.pk, acting=_secretary(setting, side, day))
    if is_agreed:
        confirm_match(
            match.pk,
            side=other.pk,
            seen=seen_of(boards_of_match(match)),
            acting=_secretary(setting, other, day),
        )

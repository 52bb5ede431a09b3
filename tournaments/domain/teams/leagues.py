"""Playing a section by teams: its league, its teams, and the start."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from tournaments.domain.entries.requests import decline_unanswered
from tournaments.domain.locking import (
    EDITABLE_STATES,
    count_change,
    lock_section,
    set_state,
)
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.removals.keeping import keep_league, keep_teams
from tournaments.domain.sanctions.invoice_dates import date_invoice
from tournaments.domain.starting import MOST_ROUNDS, default_dates, write_dates
from tournaments.domain.teams.locking import lock_section_of_teams, lock_team
from tournaments.enums import (
    Acceleration,
    FirstColour,
    SectionFormat,
    SectionPairing,
    SectionPoints,
    TeamCycles,
    TournamentState,
)
from tournaments.models import League, OpenEntries, Section, Team, TeamMatch
from tournaments.rules.berger import BergerRound, schedule

FEWEST_TEAMS = 2


@dataclass(frozen=True, slots=True)
class LeagueDraft:
    """How a section is played by teams."""

    boards: int = 4
    cycles: int = TeamCycles.ONCE
    home_on_first: str = FirstColour.BLACK
    tolerance: int = 0
    for_win: int = 2
    for_draw: int = 1
    for_loss: int = 0


@dataclass(frozen=True, slots=True)
class TeamDraft:
    """A team of a club; without a captain the club's officers lead it."""

    club_id: int
    name: str
    captain_id: int | None = None


def rules_of(league: League) -> LeagueDraft:
    """Return how a section is played by teams, as a draft for another section."""
    return LeagueDraft(
        **{each.name: getattr(league, each.name) for each in fields(LeagueDraft)}
    )


@transaction.atomic
def set_league(section_id: int, draft: LeagueDraft, *, acting: ActionContext) -> League:
    """Let a section be played by teams, or change how.

    Refusals: `started`, since nothing of it changes after the start, or `entries_open`
    while players may enter themselves. Raises ValidationError for impossible data.
    """
    section = lock_section(section_id, *EDITABLE_STATES)
    if section.started_at:
        raise TournamentRefusal("started")
    if OpenEntries.objects.filter(section=section, closed_at=None).exists():
        raise TournamentRefusal("entries_open")
    section.format = SectionFormat.BOARDS
    section.pairing_system = SectionPairing.BY_HAND
    section.acceleration = Acceleration.NONE
    section.point_system = SectionPoints.USUAL
    section.save(
        update_fields=["format", "pairing_system", "acceleration", "point_system"]
    )
    league = League(section=section, **asdict(draft))
    league.full_clean(validate_unique=False)
    League.objects.update_or_create(section=section, defaults=asdict(draft))
    count_change(section.tournament)
    return league


@transaction.atomic
def stop_league(section_id: int, *, acting: ActionContext) -> None:
    """Let a section be played by single players again.

    Its teams are deleted, and can be put back. Refusals: `started` or `no_league`.
    """
    section = lock_section_of_teams(section_id)
    if section.started_at:
        raise TournamentRefusal("started")
    keep_league(section.league, acting)
    section.teams.all().delete()
    section.league.delete()
    count_change(section.tournament)


@transaction.atomic
def add_team(section_id: int, draft: TeamDraft, *, acting: ActionContext) -> Team:
    """Add a team, last in order. Refusals: `started` or `no_league`. Raises
    ValidationError for a name that another team has.
    """
    section = lock_section_of_teams(section_id)
    if section.started_at:
        raise TournamentRefusal("started")
    team = Team(section=section, number=section.teams.count() + 1, **asdict(draft))
    return _write_team(team)


@transaction.atomic
def change_team(team_id: int, draft: TeamDraft, *, acting: ActionContext) -> Team:
    """Change a team; once the section has started its club is fixed (refusal
    `club_stands`).
    """
    team = lock_team(team_id)
    if team.section.started_at and draft.club_id != team.club_id:
        raise TournamentRefusal("club_stands")
    for name, value in asdict(draft).items():
        setattr(team, name, value)
    return _write_team(team)


@transaction.atomic
def remove_team(team_id: int, *, acting: ActionContext) -> None:
    """Delete a team, which can be put back; later ones move up. Refusal: `started`."""
    team = lock_team(team_id)
    if team.section.started_at:
        raise TournamentRefusal("started")
    keep_teams(team.section, [team], acting)
    team.delete()
    number_teams(team.section.teams.order_by("number"))
    count_change(team.section.tournament)


def number_teams(teams: Iterable[Team]) -> None:
    """Give all teams of a section their numbers in the order given."""
    for number, each in enumerate(teams, start=1):
        Team.objects.filter(pk=each.pk).update(number=number)


@transaction.atomic
def start_league(
    section_id: int, *, acting: ActionContext, round_dates: Sequence[date] | None = None
) -> Section:
    """Start a section of teams.

    Create the matches of all rounds by the Berger tables and the rounds' days, and draw
    the lots for teams that are level in everything at the end.

    Refusals: `started`, `no_league`, `too_few_teams`, `too_many` (rounds), `dates`,
    `date_outside` or `dates_fall`.
    """
    section = lock_section_of_teams(section_id)
    if section.started_at:
        raise TournamentRefusal("started")
    teams = list(section.teams.order_by("number"))
    drawn = schedule_of(section.league, len(teams))
    if len(drawn) > MOST_ROUNDS:
        raise TournamentRefusal("too_many", rounds=len(drawn), most=MOST_ROUNDS)
    section.rounds = len(drawn)
    section.started_at = acting.at
    section.lots_seed = secrets.token_hex(8)
    section.lots_drawn_at = acting.at
    section.lots_drawn_by_id = acting.person_id
    section.save(
        update_fields=[
            "rounds", "started_at", "lots_seed", "lots_drawn_at", "lots_drawn_by",
        ]
    )  # fmt: skip
    TeamMatch.objects.bulk_create(
        TeamMatch(
            section=section,
            round=planned.number,
            number=number,
            home=teams[home - 1],
            away=teams[away - 1],
        )
        for planned in drawn
        for number, (home, away) in enumerate(planned.boards, start=1)
    )
    decline_unanswered(section, acting)
    write_dates(section, round_dates or default_dates(section), acting)
    with written_by(acting.user_id):
        set_state(section.tournament, TournamentState.RUNNING)
    date_invoice(section.tournament_id, acting)
    count_change(section.tournament)
    return section


def schedule_of(league: League, teams: int) -> tuple[BergerRound, ...]:
    """Return the rounds of so many teams, home team first. Refusal: `too_few_teams`."""
    if teams < FEWEST_TEAMS:
        raise TournamentRefusal("too_few_teams", least=FEWEST_TEAMS)
    return schedule(teams, league.cycles)


def _write_team(team: Team) -> Team:
    team.full_clean()
    team.save()
    count_change(team.section.tournament)
    return team

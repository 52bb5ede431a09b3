"""A league as the public may see it: its table, its crosstable, its matches and
players.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, groupby

from federation.permissions import Actor
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.people.queries.names import Person
from ratings.rules.event_performance import PerformanceGame
from tournaments.models import Entry, Section, Team, TeamMatch
from tournaments.queries.section_shown import SectionShown, rating_of
from tournaments.queries.teams.match_boards import MatchBoard, SeatShown
from tournaments.queries.teams.matches_shown import (
    LeagueRead,
    MatchShown,
    matches_of,
    places_in,
    shown_matches,
)
from tournaments.rules.teams.points import MatchPoints, TeamStanding, rank_teams


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A match in the crosstable, from the view of the team of the row."""

    match: MatchShown
    own_half: int


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line of the table; a cell has its matches against the team of the
    column, None for the team itself.
    """

    team: Team
    standing: TeamStanding
    cells: tuple[tuple[CrossCell, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class LeaguePlayerRow:
    """A player's results for a team in the confirmed matches: the games played, the
    boards settled without play, and the points of both.
    """

    person: Person
    entry: Entry
    team: Team
    games: int
    forfeits: int
    half_points: int
    met: tuple[PerformanceGame, ...]


@dataclass(frozen=True, slots=True)
class RoundOfMatches:
    number: int
    day: date | None
    matches: tuple[MatchShown, ...]


@dataclass(frozen=True, slots=True)
class LeagueShown:
    section: Section
    rows: tuple[TeamRow, ...]
    rounds: tuple[RoundOfMatches, ...]
    players: tuple[LeaguePlayerRow, ...]
    teams: tuple[Team, ...]

    @property
    def withdrawn(self) -> tuple[Team, ...]:
        return tuple(team for team in self.teams if team.withdrawn_at)

    @property
    def current_round(self) -> RoundOfMatches | None:
        """The first round with an unconfirmed match, or the last one."""
        being_played = (each for each in self.rounds if _has_open_match(each))
        return next(being_played, self.rounds[-1] if self.rounds else None)

    @property
    def rounds_with_results(self) -> tuple[int, ...]:
        """The rounds with a confirmed match."""
        return tuple(
            each.number
            for each in self.rounds
            if any(shown.match.confirmed_at for shown in each.matches)
        )


def league_shown(
    section: Section, actor: Actor, today: date, until: int | None = None
) -> LeagueShown:
    """Return a league that has started; only confirmed matches count, and those won
    because a team has withdrawn, with `until` only those of the rounds up to that one.
    """
    teams = section.teams.select_related("club").order_by("number")
    matches = matches_of(section, actor, today)
    return _league(section, matches, tuple(teams), until)


def leagues_shown(sections: Sequence[SectionShown]) -> dict[int, LeagueShown]:
    """Return the leagues among the sections of a page, by section; the four queries do
    not depend on their number.

    A league that has not started has only its teams.
    """
    leagues = {
        shown.section.pk: shown
        for shown in sections
        if shown.section.is_played_by_teams
    }
    if not leagues:
        return {}
    matches: dict[int, list[TeamMatch]] = {pk: [] for pk in leagues}
    rows = TeamMatch.objects.filter(section__in=leagues).with_teams().in_order()
    for match in rows:
        match.section = leagues[match.section_id].section
        matches[match.section_id].append(match)
    teams: dict[int, list[Team]] = {pk: [] for pk in leagues}
    known = Team.objects.filter(section__in=leagues).select_related("club")
    for team in known.order_by("number"):
        teams[team.section_id].append(team)
    places, aliases = places_in([*chain(*matches.values())]), aliases_now()
    return {
        pk: _league(
            shown.section,
            shown_matches(matches[pk], _read(shown), places, aliases),
            tuple(teams[pk]),
        )
        for pk, shown in leagues.items()
    }


def _read(shown: SectionShown) -> LeagueRead:
    pairings = [board.pairing for each in shown.rounds for board in each.boards]
    return LeagueRead(
        {(p.section_id, p.round, p.board): p for p in pairings},
        {player.entry.pk: player.entry for player in shown.players},
        {player.entry.player_id: player.person for player in shown.players},
        {each.number: each.day for each in shown.rounds if each.day},
    )


def _has_open_match(current: RoundOfMatches) -> bool:
    return any(each.is_awaited for each in current.matches)


def _league(
    section: Section,
    matches: Sequence[MatchShown],
    teams: tuple[Team, ...],
    until: int | None = None,
) -> LeagueShown:
    last = section.rounds if until is None else until
    settled = [
        shown for shown in matches if shown.is_settled and shown.match.round <= last
    ]
    standings = _standings(section, teams, settled)
    by_number = {team.number: team for team in teams}
    ranked = [by_number[standing.number] for standing in standings]
    rows = tuple(
        TeamRow(
            by_number[standing.number],
            standing,
            tuple(
                _cell(by_number[standing.number], other, settled) for other in ranked
            ),
        )
        for standing in standings
    )
    rounds = tuple(
        RoundOfMatches(number, of_round[0].day, of_round)
        for number, of_round in (
            (number, tuple(group))
            for number, group in groupby(matches, lambda shown: shown.match.round)
        )
    )
    return LeagueShown(section, rows, rounds, tuple(_players(settled)), teams)


def _standings(
    section: Section, teams: Sequence[Team], settled: Sequence[MatchShown]
) -> tuple[TeamStanding, ...]:
    """Return the teams from first to last; those whose matches do not count are last."""
    league = section.league
    ranked = rank_teams(
        [team.number for team in teams if not team.matches_struck],
        [shown.score for shown in settled if not shown.is_struck],
        MatchPoints(league.for_win, league.for_draw, league.for_loss),
        section.lots_seed,
    )
    struck = [team.number for team in teams if team.matches_struck]
    last = (
        TeamStanding(number, place, 0, 0, 0, 0, 0)
        for place, number in enumerate(struck, start=len(ranked) + 1)
    )
    return (*ranked, *last)


def _cell(
    team: Team, other: Team, matches: Sequence[MatchShown]
) -> tuple[CrossCell, ...] | None:
    if team == other:
        return None
    return tuple(
        CrossCell(
            shown,
            shown.home_half if shown.match.home_id == team.pk else shown.away_half,
        )
        for shown in matches
        if {shown.match.home_id, shown.match.away_id} == {team.pk, other.pk}
    )


def _players(matches: Sequence[MatchShown]) -> Iterator[LeaguePlayerRow]:
    """Yield the players, the best first: by points, then by fewer boards."""
    found: dict[
        tuple[int, int], list[tuple[SeatShown, SeatShown, int, MatchBoard]]
    ] = {}
    teams: dict[int, Team] = {}
    for shown in matches:
        teams |= {team.pk: team for team in (shown.match.home, shown.match.away)}
        for board in shown.boards:
            sides = (
                (shown.match.home_id, board.home, board.away, board.home_half),
                (shown.match.away_id, board.away, board.home, board.away_half),
            )
            for team_id, own, other, half in sides:
                if own.entry is not None:
                    seats = found.setdefault((team_id, own.entry.pk), [])
                    seats.append((own, other, half, board))
    rows = [_player(teams[team], games) for (team, _entry), games in found.items()]
    rows.sort(
        key=lambda row: (-row.half_points, row.games + row.forfeits, row.entry.pk)
    )
    yield from rows


def _player(
    team: Team, games: Sequence[tuple[SeatShown, SeatShown, int, MatchBoard]]
) -> LeaguePlayerRow:
    own = games[0][0]
    assert own.entry is not None and own.person is not None  # noqa: S101, PT018
    met = tuple(
        PerformanceGame(rating_of(own.entry), rating_of(other.entry), half)
        for _own, other, half, board in games
        if other.entry is not None
        and board.result.is_played
        and board.result.is_finished
    )
    return LeaguePlayerRow(
        person=own.person,
        entry=own.entry,
        team=team,
        games=len(met),
        forfeits=len(games) - len(met),
        half_points=sum(half for _own, _other, half, _board in games),
        met=met,
    )

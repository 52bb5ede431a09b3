"""Matches as a reader may see them: boards with both sides' players and the score."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from federation.permissions import Actor
from ratings.ledger.queries.player_aliases import PlayerAliases, aliases_now
from ratings.people.queries.names import Person, read_people
from tournaments.enums import MatchState
from tournaments.models import Entry, LineUpPlace, Pairing, Section, Team, TeamMatch
from tournaments.queries.entry_sheet import TypedResult
from tournaments.queries.teams.leagues import boards_in
from tournaments.queries.teams.match_boards import MatchBoard, SeatShown
from tournaments.rules.results import Colour
from tournaments.rules.teams.line_ups import home_colour
from tournaments.rules.teams.points import MatchScore
from tournaments.rules.teams.withdrawals import awarded_half_points


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match; its boards are empty until it begins."""

    match: TeamMatch
    day: date | None
    boards: tuple[MatchBoard, ...]

    @property
    def is_struck(self) -> bool:
        """Whether a team has withdrawn whose matches do not count in the table."""
        return self.match.home.matches_struck or self.match.away.matches_struck

    @property
    def is_not_played(self) -> bool:
        return self.match.state == MatchState.NOT_PLAYED

    @property
    def is_awarded(self) -> bool:
        """Whether it counts without being played: a team has withdrawn, or both."""
        return self.is_not_played and not self.is_struck

    @property
    def withdrawn(self) -> tuple[Team, ...]:
        sides = (self.match.home, self.match.away)
        return tuple(team for team in sides if team.withdrawn_at)

    @property
    def awarded_to(self) -> Team | None:
        """The team that wins without playing, None if both have withdrawn."""
        sides = (self.match.home, self.match.away)
        return next((team for team in sides if not team.withdrawn_at), None)

    @property
    def is_settled(self) -> bool:
        """Whether its score is final."""
        return bool(self.match.confirmed_at) or self.is_awarded

    @property
    def is_awaited(self) -> bool:
        return not self.match.confirmed_at and not self.is_not_played

    @property
    def has_score(self) -> bool:
        return bool(self.match.begun_at) or self.is_awarded

    @property
    def home_half(self) -> int:
        if self.is_awarded:
            return self._awarded(self.match.home)
        return sum(board.home_half for board in self.boards)

    @property
    def away_half(self) -> int:
        if self.is_awarded:
            return self._awarded(self.match.away)
        return sum(board.away_half for board in self.boards)

    def _awarded(self, team: Team) -> int:
        boards = self.match.section.league.boards
        return awarded_half_points(boards, has_withdrawn=bool(team.withdrawn_at))

    def with_typed(self, typed: Mapping[int, TypedResult]) -> "MatchShown":
        """Return the match with what was typed and is not saved, by pairing."""
        boards = (
            replace(board, typed=typed.get(board.pairing.pk if board.pairing else 0))
            for board in self.boards
        )
        return replace(self, boards=tuple(boards))

    @property
    def score(self) -> MatchScore:
        """The score by the numbers of the teams."""
        return MatchScore(
            self.match.home.number,
            self.match.away.number,
            self.home_half,
            self.away_half,
        )


def matches_of(
    section: Section,
    actor: Actor,
    today: date,
    only: TeamMatch | None = None,
) -> tuple[MatchShown, ...]:
    """Return the matches of a section in order, or one of them."""
    rows = section.matches.with_teams().in_order()
    matches = list(rows.filter(pk=only.pk) if only else rows)
    for match in matches:
        match.section = section
    pairings = section.pairings.filter(round=only.round) if only else section.pairings
    entries = {entry.pk: entry for entry in section.entries.select_related("player")}
    read = LeagueRead(
        {(p.section_id, p.round, p.board): p for p in pairings.all()},
        entries,
        read_people((e.player_id for e in entries.values()), actor, today),
        dict(section.round_days.values_list("number", "date")),
    )
    return shown_matches(matches, read, places_in(matches), aliases_now())


@dataclass(frozen=True, slots=True)
class LeagueRead:
    """The rows from which the matches of a section are shown: its boards by section,
    round and number, its entries, the players, and the days of its rounds.
    """

    seated: Mapping[tuple[int, int, int], Pairing]
    entries: Mapping[int, Entry]
    persons: Mapping[int, Person]
    days: Mapping[int, date]


def shown_matches(
    matches: Sequence[TeamMatch],
    read: LeagueRead,
    places: Mapping[tuple[int, int, int], int],
    aliases: PlayerAliases,
) -> tuple[MatchShown, ...]:
    """Return matches of one section; `places` as from `places_in`."""
    return tuple(
        MatchShown(
            match,
            read.days.get(match.round),
            tuple(_boards(match, read, places, aliases)),
        )
        for match in matches
    )


def places_in(matches: Sequence[TeamMatch]) -> dict[tuple[int, int, int], int]:
    """Return the player by match, team and board, of the matches that have begun."""
    rows = LineUpPlace.objects.filter(
        line_up__match__in=[match for match in matches if match.begun_at]
    )
    return {
        (match, team, board): player
        for match, team, board, player in rows.values_list(
            "line_up__match", "line_up__team", "board", "player"
        )
    }


def _boards(
    match: TeamMatch,
    read: LeagueRead,
    places: Mapping[tuple[int, int, int], int],
    aliases: PlayerAliases,
) -> Iterator[MatchBoard]:
    if not match.begun_at:
        return
    on_first = Colour(match.section.league.home_on_first)
    for number, key in enumerate(boards_in(match), start=1):
        pairing = read.seated.get(key)
        sides = [
            places.get((match.pk, each, number))
            for each in (match.home_id, match.away_id)
        ]
        colour = _home_colour(
            pairing, sides, home_colour(number, on_first), read.entries, aliases
        )
        home, away = _seated(pairing, colour, is_home_alone=sides[0] is not None)
        yield MatchBoard(number, pairing, _seat(home, read), _seat(away, read), colour)


def _home_colour(
    pairing: Pairing | None,
    sides: Sequence[int | None],
    drawn: Colour,
    entries: Mapping[int, Entry],
    aliases: PlayerAliases,
) -> Colour | None:
    """Return the home side's colour, from the player of either side.

    One side's player may differ from its line-up: the office has corrected who played,
    or two cards are two persons again. Then the other side decides; without either it
    is the colour with which the board was made.
    """
    if pairing is None or pairing.black_id is None:
        return None
    white, black = (
        aliases.person(entries[each].player_id)
        for each in (pairing.white_id, pairing.black_id)
    )
    home, away = (None if each is None else aliases.person(each) for each in sides)
    if white == home or black == away:
        return Colour.WHITE
    return Colour.BLACK if black == home or white == away else drawn


def _seated(
    pairing: Pairing | None, colour: Colour | None, *, is_home_alone: bool
) -> tuple[int | None, int | None]:
    """Return the entries of the home side and of the other."""
    if pairing is None:
        return None, None
    is_home_first = is_home_alone if colour is None else colour is Colour.WHITE
    seats = pairing.white_id, pairing.black_id
    return seats if is_home_first else seats[::-1]


def _seat(entry_id: int | None, read: LeagueRead) -> SeatShown:
    if entry_id is None:
        return SeatShown(None, None)
    entry = read.entries[entry_id]
    return SeatShown(entry, read.persons[entry.player_id])

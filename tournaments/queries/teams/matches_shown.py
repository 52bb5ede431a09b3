"""Matches as a reader may see them: boards with both sides' players and the score."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from federation.permissions import Actor
from ratings.ledger.queries.player_aliases import PlayerAliases, aliases_now
from ratings.people.queries.names import Person, read_people
from tournaments.models import Entry, LineUpPlace, Pairing, Section, TeamMatch
from tournaments.queries.entry_sheet import TypedResult
from tournaments.queries.teams.leagues import boards_in
from tournaments.queries.wording import BOARD_TEXTS, RESULT_NAMES, Words
from tournaments.rules.results import Colour, Result, cell_text, half_points, seen_from
from tournaments.rules.teams.line_ups import home_colour
from tournaments.rules.teams.points import MatchScore

OFFERED = (
    Result.NOT_PLAYED,
    Result.WHITE_WIN,
    Result.DRAW,
    Result.BLACK_WIN,
    Result.FORFEIT_WHITE,
    Result.FORFEIT_BLACK,
    Result.DOUBLE_FORFEIT,
    Result.ADJOURNED,
    Result.POSTPONED,
)


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A player of a team on a board; without a player if the board is empty."""

    entry: Entry | None
    person: Person | None


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match. `home_colour` is None where one side has no player; `typed`
    is what was typed, as long as it is not saved.
    """

    number: int
    pairing: Pairing | None
    home: SeatShown
    away: SeatShown
    home_colour: Colour | None
    typed: TypedResult | None = None

    @property
    def chosen(self) -> str:
        return self.typed.result if self.typed else self.result.value

    @property
    def version(self) -> int:
        return self.pairing.version if self.pairing else 0

    @property
    def has_changed(self) -> bool:
        """Whether another user has saved another result than what was typed, since the
        user who typed it saw the match: both are shown.
        """
        return (
            self.typed is not None
            and self.typed.version != self.version
            and self.typed.result != self.result
        )

    @property
    def result(self) -> Result:
        return Result(self.pairing.result) if self.pairing else Result.NOT_PLAYED

    @property
    def home_half(self) -> int:
        return self._half(self.home_colour, is_alone=self.home.entry is not None)

    @property
    def away_half(self) -> int:
        colour = self.home_colour.other if self.home_colour else None
        return self._half(colour, is_alone=self.away.entry is not None)

    @property
    def text(self) -> Words:
        """The result, the home team's side first."""
        if self.home_colour is None:
            if self.pairing is None:
                return "−  −"
            return "+  −" if self.home.entry else "−  +"
        if not self.result.is_finished:
            return BOARD_TEXTS[self.result]
        return self._in_words(self.result)

    @property
    def choices(self) -> list[tuple[str, Words]]:
        """The results that can be entered, the home team's side first."""
        if self.home_colour is None:
            return []
        offered = [seen_from(each, self.home_colour) for each in OFFERED]
        if self.result not in offered:
            offered.append(self.result)
        return [(each.value, self._in_words(each)) for each in offered]

    def _in_words(self, result: Result) -> Words:
        if self.home_colour is None or not result.is_finished:
            return RESULT_NAMES[result]
        own = cell_text(result, self.home_colour)
        return f"{own} – {cell_text(result, self.home_colour.other)}"

    def _half(self, colour: Colour | None, *, is_alone: bool) -> int:
        if colour is not None:
            return half_points(self.result, colour)
        has_point = is_alone and self.pairing is not None
        return half_points(self.result, Colour.WHITE) if has_point else 0


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match; its boards are empty until it begins."""

    match: TeamMatch
    day: date | None
    boards: tuple[MatchBoard, ...]

    @property
    def home_half(self) -> int:
        return sum(board.home_half for board in self.boards)

    @property
    def away_half(self) -> int:
        return sum(board.away_half for board in self.boards)

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

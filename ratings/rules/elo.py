"""The FIDE rating system as the engine knows it (B.02, 7 and 8).

A rating is exact: changes are whole hundredths of a point until they are rounded once
a period. What the system remembers of a player are the rated games of the career and
the highest rating; of somebody unrated also every event that may still make a first
rating.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.base_numbers import Numbers, find_numbers, says_anything
from ratings.rules.calendar import date_of
from ratings.rules.elo_explained import OwnGames, explain_games
from ratings.rules.elo_first import UnratedEvent, pooled_events, pooled_first_rating
from ratings.rules.elo_k import Careers, coefficients, limited
from ratings.rules.elo_lists import published_ratings
from ratings.rules.elo_numbers import (
    change_hundredths,
    counted_differences,
    expected_hundredths,
    round_half_away,
    sum_by_player,
)
from ratings.rules.elo_parameters import EloParameters
from ratings.rules.explained import ExplainedStep
from ratings.rules.played import last_days_played, played_lines
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Outcome,
    Span,
    StartFrom,
    State,
    System,
    Unit,
)

MEMORY: Final = ("career_games", "highest")
CAREER, HIGHEST = range(2)
UNKNOWN: Final = np.float32(np.nan)
Tails = dict[int, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Elo:
    """The system as an edition knows it."""

    name: str = "elo"
    unit: Unit = "period"
    memory: tuple[str, ...] = MEMORY
    fractional: bool = False
    in_order: bool = True
    Parameters: type[EloParameters] = EloParameters

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: EloParameters,
    ) -> Outcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, span, parameters)

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: EloParameters,
        player: int,
    ) -> ExplainedStep:
        """See `System.explain_player`."""
        rows = np.flatnonzero((lines.white == player) | (lines.black == player))
        own = lines.take(rows)
        try:
            outcome = rate_step(own, state, decisions, span, parameters)
        except CannotCompute as error:
            to_blame = rows[list(error.rows)].tolist()
            raise CannotCompute(error.reason, tuple(to_blame)) from None
        at, played = played_lines(own)
        numbers = numbers_of(played, state, decisions)
        sides = rated_sides(played, numbers, state, span, parameters)
        shown = numbers_of(own, state, decisions)
        games = OwnGames(rows, own, at, shown, sides, decisions, player)
        return explain_games(games, outcome)


SYSTEM: Final[System[EloParameters]] = Elo()


@dataclass(frozen=True, slots=True)
class Sides:
    """The rated sides of games, White's and then Black's, columns of length n."""

    line: IntArray
    """intp: row of the played lines."""
    player: IntArray
    """intp: row of State."""
    score: IntArray
    """int8: the player's half points."""
    counted: IntArray
    """D as it is counted (8.3.1)."""
    expected: IntArray
    """PD in hundredths (8.3.2)."""
    change: IntArray
    """Score minus PD in hundredths."""
    k: IntArray
    """K after the limit of the period (8.3.3)."""


def rate_step(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: EloParameters,
) -> Outcome:
    """Rate every player of a period (7.1.4, 8.2, 8.3).

    A game against somebody without any rating is not rated. Raises CannotCompute, with
    the rows of `lines`, where a player meets the same player.
    """
    players = len(state.rating)
    rows, played = played_lines(lines)
    _refuse_self(rows, played)
    numbers = numbers_of(played, state, decisions)
    sides = rated_sides(played, numbers, state, span, parameters)
    games, score = _count(sides, players)
    career = games.astype(np.float64)
    exact = sum_by_player(sides.player, sides.change, sides.k, players)
    change = (round_half_away(exact)).astype(np.float32)
    last_played = last_days_played(played, state)
    before = _before(numbers, state, games)
    after = published_ratings(_decided(before + change, decisions), parameters)
    touched = _touched(games, last_played, state, decisions)
    first = _FirstRatings(played, numbers, state, span, parameters)
    first.rate(after, games, score, career)
    touched[list(first.events)] = True
    nothing = np.broadcast_to(np.float32(0), (players,))
    return Outcome(
        touched=touched,
        before=before,
        start_from=numbers.start_from,
        change=np.where(np.isnan(before), np.float32(0), change),
        bonus=nothing,
        deduction=nothing,
        adjustment=decisions.adjustment,
        after=after,
        games=games,
        score=score,
        last_played=last_played,
        adopts=state.adopts,
        memory=_remember(state, career, after),
        tails=first.tails(state),
    )


def numbers_of(lines: Lines, state: State, decisions: Decisions) -> Numbers:
    """The ratings with which a period begins: nobody has one by default (7.1.4)."""
    return find_numbers(
        lines, state, decisions, lambda born: np.full(len(born), UNKNOWN)
    )


def rated_sides(
    lines: Lines,
    numbers: Numbers,
    state: State,
    span: Span,
    parameters: EloParameters,
) -> Sides:
    """Every side of a played game between two who both have a rating (8.3)."""
    white, black = lines.sides
    parts = [
        _rated_side(lines, one.player, one.member, own.base, other.counts_as)
        for one, own, other in (
            (white, numbers.white, numbers.black),
            (black, numbers.black, numbers.white),
        )
    ]
    line, player, own, opponent = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    is_white = np.repeat([True, False], [len(part[0]) for part in parts])
    half_points = lines.score.take(line)
    score = np.where(is_white, half_points, 2 - half_points).astype(np.int8)
    event = None if lines.event is None else _own_events(lines.event, line, player)
    counted = counted_differences(own, opponent, parameters, event)
    expected = expected_hundredths(counted)
    born = np.where(
        is_white, lines.white_birth_year.take(line), lines.black_birth_year.take(line)
    )
    return Sides(
        line=line,
        player=player,
        score=score,
        counted=counted,
        expected=expected,
        change=change_hundredths(score, expected),
        k=_coefficients(player, own, born, state, span, parameters),
    )


def _rated_side(
    lines: Lines,
    player: IntArray,
    member: BoolArray,
    own: FloatArray,
    opponent: FloatArray,
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    rated = np.flatnonzero(member & ~np.isnan(own) & ~np.isnan(opponent))
    return (
        rated,
        player.take(rated),
        own.take(rated).astype(np.int16),
        opponent.take(rated).astype(np.int16),
    )


def _own_events(event: IntArray, line: IntArray, player: IntArray) -> IntArray:
    """A number for each player in each event."""
    pairs = np.stack((event.take(line), player))
    _found, number = np.unique(pairs, axis=1, return_inverse=True)
    own: IntArray = number.reshape(-1)
    return own


def _coefficients(
    player: IntArray,
    own: IntArray,
    born: IntArray,
    state: State,
    span: Span,
    parameters: EloParameters,
) -> IntArray:
    """K of every rated side, limited by the games of the period (8.3.3)."""
    memory = _memory(state)
    careers = Careers(
        rating=own,
        highest=memory[:, HIGHEST].take(player).astype(np.int32),
        games=memory[:, CAREER].take(player).astype(np.int32),
        birth_year=born,
    )
    year = date_of(span.first_day).year
    games = np.bincount(player, minlength=len(state.rating)).take(player)
    return limited(coefficients(careers, year, parameters), games, parameters)


def _memory(state: State) -> FloatArray:
    """What is remembered (p, 2), 0 where nothing is."""
    if state.memory is None:
        return np.zeros((len(state.rating), len(MEMORY)))
    return np.nan_to_num(state.memory)


def _count(sides: Sides, players: int) -> tuple[IntArray, IntArray]:
    games = np.bincount(sides.player, minlength=players).astype(np.int16)
    score = np.bincount(sides.player, sides.score, players).astype(np.int32)
    return games, score


def _before(numbers: Numbers, state: State, games: IntArray) -> FloatArray:
    """Base ratings; a number brought from elsewhere is one from the first game on."""
    earned = ~np.isnan(state.rating) | (games > 0)
    earned |= numbers.start_from == StartFrom.DECISION
    return np.where(earned, numbers.base, UNKNOWN)


def _decided(rating: FloatArray, decisions: Decisions) -> FloatArray:
    after = rating
    if says_anything(decisions.adjustment, 0):
        after = after + decisions.adjustment
    if says_anything(decisions.assessed, np.nan):
        after = np.where(np.isnan(decisions.assessed), after, decisions.assessed)
    whole: FloatArray = np.floor(after + np.float32(0.5))
    return whole


def _touched(
    games: IntArray, last_played: IntArray, state: State, decisions: Decisions
) -> BoolArray:
    touched: BoolArray = (games > 0) | (last_played != state.last_played)
    touched |= np.isnan(state.rating) & ~np.isnan(decisions.start)
    touched |= decisions.adjustment != 0
    touched |= ~np.isnan(decisions.assessed)
    return touched


def _remember(state: State, career: FloatArray, after: FloatArray) -> FloatArray:
    memory = _memory(state)
    memory[:, CAREER] += career
    memory[:, HIGHEST] = np.fmax(memory[:, HIGHEST], after)
    return memory


def _refuse_self(rows: IntArray, lines: Lines) -> None:
    meets = lines.white == lines.black
    if meets.any():
        raise CannotCompute(CannotCompute.PLAYS_SELF, tuple(rows[meets].tolist()))


@dataclass(frozen=True, slots=True)
class _Met:
    """One side of a game of somebody unrated against a rated opponent."""

    line: int
    player: int
    event: int
    opponent: int
    score: int


class _FirstRatings:
    """The events of those without a rating, and the first ratings they make (8.2)."""

    def __init__(
        self,
        lines: Lines,
        numbers: Numbers,
        state: State,
        span: Span,
        parameters: EloParameters,
    ) -> None:
        """Gathers this period's events behind those that are remembered."""
        day = date_of(span.first_day)
        self.period = 12 * day.year + day.month
        self.parameters = parameters
        self.events: dict[int, list[UnratedEvent]] = {}
        self.published: set[int] = set()
        for met in _in_events(_unrated_games(lines, numbers)):
            known = self.events.setdefault(
                met[0].player, _recalled(state.tails.get(met[0].player, ()))
            )
            opponents = tuple(each.opponent for each in met)
            score = sum(each.score for each in met)
            known.append(UnratedEvent(self.period, opponents, score))

    def rate(
        self,
        after: FloatArray,
        games: IntArray,
        score: IntArray,
        career: FloatArray,
    ) -> None:
        """Writes first ratings into `after`, the games that made them into `career`,
        and games and half points of everybody unrated who met a rated opponent.
        """
        for player, events in self.events.items():
            now = [event for event in events if event.period == self.period]
            games[player] = sum(len(event.opponents) for event in now)
            score[player] = sum(event.score for event in now)
            found = pooled_first_rating(events, self.period, self.parameters)
            if found is not None and found.published is not None:
                after[player] = found.published
                career[player] = found.games
                self.published.add(player)

    def tails(self, state: State) -> Tails:
        """What is remembered of those who are still unrated."""
        kept: Tails = {
            player: tail
            for player, tail in state.tails.items()
            if player not in self.events
        }
        for player, events in self.events.items():
            if player not in self.published:
                kept[player] = tuple(_flattened(events, self.period, self.parameters))
        return kept


def _unrated_games(lines: Lines, numbers: Numbers) -> Iterator[_Met]:
    event = np.zeros(len(lines), np.int32) if lines.event is None else lines.event
    white, black = lines.sides
    for side, own, other in (
        (white, numbers.white, numbers.black),
        (black, numbers.black, numbers.white),
    ):
        counts = side.member & np.isnan(own.base) & ~np.isnan(other.counts_as)
        for line in np.flatnonzero(counts).tolist():
            yield _Met(
                line,
                int(side.player[line]),
                int(event[line]),
                int(other.counts_as[line]),
                int(side.score[line]),
            )


def _in_events(games: Iterator[_Met]) -> list[list[_Met]]:
    """The games of each player in each event, in the order of their first games."""
    found: dict[tuple[int, int], list[_Met]] = {}
    for game in sorted(games, key=lambda each: each.line):
        found.setdefault((game.player, game.event), []).append(game)
    return list(found.values())


def _recalled(tail: tuple[float, ...]) -> list[UnratedEvent]:
    """The events in what is remembered: period, half points, opponents, their ratings."""
    events, rest = [], [int(number) for number in tail]
    while rest:
        period, score, opponents, *rest = rest
        events.append(UnratedEvent(period, tuple(rest[:opponents]), score))
        rest = rest[opponents:]
    return events


def _flattened(
    events: list[UnratedEvent], period: int, parameters: EloParameters
) -> Iterator[float]:
    """The events as numbers: those that may count later, and the very first one,
    whose score decides whether it does.
    """
    kept = pooled_events(events, period, parameters)
    first = () if events[0] in kept else (events[0],)
    for event in (*first, *kept):
        yield float(event.period)
        yield float(event.score)
        yield float(len(event.opponents))
        yield from map(float, event.opponents)

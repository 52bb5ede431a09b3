"""The games of players without a rating, and their first ratings (B.02, 8.2)."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.calendar import date_of
from ratings.rules.elo.first import first_ratings
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.step import BoolArray, FloatArray, IntArray, Lines, Span, State
from ratings.rules.step_ratings import StepRatings

Tails = dict[int, tuple[float, ...]]
"""What is remembered of an unrated player: for each event its period, half points and
number of opponents, followed by the opponents' ratings."""
HEAD = 3
"""The number of values in front of the ratings."""


@dataclass(frozen=True, slots=True)
class UnratedEvents:
    """Events of unrated players against rated opponents, columns of length m, in order
    of play for each player, one player after another.
    """

    player: IntArray
    """intp: row of State."""
    period: IntArray
    """In months, counted from an arbitrary month."""
    games: IntArray
    """The number of games against rated opponents."""
    score: IntArray
    """Half points in them."""
    total: FloatArray
    """The sum of the opponents' ratings."""

    def take(self, rows: IntArray) -> "UnratedEvents":
        """Return the given rows in the given order."""
        return UnratedEvents(
            self.player.take(rows),
            self.period.take(rows),
            self.games.take(rows),
            self.score.take(rows),
            self.total.take(rows),
        )

    @property
    def is_first(self) -> BoolArray:
        """Return which events (m) are the first of their player."""
        first: BoolArray = np.diff(self.player, prepend=-1) != 0
        return first

    def pooled(self, period: int, parameters: EloParameters) -> BoolArray:
        """Return which events (m) count for a first rating in a period (7.1.4, 8.2.1).

        A player's very first event does not count if the score in it is zero, except
        where first ratings are a mean of the games: that is no rule of FIDE's. Events
        that are too long ago never count.
        """
        oldest = period - parameters.first_periods + 1
        counts: BoolArray = self.period >= oldest
        if parameters.performance_points is None:
            counts &= ~(self.is_first & (self.score == 0))
        return counts


class FirstRatings:
    """The events of players without a rating, and their first ratings (8.2)."""

    def __init__(
        self,
        lines: Lines,
        ratings: StepRatings,
        state: State,
        span: Span,
        parameters: EloParameters,
    ) -> None:
        """Append this period's events to those that are remembered."""
        day = date_of(span.first_day)
        self.period = 12 * day.year + day.month
        self.parameters = parameters
        self.now = _events_of(_unrated_games(lines, ratings), self.period)
        self.players: IntArray = np.unique(self.now.events.player)
        recalled = _recalled(self.players, state)
        # For each player, this period's events follow those that are remembered.
        self.events = _joined(recalled.events, self.now.events)
        self.fields = [*recalled.fields, *self.now.fields]
        order = np.argsort(self.events.player, kind="stable")
        self.events = self.events.take(order)
        self.fields = [self.fields[row] for row in order.tolist()]
        self.published: IntArray = self.players[:0]

    def rate(
        self,
        after: FloatArray,
        games: IntArray,
        score: IntArray,
        career: FloatArray,
    ) -> None:
        """Write first ratings into `after`, the games that led to them into `career`,
        and games and half points of every unrated player who met a rated opponent into
        `games` and `score`.
        """
        now = self.now.events
        games[self.players] = self._sums(now, now.games)
        score[self.players] = self._sums(now, now.score)
        pool = self.events.take(
            np.flatnonzero(self.events.pooled(self.period, self.parameters))
        )
        pooled = self._sums(pool, pool.games)
        rating, is_published = first_ratings(
            pooled,
            self._sums(pool, pool.score),
            self._exact_sums(pool, pool.total),
            self.parameters,
        )
        self.published = self.players[is_published]
        after[self.published] = rating[is_published]
        career[self.published] = pooled[is_published]

    def tails(self, state: State) -> Tails:
        """Return what is remembered of players who are still unrated: the events that
        may count later, and the very first event, which counts only if its score is not
        zero.
        """
        replaced = set(self.players.tolist())
        remembered: Tails = {
            player: tail
            for player, tail in state.tails.items()
            if player not in replaced
        }
        oldest = self.period - self.parameters.first_periods + 1
        is_remembered = self.events.is_first | (self.events.period >= oldest)
        is_remembered &= ~np.isin(self.events.player, self.published)
        rows = np.flatnonzero(is_remembered)
        players = self.events.player.take(rows).tolist()
        for player, row in zip(players, rows.tolist(), strict=True):
            remembered[player] = remembered.get(player, ()) + self.fields[row]
        return remembered

    def _sums(self, events: UnratedEvents, column: IntArray) -> IntArray:
        """Return the sum of a column for each of `players`, as whole numbers."""
        # Whole numbers this small are exact in the float64 in which bincount sums.
        return self._exact_sums(events, column).astype(np.int64)

    def _exact_sums(
        self, events: UnratedEvents, column: IntArray | FloatArray
    ) -> FloatArray:
        """Return the sum of a column for each of `players`, with decimals."""
        place = np.searchsorted(self.players, events.player)
        return np.bincount(place, column, len(self.players)).astype(np.float64)


@dataclass(frozen=True, slots=True)
class _Games:
    """Sides of games of unrated players against rated opponents, columns of length
    n.
    """

    line: IntArray
    player: IntArray
    event: IntArray
    opponent: FloatArray
    score: IntArray


@dataclass(frozen=True, slots=True)
class _Gathered:
    """Events, with the values that are remembered of each."""

    events: UnratedEvents
    fields: list[tuple[float, ...]]


def _unrated_games(lines: Lines, ratings: StepRatings) -> _Games:
    event = np.zeros(len(lines), np.int32) if lines.event is None else lines.event
    white, black = lines.sides
    parts = []
    for side, own, other in (
        (white, ratings.white, ratings.black),
        (black, ratings.black, ratings.white),
    ):
        counts = side.member & np.isnan(own.base) & ~np.isnan(other.counts_as)
        line = np.flatnonzero(counts)
        columns = (side.player, event, other.counts_as, side.score)
        parts.append((line, *(column.take(line) for column in columns)))
    line, player, event_number, opponent, score = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    return _Games(
        line.astype(np.int64),
        player.astype(np.int64),
        event_number.astype(np.int64),
        opponent.astype(np.float64),
        score.astype(np.int64),
    )


def _events_of(games: _Games, period: int) -> _Gathered:
    """Return the games of each player in each event, ordered by their first games."""
    first = _first_lines(games)
    order = np.lexsort((games.line, first, games.player))
    player, opponent = games.player.take(order), games.opponent.take(order)
    begins = np.diff(player, prepend=-1) != 0
    begins |= np.diff(first.take(order), prepend=-1) != 0
    starts = np.flatnonzero(begins)
    event = np.cumsum(begins) - 1
    sizes = np.bincount(event)
    events = UnratedEvents(
        player=player.take(starts).astype(np.intp),
        period=np.full(len(starts), period),
        games=sizes,
        score=_summed(event, games.score.take(order), len(starts)),
        total=np.bincount(event, opponent, len(starts)).astype(np.float64),
    )
    ratings = opponent.tolist()
    fields = [
        (float(period), float(score), float(size), *ratings[start : start + size])
        for start, size, score in zip(
            starts.tolist(), sizes.tolist(), events.score.tolist(), strict=True
        )
    ]
    return _Gathered(events, fields)


def _first_lines(games: _Games) -> IntArray:
    """Return the line (n) of the first game of the same player in the same event."""
    order = np.lexsort((games.line, games.event, games.player))
    player, event = games.player.take(order), games.event.take(order)
    begins = np.diff(player, prepend=-1) != 0
    begins |= np.diff(event, prepend=-1) != 0
    group = np.cumsum(begins) - 1
    first = np.empty_like(games.line)
    first[order] = games.line.take(order)[np.flatnonzero(begins)].take(group)
    return first


def _summed(place: IntArray, column: IntArray, places: int) -> IntArray:
    return np.bincount(place, column, places).astype(np.int64)


def _recalled(players: IntArray, state: State) -> _Gathered:
    """Return the remembered events of players."""
    remembered = [
        row for row in players.tolist() if len(state.tails.get(row, ())) >= HEAD
    ]
    fields: list[tuple[float, ...]] = []
    of: list[int] = []
    for row in remembered:
        tail, at = state.tails[row], 0
        while at < len(tail):
            end = at + HEAD + int(tail[at + HEAD - 1])
            fields.append(tail[at:end])
            of.append(row)
            at = end
    heads = np.array([field[:HEAD] for field in fields], np.int64).reshape(-1, HEAD)
    total = np.array([sum(field[HEAD:]) for field in fields], np.float64)
    period, score, games = heads.T
    player = np.array(of, np.intp)
    return _Gathered(UnratedEvents(player, period, games, score, total), fields)


def _joined(first: UnratedEvents, second: UnratedEvents) -> UnratedEvents:
    return UnratedEvents(
        np.concatenate((first.player, second.player)),
        np.concatenate((first.period, second.period)),
        np.concatenate((first.games, second.games)),
        np.concatenate((first.score, second.score)),
        np.concatenate((first.total, second.total)),
    )

"""The games of those without a rating, and the first ratings they make (B.02, 8.2)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ratings.rules.base_numbers import Numbers
from ratings.rules.calendar import date_of
from ratings.rules.elo_first import UnratedEvent, pooled_events, pooled_first_rating
from ratings.rules.elo_parameters import EloParameters
from ratings.rules.step import FloatArray, IntArray, Lines, Span, State

Tails = dict[int, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class _Met:
    """One side of a game of somebody unrated against a rated opponent."""

    line: int
    player: int
    event: int
    opponent: int
    score: int


class FirstRatings:
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

"""Helpers to build the columns of a step."""

from dataclasses import dataclass, field
from datetime import date

import numpy as np

from ratings.rules.calendar import day_number
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.ssf.system import rate_step
from ratings.rules.step import NEVER, Decisions, Lines, Span, State, StepOutcome

NONE = float("nan")


@dataclass(frozen=True)
class Side:
    player: int
    member: bool = True
    outside: float = NONE
    adopts: bool = False
    born: int = 0


@dataclass(frozen=True)
class Game:
    white: Side
    black: Side
    score: int
    played: bool = True
    minutes: int = 120
    day: date = date(2026, 2, 1)


@dataclass(frozen=True)
class Person:
    rating: float = NONE
    last_played: date | None = None
    adopts: bool = False
    start: float = NONE
    adjustment: float = 0
    assessed: float = NONE
    bonus_withheld: bool = False


@dataclass(frozen=True)
class Step:
    """Some people and their games in a period, the first of 2026 by default."""

    people: list[Person]
    games: list[Game] = field(default_factory=list)
    first: date = date(2026, 1, 1)
    last: date = date(2026, 4, 30)
    parameters: SsfParameters = field(default_factory=SsfParameters)

    def columns(self):
        return (
            lines_of(self.games),
            state_of(self.people),
            decisions_of(self.people),
            Span(day_number(self.first), day_number(self.last)),
            self.parameters,
        )

    def rate(self) -> StepOutcome:
        return rate_step(*self.columns())


def game(white, black, score, **more) -> Game:
    """Return a game between rows of a step, or Sides; `adopts` is for both."""
    adopts = more.pop("adopts", False)
    sides = [
        side if isinstance(side, Side) else Side(side, adopts=adopts)
        for side in (white, black)
    ]
    return Game(*sides, score, **more)


def lines_of(games: list[Game]) -> Lines:
    def column(read, kind):
        return np.array([read(game) for game in games], kind)

    return Lines(
        white=column(lambda game: game.white.player, np.intp),
        black=column(lambda game: game.black.player, np.intp),
        score=column(lambda game: game.score, np.int8),
        played=column(lambda game: game.played, np.bool_),
        minutes=column(lambda game: game.minutes, np.int16),
        white_member=column(lambda game: game.white.member, np.bool_),
        black_member=column(lambda game: game.black.member, np.bool_),
        white_outside=column(lambda game: game.white.outside, np.float32),
        black_outside=column(lambda game: game.black.outside, np.float32),
        white_adopts=column(lambda game: game.white.adopts, np.bool_),
        black_adopts=column(lambda game: game.black.adopts, np.bool_),
        white_birth_year=column(lambda game: game.white.born, np.int16),
        black_birth_year=column(lambda game: game.black.born, np.int16),
        day=column(lambda game: day_number(game.day), np.int32),
    )


def state_of(people: list[Person]) -> State:
    days = [
        NEVER if person.last_played is None else day_number(person.last_played)
        for person in people
    ]
    return State(
        rating=np.array([person.rating for person in people], np.float32),
        last_played=np.array(days, np.int32),
        adopts=np.array([person.adopts for person in people], np.bool_),
    )


def decisions_of(people: list[Person]) -> Decisions:
    return Decisions(
        start=np.array([person.start for person in people], np.float32),
        adjustment=np.array([person.adjustment for person in people], np.float32),
        assessed=np.array([person.assessed for person in people], np.float32),
        bonus_withheld=np.array([person.bonus_withheld for person in people], np.bool_),
    )

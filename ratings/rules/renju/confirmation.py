"""A level must be confirmed every five years (Renju 2 §5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, date
from itertools import takewhile
from typing import Final

from ratings.rules.renju.dates import months_after
from ratings.rules.renju.levels import LOWEST, check_level

CONFIRMED_YEARS: Final = 5
"""The number of years for which a confirmation is valid."""
EXCEPTION_FROM: Final = date(2009, 2, 7)
"""From this day on, players who are active over the board keep their level."""

_MONTHS = 12 * CONFIRMED_YEARS


@dataclass(frozen=True, slots=True)
class OverTheBoard:
    """A span of days, both inclusive, of continuous activity over the board."""

    first: date
    last: date | None = None
    """None while the activity continues."""

    def covers(self, day: date) -> bool:
        """Return whether the span contains the day."""
        return self.first <= day and (self.last is None or day <= self.last)


@dataclass(frozen=True, slots=True)
class HeldLevel:
    """A level, and the day from which its five years count."""

    level: int
    confirmed: date
    """When the level was obtained, or its obtain-norm last met."""
    dropped: date | None = None
    """When the level last fell, in a tournament or for lack of confirmation."""
    active: Sequence[OverTheBoard] = ()

    def __post_init__(self) -> None:
        """Refuse a level that does not exist with UnknownLevel."""
        check_level(self.level)


@dataclass(frozen=True, slots=True)
class LevelLoss:
    """A fall by one unit, on the day on which five years were complete."""

    day: date
    level: int
    """The level from that day."""


@dataclass(frozen=True, slots=True)
class KeptLevel:
    """A level that did not fall on the day on which five years were complete."""

    day: date
    active: OverTheBoard
    """The reason: the player was active over the board."""


def drops_until(
    holding: HeldLevel, day: date, *, held_on: date = date.min
) -> tuple[LevelLoss, ...]:
    """Return every drop for lack of confirmation up to a day, that day included (2 §5).

    Five years count from the confirmation or the last drop, whichever is later. When
    they are complete, the level falls by a unit, unless the player is active over the
    board on that day and the day is not before 7 February 2009; in either case the next
    five years begin. 10 kyu never falls. If the level is that `held_on` a later day,
    only drops from that day on are returned.
    """
    drops = _drops(holding, held_on)
    return tuple(takewhile(lambda drop: drop.day <= day, drops))


def kept_levels_between(
    holding: HeldLevel, first: date, last: date
) -> tuple[KeptLevel, ...]:
    """Return every day of these, both included, on which five years are full and the
    level is kept for activity over the board (2 §5, since 7 February 2009).

    The level is that of the first day; 10 kyu needs no keeping.
    """
    if holding.level == LOWEST:
        return ()
    due = takewhile(lambda day: day <= last, _due_days(_since(holding)))
    exceptions = ((day, _excepting(holding, day)) for day in due if day >= first)
    return tuple(
        KeptLevel(day, active) for day, active in exceptions if active is not None
    )


def next_drop(
    holding: HeldLevel, day: date, *, held_on: date = date.min
) -> LevelLoss | None:
    """Return the first drop after a day if nothing more happens, None where there is
    none.

    There is none from 10 kyu, and none in activity over the board without an end.
    `held_on` as in `drops_until`.
    """
    drops = _drops(holding, held_on)
    return next((drop for drop in drops if drop.day > day), None)


def _drops(holding: HeldLevel, held_on: date = date.min) -> Iterator[LevelLoss]:
    level = holding.level
    for due in _due_days(_since(holding)):
        if level == LOWEST:
            return
        if due >= held_on and _excepting(holding, due) is None:
            level -= 1
            yield LevelLoss(due, level)


def _since(holding: HeldLevel) -> date:
    return max(holding.confirmed, holding.dropped or date.min)


def _due_days(start: date) -> Iterator[date]:
    while start.year <= MAXYEAR - CONFIRMED_YEARS:
        start = months_after(start, _MONTHS)
        yield start


def _excepting(holding: HeldLevel, day: date) -> OverTheBoard | None:
    """Return the activity for which a level is kept on a day."""
    if day < EXCEPTION_FROM:
        return None
    return next((span for span in holding.active if span.covers(day)), None)

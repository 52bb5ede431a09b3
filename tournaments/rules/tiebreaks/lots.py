"""Lots, drawn from a stored seed, so that anyone can repeat the drawing."""

from collections.abc import Iterable
from hashlib import sha256

from tournaments.rules.tiebreaks.record import Record
from tournaments.rules.tiebreaks.values import StepKind, TieBreakValue, WorkingLine


def draw_lots(seed: str, numbers: Iterable[int]) -> tuple[int, ...]:
    """Return pairing numbers in the order drawn: by the SHA-256 of `seed:number`.

    A number that is added later does not change the order of the others.
    """
    return tuple(sorted(numbers, key=lambda number: lot_of(seed, number)))


def lot_of(seed: str, number: int) -> str:
    """Return the lot of a pairing number: the smallest is drawn first."""
    return sha256(f"{seed}:{number}".encode()).hexdigest()


def compare_lots(record: Record, tied: tuple[int, ...]) -> dict[int, TieBreakValue]:
    """Compute SSF §10.3a and note, 4: the recorded drawing of lots, first drawn first.

    The key is empty until lots are drawn for every one of the tied.
    """
    places = {entry: place for place, entry in enumerate(record.lots, start=1)}
    if not set(tied) <= set(places):
        return {entry: TieBreakValue(entry, ()) for entry in tied}
    return {entry: _lot(entry, places[entry]) for entry in tied}


def _lot(entry: int, place: int) -> TieBreakValue:
    return TieBreakValue(entry, (-place,), (WorkingLine(StepKind.LOT, place, place),))

"""Direct encounter by FIDE's rule (C.07 6): repeated among those who are still tied."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tournaments.rules.tiebreaks.record import Record
from tournaments.rules.tiebreaks.ssf import encounter_steps, encounters
from tournaments.rules.tiebreaks.values import TieBreakValue


@dataclass(frozen=True, slots=True)
class _Standing:
    entry: int
    scored: Fraction
    """Points among the tied; several games against one opponent count as one, with
    their mean.
    """
    most: Fraction
    """The same with wins against those who were not met."""


def rank_encounters(record: Record, tied: tuple[int, ...]) -> dict[int, TieBreakValue]:
    """Compute DE: the place among the tied.

    If all have met, their points against each other decide. Otherwise a player is first
    who would be so whatever the missing games gave. Players who are still level are
    compared among themselves. The key is empty if no players are separated.
    """
    groups = _separate(record, list(tied))
    values = {}
    place = 1
    for group in groups:
        for entry in group:
            games = encounters(record, entry, frozenset(tied))
            key = (-place,) if len(groups) > 1 else ()
            values[entry] = TieBreakValue(entry, key, encounter_steps(games))
        place += len(group)
    return values


def _separate(record: Record, tied: list[int]) -> list[list[int]]:
    parts = _split(record, tied)
    if len(parts) == 1:
        return parts
    return [group for part in parts for group in _separate(record, part)]


def _split(record: Record, tied: list[int]) -> list[list[int]]:
    rows = [_standing(record, entry, frozenset(tied)) for entry in tied]
    rows.sort(key=lambda row: (-row.scored, -row.most))
    parts = [[rows[0].entry]]
    if all(row.scored == row.most for row in rows):
        for above, row in pairwise(rows):
            if row.scored == above.scored:
                parts[-1].append(row.entry)
            else:
                parts.append([row.entry])
        return parts
    for number, row in enumerate(rows[1:], start=1):
        if rows[number - 1].scored > max(below.most for below in rows[number:]):
            parts.append([row.entry])
        else:
            parts[-1] += [below.entry for below in rows[number:]]
            break
    return parts


def _standing(record: Record, entry: int, tied: frozenset[int]) -> _Standing:
    by_opponent: dict[int | None, list[int]] = {}
    for own in encounters(record, entry, tied):
        by_opponent.setdefault(own.opponent, []).append(own.half_points)
    scored = sum(
        (Fraction(sum(points), len(points)) for points in by_opponent.values()),
        Fraction(0),
    )
    missing = 0 if record.is_round_robin else len(tied) - 1 - len(by_opponent)
    return _Standing(entry, scored, scored + missing * record.points.win)

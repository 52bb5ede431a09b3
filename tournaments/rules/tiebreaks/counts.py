"""Tie-breaks that count a player's own rounds (FIDE C.07 7; SSF §10 note, 2)."""

from collections.abc import Callable
from functools import partial

from tournaments.rules.results import Colour
from tournaments.rules.tiebreaks.record import PlayerRound, Record
from tournaments.rules.tiebreaks.ssf import running_scores
from tournaments.rules.tiebreaks.values import StepKind, TieBreakValue, WorkingLine


def count_rounds(
    record: Record,
    tied: tuple[int, ...],
    *,
    counts: Callable[[Record, PlayerRound], bool],
) -> dict[int, TieBreakValue]:
    """Return how many of a player's rounds count."""
    return {entry: _count(record, entry, counts) for entry in tied}


def _count(
    record: Record, entry: int, counts: Callable[[Record, PlayerRound], bool]
) -> TieBreakValue:
    found = [own for own in record.rounds[entry] if counts(record, own)]
    return TieBreakValue(entry, (len(found),), partial(_counted_steps, found))


def _counted_steps(found: list[PlayerRound]) -> tuple[WorkingLine, ...]:
    return tuple(_counted(own, number) for number, own in enumerate(found, start=1))


def _counted(own: PlayerRound, number: int) -> WorkingLine:
    opponents = () if own.opponent is None else (own.opponent,)
    return WorkingLine(
        StepKind.GAME, 1, number, own.round, opponents, own=own.half_points
    )


def is_full_point(record: Record, own: PlayerRound) -> bool:
    """Return whether it is a WIN (FIDE C.07 7.1): as many points as a win gives, played
    or not.
    """
    return own.half_points == record.points.win


def is_won(record: Record, own: PlayerRound) -> bool:
    """Return whether it is WON (FIDE C.07 7.2; SSF §10 note, 2): won over the board."""
    return own.is_played and own.half_points == record.points.win


def is_black(_record: Record, own: PlayerRound) -> bool:
    """Return whether it is BPG (FIDE C.07 7.3): played with Black."""
    return own.is_played and own.colour is Colour.BLACK


def is_won_with_black(record: Record, own: PlayerRound) -> bool:
    """Return whether it is BWG (FIDE C.07 7.4): won over the board with Black."""
    return is_won(record, own) and own.colour is Colour.BLACK


def is_elected(record: Record, own: PlayerRound) -> bool:
    """Return whether it is REP (FIDE C.07 7.6): any round but those that the player
    chose not to play.
    """
    return not record.is_voluntary(own)


def sum_standard_points(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute STD (FIDE C.07 7.7), in half points: 1 for more points than a draw gives,
    1/2 for as many, whatever the section's own points.
    """
    return {entry: _standard(record, entry) for entry in tied}


def _standard(record: Record, entry: int) -> TieBreakValue:
    total, steps = 0, []
    for own in record.rounds[entry]:
        points = _standard_points(record, own)
        total += points
        opponents = () if own.opponent is None else (own.opponent,)
        steps.append(
            WorkingLine(
                StepKind.GAME, points, total, own.round, opponents, own=own.half_points
            )
        )
    return TieBreakValue(entry, (total,), tuple(steps))


def _standard_points(record: Record, own: PlayerRound) -> int:
    if own.half_points > record.points.draw:
        return 2
    return 1 if own.half_points == record.points.draw else 0


def sum_running_scores(
    record: Record, tied: tuple[int, ...], *, cut: int = 0
) -> dict[int, TieBreakValue]:
    """Compute PS (FIDE C.07 7.5; NSF): the sum of the running scores, without those of
    the first `cut` rounds.
    """
    return {entry: _running(record, entry, cut) for entry in tied}


def _running(record: Record, entry: int, cut: int) -> TieBreakValue:
    running = running_scores(record, entry)
    places = tuple(range(min(cut, len(running))))
    steps = partial(_running_steps, running)
    return TieBreakValue(entry, (sum(running[cut:]),), steps, places)


def _running_steps(running: list[int]) -> tuple[WorkingLine, ...]:
    return tuple(
        WorkingLine(StepKind.ROUND, score, None, number)
        for number, score in enumerate(running, start=1)
    )


def compare_ratings(record: Record, tied: tuple[int, ...]) -> dict[int, TieBreakValue]:
    """Compute RTNG: the player's own rating, the higher first; no value without one."""
    return {entry: _rating(record, entry) for entry in tied}


def _rating(record: Record, entry: int) -> TieBreakValue:
    if entry not in record.ratings:
        return TieBreakValue(entry, ())
    rating = record.ratings[entry]
    return TieBreakValue(entry, (rating,), (WorkingLine(StepKind.OWN_RATING, rating),))


def compare_numbers(record: Record, tied: tuple[int, ...]) -> dict[int, TieBreakValue]:
    """Compute NSF's last resort: the pairing number, the lower first."""
    return {
        entry: TieBreakValue(
            entry,
            (-record.numbers[entry],),
            (WorkingLine(StepKind.NUMBER, record.numbers[entry]),),
        )
        for entry in tied
    }

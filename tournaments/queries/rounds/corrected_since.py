"""Results of earlier rounds that were corrected after a round was paired."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.models import ResultChange, RoundPairing
from tournaments.queries.section_shown import BoardShown, RoundShown
from tournaments.queries.wording import RESULT_NAMES, Words
from tournaments.rules.results import Colour, Result


@dataclass(frozen=True, slots=True)
class CorrectedSince:
    """A board of an earlier round, and its result when the round was paired (`was`)."""

    round_number: int
    board: BoardShown
    was: Words
    now: Words


def corrected_since(
    rounds: Sequence[RoundShown], current: RoundShown, record: RoundPairing | None
) -> Iterator[CorrectedSince]:
    """Yield the boards of earlier rounds that gave other points when the round, which
    is being played, was paired. A game that was not finished then is no correction.
    """
    if record is None or not current.is_being_played:
        return
    earlier = {
        board.pairing.pk: (each.number, board)
        for each in rounds[: current.number - 1]
        for board in each.boards
        if board.black
    }
    changes = ResultChange.objects.filter(
        pairing__in=earlier, at__gt=record.changed_at
    ).order_by("pk")
    before: dict[int, str] = {}
    for pairing_id, was in changes.values_list("pairing_id", "was"):
        before.setdefault(pairing_id, was)
    for pairing_id, (number, board) in earlier.items():
        was = Result(before.get(pairing_id, board.pairing.result))
        now = Result(board.pairing.result)
        if was.is_finished and _gains(was) != _gains(now):
            yield CorrectedSince(number, board, RESULT_NAMES[was], RESULT_NAMES[now])


def _gains(result: Result) -> tuple[object, ...]:
    return (result.is_finished, *(result.gain(colour) for colour in Colour))

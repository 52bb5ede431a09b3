"""Results are entered, one board at a time, never over somebody else's unseen."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from ratings.domain.numbering import Hand
from tournaments.domain.locking import OPEN, count_change, lock_entry, lock_pairing
from tournaments.domain.refusals import BoardSeen, Refused, ResultConflict
from tournaments.models import Entry, Pairing
from tournaments.rules.results import Result

_, RUNNING = OPEN
WAITING = (Result.ADJOURNED, Result.POSTPONED)


@transaction.atomic
def enter_result(
    pairing_id: int,
    result: str,
    version_seen: int,
    *,
    hand: Hand,
    finished_date: date | None = None,
) -> Pairing:
    """Writes a board's result, as White sees it, if it is still the one seen.

    `finished_date` is the day on which an adjourned or postponed game was
    played to its end; without it, for a board left waiting on an earlier day,
    the day of the hand. Sending again what stands already is no conflict: the
    answer to the first may have been lost. Raises ResultConflict with both
    results, or Refused `result`, `state`, `gone`.
    """
    pairing = lock_pairing(pairing_id, RUNNING)
    wanted = _readable(pairing, result)
    day = _finished_on(pairing, wanted, finished_date, hand)
    if pairing.version != version_seen:
        if pairing.result == wanted:
            return pairing
        raise ResultConflict(pairing.pk, wanted, board_seen(pairing))
    pairing.result = wanted
    pairing.finished_date = day
    pairing.version += 1
    pairing.changed_by_id = hand.user_id
    pairing.changed_at = hand.at
    pairing.save(
        update_fields=["result", "finished_date", "version", "changed_by", "changed_at"]
    )
    count_change(pairing.section.tournament)
    return pairing


def board_seen(pairing: Pairing) -> BoardSeen:
    """The board as it stands, for whoever has to choose."""
    return BoardSeen(
        result=pairing.result,
        finished_date=pairing.finished_date,
        version=pairing.version,
        changed_by=str(pairing.changed_by or ""),
    )


@transaction.atomic
def withdraw_entry(entry_id: int, after_round: int | None, *, hand: Hand) -> Entry:
    """A player leaves after a round (0: before the first); None: plays on.

    What the boards then count is for the standings to work out (SSF §11.1); no
    result is changed. Refused `round` or `not_started`.
    """
    entry = lock_entry(entry_id, RUNNING)
    if not entry.section.started_at:
        raise Refused("not_started")
    if after_round is not None and not 0 <= after_round <= entry.section.rounds:
        raise Refused("round", rounds=entry.section.rounds)
    entry.withdrawn_after = after_round
    entry.save(update_fields=["withdrawn_after"])
    count_change(entry.section.tournament)
    return entry


def _readable(pairing: Pairing, result: str) -> Result:
    try:
        wanted = Result(result)
    except ValueError:
        raise Refused("result", result=result[:20]) from None
    if (pairing.black_id is None) != (wanted is Result.BYE):
        raise Refused("result", result=result)
    return wanted


def _finished_on(
    pairing: Pairing, wanted: Result, finished_date: date | None, hand: Hand
) -> date | None:
    if not (wanted.is_finished and wanted.is_played):
        return None
    if finished_date is not None or pairing.result not in WAITING:
        return finished_date or pairing.finished_date
    today = timezone.localdate(hand.at)
    # Left waiting today: a slip of the key, not a game that was resumed.
    waited = pairing.changed_at and timezone.localdate(pairing.changed_at) < today
    return today if waited else None

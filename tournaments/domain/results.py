"""Results are entered, one board at a time, never over somebody else's unseen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from ratings.pools.domain.postings import ActionContext
from tournaments.domain.locking import (
    EDITABLE_STATES,
    count_change,
    lock_entry,
    lock_pairing,
    lock_section,
)
from tournaments.domain.refusals import BoardSeen, ResultConflict, TournamentRefusal
from tournaments.models import Entry, Pairing, Section
from tournaments.rules.results import Result

_, RUNNING = EDITABLE_STATES
WRITTEN = ["result", "finished_date", "version", "changed_by", "changed_at"]
WAITING = (Result.ADJOURNED, Result.POSTPONED)


@dataclass(frozen=True, slots=True)
class ResultWish:
    """A result as somebody typed it, with the version of the board they saw.

    `result` as White sees it. `finished_date` is the day on which an adjourned
    or postponed game was played to its end, or will be; None says nothing of it,
    unless it `clears_day`.
    """

    pairing_id: int
    result: str
    version_seen: int
    finished_date: date | None = None
    clears_day: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """The boards that hold what was wished, and those changed by others unseen."""

    boards: tuple[Pairing, ...]
    conflicts: tuple[ResultConflict, ...]


@transaction.atomic
def enter_result(
    pairing_id: int,
    result: str,
    version_seen: int,
    *,
    acting: ActionContext,
    finished_date: date | None = None,
    clears_day: bool = False,
) -> Pairing:
    """Store a board's result if the board is still the one that was seen.

    Where no day was said of it the game was played on the day of its round, with
    two exceptions that were played on the day of the hand: a board that was
    left waiting on an earlier day, and one whose round has yet to come. Sending
    again what stands already is no conflict: the answer to the first may have
    been lost. Raises ResultConflict with both results, or Refused `result`.
    """
    pairing = lock_pairing(pairing_id, RUNNING)
    wish = ResultWish(pairing_id, result, version_seen, finished_date, clears_day)
    if _write(pairing, wish, _days(pairing.section), acting):
        pairing.save(update_fields=WRITTEN)
        count_change(pairing.section.tournament)
    return pairing


@transaction.atomic
def enter_results(
    section_id: int, wishes: Iterable[ResultWish], *, acting: ActionContext
) -> Written:
    """Store many results of a section in one transaction; a conflict on one board stops
    no other. Refused `result` or `gone`, nothing is written.
    """
    section = lock_section(section_id, RUNNING)
    boards = {board.pk: board for board in section.pairings.all()}
    days = _days(section)
    wanted: list[Pairing] = []
    changed: list[Pairing] = []
    conflicts: list[ResultConflict] = []
    for wish in wishes:
        if wish.pairing_id not in boards:
            raise TournamentRefusal("gone")
        board = boards[wish.pairing_id]
        try:
            if _write(board, wish, days, acting):
                changed.append(board)
        except ResultConflict as conflict:
            conflicts.append(conflict)
        else:
            wanted.append(board)
    Pairing.objects.rewrite(changed, WRITTEN)
    if changed:
        count_change(section.tournament)
    return Written(tuple(wanted), tuple(conflicts))


def board_seen(pairing: Pairing) -> BoardSeen:
    """Return the board's current result, for a user who has to choose between two."""
    return BoardSeen(
        result=pairing.result,
        finished_date=pairing.finished_date,
        version=pairing.version,
        changed_by=str(pairing.changed_by or ""),
    )


@transaction.atomic
def withdraw_entry(
    entry_id: int, after_round: int | None, *, acting: ActionContext
) -> Entry:
    """A player leaves after a round (0: before the first); None: plays on.

    What the boards then count is for the standings to work out (SSF §11.1); no
    result is changed. Refused `round` or `not_started`.
    """
    entry = lock_entry(entry_id, RUNNING)
    if not entry.section.started_at:
        raise TournamentRefusal("not_started")
    if after_round is not None and not 0 <= after_round <= entry.section.rounds:
        raise TournamentRefusal("round", rounds=entry.section.rounds)
    entry.withdrawn_after = after_round
    entry.save(update_fields=["withdrawn_after"])
    count_change(entry.section.tournament)
    return entry


def _days(section: Section) -> dict[int, date]:
    return dict(section.round_days.values_list("number", "date"))


def _write(
    pairing: Pairing, wish: ResultWish, days: Mapping[int, date], acting: ActionContext
) -> bool:
    """Set the result on the board; return whether anything has to be saved."""
    wanted = _readable(pairing, wish.result)
    if pairing.version != wish.version_seen:
        if pairing.result == wanted and _says_no_other_day(wish, pairing):
            return False
        raise ResultConflict(pairing.pk, wanted, board_seen(pairing))
    today = timezone.localdate(acting.at)
    pairing.finished_date = _finished_on(pairing, wanted, wish, today)
    if pairing.finished_date is None and wanted.is_finished and wanted.is_played:
        pairing.finished_date = _in_advance(pairing, days, today)
    pairing.result = wanted
    pairing.version += 1
    pairing.changed_by_id = acting.user_id
    pairing.changed_at = acting.at
    return True


def _readable(pairing: Pairing, result: str) -> Result:
    try:
        wanted = Result(result)
    except ValueError:
        raise TournamentRefusal("result", result=result[:20]) from None
    if (pairing.black_id is None) != (wanted is Result.BYE):
        raise TournamentRefusal("result", result=result)
    return wanted


def _says_no_other_day(wish: ResultWish, pairing: Pairing) -> bool:
    said_nothing = wish.finished_date is None and not wish.clears_day
    return said_nothing or wish.finished_date == pairing.finished_date


def _finished_on(
    pairing: Pairing, wanted: Result, wish: ResultWish, today: date
) -> date | None:
    waits, waited = wanted in WAITING, pairing.result in WAITING
    if wish.clears_day or not (waits or (wanted.is_finished and wanted.is_played)):
        return None
    if wish.finished_date is not None:
        return wish.finished_date
    if waits and not waited:
        return None
    if waits or not waited or pairing.finished_date is not None:
        return pairing.finished_date
    # Left waiting today: a slip of the key, not a game that was resumed.
    was_left = pairing.changed_at and timezone.localdate(pairing.changed_at) < today
    return today if was_left else None


def _in_advance(pairing: Pairing, days: Mapping[int, date], today: date) -> date | None:
    round_day = days.get(pairing.round)
    return today if round_day and round_day > today else None

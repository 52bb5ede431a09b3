"""Entering results, one board at a time, never overwriting another user's unseen
change.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from federation.domain.authorship import ActionContext
from tournaments.domain.locking import (
    count_change,
    lock_entry,
    lock_pairing,
    lock_section,
)
from tournaments.domain.refusals import BoardSeen, ResultConflict, TournamentRefusal
from tournaments.domain.result_history.changes import (
    TYPED,
    Sending,
    board_before,
    change_of,
    is_sent_again,
)
from tournaments.domain.result_history.leaving import refuse_after_leaving
from tournaments.domain.result_history.matches import note_changed_boards
from tournaments.enums import TournamentState
from tournaments.models import Entry, Pairing, ResultChange, Section
from tournaments.queries.result_history.changes import last_author
from tournaments.queries.rounds.left_in_drafts import unpublished_rounds_with
from tournaments.queries.rounds.missed_games import last_missed_round
from tournaments.queries.teams.leagues import is_confirmed
from tournaments.rules.results import Result

WRITTEN = ["result", "finished_date", "version", "changed_by", "changed_at"]
WAITING = (Result.ADJOURNED, Result.POSTPONED)


@dataclass(frozen=True, slots=True)
class ResultWish:
    """A result as a user typed it, with the version of the board they saw.

    `result` is from White's point of view. `finished_date` is the day on which an
    adjourned or postponed game was or will be finished; None leaves it unchanged,
    unless `clears_day` is set.
    """

    pairing_id: int
    result: str
    version_seen: int
    finished_date: date | None = None
    clears_day: bool = False


@dataclass(frozen=True, slots=True)
class WrittenResults:
    """The boards that now contain what was wanted, and those that others had changed
    unseen.
    """

    boards: tuple[Pairing, ...]
    conflicts: tuple[ResultConflict, ...]


def enter_result(
    pairing_id: int,
    result: str,
    version_seen: int,
    *,
    acting: ActionContext,
    finished_date: date | None = None,
    clears_day: bool = False,
) -> Pairing:
    """Enter a result typed on the results page, as `enter_wish` does."""
    wish = ResultWish(pairing_id, result, version_seen, finished_date, clears_day)
    return enter_wish(wish, acting=acting)


@transaction.atomic
def enter_wish(
    wish: ResultWish, *, acting: ActionContext, sending: Sending = TYPED
) -> Pairing:
    """Store a board's result if the board is still the one that the user saw.

    If no day is given the game counts as played on the day of its round. Two kinds of
    game get the day on which they are entered: one that was adjourned or postponed on
    an earlier day, and one whose round is in the future. Submitting again what is
    stored already is no conflict, since the first answer may have been lost; nor is a
    `sending` whose key has been written.

    Raises ResultConflict with both results, or refuses with `result`, `not_published`
    while the boards of the round are a draft, `has_left_before` for a game of a round
    robin that a player who left before its round did not lose without play,
    `match_confirmed` for a phone code, or `match_needs_result` if a board of a
    confirmed match would be left without one.
    """
    pairing = lock_pairing(wish.pairing_id, TournamentState.RUNNING)
    _refuse_drafts(pairing.section, {pairing.round}, acting)
    if is_sent_again(pairing, sending):
        return pairing
    if sending.code_id and is_confirmed(pairing):
        raise TournamentRefusal("match_confirmed")
    before = board_before(pairing)
    if _write(pairing, wish, _days(pairing.section), acting):
        change = change_of(pairing, before, sending, acting)
        note_changed_boards([pairing], acting)
        pairing.save(update_fields=WRITTEN)
        change.save(force_insert=True)
        count_change(pairing.section.tournament)
    return pairing


@transaction.atomic
def enter_results(
    section_id: int,
    wishes: Iterable[ResultWish],
    *,
    acting: ActionContext,
    of_match_page: bool = False,
) -> WrittenResults:
    """Store many results of a section in one transaction; a conflict on one board does
    not stop the others.

    Refusals: `result`, `gone`, `not_published`, `has_left_before` or
    `match_needs_result`; then nothing is written. `of_match_page`: entered by a side of
    a team match, on its page.
    """
    section = lock_section(section_id, TournamentState.RUNNING)
    found = section.pairings.select_related("white", "black")
    boards = {board.pk: board for board in found}
    wishes = list(wishes)
    rounds = {boards[w.pairing_id].round for w in wishes if w.pairing_id in boards}
    _refuse_drafts(section, rounds, acting)
    days = _days(section)
    wanted: list[Pairing] = []
    changed: list[ResultChange] = []
    conflicts: list[ResultConflict] = []
    for wish in wishes:
        if wish.pairing_id not in boards:
            raise TournamentRefusal("gone")
        board = boards[wish.pairing_id]
        before = board_before(board)
        try:
            if _write(board, wish, days, acting):
                changed.append(change_of(board, before, TYPED, acting))
        except ResultConflict as conflict:
            conflicts.append(conflict)
        else:
            wanted.append(board)
    boards_changed = [change.pairing for change in changed]
    note_changed_boards(boards_changed, acting, of_match_page=of_match_page)
    Pairing.objects.rewrite(boards_changed, WRITTEN)
    ResultChange.objects.bulk_create(changed)
    if changed:
        count_change(section.tournament)
    return WrittenResults(tuple(wanted), tuple(conflicts))


def board_seen(pairing: Pairing) -> BoardSeen:
    """Return the board's current result, for a user who has to choose between two."""
    return BoardSeen(
        result=pairing.result,
        finished_date=pairing.finished_date,
        version=pairing.version,
        changed_by=last_author(pairing),
    )


@transaction.atomic
def withdraw_entry(
    entry_id: int, after_round: int | None, *, acting: ActionContext
) -> Entry:
    """Withdraw a player after a round (0: before the first).

    None: the player plays on, also after the rounds lost without play so far.

    No result is changed: the standings work out what the boards then count (SSF §11.1).
    A round that is to be published later and in which the player has a board becomes a
    draft, since it has to be paired again. Refusals: `round` or `not_started`.
    """
    entry = lock_entry(entry_id, TournamentState.RUNNING)
    if not entry.section.started_at:
        raise TournamentRefusal("not_started")
    if after_round is not None and not 0 <= after_round <= entry.section.rounds:
        raise TournamentRefusal("round", rounds=entry.section.rounds)
    entry.withdrawn_after = after_round
    if after_round is None:
        entry.plays_on_after = last_missed_round(entry)
    entry.save(update_fields=["withdrawn_after", "plays_on_after"])
    unpublished_rounds_with(entry, acting.at).update(published_at=None)
    count_change(entry.section.tournament)
    return entry


def _refuse_drafts(
    section: Section, rounds: Collection[int], acting: ActionContext
) -> None:
    """Refuse results of boards that the players have not been shown yet."""
    drafts = section.round_pairings.not_published_at(acting.at)
    if (
        number := drafts.filter(round__in=rounds).values_list("round").first()
    ) is not None:
        raise TournamentRefusal("not_published", round=number[0])


def _days(section: Section) -> dict[int, date]:
    return dict(section.round_days.values_list("number", "date"))


def _write(
    pairing: Pairing, wish: ResultWish, days: Mapping[int, date], acting: ActionContext
) -> bool:
    """Set the result on the board; return whether it must be saved."""
    wanted = _readable(pairing, wish.result)
    if pairing.version != wish.version_seen:
        if pairing.result == wanted and _says_no_other_day(wish, pairing):
            return False
        raise ResultConflict(pairing.pk, wanted, board_seen(pairing))
    today = timezone.localdate(acting.at)
    day = _finished_on(pairing, wanted, wish, today)
    if day is None and wanted.is_finished and wanted.is_played:
        day = _in_advance(pairing, days, today)
    if (pairing.result, pairing.finished_date) == (wanted, day):
        return False
    refuse_after_leaving(pairing, wanted)
    pairing.result, pairing.finished_date = wanted, day
    pairing.version += 1
    pairing.changed_by_id = acting.user_id
    pairing.changed_at = acting.at
    return True


def _readable(pairing: Pairing, result: str) -> Result:
    try:
        wanted = Result(result)
    except ValueError:
        raise TournamentRefusal("result", result=result[:20]) from None
    if (pairing.black_id is None) != wanted.is_bye:
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
    # Left waiting today: a typing error, not a game that was resumed.
    was_left = pairing.changed_at and timezone.localdate(pairing.changed_at) < today
    return today if was_left else None


def _in_advance(pairing: Pairing, days: Mapping[int, date], today: date) -> date | None:
    round_day = days.get(pairing.round)
    return today if round_day and round_day > today else None

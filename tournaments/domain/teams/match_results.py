"""Results of a match: one side enters them, the other confirms or objects, and the
organiser decides.
"""

from collections.abc import Sequence

from django.db import transaction

from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import is_one_of
from tournaments.domain.locking import count_change
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.results import ResultWish, enter_results
from tournaments.domain.teams.locking import boards_of_match, lock_match, seen_of
from tournaments.models import Pairing, TeamMatch
from tournaments.rules.results import Result

ENTERED = ["entered_by", "entered_for", "entered_at", "objection", "objected_by"]
CONFIRMED = ["confirmed_by", "confirmed_at", "decision", *ENTERED]


@transaction.atomic
def enter_match(
    match_id: int,
    wishes: Sequence[ResultWish],
    *,
    side: int | None,
    acting: ActionContext,
) -> TeamMatch:
    """Store results of the match's boards for a side, or for the organiser (None).

    Once all are entered the match waits for the other side.

    Refusals: `not_begun`, `match_confirmed`, `gone` for a board of another match,
    `match_changed` if another user has written in the meantime, and as `enter_results`.
    """
    match = _lock_open(match_id)
    before = boards_of_match(match)
    if not {wish.pairing_id for wish in wishes} <= {board.pk for board in before}:
        raise TournamentRefusal("gone")
    written = enter_results(match.section_id, wishes, acting=acting, of_match_page=True)
    if written.conflicts:
        raise TournamentRefusal("match_changed")
    after = boards_of_match(match)
    is_new = seen_of(before) != seen_of(after) or not match.entered_at
    if is_new:
        _write_entered(match, after, side, acting)
        count_change(match.section.tournament)
    return match


@transaction.atomic
def confirm_match(
    match_id: int, *, side: int, seen: str, acting: ActionContext
) -> TeamMatch:
    """Confirm, for one side, the results that the other side has entered; afterwards
    they are final.

    Refusals: `not_entered`, `match_confirmed`, `own_results` for the side or the person
    that entered them, or `match_changed`.
    """
    match = _entered_by_another(match_id, side, seen, acting)
    return _confirm(match, "", acting)


@transaction.atomic
def object_to_match(
    match_id: int, reason: str, *, side: int, seen: str, acting: ActionContext
) -> TeamMatch:
    """Object to the results of a match, with a reason.

    Then the organiser decides, or the results are entered again. Refuses as
    `confirm_match`, and with `no_reason`.
    """
    match = _entered_by_another(match_id, side, seen, acting)
    if not reason.strip():
        raise TournamentRefusal("no_reason")
    match.objection, match.objected_by_id = reason.strip(), acting.user_id
    match.save(update_fields=["objection", "objected_by"])
    count_change(match.section.tournament)
    return match


@transaction.atomic
def decide_match(
    match_id: int, reason: str, *, seen: str, acting: ActionContext
) -> TeamMatch:
    """Confirm the results of a match as they are, as the organiser, with a reason.

    Refusals: `not_begun`, `not_entered` while a result is missing, `match_confirmed`,
    `match_changed` or `no_reason`.
    """
    match = _lock_open(match_id)
    boards = boards_of_match(match)
    if seen_of(boards) != seen:
        raise TournamentRefusal("match_changed")
    if not _are_finished(boards):
        raise TournamentRefusal("not_entered")
    if not reason.strip():
        raise TournamentRefusal("no_reason")
    if not match.entered_at:
        match.entered_at, match.entered_by_id = acting.at, acting.user_id
    return _confirm(match, reason.strip(), acting)


def _lock_open(match_id: int) -> TeamMatch:
    match = lock_match(match_id)
    if not match.begun_at:
        raise TournamentRefusal("not_begun")
    if match.confirmed_at:
        raise TournamentRefusal("match_confirmed")
    return match


def _entered_by_another(
    match_id: int, side: int, seen: str, acting: ActionContext
) -> TeamMatch:
    match = _lock_open(match_id)
    if side not in (match.home_id, match.away_id):
        raise TournamentRefusal("gone")
    boards = boards_of_match(match)
    if not match.entered_at or not _are_finished(boards):
        raise TournamentRefusal("not_entered")
    if match.entered_for_id == side or has_entered_results(match, acting.person_id):
        raise TournamentRefusal("own_results")
    if seen_of(boards) != seen:
        raise TournamentRefusal("match_changed")
    return match


def has_entered_results(match: TeamMatch, user_id: int | None) -> bool:
    """Return whether the user entered the results, with any account of theirs."""
    entered_by = match.entered_by_id
    if entered_by is None or user_id is None:
        return False
    return is_one_of(user_id, [entered_by])


def _confirm(match: TeamMatch, decision: str, acting: ActionContext) -> TeamMatch:
    match.confirmed_by_id, match.confirmed_at = acting.user_id, acting.at
    match.decision = decision
    match.save(update_fields=CONFIRMED)
    count_change(match.section.tournament)
    return match


def _write_entered(
    match: TeamMatch, boards: list[Pairing], side: int | None, acting: ActionContext
) -> None:
    is_whole = _are_finished(boards)
    match.entered_by_id = acting.user_id if is_whole else None
    match.entered_for_id = side if is_whole else None
    match.entered_at = acting.at if is_whole else None
    match.objection, match.objected_by_id = "", None
    match.save(update_fields=ENTERED)


def _are_finished(boards: list[Pairing]) -> bool:
    return all(Result(board.result).is_finished for board in boards)

"""Taking back a change of a result, as long as no other user has changed the board."""

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.locking import count_change, lock_pairing
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.result_history.leaving import refuse_after_leaving
from tournaments.domain.result_history.matches import note_changed_boards
from tournaments.enums import ResultWay, TournamentState
from tournaments.models import Pairing, ResultChange
from tournaments.queries.result_history.changes import Author, has_changed_since
from tournaments.rules.results import Result


@transaction.atomic
def take_back_change(change_id: int, *, acting: ActionContext) -> Pairing:
    """Restore what the board contained before the change. Taking back an undoing is to
    redo.

    Refusals: `gone`, `state`, `changed_since` if another user has changed the board
    since, or if it no longer contains what the change wrote, `match_needs_result` for a
    board of a confirmed match that was empty before, or `has_left_before` for what
    could not be entered either because a player has left.
    """
    found = ResultChange.objects.filter(pk=change_id).first()
    if found is None:
        raise TournamentRefusal("gone")
    board = lock_pairing(found.pairing_id, TournamentState.RUNNING)
    found.pairing = board
    if has_changed_since(found, Author(acting.user_id)):
        raise TournamentRefusal("changed_since")
    refuse_after_leaving(board, Result(found.was))
    board.result, board.finished_date = found.was, found.was_finished
    board.version += 1
    board.changed_by_id, board.changed_at = acting.user_id, acting.at
    note_changed_boards([board], acting)
    board.save(
        update_fields=["result", "finished_date", "version", "changed_by", "changed_at"]
    )
    ResultChange.objects.create(
        pairing=board,
        version=board.version,
        was=found.became,
        became=found.was,
        was_finished=found.became_finished,
        became_finished=found.was_finished,
        way=ResultWay.SHEET,
        by_id=acting.user_id,
        at=acting.at,
        undoes=found,
    )
    count_change(board.section.tournament)
    return board

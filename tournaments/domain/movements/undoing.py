"""Undoing, as a whole, what the committee confirmed or rejected in one act."""

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.domain.classes import lock_class_register, take_back_line
from ratings.ledger.domain.periods import lock_periods_from
from tournaments.domain.locking import lock_tournament
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import MovementState
from tournaments.models import ClassMovement, MovementBatch
from tournaments.queries.movements.batches import (
    UndoObstacle,
    find_undo_obstacle,
    movements_of,
)


@transaction.atomic
def undo_batch(batch_id: int, *, acting: ActionContext) -> MovementBatch:
    """Undo a batch of class movements.

    What it wrote in the class register is taken back, and every proposal waits for a
    decision again, according to the present results.

    Refusals: `batch_undone`, `batch_changed`, `batch_later`, `batch_begun` or
    `batch_listed` (see `find_undo_obstacle`), with the player concerned.
    """
    batch = _locked(batch_id)
    movements = movements_of(batch)
    obstacle = find_undo_obstacle(batch, movements)
    if obstacle:
        raise refusal_of(obstacle)
    with written_by(acting.user_id):
        for movement in movements:
            _propose_again(movement, acting)
        batch.undone_by_id, batch.undone_at = acting.person_id, acting.at
        batch.save(update_fields=["undone_by", "undone_at"])
        for section_id in sorted({each.section_id for each in movements}):
            judge_section(section_id)
    return batch


def _locked(batch_id: int) -> MovementBatch:
    """Return the locked batch.

    Locked first are its tournaments, the periods whose lists could show its classes,
    and the class register; so a concurrent decision, approval or start is made before
    or after it.
    """
    of = ClassMovement.objects.filter(batch=batch_id)
    ids = sorted(set(of.values_list("section__tournament_id", flat=True)))
    days = [lock_tournament(pk).end_date for pk in ids]
    if days:
        lock_periods_from(min(days))
    lock_class_register()
    batch = MovementBatch.objects.select_for_update().filter(pk=batch_id).first()
    if batch is None:
        raise TournamentRefusal("gone")
    return batch


def refusal_of(obstacle: UndoObstacle) -> TournamentRefusal:
    """Return the refusal that says why the batch cannot be undone."""
    entry = obstacle.movement.entry if obstacle.movement else None
    name = entry.player.full_name if entry else ""
    return TournamentRefusal(f"batch_{obstacle.code}", name=name)


def _propose_again(movement: ClassMovement, acting: ActionContext) -> None:
    if movement.line:
        take_back_line(movement.line, acting=acting)
    movement.state, movement.to_class = MovementState.PROPOSED, movement.ruled_class
    movement.reason = movement.public_reason = movement.looked_reason = ""
    movement.now_kind = movement.now_class = ""
    movement.decided_by = movement.looked_by = movement.batch = movement.line = None
    movement.decided_at = movement.looked_at = None
    movement.save()

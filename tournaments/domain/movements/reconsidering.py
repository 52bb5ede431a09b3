"""Class movements that were decided before a correction.

The outcome by the corrected results is stored with them, and the committee checks them
again.
"""

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.domain.reasons import Reasons
from federation.enums import PlayerClass
from tournaments.domain.locking import lock_tournament
from tournaments.domain.movements.class_lines import refuse_unaccepted, write_lines
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import MovementState
from tournaments.models import ClassMovement
from tournaments.rules.classes.proposals import Movement, Proposal

NO_OUTCOME = "none"
"""The results no longer give any movement for the player."""
NOTED = ["now_kind", "now_class", "looked_at", "looked_by", "looked_reason"]


def note_outcome(
    movement: ClassMovement, proposal: Proposal | None, *, is_same_ground: bool
) -> int:
    """Store the rules' present outcome of a decided movement, if it differs from the
    decision.

    Return 1 if anything was written. An officer's check of the difference is valid
    until the outcome changes again.
    """
    now = ("", "")
    # The grounds are those of the first decision; a second decision has others.
    is_upheld = is_same_ground and not _was_decided_again(movement)
    if not is_upheld and not _agrees(movement, proposal):
        now = (
            (proposal.movement.value, proposal.to_class or "")
            if proposal
            else (NO_OUTCOME, "")
        )
    if now == (movement.now_kind, movement.now_class):
        return 0
    movement.now_kind, movement.now_class = now
    movement.looked_at, movement.looked_by, movement.looked_reason = None, None, ""
    movement.save(update_fields=NOTED)
    return 1


@transaction.atomic
def uphold_decision(
    movement_id: int, reason: str, *, public_reason: str = "", acting: ActionContext
) -> ClassMovement:
    """Leave a decision as it is after the committee has checked it again, with a
    reason.

    The public reason of the decision stays too, unless a new one is given. Refusals:
    `decided` if there is nothing to check any more, or `reason`.
    """
    movement = _locked(movement_id)
    reasons = Reasons.stated(reason, public_reason, TournamentRefusal)
    movement.public_reason = reasons.public or movement.public_reason
    with written_by(acting.user_id):
        _mark_checked(movement, reasons.internal, acting)
        movement.save(update_fields=[*NOTED, "public_reason"])
    return movement


@transaction.atomic
def decide_again(
    movement_id: int,
    to_class: str,
    reason: str,
    *,
    public_reason: str = "",
    acting: ActionContext,
) -> ClassMovement:
    """Give another class than the committee had decided: the register gets another
    line, valid from the same day.

    Refusals: `decided`, `no_class`, `reason`, or `not_accepted` while the corrected
    report is not accepted.
    """
    movement = _locked(movement_id)
    refuse_unaccepted(movement.section.tournament_id)
    if to_class not in PlayerClass.values:
        raise TournamentRefusal("no_class")
    reasons = Reasons.stated(reason, public_reason, TournamentRefusal)
    movement.to_class = to_class
    movement.state = MovementState.CONFIRMED
    movement.reason, movement.public_reason = reasons.internal, reasons.public
    movement.decided_by_id, movement.decided_at = acting.user_id, acting.at
    with written_by(acting.user_id):
        _mark_checked(movement, reasons.internal, acting)
        write_lines([movement], acting)
        movement.save()
    return movement


def _agrees(movement: ClassMovement, proposal: Proposal | None) -> bool:
    """Return whether the outcome is the same, though on other grounds."""
    if proposal is None or proposal.movement != movement.kind:
        return False
    is_open = proposal.movement == Movement.COMMITTEE
    return is_open or (proposal.to_class or "") == movement.to_class


def _was_decided_again(movement: ClassMovement) -> bool:
    return movement.looked_at is not None and movement.looked_at == movement.decided_at


def _locked(movement_id: int) -> ClassMovement:
    """Return the movement that has to be checked again, with its tournament locked."""
    found = ClassMovement.objects.to_check_again().filter(pk=movement_id)
    tournament_id = found.values_list("section__tournament", flat=True).first()
    if tournament_id is None:
        raise TournamentRefusal("decided")
    lock_tournament(tournament_id)
    # Read again: another writer may have held the lock until now.
    movement = found.select_related("entry__player", "section__tournament").first()
    if movement is None:
        raise TournamentRefusal("decided")
    return movement


def _mark_checked(movement: ClassMovement, reason: str, acting: ActionContext) -> None:
    movement.looked_at = acting.at
    movement.looked_by_id = acting.user_id
    movement.looked_reason = reason

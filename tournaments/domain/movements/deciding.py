"""Class movements that the committee confirms, changes or rejects."""

from collections.abc import Collection

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.domain.reasons import NO_REASONS, Reasons
from federation.enums import PlayerClass
from tournaments.domain.locking import lock_tournament
from tournaments.domain.movements.class_lines import refuse_unaccepted, write_lines
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import MovementState
from tournaments.models import ClassMovement, MovementBatch

DECISION_FIELDS = [
    "batch",
    "to_class",
    "state",
    "reason",
    "public_reason",
    "decided_by",
    "decided_at",
    "line",
]


@transaction.atomic
def confirm_movements(
    ids: Collection[int], *, acting: ActionContext
) -> list[ClassMovement]:
    """Confirm proposals; each that changes a class adds a line to the class register,
    from the tournament's last day.

    Return those confirmed; a proposal that another user decided, or that was judged
    again in the meantime, is left out.

    Refusals: `no_class` for one that the rules leave to the committee (see
    `decide_class`), `not_accepted` while the office has not accepted the tournament's
    final report.
    """
    movements = _locked(ids)
    for movement in movements:
        if not movement.to_class:
            raise TournamentRefusal("no_class", entry=movement.entry)
    _settle(movements, MovementState.CONFIRMED, NO_REASONS, acting)
    return movements


@transaction.atomic
def decide_class(
    movement_id: int,
    to_class: str,
    reason: str,
    *,
    public_reason: str = "",
    acting: ActionContext,
) -> ClassMovement:
    """Store the committee's decision on a movement that the rules leave open, with a
    reason.

    Refusals: `decided`, `reason`, `no_class` or `not_accepted`.
    """
    (movement,) = _locked([movement_id]) or (None,)
    if movement is None:
        raise TournamentRefusal("decided")
    if to_class not in PlayerClass.values:
        raise TournamentRefusal("no_class", entry=movement.entry)
    movement.to_class = to_class
    reasons = Reasons.stated(reason, public_reason, TournamentRefusal)
    _settle([movement], MovementState.CONFIRMED, reasons, acting)
    return movement


@transaction.atomic
def reject_movements(
    ids: Collection[int],
    reason: str,
    *,
    public_reason: str = "",
    acting: ActionContext,
) -> list[ClassMovement]:
    """Reject proposals for the committee, with a reason: the classes stay.

    Return those rejected; a proposal that was decided or judged again in the meantime
    is left out. Refusal: `reason`.
    """
    movements = _locked(ids, accepted_only=False)
    reasons = Reasons.stated(reason, public_reason, TournamentRefusal)
    _settle(movements, MovementState.REJECTED, reasons, acting)
    return movements


def reject_movement(
    movement_id: int, reason: str, *, public_reason: str = "", acting: ActionContext
) -> ClassMovement:
    """Reject one proposal, as a batch of one. Refusals: `decided` or `reason`."""
    done = reject_movements(
        [movement_id], reason, public_reason=public_reason, acting=acting
    )
    if not done:
        raise TournamentRefusal("decided")
    return done[0]


def _locked(ids: Collection[int], *, accepted_only: bool = True) -> list[ClassMovement]:
    """Lock the tournaments of these movements and return the movements that are still
    proposed.
    """
    of = ClassMovement.objects.filter(pk__in=ids)
    tournaments = of.values_list("section__tournament_id", flat=True)
    for tournament_id in sorted(set(tournaments)):
        lock_tournament(tournament_id)
        if accepted_only:
            refuse_unaccepted(tournament_id)
    return list(
        of.proposed()
        .select_related("entry__player", "section__tournament")
        .order_by("pk")
    )


def _settle(
    movements: list[ClassMovement],
    outcome: MovementState,
    reasons: Reasons,
    acting: ActionContext,
) -> None:
    """Store one outcome of these movements, as a batch that can be undone; each
    confirmed one that changes a class adds a line to the class register.
    """
    if not movements:
        return
    with written_by(acting.user_id):
        batch = MovementBatch.objects.create(
            outcome=outcome,
            size=len(movements),
            settled_by_id=acting.person_id,
            settled_at=acting.at,
        )
        for movement in movements:
            movement.batch = batch
            movement.state = outcome
            movement.reason, movement.public_reason = reasons.internal, reasons.public
            movement.decided_by_id = acting.user_id
            movement.decided_at = acting.at
        if outcome == MovementState.CONFIRMED:
            moved = (each for each in movements if each.to_class != each.from_class)
            write_lines(moved, acting)
        ClassMovement.objects.rewrite(movements, DECISION_FIELDS)

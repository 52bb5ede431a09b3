"""Suspensions: the board bars a player from competitions (SSF §12.7)."""

from datetime import date

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.domain.cards import lock_card, lock_remaining_card
from federation.domain.refusal import RegisterRefusal
from federation.models import Suspension


@transaction.atomic
def suspend_player(
    player_id: int,
    *,
    from_date: date,
    to_date: date,
    reason: str,
    acting: ActionContext,
) -> Suspension:
    """Suspend the player from the first to the last day, both included. A card that
    was merged in the meantime is suspended on the card that remains.

    Refuses with `days_in_order` when the last comes before the first, and with
    `suspended_already` when another suspension holds on one of the days.
    """
    card = lock_remaining_card(player_id)
    if to_date < from_date:
        raise RegisterRefusal("days_in_order")
    held = Suspension.objects.filter(player=card)
    if held.between(from_date, to_date).exists():
        raise RegisterRefusal("suspended_already")
    with written_by(acting.person_id):
        return Suspension.objects.create(
            player=card,
            from_date=from_date,
            to_date=to_date,
            reason=" ".join(reason.split()),
            decided_by_id=acting.person_id,
        )


@transaction.atomic
def end_suspension(
    suspension_id: int,
    *,
    last_date: date,
    acting: ActionContext,
    may_remove: bool = False,
) -> Suspension | None:
    """Make a suspension end earlier, on `last_date`. With `may_remove` one that would
    never have begun is deleted, and None returned.

    Refuses with `ended_already` when it ends on that day or before, with `never_begins`
    when it would never have begun, and with `merged_card`: the card that remains has a
    suspension of its own on those days.
    """
    lock_card(Suspension.objects.get(pk=suspension_id).player_id)
    suspension = Suspension.objects.select_for_update().get(pk=suspension_id)
    if suspension.to_date <= last_date:
        raise RegisterRefusal("ended_already")
    if suspension.from_date > last_date and not may_remove:
        raise RegisterRefusal("never_begins")
    with written_by(acting.person_id):
        if suspension.from_date > last_date:
            suspension.delete()
            return None
        suspension.to_date = last_date
        suspension.save(update_fields=["to_date"])
    return suspension

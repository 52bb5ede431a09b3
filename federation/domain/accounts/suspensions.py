"""Suspensions: the board bars a player from competitions (SSF §12.7)."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.domain.cards import lock_card, lock_remaining_card
from federation.domain.refusal import RegisterRefusal
from federation.models import Suspension
from federation.queries.persons import person_of_player

DAY = timedelta(days=1)
Days = tuple[date, date]
"""The first and the last one."""


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
    never have begun is deleted, and None returned. On the days taken off no card that
    was merged into the player's is suspended either.

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
    lifted = max(suspension.from_date, last_date + DAY), suspension.to_date
    with written_by(acting.person_id):
        _lift_on_merged_cards(suspension.player_id, lifted)
        if suspension.from_date > last_date:
            suspension.delete()
            return None
        suspension.to_date = last_date
        suspension.save(update_fields=["to_date"])
    return suspension


def days_outside(spans: Iterable[Days], first: date, last: date) -> Iterator[Days]:
    """Yield the parts of the days from `first` to `last` outside the ordered spans."""
    for begins, ends in spans:
        if begins > last:
            break
        if first < begins:
            yield first, begins - DAY
        first = max(first, ends + DAY)
    if first <= last:
        yield first, last


def _lift_on_merged_cards(player_id: int, lifted: Days) -> None:
    """Take the days off the suspensions of the cards that lead to the player, which
    count for the player too and cannot be ended themselves.
    """
    merged = set(person_of_player(player_id).cards) - {player_id}
    held = Suspension.objects.between(*lifted).filter(player__in=merged)
    for each in held.order_by("pk"):
        kept = list(days_outside([lifted], each.from_date, each.to_date))
        if not kept:
            each.delete()
            continue
        (each.from_date, each.to_date), *more = kept
        each.save(update_fields=["from_date", "to_date"])
        for first, last in more:
            Suspension.objects.create(
                player_id=each.player_id,
                from_date=first,
                to_date=last,
                reason=each.reason,
                decided_by_id=each.decided_by_id,
            )

"""Cards that were created with an entry: deleted with the entry, and restored with it."""

from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from federation.domain.authorship import ActionContext, written_by
from federation.domain.refusal import RegisterRefusal
from federation.models import Membership, Player


def drop_newcomer(
    player_id: int, *, acting: ActionContext, membership_id: int | None = None
) -> int | None:
    """Delete a card that was created for a deleted entry, with the membership that was
    created by the same act unless it has ended, and return the id of the deletion in
    the audit log; return None and delete neither if anything else refers to the card,
    which the database's constraints decide.

    Deferred constraints are checked now, so it must be the last call in its
    transaction.
    """
    try:
        with transaction.atomic(), written_by(acting.user_id):
            made = Membership.objects.filter(
                pk__in=[membership_id], player_id=player_id
            )
            made.filter(to_date=None).delete()
            _drop_card(player_id)
    except RegisterRefusal:
        return None
    event = _deleted(Player, pgh_obj_id=player_id)
    return None if event is None else event["pgh_id"]


@transaction.atomic
def remove_card(player_id: int, *, acting: ActionContext) -> None:
    """Delete a card on which nothing depends, and its only membership.

    Refuses with `card_used` when there are more memberships, or when anything else
    refers to the card: an entry, a game, an account, a class.
    """
    Player.objects.select_for_update().get(pk=player_id)
    held = Membership.objects.filter(player_id=player_id)
    if held.count() > 1:
        raise RegisterRefusal("card_used")
    with written_by(acting.user_id):
        held.delete()
        _drop_card(player_id)


def _drop_card(player_id: int) -> None:
    with connection.cursor() as cursor:
        # Not SELECT, which passes no author to the audit log.
        cursor.execute("VALUES (drop_newcomer(%s))", [player_id])
        if not cursor.fetchone()[0]:
            raise RegisterRefusal("card_used")


@transaction.atomic
def restore_newcomer(
    dropped: int | None, *, acting: ActionContext, membership_id: int | None = None
) -> bool:
    """Restore a card that `drop_newcomer` deleted, with the membership, from the audit
    log, and return whether that was possible: not if another player has its number or
    FIDE number now. `dropped` is what `drop_newcomer` returned.
    """
    kept = _deleted(Player, pgh_id=dropped)
    if kept is None:
        return False
    taken = Q(fide_id=kept["fide_id"], fide_id__isnull=False)
    if Player.objects.filter(taken | Q(national_id=kept["national_id"])).exists():
        return False
    membership = _deleted(Membership, pgh_obj_id=membership_id)
    with written_by(acting.user_id):
        Player(**_columns(Player, kept)).save(force_insert=True)
        if membership is not None:
            columns = _columns(Membership, membership)
            Membership(**columns).save(force_insert=True)
    return True


def _deleted(
    model: type[Player | Membership], **which: int | None
) -> dict[str, Any] | None:
    """Return the newest of the matching deleted rows, as stored in the audit log."""
    events = model.pgh_event_model.objects  # type: ignore[union-attr]
    deleted = events.filter(pgh_label="delete", **which).order_by("-pgh_id")
    kept: dict[str, Any] | None = deleted.values().first()
    return kept


def _columns(model: type[Player | Membership], kept: dict[str, Any]) -> dict[str, Any]:
    columns = {each.attname for each in model._meta.concrete_fields}  # noqa: SLF001
    return {name: value for name, value in kept.items() if name in columns}

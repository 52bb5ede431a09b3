"""Erasing a person who has left: requested by the person or an administrator, confirmed
by another, and carried out by a worker some days later.

What is erased and how is defined in a function of the database (`erase_person`): it may
change what no other code may, and only for an erasure that two have agreed to and that
is due. Games, ratings and lists remain, without a name.
"""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import agrees, closes, refuse_same_person, starts
from federation.domain.mail import link_to, write_signed_letter
from federation.domain.reasons import require_reason
from federation.domain.refusal import RegisterRefusal, refusing_taken
from federation.models import Erasure, User
from federation.queries.persons import (
    PersonNumbers,
    hindrances_of_erasure,
    open_duties,
    person_of_account,
    person_of_erasure,
    person_of_player,
)

log = structlog.get_logger(__name__)


@transaction.atomic
@starts(Matter.ERASURE)
def ask_to_erase_player(
    player_id: int, *, reason: str, acting: ActionContext
) -> Erasure:
    """Request the erasure of a player, as an administrator. Refuses with `reason` when
    none is given, `open_duty`, `erasure_waits` or `erased_already`.
    """
    reason = require_reason(reason, RegisterRefusal)
    person = person_of_player(player_id)
    requested = Erasure(player_id=person.cards[0], reason=" ".join(reason.split()))
    return _open_erasure(requested, person, acting)


@transaction.atomic
@starts(Matter.ERASURE)
def ask_to_be_erased(*, acting: ActionContext) -> Erasure:
    """Request one's own erasure. Refuses with `open_duty`, `erasure_waits` or
    `erased_already`.
    """
    user = User.objects.get(pk=acting.person_id)
    person = person_of_account(user)
    card = person.cards[0] if person.cards else None
    requested = Erasure(player_id=card, user_id=None if card else acting.person_id)
    return _open_erasure(requested, person, acting)


@transaction.atomic
@agrees(Matter.ERASURE)
def confirm_erasure(erasure_id: int, *, acting: ActionContext) -> Erasure:
    """Agree to an erasure as another administrator; the person gets a letter, and may
    withdraw it until it is carried out. Refuses with `settled`, `open_duty`, and
    `four_eyes` for the administrator who requested it and for the person.
    """
    erasure = _locked(erasure_id)
    if erasure.confirmed_at is not None:
        raise RegisterRefusal("settled")
    person = person_of_erasure(erasure)
    behind = [erasure.asked_by_id, *person.accounts]
    erasure.by_one = refuse_same_person(
        Matter.ERASURE, behind, acting.person_id, RegisterRefusal
    )
    _refuse_duties(person, acting.at)
    erasure.confirmed_by_id, erasure.confirmed_at = acting.person_id, acting.at
    erasure.due_at = acting.at + timedelta(days=settings.ERASURE_DAYS)
    with written_by(acting.person_id):
        erasure.save(update_fields=["by_one", "confirmed_by", "confirmed_at", "due_at"])
    _write_of_erasure(erasure, person, acting.at)
    return erasure


@transaction.atomic
@closes(Matter.ERASURE)
def withdraw_erasure(erasure_id: int, *, acting: ActionContext) -> Erasure:
    """Withdraw an erasure, as the person or an administrator, before it is carried out.
    Refuses with `settled`.
    """
    erasure = _locked(erasure_id)
    erasure.closed_by_id, erasure.closed_at = acting.person_id, acting.at
    with written_by(acting.person_id):
        erasure.save(update_fields=["closed_by", "closed_at"])
    return erasure


def erase_due(*, at: datetime) -> int:
    """Erase those whose erasure is due, in a worker, and return how many. A person who
    has got a duty in the meantime is erased when it is done.
    """
    due = Erasure.objects.due(at).order_by("due_at", "pk")
    return sum(_erase_safely(pk, at) for pk in due.values_list("pk", flat=True))


def _erase_safely(erasure_id: int, at: datetime) -> int:
    """Erase one person; a failure does not stop the others."""
    try:
        return _erase(erasure_id, at)
    except DatabaseError:
        log.exception("person not erased", erasure=erasure_id)
        return 0


@transaction.atomic
def _erase(erasure_id: int, at: datetime) -> int:
    # A locked row is being withdrawn right now: that takes precedence.
    due = Erasure.objects.due(at).filter(pk=erasure_id)
    erasure = due.select_for_update(skip_locked=True, of=("self",)).first()
    if erasure is None:
        return 0
    if hindrances_of_erasure(erasure, timezone.localdate(at)):
        log.info("erasure is held up", erasure=erasure_id)
        return 0
    with written_by(erasure.confirmed_by_id), connection.cursor() as cursor:
        # Not SELECT: a statement that begins with it passes no author to the audit log.
        cursor.execute("VALUES (erase_person(%s))", [erasure_id])
    return 1


def _open_erasure(
    erasure: Erasure, person: PersonNumbers, acting: ActionContext
) -> Erasure:
    _refuse_duties(person, acting.at)
    erasure.asked_by_id, erasure.asked_at = acting.person_id, acting.at

    def refuse() -> None:
        about = {"player": erasure.player_id, "user": erasure.user_id}
        if Erasure.objects.open().filter(**about).exists():
            raise RegisterRefusal("erasure_waits")
        if Erasure.objects.filter(**about, erased_at__isnull=False).exists():
            raise RegisterRefusal("erased_already")

    with refusing_taken(refuse), written_by(acting.person_id):
        erasure.save()
    return erasure


def _locked(erasure_id: int) -> Erasure:
    still = Erasure.objects.open().filter(pk=erasure_id)
    erasure = still.select_for_update(of=("self",)).first()
    if erasure is None:
        raise RegisterRefusal("settled")
    return erasure


def _refuse_duties(person: PersonNumbers, at: datetime) -> None:
    if open_duties(person, timezone.localdate(at)):
        raise RegisterRefusal("open_duty")


def _write_of_erasure(erasure: Erasure, person: PersonNumbers, at: datetime) -> None:
    assert erasure.due_at is not None  # confirmed just now  # noqa: S101
    day = timezone.localdate(erasure.due_at).isoformat()
    with translation.override(settings.LANGUAGE_CODE):
        says = _(
            "On %(day)s your name and everything else here that says who you are "
            "will be erased, and your account will be closed for good. Until then "
            "you can cancel this under “My account”, or ask the office to."
        ) % {"day": day}
        parts = (says, link_to("federation:ask_to_be_erased"))
        for address in person.addresses:
            write_signed_letter(
                to=address,
                name="",
                subject=_("Your data will be erased"),
                parts=parts,
                at=at,
            )

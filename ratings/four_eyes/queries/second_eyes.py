"""Proposals of others that a user may confirm."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.models import Erasure, Invitation, User
from federation.permissions import Actor, Permission, may
from ratings.enums import ImportState
from ratings.four_eyes.queries.proposed_acts import acts_waiting_for
from ratings.models import (
    Decision,
    EarlierLists,
    EditionProposal,
    ImportFile,
    Merge,
    PolicyProposal,
    ProposedAct,
)


@dataclass(frozen=True, slots=True)
class SecondEyesItem:
    """What one user has proposed, in the reader's words, with the page to agree to it."""

    url: str
    words: str
    by: User | None
    at: datetime | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WaitingApprovals:
    """What waits for this reader: how many decisions and merges, and which editions,
    policies for corrections, acts about one row, files of history and of earlier lists,
    invitations to roles of the whole federation and erasures.
    """

    decisions: int = 0
    merges: int = 0
    editions: tuple[EditionProposal, ...] = ()
    policies: tuple[PolicyProposal, ...] = ()
    acts: tuple[ProposedAct, ...] = ()
    files: tuple[ImportFile, ...] = ()
    lists: tuple[EarlierLists, ...] = ()
    appointments: tuple[Invitation, ...] = ()
    erasures: tuple[Erasure, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is no proposal that the reader may agree to."""
        return self == WaitingApprovals()

    @property
    def items(self) -> tuple[SecondEyesItem, ...]:
        """The proposals that are shown with their proposer and reason."""
        return (
            *_acts_as_items(self.acts),
            *_files_as_items(self.files),
            *_lists_as_items(self.lists),
            *_erasures_as_items(self.erasures),
            *_appointments_as_items(self.appointments),
        )


def waiting_for(actor: Actor, now: datetime) -> WaitingApprovals:
    """Return what the reader may confirm and has not proposed; empty for a reader who
    may confirm nothing.
    """
    manages_pools = may(actor, Permission.MANAGE_POOLS)
    return WaitingApprovals(
        decisions=_decisions(actor) if may(actor, Permission.DECIDE_RATINGS) else 0,
        merges=_merges(actor) if may(actor, Permission.MERGE_PLAYERS) else 0,
        editions=_editions(actor) if manages_pools else (),
        policies=_policies(actor) if manages_pools else (),
        acts=acts_waiting_for(actor),
        files=_files(actor) if may(actor, Permission.IMPORT_HISTORY) else (),
        lists=_lists(actor) if may(actor, Permission.IMPORT_HISTORY) else (),
        appointments=(
            _appointments(actor, now) if may(actor, Permission.AGREE_TO_ROLES) else ()
        ),
        erasures=_erasures(actor)
        if may(actor, Permission.MANAGE_PERSONAL_DATA)
        else (),
    )


def _decisions(actor: Actor) -> int:
    waiting = Decision.objects.filter(confirmed_at=None, rejected_at=None)
    return waiting.exclude(made_by=actor.user_id).count()


def _merges(actor: Actor) -> int:
    return Merge.objects.waiting().exclude(made_by=actor.user_id).count()


def _editions(actor: Actor) -> tuple[EditionProposal, ...]:
    waiting = EditionProposal.objects.waiting().exclude(made_by=actor.user_id)
    return tuple(waiting.select_related("pool").order_by("made_at", "pk"))


def _policies(actor: Actor) -> tuple[PolicyProposal, ...]:
    waiting = PolicyProposal.objects.waiting().exclude(made_by=actor.user_id)
    return tuple(waiting.select_related("pool").order_by("made_at", "pk"))


def _files(actor: Actor) -> tuple[ImportFile, ...]:
    proposed = ImportFile.objects.filter(state=ImportState.ASKED)
    others = proposed.exclude(posted_by=actor.user_id).select_related(
        "posted_by", "pool"
    )
    return tuple(others.order_by("posted_at", "pk"))


def _lists(actor: Actor) -> tuple[EarlierLists, ...]:
    waiting = EarlierLists.objects.waiting().exclude(made_by=actor.user_id)
    return tuple(waiting.select_related("pool", "made_by").order_by("made_at", "pk"))


def _appointments(actor: Actor, now: datetime) -> tuple[Invitation, ...]:
    waiting = Invitation.objects.waiting(now).exclude(invited_by=actor.user_id)
    return tuple(waiting.select_related("invited_by").order_by("invited_at", "pk"))


def _erasures(actor: Actor) -> tuple[Erasure, ...]:
    waiting = Erasure.objects.open().filter(confirmed_at=None)
    others = waiting.exclude(asked_by=actor.user_id).select_related("asked_by")
    return tuple(others.newest_first())


def _acts_as_items(acts: tuple[ProposedAct, ...]) -> Iterator[SecondEyesItem]:
    for each in acts:
        kind = each.get_kind_display()
        yield SecondEyesItem(
            url=reverse("ratings:proposed_act", args=[each.pk]),
            words=f"{kind}: {each.pool.label}" if each.pool else kind,
            by=each.made_by,
            at=each.made_at,
            reason=each.reason,
        )


def _files_as_items(files: tuple[ImportFile, ...]) -> Iterator[SecondEyesItem]:
    words = _("Post %(name)s, a file of earlier games for %(pool)s")
    for each in files:
        yield SecondEyesItem(
            url=reverse("ratings:import_file", args=[each.pk]),
            words=words % {"name": each.name, "pool": each.pool.label},
            by=each.posted_by,
            at=each.posted_at,
            reason=each.why,
        )


def _lists_as_items(lists: tuple[EarlierLists, ...]) -> Iterator[SecondEyesItem]:
    words = _("Show the earlier rating lists of %(name)s in %(pool)s")
    for each in lists:
        yield SecondEyesItem(
            url=reverse("ratings:earlier_lists_file", args=[each.pk]),
            words=words % {"name": each.name, "pool": each.pool.label},
            by=each.made_by,
            at=each.made_at,
            reason=each.reason,
        )


def _erasures_as_items(erasures: tuple[Erasure, ...]) -> Iterator[SecondEyesItem]:
    for each in erasures:
        yield SecondEyesItem(
            url=reverse("federation:erasure", args=[each.pk]),
            words=_("Erase a person"),
            by=each.asked_by,
            at=each.asked_at,
        )


def _appointments_as_items(
    invitations: tuple[Invitation, ...],
) -> Iterator[SecondEyesItem]:
    words = _("Invite %(email)s as %(role)s")
    for each in invitations:
        yield SecondEyesItem(
            url=reverse("federation:agree_invitation", args=[each.pk]),
            words=words % {"email": each.email, "role": each.get_kind_display()},
            by=each.invited_by,
            at=each.invited_at,
            reason=each.reason,
        )

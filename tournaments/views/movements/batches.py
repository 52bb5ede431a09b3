"""The committee's decisions by batch: movements confirmed or rejected together, and how
to undo a batch.
"""

from dataclasses import dataclass
from datetime import date

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from federation.permissions import Actor, Permission, may
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from ratings.people.queries.names import Person, read_people
from tournaments.domain.movements.undoing import refusal_of, undo_batch
from tournaments.enums import MovementState
from tournaments.models import MovementBatch
from tournaments.queries.movements.batches import (
    SettledMovement,
    find_undo_obstacle,
    movements_of,
    settled_batches,
    settled_in,
)
from tournaments.queries.movements.rows import MovementShown, movements_for_committee
from tournaments.views.access import redirect_to

A_PAGE = 50
MOST_NAMED = 5
"""Number of movements that are named where a batch is mentioned."""


@dataclass(frozen=True, slots=True)
class BatchShown:
    """A batch with its movements; `undo_refusal` says why it cannot be undone."""

    batch: MovementBatch
    shown: tuple[MovementShown, ...]
    undo_refusal: str

    @property
    def is_rejection(self) -> bool:
        return self.batch.outcome == MovementState.REJECTED

    @property
    def named(self) -> tuple[MovementShown, ...]:
        return self.shown[:MOST_NAMED]

    @property
    def further(self) -> int:
        """Return how many movements there are besides those named."""
        return max(len(self.shown) - MOST_NAMED, 0)


@dataclass(frozen=True, slots=True)
class SettledShown:
    """A movement of a batch, with the player as this reader may see them."""

    settled: SettledMovement
    person: Person


@login_required
@require_safe
def movement_batches(request: OfficeRequest) -> HttpResponse:
    allow_committee(request)
    page = Paginator(settled_batches(), A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "tournaments/movements/movement_batches.html", {"page": page}
    )


@login_required
@reads_and_writes
def movement_batch(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show one batch with its movements, and undo it on request."""
    allow_committee(request)
    found = get_object_or_404(settled_batches(), pk=pk)
    if request.method == "POST":
        message = ngettext(
            "Undone: %(n)s proposal is waiting again, and the class register is as it "
            "was.",
            "Undone: %(n)s proposals are waiting again, and the class register is as "
            "it was.",
            found.size,
        ) % {"n": found.size}
        done = perform(
            request, lambda: undo_batch(pk, acting=acting_in(request)), message
        )
        return redirect_to("movements") if done else redirect_to("movement_batch", pk)
    context = {
        "this": batch_shown(found, request.actor, request.today),
        "contained": _movements_of_batch(found, request),
    }
    return render(request, "tournaments/movements/movement_batch.html", context)


def _movements_of_batch(
    found: MovementBatch, request: OfficeRequest
) -> list[SettledShown]:
    settled = settled_in(found)
    persons = read_people(
        {each.player_id for each in settled},
        request.actor,
        request.today,
        needed_for=Permission.CONFIRM_MOVEMENTS,
    )
    return [SettledShown(each, persons[each.player_id]) for each in settled]


def batch_shown(found: MovementBatch, actor: Actor, today: date) -> BatchShown:
    movements = movements_of(found)
    resting = find_undo_obstacle(found, movements)
    return BatchShown(
        batch=found,
        shown=tuple(movements_for_committee(movements, actor, today)),
        undo_refusal=refusal_words(refusal_of(resting)) if resting else "",
    )


def allow_committee(request: OfficeRequest) -> None:
    if not may(request.actor, Permission.CONFIRM_MOVEMENTS):
        raise PermissionDenied

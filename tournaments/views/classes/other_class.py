"""Let a player of a section start in another class than the player's own."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from ratings.people.queries.names import read_people
from tournaments.domain.entries.other_class import (
    give_dispensation,
    own_start,
    place_in_class,
)
from tournaments.forms.classes import OWN, OtherClassForm
from tournaments.models import Entry
from tournaments.rules.classes.ranks import DISPENSATION_LIMITS
from tournaments.views.access import (
    is_public,
    organised_entry,
    redirect_to,
    set_rating_format_of,
)
from tournaments.views.planning.planning import perform_if_valid


@login_required
@reads_and_writes
def other_class(request: OfficeRequest, pk: int) -> HttpResponse:
    """Place the player in a class as the organiser: fill a vacancy, or note the class
    chosen by a player who has none.
    """
    entry = organised_entry(request, pk)
    return _page(request, entry, place_in_class) or redirect_to(
        "section", entry.section_id
    )


@login_required
@reads_and_writes
def dispensation(request: OfficeRequest, pk: int) -> HttpResponse:
    """Let the player start in a higher class by decision of the rules committee."""
    allow(request.actor, Permission.CONFIRM_MOVEMENTS)
    rows = Entry.objects.select_related("player", "section__tournament")
    entry = get_object_or_404(rows, pk=pk)
    set_rating_format_of(entry.section.tournament, request.today)
    return _page(request, entry, give_dispensation) or redirect(
        _address_to_return_to(entry)
    )


def _page(
    request: OfficeRequest, entry: Entry, act: Callable[..., Entry]
) -> HttpResponse | None:
    """Return the page with its form; None once the class is noted."""
    is_committees = act is give_dispensation
    own = own_start(entry)
    form = OtherClassForm(
        request.POST if request.method == "POST" else None,
        own=own,
        may_choose=not is_committees,
        initial={"starts_in": entry.starts_in or OWN},
    )

    def perform() -> Entry:
        return act(entry.pk, form.wanted, acting=acting_in(request))

    if perform_if_valid(form, perform) is not None:
        messages.success(request, _("Saved."))
        return None
    needed_for = (
        Permission.CONFIRM_MOVEMENTS if is_committees else Permission.SEE_MEMBERS
    )
    found = read_people(
        [entry.player_id], request.actor, request.today, needed_for=needed_for
    )
    context = {
        "form": form,
        "entry": entry,
        "section": entry.section,
        "tournament": entry.section.tournament,
        "person": found[entry.player_id],
        "own": own,
        "rating": None if own.rating is None else float(own.rating),
        "limits": DISPENSATION_LIMITS,
        "is_committees": is_committees,
        "back": _address_to_return_to(entry) if is_committees else "",
    }
    return render(request, "tournaments/classes/other_class.html", context)


def _address_to_return_to(entry: Entry) -> str:
    """Return the address of the entry list if it is public, otherwise of the movements."""
    if is_public(entry.section.tournament):
        return reverse("tournaments:entry_list", args=[entry.section_id])
    return reverse("tournaments:movements")

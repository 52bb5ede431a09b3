"""Players who step down a class at their own request, entered by the rules committee."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.permissions import Permission
from federation.queries.players import search_players
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from ratings.people.queries.names import Person, read_people
from tournaments.domain.movements import stepping_down
from tournaments.domain.movements.stepping_down import undo_blocker
from tournaments.domain.refusals import TournamentRefusal
from tournaments.forms.classes import StepDownForm
from tournaments.models import StepDown
from tournaments.queries.class_memberships import class_memberships
from tournaments.queries.movements.stepping_down import last_competition, steps_down
from tournaments.rules.classes.ranks import step_down_opens_on
from tournaments.views.access import redirect_to
from tournaments.views.movements.batches import allow_committee
from tournaments.views.planning.planning import perform_if_valid

A_PAGE = 20
MOST_FOUND = 12


@dataclass(frozen=True, slots=True)
class StepShown:
    """A player who stepped down; `undo_refusal` says why it cannot be undone."""

    step: StepDown
    person: Person
    undo_refusal: str


@login_required
@require_safe
def on_request(request: OfficeRequest) -> HttpResponse:
    """List the players who stepped down at their own request, and search for the next
    one.
    """
    allow_committee(request)
    text = request.GET.get("q", "")
    found = search_players(text, MOST_FOUND, public=False)
    page = Paginator(steps_down(), A_PAGE).get_page(request.GET.get("page"))
    steps = list(page.object_list)
    persons = _people(
        request, {*(each.pk for each in found), *(s.line.player_id for s in steps)}
    )
    context = {
        "text": text,
        "found": [persons[each.pk] for each in found],
        "page": page,
        "shown": [_shown(each, persons[each.line.player_id]) for each in steps],
    }
    return render(request, "tournaments/movements/on_request.html", context)


@login_required
@reads_and_writes
def step_down(request: OfficeRequest, pk: int) -> HttpResponse:
    """Note that this player steps down a class."""
    allow_committee(request)
    person = _people(request, [pk]).get(pk)
    if person is None:
        raise Http404
    played = last_competition(pk)
    form = StepDownForm(
        request.POST if request.method == "POST" else None,
        initial={"last_played": played.last_day if played else None},
    )

    def act() -> StepDown:
        data = form.cleaned_data
        return stepping_down.step_down(
            pk, data["last_played"], data["reason"], acting=acting_in(request)
        )

    made = perform_if_valid(form, act)
    if made is not None:
        message = _("Class %(before)s → %(after)s: the class register says so now.")
        classes = {"before": made.from_class, "after": made.line.player_class}
        messages.success(request, message % classes)
        return redirect_to("on_request")
    held = class_memberships([pk], request.today).get(pk)
    context = {
        "form": form,
        "person": person,
        "held": held,
        "played": played,
        "opens_on": step_down_opens_on(played.last_day) if played else None,
    }
    return render(request, "tournaments/movements/step_down.html", context)


@login_required
@require_POST
def undo_step_down(request: OfficeRequest, pk: int) -> HttpResponse:
    """Undo a player's stepping down."""
    allow_committee(request)
    perform(
        request,
        lambda: stepping_down.undo_step_down(pk, acting=acting_in(request)),
        _("Undone: the class register is as it was."),
    )
    return redirect_to("on_request")


def _people(request: OfficeRequest, ids: Iterable[int]) -> dict[int, Person]:
    needed_for = Permission.CONFIRM_MOVEMENTS
    return read_people(ids, request.actor, request.today, needed_for=needed_for)


def _shown(step: StepDown, person: Person) -> StepShown:
    blocker = undo_blocker(step.line)
    why = refusal_words(TournamentRefusal(blocker)) if blocker else ""
    return StepShown(step, person, why)

"""Create and change a tournament and its sections."""

from collections.abc import Callable
from functools import partial
from string import ascii_uppercase
from typing import TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.permissions import Permission, may_somewhere
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.enums import RatingMethod
from tournaments.domain.planning.sections import add_section, change_section
from tournaments.domain.planning.tournaments import (
    change_tournament,
    create_tournament,
    find_same_tournament,
)
from tournaments.domain.refusals import TournamentRefusal
from tournaments.forms.planning import NewTournamentForm, TournamentForm, suggested_days
from tournaments.forms.sections import LeagueSectionForm, SectionForm
from tournaments.forms.seen import initial_values_seen, refuse_unseen_changes
from tournaments.models import Section, Tournament
from tournaments.views.access import (
    is_public,
    organised_section,
    organised_tournament,
    redirect_to,
)

T = TypeVar("T")
FIELD_OF = {
    "no_edition": "start_date",
    "pool_ended": "end_date",
    "pool_stands": "pool",
    "period_stands": "period_rule",
    "method": "method",
    "method_period": "period_rule",
    "method_stands": "method",
    "rounds_paired": "rounds",
    "started": "format",
    "announced": "tie_breaks",
    "not_whole_weeks": "first_day",
    "sanction_minutes": "minutes",
    "terms_past": "from_date",
    "acceleration_announced": "acceleration",
    "rounds_reason": "rounds_reason",
    "entry_days": "to_date",
}


@login_required
@reads_and_writes
def new(request: OfficeRequest) -> HttpResponse:
    if not may_somewhere(request.actor, Permission.RUN_TOURNAMENT):
        raise PermissionDenied
    form = NewTournamentForm(
        request.POST or None,
        actor=request.actor,
        today=request.today,
        initial=suggested_days(request.today),
    )

    def act() -> Tournament:
        return create_tournament(
            form.draft, sections=[form.section_draft], acting=acting_in(request)
        )

    with transaction.atomic():
        twin = _already_created(form) if "another" not in request.POST else None
        made = perform_if_valid(form, act) if twin is None else None
    if made is not None:
        return redirect_to("section", made.sections.get().pk)
    return render(
        request, "tournaments/planning/new.html", {"form": form, "twin": twin}
    )


def _already_created(form: NewTournamentForm) -> Tournament | None:
    """Return the tournament that an earlier sending of this form created, for instance
    if the user went back.
    """
    if not form.is_bound or not form.is_valid():
        return None
    made = form.draft
    return find_same_tournament(
        made.name, made.start_date, made.organiser_id, made.district_id
    )


@login_required
@reads_and_writes
def change(request: OfficeRequest, pk: int) -> HttpResponse:
    tournament = organised_tournament(request, pk)
    form = TournamentForm(
        request.POST or None,
        actor=request.actor,
        today=request.today,
        initial=TournamentForm.initial_of(tournament),
    )
    refuse_unseen_changes(form)

    def act() -> Tournament:
        return change_tournament(pk, form.draft, acting=acting_in(request))

    if perform_if_valid(form, act) is not None:
        messages.success(request, _("The changes are saved."))
        return redirect_to("tournament", pk)
    context = {
        "form": form,
        "tournament": tournament,
        "is_seen": is_public(tournament),
        "seen": initial_values_seen(form),
    }
    return render(request, "tournaments/planning/change.html", context)


@login_required
@reads_and_writes
def new_section(request: OfficeRequest, pk: int) -> HttpResponse:
    tournament = organised_tournament(request, pk)
    form = SectionForm(
        request.POST or None,
        initial=_next_name(tournament),
        is_whole=tournament.method != RatingMethod.GAMES,
    )

    def act() -> Section:
        return add_section(pk, form.section_draft, acting=acting_in(request))

    made = perform_if_valid(form, act)
    if made is not None:
        return redirect_to("section", made.pk)
    context = {"form": form, "tournament": tournament}
    return render(request, "tournaments/planning/section_form.html", context)


@login_required
@reads_and_writes
def edit_section(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    make: Callable[..., SectionForm] = partial(
        SectionForm, planned_rounds=section.planned_rounds
    )
    if section.is_played_by_teams:
        make = partial(LeagueSectionForm, section=section)
    form = make(
        request.POST or None,
        initial=SectionForm.initial_of_section(section),
        is_whole=section.tournament.method != RatingMethod.GAMES,
    )
    refuse_unseen_changes(form)

    def act() -> Section:
        return change_section(pk, form.section_draft, acting=acting_in(request))

    if perform_if_valid(form, act) is not None:
        messages.success(request, _("The changes are saved."))
        return redirect_to("section", pk)
    context = {"form": form, "tournament": section.tournament, "section": section}
    context["seen"] = initial_values_seen(form)
    return render(request, "tournaments/planning/section_form.html", context)


def perform_if_valid(form: Form, act: Callable[[], T]) -> T | None:
    """Perform the act if the form was sent and is valid, and return its result; None
    otherwise. A refusal is shown beside its field, and the user's input is kept.
    """
    if not form.is_bound or not form.is_valid():
        return None
    try:
        return act()
    except TournamentRefusal as refused:
        field = FIELD_OF.get(refused.code) or _board_of(refused)
        if refused.code == "date_outside":
            # Show the error beside the first of the days.
            field = f"round-{str(refused.facts['rounds']).partition(',')[0]}"
        form.add_error(field if field in form.fields else None, refusal_words(refused))
    except ValidationError as error:
        form.add_error(None, error.messages)
    return None


def _board_of(refused: TournamentRefusal) -> str:
    """Return the name of the field for the board of a line-up that was refused."""
    board = refused.facts.get("board", refused.facts.get("other"))
    return f"board_{board}"


def _next_name(tournament: Tournament) -> dict[str, str]:
    """Return the name with the first letter that no section has yet; "" if all are
    used.
    """
    taken = {each.name.lower() for each in tournament.sections.all()}
    names = [_("Group %(letter)s") % {"letter": letter} for letter in ascii_uppercase]
    free = (name for name in names if name.lower() not in taken)
    return {"section_name": next(free, "")}

"""Every number of a player's period, written out for anybody to check."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.domain.editions import EditionsOfPool
from ratings.domain.explaining import Explanation, explain_listed, explain_live
from ratings.models import Change, ListStep, Period, RatingList
from ratings.parameter_words import system_label
from ratings.queries.board import waiting_for_board
from ratings.queries.claim_words import CorrectionShown, shown_corrections
from ratings.queries.claims import corrections_of
from ratings.queries.explanations import (
    EventStep,
    Stored,
    carried_over,
    decision_notes,
    disagreements,
    event_steps,
    game_facts,
    kept_carried_over,
    kept_event_steps,
    stored_change,
    stored_entry,
    stored_step,
)
from ratings.queries.fide_ratings import FideBeside, beside, held_beside
from ratings.queries.names import Person, people, person
from ratings.queries.players import event_names, on_lists
from ratings.queries.publications import Publication
from ratings.queries.snapshots import one_snapshot
from ratings.queries.systems import rates_by_tournament
from ratings.rules.explained import ExplainedStep
from ratings.rules.step import CannotCompute
from ratings.views.claiming import may_claim_for
from ratings.views.desk import Desk, open_desk
from ratings.views.ledger import Ledger, opponents_of, origins_of, write_ledger
from ratings.views.levels import write_by

# The step of a whole period has report 0.
OF_AN_EVENT = Q(report_id__gt=0)
PARTS = {
    "before": gettext_lazy("the base rating"),
    "after": gettext_lazy("the new rating"),
    "games": gettext_lazy("the number of rated games"),
    "score": gettext_lazy("the score"),
    "change": gettext_lazy("the sum of the changes"),
    "bonus": gettext_lazy("the sum of the bonuses"),
    "deduction": gettext_lazy("the deduction for inactivity"),
    "adjustment": gettext_lazy("the decided points"),
    "sum": gettext_lazy("the lines do not add up"),
}


@dataclass(frozen=True, slots=True)
class Case:
    """What is explained: whose period or event, as of which posting number."""

    player: Person
    desk: Desk
    days: tuple[date, date]
    number: int
    report_id: int = 0


@require_safe
def explain_period(
    request: OfficeRequest, player_id: int, end_date: date
) -> HttpResponse:
    """The live rating of a period, as of what is computed."""
    with one_snapshot():
        desk = open_desk(request)
        player = _player(request, player_id)
        period = get_object_or_404(Period, pool_id=desk.pool.pk, end_date=end_date)
        case = Case(player, desk, (period.start_date, end_date), desk.pool.computed)
        stored = stored_change(desk.pool.pk, player.pk, end_date)
        events = event_steps(desk.pool.pk, player.pk, *case.days)
        context = _context(
            request,
            case,
            stored,
            lambda: explain_live(desk.pool.pk, player.pk, end_date, case.number),
            events,
        )
        official = on_lists(desk.shelf, player.pk)
        converted = carried_over(desk.pool.pk, player.pk, end_date)
    context |= {
        "converted": converted,
        "official": [
            each
            for each in official
            if each.list.end_date == end_date and not each.list.brought_in
        ],
        "is_open": end_date >= request.today,
        "is_fresh": desk.pool.is_computed,
    }
    return render(request, "ratings/explanation.html", context)


@require_safe
def explain_on_list(
    request: OfficeRequest, number: int, player_id: int
) -> HttpResponse:
    """A published list's number, as it was computed for that list."""
    with one_snapshot():
        desk = open_desk(request)
        this = _computed_list(desk, number)
        player = _player(request, player_id)
        stored = stored_entry(desk.pool.pk, this.pk, player.pk)
        if stored is None:
            raise Http404(_("This player is not on that list."))
        published = RatingList.objects.get(pk=this.pk)
        case = Case(player, desk, (this.start_date, this.end_date), this.posting_number)
        events = kept_event_steps(this.pk, player.pk)
        converted = kept_carried_over(this.pk, player.pk)
        of_period: Stored | None = stored
        if events or rates_by_tournament(desk.pool.systems.on(this.end_date)):
            of_period = stored_step(desk.pool.pk, this.pk, player.pk, 0)
        elif converted:
            of_period = replace(stored, after=converted.before)
        context = _context(
            request,
            case,
            of_period,
            lambda: explain_listed(published, player.pk),
            events,
        )
    context |= {"this": this, "is_fresh": True, "converted": converted}
    return render(request, "ratings/explanation.html", context)


@require_safe
def explain_event(
    request: OfficeRequest, player_id: int, report_id: int
) -> HttpResponse:
    """What an event that is rated as a whole did, as of what is computed."""
    with one_snapshot():
        desk = open_desk(request)
        player = _player(request, player_id)
        steps = Change.objects.of_player(desk.pool.pk, player.pk)
        step = get_object_or_404(steps, OF_AN_EVENT, report_id=report_id)
        days = (step.started_on, step.ended_on)
        case = Case(player, desk, days, desk.pool.computed, report_id)
        waiting = waiting_for_board(
            [desk.pool.pk], players=[player.pk], reports=[report_id]
        )
        context = _context(
            request,
            case,
            stored_change(desk.pool.pk, player.pk, step.ended_on, report_id),
            lambda: explain_live(
                desk.pool.pk, player.pk, step.ended_on, case.number, report_id
            ),
        )
    context |= {
        "event": event_names([report_id]).get(report_id, ""),
        "is_fresh": desk.pool.is_computed,
        "for_board": waiting[0] if waiting else None,
    }
    return render(request, "ratings/explanation.html", context)


@require_safe
def explain_event_on_list(
    request: OfficeRequest, number: int, player_id: int, report_id: int
) -> HttpResponse:
    """The same as it was for a published list."""
    with one_snapshot():
        desk = open_desk(request)
        this = desk.publication(number)
        player = _player(request, player_id)
        kept = ListStep.objects.filter(list_id=this.pk, player_id=player.pk)
        step = get_object_or_404(kept, OF_AN_EVENT, report_id=report_id)
        published = RatingList.objects.get(pk=this.pk)
        days = (step.started_on, step.ended_on)
        case = Case(player, desk, days, this.posting_number, report_id)
        context = _context(
            request,
            case,
            stored_step(desk.pool.pk, this.pk, player.pk, report_id),
            lambda: explain_listed(published, player.pk, report_id),
        )
    context |= {
        "this": this,
        "event": event_names([report_id]).get(report_id, ""),
        "is_fresh": True,
    }
    return render(request, "ratings/explanation.html", context)


def _computed_list(desk: Desk, number: int) -> Publication:
    this = desk.publication(number)
    if this.brought_in:
        raise Http404(
            _(
                "This list is shown as it was published: how it was computed is not known."
            )
        )
    return this


def _player(request: OfficeRequest, player_id: int) -> Person:
    found = person(player_id, request.actor, request.today)
    if found is None:
        raise Http404(_("There is no such player."))
    return found


def _context(
    request: OfficeRequest,
    case: Case,
    stored: Stored | None,
    explain: Any,
    events: list[EventStep] | None = None,
) -> dict[str, Any]:
    """`events`: those that the period holds; then a ledger of its own only where
    something is stored of it beside them.
    """
    write_by(case.desk.pool.systems, case.days[1])
    context: dict[str, Any] = {
        "player": case.player,
        "desk": case.desk,
        "start_date": case.days[0],
        "end_date": case.days[1],
        "after_date": case.days[1] + timedelta(days=1),
        "stored": stored,
        "number": case.number,
        "fide": _fide(case),
        "may_claim": may_claim_for(request.actor, case.player.pk, case.player.club_id),
        "corrections": _corrections(request, case),
        "events": events,
    }
    if events and stored is None:
        return context
    try:
        explanation = explain()
    except CannotCompute as error:
        return context | {"cannot": error.reason}
    if explanation is None:
        # A period that was opened in front of an approved one, and computes nothing.
        raise Http404
    edition = EditionsOfPool.of(case.desk.pool.pk).holding(case.days[0])
    ledger = _ledger(request, case, explanation, edition.parameters)
    wrong = disagreements(explanation.step, stored)
    return context | {
        "ledger": ledger,
        "rules": system_label(edition.system.name),
        "moved": _moved(ledger.step),
        "wrong": [PARTS[name] for name in wrong],
    }


def _fide(case: Case) -> FideBeside | None:
    """FIDE's rating on the day from which this one holds, or today's."""
    if not case.player.is_open:
        return None
    held = held_beside(case.desk.pool.fide, case.days[1] + timedelta(days=1))
    return beside(held, case.player.pk)


def _corrections(request: OfficeRequest, case: Case) -> list[CorrectionShown]:
    """What was corrected of the player's games by then, and why."""
    made = corrections_of(case.desk.pool.pk, case.player.pk, case.days, case.number)
    return shown_corrections(made, request.actor, request.today)


def _moved(step: ExplainedStep) -> float | None:
    if step.before is None or step.after is None:
        return None
    return step.after - step.before


def _ledger(
    request: OfficeRequest, case: Case, explanation: Explanation, parameters: Any
) -> Ledger:
    opponents = set(opponents_of(explanation).values())
    return write_ledger(
        explanation,
        game_facts(origins_of(explanation).values()),
        people(opponents, request.actor, request.today),
        decision_notes(
            case.desk.pool.pk, case.player.pk, case.days, case.number, case.report_id
        ),
        parameters,
    )

"""Every number of a player's period, written out for anybody to check."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.domain.explaining import Explanation, explain_listed, explain_live
from ratings.models import Period, RatingList
from ratings.queries.claim_words import CorrectionShown, shown_corrections
from ratings.queries.claims import corrections_of
from ratings.queries.explanations import (
    Stored,
    decision_notes,
    disagreements,
    game_facts,
    stored_change,
    stored_entry,
)
from ratings.queries.names import Person, people, person
from ratings.queries.players import on_lists
from ratings.queries.snapshots import one_snapshot
from ratings.rules.explained import ExplainedStep
from ratings.rules.step import CannotCompute
from ratings.views.claiming import may_claim_for
from ratings.views.desk import Desk, open_desk
from ratings.views.ledger import Ledger, opponents_of, origins_of, write_ledger

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
    """What is explained: whose period, as of which posting number."""

    player: Person
    desk: Desk
    days: tuple[date, date]
    number: int


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
        context = _context(
            request,
            case,
            stored,
            lambda: explain_live(desk.pool.pk, player.pk, end_date, case.number),
        )
        official = on_lists(desk.shelf, player.pk)
    context |= {
        "official": [each for each in official if each.list.end_date == end_date],
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
        this = desk.publication(number)
        player = _player(request, player_id)
        stored = stored_entry(desk.pool.pk, this.pk, player.pk)
        if stored is None:
            raise Http404(_("This player is not on that list."))
        published = RatingList.objects.select_related("period").get(pk=this.pk)
        case = Case(player, desk, (this.start_date, this.end_date), this.posting_number)
        context = _context(
            request, case, stored, lambda: explain_listed(published, player.pk)
        )
    context |= {"this": this, "is_fresh": True}
    return render(request, "ratings/explanation.html", context)


def _player(request: OfficeRequest, player_id: int) -> Person:
    found = person(player_id, request.actor, request.today)
    if found is None:
        raise Http404(_("There is no such player."))
    return found


def _context(
    request: OfficeRequest, case: Case, stored: Stored | None, explain: Any
) -> dict[str, Any]:
    context: dict[str, Any] = {
        "player": case.player,
        "desk": case.desk,
        "start_date": case.days[0],
        "end_date": case.days[1],
        "after_date": case.days[1] + timedelta(days=1),
        "stored": stored,
        "number": case.number,
        "may_claim": may_claim_for(request.actor, case.player.pk, case.player.club_id),
        "corrections": _corrections(request, case),
    }
    try:
        explanation = explain()
    except CannotCompute as error:
        return context | {"cannot": error.reason}
    ledger = _ledger(request, case, explanation)
    wrong = disagreements(explanation.step, stored)
    return context | {
        "ledger": ledger,
        "moved": _moved(ledger.step),
        "wrong": [PARTS[name] for name in wrong],
    }


def _corrections(request: OfficeRequest, case: Case) -> list[CorrectionShown]:
    """What was corrected of the player's games by then, and why."""
    made = corrections_of(case.desk.pool.pk, case.player.pk, case.days, case.number)
    ids = {pk for each in made for pk in each.player_ids}
    found = people(ids, request.actor, request.today) if made else {}
    return shown_corrections(made, {pk: each.name for pk, each in found.items()})


def _moved(step: ExplainedStep) -> float | None:
    if step.before is None or step.after is None:
        return None
    return step.after - step.before


def _ledger(request: OfficeRequest, case: Case, explanation: Explanation) -> Ledger:
    opponents = set(opponents_of(explanation).values())
    return write_ledger(
        explanation,
        game_facts(origins_of(explanation).values()),
        people(opponents, request.actor, request.today),
        decision_notes(case.desk.pool.pk, case.player.pk, case.days, case.number),
    )

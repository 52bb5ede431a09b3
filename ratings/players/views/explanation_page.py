"""The content of an explanation page, for every address that shows one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext_lazy

from federation.requests import OfficeRequest
from ratings.corrections.queries.claim_words import CorrectionShown, shown_corrections
from ratings.corrections.queries.claims import corrections_of
from ratings.corrections.views.claiming import may_claim_for
from ratings.engine.domain.explaining import Explanation
from ratings.ledger.domain.editions import EditionInForce, EditionsOfPool
from ratings.pages.views.levels import set_rating_format
from ratings.pages.views.pool_context import PoolContext
from ratings.people.queries.fide_ratings import (
    FideBeside,
    fide_list_on_day,
    fide_rating_of,
)
from ratings.people.queries.names import Person, read_people
from ratings.players.queries.decision_notes import decision_notes
from ratings.players.queries.explanations import (
    EventStep,
    StoredStep,
    disagreements,
    game_facts,
)
from ratings.players.views.ledger import (
    LedgerView,
    opponents_of,
    origins_of,
    write_ledger,
)
from ratings.rules.explained import ExplainedStep
from ratings.rules.step import CannotCompute
from ratings.system_words.lookup import system_label

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
class ExplanationPage:
    """What is explained: whose period or event, as of which posting number."""

    player: Person
    pool_context: PoolContext
    days: tuple[date, date]
    number: int
    report_id: int = 0


def explanation_context(
    request: OfficeRequest,
    case: ExplanationPage,
    stored: StoredStep | None,
    explain: Callable[[], Explanation | None],
    events: list[EventStep] | None = None,
) -> dict[str, Any]:
    """Return the page's context. `events` are the events of the period that were rated
    as a whole; if there are any, the period itself is explained only if a step of its
    own is stored.
    """
    set_rating_format(case.pool_context.pool.systems, case.days[1])
    context: dict[str, Any] = {
        "player": case.player,
        "pool_context": case.pool_context,
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
        # A period that was opened before an approved one, for which nothing is
        # computed.
        raise Http404
    edition = EditionsOfPool.of(case.pool_context.pool.pk).in_force(case.days[0])
    ledger = _ledger(request, case, explanation, edition)
    wrong = disagreements(explanation.step, stored)
    return context | {
        "ledger": ledger,
        "rules": system_label(edition.system.name),
        "moved": _moved(ledger.step),
        "wrong": [PARTS[name] for name in wrong],
    }


def _fide(case: ExplanationPage) -> FideBeside | None:
    """Return FIDE's rating on the day from which the explained one holds, or today's."""
    if not case.player.is_open:
        return None
    held = fide_list_on_day(
        case.pool_context.pool.fide, case.days[1] + timedelta(days=1)
    )
    return fide_rating_of(held, case.player.pk)


def _corrections(
    request: OfficeRequest, case: ExplanationPage
) -> list[CorrectionShown]:
    """Return the corrections of the player's games up to then, with their reasons."""
    made = corrections_of(
        case.pool_context.pool.pk, case.player.pk, case.days, case.number
    )
    return shown_corrections(made, request.actor, request.today)


def _moved(step: ExplainedStep) -> float | None:
    if step.before is None or step.after is None:
        return None
    return step.after - step.before


def _ledger(
    request: OfficeRequest,
    case: ExplanationPage,
    explanation: Explanation,
    edition: EditionInForce,
) -> LedgerView:
    opponents = set(opponents_of(explanation).values())
    return write_ledger(
        explanation,
        game_facts(origins_of(explanation).values()),
        read_people(opponents, request.actor, request.today),
        decision_notes(
            case.pool_context.pool.pk,
            case.player.pk,
            case.days,
            case.number,
            case.report_id,
            reader=request.actor,
        ),
        edition,
    )

"""Every number of a player's period, explained so that anyone can check it."""

from dataclasses import replace
from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from ratings.board.queries.board import waiting_for_board
from ratings.engine.domain.explaining import explain_listed, explain_live
from ratings.models import Change, ListStep, Period, RatingList
from ratings.pages.views.pool_context import PoolContext, open_pool_context
from ratings.people.views.shown_player import shown_player
from ratings.players.queries.explanations import (
    StoredStep,
    carried_over,
    event_steps,
    kept_carried_over,
    kept_event_steps,
    stored_change,
    stored_entry,
    stored_step,
)
from ratings.players.queries.players import event_names, on_lists
from ratings.players.views.explanation_page import (
    OF_AN_EVENT,
    ExplanationPage,
    explanation_context,
)
from ratings.pools.queries.publications import Publication
from ratings.pools.queries.snapshots import one_snapshot
from ratings.pools.queries.systems import rates_by_tournament


@shared("pool")
@require_safe
def explain_period(
    request: OfficeRequest, player_id: int, end_date: date
) -> HttpResponse:
    """Explain the live rating of a period, as it is computed now."""
    with one_snapshot():
        pool_context = open_pool_context(request)
        player = shown_player(request, player_id)
        period = get_object_or_404(
            Period, pool_id=pool_context.pool.pk, end_date=end_date
        )
        case = ExplanationPage(
            player,
            pool_context,
            (period.start_date, end_date),
            pool_context.pool.computed,
        )
        stored = stored_change(pool_context.pool.pk, player.pk, end_date)
        events = event_steps(pool_context.pool.pk, player.pk, *case.days)
        context = explanation_context(
            request,
            case,
            stored,
            lambda: explain_live(
                pool_context.pool.pk, player.pk, end_date, case.number
            ),
            events,
        )
        official = on_lists(pool_context.published, player.pk)
        converted = carried_over(pool_context.pool.pk, player.pk, end_date)
    context |= {
        "converted": converted,
        "official": [
            each
            for each in official
            if each.list.end_date == end_date and not each.list.brought_in
        ],
        "is_open": end_date >= request.today,
        "is_fresh": pool_context.pool.is_computed,
    }
    return render(request, "ratings/players/explanation.html", context)


@shared("pool")
@require_safe
def list_explanation(
    request: OfficeRequest, number: int, player_id: int
) -> HttpResponse:
    """Explain a number on a published list, as it was computed for that list."""
    with one_snapshot():
        pool_context = open_pool_context(request)
        publication = _computed_list(pool_context, number)
        player = shown_player(request, player_id)
        stored = stored_entry(pool_context.pool.pk, publication.pk, player.pk)
        if stored is None:
            raise Http404(_("This player is not on that list."))
        published = RatingList.objects.get(pk=publication.pk)
        case = ExplanationPage(
            player,
            pool_context,
            (publication.start_date, publication.end_date),
            publication.posting_number,
        )
        events = kept_event_steps(publication.pk, player.pk)
        converted = kept_carried_over(publication.pk, player.pk)
        of_period: StoredStep | None = stored
        if events or rates_by_tournament(
            pool_context.pool.systems.on(publication.end_date)
        ):
            of_period = stored_step(pool_context.pool.pk, publication.pk, player.pk, 0)
        elif converted:
            of_period = replace(stored, after=converted.before)
        context = explanation_context(
            request,
            case,
            of_period,
            lambda: explain_listed(published, player.pk),
            events,
        )
    context |= {"this": publication, "is_fresh": True, "converted": converted}
    return render(request, "ratings/players/explanation.html", context)


@shared("pool")
@require_safe
def explain_event(
    request: OfficeRequest, player_id: int, report_id: int
) -> HttpResponse:
    """Explain the effect of an event that is rated as a whole, as it is computed now."""
    with one_snapshot():
        pool_context = open_pool_context(request)
        player = shown_player(request, player_id)
        steps = Change.objects.of_player(pool_context.pool.pk, player.pk)
        step = get_object_or_404(steps, OF_AN_EVENT, report_id=report_id)
        days = (step.started_on, step.ended_on)
        case = ExplanationPage(
            player, pool_context, days, pool_context.pool.computed, report_id
        )
        waiting = waiting_for_board(
            [pool_context.pool.pk], players=[player.pk], reports=[report_id]
        )
        context = explanation_context(
            request,
            case,
            stored_change(pool_context.pool.pk, player.pk, step.ended_on, report_id),
            lambda: explain_live(
                pool_context.pool.pk, player.pk, step.ended_on, case.number, report_id
            ),
        )
    context |= {
        "event": event_names([report_id]).get(report_id, ""),
        "is_fresh": pool_context.pool.is_computed,
        "for_board": waiting[0] if waiting else None,
    }
    return render(request, "ratings/players/explanation.html", context)


@shared("pool")
@require_safe
def list_event(
    request: OfficeRequest, number: int, player_id: int, report_id: int
) -> HttpResponse:
    """Explain the effect of an event as it was computed for a published list."""
    with one_snapshot():
        pool_context = open_pool_context(request)
        publication = pool_context.publication(number)
        player = shown_player(request, player_id)
        kept = ListStep.objects.filter(list_id=publication.pk, player_id=player.pk)
        step = get_object_or_404(kept, OF_AN_EVENT, report_id=report_id)
        published = RatingList.objects.get(pk=publication.pk)
        days = (step.started_on, step.ended_on)
        case = ExplanationPage(
            player, pool_context, days, publication.posting_number, report_id
        )
        context = explanation_context(
            request,
            case,
            stored_step(pool_context.pool.pk, publication.pk, player.pk, report_id),
            lambda: explain_listed(published, player.pk, report_id),
        )
    context |= {
        "this": publication,
        "event": event_names([report_id]).get(report_id, ""),
        "is_fresh": True,
    }
    return render(request, "ratings/players/explanation.html", context)


def _computed_list(pool_context: PoolContext, number: int) -> Publication:
    publication = pool_context.publication(number)
    if publication.brought_in:
        raise Http404(
            _(
                "This list is shown as it was published: how it was computed is not known."
            )
        )
    return publication

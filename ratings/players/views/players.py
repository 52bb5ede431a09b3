"""The search for players, and a player's page."""

from datetime import date
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.permissions import Actor
from federation.queries.players import MAX_LENGTH, players_found
from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from federation.views.lists import Listing, refusals, render_listing
from ratings.board.queries.board import decided_by_board, waiting_for_board
from ratings.engine.domain.decay_forecast import DecayForecast, forecast_decay
from ratings.engine.domain.seasons import newest_year
from ratings.pages.views.pins import pins_of
from ratings.pages.views.pool_context import (
    PoolContext,
    chosen_pool,
    open_pool_context,
    pool_query,
)
from ratings.people.queries.fide_ratings import FideBeside, months_of
from ratings.people.queries.names import Person, person, read_people
from ratings.people.views.shown_player import shown_player
from ratings.players.queries.players import (
    OnList,
    PeriodLine,
    RatingOn,
    chart_points,
    class_history,
    live_list_line,
    live_list_lines,
    on_lists,
    period_lines,
    rating_on,
)
from ratings.players.tables import FoundPlayer, found_players_table
from ratings.pools.queries.pools import pools_with
from ratings.rules.protocol import ExemptsActivePlayers, RequiresBoardDecision

MOST_FOUND = 60


class PlayerSearch(forms.Form):
    q = forms.CharField(
        label=gettext_lazy("Name or player number"),
        max_length=MAX_LENGTH,
        required=False,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )


class Day(forms.DateField):
    def to_python(self, value: Any) -> date | None:
        try:
            return super().to_python(value)
        except forms.ValidationError:
            raise forms.ValidationError(
                _(
                    "“%(typed)s” is not a day that exists. Write it as"
                    " year-month-day: 2026-04-30."
                )
                % {"typed": str(value)[:20]}
            ) from None


class DayForm(forms.Form):
    on = Day(
        label=gettext_lazy("Day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_on(self) -> date:
        day: date = self.cleaned_data["on"]
        if day > self.today:
            raise forms.ValidationError(_("This day has not come yet."))
        return day


@shared("pool", not_kept=("q",))
@require_safe
def players(request: OfficeRequest) -> HttpResponse:
    """Show the search page; it has no results until a search text is given."""
    form = PlayerSearch(request.GET)
    text = form.cleaned_data["q"] if form.is_valid() else ""
    pool, pools = chosen_pool(request)
    found = _found(text, request.actor, request.today, pool.pk) if text else []
    listing = Listing(
        table=found_players_table(found, query=pool_query(pool, pools)),
        count=len(found),
        form=form,
        refused=tuple(refusals(form)),
        narrowed=bool(text),
    )
    return render_listing(
        request,
        "ratings/players/players.html",
        listing,
        fragment="ratings/players/_players.html",
        text=text,
        most=MOST_FOUND,
    )


@shared("pool", "on")
@require_safe
def player(request: OfficeRequest, player_id: int) -> HttpResponse:
    who = shown_player(request, player_id)
    if who.leads_to and person(who.leads_to, request.actor, request.today):
        pool, pools = chosen_pool(request)
        leads_to = reverse("ratings:player", args=[who.leads_to])
        return redirect(f"{leads_to}{pool_query(pool, pools)}")
    rated = pools_with(who.pk)
    pool_context = open_pool_context(request, rated)
    data = request.GET if "on" in request.GET else None
    form = DayForm(data, today=request.today)
    context = _ratings(pool_context, who, request.today, form)
    return render(
        request,
        "ratings/players/player.html",
        {
            "player": who,
            "pool_context": pool_context,
            "pools_of_player": pool_context.offered_among(rated),
            "day_form": form,
            "classes": class_history(who.pk),
            "pin_name": f"p{who.pk}",
            "is_pinned": who.pk in pins_of(request).players,
            "is_fresh": pool_context.pool.is_computed,
            **_fide(pool_context, who, request.today),
            "season_year": newest_year(pool_context.pool.pk),
            "forecast": _forecast(pool_context, who, request.today),
            **_before_board(pool_context, who),
            **context,
        },
    )


def _ratings(
    pool_context: PoolContext, who: Person, today: date, form: DayForm
) -> dict[str, Any]:
    now = live_list_line(pool_context.pool.pk, who.pk)
    official = on_lists(pool_context.published, who.pk)
    periods = period_lines(pool_context.pool.pk, who.pk, official)
    newest = pool_context.published.newest
    return {
        "now": now,
        "newest": next((each for each in official if each.list == newest), None),
        "periods": periods,
        "points": chart_points(official, periods, now, today),
        "on_day": _on_day(pool_context, form, official, periods),
    }


def _forecast(
    pool_context: PoolContext, who: Person, today: date
) -> DecayForecast | None:
    """Return how time alone would change the rating, if the system has such a rule."""
    if not isinstance(pool_context.pool.rated_by, ExemptsActivePlayers):
        return None
    return forecast_decay(pool_context.pool.pk, who.pk, today)


def _before_board(pool_context: PoolContext, who: Person) -> dict[str, Any]:
    """Return the levels of the player that wait for the board, and the board's
    decisions.
    """
    if not isinstance(pool_context.pool.rated_by, RequiresBoardDecision):
        return {}
    return {
        "for_board": waiting_for_board([pool_context.pool.pk], players=[who.pk]),
        "by_board": decided_by_board(pool_context.pool.pk, players=[who.pk]),
    }


def _fide(pool_context: PoolContext, who: Person, today: date) -> dict[str, Any]:
    """Return FIDE's ratings for the page, if the reader may know who the player is."""
    held = pool_context.pool.fide
    if held is None or not who.is_open:
        return {}
    months = months_of(who.pk, today)
    rated = ((each.month, each.rating(held.tempo)) for each in months)
    newest = next(((month, rating) for month, rating in rated if rating), None)
    now = newest and FideBeside(newest[1], held.tempo, newest[0])
    return {"fide_months": months, "fide_now": now}


def _on_day(
    pool_context: PoolContext,
    form: DayForm,
    official: list[OnList],
    periods: list[PeriodLine],
) -> RatingOn | None:
    if not form.is_bound or not form.is_valid():
        return None
    return rating_on(form.cleaned_data["on"], pool_context.published, official, periods)


def _found(text: str, actor: Actor, today: date, pool_id: int) -> list[FoundPlayer]:
    known = find_people(text, actor, today)
    rated = live_list_lines(pool_id, known)
    return [FoundPlayer(each, rated.get(each.pk)) for each in known.values()]


def find_people(text: str, actor: Actor, today: date) -> dict[int, Person]:
    """Return the players whom this reader may find, the best matches first."""
    meant = players_found(text, MOST_FOUND, actor, today)
    known = read_people([each.pk for each in meant], actor, today)
    return {each.pk: known[each.pk] for each in meant if known[each.pk].is_open}

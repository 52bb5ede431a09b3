"""Finding a player, and a player's page."""

from datetime import date
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.permissions import Actor
from federation.queries.players import MAX_LENGTH, players_found
from federation.requests import OfficeRequest
from federation.views.lists import Listing, refusals, render_listing
from ratings.domain.falling import Outlook, outlook_of
from ratings.domain.seasons import newest_year
from ratings.queries.board import decided_by_board, waiting_for_board
from ratings.queries.fide_ratings import FideBeside, months_of
from ratings.queries.names import Person, people, person
from ratings.queries.players import (
    OnList,
    PeriodLine,
    RatingOn,
    class_history,
    course_of,
    on_lists,
    period_lines,
    rating_on,
    standing,
    standings,
)
from ratings.rules.protocol import KeepsTheActive, LeavesToBoard
from ratings.tables import FoundPlayer, found_players_table
from ratings.views.desk import Desk, chosen_pool, open_desk
from ratings.views.pins import pins_of

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


class DayAsked(forms.Form):
    on = Day(
        label=gettext_lazy("Day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
    )

    def __init__(self, *args: Any, today: date, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.today = today

    def clean_on(self) -> date:
        day: date = self.cleaned_data["on"]
        if day > self.today:
            raise forms.ValidationError(_("This day has not come yet."))
        return day


@require_safe
def players(request: OfficeRequest) -> HttpResponse:
    """The search page: nothing until something is written."""
    form = PlayerSearch(request.GET)
    text = form.cleaned_data["q"] if form.is_valid() else ""
    pool, _pools = chosen_pool(request)
    found = _found(text, request.actor, request.today, pool.pk) if text else []
    listing = Listing(
        table=found_players_table(found),
        count=len(found),
        form=form,
        refused=tuple(refusals(form)),
        narrowed=bool(text),
    )
    return render_listing(
        request,
        "ratings/players.html",
        listing,
        fragment="ratings/_players.html",
        text=text,
        most=MOST_FOUND,
    )


@require_safe
def player(request: OfficeRequest, player_id: int) -> HttpResponse:
    who = person(player_id, request.actor, request.today)
    if who is None:
        raise Http404(_("There is no such player."))
    if who.leads_to and person(who.leads_to, request.actor, request.today):
        return redirect("ratings:player", who.leads_to)
    desk = open_desk(request)
    asked = request.GET if "on" in request.GET else None
    form = DayAsked(asked, today=request.today)
    context = _ratings(desk, who, request.today, form)
    return render(
        request,
        "ratings/player.html",
        {
            "player": who,
            "desk": desk,
            "day_form": form,
            "classes": class_history(who.pk),
            "pin_name": f"p{who.pk}",
            "is_pinned": who.pk in pins_of(request).players,
            "is_fresh": desk.pool.is_computed,
            **_fide(desk, who, request.today),
            "season_year": newest_year(desk.pool.pk),
            "outlook": _outlook(desk, who, request.today),
            **_before_board(desk, who),
            **context,
        },
    )


def _ratings(desk: Desk, who: Person, today: date, form: DayAsked) -> dict[str, Any]:
    now = standing(desk.pool.pk, who.pk)
    official = on_lists(desk.shelf, who.pk)
    periods = period_lines(desk.pool.pk, who.pk, official)
    newest = desk.shelf.newest
    return {
        "now": now,
        "newest": next((each for each in official if each.list == newest), None),
        "periods": periods,
        "points": course_of(official, periods, now, today),
        "on_day": _on_day(desk, form, official, periods),
    }


def _outlook(desk: Desk, who: Person, today: date) -> Outlook | None:
    """What time would do to the rating, where the system knows of such a thing."""
    if not isinstance(desk.pool.rated_by, KeepsTheActive):
        return None
    return outlook_of(desk.pool.pk, who.pk, today)


def _before_board(desk: Desk, who: Person) -> dict[str, Any]:
    """What waits for the board, and what it has decided."""
    if not isinstance(desk.pool.rated_by, LeavesToBoard):
        return {}
    return {
        "for_board": waiting_for_board([desk.pool.pk], players=[who.pk]),
        "by_board": decided_by_board(desk.pool.pk, players=[who.pk]),
    }


def _fide(desk: Desk, who: Person, today: date) -> dict[str, Any]:
    """FIDE's ratings beside ours, for whoever may know who the player is."""
    held = desk.pool.fide
    if held is None or not who.is_open:
        return {}
    months = months_of(who.pk, today)
    rated = ((each.month, each.rating(held.tempo)) for each in months)
    newest = next(((month, rating) for month, rating in rated if rating), None)
    now = newest and FideBeside(newest[1], held.tempo, newest[0])
    return {"fide_months": months, "fide_now": now}


def _on_day(
    desk: Desk, form: DayAsked, official: list[OnList], periods: list[PeriodLine]
) -> RatingOn | None:
    if not form.is_bound or not form.is_valid():
        return None
    return rating_on(form.cleaned_data["on"], desk.shelf, official, periods)


def _found(text: str, actor: Actor, today: date, pool_id: int) -> list[FoundPlayer]:
    known = find_people(text, actor, today)
    rated = standings(pool_id, known)
    return [FoundPlayer(each, rated.get(each.pk)) for each in known.values()]


def find_people(text: str, actor: Actor, today: date) -> dict[int, Person]:
    """Those whom this reader may find, the likeliest first."""
    meant = players_found(text, MOST_FOUND, actor, today)
    known = people([each.pk for each in meant], actor, today)
    return {each.pk: known[each.pk] for each in meant if known[each.pk].is_open}

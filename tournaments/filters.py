"""Filters of the calendar."""

from datetime import date, datetime, timedelta
from typing import Any

import django_filters
from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.models import Club, District
from ratings.models import Pool
from tournaments.enums import SanctionKind, SanctionState, TournamentState
from tournaments.models import Tournament
from tournaments.models.tournaments import TournamentQuerySet

SHOWN_STATES = [
    (state.value, state.label)
    for state in TournamentState
    if state != TournamentState.DRAFT
]


FIRST_YEAR, LAST_YEAR = 1900, 2200


def read_month(text: str) -> date | None:
    """Return the first day of a month written as 2026-03; None for anything else."""
    try:
        first = datetime.strptime(text.strip(), "%Y-%m").date()  # noqa: DTZ007
    except ValueError:
        return None
    return first if FIRST_YEAR <= first.year <= LAST_YEAR else None


class MonthField(forms.CharField):
    """A month, chosen or typed as 2026-03."""

    widget = forms.TextInput(attrs={"type": "month"})

    def clean(self, value: Any) -> date | None:
        text = super().clean(value)
        if not text:
            return None
        first = read_month(text)
        if first is None:
            raise forms.ValidationError(_("Enter the month as 2026-03."))
        return first


class MonthFilter(django_filters.Filter):
    field_class = MonthField


class CalendarFilters(django_filters.FilterSet):
    q = django_filters.CharFilter(
        label=_("Name or place"),
        method="named",
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    district = django_filters.ModelChoiceFilter(
        label=_("District"), queryset=District.objects.in_order(), empty_label=_("All")
    )
    club = django_filters.ModelChoiceFilter(
        label=_("Club"),
        field_name="organiser",
        queryset=Club.objects.in_order(),
        empty_label=_("All"),
    )
    pool = django_filters.ModelChoiceFilter(
        label=_("Rated as"), queryset=Pool.objects.order_by("pk"), empty_label=_("All")
    )
    kind = django_filters.ChoiceFilter(
        label=_("Sanctioned as"),
        method="sanctioned_as",
        choices=SanctionKind.choices,
        empty_label=_("All"),
    )
    month = MonthFilter(label=_("Month"), method="of_month")
    state = django_filters.ChoiceFilter(
        label=_("State"), choices=SHOWN_STATES, empty_label=_("All")
    )
    year = django_filters.NumberFilter(
        label=_("Year"),
        method="of_year",
        min_value=FIRST_YEAR,
        max_value=LAST_YEAR,
        widget=forms.NumberInput(attrs={"min": FIRST_YEAR, "max": LAST_YEAR}),
    )

    class Meta:
        model = Tournament
        fields: list[str] = []

    def named(
        self, rows: TournamentQuerySet, _name: str, text: str
    ) -> TournamentQuerySet:
        wanted = Q()
        for word in text.split()[:6]:
            wanted &= (
                Q(name__icontains=word)
                | Q(place__icontains=word)
                | Q(organiser__name__icontains=word)
            )
        return rows.filter(wanted)

    def sanctioned_as(
        self, rows: TournamentQuerySet, _name: str, kind: str
    ) -> TournamentQuerySet:
        return rows.filter(
            sanction__state=SanctionState.SANCTIONED, sanction__kind=kind
        )

    def of_month(
        self, rows: TournamentQuerySet, _name: str, first: date
    ) -> TournamentQuerySet:
        after = (first + timedelta(days=31)).replace(day=1)
        return rows.filter(start_date__lt=after, end_date__gte=first)

    def of_year(
        self, rows: TournamentQuerySet, _name: str, year: Any
    ) -> TournamentQuerySet:
        return rows.filter(start_date__year__lte=year, end_date__year__gte=year)

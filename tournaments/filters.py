"""What the calendar can be narrowed by."""

from typing import Any

import django_filters
from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.models import Club, District
from tournaments.enums import TournamentState
from tournaments.models import Tournament
from tournaments.models.tournaments import TournamentQuerySet

SHOWN_STATES = [
    (state.value, state.label)
    for state in TournamentState
    if state != TournamentState.DRAFT
]


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
    state = django_filters.ChoiceFilter(
        label=_("State"), choices=SHOWN_STATES, empty_label=_("All")
    )
    year = django_filters.NumberFilter(
        label=_("Year"),
        method="of_year",
        min_value=1900,
        max_value=2200,
        widget=forms.NumberInput(attrs={"min": 1900, "max": 2200}),
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

    def of_year(
        self, rows: TournamentQuerySet, _name: str, year: Any
    ) -> TournamentQuerySet:
        return rows.filter(start_date__year__lte=year, end_date__year__gte=year)

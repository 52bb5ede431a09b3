"""Filters of the register's lists."""

from datetime import date
from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from federation.enums import RoleKind
from federation.models import Club, District, Membership, Player, Role, User
from federation.models.places import ClubQuerySet
from federation.models.players import PlayerQuerySet
from federation.models.sorting import folded_text
from federation.queries.members import clubs_seen_by, former_members, members_on


class SearchFilter(django_filters.CharFilter):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=kwargs.pop("label", _("Search")),
            widget=forms.SearchInput(attrs={"autocomplete": "off", "maxlength": "100"}),
            max_length=100,
            **kwargs,
        )


class RoleFilters(django_filters.FilterSet):
    q = SearchFilter(label=_("Name, address or club"), method="search")
    kind = django_filters.ChoiceFilter(
        label=_("Role"), choices=RoleKind.choices, empty_label=_("All")
    )

    class Meta:
        model = Role
        fields: list[str] = []

    def search(self, rows: QuerySet[Role], name: str, value: str) -> QuerySet[Role]:
        for word in value.split()[:6]:
            rows = rows.filter(
                Q(user__name__icontains=word)
                | Q(user__email__icontains=word)
                | Q(club__search_text__contains=folded_text(word))
                | Q(district__name__icontains=word)
            )
        return rows


class AccountFilters(django_filters.FilterSet):
    q = SearchFilter(label=_("Name or address"), method="search")
    closed = django_filters.ChoiceFilter(
        label=_("State"),
        method="in_state",
        choices=[("open", _("Can sign in")), ("closed", _("The account is closed"))],
        empty_label=_("All"),
    )

    class Meta:
        model = User
        fields: list[str] = []

    def search(self, rows: QuerySet[User], name: str, value: str) -> QuerySet[User]:
        for word in value.split()[:6]:
            rows = rows.filter(Q(name__icontains=word) | Q(email__icontains=word))
        return rows

    def in_state(self, rows: QuerySet[User], name: str, value: str) -> QuerySet[User]:
        return rows.filter(is_active=value == "open")


class MemberFilters(django_filters.FilterSet):
    """Current members, unless the filter selects others."""

    q = SearchFilter(label=_("Name or number"), method="search")
    club = django_filters.ModelChoiceFilter(
        label=_("Club"),
        queryset=lambda request: clubs_seen_by(request.actor),
        empty_label=_("All"),
        method="of_club",
    )
    show = django_filters.ChoiceFilter(
        label=_("Show"),
        choices=[("former", _("Former members")), ("all", _("Everybody"))],
        empty_label=_("Members"),
        method="standing",
    )

    class Meta:
        model = Player
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(self.form.fields["club"].queryset[:2]) == 1:
            del self.form.fields["club"]

    @property
    def today(self) -> date:
        day: date = self.request.today
        return day

    def filter_queryset(self, queryset: PlayerQuerySet) -> PlayerQuerySet:
        rows = super().filter_queryset(queryset)
        return (
            rows if self.form.cleaned_data.get("show") else members_on(rows, self.today)
        )

    def search(self, rows: PlayerQuerySet, name: str, value: str) -> PlayerQuerySet:
        return rows.matching(value)

    def of_club(self, rows: PlayerQuerySet, name: str, club: Club) -> PlayerQuerySet:
        held = Membership.objects.of_club(club.pk)
        if not self.form.cleaned_data.get("show"):
            held = held.reaching(self.today)
        return rows.filter(pk__in=held.values("player_id"))

    def standing(self, rows: PlayerQuerySet, name: str, value: str) -> PlayerQuerySet:
        return former_members(rows, self.today) if value == "former" else rows


class ClubFilters(django_filters.FilterSet):
    q = SearchFilter(label=_("Name or town"), method="search")
    district = django_filters.ModelChoiceFilter(
        label=_("District"), queryset=District.objects.in_order(), empty_label=_("All")
    )
    closed = django_filters.ChoiceFilter(
        label=_("Show"),
        choices=[("closed", _("Closed clubs"))],
        empty_label=_("All"),
        method="standing",
    )

    class Meta:
        model = Club
        fields: list[str] = []

    def search(self, rows: ClubQuerySet, name: str, value: str) -> ClubQuerySet:
        for word in value.split()[:6]:
            rows = rows.filter(search_text__contains=folded_text(word))
        return rows

    def standing(self, rows: ClubQuerySet, name: str, value: str) -> ClubQuerySet:
        return rows.exclude(closed_date=None)

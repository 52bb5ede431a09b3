"""The filters of rating lists, the list of clubs and annual returns."""

from datetime import date
from typing import Any

import django_filters
from django import forms
from django.db.models import OuterRef, Subquery
from django.db.models.query import QuerySet
from django.utils.translation import gettext_lazy as _

from federation.enums import Gender, PlayerClass
from federation.forms.fields import LongSelect
from federation.models import Club, District, Player
from federation.models.sorting import folded_text
from federation.queries.members import shown_in_full
from federation.requests import OfficeRequest
from ratings.enums import ReturnState
from ratings.lists.queries.clubs_and_districts import ClubsAndDistricts
from ratings.lists.queries.facets import KEYS, key_of
from ratings.lists.queries.listing import AGE_GROUPS
from ratings.lists.queries.selections import Selection
from ratings.models import ClubReturn, ListEntry
from ratings.people.queries.fide_ratings import FideListInForce, with_rating
from ratings.people.queries.names import class_on, main_membership, searchable

AGE_LABELS = {
    "U13": _("Up to 13 years"),
    "U16": _("14–16 years"),
    "U20": _("17–20 years"),
    "V60": _("60 years and over"),
}
GENDER_LABELS = ((Gender.FEMALE.value, _("Women")), (Gender.MALE.value, _("Men")))

FIDE_LABELS = (("with", _("With one")), ("without", _("Without one")))


def _choice(
    label: Any, choices: Any = (), **kwargs: Any
) -> django_filters.ChoiceFilter:
    return django_filters.ChoiceFilter(
        label=label, choices=choices, empty_label=_("All"), widget=LongSelect, **kwargs
    )


class ListFilters(django_filters.FilterSet):
    """Filters of a published list, by the data stored with the list."""

    q = django_filters.CharFilter(
        label=_("Name or player number"),
        method="by_name",
        max_length=80,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )
    district = _choice(_("District"), method="in_district")
    club = _choice(_("Club"), method="in_club")
    player_class = _choice(
        _("Class"), choices=PlayerClass.choices, method="in_player_class"
    )
    age = _choice(
        _("Age"),
        choices=[(code, AGE_LABELS[code]) for code in AGE_GROUPS],
        method="of_age",
    )
    gender = _choice(_("Gender"), choices=GENDER_LABELS, method="of_gender")
    fide = _choice(_("FIDE rating"), choices=FIDE_LABELS, method="by_fide")

    class Meta:
        model = ListEntry
        fields: list[str] = []

    def __init__(
        self,
        data: Any,
        queryset: QuerySet[Any],
        request: OfficeRequest,
        places: ClubsAndDistricts,
        fide: FideListInForce | None = None,
    ) -> None:
        super().__init__(data, queryset=queryset, request=request)
        self.fide = fide
        if fide is None:
            del self.filters["fide"]
        self.today: date = request.today
        self.filters["district"].extra["choices"] = places.districts
        self.filters["club"].extra["choices"] = places.clubs

    def selection(self) -> Selection:
        """Return the filters of the form as keys of the list's facets."""
        chosen = {
            name: value
            for name, value in getattr(self.form, "cleaned_data", {}).items()
            if value not in (None, "")
        }
        on_fide = chosen.get("fide")
        return Selection(
            reader=self.request.actor,
            today=self.today,
            keys={name: key_of(name, chosen[name]) for name in KEYS if name in chosen},
            text=chosen.get("q", ""),
            fide=self.fide,
            on_fide=None if on_fide is None else on_fide == "with",
        )

    def by_name(self, rows: QuerySet[Any], name: str, text: str) -> QuerySet[Any]:
        """Return the rows with exactly this name; if there are none, similar names."""
        actor = self.request.actor
        found = rows.filter(
            player_id__in=searchable(text, actor, self.today).values("pk")
        )
        if found.exists():
            return found
        close = searchable(text, actor, self.today, mistyped=True)
        return rows.filter(player_id__in=close.values("pk"))

    def in_district(self, rows: QuerySet[Any], name: str, code: str) -> QuerySet[Any]:
        return rows.filter(
            district_id__in=District.objects.filter(code=code).values("pk")
        )

    def in_club(self, rows: QuerySet[Any], name: str, club: str) -> QuerySet[Any]:
        return rows.filter(club_id=club)

    def in_player_class(
        self, rows: QuerySet[Any], name: str, held: str
    ) -> QuerySet[Any]:
        return rows.filter(player_class=held)

    def of_age(self, rows: QuerySet[Any], name: str, group: str) -> QuerySet[Any]:
        return self._shown(rows).filter(age_group=group)

    def of_gender(self, rows: QuerySet[Any], name: str, gender: str) -> QuerySet[Any]:
        return self._shown(rows).filter(gender=gender)

    def _shown(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Leave out players whose name is hidden: a filter must not reveal their age
        and gender.
        """
        shown = shown_in_full(self.request.actor, self.today)
        if not shown:
            return rows
        hidden = Player.objects.exclude(shown)
        return rows.exclude(player_id__in=hidden.values("pk"))

    def by_fide(self, rows: QuerySet[Any], name: str, having: str) -> QuerySet[Any]:
        """Filter by having a rating on FIDE's list, as if hidden players had none."""
        if self.fide is None:
            return rows
        rated = with_rating(self.fide).filter(
            shown_in_full(self.request.actor, self.today)
        )
        those = {"player_id__in": rated.values("pk")}
        return rows.filter(**those) if having == "with" else rows.exclude(**those)


class LiveFilters(ListFilters):
    """Filters of the live list, by what the register says today."""

    def in_district(self, rows: QuerySet[Any], name: str, code: str) -> QuerySet[Any]:
        ours = main_membership(self.today).filter(club__district__code=code)
        return rows.filter(player_id__in=ours.values("player_id"))

    def in_club(self, rows: QuerySet[Any], name: str, club: str) -> QuerySet[Any]:
        ours = main_membership(self.today).filter(club_id=club)
        return rows.filter(player_id__in=ours.values("player_id"))

    def in_player_class(
        self, rows: QuerySet[Any], name: str, held: str
    ) -> QuerySet[Any]:
        now = class_on(self.today).filter(player=OuterRef("pk")).values("player_class")
        those = Player.objects.annotate(held=Subquery(now[:1])).filter(held=held)
        return rows.filter(player_id__in=those.values("pk"))

    def of_age(self, rows: QuerySet[Any], name: str, group: str) -> QuerySet[Any]:
        youngest, oldest = AGE_GROUPS[group]
        year = self.today.year
        those = Player.objects.filter(
            birth_year__range=(year - oldest, year - youngest)
        )
        return self._shown(rows).filter(player_id__in=those.values("pk"))

    def of_gender(self, rows: QuerySet[Any], name: str, gender: str) -> QuerySet[Any]:
        those = Player.objects.filter(gender=gender)
        return self._shown(rows).filter(player_id__in=those.values("pk"))


class ClubsOfListFilters(django_filters.FilterSet):
    q = django_filters.CharFilter(
        label=_("Name or town"),
        method="by_name",
        max_length=80,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )
    district = django_filters.ModelChoiceFilter(
        label=_("District"),
        queryset=District.objects.in_order(),
        to_field_name="code",
        empty_label=_("All"),
    )

    class Meta:
        model = Club
        fields: list[str] = []

    def by_name(self, rows: QuerySet[Any], name: str, text: str) -> QuerySet[Any]:
        return rows.filter(search_text__contains=folded_text(text))


class ReturnFilters(django_filters.FilterSet):
    q = django_filters.CharFilter(
        label=_("Club or town"),
        method="by_club",
        max_length=80,
        widget=forms.SearchInput(attrs={"autocomplete": "off"}),
    )
    state = _choice(_("State"), choices=ReturnState.choices)
    season = django_filters.NumberFilter(
        label=_("Season from"), min_value=1, max_value=9999
    )

    class Meta:
        model = ClubReturn
        fields: list[str] = []

    def by_club(self, rows: QuerySet[Any], name: str, text: str) -> QuerySet[Any]:
        return rows.filter(club__search_text__contains=folded_text(text))

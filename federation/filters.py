"""What the register's lists can be narrowed by."""

from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from federation.enums import RoleKind
from federation.models import Role
from federation.models.sorting import folded_text


class SearchInput(forms.TextInput):
    input_type = "search"


class SearchFilter(django_filters.CharFilter):
    def __init__(self, **facts: Any) -> None:
        super().__init__(
            label=facts.pop("label", _("Search")),
            widget=SearchInput(attrs={"autocomplete": "off", "maxlength": "100"}),
            max_length=100,
            **facts,
        )


class RoleFilters(django_filters.FilterSet):
    q = SearchFilter(label=_("Name, address or club"), method="holding")
    kind = django_filters.ChoiceFilter(
        label=_("Role"), choices=RoleKind.choices, empty_label=_("All")
    )

    class Meta:
        model = Role
        fields: list[str] = []

    def holding(self, rows: QuerySet[Role], name: str, value: str) -> QuerySet[Role]:
        for word in value.split()[:6]:
            rows = rows.filter(
                Q(user__name__icontains=word)
                | Q(user__email__icontains=word)
                | Q(club__search_text__contains=folded_text(word))
                | Q(district__name__icontains=word)
            )
        return rows

"""The calendar as a table."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from federation.templatetags.inline_tags import day, state
from tournaments.models import Tournament
from tournaments.queries.stages import TournamentStage


class CalendarTable(tables.Table):
    name = tables.Column(_("Tournament"), attrs={"td": {"class": "name"}})
    start_date = tables.Column(_("First day"), attrs={"td": {"class": "tight"}})
    end_date = tables.Column(_("Last day"), attrs={"td": {"class": "tight wide"}})
    organiser = tables.Column(
        _("Organiser"),
        order_by=("organiser__sort_key", "district__name"),
        empty_values=(),
        attrs={"td": {"class": "wide organiser-cell"}},
    )
    place = tables.Column(_("Place"), attrs={"td": {"class": "wide"}})
    stage = tables.Column(
        _("State"), accessor="pk", orderable=False, attrs={"td": {"class": "wide"}}
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stages: Mapping[int, TournamentStage] = {}

    def render_start_date(self, value: date) -> SafeString | str:
        return day(date=value)

    def render_end_date(self, value: date) -> SafeString | str:
        return day(date=value)

    def render_name(self, record: Tournament) -> SafeString:
        url = reverse("tournaments:tournament", args=[record.pk])
        return format_html('<a href="{}">{}</a>', url, record.name)

    def render_organiser(self, record: Tournament) -> str:
        return str(record.organiser or record.district)

    def render_stage(self, record: Tournament) -> SafeString | str:
        found = self.stages.get(record.pk)
        return state(kind=found.kind, label=found.label) if found else ""

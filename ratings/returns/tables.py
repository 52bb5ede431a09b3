"""The table of the clubs' annual returns."""

from datetime import date
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.formats import figures
from federation.templatetags import inline_tags
from ratings.enums import TO_SEND
from ratings.models import ClubReturn


class ReturnTable(tables.Table):
    club = tables.Column(
        gettext_lazy("Club"), order_by="club__sort_key", attrs={"td": {"class": "name"}}
    )
    season = tables.Column(
        gettext_lazy("Season from"), attrs={"td": {"class": "num wide"}}
    )
    state = tables.Column(gettext_lazy("State"))
    due_date = tables.Column(gettext_lazy("Due"), attrs={"td": {"class": "num wide"}})
    total_deduction = tables.Column(
        gettext_lazy("Deduction"), default="–", attrs={"td": {"class": "num wide"}}
    )
    games = tables.Column(
        gettext_lazy("Games, N"), default="–", attrs={"td": {"class": "num wide"}}
    )
    points = tables.Column(
        gettext_lazy("Points, S"), default="–", attrs={"td": {"class": "num wide"}}
    )
    chased_times = tables.Column(
        gettext_lazy("Reminders"), attrs={"td": {"class": "num wide"}}
    )

    class Meta:
        default = ""

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        self.today = today
        super().__init__(*args, **kwargs)

    def render_club(self, record: ClubReturn) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>',
            reverse("ratings:return", args=[record.pk]),
            record.club.name,
        )

    def render_season(self, value: int) -> str:
        return str(value)

    def render_state(self, record: ClubReturn) -> SafeString:
        shown = inline_tags.state(kind=record.state, label=record.get_state_display())
        if record.state in TO_SEND and record.due_date < self.today:
            return format_html("{}<small>&nbsp;· {}</small>", shown, _("late"))
        return shown

    def render_due_date(self, value: date) -> str:
        return value.isoformat()

    def render_total_deduction(self, value: int) -> str:
        return figures.signed(value)

    def render_points(self, value: int) -> str:
        return figures.signed(value)

"""The tables of clubs: who is in them, and what they send to the rating committee."""

from datetime import date
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.formats import figures
from federation.templatetags import leaves
from ratings.enums import TO_SEND
from ratings.models import ClubReturn
from ratings.queries.clubs import Member
from ratings.tables import player_link


class ClubTable(tables.Table):
    name = tables.Column(
        gettext_lazy("Club"), order_by="sort_key", attrs={"td": {"class": "name"}}
    )
    town = tables.Column(gettext_lazy("Town"), attrs={"td": {"class": "wide"}})
    district = tables.Column(
        gettext_lazy("District"),
        accessor="district__name",
        attrs={"td": {"class": "wide"}},
    )
    members = tables.Column(gettext_lazy("Members"), attrs={"td": {"class": "num"}})
    rated = tables.Column(
        gettext_lazy("With a rating"), attrs={"td": {"class": "num wide"}}
    )
    mean = tables.Column(
        gettext_lazy("Mean"), default="–", attrs={"td": {"class": "num rating"}}
    )

    class Meta:
        default = ""
        row_attrs = {
            "class": lambda record, table: (
                "pinned" if record.pk in table.pinned_clubs else None
            )
        }

    def __init__(self, *args: Any, pinned_clubs: Any = (), **facts: Any) -> None:
        self.pinned_clubs = pinned_clubs
        super().__init__(*args, **facts)

    def render_name(self, value: str, record: Any) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>', reverse("ratings:club", args=[record.pk]), value
        )

    def render_district(self, value: str, record: Any) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>',
            reverse("ratings:district", args=[record.district.code]),
            value,
        )

    def render_mean(self, value: float) -> str:
        return figures.rating(round(value))


class DistrictClubTable(ClubTable):
    class Meta(ClubTable.Meta):
        exclude = ("district",)


class MemberTable(tables.Table):
    name = tables.Column(gettext_lazy("Name"), attrs={"td": {"class": "name"}})
    player_class = tables.Column(
        gettext_lazy("Class"), attrs={"td": {"class": "mid wide"}}
    )
    live = tables.Column(
        gettext_lazy("Live"), default="–", attrs={"td": {"class": "num rating"}}
    )
    official = tables.Column(
        gettext_lazy("Newest list"), default="–", attrs={"td": {"class": "num"}}
    )
    last_played = tables.Column(
        gettext_lazy("Last game"), default="–", attrs={"td": {"class": "num wide"}}
    )
    is_main = tables.Column(gettext_lazy("Membership"), attrs={"td": {"class": "wide"}})

    class Meta:
        default = ""

    def render_name(self, record: Member) -> SafeString | str:
        return player_link(record.person)

    def render_live(self, value: float) -> str:
        return figures.rating(value)

    def render_official(self, value: float) -> str:
        return figures.rating(value)

    def render_last_played(self, value: date) -> str:
        return value.isoformat()

    def render_is_main(self, value: bool) -> str:  # noqa: FBT001 (the library's call)
        return _("main club") if value else _("guest")


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

    def __init__(self, *args: Any, today: date, **facts: Any) -> None:
        self.today = today
        super().__init__(*args, **facts)

    def render_club(self, record: ClubReturn) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>',
            reverse("ratings:return", args=[record.pk]),
            record.club.name,
        )

    def render_season(self, value: int) -> str:
        return str(value)

    def render_state(self, record: ClubReturn) -> SafeString:
        shown = leaves.state(kind=record.state, label=record.get_state_display())
        if record.state in TO_SEND and record.due_date < self.today:
            return format_html("{}<small>&nbsp;· {}</small>", shown, _("late"))
        return shown

    def render_due_date(self, value: date) -> str:
        return value.isoformat()

    def render_total_deduction(self, value: int) -> str:
        return figures.signed(value)

    def render_points(self, value: int) -> str:
        return figures.signed(value)

"""Tables of clubs, and of a club's members."""

from datetime import date
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.formats import figures
from ratings.clubs.queries.clubs import Member
from ratings.pages.tables import PoolTable, player_link


class ClubTable(PoolTable):
    name = tables.Column(
        gettext_lazy("Club"), order_by="sort_key", attrs={"td": {"class": "name"}}
    )
    town = tables.Column(gettext_lazy("Town"), attrs={"td": {"class": "wide"}})
    district = tables.Column(
        gettext_lazy("District"),
        accessor="district__name",
        attrs={"td": {"class": "wide"}},
    )
    members = tables.Column(
        gettext_lazy("Members"),
        initial_sort_descending=True,
        attrs={"td": {"class": "num"}},
    )
    rated = tables.Column(
        gettext_lazy("With a rating"),
        initial_sort_descending=True,
        attrs={"td": {"class": "num wide"}},
    )
    mean = tables.Column(
        gettext_lazy("Mean"),
        default="–",
        initial_sort_descending=True,
        attrs={"td": {"class": "num rating"}},
    )

    class Meta:
        default = ""

    def __init__(self, *args: Any, pinned_clubs: Any = (), **kwargs: Any) -> None:
        marked = {
            "class": lambda record: "pinned" if record.pk in pinned_clubs else None
        }
        super().__init__(*args, row_attrs=marked, **kwargs)

    def render_name(self, value: str, record: Any) -> SafeString:
        return format_html(
            '<a href="{}{}">{}</a>',
            reverse("ratings:club", args=[record.pk]),
            self.query,
            value,
        )

    def render_district(self, value: str, record: Any) -> SafeString:
        return format_html(
            '<a href="{}{}">{}</a>',
            reverse("ratings:district", args=[record.district.code]),
            self.query,
            value,
        )

    def render_mean(self, value: float) -> str:
        return figures.rating(round(value))


class DistrictClubTable(ClubTable):
    class Meta(ClubTable.Meta):
        exclude = ("district",)


class MemberTable(PoolTable):
    name = tables.Column(gettext_lazy("Name"), attrs={"td": {"class": "name"}})
    player_class = tables.Column(
        gettext_lazy("Class"), attrs={"td": {"class": "mid wide"}}
    )
    live = tables.Column(
        gettext_lazy("Rating now"),
        default="–",
        initial_sort_descending=True,
        attrs={"td": {"class": "num rating"}},
    )
    official = tables.Column(
        gettext_lazy("Rating on the list"),
        default="–",
        initial_sort_descending=True,
        attrs={"td": {"class": "num"}},
    )
    last_played = tables.Column(
        gettext_lazy("Last game"),
        default="–",
        initial_sort_descending=True,
        attrs={"td": {"class": "num wide"}},
    )
    is_main = tables.Column(gettext_lazy("Membership"), attrs={"td": {"class": "wide"}})

    class Meta:
        default = ""

    def render_name(self, record: Member) -> SafeString | str:
        return player_link(record.person, self.query, shown_beside="club")

    def render_live(self, value: float) -> str:
        return figures.rating(value)

    def render_official(self, value: float) -> str:
        return figures.rating(value)

    def render_last_played(self, value: date) -> str:
        return value.isoformat()

    def render_is_main(self, value: bool) -> str:  # noqa: FBT001 (the library's call)
        return _("main club") if value else _("guest")

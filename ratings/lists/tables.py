"""The tables of the lists. They get their rows sorted and cut to the page, and only
show them.
"""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.formats import figures, pictures
from federation.formats.table_columns import column
from federation.templatetags import inline_tags
from ratings.lists.queries.proposals import PeriodStage, PeriodStatus
from ratings.lists.queries.published_difference import PublishedDifference
from ratings.lists.queries.rating_rows import RatingRow
from ratings.models import RatingList
from ratings.pages.tables import OrderedRows, PoolTable, player_link
from ratings.people.queries.names import Person


def _row_id(record: RatingRow) -> str | None:
    """Return the row's HTML id; only players with a page have one to link to."""
    who = record.person
    return f"player-{who.pk}" if who and who.is_open else None


def _row_class(record: RatingRow) -> str | None:
    return "pinned" if record.pinned else None


class RatingListTable(PoolTable):
    rank = tables.Column(gettext_lazy("Rank"), attrs={"td": {"class": "rank"}})
    place = tables.Column(
        gettext_lazy("Here"), orderable=False, attrs={"td": {"class": "num wide"}}
    )
    name = tables.Column(
        gettext_lazy("Name"), accessor="person", attrs={"td": {"class": "name"}}
    )
    club = tables.Column(gettext_lazy("Club"), attrs={"td": {"class": "wide"}})
    player_class = tables.Column(
        gettext_lazy("Class"), attrs={"td": {"class": "mid wide"}}
    )
    rating = tables.Column(
        gettext_lazy("Rating"),
        initial_sort_descending=True,
        attrs={"td": {"class": "num rating"}},
    )
    change = tables.Column(
        "+/−", initial_sort_descending=True, attrs={"td": {"class": "num"}}
    )
    games = tables.Column(
        gettext_lazy("Games"),
        initial_sort_descending=True,
        attrs={"td": {"class": "num wide"}},
    )
    by_rating = tables.Column(
        gettext_lazy("Class by rating"),
        orderable=False,
        attrs={"td": {"class": "mid wide"}},
    )
    fide = tables.Column(
        gettext_lazy("FIDE"), orderable=False, attrs={"td": {"class": "num wide"}}
    )
    course = tables.Column(
        gettext_lazy("Two years"),
        orderable=False,
        attrs={"td": {"class": "wide tight"}},
    )

    class Meta:
        row_attrs = {"class": _row_class, "id": _row_id}
        attrs = {"class": "table-long"}
        default = ""

    def render_name(self, value: Person, record: RatingRow) -> SafeString | str:
        if not record.preliminary:
            return player_link(value, self.query, shown_beside="club")
        return format_html(
            '{} <small class="quiet">{}</small>',
            player_link(value, self.query, shown_beside="club"),
            _("preliminary, for the board"),
        )

    def render_rating(self, value: float) -> str:
        return figures.rating(value)

    def render_change(self, value: float, record: RatingRow) -> SafeString:
        if record.is_new:
            return format_html('<span class="quiet">{}</span>', _("new"))
        return figures.change(value)

    def render_course(self, value: tuple[float | None, ...]) -> SafeString:
        return pictures.sparkline(value)


def rating_table(
    rows: Sequence[RatingRow], order: str, **kwargs: Any
) -> RatingListTable:
    """Return the list's table. The column for the place within the selection is shown
    only if the list is filtered, FIDE's rating and the class by rating only if the rows
    have them.
    """
    left_out = [
        name
        for name in ("place", "by_rating", "fide")
        if all(getattr(row, name) is None for row in rows)
    ]
    return RatingListTable(
        OrderedRows(list(rows)),
        order_by=(order,),
        exclude=left_out,
        **kwargs,
    )


class DifferenceTable(PoolTable):
    name = tables.Column(gettext_lazy("Name"), attrs={"td": {"class": "name"}})
    old_rating = tables.Column(
        gettext_lazy("Before"), default="–", attrs={"td": {"class": "num"}}
    )
    new_rating = tables.Column(
        gettext_lazy("After"), default="–", attrs={"td": {"class": "num rating"}}
    )
    change = tables.Column("+/−", default="", attrs={"td": {"class": "num"}})
    old_games = tables.Column(
        gettext_lazy("Games before"), default="–", attrs={"td": {"class": "num wide"}}
    )
    new_games = tables.Column(
        gettext_lazy("Games after"), default="–", attrs={"td": {"class": "num wide"}}
    )
    old_rank = tables.Column(
        gettext_lazy("Rank before"), default="–", attrs={"td": {"class": "num wide"}}
    )
    new_rank = tables.Column(
        gettext_lazy("Rank after"), default="–", attrs={"td": {"class": "num wide"}}
    )

    class Meta:
        orderable = False
        default = ""

    def render_name(self, record: PublishedDifference) -> SafeString | str:
        return player_link(record.person, self.query, shown_beside="club")

    def render_old_rating(self, value: float) -> str:
        return figures.rating(value)

    def render_new_rating(self, value: float) -> str:
        return figures.rating(value)

    def render_change(self, value: float) -> SafeString:
        return figures.change(value)


STAGES = {
    PeriodStage.OPEN: ("live", gettext_lazy("Running")),
    PeriodStage.BUILDING: ("running", gettext_lazy("Being built")),
    PeriodStage.RECONSTRUCTED: ("none", gettext_lazy("Reconstructed")),
}


def _stage(status: PeriodStatus) -> tuple[str, str | Promise]:
    if status.stage in STAGES:
        return STAGES[status.stage]
    if status.stage == PeriodStage.PUBLISHED:
        if status.newest_list and status.newest_list.revision:
            return "revised", gettext_lazy("Revised")
        return "approved", gettext_lazy("Approved")
    if status.revises:
        return "waiting", gettext_lazy("Revised list waiting")
    return "waiting", gettext_lazy("List waiting")


class PeriodTable(tables.Table):
    """Periods with what their lists wait for."""

    period = column(gettext_lazy("Period"), "name")
    stage = column(gettext_lazy("State"))
    waits = column(gettext_lazy("Waiting for"), "wide", empty_values=())
    players = column(gettext_lazy("Players with games"), "num wide")
    newest_list = column(gettext_lazy("List in force"), "wide", default="–")

    class Meta:
        orderable = False
        default = ""

    def __init__(self, statuses: Sequence[PeriodStatus], **facts: Any) -> None:
        super().__init__(statuses, **facts)
        self.many_pools = len({each.period.pool_id for each in statuses}) > 1

    def render_period(self, record: PeriodStatus) -> SafeString:
        period, day = record.period, date_format(record.valid_from, "DATE_FORMAT")
        return format_html(
            '<div><a href="{}">{} – {}</a>'
            '<div class="quiet inbox-small">{}{}</div></div>',
            reverse("ratings:proposal", args=[period.pk]),
            inline_tags.day(date=period.start_date),
            inline_tags.day(date=period.end_date),
            _("list of %(day)s") % {"day": day},
            f" · {period.pool.label}" if self.many_pools else "",
        )

    def render_stage(self, record: PeriodStatus) -> SafeString:
        kind, label = _stage(record)
        return inline_tags.state(kind=kind, label=str(label))

    def render_waits(self, record: PeriodStatus) -> SafeString:
        return render_to_string("ratings/lists/proposal_waits.html", {"row": record})

    def render_newest_list(self, value: RatingList, record: PeriodStatus) -> SafeString:
        url = reverse("ratings:list", args=[value.number])
        revision = _("revision %(number)s") % {"number": value.revision}
        return format_html(
            '<a href="{}?pool={}">{}</a>{} <span class="quiet">{}</span>',
            url,
            record.period.pool.code,
            _("no. %(number)s") % {"number": value.number},
            f", {revision}" if value.revision else "",
            inline_tags.moment(at=value.published_at),
        )

"""The tables of the public pages. They get their rows in order and cut to the
page: a table here only shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2.data import TableListData

from federation.formats import figures, pictures
from federation.templatetags import leaves
from ratings.enums import TO_SEND
from ratings.models import ClubReturn
from ratings.queries.clubs import Member
from ratings.queries.names import Person
from ratings.queries.players import Standing
from ratings.queries.rating_rows import RatingRow
from ratings.queries.revisions import Difference

HIDDEN_WORDS = gettext_lazy("Hidden player")


class InOrder(TableListData):
    """Rows that the database has put in order."""

    def order_by(self, aliases: Sequence[str]) -> None:
        """They stay as they came."""


def player_link(person: Person | None) -> SafeString | str:
    """The name as this reader may see it, with the way to the player's page."""
    if person is None or not person.is_open:
        return person.name if person else str(HIDDEN_WORDS)
    return format_html(
        '<a href="{}">{}</a>', reverse("ratings:player", args=[person.pk]), person.name
    )


def _row_id(record: RatingRow) -> str | None:
    return f"player-{record.person.pk}" if record.person else None


def _row_class(record: RatingRow) -> str | None:
    return "pinned" if record.pinned else None


class RatingTable(tables.Table):
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
        gettext_lazy("Rating"), attrs={"td": {"class": "num rating"}}
    )
    change = tables.Column("+/−", attrs={"td": {"class": "num"}})
    games = tables.Column(gettext_lazy("Games"), attrs={"td": {"class": "num wide"}})
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
            return player_link(value)
        return format_html(
            '{} <small class="quiet">{}</small>',
            player_link(value),
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


def rating_table(rows: Sequence[RatingRow], order: str, **facts: Any) -> RatingTable:
    """The list's table, with a column for the place among those asked for only
    where something narrows the list, and FIDE's only where it is shown beside.
    """
    left_out = [
        name
        for name in ("place", "fide")
        if all(getattr(row, name) is None for row in rows)
    ]
    return RatingTable(
        InOrder(list(rows)),
        order_by=(order,),
        exclude=left_out,
        **facts,
    )


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """Somebody whom a search found."""

    person: Person
    standing: Standing | None

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def player_number(self) -> str:
        return self.person.national_id if self.person.shows_number else ""

    @property
    def club(self) -> str:
        return self.person.club

    @property
    def rating(self) -> float | None:
        return self.standing.rating if self.standing else None


class FoundPlayers(tables.Table):
    name = tables.Column(
        gettext_lazy("Name"), accessor="person", attrs={"td": {"class": "name"}}
    )
    number = tables.Column(
        gettext_lazy("Player number"),
        accessor="player_number",
        attrs={"td": {"class": "num wide"}},
    )
    club = tables.Column(gettext_lazy("Club"), attrs={"td": {"class": "wide"}})
    player_class = tables.Column(
        gettext_lazy("Class"),
        accessor="person__player_class",
        attrs={"td": {"class": "mid wide"}},
    )
    rating = tables.Column(
        gettext_lazy("Live"), default="–", attrs={"td": {"class": "num rating"}}
    )

    class Meta:
        orderable = False
        default = ""

    def render_name(self, value: Person) -> SafeString | str:
        return player_link(value)

    def render_rating(self, value: float) -> str:
        return figures.rating(value)


def found_players_table(found: Sequence[FoundPlayer], **facts: Any) -> FoundPlayers:
    return FoundPlayers(InOrder(list(found)), **facts)


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


class DifferenceTable(tables.Table):
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

    def render_name(self, record: Difference) -> SafeString | str:
        return player_link(record.person)

    def render_old_rating(self, value: float) -> str:
        return figures.rating(value)

    def render_new_rating(self, value: float) -> str:
        return figures.rating(value)

    def render_change(self, value: float) -> SafeString:
        return figures.change(value)


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
        is_late = record.state in TO_SEND and record.due_date < self.today
        return format_html("{} <small>{}</small>", shown, _("late") if is_late else "")

    def render_due_date(self, value: date) -> str:
        return value.isoformat()

    def render_total_deduction(self, value: int) -> str:
        return figures.signed(value)

    def render_points(self, value: int) -> str:
        return figures.signed(value)

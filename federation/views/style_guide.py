"""The style guide: every token and component in every state, both themes.

The samples are invented and never touch the register.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

import django_tables2 as tables
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from federation.formats import figures, pictures
from federation.formats.shapes import STATES

ACCENTS = ("oxblood", "pine", "ink-blue", "ochre")
COLOURS = (
    "paper",
    "paper-sunk",
    "paper-pinned",
    "ink",
    "ink-soft",
    "ink-faint",
    "rule",
    "rule-strong",
    "diagonal",
    "rule-control",
    "accent",
    "accent-strong",
    "fill",
    "fill-strong",
    "margin-rule",
    "gain",
    "loss",
    "info",
    "good",
    "warn",
    "bad",
    "focus",
)


@dataclass(frozen=True)
class SampleLine:
    rank: int
    name: str
    club: str
    born: int
    rating: int
    change: Decimal
    games: int
    course: tuple[int, ...]


@dataclass(frozen=True)
class Point:
    date: date
    value: Decimal
    live: bool = False


LINES = (
    SampleLine(1, "Åkesson, Görel", "SK Rockaden", 1981, 2214, Decimal(12), 11, (2150, 2188, 2202, 2214)),
    SampleLine(2, "Wójcik, Łukasz", "Limhamns SK", 1994, 2187, Decimal("-7.5"), 9, (2210, 2195, 2187)),
    SampleLine(3, "Šķēle, Jānis", "Gotlands Schackklubb", 1967, 2103, Decimal(0), 0, (2103, 2103)),
    SampleLine(4, "von Üxküll-Gyllenband, Carl-Fredrik Alexander", "Norrtälje Schacksällskap", 1949, 1998, Decimal(-103), 24, (2120, 2101, 2050, 1998)),
    SampleLine(5, "Ek, Bo", "Umeå SS", 2014, 812, Decimal("0.5"), 3, (800, 806, 812)),
)  # fmt: skip
HISTORY = (
    *(
        Point(date(2023 + q // 4, 1 + 3 * (q % 4), 1), Decimal(value))
        for q, value in enumerate(
            (1702, 1715, 1698, 1731, 1760, 1755, 1792, 1801, 1788, 1812, 1827, 1843)
        )
    ),
    Point(date(2026, 2, 8), Decimal("1851.5"), live=True),
    Point(date(2026, 3, 1), Decimal(1849), live=True),
)
MOMENT = datetime(2026, 3, 1, 18, 42, tzinfo=UTC)


class SampleTable(tables.Table):
    rank = tables.Column("Nr", attrs={"td": {"class": "rank"}})
    name = tables.Column(_("Name"), attrs={"td": {"class": "name"}})
    club = tables.Column(_("Club"), attrs={"td": {"class": "wide"}})
    born = tables.Column(_("Born"), attrs={"td": {"class": "num wide"}})
    rating = tables.Column(_("Rating"), attrs={"td": {"class": "num rating"}})
    change = tables.Column("+/−", attrs={"td": {"class": "num"}})
    games = tables.Column(_("Games"), attrs={"td": {"class": "num wide"}})
    course = tables.Column(
        _("Two years"), orderable=False, attrs={"td": {"class": "wide tight"}}
    )

    class Meta:
        row_attrs = {"class": lambda record: "pinned" if record.rank == 2 else None}  # noqa: PLR2004 (a sample)

    def render_rating(self, value: int) -> str:
        return figures.rating(value)

    def render_change(self, value: Decimal) -> str:
        return figures.change(value, align_halves=True)

    def render_course(self, value: tuple[int, ...]) -> str:
        return pictures.sparkline(value)


class Sample(forms.Form):
    name = forms.CharField(
        label=_("Tournament's name"), help_text=_("As it will appear in the calendar.")
    )
    starts_on = forms.DateField(label=_("First day"), initial=date(2026, 3, 1))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, required=False)
    place = forms.ChoiceField(
        label=_("Place"),
        choices=[("", "—"), ("sal", "Folkets hus"), ("hem", "Klubblokalen")],
    )
    form = forms.ChoiceField(
        label=_("Form"),
        choices=[("all", _("All play all")), ("swiss", _("Swiss system"))],
        widget=forms.RadioSelect,
    )
    comment = forms.CharField(
        label=_("Comment"), widget=forms.Textarea(attrs={"rows": 3}), required=False
    )
    results = forms.FileField(label=_("Results file"), required=False)
    public = forms.BooleanField(label=_("Show in the calendar at once"), required=False)


def style_guide(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "federation/style_guide.html",
        {
            "accents": ACCENTS,
            "colours": COLOURS,
            "states": STATES,
            "table": _table(request),
            "history": HISTORY,
            "form": Sample(),
            "refused_form": Sample({"rounds": "0", "comment": "Står kvar", "name": ""}),
            "day": date(2026, 3, 1),
            "moment": MOMENT,
            "changes": (Decimal(12), Decimal("7.5"), Decimal("0.5"), 0, Decimal("-7.5"), -103, None),
            "half_points": (7, 6, 1, 0, None),
            "numbers": range(1, 7),
        },
    )  # fmt: skip


def _table(request: HttpRequest) -> SampleTable:
    table = SampleTable(
        LINES, order_by=request.GET.get("sort", "rank"), request=request
    )
    table.paginate(page=_page(request), per_page=3)
    return table


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    return 2 if text == "2" else 1

"""Fast table rendering: the same cells as those of django-tables2."""

from dataclasses import dataclass

import django_tables2 as tables
import pytest
from django.utils.html import format_html

from federation.formats.rendered_table import render_table


@dataclass(frozen=True)
class Club:
    name: str


@dataclass(frozen=True)
class Line:
    name: str
    rating: float | None
    club: Club | None = None


class LinesTable(tables.Table):
    name = tables.Column(attrs={"td": {"class": "name"}})
    rating = tables.Column(default="–")
    club = tables.Column(accessor="club__name", attrs={"td": {"class": "wide"}})
    both = tables.Column(accessor="name", empty_values=())

    class Meta:
        row_attrs = {
            "id": lambda record: f"line-{record.name}" if record.rating else None
        }
        default = ""

    def render_rating(self, value):
        return f"{value:.0f}"

    def render_both(self, value, record):
        return format_html("<b>{}</b> {}", value, record.rating)


LINES = [Line("Ek & <Berg>", 1500.4, Club("Lund")), Line("Öst", None)]


def test_cells_equal_those_of_django_tables2():
    table = LinesTable(LINES)
    body = render_table(table).body
    for row in table.rows:
        for cell in row:
            assert format_html(">{}</", cell) in body


def test_row_escapes_values_and_keeps_rendered_markup():
    first, second = render_table(LinesTable(LINES)).body.split("\n")
    assert '<tr id="line-Ek &amp; &lt;Berg&gt;">' in first
    assert '<th scope="row" class="name">Ek &amp; &lt;Berg&gt;</th>' in first
    assert '<td>1500</td><td class="wide" data-label="Club">Lund</td>' in first
    assert "<td><b>Ek &amp; &lt;Berg&gt;</b> 1500.4</td>" in first
    assert second.startswith('<tr><th scope="row" class="name">Öst</th><td>–</td>')


def test_a_table_with_links_is_refused():
    class LinkedTable(tables.Table):
        name = tables.Column(linkify=lambda record: f"/{record.name}/")

    with pytest.raises(TypeError, match="no links"):
        _ = render_table(LinkedTable(LINES)).body

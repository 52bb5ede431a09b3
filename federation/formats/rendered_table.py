"""Fast rendering of a django-tables2 table.

For every cell the library recomputes its attributes and the parameters of its `render_`
method, which is most of its time on a page of a hundred rows; here both are read once
for each column. A column of class `name` is the row's heading; one of class `wide` is
shown on a phone when the row is opened.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import signature
from typing import Any

from django.db.models import Model
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class ColumnHeader:
    label: str
    css: str
    sort: str
    order: str


@dataclass(frozen=True, slots=True)
class RenderedTable:
    """What the table template needs to know, computed once."""

    table: Any
    heads: tuple[ColumnHeader, ...]
    kept: int

    @property
    def opens(self) -> bool:
        return self.kept < len(self.heads)

    @property
    def css(self) -> str:
        own = self.table.attrs.get("class", "")
        return " ".join(
            filter(None, ["table", own, "table-opens" if self.opens else ""])
        )

    @property
    def body(self) -> SafeString:
        return mark_safe("\n".join(self._rows()))  # noqa: S308 (escaped)

    def _rows(self) -> Iterator[str]:
        columns = [
            (*_frame(head), _cell_of(column))
            for head, column in zip(self.heads, self.table.columns, strict=True)
        ]
        tail, attrs = self._opener(), self.table.row_attrs
        for row in self.table.paginated_rows:
            cells = "".join(
                f"{before}{conditional_escape(cell(row))}{after}"
                for before, after, cell in columns
            )
            yield f"<tr{_row_attrs(attrs, row.record)}>{cells}{tail}</tr>"

    def _opener(self) -> str:
        if not self.opens:
            return ""
        return format_html(
            '<td class="row-more"><label><input type="checkbox" aria-label="{}">'
            "</label></td>",
            _("Show the rest of this row"),
        )


def render_table(table: Any) -> RenderedTable:
    heads = tuple(_head(column) for column in table.columns)
    kept = sum("wide" not in head.css.split() for head in heads)
    return RenderedTable(table=table, heads=heads, kept=kept)


def _head(column: Any) -> ColumnHeader:
    return ColumnHeader(
        label=column.header,
        css=column.attrs["td"].get("class", "") or "",
        sort=_sort(column),
        order=str(column.order_by_alias.next) if column.orderable else "",
    )


def _sort(column: Any) -> str:
    if not column.is_ordered:
        return "none"
    return "descending" if column.order_by_alias.is_descending else "ascending"


def _frame(head: ColumnHeader) -> tuple[str, str]:
    classes = head.css.split()
    tag = "th" if "name" in classes else "td"
    scope = ' scope="row"' if tag == "th" else ""
    css = format_html(' class="{}"', head.css) if head.css else ""
    label = format_html(' data-label="{}"', head.label) if "wide" in classes else ""
    return f"<{tag}{scope}{css}{label}>", f"</{tag}>"


def _cell_of(column: Any) -> Callable[[Any], Any]:
    """Return the function that makes a row's cell of this column. It does what
    `BoundRow.get_cell` does, but only for rows of our own without links, and passes
    `render_` nothing but value and record.
    """
    if column.link:
        raise TypeError("This table has no links: let `render_` write them.")
    taken = signature(column.render).parameters

    def cell(row: Any) -> Any:
        if isinstance(row.record, Model):  # whose choices are shown by their labels
            return row.get_cell(column.name)
        value = column.accessor.resolve(row.record, quiet=True)
        if value in column.column.empty_values:
            return column.default
        offered = {"value": value, "record": row.record}
        return column.render(**{name: offered[name] for name in taken})

    return cell


def _row_attrs(attrs: dict[str, Callable[..., str | None]], record: Any) -> str:
    values = ((name, value(record=record)) for name, value in attrs.items())
    return format_html_join("", ' {}="{}"', ((name, it) for name, it in values if it))

"""A django-tables2 table as lean rows.

The library works out every cell's attributes anew, which is most of its time on
a page of a hundred rows; here a column's class is read once. A column of class
`name` heads its row, one of class `wide` is opened by the row on a phone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

STRIPES = {"even", "odd"}


@dataclass(frozen=True, slots=True)
class Head:
    label: str
    css: str
    sort: str
    order: str


@dataclass(frozen=True, slots=True)
class TableSheet:
    """What the table template needs to know, worked out once."""

    table: Any
    heads: tuple[Head, ...]
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
        frames = tuple(_frame(head) for head in self.heads)
        tail = self._opener()
        return mark_safe("\n".join(self._rows(frames, tail)))  # noqa: S308 (escaped)

    def _rows(self, frames: tuple[tuple[str, str], ...], tail: str) -> Iterator[str]:
        for row in self.table.paginated_rows:
            cells = "".join(
                f"{before}{_text(cell)}{after}"
                for (before, after), (_column, cell) in zip(
                    frames, row.items(), strict=True
                )
            )
            yield f"<tr{_row_attrs(row)}>{cells}{tail}</tr>"

    def _opener(self) -> str:
        if not self.opens:
            return ""
        return format_html(
            '<td class="row-more"><label><input type="checkbox" aria-label="{}">'
            "</label></td>",
            _("Show the rest of this row"),
        )


def sheet(table: Any) -> TableSheet:
    heads = tuple(_head(column) for column in table.columns)
    kept = sum("wide" not in head.css.split() for head in heads)
    return TableSheet(table=table, heads=heads, kept=kept)


def _head(column: Any) -> Head:
    return Head(
        label=column.header,
        css=column.attrs["td"].get("class", "") or "",
        sort=_sort(column),
        order=str(column.order_by_alias.next) if column.orderable else "",
    )


def _sort(column: Any) -> str:
    if not column.is_ordered:
        return "none"
    return "descending" if column.order_by_alias.is_descending else "ascending"


def _frame(head: Head) -> tuple[str, str]:
    classes = head.css.split()
    tag = "th" if "name" in classes else "td"
    scope = ' scope="row"' if tag == "th" else ""
    css = format_html(' class="{}"', head.css) if head.css else ""
    label = format_html(' data-label="{}"', head.label) if "wide" in classes else ""
    return f"<{tag}{scope}{css}{label}>", f"</{tag}>"


def _text(cell: Any) -> str:
    return format_html("{}", cell)


def _row_attrs(row: Any) -> str:
    attrs = dict(row.attrs)
    attrs["class"] = " ".join(c for c in attrs["class"].split() if c not in STRIPES)
    return format_html_join(
        "", ' {}="{}"', ((name, value) for name, value in attrs.items() if value)
    )

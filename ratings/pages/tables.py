"""Parts shared by the tables of several subjects."""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from django_tables2.data import TableListData

from ratings.people.queries.names import Person

HIDDEN_WORDS = gettext_lazy("Hidden player")


class OrderedRows(TableListData):
    """Rows that the database has put in order."""

    def order_by(self, aliases: Sequence[str]) -> None:
        """Do nothing: the rows stay in the order in which they were given."""


class PoolTable(tables.Table):
    """A table of players in one pool; `query` is the query string of its links to pages
    of the pool (`PoolContext.query`).
    """

    def __init__(self, *args: Any, query: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.query = query


def player_link(
    person: Person | None, query: str, *, shown_beside: str = ""
) -> SafeString | str:
    """Return the name as this reader may see it, as a link to the player's page in the
    pool that `query` names, and what distinguishes the player from a namesake.

    `shown_beside`: the part of the latter that is shown beside the name anyway, "club" or
    "year and club".
    """
    if person is None:
        return str(HIDDEN_WORDS)
    suffix = {"": person.apart, "club": person.year_apart, "year and club": ""}[
        shown_beside
    ]
    apart = format_html(' <small class="apart">{}</small>', suffix) if suffix else ""
    if not person.is_open:
        return format_html("{}{}", person.name, apart)
    return format_html(
        '<a href="{}{}">{}</a>{}',
        reverse("ratings:player", args=[person.pk]),
        query,
        person.name,
        apart,
    )

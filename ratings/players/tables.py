"""The table of players found by a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from federation.formats import figures
from ratings.pages.tables import OrderedRows, PoolTable, player_link
from ratings.people.queries.names import Person
from ratings.players.queries.players import LiveListLine


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player found by a search."""

    person: Person
    line: LiveListLine | None

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def player_number(self) -> str:
        return self.person.national_id

    @property
    def club(self) -> str:
        return self.person.club

    @property
    def rating(self) -> float | None:
        return self.line.rating if self.line else None


class FoundPlayers(PoolTable):
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
        gettext_lazy("Rating now"), default="–", attrs={"td": {"class": "num rating"}}
    )

    class Meta:
        orderable = False
        default = ""

    def render_name(self, value: Person) -> SafeString | str:
        return player_link(value, self.query, shown_beside="club")

    def render_rating(self, value: float) -> str:
        return figures.rating(value)


def found_players_table(found: Sequence[FoundPlayer], **kwargs: Any) -> FoundPlayers:
    return FoundPlayers(OrderedRows(list(found)), **kwargs)

"""The rows of a published list and of the live one, in the same form."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice, starmap
from typing import Any

import numpy as np
from django.db.models import (
    Exists,
    F,
    Func,
    IntegerField,
    OuterRef,
    Subquery,
    Sum,
    TextField,
    Value,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.db.models.query import QuerySet

from federation.enums import PlayerClass
from federation.models import Club, Player
from federation.permissions import NOBODY, Actor
from ratings.ledger.queries.current_rows import LIVE_PLACES
from ratings.ledger.queries.packed_rows import Column
from ratings.lists.queries.name_walk import ListedPositions
from ratings.models import Change, ListEntry, LivePlace
from ratings.people.queries.fide_ratings import FideListInForce
from ratings.people.queries.names import (
    Person,
    class_on,
    main_membership,
    read_people,
    shown_order,
)
from ratings.pools.queries.publications import Publication

LAST = "~"
"""Sorts after every name: players without a club come at the end."""
CHUNK = 2000
"""Lines that are read at once, with their players."""


@dataclass(frozen=True, slots=True)
class Entries:
    """The listed players of a list, for a reader on a day. `keys`: sort keys other than
    the place, by column name; `columns`: the columns that a line is read from;
    `listed`: the same rows for SQL.
    """

    rows: QuerySet[Any]
    keys: Mapping[str, Combinable]
    columns: tuple[str, ...]
    total: int
    listed: ListedPositions
    reader: Actor
    today: date


@dataclass(frozen=True, slots=True)
class ListLine:
    """A player's line. Club and class are None on the live list, where they are read
    from the register; change and games are None if an imported list does not have them.
    """

    player_id: int
    position: int
    rank: int
    rating: float
    change: float | None
    games: int | None
    club_id: int | None = None
    player_class: str | None = None

    def club_and_class(self, who: Person | None) -> tuple[int | None, str]:
        """Return the club's id and the class: as they were when the list was published,
        on the live list as the register has them for the line's player.
        """
        if self.player_class is not None:
            return self.club_id, self.player_class
        return (who.club_id, who.player_class) if who else (None, "")


_OF_LIST = (
    "(SELECT player_id, position FROM ratings_listentry"
    " WHERE pool_id = %(pool)s AND list_id = %(list)s)"
)
_NUMBERS = ("player_id", "position", "rank", "rating")


def published_entries(
    publication: Publication, today: date, reader: Actor = NOBODY
) -> Entries:
    """Return a published list; names are sorted as they are shown to the reader today."""
    rows = ListEntry.objects.filter(
        pool_id=publication.pool_id, list_id=publication.pk, position__isnull=False
    )
    club = Club.objects.filter(pk=OuterRef("club_id")).values("sort_key")
    return Entries(
        rows=rows,
        keys={
            "name": _name_key(reader, today),
            "club": _or_last(Subquery(club[:1])),
            "player_class": _class_key(F("player_class")),
            "change": Coalesce(F("change"), Value(0.0)),
            "games": Coalesce(F("games"), Value(0)),
        },
        columns=(*_NUMBERS, "change", "games", "club_id", "player_class"),
        total=publication.listed,
        listed=ListedPositions(
            _OF_LIST, {"pool": publication.pool_id, "list": publication.pk}
        ),
        reader=reader,
        today=today,
    )


def live_entries(
    pool_id: int,
    newest: Publication | None,
    today: date,
    reader: Actor = NOBODY,
) -> Entries:
    """Return the live list. Changes and games are counted since the newest published
    list; without one, and for the change of a player who is not on it, in the player's
    newest step.
    """
    rows = LivePlace.objects.of_pool(pool_id)
    highest = rows.order_by("-position").values_list("position", flat=True).first()
    club = main_membership(today).filter(player_id=OuterRef("player_id"))
    held = class_on(today).filter(player_id=OuterRef("player_id"))
    return Entries(
        rows=_since(rows, newest),
        keys={
            "name": _name_key(reader, today),
            "club": _or_last(Subquery(club.values("club__sort_key")[:1])),
            "player_class": _class_key(Subquery(held.values("player_class")[:1])),
            "change": F("moved"),
            "games": F("played"),
        },
        columns=(*_NUMBERS, "moved", "played"),
        total=highest or 0,
        listed=ListedPositions(LIVE_PLACES, {"pool": pool_id}),
        reader=reader,
        today=today,
    )


def read_lines(
    entries: Entries, reader: Actor, day: date
) -> Iterator[list[tuple[ListLine, Person | None]]]:
    """Yield the listed players in order, some at a time, as the reader may see them on
    the day.
    """
    found = entries.rows.order_by("position").values_list(*entries.columns)
    lines = starmap(ListLine, found.iterator(chunk_size=CHUNK))
    while chunk := list(islice(lines, CHUNK)):
        known = read_people([line.player_id for line in chunk], reader, day)
        yield [(line, known.get(line.player_id)) for line in chunk]


def read_people_of_page(
    entries: Entries,
    players: Collection[int],
    reader: Actor,
    today: date,
    fide: FideListInForce | None = None,
) -> dict[int, Person]:
    """Return some of the listed players as the reader may see them. A player is marked
    as a namesake if the other one is anywhere on the list, so that every page of it
    shows the same.
    """
    called = Player.objects.filter(pk__in=players).values("search_text")
    listed = entries.rows.filter(player_id=OuterRef("pk"))
    alike = Player.objects.filter(Exists(listed), search_text__in=called)
    these = Player.objects.filter(pk__in=players).values("pk")
    found = read_people(these.union(alike.values("pk")), reader, today, fide)
    return {pk: found[pk] for pk in players if pk in found}


def lines_at(entries: Entries, places: Collection[int]) -> tuple[ListLine, ...]:
    """Return the lines at these places of the list, in their order."""
    rows = entries.rows.filter(position__in=places).values_list(*entries.columns)
    line_at = {line.position: line for line in starmap(ListLine, rows)}
    return tuple(line_at[place] for place in places if place in line_at)


def ranks_among(chosen: Column, lines: Iterable[ListLine]) -> dict[int, int]:
    """Return the rank of each line's player among the `chosen` places, which ascend.
    Players with a shared rank all get the first place among them.
    """
    return {
        line.player_id: int(np.searchsorted(chosen, line.rank)) + 1 for line in lines
    }


def _since(rows: QuerySet[Any], newest: Publication | None) -> QuerySet[Any]:
    if newest is None:
        newest_step: QuerySet[Any] = rows.annotate(
            moved=F("rating") - F("base"), played=F("games")
        )
        return newest_step
    player = OuterRef("player_id")
    official = ListEntry.objects.filter(
        pool_id=newest.pool_id, player_id=player, list_id=newest.pk
    ).values("rating")
    steps = Change.objects.of_pool(newest.pool_id).filter(
        player_id=player, ended_on__gt=newest.end_date
    )
    played = steps.values("player_id").annotate(sum=Sum("games")).values("sum")
    since: QuerySet[Any] = rows.annotate(
        moved=F("rating") - Coalesce(Subquery(official[:1]), F("base")),
        played=Coalesce(Subquery(played), 0),
    )
    return since


def _name_key(reader: Actor, today: date) -> Combinable:
    player = Player.objects.filter(pk=OuterRef("player_id"))
    shown = player.annotate(shown_order=shown_order(reader, today))
    return Subquery(
        shown.values("shown_order")[:1], output_field=TextField(db_collation="C")
    )


def _or_last(club: Combinable) -> Combinable:
    return Coalesce(club, Value(LAST), output_field=TextField())


def _class_key(held: Combinable) -> Combinable:
    return Coalesce(ClassPlace(held), len(PlayerClass) + 1)


class ClassPlace(Func):
    """SQL for the place of a class among the classes, the highest first."""

    template = (
        f"ARRAY_POSITION(ARRAY{[str(each) for each in PlayerClass]}::text[],"
        " (%(expressions)s)::text)"
    )
    output_field = IntegerField()

"""The rows of a list's table: its lines with names, clubs and the ratings of two
years.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from federation.models import Player
from ratings.lists.queries.list_pages import PER_PAGE
from ratings.lists.queries.listing import months_before
from ratings.lists.queries.lists import Entries, ListLine
from ratings.models import ListEntry
from ratings.people.queries.names import Person
from ratings.pools.queries.publications import Publication

MONTHS = 24

Courses = dict[int, dict[int, float | None]]
"""Ratings by player, then by list."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's line on a rating list; `place` is the rank within the selection."""

    position: int
    rank: int
    place: int | None
    person: Person | None
    club: str
    player_class: str
    rating: float
    change: float | None
    games: int | None
    is_new: bool
    course: tuple[float | None, ...]
    pinned: bool
    fide: int | None = None
    by_rating: str | None = None
    """The class that the rating alone gives, where the system names classes."""
    preliminary: bool = False
    """Whether the rating waits for the board."""

    @property
    def page(self) -> int:
        """The page of the whole list that contains the line."""
        return (self.position - 1) // PER_PAGE + 1


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What else is needed to show the lines of a page. `lists`: those of two years, the
    oldest first; `previous`: the list that changes are counted from; `live`: the lines
    are those of the live list.
    """

    people: dict[int, Person]
    club_names: dict[int, str]
    courses: Courses
    lists: tuple[Publication, ...]
    previous: Publication | None
    live: bool
    pinned_players: Collection[int]
    pinned_clubs: Collection[int]
    class_by_rating: Callable[[float], str] | None = None
    for_board: Collection[int] = ()
    """The players whose rating waits for the board."""


def rating_rows(
    lines: Iterable[ListLine], ranks: dict[int, int] | None, around: Surroundings
) -> list[RatingRow]:
    """Return the rows of these lines, in their order."""
    return [_row(line, (ranks or {}).get(line.player_id), around) for line in lines]


def pinned_lines(
    entries: Entries, players: Collection[int], shown: Q
) -> list[ListLine]:
    """Return the lines of the reader's pinned `players`, in the order of the list: of
    those who are `shown` to the reader.
    """
    if not players:
        return []
    known = Player.objects.filter(shown, pk__in=players)
    rows = entries.rows.filter(player_id__in=known.values("pk")).order_by("position")
    return [ListLine(*row) for row in rows.values_list(*entries.columns)]


def _row(line: ListLine, place: int | None, around: Surroundings) -> RatingRow:
    who = around.people.get(line.player_id)
    club_id, player_class = line.club_and_class(who)
    return RatingRow(
        position=line.position,
        rank=line.rank,
        place=place,
        person=who,
        club=around.club_names.get(club_id or 0, ""),
        player_class=player_class,
        rating=line.rating,
        change=line.change,
        games=line.games,
        is_new=_is_new(line, around),
        course=_course(line, around),
        pinned=club_id in around.pinned_clubs
        or (who is not None and who.pk in around.pinned_players),
        fide=who.fide if who else None,
        by_rating=around.class_by_rating and around.class_by_rating(line.rating),
        preliminary=line.player_id in around.for_board,
    )


def _is_new(line: ListLine, around: Surroundings) -> bool:
    """Return whether the player is not on the previous list, if that was read."""
    if around.previous is None or around.previous not in around.lists:
        return False
    return around.previous.pk not in around.courses.get(line.player_id, {})


def _course(line: ListLine, around: Surroundings) -> tuple[float | None, ...]:
    mine = around.courses.get(line.player_id, {})
    official = tuple(mine.get(each.pk) for each in around.lists)
    return (*official, line.rating) if around.live else official


def two_years_before(day: date) -> date:
    return months_before(day, MONTHS)


def ratings_by_list(players: Iterable[int], lists: Iterable[Publication]) -> Courses:
    """Return each player's rating on each list; lists without the player are left out."""
    those = list(lists)
    if not those:
        return {}
    found: Courses = defaultdict(dict)
    rows = ListEntry.objects.filter(
        pool_id=those[0].pool_id,
        list_id__in=[each.pk for each in those],
        player_id__in=list(players),
    ).values_list("player_id", "list_id", "rating")
    for player_id, list_id, rating in rows:
        found[player_id][list_id] = rating
    return found

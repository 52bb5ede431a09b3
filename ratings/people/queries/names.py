"""People as a reader may see them: every page, file and search of ratings takes its
names from here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    F,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.expressions import Combinable

from federation.enums import Visibility
from federation.models import ClassMembership, Club, Membership, Player
from federation.models.memberships import ClassMembershipQuerySet, MembershipQuerySet
from federation.models.players import PlayerQuerySet, shown_name
from federation.permissions import Actor, Permission
from federation.queries.members import seen_although_hidden, shown_in_full
from ratings.people.queries.fide_ratings import FideListInForce, rating_on


@dataclass(frozen=True, slots=True)
class Person:
    """What one reader may know of a player, with the register's facts of the day. It
    contains nothing else, so that no page can show more.

    `is_open`: this reader is shown the full name, and with it the player's key, number,
    page and links. Of other players there are only the initials or nothing, the main
    club and the class, and key 0, which has no page. `is_full`: this reader sees what
    the player hides from the public; `fide`: the rating on the requested FIDE list.
    """

    pk: int
    name: str
    is_open: bool
    is_full: bool
    national_id: str
    birth_year: int | None
    gender: str
    title: str
    status: str
    visibility: str
    club_id: int | None
    club: str
    district_id: int | None
    player_class: str
    fide: int | None
    leads_to: int | None
    """The player into whom this card is merged."""
    is_namesake: bool = False
    """Whether another player with the same shown name was read at the same time."""

    @property
    def year_apart(self) -> str:
        """The year of birth, for a namesake beside whose name the club is shown."""
        return str(self.birth_year or "") if self.is_namesake else ""

    @property
    def with_year(self) -> str:
        """The name, for places with the club beside it: for a namesake with the year."""
        return f"{self.name} ({self.year_apart})" if self.year_apart else self.name

    @property
    def apart(self) -> str:
        """What distinguishes the player from a namesake: year of birth and club, as far
        as this reader sees them.
        """
        if not self.is_namesake:
            return ""
        return ", ".join(filter(None, (self.year_apart, self.club)))

    @property
    def distinct_name(self) -> str:
        """The name in running text, for a namesake with year of birth and club."""
        return f"{self.name} ({self.apart})" if self.apart else self.name


_COLUMNS = (
    "pk", "first_name", "last_name", "visibility", "national_id", "birth_year",
    "gender", "title", "status", "main_club", "club_name", "main_district",
    "class_held", "on_fide_list", "merged_into", "in_full",
)  # fmt: skip


def read_people(
    ids: "Iterable[int] | QuerySet[Any]",
    actor: Actor,
    today: date,
    fide: FideListInForce | None = None,
    *,
    needed_for: Permission = Permission.SEE_MEMBERS,
) -> dict[int, Person]:
    """Return the players of these ids (or of a query for ids), in one query; ids that
    are not in the register are missing. Namesakes among them are marked. For a page
    whose task cannot be done without names, `needed_for` is the permission that shows
    them in full to readers who have it for the whole federation.
    """
    sought = ids if isinstance(ids, QuerySet) else list(ids)
    rows = with_register(Player.objects.filter(pk__in=sought), today).annotate(
        on_fide_list=rating_on(fide) if fide else Value(None, IntegerField()),
        in_full=_in_full(actor, today, needed_for),
    )
    return _with_namesakes(
        {row[0]: _person(row) for row in rows.values_list(*_COLUMNS)}
    )


def _with_namesakes(found: Mapping[int, Person]) -> dict[int, Person]:
    """Mark namesakes. Two cards of one player are not namesakes, nor are players who
    show no name.
    """
    named: dict[str, set[int]] = {}
    for pk, each in found.items():
        if each.is_open or each.visibility == Visibility.INITIALS:
            named.setdefault(each.name.casefold(), set()).add(each.leads_to or pk)
    shared = {name for name, cards in named.items() if len(cards) > 1}
    return {
        pk: replace(each, is_namesake=True) if each.name.casefold() in shared else each
        for pk, each in found.items()
    }


def _in_full(actor: Actor, today: date, needed_for: Permission) -> Case | Value:
    """Return whether this reader sees what the player hides from the public."""
    if actor.everywhere(Permission.SEE_MEMBERS) or actor.everywhere(needed_for):
        return Value(True, BooleanField())  # noqa: FBT003 (a column)
    seen = seen_although_hidden(actor, today)
    if not seen:
        return Value(False, BooleanField())  # noqa: FBT003
    return Case(When(seen, then=True), default=False, output_field=BooleanField())


def person(player_id: int, actor: Actor, today: date) -> Person | None:
    """Return the player; None for a player who has no page for this reader."""
    found = read_people([player_id], actor, today).get(player_id)
    return found if found and found.is_open else None


def distinct_name_in_register(player: Player, actor: Actor, today: date) -> str:
    """Return the player's name, with year and club if this reader is shown a namesake
    anywhere in the register; empty for a player who shows no name.
    """
    called = Player.objects.filter(
        first_name__iexact=player.first_name, last_name__iexact=player.last_name
    )
    ids = called.values_list("pk", flat=True)
    return read_people([*ids, player.pk], actor, today)[player.pk].distinct_name


def with_register(players: PlayerQuerySet, today: date) -> PlayerQuerySet:
    """Annotate players with their main club, its district and their class on the day."""
    main = main_membership(today).filter(player=OuterRef("pk"))
    club = Club.objects.filter(pk=OuterRef("main_club"))
    return players.annotate(main_club=Subquery(main.values("club_id")[:1])).annotate(
        club_name=Subquery(club.values("name")[:1]),
        main_district=Subquery(club.values("district_id")[:1]),
        class_held=Subquery(
            class_on(today).filter(player=OuterRef("pk")).values("player_class")[:1]
        ),
    )


def main_membership(today: date) -> MembershipQuerySet:
    return Membership.objects.on(today).main()


def class_on(today: date) -> ClassMembershipQuerySet:
    return ClassMembership.objects.filter(from_date__lte=today).order_by(
        "-from_date", "-pk"
    )


def searchable(
    text: str, actor: Actor, today: date, *, mistyped: bool = False
) -> PlayerQuerySet:
    """Return the players found by parts of the name in any order or by the number, or,
    `mistyped`, by a similar name. No player is found by anything that the reader is not
    shown.
    """
    players = Player.objects.all()
    meant = players.matching(text) if mistyped else players.with_name_or_number(text)
    return meant.filter(shown_in_full(actor, today))


def shown_order(actor: Actor, today: date) -> Combinable:
    """Return the order for sorting by name: the name as far as this reader is shown it.
    Players with the same initials, and those who show nothing, have no order among
    them.
    """
    if actor.everywhere(Permission.SEE_MEMBERS):
        return F("sort_key")
    own = seen_although_hidden(actor, today)
    if not own:
        return F("shown_key")
    return Case(
        When(own, then=F("sort_key")),
        default=F("shown_key"),
        output_field=TextField(db_collation="C"),
    )


def _person(row: tuple[Any, ...]) -> Person:
    (
        pk, first, last, visibility, national_id, birth_year,
        gender, title, status, club_id, club, district_id, held, fide, leads_to,
        is_full,
    ) = row  # fmt: skip
    is_open = is_full or visibility == Visibility.PUBLIC
    return Person(
        pk=pk if is_open else 0,
        name=shown_name(first, last, Visibility.PUBLIC if is_open else visibility),
        is_open=is_open,
        is_full=is_full,
        national_id=national_id if is_open else "",
        birth_year=birth_year if is_open else None,
        gender=gender if is_open else "",
        title=title if is_open else "",
        status=status if is_open else "",
        visibility=visibility,
        club_id=club_id,
        club=club or "",
        district_id=district_id,
        player_class=held or "",
        fide=fide if is_open else None,
        leads_to=leads_to if is_open else None,
    )

"""Clubs with their members' ratings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Avg, Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from federation.models import Club, Membership
from federation.models.places import ClubQuerySet
from ratings.models import CurrentRating, ListEntry
from ratings.people.queries.names import Person
from ratings.pools.queries.publications import Publication


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a club with the live rating and the one on the newest list."""

    person: Person
    is_main: bool
    live: float | None
    official: float | None
    last_played: date | None

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def player_class(self) -> str:
        return self.person.player_class


def clubs_with_ratings(pool_id: int, today: date) -> ClubQuerySet:
    """Return every club with `members`, `rated` and the rated members' mean (`mean`)."""
    rating = CurrentRating.objects.filter(
        pool_id=pool_id, player_id=OuterRef("player_id")
    ).values("rating")
    ours = (
        Membership.objects.on(today)
        .unmerged()
        .filter(club=OuterRef("pk"))
        .annotate(rating=Subquery(rating[:1]))
        .values("club")
        .annotate(members=Count("pk"), rated=Count("rating"), mean=Avg("rating"))
    )
    return (
        Club.objects.select_related("district")
        .annotate(
            members=Coalesce(
                Subquery(ours.values("members"), output_field=IntegerField()), 0
            ),
            rated=Coalesce(
                Subquery(ours.values("rated"), output_field=IntegerField()), 0
            ),
            mean=Subquery(ours.values("mean")),
        )
        .in_order()
    )


def memberships_of(club_id: int, today: date) -> dict[int, bool]:
    """Return by player whether the club is their main one."""
    rows = Membership.objects.on(today).of_club(club_id).unmerged()
    return dict(rows.values_list("player_id", "is_main"))


def members_of(
    memberships: dict[int, bool],
    people: Mapping[int, Person],
    pool_id: int,
    newest: Publication | None,
) -> list[Member]:
    """Return the members, the highest live rating first, those without one last."""
    live = {
        row.player_id: row
        for row in CurrentRating.objects.filter(
            pool_id=pool_id, player_id__in=memberships
        )
    }
    official = _on_list(newest, memberships)
    members = [
        _member(who, memberships[key], live.get(key), official.get(key))
        for key, who in people.items()
    ]
    return sorted(members, key=lambda each: (-(each.live or 0), each.name))


def _on_list(newest: Publication | None, players: Iterable[int]) -> dict[int, float]:
    if newest is None:
        return {}
    rows = ListEntry.objects.filter(
        pool_id=newest.pool_id, list_id=newest.pk, player_id__in=list(players)
    )
    return {
        player_id: rating
        for player_id, rating in rows.values_list("player_id", "rating")
        if rating is not None
    }


def _member(
    who: Person,
    is_main: bool,  # noqa: FBT001
    now: CurrentRating | None,
    official: float | None,
) -> Member:
    return Member(
        person=who,
        is_main=is_main,
        live=now.rating if now else None,
        official=official,
        last_played=now.last_played if now else None,
    )

"""Derived rows, which can be computed again from the ledger. Their tables are
partitioned by pool and have no foreign keys; rows are replaced and never incremented.

Changes and live places are stored in two slots per pool. `Computation` and `LiveList`
store which slot is current; writers fill the other one while readers use the current
one. `Change` and `LivePlace` are views of the current slot: read them, not `ChangeRow`
or `LivePlaceRow`.
"""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import OuterRef, Subquery

from ratings.models.pools import Computation, LiveList


def _from_inside(pool_id: int | OuterRef) -> int | OuterRef:
    """Return the pool for use one subquery deeper: an OuterRef is wrapped in another."""
    return OuterRef(pool_id) if isinstance(pool_id, OuterRef) else pool_id


def memory_is_known_or_null(table: str) -> models.CheckConstraint:
    """Constrain that an empty memory is stored only as NULL, so that rows with the same
    content are equal.
    """
    return models.CheckConstraint(
        condition=~models.Q(memory__contains=["NaN"]),
        name=f"{table}_memory_known_or_null",
    )


class ChangeQuerySet(models.QuerySet["Change"]):
    def of_pool(self, pool_id: int | OuterRef) -> Self:
        """Filter by the current slot too, so that PostgreSQL does not even open the
        other one.
        """
        current = Computation.objects.filter(pool_id=_from_inside(pool_id))
        return self.filter(pool_id=pool_id, slot=Subquery(current.values("slot")))

    def of_player(self, pool_id: int, player_id: int) -> Self:
        return self.of_pool(pool_id).filter(player_id=player_id)

    def newest_first(self) -> Self:
        """Order the steps of one player."""
        return self.order_by("-ended_on", "-started_on", "-report_id")

    def newest_of_each(self) -> Self:
        """Return the newest step of each player."""
        newest = self.order_by("player_id", "-ended_on", "-started_on", "-report_id")
        return newest.distinct("player_id")


class ChangeColumns(models.Model):
    pk = models.CompositePrimaryKey(
        "pool_id", "player_id", "ended_on", "started_on", "report_id"
    )
    pool_id = models.IntegerField()
    player_id = models.IntegerField()
    ended_on = models.DateField()
    started_on = models.DateField()
    report_id = models.IntegerField(default=0)
    slot = models.SmallIntegerField()
    before = models.FloatField(null=True)
    change = models.FloatField()
    after = models.FloatField(null=True)
    games = models.SmallIntegerField()
    score = models.SmallIntegerField(help_text="half points")
    start_from = models.SmallIntegerField()
    last_played = models.DateField(null=True)
    adopts = models.BooleanField()
    memory = ArrayField(
        models.FloatField(), null=True, help_text="what the system remembers besides"
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.player_id} {self.ended_on}: {self.before} → {self.after}"


class Change(ChangeColumns):
    """What one step did to one player's rating. Steps are ordered by (ended_on,
    started_on, report); the step of a period has report 0.
    """

    bonus = models.FloatField()
    deduction = models.FloatField()
    adjustment = models.FloatField()

    objects = ChangeQuerySet.as_manager()

    class Meta:
        managed = False


class ChangeRow(ChangeColumns):
    """The table behind `Change`, with both slots of every pool."""

    bonus = models.FloatField(null=True, help_text="NULL for zero")
    deduction = models.FloatField(null=True, help_text="NULL for zero")
    adjustment = models.FloatField(null=True, help_text="NULL for zero")

    class Meta:
        constraints = [
            memory_is_known_or_null("change"),
            models.CheckConstraint(
                condition=~models.Q(bonus=0)
                & ~models.Q(deduction=0)
                & ~models.Q(adjustment=0),
                name="change_zero_is_null",
            ),
        ]
        indexes = [
            models.Index(
                fields=["last_played"],
                name="change_late",
                condition=models.Q(last_played__gt=models.F("ended_on")),
            )
        ]


class CurrentRating(models.Model):
    """Each player's rating after everything that has been computed."""

    pk = models.CompositePrimaryKey("pool_id", "player_id")
    pool_id = models.IntegerField()
    player_id = models.IntegerField()
    rating = models.FloatField()
    base = models.FloatField()
    games = models.SmallIntegerField(help_text="in the newest step")
    ended_on = models.DateField(help_text="the player's newest step")
    last_played = models.DateField(null=True)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"


class LivePlaceQuerySet(models.QuerySet["LivePlace"]):
    def of_pool(self, pool_id: int | OuterRef) -> Self:
        """Filter by the current slot too, so that PostgreSQL does not even open the
        other one.
        """
        current = LiveList.objects.filter(pool_id=_from_inside(pool_id))
        return self.filter(pool_id=pool_id, slot=Subquery(current.values("slot")))


class LivePlaceColumns(models.Model):
    pk = models.CompositePrimaryKey("pool_id", "player_id")
    pool_id = models.IntegerField()
    player_id = models.IntegerField()
    slot = models.SmallIntegerField()
    position = models.IntegerField()
    rank = models.IntegerField()
    rating = models.FloatField()
    base = models.FloatField()
    games = models.SmallIntegerField(help_text="in the newest step")
    ended_on = models.DateField(help_text="the player's newest step")
    last_played = models.DateField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.position}. {self.player_id}: {self.rating}"


class LivePlace(LivePlaceColumns):
    """A line of the live list: a current rating with its position. All lines are
    written again a moment after ratings change.
    """

    objects = LivePlaceQuerySet.as_manager()

    class Meta:
        managed = False


class LivePlaceRow(LivePlaceColumns):
    """The table behind `LivePlace`, with both slots of every pool."""

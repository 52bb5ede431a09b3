"""Rows that can be computed anew from the ledger: partitioned by pool, no
foreign keys, replaced and never incremented.

Changes and live places are stored in two slots per pool. `Computation` and `LiveList`
store which one is current; the other is filled while everybody reads the current one.
`Change` and `LivePlace` are views of the current slot: nobody reads `ChangeRow` or
`LivePlaceRow`.
"""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import OuterRef, Subquery

from ratings.models.pools import Computation, LiveList


def _from_inside(pool_id: int | OuterRef) -> int | OuterRef:
    """Return the same pool, named one query further in."""
    return OuterRef(pool_id) if isinstance(pool_id, OuterRef) else pool_id


def memory_is_known_or_null(table: str) -> models.CheckConstraint:
    """Nothing remembered has one form, NULL: rows that say the same are equal."""
    return models.CheckConstraint(
        condition=~models.Q(memory__contains=["NaN"]),
        name=f"{table}_memory_known_or_null",
    )


class ChangeQuerySet(models.QuerySet["Change"]):
    def of_pool(self, pool_id: int | OuterRef) -> Self:
        """Filter by the current slot too, so that the other is not even opened."""
        standing = Computation.objects.filter(pool_id=_from_inside(pool_id))
        return self.filter(pool_id=pool_id, slot=Subquery(standing.values("slot")))

    def of_player(self, pool_id: int, player_id: int) -> Self:
        return self.of_pool(pool_id).filter(player_id=player_id)


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
    """What one step did to one player. Steps are ordered by (ended_on,
    started_on, report); a period has report 0.
    """

    bonus = models.FloatField()
    deduction = models.FloatField()
    adjustment = models.FloatField()

    objects = ChangeQuerySet.as_manager()

    class Meta:
        managed = False


class ChangeRow(ChangeColumns):
    """The table behind `Change`, both slots of every pool."""

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
    """Each player's rating after all that is computed."""

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
        """Filter by the current slot too, so that the other is not even opened."""
        standing = LiveList.objects.filter(pool_id=_from_inside(pool_id))
        return self.filter(pool_id=pool_id, slot=Subquery(standing.values("slot")))


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
    """A line of the live list: the current ratings, listed and numbered. Made
    anew as a whole a moment after they move.
    """

    objects = LivePlaceQuerySet.as_manager()

    class Meta:
        managed = False


class LivePlaceRow(LivePlaceColumns):
    """The table behind `LivePlace`, both slots of every pool."""

"""Rows that can be computed anew from the ledger: partitioned by pool, no
foreign keys, replaced and never incremented.
"""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models


class ChangeQuerySet(models.QuerySet["Change"]):
    def of_player(self, pool_id: int, player_id: int) -> Self:
        return self.filter(pool_id=pool_id, player_id=player_id)


class Change(models.Model):
    """What one step did to one player. Steps are ordered by (ended_on,
    started_on, report); a period has report 0.
    """

    pk = models.CompositePrimaryKey(
        "pool_id", "player_id", "ended_on", "started_on", "report_id"
    )
    pool_id = models.IntegerField()
    player_id = models.IntegerField()
    ended_on = models.DateField()
    started_on = models.DateField()
    report_id = models.IntegerField(default=0)
    before = models.FloatField(null=True)
    change = models.FloatField()
    bonus = models.FloatField()
    deduction = models.FloatField()
    adjustment = models.FloatField()
    after = models.FloatField(null=True)
    games = models.SmallIntegerField()
    score = models.SmallIntegerField(help_text="half points")
    start_from = models.SmallIntegerField()
    last_played = models.DateField(null=True)
    adopts = models.BooleanField()
    memory = ArrayField(
        models.FloatField(), null=True, help_text="what the system remembers besides"
    )

    objects = ChangeQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["pool_id", "ended_on"], name="change_step"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.ended_on}: {self.before} → {self.after}"


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


class LivePlace(models.Model):
    """A line of the live list: the current ratings, listed and numbered. Made
    anew as a whole a moment after they move.
    """

    pk = models.CompositePrimaryKey("pool_id", "player_id")
    pool_id = models.IntegerField()
    player_id = models.IntegerField()
    position = models.IntegerField()
    rank = models.IntegerField()
    rating = models.FloatField()
    base = models.FloatField()
    games = models.SmallIntegerField(help_text="in the newest step")
    ended_on = models.DateField(help_text="the player's newest step")
    last_played = models.DateField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["pool_id", "position"], name="live_place"),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.player_id}: {self.rating}"

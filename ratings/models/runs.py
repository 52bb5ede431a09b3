from typing import Self

from django.db import models

from ratings.enums import RunState
from ratings.models.pools import Pool


class RunQuerySet(models.QuerySet["Run"]):
    def newest_first(self) -> Self:
        return self.order_by("-pk")


class Run(models.Model):
    """A log of one recomputation, never a lock. Its input is the ledger as of the
    number up to which it computed, which can always be read again.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="runs")
    state = models.CharField(max_length=8, choices=RunState, default=RunState.RUNNING)
    cause = models.CharField(max_length=20)
    computed_before = models.PositiveBigIntegerField()
    computed_after = models.PositiveBigIntegerField(null=True)
    from_date = models.DateField(null=True, help_text="end of the earliest step")
    steps = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    is_replay = models.BooleanField(default=False)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    milliseconds = models.FloatField(null=True)
    error = models.TextField(blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["state", "started_at"], name="run_state")]

    def __str__(self) -> str:
        return f"run {self.pk} of pool {self.pool_id}"


class Sweep(models.Model):
    """What a sweep found overdue; a row is stored only if it found something."""

    at = models.DateTimeField()
    pools = models.PositiveSmallIntegerField()
    died_runs = models.PositiveSmallIntegerField()

    class Meta:
        indexes = [models.Index(fields=["-at"], name="sweep_newest")]

    def __str__(self) -> str:
        return f"sweep at {self.at}"

from typing import Self

from django.db import models


class TaskFailureQuerySet(models.QuerySet["TaskFailure"]):
    def unhealed(self) -> Self:
        return self.filter(healed_at=None)

    def unhealed_first(self) -> Self:
        return self.order_by(models.F("healed_at").desc(nulls_first=True), "-last_at")


class TaskFailure(models.Model):
    """A task of the workers, or one part of it, that fails: how often in a row, and
    whether it has succeeded since. One row for each, whatever the number of failures.
    """

    part = models.CharField(max_length=100, unique=True)
    count = models.PositiveIntegerField(default=1)
    since = models.DateTimeField()
    last_at = models.DateTimeField()
    healed_at = models.DateTimeField(null=True)
    error = models.TextField()

    objects = TaskFailureQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(count__gt=0), name="task_failure_counted"
            )
        ]

    def __str__(self) -> str:
        return f"{self.part}: {self.error}"

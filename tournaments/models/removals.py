"""What was removed from a tournament, as long as it can be put back."""

from datetime import datetime, timedelta
from typing import Any, Self

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournaments.models.sections import Section
from tournaments.models.tournaments import Tournament

KEPT_DAYS = 30


class RemovalQuerySet(models.QuerySet["Removal"]):
    def kept_at(self, moment: datetime) -> Self:
        """Return the removals that can still be put back at the moment."""
        return self.filter(removed_at__gt=moment - timedelta(days=KEPT_DAYS))

    def past_at(self, moment: datetime) -> Self:
        return self.filter(removed_at__lte=moment - timedelta(days=KEPT_DAYS))

    def newest_first(self) -> Self:
        return self.order_by("-removed_at", "-pk")


class Removal(models.Model):
    """A section, or an entry or teams of `section`, that an organiser removed.

    `rows` has it with everything that was deleted with it, kept for 30 days. The rows
    are in no other table in the meantime, so that no page has to leave them out.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="removals")
    section = models.ForeignKey(
        Section, models.CASCADE, null=True, blank=True, related_name="removals"
    )
    rows = models.JSONField(encoder=DjangoJSONEncoder)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    removed_at = models.DateTimeField()

    objects = RemovalQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(rows=[]), name="removal_of_something"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.removed_at:%Y-%m-%d}"

    @property
    def kept_until(self) -> datetime:
        return self.removed_at + timedelta(days=KEPT_DAYS)

    def rows_of(self, model: type[models.Model]) -> list[dict[str, Any]]:
        """Return the rows of one table, each with `pk` and `fields`."""
        label = model._meta.label_lower  # noqa: SLF001
        return [row for row in self.rows if row["model"] == label]

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.models.players import Player


class ResemblanceQuerySet(models.QuerySet["Resemblance"]):
    def open(self) -> Self:
        """Return those that no one has marked as two people, and of which neither card
        leads to another.
        """
        confirmed = NotDuplicates.objects.filter(
            first=models.OuterRef("first"), second=models.OuterRef("second")
        )
        return self.filter(
            ~models.Exists(confirmed), first__merged_into=None, second__merged_into=None
        )

    def worst_first(self) -> Self:
        return self.order_by("-score", "first_id", "second_id")


class Resemblance(models.Model):
    """Two cards of the register that may belong to one person, with a score: 1 is the
    same name and year of birth. Derived: recomputed when the register is searched for
    duplicates.
    """

    first = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    second = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    score = models.FloatField()

    objects = ResemblanceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second"], name="resemblance_once_a_pair"
            ),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")),
                name="resemblance_in_order",
            ),
        ]
        indexes = [
            models.Index(
                fields=["-score", "first", "second"], name="resemblance_worst_first"
            )
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}"


@audited()
class NotDuplicates(models.Model):
    """A user has compared two cards and found that they belong to two people."""

    first = models.ForeignKey(
        Player,
        models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    second = models.ForeignKey(
        Player, models.PROTECT, related_name="+", verbose_name=_("the other player")
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"))

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second"], name="not_duplicates_once_a_pair"
            ),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")),
                name="not_duplicates_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} is not {self.second_id}"

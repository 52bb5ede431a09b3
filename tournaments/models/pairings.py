"""The rounds of a section and their boards."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.rewriting import RewriteQuerySet
from tournaments.models.sections import Section
from tournaments.rules.results import BYES, Result


class Round(models.Model):
    """A round of a section and its day, which `set_by` set."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="round_days")
    number = models.PositiveSmallIntegerField()
    date = models.DateField(_("day"))
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="round_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.date}"


class PairingQuerySet(RewriteQuerySet["Pairing"]):
    def in_order(self) -> Self:
        return self.order_by("round", "board")


class Pairing(models.Model):
    """A planned or played board.

    `version` counts its changes: a writer sends the version they saw, so that no change
    is overwritten unseen.
    """

    section = models.ForeignKey(Section, models.CASCADE, related_name="pairings")
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    black = models.ForeignKey(
        Entry, models.CASCADE, null=True, blank=True, related_name="+"
    )
    result = models.CharField(_("result"), max_length=10, blank=True, default="")
    finished_date = models.DateField(_("finished on"), null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    changed_at = models.DateTimeField(null=True, blank=True)

    objects = PairingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round", "board"],
                name="pairing_board",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                condition=models.Q(black=None) | ~models.Q(white=models.F("black")),
                name="pairing_against_oneself",
            ),
            models.CheckConstraint(
                condition=models.Q(result__in=[each.value for each in Result]),
                name="pairing_result_known",
            ),
            models.CheckConstraint(
                condition=models.Q(black__isnull=False)
                | models.Q(result__in=["", *(each.value for each in BYES)]),
                name="pairing_bye_has_no_opponent",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board}"

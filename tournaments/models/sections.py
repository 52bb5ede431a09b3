from collections.abc import Iterable, Sequence
from typing import Self, TypeVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.enums import PlayerClass
from federation.models import Player
from federation.models.plain_names import plain_names
from ratings.enums import OutsideKind
from tournaments.enums import SectionFormat
from tournaments.models.tournaments import Tournament

M = TypeVar("M", bound=models.Model)


class RewriteQuerySet(models.QuerySet[M]):
    """Many rows written in one statement."""

    def rewrite(self, rows: Iterable[M], columns: Sequence[str]) -> None:
        """Write these columns of rows that were read under their tournament's lock.

        An upsert by number: `bulk_update` builds a branch for every cell, which
        takes ten times as long as the rest of entering a section's results.
        """
        self.bulk_create(
            rows, update_conflicts=True, unique_fields=["id"], update_fields=columns
        )


class SectionQuerySet(models.QuerySet["Section"]):
    def in_order(self) -> Self:
        return self.order_by("number")


class Section(models.Model):
    """A group that is ranked and judged on its own.

    `posted` counts what was submitted of it, `judged` how far its class
    movements have been worked out.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sections")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)
    format = models.CharField(
        _("format"),
        max_length=12,
        choices=SectionFormat,
        default=SectionFormat.ROUND_ROBIN,
    )
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(40)]
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    gives_titles = models.BooleanField(
        _("players can move between classes here"), default=False
    )
    mean_rating = models.PositiveSmallIntegerField(
        _("mean rating of the section"),
        null=True,
        blank=True,
        validators=[MinValueValidator(500), MaxValueValidator(3500)],
    )
    mean_reason = models.CharField(_("how it was found"), max_length=200, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    posted = models.PositiveBigIntegerField(default=0)
    judged = models.PositiveBigIntegerField(default=0)

    objects = SectionQuerySet.as_manager()

    class Meta:
        constraints = [
            plain_names("section", "name"),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="section_number"
            ),
            models.CheckConstraint(
                condition=models.Q(rounds__range=(1, 40)),
                name="section_rounds_possible",
            ),
            models.CheckConstraint(
                condition=models.Q(mean_rating=None)
                | models.Q(mean_rating__range=(500, 3500)) & ~models.Q(mean_reason=""),
                name="section_mean_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntryQuerySet(RewriteQuerySet["Entry"]):
    def in_order(self) -> Self:
        return self.order_by("pairing_number")


class Entry(models.Model):
    """A player in a section, with class and rating as recorded at the start."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    pairing_number = models.PositiveSmallIntegerField()
    rating = models.FloatField(null=True, blank=True)
    class_at_start = models.CharField(
        max_length=3, choices=PlayerClass, blank=True, default=""
    )
    class_for_life = models.BooleanField(default=False)
    outside_rating = models.PositiveSmallIntegerField(
        _("FIDE rating or estimate"),
        null=True,
        blank=True,
        validators=[MinValueValidator(500), MaxValueValidator(3500)],
    )
    outside_kind = models.CharField(
        max_length=8, choices=OutsideKind, blank=True, default=""
    )
    estimated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    estimate_reason = models.CharField(max_length=200, blank=True)
    withdrawn_after = models.PositiveSmallIntegerField(
        _("withdrew after round"), null=True, blank=True
    )
    made_card = models.BooleanField(
        _("the player was registered with this entry"), default=False
    )

    objects = EntryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "player"], name="entry_player_once"
            ),
            models.UniqueConstraint(
                fields=["section", "pairing_number"],
                name="entry_pairing_number",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                condition=models.Q(outside_rating=None, outside_kind="")
                | models.Q(outside_rating__range=(500, 3500))
                & ~models.Q(outside_kind="")
                # A level elsewhere, in a pool of levels.
                | models.Q(
                    outside_rating__range=(1, 99), outside_kind=OutsideKind.ESTIMATE
                ),
                name="entry_outside_rating_and_kind",
            ),
            models.CheckConstraint(
                condition=~models.Q(outside_kind=OutsideKind.ESTIMATE)
                | models.Q(estimated_by__isnull=False),
                name="entry_estimate_has_maker",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_number}. {self.player_id}"


class Round(models.Model):
    section = models.ForeignKey(Section, models.CASCADE, related_name="round_days")
    number = models.PositiveSmallIntegerField()
    date = models.DateField(_("day"))

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
    """A planned or played board. `version` counts its changes: a writer sends the
    version they saw, so that nobody overwrites unseen.
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
                condition=models.Q(
                    result__in=[
                        "",
                        "1-0",
                        "1/2",
                        "0-1",
                        "0-0",
                        "+-",
                        "-+",
                        "--",
                        "bye",
                        "adjourned",
                        "postponed",
                    ]
                ),
                name="pairing_result_known",
            ),
            models.CheckConstraint(
                condition=models.Q(black__isnull=False)
                | models.Q(result__in=["", "bye"]),
                name="pairing_bye_has_no_opponent",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board}"

"""Who plays in a section."""

from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.enums import PlayerClass
from federation.models import Player
from federation.rules.fide import HIGHEST_RATING, LOWEST_RATING
from ratings.enums import OutsideKind
from tournaments.enums import StartGround
from tournaments.models.rewriting import RewriteQuerySet
from tournaments.models.sections import Section


class EntryQuerySet(RewriteQuerySet["Entry"]):
    def in_order(self) -> Self:
        return self.order_by("pairing_number")


class Entry(models.Model):
    """A player in a section, with class and rating as recorded at the start.

    `lot_number` is the player's number before the pairing numbers were drawn, from
    which the lot follows. `starts_in` is a class to start in other than the class
    register's, by its `start_ground`, with who noted it and when. `estimated_by` set
    or removed the outside rating by hand. `plays_on_after` is the last round lost
    without play after which it was decided that the player goes on.
    """

    section = models.ForeignKey(Section, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    pairing_number = models.PositiveSmallIntegerField()
    lot_number = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.FloatField(null=True, blank=True)
    class_at_start = models.CharField(
        max_length=3, choices=PlayerClass, blank=True, default=""
    )
    class_for_life = models.BooleanField(default=False)
    starts_in = models.CharField(
        _("starts in class"),
        max_length=3,
        choices=PlayerClass,
        blank=True,
        default="",
        db_default="",
    )
    start_ground = models.CharField(
        max_length=12, choices=StartGround, blank=True, default="", db_default=""
    )
    start_noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    start_noted_at = models.DateTimeField(null=True, blank=True)
    outside_rating = models.PositiveSmallIntegerField(
        _("FIDE rating or estimate"),
        null=True,
        blank=True,
        validators=[
            MinValueValidator(LOWEST_RATING),
            MaxValueValidator(HIGHEST_RATING),
        ],
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
    plays_on_after = models.PositiveSmallIntegerField(null=True, blank=True)
    made_card = models.BooleanField(
        _("the player was registered with this entry"), default=False
    )
    made_membership = models.ForeignKey(
        "federation.Membership",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("the membership that was made with this entry"),
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
                | models.Q(outside_rating__range=(LOWEST_RATING, HIGHEST_RATING))
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
            models.CheckConstraint(
                condition=models.Q(
                    starts_in="",
                    start_ground="",
                    start_noted_by=None,
                    start_noted_at=None,
                )
                | ~models.Q(starts_in="")
                & models.Q(
                    start_ground__in=StartGround.values,
                    start_noted_by__isnull=False,
                    start_noted_at__isnull=False,
                ),
                name="entry_other_class_and_ground",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_number}. {self.player_id}"

    named_by = ("player",)

    @property
    def name_in_log(self) -> str:
        return f"{self.player.full_name} ({self.pairing_number})"

    def has_left(self, round_number: int) -> bool:
        """Return whether the player has withdrawn before the round."""
        return self.withdrawn_after is not None and self.withdrawn_after < round_number

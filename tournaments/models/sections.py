from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from federation.models.checks import ChecksInOneQuery
from federation.models.plain_names import plain_names
from federation.rules.fide import HIGHEST_RATING, LOWEST_RATING
from tournaments.enums import (
    Acceleration,
    FirstColour,
    SectionFormat,
    SectionPairing,
    SectionPoints,
)
from tournaments.models.tournaments import Tournament
from tournaments.rules.pairing.acceleration import virtual_half_points


class SectionQuerySet(models.QuerySet["Section"]):
    def in_order(self) -> Self:
        return self.order_by("number")


class Section(ChecksInOneQuery):
    """A group that is ranked and judged on its own.

    `rounds` is the present number, `planned_rounds` the one announced when a section
    that is paired round by round was started: if they differ, `rounds_reason` says why.
    `last_accelerated` is the pairing number of the last player of the upper group, set
    at the start of an accelerated section. `lots_seed` is the seed of the lots at the
    end, so that anyone can repeat the drawing, and `numbers_seed` that of the pairing
    numbers; `number_draws` counts how often the numbers were drawn. `mean_by` set or
    removed the mean rating. `posted` counts the
    submissions of it, `judged` up to which of them its class movements have been worked
    out.
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
    planned_rounds = models.PositiveSmallIntegerField(
        _("rounds announced"), null=True, blank=True
    )
    rounds_reason = models.CharField(
        _("why there are more or fewer rounds than announced"),
        max_length=200,
        blank=True,
        default="",
        db_default="",
    )
    pairing_system = models.CharField(
        _("how the rounds are paired"),
        max_length=12,
        choices=SectionPairing,
        default=SectionPairing.BY_HAND,
    )
    first_colour = models.CharField(
        _("colour drawn for the first player"),
        max_length=5,
        choices=FirstColour,
        blank=True,
        default="",
    )
    acceleration = models.CharField(
        _("first rounds"),
        max_length=5,
        choices=Acceleration,
        blank=True,
        default=Acceleration.NONE,
        db_default=Acceleration.NONE,
    )
    last_accelerated = models.PositiveSmallIntegerField(null=True, blank=True)
    point_system = models.CharField(
        _("points"),
        max_length=6,
        choices=SectionPoints,
        default=SectionPoints.USUAL,
        db_default=SectionPoints.USUAL,
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    lots_seed = models.CharField(max_length=32, blank=True, default="")
    lots_drawn_at = models.DateTimeField(null=True, blank=True)
    lots_drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    numbers_seed = models.CharField(
        max_length=32, blank=True, default="", db_default=""
    )
    numbers_drawn_at = models.DateTimeField(null=True, blank=True)
    numbers_drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    number_draws = models.PositiveSmallIntegerField(default=0, db_default=0)
    gives_titles = models.BooleanField(
        _("players can move between classes here"), default=False
    )
    mean_rating = models.PositiveSmallIntegerField(
        _("mean rating of the section"),
        null=True,
        blank=True,
        validators=[
            MinValueValidator(LOWEST_RATING),
            MaxValueValidator(HIGHEST_RATING),
        ],
    )
    mean_reason = models.CharField(_("how it was found"), max_length=200, blank=True)
    mean_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
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
            models.UniqueConstraint(
                Lower("name"),
                models.F("tournament"),
                name="section_name",
                violation_error_message=_(
                    "The tournament has another section of this name."
                ),
            ),
            models.CheckConstraint(
                condition=models.Q(lots_seed="", lots_drawn_at=None, lots_drawn_by=None)
                | ~models.Q(lots_seed="")
                & models.Q(lots_drawn_at__isnull=False, lots_drawn_by__isnull=False),
                name="section_lots_with_their_drawer",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    numbers_seed="", numbers_drawn_at=None, numbers_drawn_by=None
                )
                | ~models.Q(numbers_seed="")
                & models.Q(
                    numbers_drawn_at__isnull=False,
                    numbers_drawn_by__isnull=False,
                    number_draws__gt=0,
                ),
                name="section_numbers_with_their_drawer",
            ),
            models.CheckConstraint(
                condition=models.Q(rounds__range=(1, 40)),
                name="section_rounds_possible",
            ),
            models.CheckConstraint(
                condition=models.Q(planned_rounds=None)
                | models.Q(rounds=models.F("planned_rounds"))
                | ~models.Q(rounds_reason=""),
                name="section_other_rounds_with_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(last_accelerated=None)
                | models.Q(planned_rounds__isnull=False),
                name="section_acceleration_by_planned_rounds",
            ),
            models.CheckConstraint(
                condition=models.Q(pairing_system=SectionPairing.BY_HAND)
                | models.Q(format=SectionFormat.BOARDS),
                name="section_pairing_system_needs_rounds",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    acceleration=Acceleration.NONE, last_accelerated=None
                )
                | models.Q(
                    acceleration=Acceleration.BAKU,
                    pairing_system=SectionPairing.DUTCH_2026,
                    point_system=SectionPoints.USUAL,
                ),
                name="section_acceleration_of_the_dutch_system",
                violation_error_message=_(
                    "The first rounds are accelerated in FIDE’s Dutch system, with 1 point"
                    " for a win and ½ for a draw."
                ),
            ),
            models.CheckConstraint(
                condition=models.Q(point_system=SectionPoints.USUAL)
                | models.Q(gives_titles=False),
                name="section_titles_by_usual_points",
                violation_error_message=_(
                    "Class movements are based on 1 point for a win and ½ for a draw."
                ),
            ),
            models.CheckConstraint(
                condition=models.Q(mean_rating=None)
                | models.Q(mean_rating__range=(LOWEST_RATING, HIGHEST_RATING))
                & ~models.Q(mean_reason=""),
                name="section_mean_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_played_by_teams(self) -> bool:
        """Whether the section is a league; the first time read from the database."""
        return hasattr(self, "league")

    @property
    def cycles(self) -> int:
        """How often everybody meets everybody in a round robin."""
        return 2 if self.format == SectionFormat.DOUBLE_ROUND_ROBIN else 1

    def virtual_half_points(self, pairing_number: int, round_number: int) -> int:
        """Return the half points that a player has for the pairing of a round and has
        not scored.
        """
        last, planned = self.last_accelerated, self.planned_rounds
        if last is None or planned is None or pairing_number > last:
            return 0
        return virtual_half_points(round_number, planned)

    @property
    def has_other_rounds(self) -> bool:
        """Whether there are more or fewer rounds than were announced."""
        return self.planned_rounds not in (None, self.rounds)

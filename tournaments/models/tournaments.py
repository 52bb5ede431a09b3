from datetime import date
from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.models import Club, District
from federation.models.checks import ChecksInOneQuery
from federation.models.plain_names import plain_names
from ratings.enums import RatingMethod
from ratings.models import Pool
from ratings.rules.reading import LONGEST_MATCH
from tournaments.enums import PeriodRule, SanctionState, TournamentState


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def public(self) -> Self:
        """Return the tournaments that have begun, are sanctioned, or were opened for
        entry requests.

        A draft that was never public stays hidden when it is cancelled.
        """
        opened = self.model.objects.filter(sections__open_entries__isnull=False)
        announced = models.Q(sanction__state=SanctionState.SANCTIONED) | models.Q(
            pk__in=opened.values("pk")
        )
        begun = self.model.objects.filter(sections__started_at__isnull=False)
        is_draft = models.Q(state=TournamentState.DRAFT) | models.Q(
            state=TournamentState.CANCELLED
        ) & ~models.Q(pk__in=begun.values("pk"))
        return self.filter(~is_draft | announced)

    def newest_first(self) -> Self:
        return self.order_by("-start_date", "-pk")

    def under_way(self, today: date) -> Self:
        return self.filter(state=TournamentState.RUNNING, start_date__lte=today)


@audited(exclude=["version"])
class Tournament(ChecksInOneQuery):
    """One event.

    Whether its results are submitted, returned or accepted is read from its newest
    report, never stored here.
    """

    name = models.CharField(_("name"), max_length=120)
    organiser = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("organising club"),
    )
    district = models.ForeignKey(
        District, models.PROTECT, related_name="tournaments", verbose_name=_("district")
    )
    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="tournaments", verbose_name=_("rated as")
    )
    place = models.CharField(_("place"), max_length=80, blank=True)
    start_date = models.DateField(_("first day"))
    end_date = models.DateField(_("last day"))
    minutes = models.PositiveSmallIntegerField(
        _("minutes for each player"),
        validators=[MinValueValidator(1), MaxValueValidator(1440)],
        help_text=_("thinking time for 60 moves, increments included"),
    )
    time_control = models.CharField(
        _("time control in words"), max_length=80, blank=True
    )
    period_rule = models.CharField(
        _("period"),
        max_length=10,
        choices=PeriodRule,
        default=PeriodRule.BY_DATE,
    )
    method = models.CharField(
        _("method"),
        max_length=12,
        choices=RatingMethod,
        default=RatingMethod.GAMES,
    )
    is_large = models.BooleanField(_("large summer tournament"), default=False)
    match_length = models.PositiveSmallIntegerField(
        _("length of a match"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_MATCH)],
        help_text=_("in points, where each game is a match"),
    )
    state = models.CharField(
        _("state"),
        max_length=10,
        choices=TournamentState,
        default=TournamentState.DRAFT,
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("entered by"),
    )
    created_at = models.DateTimeField(_("entered"))
    version = models.PositiveIntegerField(
        default=0, help_text="counts every change of entries or results"
    )

    objects = TournamentQuerySet.as_manager()

    class Meta:
        constraints = [
            plain_names("tournament", "name", "place", "time_control"),
            models.CheckConstraint(
                condition=models.Q(end_date__gte=models.F("start_date")),
                name="tournament_days_in_order",
            ),
            models.CheckConstraint(
                condition=models.Q(minutes__range=(1, 1440)),
                name="tournament_minutes_possible",
            ),
        ]
        indexes = [
            models.Index(fields=["-start_date", "-id"], name="tournament_newest")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_begun(self) -> bool:
        """Whether it has started; a cancelled one may have been a draft."""
        if self.state == TournamentState.CANCELLED:
            return self.sections.exclude(started_at=None).exists()
        return self.state != TournamentState.DRAFT

    @property
    def is_announced(self) -> bool:
        """Whether a section was opened for entry requests: then it is public before it
        starts.
        """
        return self.sections.exclude(open_entries=None).exists()

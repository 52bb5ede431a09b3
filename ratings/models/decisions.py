from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import BigIntegerRangeField
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited, never_deleted
from federation.models import Player
from ratings.enums import ACTIVITY_DECISIONS, WITHOUT_POINTS, DecisionKind
from ratings.models.pools import Pool


class DecisionQuerySet(models.QuerySet["Decision"]):
    def as_of(self, number: int) -> Self:
        return self.filter(span__contains=number)

    def starts_of(self, pool_id: int) -> Self:
        """Return every start rating that was ever decided in a pool, except imported
        ones that were withdrawn.
        """
        starts = self.filter(pool=pool_id, kind=DecisionKind.START)
        return starts.exclude(made_by=None, span__endswith__isnull=False)


@audited()
class Decision(models.Model):
    """An officer's decision that changes a rating: who decided, why, and from which day
    it holds. The start ratings of an imported history have no author: their `reason`
    states where they come from.
    """

    pool = models.ForeignKey(
        Pool,
        models.PROTECT,
        related_name="decisions",
        verbose_name=_("rated as"),
    )
    kind = models.CharField(_("kind"), max_length=12, choices=DecisionKind)
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("player"),
    )
    on_date = models.DateField(_("day"))
    points = models.SmallIntegerField(_("points"), null=True, blank=True)
    reason = models.TextField(_("reason"))
    """Read by the office and the player."""
    public_reason = models.TextField(
        _("reason for everybody"), blank=True, default="", db_default=""
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("made by"),
    )
    made_at = models.DateTimeField(_("made"))
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    confirmed_at = models.DateTimeField(_("confirmed"), null=True)
    rejected_at = models.DateTimeField(_("rejected"), null=True)
    rejected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("rejected by"),
    )
    rejected_reason = models.TextField(
        _("reason for rejection"), blank=True, default="", db_default=""
    )
    report = models.ForeignKey(
        "ratings.Report",
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("event"),
    )
    """The version of the event's report about which the board has decided."""
    by_rules = models.SmallIntegerField(_("level by the rules"), null=True)
    """The level that the rules gave when the board decided."""
    by_one = models.BooleanField(
        _("one person did both: a second pair of eyes is not required"),
        default=False,
        db_default=False,
    )
    span = BigIntegerRangeField(_("counts in postings"), null=True)

    objects = DecisionQuerySet.as_manager()

    class Meta:
        triggers = [never_deleted]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind=DecisionKind.WITHHOLD_BONUS, points=None)
                | models.Q(
                    kind__in=sorted(ACTIVITY_DECISIONS),
                    points=None,
                    player__isnull=False,
                )
                | ~models.Q(kind__in=sorted(WITHOUT_POINTS))
                & models.Q(points__isnull=False, player__isnull=False),
                name="decision_points_fit_kind",
            ),
            models.UniqueConstraint(
                fields=["pool", "kind", "player", "on_date", "points"],
                condition=models.Q(confirmed_at=None, rejected_at=None),
                nulls_distinct=False,
                name="decision_waits_once",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    kind=DecisionKind.BOARD,
                    report__isnull=False,
                    by_rules__isnull=False,
                    points__lte=models.F("by_rules"),
                )
                | ~models.Q(kind=DecisionKind.BOARD)
                & models.Q(report=None, by_rules=None),
                name="decision_of_board_names_event",
            ),
            models.CheckConstraint(
                condition=models.Q(kind=DecisionKind.BOARD)
                | models.Q(by_one=True)
                | models.Q(confirmed_by=None)
                | models.Q(made_by=None)
                | ~models.Q(confirmed_by=models.F("made_by")),
                name="decision_by_two",
            ),
            models.CheckConstraint(
                condition=models.Q(span=None) | models.Q(confirmed_at__isnull=False),
                name="decision_counts_once_confirmed",
            ),
        ]
        indexes = [
            models.Index(fields=["pool", "player", "on_date"], name="decision_player")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.player_id} {self.on_date}"

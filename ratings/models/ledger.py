from collections.abc import Collection
from typing import Self

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import BigIntegerRangeField, RangeOperators
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import append_only, audited
from federation.models import Club, District, Player
from ratings.enums import COUNTING, Act, OutsideKind, RatingMethod, ReportState
from ratings.models.decisions import Decision
from ratings.models.merges import Merge
from ratings.models.pools import Pool


class ReportQuerySet(models.QuerySet["Report"]):
    def counting(self) -> Self:
        return self.filter(state__in=COUNTING)

    def waiting(self) -> Self:
        return self.filter(state=ReportState.SUBMITTED)

    def newest_of_source(self, kind: str, number: int) -> Self:
        return self.filter(source_kind=kind, source_number=number).order_by("-version")

    def accepted_before(self, report: "Report") -> Self:
        """The older versions that had been accepted when they were superseded, the
        newest first.
        """
        return self.filter(
            pool=report.pool_id,
            version__lt=report.version,
            state=ReportState.SUPERSEDED,
            accepted_at__isnull=False,
        ).newest_of_source(report.source_kind, report.source_number)

    def booked_between(self, first: object, last: object) -> Self:
        return self.filter(first_booked_date__lte=last, last_booked_date__gte=first)


@audited(exclude=["digest", "games", "players"])
class Report(models.Model):
    """A numbered version of somebody's results. Never edited: a correction is
    the next version, which supersedes the last.
    """

    pool = models.ForeignKey(
        Pool,
        models.PROTECT,
        related_name="reports",
        verbose_name=_("rated as"),
    )
    source_kind = models.CharField(_("kind of source"), max_length=20)
    source_number = models.PositiveBigIntegerField(_("number of source"))
    version = models.PositiveIntegerField(_("version"))
    name = models.CharField(_("event"), max_length=160)
    organiser = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("organising club"),
    )
    district = models.ForeignKey(
        District,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("district"),
    )
    start_date = models.DateField(_("from"))
    end_date = models.DateField(_("to"))
    first_booked_date = models.DateField(_("first day booked"))
    last_booked_date = models.DateField(_("last day booked"))
    is_final = models.BooleanField(_("final"), default=True)
    state = models.CharField(
        _("state"), max_length=12, choices=ReportState, default=ReportState.SUBMITTED
    )
    reason = models.TextField(_("reason"), blank=True)
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("sent by"),
    )
    sent_at = models.DateTimeField(_("sent"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    accepted_at = models.DateTimeField(_("accepted"), null=True)
    games = models.PositiveIntegerField(_("games"))
    players = models.PositiveIntegerField(_("players"))
    digest = models.CharField(max_length=64)
    method = models.CharField(
        _("method"),
        max_length=12,
        choices=RatingMethod,
        default=RatingMethod.GAMES,
        db_default=RatingMethod.GAMES.value,
    )
    is_large = models.BooleanField(
        _("large event of the summer"), default=False, db_default=False
    )

    objects = ReportQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "source_kind", "source_number", "version"],
                name="report_version_once",
            ),
            models.UniqueConstraint(
                fields=["pool", "source_kind", "source_number"],
                condition=models.Q(state__in=sorted(COUNTING)),
                name="report_one_version_counts",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["held", "returned"])
                | ~models.Q(reason=""),
                name="report_stopped_with_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["pool", "state", "sent_at"], name="report_inbox"),
            models.Index(
                fields=["source_kind", "source_number", "-version"],
                name="report_newest_version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"

    @property
    def sender(self) -> str:
        """The club that it came from, or the district."""
        from_whom = self.organiser or self.district
        return from_whom.name if from_whom else "–"


class GameQuerySet(models.QuerySet["Game"]):
    def of_players(self, players: Collection[int]) -> Self:
        return self.filter(models.Q(white__in=players) | models.Q(black__in=players))

    def booked_between(self, first: object, last: object) -> Self:
        return self.filter(booked_on__range=(first, last))


class Game(models.Model):
    """One line of a report. All that a rule needs is copied here at posting,
    so that no later edit of the register can move a rating.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="+", db_index=False)
    report = models.ForeignKey(
        Report, models.PROTECT, related_name="lines", db_index=False
    )
    key = models.PositiveBigIntegerField(
        help_text="the same for one game in every version of its report"
    )
    played_date = models.DateField()
    base_on = models.DateField(help_text="the day whose base ratings count")
    booked_on = models.DateField(help_text="the day whose step gets the change")
    event_start_date = models.DateField()
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    black = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    score = models.PositiveSmallIntegerField(help_text="White's half points")
    played = models.BooleanField(default=True)
    minutes = models.PositiveSmallIntegerField()
    white_member = models.BooleanField(default=True)
    black_member = models.BooleanField(default=True)
    white_outside = models.PositiveSmallIntegerField(null=True)
    black_outside = models.PositiveSmallIntegerField(null=True)
    white_outside_kind = models.CharField(
        max_length=8, choices=OutsideKind, blank=True, default="", db_default=""
    )
    black_outside_kind = models.CharField(
        max_length=8, choices=OutsideKind, blank=True, default="", db_default=""
    )
    white_adopts = models.BooleanField(default=False)
    black_adopts = models.BooleanField(default=False)
    white_birth_year = models.PositiveSmallIntegerField(default=0)
    black_birth_year = models.PositiveSmallIntegerField(default=0)
    white_mean = models.PositiveSmallIntegerField(
        null=True, help_text="stands for White's opponents where rated as a whole"
    )
    black_mean = models.PositiveSmallIntegerField(null=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        triggers = [append_only]
        constraints = [
            models.UniqueConstraint(fields=["report", "key"], name="game_key_once"),
            models.CheckConstraint(
                condition=~models.Q(white=models.F("black")),
                name="game_against_oneself",
            ),
            models.CheckConstraint(
                condition=models.Q(score__lte=2), name="game_score_possible"
            ),
        ]
        indexes = [
            models.Index(fields=["pool", "booked_on"], name="game_step"),
            models.Index(fields=["white", "booked_on"], name="game_white"),
            models.Index(fields=["black", "booked_on"], name="game_black"),
        ]

    def __str__(self) -> str:
        return f"{self.white_id}–{self.black_id} {self.played_date}"


class CountingQuerySet(models.QuerySet["Counting"]):
    def as_of(self, number: int) -> Self:
        return self.filter(span__contains=number)


class Counting(models.Model):
    """From which posting up to which (excluded) a report counts: what the
    ledger said as of any number can be read again for ever.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="+", db_index=False)
    report = models.ForeignKey(Report, models.PROTECT, related_name="countings")
    span = BigIntegerRangeField()

    objects = CountingQuerySet.as_manager()

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="counting_once",
                expressions=[
                    ("report", RangeOperators.EQUAL),
                    ("span", RangeOperators.OVERLAPS),
                ],
            ),
        ]
        indexes = [models.Index(fields=["pool", "report"], name="counting_of_pool")]

    def __str__(self) -> str:
        return f"{self.report_id} counts in {self.span}"


class Posting(models.Model):
    """The ledger's journal: every act that can change a rating, numbered in
    the order of commits. Rows are only added.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="postings")
    number = models.PositiveBigIntegerField()
    act = models.CharField(max_length=10, choices=Act)
    report = models.ForeignKey(Report, models.PROTECT, null=True, related_name="+")
    decision = models.ForeignKey(Decision, models.PROTECT, null=True, related_name="+")
    merge = models.ForeignKey(Merge, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()
    reason = models.TextField(blank=True)

    class Meta:
        triggers = [append_only]
        constraints = [
            models.UniqueConstraint(fields=["pool", "number"], name="posting_number")
        ]

    def __str__(self) -> str:
        return f"{self.pool_id} no. {self.number}: {self.act}"


class ReportWarning(models.Model):
    """Something odd about a report, answered by its sender and ticked by the
    officer; those of one kind together.
    """

    report = models.ForeignKey(Report, models.CASCADE, related_name="warnings")
    kind = models.CharField(max_length=30)
    rows = models.JSONField(default=list)
    answer = models.TextField(_("answer"))
    ticked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    ticked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["report", "kind"], name="report_warning_once_a_kind"
            ),
            models.CheckConstraint(
                condition=~models.Q(answer=""), name="report_warning_answered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.report_id}: {self.kind}"

from typing import NamedTuple, Protocol, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.audit import audited, never_deleted
from federation.models import Club, District
from federation.models.plain_names import plain_names
from ratings.enums import COUNTING, STOPPED, RatingMethod, ReportState
from ratings.models.pools import Pool


class FromSource(Protocol):
    """What names the source of a report: a version, a draft or a request about it."""

    @property
    def pool_id(self) -> int: ...
    @property
    def source_kind(self) -> str: ...
    @property
    def source_number(self) -> int: ...


class Source(NamedTuple):
    """The source of a report where nothing else names it."""

    pool_id: int
    source_kind: str
    source_number: int


class ReportQuerySet(models.QuerySet["Report"]):
    def of_source(self, named: FromSource) -> Self:
        return self.filter(
            pool_id=named.pool_id,
            source_kind=named.source_kind,
            source_number=named.source_number,
        )

    def of_outer_source(self) -> Self:
        """Return the versions of the source of a report of the outer query."""
        return self.filter(
            pool=models.OuterRef("pool"),
            source_kind=models.OuterRef("source_kind"),
            source_number=models.OuterRef("source_number"),
        )

    def newest_first(self) -> Self:
        """Order the versions of one source."""
        return self.order_by("-version")

    def counting(self) -> Self:
        return self.filter(state__in=COUNTING)

    def waiting(self) -> Self:
        return self.filter(state=ReportState.SUBMITTED)

    def pending(self) -> Self:
        """Return the reports that wait for the office or for their sender: submitted,
        held, or returned and not sent again.
        """
        states = (ReportState.SUBMITTED, ReportState.HELD, ReportState.RETURNED)
        return self.filter(state__in=states).not_replaced()

    def not_replaced(self) -> Self:
        """Leave out versions after which another one was submitted that decides what
        becomes of the games: one that counts, or was stopped but not withdrawn. A
        returned version keeps its state when the next one is submitted.
        """
        states = COUNTING | {ReportState.HELD, ReportState.RETURNED}
        later = Report.objects.of_outer_source().filter(
            version__gt=models.OuterRef("version"), state__in=states
        )
        return self.filter(~models.Exists(later))

    def accepted_before(self, report: "Report") -> Self:
        """Return the older versions that had been accepted when they were superseded,
        the newest first; none with results after the pool's last day.
        """
        older = self.of_source(report).filter(
            version__lt=report.version,
            state=ReportState.SUPERSEDED,
            accepted_at__isnull=False,
        )
        ended = models.Q(last_booked_date__gt=models.F("pool__ends_on"))
        return older.exclude(ended).newest_first()

    def stopped_after_acceptance(self) -> Self:
        """Return the reports that were stopped after they had been accepted, where no
        later version of the same source counts.
        """
        accepted = Report.pgh_event_model.objects.filter(  # type: ignore[attr-defined]
            state=ReportState.ACCEPTED
        )
        counting = Report.objects.counting().of_outer_source()
        later = counting.filter(version__gt=models.OuterRef("version"))
        return self.filter(
            ~models.Exists(later),
            pk__in=accepted.values("pgh_obj"),
            state__in=STOPPED,
        )

    def booked_between(self, first: object, last: object) -> Self:
        return self.filter(first_booked_date__lte=last, last_booked_date__gte=first)


@audited(exclude=["digest", "games", "players"])
class Report(models.Model):
    """A numbered version of a source's results. It is never edited: a correction is the
    next version, which supersedes it.
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
    """Why it was stopped; read by the office and the sender."""
    public_reason = models.TextField(
        _("reason for everybody"), blank=True, default="", db_default=""
    )
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
        _("large summer tournament"), default=False, db_default=False
    )

    objects = ReportQuerySet.as_manager()

    class Meta:
        triggers = [never_deleted]
        constraints = [
            plain_names("report", "name"),
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
    def name_in_log(self) -> str:
        return gettext("%(event)s, version %(number)s") % {
            "event": self.name,
            "number": self.version,
        }

    def versions(self) -> ReportQuerySet:
        """Return every version of the report's source, the newest first."""
        return Report.objects.of_source(self).newest_first()

    @property
    def sender(self) -> str:
        """The club that submitted it, or the district."""
        from_whom = self.organiser or self.district
        return from_whom.name if from_whom else "–"


class ReportWarning(models.Model):
    """An oddity of a report, answered by its sender and ticked by the officer; oddities
    of one kind are one row.
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

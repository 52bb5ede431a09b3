from datetime import date
from decimal import Decimal
from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.audit import append_only, audited, audited_when_made
from federation.models.checks import ChecksInOneQuery
from federation.models.plain_names import plain_names
from tournaments.enums import NotEndorsed, SanctionKind, SanctionState, SectionClass
from tournaments.models.sections import Section
from tournaments.models.tournaments import Tournament
from tournaments.rules.sanctions.application import fee_due

HIGHEST_FEE = Decimal(10_000)
UNDER_WAY = (SanctionState.APPLIED, SanctionState.ENDORSED, SanctionState.SANCTIONED)


class SanctionTermsQuerySet(models.QuerySet["SanctionTerms"]):
    def on(self, day: date) -> "SanctionTerms | None":
        """Return the terms of tournaments that begin on the day."""
        return self.filter(from_date__lte=day).order_by("-from_date", "-pk").first()


@audited_when_made
class SanctionTerms(ChecksInOneQuery):
    """The terms on which tournaments that begin on a day or later are sanctioned, as
    the board decided.

    Before the first terms class movements need no sanction that was applied for here.
    """

    from_date = models.DateField(_("for tournaments that begin from"))
    fee_each = models.DecimalField(
        _("fee for each participant"),
        max_digits=7,
        decimal_places=2,
        validators=[MinValueValidator(Decimal(0)), MaxValueValidator(HIGHEST_FEE)],
    )
    pay_to = models.CharField(_("where it is paid"), max_length=200, blank=True)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("decided by"),
    )
    set_at = models.DateTimeField(_("decided"))

    objects = SanctionTermsQuerySet.as_manager()

    class Meta:
        triggers = [append_only]
        constraints = [
            models.CheckConstraint(
                condition=Q(fee_each__gte=0, fee_each__lte=HIGHEST_FEE),
                name="sanction_terms_fee_possible",
            )
        ]

    def __str__(self) -> str:
        return f"{self.from_date}: {self.fee_each}"


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def for_districts(self) -> Self:
        """Return the applications that wait to be endorsed."""
        return self.filter(state=SanctionState.APPLIED, not_endorsed="")

    def for_federation(self) -> Self:
        """Return the applications that wait to be sanctioned."""
        return self.filter(
            Q(state=SanctionState.ENDORSED)
            | Q(state=SanctionState.APPLIED) & ~Q(not_endorsed="")
        )

    def sanctioned(self) -> Self:
        return self.filter(state=SanctionState.SANCTIONED)


@audited(exclude=["version"])
class Sanction(ChecksInOneQuery):
    """A tournament's application for a sanction, and its outcome (SSF §6).

    Days and minutes are those that were applied for, `fee_each` that of the terms when
    it was sanctioned. `invoice_date` is the first day on which it was sanctioned and
    all of its sections had started, so that the number of participants was known.
    `reason` is read by the organiser, `internal_reason` by the district and the
    federation. `version` counts the changes: an answer names the version that its
    author saw.
    """

    tournament = models.OneToOneField(
        Tournament,
        models.PROTECT,
        related_name="sanction",
        verbose_name=_("tournament"),
    )
    state = models.CharField(_("state"), max_length=10, choices=SanctionState)
    kind = models.CharField(
        _("kind of tournament"), max_length=10, choices=SanctionKind
    )
    arbiter = models.CharField(_("arbiter"), max_length=120)
    prizes = models.TextField(_("how prizes are given"))
    start_date = models.DateField(_("first day"))
    end_date = models.DateField(_("last day"))
    minutes = models.PositiveSmallIntegerField(_("minutes for each player"))
    applied_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("applied for by"),
    )
    applied_at = models.DateTimeField(_("applied for"))
    not_endorsed = models.CharField(
        _("why no district endorses it"),
        max_length=10,
        choices=NotEndorsed,
        blank=True,
        default="",
    )
    endorsed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("endorsed by"),
    )
    endorsed_at = models.DateTimeField(_("endorsed"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    reason = models.TextField(_("reason for the organiser"), blank=True, default="")
    internal_reason = models.TextField(
        _("reason for the district and the federation"), blank=True, default=""
    )
    fee_each = models.DecimalField(
        _("fee for each participant"),
        max_digits=7,
        decimal_places=2,
        null=True,
        blank=True,
    )
    invoice_date = models.DateField(_("date of the invoice"), null=True, blank=True)
    paid_amount = models.DecimalField(
        _("paid"), max_digits=11, decimal_places=2, null=True, blank=True
    )
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("payment noted by"),
    )
    paid_at = models.DateTimeField(_("payment noted"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        constraints = [
            plain_names("sanction", "arbiter"),
            models.CheckConstraint(
                condition=Q(state__in=SanctionState.values),
                name="sanction_state_known",
            ),
            models.CheckConstraint(
                condition=Q(end_date__gte=models.F("start_date")),
                name="sanction_days_in_order",
            ),
            models.CheckConstraint(
                condition=Q(endorsed_by=None, endorsed_at=None)
                | Q(endorsed_by__isnull=False, endorsed_at__isnull=False),
                name="sanction_endorsed_by_somebody",
            ),
            models.CheckConstraint(
                condition=~Q(state=SanctionState.ENDORSED)
                | Q(endorsed_by__isnull=False),
                name="sanction_endorsed_when_it_says_so",
            ),
            models.CheckConstraint(
                condition=~Q(state=SanctionState.SANCTIONED)
                | Q(endorsed_by__isnull=False)
                | ~Q(not_endorsed=""),
                name="sanction_not_past_the_district",
            ),
            models.CheckConstraint(
                condition=~Q(
                    state__in=[
                        SanctionState.SANCTIONED,
                        SanctionState.RETURNED,
                        SanctionState.REFUSED,
                    ]
                )
                | Q(decided_by__isnull=False, decided_at__isnull=False),
                name="sanction_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=~Q(state=SanctionState.SANCTIONED)
                | ~Q(decided_by=models.F("applied_by")),
                name="sanction_by_another_than_the_applicant",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=[SanctionState.RETURNED, SanctionState.REFUSED])
                | ~Q(reason=""),
                name="sanction_stopped_with_reason",
            ),
            models.CheckConstraint(
                condition=Q(paid_amount=None, paid_by=None, paid_at=None)
                | Q(
                    state=SanctionState.SANCTIONED,
                    fee_each__isnull=False,
                    paid_amount__gte=0,
                    paid_by__isnull=False,
                    paid_at__isnull=False,
                ),
                name="sanction_paid_noted_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(invoice_date=None)
                | Q(state=SanctionState.SANCTIONED, fee_each__isnull=False),
                name="sanction_invoice_of_what_is_owed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.state}"

    @property
    def waits_for_district(self) -> bool:
        return self.state == SanctionState.APPLIED and not self.not_endorsed

    @property
    def waits_for_federation(self) -> bool:
        skipped = self.state == SanctionState.APPLIED and bool(self.not_endorsed)
        return skipped or self.state == SanctionState.ENDORSED

    @property
    def fee_due_date(self) -> date:
        return fee_due(self.tournament.end_date, self.invoice_date)

    @property
    def is_under_way(self) -> bool:
        """Whether it is applied for and neither returned nor refused nor withdrawn."""
        return self.state in UNDER_WAY


@audited()
class SanctionSection(models.Model):
    """A section that a sanction is for, and the class it is for."""

    sanction = models.ForeignKey(
        Sanction,
        models.CASCADE,
        related_name="sections",
        verbose_name=_("sanction"),
    )
    section = models.OneToOneField(
        Section,
        models.CASCADE,
        related_name="sanction_section",
        verbose_name=_("section"),
    )
    section_class = models.CharField(
        _("class of the section"), max_length=5, choices=SectionClass
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(section_class__in=SectionClass.values),
                name="sanction_section_class_known",
            )
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.section_class}"

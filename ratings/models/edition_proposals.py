from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from ratings.models.pools import Pool


class EditionProposalQuerySet(models.QuerySet["EditionProposal"]):
    def waiting(self) -> Self:
        return self.filter(approved_at=None, rejected_at=None)


@audited()
class EditionProposal(models.Model):
    """An edition as somebody proposes it; it holds once somebody else approved it.

    `replaces`: it stands in for the edition of the same day.
    """

    pool = models.ForeignKey(
        Pool,
        models.PROTECT,
        related_name="edition_proposals",
        verbose_name=_("rated as"),
    )
    system = models.CharField(_("system"), max_length=30)
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)
    conversion = models.JSONField(_("conversion"), null=True, blank=True)
    from_date = models.DateField(_("from"))
    replaces = models.BooleanField(_("replaces the edition of that day"), default=False)
    reason = models.TextField(_("reason"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("made by"),
    )
    made_at = models.DateTimeField(_("made"))
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("approved by"),
    )
    approved_at = models.DateTimeField(_("approved"), null=True)
    rejected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("rejected by"),
    )
    rejected_at = models.DateTimeField(_("rejected"), null=True)
    answer = models.TextField(_("answer"), blank=True)

    objects = EditionProposalQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(approved_at=None) | models.Q(rejected_at=None),
                name="edition_proposal_settled_once",
            ),
            models.CheckConstraint(
                condition=models.Q(approved_at=None, approved_by=None)
                | models.Q(approved_at__isnull=False, approved_by__isnull=False),
                name="edition_proposal_approved_by_somebody",
            ),
            models.CheckConstraint(
                condition=models.Q(rejected_at=None, rejected_by=None)
                | models.Q(rejected_at__isnull=False, rejected_by__isnull=False),
                name="edition_proposal_rejected_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["pool", "from_date"],
                condition=models.Q(approved_at=None, rejected_at=None),
                name="edition_proposal_one_waits_for_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system} from {self.from_date}, proposed"

    @property
    def is_waiting(self) -> bool:
        return self.approved_at is None and self.rejected_at is None

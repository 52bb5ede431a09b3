from typing import Self, TypeVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from ratings.enums import FideTempo, ProposedKind
from ratings.models.pools import Edition, Pool

WAITING = models.Q(approved_at=None, rejected_at=None)
AnyProposal = TypeVar("AnyProposal", bound="Approvable")


class Proposed(models.Model):
    """Something that one person proposes and another agrees to or rejects."""

    reason = models.TextField(_("reason"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("made by"),
    )
    made_at = models.DateTimeField(_("made"))
    rejected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("rejected by"),
    )
    rejected_at = models.DateTimeField(_("rejected"), null=True)
    answer = models.TextField(_("answer"), blank=True)
    by_one = models.BooleanField(
        _("one person did both: a second pair of eyes is not required"),
        default=False,
        db_default=False,
    )

    class Meta:
        abstract = True

    @property
    def is_waiting(self) -> bool:
        raise NotImplementedError


class ApprovableQuerySet(models.QuerySet[AnyProposal]):
    def waiting(self) -> Self:
        return self.filter(WAITING)

    def waiting_first(self) -> Self:
        """Return the waiting ones, then the newest, with the accounts of the people who
        proposed and settled them.
        """
        return (
            self.select_related("made_by", "approved_by", "rejected_by")
            .annotate(
                settled=models.Q(approved_at__isnull=False)
                | models.Q(rejected_at__isnull=False)
            )
            .order_by("settled", "-made_at", "-pk")
        )


class Approvable(Proposed):
    """A proposal that takes effect once another person has approved it."""

    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("approved by"),
    )
    approved_at = models.DateTimeField(_("approved"), null=True)

    class Meta:
        abstract = True

    @property
    def is_waiting(self) -> bool:
        return self.approved_at is None and self.rejected_at is None


def by_two(name: str, agreed_by: str) -> models.CheckConstraint:
    """Constrain that another person than the proposer agreed, or that the row notes
    that one person did both.
    """
    return models.CheckConstraint(
        condition=models.Q(by_one=True)
        | models.Q(**{agreed_by: None})
        | models.Q(made_by=None)
        | ~models.Q(**{agreed_by: models.F("made_by")}),
        name=f"{name}_by_two",
    )


def settled_once(name: str) -> list[models.CheckConstraint]:
    """Return the constraints of a table of proposals: each is settled once, by a
    person, and approved by another person than its proposer.
    """
    signed = {"approved": "approved_by", "rejected": "rejected_by"}
    return [
        by_two(name, "approved_by"),
        models.CheckConstraint(
            condition=models.Q(approved_at=None) | models.Q(rejected_at=None),
            name=f"{name}_settled_once",
        ),
        *(
            models.CheckConstraint(
                condition=models.Q(**{f"{act}_at": None, by: None})
                | models.Q(**{f"{act}_at__isnull": False, f"{by}__isnull": False}),
                name=f"{name}_{act}_by_somebody",
            )
            for act, by in signed.items()
        ),
    ]


class EditionProposalQuerySet(ApprovableQuerySet["EditionProposal"]):
    def with_outcome(self) -> Self:
        """Annotate each approved edition with what became of it: `is_replaced` (by an
        edition of the same day that was approved later) or `is_withdrawn`.
        """
        same_day = {
            "pool": models.OuterRef("pool"),
            "from_date": models.OuterRef("from_date"),
        }
        later = EditionProposal.objects.filter(
            **same_day, approved_at__gt=models.OuterRef("approved_at")
        )
        in_force = Edition.objects.filter(**same_day)
        was_approved = models.Q(approved_at__isnull=False)
        return self.annotate(
            is_replaced=models.Exists(later),
            is_withdrawn=models.ExpressionWrapper(
                was_approved & ~models.Exists(in_force) & ~models.Exists(later),
                output_field=models.BooleanField(),
            ),
        )


@audited()
class EditionProposal(Approvable):
    """A proposed edition.

    `replaces`: it would replace the edition of the same day.
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

    objects = EditionProposalQuerySet.as_manager()

    class Meta:
        constraints = [
            *settled_once("edition_proposal"),
            models.UniqueConstraint(
                fields=["pool", "from_date"],
                condition=WAITING,
                name="edition_proposal_one_waits_for_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system} from {self.from_date}, proposed"


class PolicyProposalQuerySet(ApprovableQuerySet["PolicyProposal"]):
    pass


@audited()
class PolicyProposal(Approvable):
    """A proposal of how corrections to a pool's approved periods are to be booked:
    carried into the open period, or cascading.
    """

    pool = models.ForeignKey(
        Pool,
        models.PROTECT,
        related_name="policy_proposals",
        verbose_name=_("rated as"),
    )
    carries = models.BooleanField(_("corrections are carried forward"))

    objects = PolicyProposalQuerySet.as_manager()

    class Meta:
        verbose_name = _("corrections policy")
        constraints = [
            *settled_once("policy_proposal"),
            models.UniqueConstraint(
                fields=["pool"], condition=WAITING, name="policy_proposal_one_waits"
            ),
        ]

    def __str__(self) -> str:
        return f"corrections {'carried' if self.carries else 'cascade'}, proposed"


class ProposedActQuerySet(ApprovableQuerySet["ProposedAct"]):
    def about(self, kind: ProposedKind, subject: int) -> Self:
        return self.filter(kind=kind, subject=subject)


@audited()
class ProposedAct(Approvable):
    """An act of the office about one existing row: a decision, a merge, a correction,
    an edition or a pool, by `kind`. It is carried out when another person agrees.

    `last_day` and `fide_tempo` are the values that a pool is to have then.
    """

    kind = models.CharField(_("kind"), max_length=20, choices=ProposedKind)
    subject = models.PositiveBigIntegerField()
    pool = models.ForeignKey(
        Pool, models.PROTECT, null=True, related_name="+", verbose_name=_("rated as")
    )
    last_day = models.DateField(_("last day"), null=True)
    fide_tempo = models.CharField(
        _("FIDE rating shown beside"), max_length=8, choices=FideTempo, blank=True
    )
    public_reason = models.TextField(
        _("reason for everybody"), blank=True, default="", db_default=""
    )

    objects = ProposedActQuerySet.as_manager()

    class Meta:
        verbose_name = _("proposed action")
        constraints = [
            *settled_once("proposed_act"),
            models.CheckConstraint(
                condition=~models.Q(reason=""), name="proposed_act_with_reason"
            ),
            models.UniqueConstraint(
                fields=["kind", "subject"],
                condition=WAITING,
                name="proposed_act_waits_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}, proposed"

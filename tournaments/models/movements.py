from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from federation.audit import audit_trail, audited, audited_when_made, never_deleted
from federation.enums import PlayerClass
from federation.models import ClassMembership
from tournaments.enums import MovementState
from tournaments.models.entries import Entry
from tournaments.models.rewriting import RewriteQuerySet
from tournaments.models.sections import Section

SETTLED = [
    (each.value, each.label)
    for each in (MovementState.CONFIRMED, MovementState.REJECTED)
]


class ClassMovementQuerySet(RewriteQuerySet["ClassMovement"]):
    def proposed(self) -> Self:
        return self.filter(state=MovementState.PROPOSED)

    def to_check_again(self) -> Self:
        """Return decided movements whose outcome a later correction has changed."""
        return self.exclude(state=MovementState.PROPOSED).filter(
            looked_at=None, now_kind__gt=""
        )


@audited()
class MovementBatch(models.Model):
    """The class movements that were confirmed or rejected in one act.

    It is undone as a whole: the proposals wait again, and its lines of the class
    register are taken back.
    """

    outcome = models.CharField(_("outcome"), max_length=10, choices=SETTLED)
    size = models.PositiveIntegerField(_("movements"))
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("decided by"),
    )
    settled_at = models.DateTimeField(_("decided"))
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("undone by"),
    )
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name = _("batch of class movements")
        triggers = [never_deleted]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(undone_by=None, undone_at=None)
                | models.Q(undone_by__isnull=False, undone_at__isnull=False),
                name="movement_batch_undone_by_somebody",
            )
        ]

    def __str__(self) -> str:
        return f"{self.size} {self.outcome}"

    @property
    def name_in_log(self) -> str:
        words = (
            ngettext(
                "%(count)s movement rejected", "%(count)s movements rejected", self.size
            )
            if self.outcome == MovementState.REJECTED
            else ngettext(
                "%(count)s movement confirmed",
                "%(count)s movements confirmed",
                self.size,
            )
        )
        return words % {"count": self.size}


@audited(exclude=["reasoning"])
class ClassMovement(models.Model):
    """The outcome of a section's results for one player's class, with the reasoning;
    the committee confirms or rejects it.

    `ruled_class` is what the rules gave, `line` what a confirmed movement wrote in the
    class register.
    """

    section = models.ForeignKey(
        Section,
        models.CASCADE,
        related_name="movements",
        verbose_name=_("section"),
    )
    entry = models.OneToOneField(
        Entry,
        models.CASCADE,
        related_name="movement",
        verbose_name=_("entry"),
    )
    kind = models.CharField(_("outcome"), max_length=12)
    from_class = models.CharField(_("class before"), max_length=3, blank=True)
    to_class = models.CharField(_("class after"), max_length=3, blank=True)
    ruled_class = models.CharField(
        _("class by the rules"), max_length=3, blank=True, default=""
    )
    reasoning = models.JSONField()
    state = models.CharField(
        _("state"), max_length=10, choices=MovementState, default=MovementState.PROPOSED
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    batch = models.ForeignKey(
        MovementBatch,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="movements",
        verbose_name=_("decided together"),
    )
    line = models.ForeignKey(
        ClassMembership,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("line of the class register"),
    )
    reason = models.TextField(_("reason"), blank=True)
    public_reason = models.TextField(
        _("reason for everybody"), blank=True, default="", db_default=""
    )
    now_kind = models.CharField(
        _("outcome after a correction"), max_length=12, blank=True, default=""
    )
    now_class = models.CharField(
        _("class after a correction"), max_length=3, blank=True, default=""
    )
    looked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("looked at by"),
    )
    looked_at = models.DateTimeField(_("looked at"), null=True, blank=True)
    looked_reason = models.TextField(_("why it stays"), blank=True, default="")

    objects = ClassMovementQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(state=MovementState.REJECTED)
                | ~models.Q(reason=""),
                name="movement_rejected_with_reason",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.from_class} → {self.to_class}"


@audited_when_made
class StepDown(models.Model):
    """A player who stepped down one class on request (SSF §7.3c).

    Its line of the class register says who decided it and when, and who took it back.
    """

    line = models.OneToOneField(
        ClassMembership,
        models.PROTECT,
        related_name="step_down",
        verbose_name=_("line of the class register"),
    )
    from_class = models.CharField(_("class before"), max_length=3, choices=PlayerClass)
    last_played = models.DateField(_("last competition"))
    reason = models.TextField(_("reason"))

    class Meta:
        verbose_name = _("step down a class")
        triggers = [audit_trail]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(reason=""), name="step_down_with_reason"
            )
        ]

    def __str__(self) -> str:
        return f"{self.line_id}: {self.from_class} ↓"

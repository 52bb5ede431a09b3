from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from tournaments.enums import MovementState
from tournaments.models.sections import Entry, Section


class ClassMovementQuerySet(models.QuerySet["ClassMovement"]):
    def proposed(self) -> Self:
        return self.filter(state=MovementState.PROPOSED)

    def to_look_at(self) -> Self:
        """Decided, and a later correction makes something else of it."""
        return self.exclude(state=MovementState.PROPOSED).filter(
            looked_at=None, now_kind__gt=""
        )


@audited(exclude=["reasoning"])
class ClassMovement(models.Model):
    """What a section's results mean for one player's class, with the reasoning;
    staff confirm or reject it.
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
    reason = models.TextField(_("reason"), blank=True)
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

from collections.abc import Collection
from datetime import datetime
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited, never_deleted
from federation.models.players import Player
from federation.models.users import User

OPEN_ERASURES = models.Q(closed_at=None, erased_at=None)


def _confirmed_by_two() -> models.Q:
    return models.Q(confirmed_by=None, confirmed_at=None, due_at=None) | models.Q(
        models.Q(by_one=True) | ~models.Q(confirmed_by=models.F("asked_by")),
        confirmed_by__isnull=False,
        confirmed_at__isnull=False,
        due_at__isnull=False,
    )


class ErasureQuerySet(models.QuerySet["Erasure"]):
    def open(self) -> Self:
        """Return those that may still be confirmed, withdrawn or carried out."""
        return self.filter(OPEN_ERASURES)

    def due(self, at: datetime) -> Self:
        return self.open().filter(due_at__lte=at)

    def of_person(self, cards: Collection[int], accounts: Collection[int]) -> Self:
        """Keep those about the person with these cards and accounts."""
        return self.filter(models.Q(user__in=accounts) | models.Q(player__in=cards))

    def newest_first(self) -> Self:
        return self.order_by("-asked_at", "-pk")


@audited()
class Erasure(models.Model):
    """The erasure of a person who has left: of the name, and of everything else that
    identifies the person. Requested by the person or an administrator, confirmed by
    another, carried out at `due_at`, unless it is withdrawn (`closed_at`) before.
    """

    player = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("player"),
    )
    user = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("account"),
    )
    reason = models.TextField(_("reason"), blank=True)
    asked_by = models.ForeignKey(
        User, models.PROTECT, related_name="+", verbose_name=_("asked by")
    )
    asked_at = models.DateTimeField(_("asked"))
    confirmed_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    by_one = models.BooleanField(
        _("one person did both: a second pair of eyes is not required"), default=False
    )
    due_at = models.DateTimeField(_("to be carried out"), null=True, blank=True)
    # Whom it means when it is confirmed: only a trigger writes both.
    cards = ArrayField(
        models.BigIntegerField(),
        null=True,
        editable=False,
        verbose_name=_("cards meant"),
    )
    accounts = ArrayField(
        models.BigIntegerField(),
        null=True,
        editable=False,
        verbose_name=_("accounts meant"),
    )
    closed_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("withdrawn by"),
    )
    closed_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True)

    objects = ErasureQuerySet.as_manager()

    class Meta:
        verbose_name = _("erasure")
        triggers = [never_deleted]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(player__isnull=False) | models.Q(user__isnull=False),
                name="erasure_of_somebody",
            ),
            models.CheckConstraint(
                condition=_confirmed_by_two(), name="erasure_confirmed_by_two"
            ),
            models.CheckConstraint(
                condition=models.Q(erased_at=None)
                | models.Q(erased_at__gte=models.F("due_at"), closed_at=None),
                name="erasure_carried_out_when_due",
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at=None, closed_by=None)
                | models.Q(closed_at__isnull=False, closed_by__isnull=False),
                name="erasure_withdrawn_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=OPEN_ERASURES,
                name="erasure_open_once_a_player",
            ),
            models.UniqueConstraint(
                fields=["user"],
                condition=OPEN_ERASURES,
                name="erasure_open_once_an_account",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

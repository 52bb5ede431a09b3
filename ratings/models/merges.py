from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import BigIntegerRangeField
from django.db import models
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _

from federation.audit import audited, never_deleted
from federation.models import Player
from ratings.models.pools import Pool
from ratings.models.proposals import Proposed, by_two


class MergeQuerySet(models.QuerySet["Merge"]):
    def waiting(self) -> Self:
        return self.filter(confirmed_at=None, rejected_at=None)

    def in_force(self) -> Self:
        return self.filter(confirmed_at__isnull=False, undone_at=None)

    def settled(self) -> Self:
        return self.filter(
            models.Q(rejected_at__isnull=False) | models.Q(undone_at__isnull=False)
        )

    def about(self, player_id: int) -> Self:
        return self.filter(models.Q(gone=player_id) | models.Q(stays=player_id))


@audited(exclude=["taken_over"])
class Merge(Proposed):
    """Two cards of the register that an officer finds to be the same person's. The
    games of the card `gone` count for the card `stays` once another officer has
    confirmed the merge, and until it is undone. Games are never rewritten.

    `taken_over`: what was moved in the register, to be moved back when the merge is
    undone.
    """

    gone = models.ForeignKey(
        Player, models.PROTECT, related_name="+", verbose_name=_("the one who goes")
    )
    stays = models.ForeignKey(
        Player, models.PROTECT, related_name="+", verbose_name=_("the one who stays")
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    confirmed_at = models.DateTimeField(_("confirmed"), null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("undone by"),
    )
    undone_at = models.DateTimeField(_("undone"), null=True)
    taken_over = models.JSONField(default=dict, blank=True)

    objects = MergeQuerySet.as_manager()

    class Meta:
        constraints = [
            by_two("merge", "confirmed_by"),
            models.CheckConstraint(
                condition=~models.Q(gone=models.F("stays")), name="merge_of_two"
            ),
            models.CheckConstraint(
                condition=~models.Q(reason=""), name="merge_with_reason"
            ),
            models.CheckConstraint(
                condition=models.Q(confirmed_at=None) | models.Q(rejected_at=None),
                name="merge_settled_once",
            ),
            models.CheckConstraint(
                condition=models.Q(undone_at=None)
                | models.Q(confirmed_at__isnull=False),
                name="merge_undone_once_confirmed",
            ),
            models.CheckConstraint(
                condition=models.Q(undone_at=None) | ~models.Q(answer=""),
                name="merge_undone_with_reason",
            ),
            models.UniqueConstraint(
                fields=["gone"],
                condition=models.Q(confirmed_at__isnull=False, undone_at=None),
                name="merge_leads_to_one",
            ),
            models.UniqueConstraint(
                Least("gone", "stays"),
                Greatest("gone", "stays"),
                condition=models.Q(confirmed_at=None, rejected_at=None),
                name="merge_waits_once_a_pair",
            ),
        ]
        indexes = [models.Index(fields=["stays"], name="merge_stays")]

    def __str__(self) -> str:
        return f"{self.gone_id} into {self.stays_id}"

    @property
    def is_waiting(self) -> bool:
        return self.confirmed_at is None and self.rejected_at is None

    @property
    def is_in_force(self) -> bool:
        return self.confirmed_at is not None and self.undone_at is None


class MergeSpanQuerySet(models.QuerySet["MergeSpan"]):
    def as_of(self, number: int) -> Self:
        return self.filter(span__contains=number)


class MergeSpan(models.Model):
    """From which posting of a pool to which (excluded) a merge holds in it. Every pool
    has a row, also those where neither card has played yet.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="+", db_index=False)
    merge = models.ForeignKey(Merge, models.PROTECT, related_name="spans")
    span = BigIntegerRangeField()

    objects = MergeSpanQuerySet.as_manager()

    class Meta:
        triggers = [never_deleted]
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "merge"], name="merge_once_in_a_pool"
            )
        ]

    def __str__(self) -> str:
        return f"{self.merge_id} holds in {self.span}"

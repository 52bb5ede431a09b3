"""How the rounds of a section were paired, and which players miss one."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Bye, SectionPairing
from tournaments.models.entries import Entry
from tournaments.models.sections import Section


class RoundPairingQuerySet(models.QuerySet["RoundPairing"]):
    def not_published_at(self, moment: datetime) -> Self:
        return self.filter(Q(published_at=None) | Q(published_at__gt=moment))


class RoundPairing(models.Model):
    """How a round was paired: what the system proposed (`rules.pairing.written`), and
    why the boards differ, if they do.

    The boards are public from `published_at` on; a round without it is a draft. If the
    boards were removed, the reason is why.
    """

    section = models.ForeignKey(Section, models.CASCADE, related_name="round_pairings")
    round = models.PositiveSmallIntegerField()
    system = models.CharField(max_length=12, choices=SectionPairing)
    proposal = models.JSONField(null=True, blank=True)
    change_reason = models.CharField(
        _("why the boards differ from the proposal"), max_length=200, blank=True
    )
    published_at = models.DateTimeField(null=True, blank=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    changed_at = models.DateTimeField()

    objects = RoundPairingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round"], name="round_pairing_once"
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.round}"

    def is_seen_at(self, moment: datetime) -> bool:
        """Return whether the boards are public."""
        return self.published_at is not None and self.published_at <= moment

    def is_later_than(self, moment: datetime) -> bool:
        """Return whether the boards will be public at a later moment."""
        return self.published_at is not None and self.published_at > moment


class AbsenceQuerySet(models.QuerySet["Absence"]):
    def before_leaving(self) -> Self:
        """Return the absences from rounds before which the player has not left the
        tournament.
        """
        return self.exclude(entry__withdrawn_after__lt=F("round"))


class Absence(models.Model):
    """A player who said beforehand that they miss a round, and the bye they get."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="absences")
    round = models.PositiveSmallIntegerField()
    bye = models.CharField(
        max_length=10, choices=Bye, default=Bye.NONE, db_default=Bye.NONE
    )
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    recorded_at = models.DateTimeField()

    objects = AbsenceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "round"], name="absence_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}, round {self.round}"


class KeptApart(models.Model):
    """Two players of a section who are not to meet: never, or only if the round cannot
    be paired otherwise.

    `one` is the entry that was made first.
    """

    section = models.ForeignKey(Section, models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    is_strict = models.BooleanField(_("never, whatever the rest of the round"))
    reason = models.CharField(_("why"), max_length=100)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="kept_apart_once"),
            models.CheckConstraint(
                condition=Q(one__lt=F("other")), name="kept_apart_in_order"
            ),
            models.CheckConstraint(
                condition=~Q(reason=""), name="kept_apart_has_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"

"""The history of results, and codes by which results are entered without an account."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.audit import never_changed
from federation.models.plain_names import plain_names
from tournaments.enums import PhoneCodeKind, ResultWay
from tournaments.models.pairings import Pairing
from tournaments.models.sections import Section


class PhoneCodeQuerySet(models.QuerySet["PhoneCode"]):
    def open_at(self, moment: datetime) -> Self:
        return self.filter(revoked_at=None, expires_at__gt=moment)


class PhoneCode(models.Model):
    """A code that a section's organiser gives out, to enter results of the section's
    boards.

    It is valid for all boards or those from `first_board` to `last_board`; a deputy may
    also enter results that need a decision. Only the digest of the code is stored.
    """

    section = models.ForeignKey(Section, models.CASCADE, related_name="phone_codes")
    digest = models.CharField(max_length=64, unique=True)
    label = models.CharField(_("for whom"), max_length=40)
    kind = models.CharField(
        _("what it allows"),
        max_length=6,
        choices=PhoneCodeKind,
        default=PhoneCodeKind.HELPER,
        db_default=PhoneCodeKind.HELPER,
    )
    first_board = models.PositiveSmallIntegerField(
        _("from board"), null=True, blank=True
    )
    last_board = models.PositiveSmallIntegerField(_("to board"), null=True, blank=True)
    expires_at = models.DateTimeField(_("valid until"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = PhoneCodeQuerySet.as_manager()

    class Meta:
        constraints = [
            plain_names("phone_code", "label"),
            models.CheckConstraint(
                condition=Q(kind__in=PhoneCodeKind.values),
                name="phone_code_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(first_board=None, last_board=None)
                | Q(first_board__gte=1, last_board__gte=F("first_board")),
                name="phone_code_boards_in_order",
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("made_at")),
                name="phone_code_is_valid_once",
            ),
            models.CheckConstraint(
                condition=Q(revoked_by=None, revoked_at=None)
                | Q(revoked_by__isnull=False, revoked_at__isnull=False),
                name="phone_code_revoked_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def is_deputys(self) -> bool:
        return self.kind == PhoneCodeKind.DEPUTY

    def is_open_at(self, moment: datetime) -> bool:
        return self.revoked_at is None and self.expires_at > moment


class ResultChangeQuerySet(models.QuerySet["ResultChange"]):
    def of_section(self, section_id: int) -> Self:
        return self.filter(pairing__section=section_id)

    def newest_first(self) -> Self:
        return self.order_by("-pk")

    def with_boards(self) -> Self:
        return self.with_authors().select_related("pairing__white", "pairing__black")

    def with_authors(self) -> Self:
        return self.select_related("by", "code")


class ResultChange(models.Model):
    """One change of a board's result or of the day it was finished on: by an account or
    by a phone code, from what to what.

    `version` is the board's after the change. `undoes` is the change that this one took
    back; to redo is to take back an undoing. `key` identifies a submission, so that the
    same one is recognised when it arrives again.
    """

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    was = models.CharField(max_length=10, blank=True)
    became = models.CharField(max_length=10, blank=True)
    was_finished = models.DateField(null=True, blank=True)
    became_finished = models.DateField(null=True, blank=True)
    way = models.CharField(max_length=10, choices=ResultWay)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    code = models.ForeignKey(
        PhoneCode, models.RESTRICT, null=True, related_name="changes"
    )
    at = models.DateTimeField()
    key = models.CharField(max_length=40, blank=True, default="")
    undoes = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="undone_by"
    )

    objects = ResultChangeQuerySet.as_manager()

    class Meta:
        triggers = [never_changed]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "version"], name="result_change_of_version_once"
            ),
            models.UniqueConstraint(
                fields=["pairing", "key"],
                condition=~Q(key=""),
                name="result_change_sent_once",
            ),
            models.CheckConstraint(
                condition=Q(by=None) | Q(code=None), name="result_change_by_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.was} → {self.became}"

    @property
    def author(self) -> str:
        """The account's name, or the label of the code."""
        return str(self.by or self.code or "")

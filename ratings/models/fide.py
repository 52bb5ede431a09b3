from datetime import date
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audit_trail, audited_when_made
from federation.models.plain_names import plain_names
from federation.models.sorting import folded
from ratings.enums import OPEN_UPLOADS, FideKind, UploadState


class FideListQuerySet(models.QuerySet["FideList"]):
    def of_tempo(self, tempo: str) -> Self:
        """Return the lists that have ratings of this kind of play, the newest first."""
        return self.filter(kind__in=[FideKind.ALL, tempo]).newest_first()

    def in_force_on(self, day: date) -> Self:
        return self.filter(month__lte=day)

    def newest_first(self) -> Self:
        return self.order_by("-month", "-pk")


@audited_when_made
class FideList(models.Model):
    """FIDE's list of a month as it was imported. It never changes: a corrected file
    becomes the month's next revision and is stored beside it.
    """

    month = models.DateField(_("month"), help_text="its first day")
    kind = models.CharField(_("kind"), max_length=8, choices=FideKind)
    revision = models.PositiveSmallIntegerField(_("revision"), default=0)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the list's file")
    file_name = models.CharField(_("file"), max_length=200)
    lines = models.PositiveIntegerField(help_text="players in the file")
    rated = models.PositiveIntegerField(help_text="of them with a rating")
    kept = models.PositiveIntegerField(help_text="of them in the register")
    refused = models.PositiveIntegerField(help_text="lines that could not be read")
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    taken_at = models.DateTimeField()

    objects = FideListQuerySet.as_manager()

    class Meta:
        triggers = [audit_trail]
        constraints = [
            plain_names("fide_list", "file_name"),
            models.UniqueConstraint(
                fields=["month", "kind", "revision"], name="fide_list_revision_once"
            ),
            models.UniqueConstraint(fields=["digest"], name="fide_list_file_once"),
            models.CheckConstraint(
                condition=models.Q(month__day=1), name="fide_list_month_begins"
            ),
        ]

    def __str__(self) -> str:
        return f"FIDE {self.month:%Y-%m} {self.kind}, revision {self.revision}"


class FideNumbers(models.Model):
    """The numbers of a player on FIDE's list. They are FIDE's own and have no foreign
    key to the register: the player is found there by FIDE number.
    """

    fide_id = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    federation = models.CharField(max_length=3, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    title = models.CharField(max_length=3, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True)
    inactive = models.BooleanField()
    standard = models.PositiveSmallIntegerField(null=True)
    rapid = models.PositiveSmallIntegerField(null=True)
    blitz = models.PositiveSmallIntegerField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.fide_id} {self.name}"


class FideRating(FideNumbers):
    """A player of the register on FIDE's list of a month, kept permanently."""

    list = models.ForeignKey(FideList, models.PROTECT, related_name="ratings")

    class Meta:
        triggers = [audit_trail]
        constraints = [
            plain_names("fide_rating", "name", "federation"),
            models.UniqueConstraint(
                fields=["list", "fide_id"], name="fide_rating_once_a_list"
            ),
        ]
        indexes = [models.Index(fields=["fide_id", "list"], name="fide_rating_course")]


class FideLine(FideNumbers):
    """A player with a rating on the newest list of a kind, used to look up players from
    outside the register. The next list replaces all lines.
    """

    list = models.ForeignKey(
        FideList, models.PROTECT, related_name="everybody", db_index=False
    )
    search_text = models.GeneratedField(
        expression=folded("name"), output_field=models.TextField(), db_persist=True
    )

    class Meta:
        constraints = [
            plain_names("fide_line", "name", "federation"),
            models.UniqueConstraint(
                fields=["list", "fide_id"], name="fide_line_once_a_list"
            ),
        ]
        indexes = [
            models.Index(
                fields=["search_text"],
                opclasses=["text_pattern_ops"],
                name="fide_line_name",
            )
        ]


class FideUpload(models.Model):
    """A file uploaded by an officer, from its upload until it is read. `code` and
    `facts` say why it was refused.
    """

    file_name = models.CharField(_("file"), max_length=200)
    size = models.PositiveBigIntegerField()
    month = models.DateField(_("month"))
    state = models.CharField(
        max_length=8, choices=UploadState, default=UploadState.WAITING
    )
    tries = models.PositiveSmallIntegerField(default=0)
    done_bytes = models.PositiveBigIntegerField(default=0)
    total_bytes = models.PositiveBigIntegerField(default=0)
    lines = models.PositiveIntegerField(default=0)
    known_already = models.BooleanField(default=False)
    code = models.CharField(max_length=20, blank=True)
    facts = models.JSONField(default=dict)
    faults = models.JSONField(default=list, help_text="the first lines left out")
    list = models.ForeignKey(
        FideList, models.PROTECT, null=True, related_name="uploads"
    )
    brought_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    brought_at = models.DateTimeField()

    class Meta:
        constraints = [
            plain_names("fide_upload", "file_name"),
            models.CheckConstraint(
                condition=~models.Q(state=UploadState.REFUSED) | ~models.Q(code=""),
                name="fide_upload_refused_with_reason",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=UploadState.DONE)
                | models.Q(list__isnull=False),
                name="fide_upload_done_has_list",
            ),
        ]
        indexes = [models.Index(fields=["state"], name="fide_upload_state")]

    def __str__(self) -> str:
        return f"{self.file_name}: {self.state}"

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_UPLOADS


class FideUploadPiece(models.Model):
    """A piece of an uploaded file that waits to be read. It is stored in the database,
    where workers on every machine see it, and deleted when the file has been read.
    """

    upload = models.ForeignKey(FideUpload, models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["upload", "number"], name="fide_upload_piece_number"
            )
        ]

    def __str__(self) -> str:
        return f"piece {self.number} of {self.upload_id}"

"""Questionable details of an imported file of history, which a person answers, and the
choices that are remembered.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from ratings.enums import NOTED, FileFindingKind, FindingAnswer, ImportKind
from ratings.models.imports import ImportFile


class ImportFinding(models.Model):
    """One question about an event of a file, and the answer to it
    (`formats.findings.FileFinding`). An event is imported when all its questions that
    need an answer have one.

    `details` are the lines in question, `days` those whose day may be corrected,
    `players` the places of players who may be one person, `games` those of a player in
    one round, `mends` the values to use instead. None of them contains names of people.
    """

    file = models.ForeignKey(ImportFile, models.CASCADE, related_name="findings")
    event = models.PositiveIntegerField(help_text="its place among the file's")
    kind = models.CharField(max_length=8, choices=FileFindingKind)
    details = models.JSONField(default=list)
    days = models.JSONField(default=list)
    players = ArrayField(models.PositiveIntegerField(), default=list)
    games = models.JSONField(default=list)
    announced = models.PositiveIntegerField(default=0, help_text="rounds")
    names = models.JSONField(default=dict)
    answer = models.CharField(
        max_length=8, choices=FindingAnswer, blank=True, default=FindingAnswer.OPEN
    )
    mends = models.JSONField(default=dict)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["file", "event", "kind"], name="import_finding_once"
            ),
            models.CheckConstraint(
                condition=models.Q(answer="")
                | models.Q(kind__in=sorted(NOTED))
                | models.Q(answered_by__isnull=False, answered_at__isnull=False),
                name="import_finding_answered_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} in event {self.event} of {self.file_id}"

    @property
    def is_only_noted(self) -> bool:
        """Whether it has no answer and needs none."""
        return self.kind in NOTED and self.answer == FindingAnswer.OPEN


class ColumnChoice(models.Model):
    """The columns that a user has chosen for a header; they hold for every table with
    the same header. `columns` maps the product's own names to places in the header.
    """

    digest = models.CharField(max_length=64, unique=True)
    header = ArrayField(models.TextField())
    kind = models.CharField(max_length=8, choices=ImportKind)
    columns = models.JSONField()
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    chosen_at = models.DateTimeField()

    def __str__(self) -> str:
        return ", ".join(self.header)

from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.models.plain_names import plain_names
from ratings.enums import EventVerdict, ImportKind, ImportState
from ratings.models.pools import Pool

DISCARDED = [ImportState.DROPPED, ImportState.REFUSED, ImportState.UNDONE]


class ImportFileQuerySet(models.QuerySet["ImportFile"]):
    def newest_first(self) -> Self:
        return self.order_by("-pk")

    def not_discarded(self) -> Self:
        return self.exclude(state__in=DISCARDED)


AUDITED = [
    "pool", "name", "kind", "state", "uploaded_by", "uploaded_at", "posted_by",
    "posted_at", "confirmed_by", "confirmed_at", "by_one", "why", "answered_by",
    "answer", "replaces", "minutes", "undone_by", "undone_at", "why_undone",
]  # fmt: skip
"""What people decide about a file; the other columns count how far its work has come.
"""


@audited(fields=AUDITED)
class ImportFile(models.Model):
    """A file of history to be imported into a pool. It is stored in the database, so
    that any worker can read it.

    `done` of `total` say how far the work of the present state has come. `chosen`
    counts the changes of what is done with its players; `checked` is the count for
    which the figures of the check hold.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="imports")
    name = models.CharField(_("file"), max_length=200)
    size = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64, help_text="SHA-256 of the bytes, in hex")
    kind = models.CharField(
        max_length=8, choices=ImportKind, blank=True, default=ImportKind.UNKNOWN
    )
    state = models.CharField(
        max_length=8, choices=ImportState, default=ImportState.READING
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    uploaded_at = models.DateTimeField()
    posted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    posted_at = models.DateTimeField(null=True)
    """Who requested its posting, and when."""
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True)
    by_one = models.BooleanField(
        _("one person did both: a second pair of eyes is not required"),
        default=False,
        db_default=False,
    )
    why = models.TextField(_("why it is posted"), blank=True, db_default="")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    answer = models.TextField(
        blank=True, db_default="", help_text="why somebody did not agree"
    )
    replaces = models.BooleanField(default=False)
    problem = models.JSONField(default=dict, help_text="why it cannot be read")
    asks = models.JSONField(
        default=dict,
        help_text="while columns are to be chosen: table, header and first rows",
    )

    columns = models.JSONField(
        default=dict, help_text="chosen for its headers, as it is read by them"
    )

    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=0)
    header = ArrayField(models.TextField(), default=list)
    headers = models.JSONField(
        default=dict, help_text="of the tables in a zip, by their names in it"
    )
    unread = ArrayField(models.TextField(), default=list)
    defaulted = models.JSONField(default=dict)
    parts = models.PositiveIntegerField(default=0)
    rows = models.PositiveIntegerField(default=0, help_text="lines or files read")
    games = models.PositiveIntegerField(default=0)
    events = models.PositiveIntegerField(default=0)
    people = models.PositiveIntegerField(default=0)
    matched = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    listed = models.PositiveIntegerField(
        default=0, help_text="players who stand in a list of players"
    )
    clubs = models.PositiveIntegerField(default=0)

    chosen = models.PositiveIntegerField(default=1)
    checked = models.PositiveIntegerField(default=0)
    new_games = models.PositiveIntegerField(default=0)
    new_events = models.PositiveIntegerField(default=0)
    known_games = models.PositiveIntegerField(default=0)
    known_events = models.PositiveIntegerField(default=0)
    differing_games = models.PositiveIntegerField(default=0)
    differing_events = models.PositiveIntegerField(default=0)
    waiting_games = models.PositiveIntegerField(
        default=0, help_text="whose players are undecided or left out"
    )
    new_listed = models.PositiveIntegerField(
        default=0, help_text="of the list, to be entered in the register"
    )
    new_starts = models.PositiveIntegerField(
        default=0, help_text="start ratings that would be decided"
    )
    waiting_listed = models.PositiveIntegerField(
        default=0,
        help_text="of the list: they or their clubs are undecided or left out",
    )
    trial = models.JSONField(
        default=dict,
        help_text="what posting and computing would do (domain.trial)",
    )
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)
    why_undone = models.TextField(
        _("why it was undone"), blank=True, default="", db_default=""
    )
    minutes = models.PositiveSmallIntegerField(
        null=True, help_text="of the games whose time control the file does not say"
    )
    posted_players = models.PositiveIntegerField(default=0)
    posted_starts = models.PositiveIntegerField(default=0)
    posted_games = models.PositiveIntegerField(default=0)
    posted_events = models.PositiveIntegerField(default=0)

    objects = ImportFileQuerySet.as_manager()

    class Meta:
        constraints = [
            plain_names("import", "name"),
            models.UniqueConstraint(
                fields=["pool", "digest"],
                condition=~models.Q(state__in=DISCARDED),
                name="import_once",
            ),
            models.CheckConstraint(
                condition=models.Q(checked__lte=models.F("chosen")),
                name="import_checked_what_was_chosen",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="refused") | ~models.Q(problem={}),
                name="import_refused_with_reason",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["asked", "posting", "posted"])
                | models.Q(posted_by__isnull=False, posted_at__isnull=False),
                name="import_posted_by_somebody",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="undone")
                | models.Q(undone_by__isnull=False, undone_at__isnull=False)
                & ~models.Q(why_undone=""),
                name="import_undone_by_somebody",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["posting", "posted"])
                | models.Q(by_one=True)
                | models.Q(confirmed_by__isnull=False)
                & ~models.Q(confirmed_by=models.F("posted_by")),
                name="import_by_two",
            ),
        ]
        indexes = [models.Index(fields=["state"], name="import_state")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_checked(self) -> bool:
        return self.checked == self.chosen


class ImportBlock(models.Model):
    """A block of a file's bytes."""

    file = models.ForeignKey(ImportFile, models.CASCADE, related_name="blocks")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["file", "number"], name="import_block_once")
        ]

    def __str__(self) -> str:
        return f"block {self.number} of file {self.file_id}"


class ImportPart(models.Model):
    """Games as they were read, in records (`formats.game_rows.GAMES`) whose players and
    events are numbered by their places in the file.
    """

    file = models.ForeignKey(ImportFile, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    games = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["file", "number"], name="import_part_once")
        ]

    def __str__(self) -> str:
        return f"part {self.number} of file {self.file_id}"


class ImportEvent(models.Model):
    """An event of a file, by its place among the file's events."""

    file = models.ForeignKey(ImportFile, models.CASCADE, related_name="+")
    place = models.PositiveIntegerField()
    name = models.CharField(_("event"), max_length=160)
    member = models.TextField(blank=True, help_text="the file of a zip")
    verdict = models.CharField(
        max_length=8,
        choices=EventVerdict,
        blank=True,
        default=EventVerdict.UNCHECKED,
    )
    games = models.PositiveIntegerField(default=0)
    trial = models.JSONField(
        null=True, help_text="what would become of its games (domain.trial)"
    )

    class Meta:
        constraints = [
            plain_names("import_event", "name"),
            models.UniqueConstraint(fields=["file", "place"], name="import_event_once"),
        ]

    def __str__(self) -> str:
        return self.name

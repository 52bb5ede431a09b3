"""The players and clubs that a file of history names, and its rows with errors."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Player
from federation.models.plain_names import plain_names
from federation.models.sorting import folded, sort_key
from ratings.enums import ClubChoice, MatchChoice, MatchedBy
from ratings.models.imports import ImportFile


class ImportPlayer(models.Model):
    """A player as a file describes them, by the place among its players, and the player
    of the register that this is taken to be. `player` is only proposed until `choice`
    is made.
    """

    file = models.ForeignKey(ImportFile, models.CASCADE, related_name="+")
    place = models.PositiveIntegerField()
    number = models.CharField(max_length=20, blank=True)
    fide_id = models.PositiveIntegerField(null=True)
    first_name = models.CharField(max_length=60, blank=True)
    last_name = models.CharField(max_length=60, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True)
    gender = models.CharField(max_length=1, blank=True)
    country = models.CharField(max_length=3, blank=True)
    again = models.PositiveIntegerField(
        default=0, help_text="tells namesakes of a tournament apart (formats.people)"
    )
    games = models.PositiveIntegerField(default=0)
    line = models.PositiveIntegerField(
        null=True, help_text="of a list of players; null for whoever only plays"
    )
    member = models.TextField(blank=True, help_text="the file of a zip")
    club_place = models.PositiveIntegerField(null=True)
    start_rating = models.SmallIntegerField(null=True)
    is_settled = models.BooleanField(
        default=False, help_text="what the list says was taken over"
    )
    matched_by = models.CharField(
        max_length=8, choices=MatchedBy, blank=True, default=MatchedBy.NOT_YET
    )
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    score = models.FloatField(null=True)
    choice = models.CharField(
        max_length=8, choices=MatchChoice, blank=True, default=MatchChoice.UNDECIDED
    )
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    sort_key = models.GeneratedField(
        expression=sort_key("last_name", "first_name"),
        output_field=models.TextField(db_collation="C"),
        db_persist=True,
    )
    folded_name = models.GeneratedField(
        expression=folded("first_name", "last_name"),
        output_field=models.TextField(),
        db_persist=True,
    )

    class Meta:
        constraints = [
            plain_names(
                "import_player", "number", "first_name", "last_name", "country"
            ),
            models.UniqueConstraint(
                fields=["file", "place"], name="import_player_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(choice="player") | models.Q(player__isnull=False),
                name="import_player_is_somebody",
            ),
        ]
        indexes = [
            models.Index(
                fields=["file", "choice", "matched_by"], name="import_player_shelf"
            ),
            models.Index(
                fields=["file", "place"],
                condition=models.Q(line__isnull=False, is_settled=False),
                name="import_player_unsettled",
            ),
            models.Index(
                fields=["sort_key"],
                condition=models.Q(choice="player", chosen_by__isnull=False),
                name="import_player_decided",
            ),
        ]

    def __str__(self) -> str:
        return self.full_name or self.number

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


class ImportClub(models.Model):
    """A club that a list of players names, by its place among them, and the club of the
    register that this is taken to be. `club` is only proposed until `choice` is made.
    """

    file = models.ForeignKey(ImportFile, models.CASCADE, related_name="+")
    place = models.PositiveIntegerField()
    name = models.CharField(_("club"), max_length=80)
    players = models.PositiveIntegerField(default=0)
    club = models.ForeignKey(Club, models.PROTECT, null=True, related_name="+")
    score = models.FloatField(null=True)
    choice = models.CharField(
        max_length=8, choices=ClubChoice, blank=True, default=ClubChoice.UNDECIDED
    )
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            plain_names("import_club", "name"),
            models.UniqueConstraint(fields=["file", "place"], name="import_club_once"),
            models.CheckConstraint(
                condition=~models.Q(choice="club") | models.Q(club__isnull=False),
                name="import_club_is_one",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ImportFault(models.Model):
    """A row of a file that is not imported, and why: the message in English, with its
    facts stored separately (`files.wording.FileMessage`). Rows with `is_final` were found by
    the check or the posting and are found again each time.
    """

    file = models.ForeignKey(ImportFile, models.CASCADE, related_name="faults")
    member = models.TextField(blank=True, help_text="the file of a zip")
    line = models.PositiveIntegerField()
    text = models.TextField()
    about = models.CharField(max_length=20, blank=True, help_text="the column")
    facts = models.JSONField(default=dict)
    row = ArrayField(models.TextField(), default=list)
    is_final = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["file", "line"], name="import_fault_order")]

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"

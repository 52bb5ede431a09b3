"""Entry requests, and when a section is open for them."""

from datetime import date
from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from federation.enums import PlayerClass
from federation.models import Player
from tournaments.enums import REQUESTS_THAT_STAND, RequestState
from tournaments.models.entries import Entry
from tournaments.models.sections import Section


class OpenEntries(models.Model):
    """On which days players may enter a section themselves, and who: of one class, or
    born in a year or later.

    A request gets a place as long as the section has fewer than `most` entries, also
    after the organiser has closed it (`closed_at`).
    """

    section = models.OneToOneField(
        Section, models.CASCADE, related_name="open_entries", primary_key=True
    )
    from_date = models.DateField()
    to_date = models.DateField()
    most = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(2), MaxValueValidator(2000)],
    )
    needs_answer = models.BooleanField()
    for_class = models.CharField(
        max_length=3, choices=PlayerClass, blank=True, default=""
    )
    born_from = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1900), MaxValueValidator(2200)],
    )
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    changed_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(to_date__gte=F("from_date")),
                name="open_entries_days_in_order",
            ),
            models.CheckConstraint(
                condition=Q(most=None) | Q(most__range=(2, 2000)),
                name="open_entries_most_possible",
            ),
            models.CheckConstraint(
                condition=Q(born_from=None) | Q(born_from__range=(1900, 2200)),
                name="open_entries_year_possible",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.from_date} – {self.to_date}"

    def takes_entries_on(self, day: date) -> bool:
        """Return whether players may enter themselves on that day, until the start."""
        return self.closed_at is None and self.from_date <= day <= self.to_date


class EntryRequestQuerySet(models.QuerySet["EntryRequest"]):
    def active(self) -> Self:
        """Return those that wait for an answer or a place, and the entered ones."""
        return self.filter(state__in=REQUESTS_THAT_STAND)

    def in_order(self) -> Self:
        """Return the requests in the order of the waiting list."""
        return self.order_by("asked_at", "pk")


class EntryRequest(models.Model):
    """A player's own request to play in a section, and its outcome.

    `before_start`: its state when the start of the section declined it.
    """

    section = models.ForeignKey(Section, models.CASCADE, related_name="entry_requests")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entry_requests")
    state = models.CharField(max_length=10, choices=RequestState)
    entry = models.OneToOneField(
        Entry, models.CASCADE, null=True, blank=True, related_name="request"
    )
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField()
    reason = models.CharField(max_length=200, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    before_start = models.CharField(
        max_length=10, choices=RequestState, blank=True, default="", db_default=""
    )

    objects = EntryRequestQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "player"],
                condition=Q(state__in=REQUESTS_THAT_STAND),
                name="entry_request_stands_once",
            ),
            models.CheckConstraint(
                condition=Q(state=RequestState.ENTERED, entry__isnull=False)
                | ~Q(state=RequestState.ENTERED) & Q(entry=None),
                name="entry_request_entered_has_entry",
            ),
            models.CheckConstraint(
                condition=~Q(state=RequestState.DECLINED)
                | ~Q(reason="") & Q(answered_by__isnull=False),
                name="entry_request_declined_with_reason",
            ),
            models.CheckConstraint(
                condition=Q(before_start="")
                | Q(
                    state=RequestState.DECLINED,
                    before_start__in=[RequestState.ASKED, RequestState.WAITING],
                ),
                name="entry_request_declined_by_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}, {self.section_id}: {self.state}"

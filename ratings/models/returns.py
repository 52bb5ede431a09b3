from datetime import date
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.models import Club, Player
from ratings.enums import TO_SEND, ReturnState
from ratings.models.decisions import Decision
from ratings.models.pools import Pool


class ClubReturnQuerySet(models.QuerySet["ClubReturn"]):
    def to_send(self) -> Self:
        return self.filter(state__in=TO_SEND)

    def overdue(self, today: date) -> Self:
        return self.to_send().filter(due_date__lt=today)

    def to_receive(self) -> Self:
        return self.filter(state=ReturnState.SENT)


@audited()
class ClubReturn(models.Model):
    """A club's annual return to the rating committee after the season (LASK 7):
    requested on 1 June, and stored unchanged once it is sent.
    """

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="returns", verbose_name=_("rated as")
    )
    club = models.ForeignKey(
        Club, models.PROTECT, related_name="returns", verbose_name=_("club")
    )
    season = models.PositiveSmallIntegerField(
        _("season"), help_text=_("the year in which it began")
    )
    due_date = models.DateField(_("due"))
    chase_until = models.DateField(_("last day of the summer"))
    state = models.CharField(
        _("state"), max_length=8, choices=ReturnState, default=ReturnState.DUE
    )
    total_deduction = models.IntegerField(_("total deduction"), null=True)
    games = models.PositiveIntegerField(_("games against other clubs"), null=True)
    points = models.IntegerField(_("points in them"), null=True)
    posting_number = models.PositiveBigIntegerField(
        _("posting"), null=True, help_text="the posting to which the ledger stood"
    )
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("sent by"),
    )
    sent_at = models.DateTimeField(_("sent"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    reason = models.TextField(_("reason"), blank=True)
    chased_date = models.DateField(_("last reminded"), null=True)
    chased_times = models.PositiveSmallIntegerField(_("reminders"), default=0)

    objects = ClubReturnQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "club", "season"], name="return_once_a_season"
            ),
            models.CheckConstraint(
                condition=models.Q(state="due")
                | models.Q(
                    sent_at__isnull=False,
                    total_deduction__lte=0,
                    games__isnull=False,
                    points__isnull=False,
                    posting_number__isnull=False,
                ),
                name="return_sent_whole",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="received")
                | models.Q(decided_by__isnull=False),
                name="return_received_by_somebody",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="returned") | ~models.Q(reason=""),
                name="return_sent_back_with_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["pool", "season", "state"], name="return_by_state")
        ]

    def __str__(self) -> str:
        return f"{self.club_id}, season {self.season}"


class ReturnLine(models.Model):
    """A player in a club's return, as it was sent."""

    club_return = models.ForeignKey(ClubReturn, models.CASCADE, related_name="lines")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    before = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField()
    deduction = models.SmallIntegerField()
    rating = models.PositiveSmallIntegerField()
    original = models.PositiveSmallIntegerField(null=True)
    supplement = models.OneToOneField(
        Decision,
        models.PROTECT,
        null=True,
        related_name="return_line",
        help_text="the decision that adds the first year's supplement",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club_return", "player"], name="return_line_once_a_player"
            ),
            models.CheckConstraint(
                condition=models.Q(deduction__lte=0),
                name="return_line_deducts",
            ),
            models.CheckConstraint(
                condition=models.Q(rating=models.F("before") + models.F("deduction")),
                name="return_line_adds_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.rating}"

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from tournaments.enums import DeadlineKind, DeadlineStage
from tournaments.models.tournaments import Tournament


@audited()
class ConditionsSent(models.Model):
    """The fact that the players got a tournament's rules and conditions: mailed from
    here, or sent in another way and noted.
    """

    tournament = models.ForeignKey(
        Tournament,
        models.CASCADE,
        related_name="conditions",
        verbose_name=_("tournament"),
    )
    sent_date = models.DateField(_("sent on"))
    text = models.TextField(_("what was sent"), blank=True, default="")
    letters = models.PositiveSmallIntegerField(_("letters"), default=0)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("noted by"),
    )
    recorded_at = models.DateTimeField(_("noted"))

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(letters=0) | ~models.Q(text=""),
                name="conditions_mailed_with_text",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.sent_date}"


class DeadlineReminder(models.Model):
    """The fact that the organiser was reminded of a deadline, once before it and once
    after, or that the district was notified of one long passed.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="reminders")
    kind = models.CharField(max_length=12, choices=DeadlineKind)
    stage = models.CharField(max_length=6, choices=DeadlineStage)
    due_date = models.DateField()
    written_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "stage", "due_date"],
                name="reminder_written_once",
            ),
            models.CheckConstraint(
                condition=models.Q(stage__in=["near", "passed", "late"]),
                name="reminder_near_or_passed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind} {self.stage} {self.due_date}"

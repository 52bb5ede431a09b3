from django.db import models

from federation.audit import append_only
from federation.models import Player
from ratings.models.reports import Report


class BoardNotice(models.Model):
    """A notice sent to the board: a player's level waits for its decision. `at` is when
    the notice was sent.
    """

    report = models.ForeignKey(Report, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    level = models.SmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        triggers = [append_only]
        constraints = [
            models.UniqueConstraint(
                fields=["report", "player", "level"], name="board_told_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.report_id} {self.player_id} {self.level}"

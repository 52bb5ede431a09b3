"""Who plays for a team in a match."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.models import Player
from tournaments.models.teams import MOST_BOARDS, Team, TeamMatch


class LineUp(models.Model):
    """Who plays for a team in a match; secret until the match begins."""

    match = models.ForeignKey(TeamMatch, models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    order_reason = models.CharField(
        _("why it departs from the rating order"),
        max_length=200,
        blank=True,
        default="",
    )
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    given_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "team"], name="line_up_once"),
        ]

    def __str__(self) -> str:
        return f"{self.team_id} in {self.match_id}"


class LineUpPlace(models.Model):
    """A player on a board of a line-up; a board without one stays empty."""

    line_up = models.ForeignKey(LineUp, models.CASCADE, related_name="places")
    board = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["line_up", "board"], name="line_up_board_once"
            ),
            models.UniqueConstraint(
                fields=["line_up", "player"], name="line_up_player_once"
            ),
            models.CheckConstraint(
                condition=Q(board__range=(1, MOST_BOARDS)),
                name="line_up_board_possible",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board}: {self.player_id}"

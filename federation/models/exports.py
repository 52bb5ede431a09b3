from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audit_trail, audited_when_made
from federation.models.players import Player
from federation.models.users import User


@audited_when_made
class DataExport(models.Model):
    """An administrator was shown everything that is held about a player, or downloaded
    it: who, whose, and when.
    """

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    shown_to = models.ForeignKey(
        User, models.PROTECT, related_name="+", verbose_name=_("shown to")
    )
    at = models.DateTimeField(_("when"))
    as_file = models.BooleanField(_("as a file"))

    class Meta:
        verbose_name = _("All data kept about a person")
        triggers = [audit_trail]

    def __str__(self) -> str:
        return f"{self.player_id} shown to {self.shown_to_id}"

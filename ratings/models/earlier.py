from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.models import Club, Player
from federation.models.plain_names import plain_names
from ratings.models.pools import Pool
from ratings.models.proposals import Approvable, ApprovableQuerySet, settled_once


class EarlierListsQuerySet(ApprovableQuerySet["EarlierLists"]):
    pass


@audited()
class EarlierLists(Approvable):
    """Rating lists that were published before this office computed any: read from a
    file, and proposed to be shown with the office's own lists. `reason` states where
    they come from.
    """

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="+", verbose_name=_("rated as")
    )
    name = models.CharField(_("file"), max_length=200)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the bytes, in hex")
    unknown_clubs = ArrayField(
        models.TextField(), default=list, help_text="left out of the lines"
    )

    objects = EarlierListsQuerySet.as_manager()

    class Meta:
        verbose_name = _("earlier lists")
        constraints = [
            plain_names("earlier_lists", "name"),
            *settled_once("earlier_lists"),
            models.UniqueConstraint(
                fields=["pool", "digest"],
                condition=models.Q(rejected_at=None),
                name="earlier_lists_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EarlierLine(models.Model):
    """A line of an earlier list while its file waits for approval. Afterwards it is
    stored in the rating list if the file was approved, otherwise nowhere.
    """

    file = models.ForeignKey(EarlierLists, models.CASCADE, related_name="lines")
    valid_from = models.DateField()
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    rating = models.FloatField()
    change = models.FloatField(null=True)
    games = models.SmallIntegerField(null=True)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="+")
    player_class = models.CharField(max_length=3, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["file", "valid_from", "player"], name="earlier_line_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.valid_from}: {self.rating}"

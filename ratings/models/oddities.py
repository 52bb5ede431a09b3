from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from ratings.models.pools import Pool

BOUNDS = {
    "change": (1, 2000),
    "newcomer": (1, 4000),
    "games": (1, 1000),
    "gap_months": (1, 240),
    "pair_games": (2, 100),
    "idle": (1, 2000),
}
"""The lowest and the highest value allowed for a limit."""


def _within(name: str) -> models.CheckConstraint:
    low, high = BOUNDS[name]
    return models.CheckConstraint(
        condition=models.Q((f"{name}__range", (low, high)))
        | models.Q((f"{name}__isnull", True)),
        name=f"oddity_limit_{name}",
    )


@audited()
class OddityLimits(models.Model):
    """The limits above which a line of a pool's proposals is an oddity that an officer
    should look at; null: this reason is not used. A pool without a row has the
    defaults.
    """

    pool = models.OneToOneField(
        Pool, models.PROTECT, primary_key=True, related_name="oddity_limits"
    )
    change = models.PositiveSmallIntegerField(
        _("change of rating"), null=True, blank=True
    )
    newcomer = models.PositiveSmallIntegerField(
        _("rating of a newcomer"), null=True, blank=True
    )
    games = models.PositiveSmallIntegerField(
        _("games of one player"), null=True, blank=True
    )
    gap_months = models.PositiveSmallIntegerField(
        _("months without a game"), null=True, blank=True
    )
    pair_games = models.PositiveSmallIntegerField(
        _("games of one pair"), null=True, blank=True
    )
    idle = models.PositiveSmallIntegerField(
        _("change without a game"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("limits of unusual lines")
        constraints = [_within(name) for name in BOUNDS]

    def __str__(self) -> str:
        return f"limits of pool {self.pool_id}"

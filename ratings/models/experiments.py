from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.plain_names import plain_names
from ratings.enums import (
    UNFINISHED_EXPERIMENTS,
    DecisionsInExperiment,
    ExperimentState,
)
from ratings.models.pools import Pool

LONGEST_NAME = 120


class ExperimentQuerySet(models.QuerySet["Experiment"]):
    def newest_first(self) -> Self:
        return self.order_by("-pk")

    def without_result(self) -> Self:
        """Leave out the result, which is large and not shown in lists of experiments."""
        return self.defer("result")


class Experiment(models.Model):
    """A backtest of a pool's history under several candidates, which changes no rating.

    Its inputs are the candidates and the ledger as of `posted`, which can always be
    read again: the same experiment gives the same result.
    """

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="experiments", verbose_name=_("pool")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    candidates = models.JSONField(
        help_text="label, and stretches: from, system, parameters"
    )
    decisions = models.CharField(
        max_length=8,
        choices=DecisionsInExperiment,
        default=DecisionsInExperiment.ALL,
    )
    measured_from = models.DateField(
        null=True, help_text="first day of the games whose results are foretold"
    )
    posted = models.PositiveBigIntegerField(help_text="the ledger as of this posting")
    until_date = models.DateField(help_text="the day until which periods are rated")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    asked_at = models.DateTimeField()
    state = models.CharField(
        max_length=8, choices=ExperimentState, default=ExperimentState.WAITING
    )
    sent_at = models.DateTimeField(help_text="when a worker was asked last")
    heard_at = models.DateTimeField(
        null=True, help_text="when its worker was heard of last"
    )
    done = models.PositiveBigIntegerField(default=0, help_text="games rated so far")
    whole = models.PositiveBigIntegerField(default=0, help_text="games to be rated")
    milliseconds = models.FloatField(null=True)
    error = models.TextField(blank=True)
    result = models.JSONField(null=True)
    secret = models.CharField(
        max_length=43, null=True, unique=True, help_text="opens the result to readers"
    )

    objects = ExperimentQuerySet.as_manager()

    class Meta:
        constraints = [
            plain_names("experiment", "name"),
            models.CheckConstraint(
                condition=models.Q(state=ExperimentState.DONE, result__isnull=False)
                | ~models.Q(state=ExperimentState.DONE) & models.Q(result=None),
                name="experiment_done_has_result",
            ),
        ]
        indexes = [
            models.Index(
                fields=["sent_at"],
                condition=models.Q(state__in=list(UNFINISHED_EXPERIMENTS)),
                name="experiment_unfinished",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_unfinished(self) -> bool:
        return self.state in UNFINISHED_EXPERIMENTS

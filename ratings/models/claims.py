from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audit_trail, audited
from federation.models import Player
from ratings.enums import ClaimKind, ClaimScope, ClaimState
from ratings.models.pools import Pool
from ratings.models.reports import FromSource, Report

JUDGED = (ClaimState.ALLOWED, ClaimState.REFUSED)


class ClaimQuerySet(models.QuerySet["Claim"]):
    def open(self) -> Self:
        return self.filter(state=ClaimState.OPEN)

    def of_source(self, named: FromSource) -> Self:
        return self.filter(
            pool_id=named.pool_id,
            source_kind=named.source_kind,
            source_number=named.source_number,
        )

    def in_effect(self) -> Self:
        """Return the corrections that hold for the rating whatever the source submits,
        in the order in which they were decided.
        """
        return self.filter(
            state=ClaimState.ALLOWED, scope=ClaimScope.RATING, lifted_at=None
        ).order_by("decided_at", "pk")


@audited()
class Claim(models.Model):
    """A correction request: a report that one game of a rating report is wrong. It
    stores the game as it was recorded then and as it should be.
    """

    pool = models.ForeignKey(
        Pool, models.PROTECT, related_name="+", verbose_name=_("rated as")
    )
    source_kind = models.CharField(_("kind of source"), max_length=20)
    source_number = models.PositiveBigIntegerField(_("number of source"))
    key = models.PositiveBigIntegerField(_("game"))
    report = models.ForeignKey(
        Report, models.PROTECT, related_name="claims", verbose_name=_("report")
    )
    kind = models.CharField(_("what is wrong"), max_length=12, choices=ClaimKind)
    white = models.ForeignKey(Player, models.PROTECT, related_name="+")
    black = models.ForeignKey(Player, models.PROTECT, related_name="+")
    score = models.PositiveSmallIntegerField()
    played = models.BooleanField()
    played_date = models.DateField()
    to_white = models.ForeignKey(Player, models.PROTECT, related_name="+")
    to_black = models.ForeignKey(Player, models.PROTECT, related_name="+")
    to_score = models.PositiveSmallIntegerField()
    to_played = models.BooleanField()
    to_date = models.DateField()
    text = models.TextField(_("what happened"))
    claimant = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("claimant"),
        help_text="the player as whom it was filed; nobody for a club or the office",
    )
    by_organiser = models.BooleanField(_("filed for the organiser"), default=False)
    filed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("filed by"),
    )
    filed_at = models.DateTimeField(_("filed"))
    answers_until = models.DateField(_("answers until"))
    state = models.CharField(
        _("state"), max_length=10, choices=ClaimState, default=ClaimState.OPEN
    )
    scope = models.CharField(
        _("scope"), max_length=10, choices=ClaimScope, blank=True, default=""
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    reason = models.TextField(_("reason"), blank=True)
    public_reason = models.TextField(
        _("reason for everybody"), blank=True, default="", db_default=""
    )
    outcome = models.ForeignKey(
        Report,
        models.PROTECT,
        null=True,
        related_name="corrections",
        verbose_name=_("corrected report"),
    )
    lifted_at = models.DateTimeField(_("held until"), null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("lifted by"),
        help_text="nobody where a later correction has taken its place",
    )
    lifted_in = models.ForeignKey(
        Report,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("report without it"),
    )
    lifted_reason = models.TextField(_("why it was lifted"), blank=True)
    public_lifted_reason = models.TextField(
        _("why it was lifted, for everybody"), blank=True, default="", db_default=""
    )

    objects = ClaimQuerySet.as_manager()

    class Meta:
        verbose_name = _("correction request")
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "source_kind", "source_number", "key"],
                condition=models.Q(state=ClaimState.OPEN),
                name="claim_open_once_a_game",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=JUDGED)
                | models.Q(decided_by__isnull=False) & ~models.Q(reason=""),
                name="claim_judged_by_somebody_with_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(state=ClaimState.OPEN, decided_at=None)
                | ~models.Q(state=ClaimState.OPEN) & models.Q(decided_at__isnull=False),
                name="claim_settled_at_some_moment",
            ),
            models.CheckConstraint(
                condition=models.Q(state=ClaimState.ALLOWED) & ~models.Q(scope="")
                | ~models.Q(state=ClaimState.ALLOWED) & models.Q(scope=""),
                name="claim_allowed_with_scope",
            ),
            models.CheckConstraint(
                condition=models.Q(lifted_by=None)
                | models.Q(lifted_at__isnull=False) & ~models.Q(lifted_reason=""),
                name="claim_lifted_at_some_moment_with_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(score__lte=2, to_score__lte=2),
                name="claim_score_possible",
            ),
            models.CheckConstraint(
                condition=~models.Q(to_white=models.F("to_black")),
                name="claim_against_oneself",
            ),
            models.CheckConstraint(
                condition=~models.Q(text=""), name="claim_says_something"
            ),
        ]
        indexes = [
            models.Index(
                fields=["pool", "source_kind", "source_number"], name="claim_of_source"
            ),
            models.Index(fields=["state", "filed_at"], name="claim_tray"),
        ]

    def __str__(self) -> str:
        return f"{_('correction request')} {self.pk}"

    @property
    def is_in_effect(self) -> bool:
        """Whether it holds for the rating whatever the source submits."""
        return (self.state, self.scope, self.lifted_at) == (
            ClaimState.ALLOWED,
            ClaimScope.RATING,
            None,
        )

    @property
    def is_lifted(self) -> bool:
        """Whether an officer has lifted it."""
        return self.lifted_by_id is not None

    @property
    def is_replaced(self) -> bool:
        """Whether a later correction has replaced it."""
        return self.lifted_at is not None and not self.is_lifted

    @property
    def player_ids(self) -> frozenset[int]:
        """The players in either version of the game."""
        return frozenset(
            (self.white_id, self.black_id, self.to_white_id, self.to_black_id)
        )

    @property
    def facets(self) -> frozenset[str]:
        """The parts of the game that it changes: `players`, `result`, `day`, or
        `rated`.
        """
        if self.kind == ClaimKind.NOT_RATED:
            return frozenset({"rated"})
        changes = {
            "players": (self.white_id, self.black_id)
            != (self.to_white_id, self.to_black_id),
            "result": (self.score, self.played) != (self.to_score, self.to_played),
            "day": self.played_date != self.to_date,
        }
        return frozenset(name for name, differs in changes.items() if differs)


class ClaimAnswer(models.Model):
    """The answer of a respondent to a correction request. An answer without a player is
    the organiser's. It is given once and never changed.
    """

    claim = models.ForeignKey(Claim, models.PROTECT, related_name="answers")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    agrees = models.BooleanField(_("agrees"))
    text = models.TextField(_("answer"), blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        triggers = [audit_trail]
        constraints = [
            models.UniqueConstraint(
                fields=["claim", "player"], name="claim_answered_once"
            ),
            models.UniqueConstraint(
                fields=["claim"],
                condition=models.Q(player=None),
                name="claim_answered_once_by_organiser",
            ),
            models.CheckConstraint(
                condition=models.Q(agrees=True) | ~models.Q(text=""),
                name="claim_denied_with_words",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.claim_id}: {self.player_id or 'organiser'}"

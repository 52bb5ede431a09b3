from collections.abc import Collection
from typing import Self

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import BigIntegerRangeField, RangeOperators
from django.db import models

from federation.audit import append_only, audit_trail, never_deleted
from federation.models import Player
from ratings.enums import OutsideKind, PostingType, RatingMethod
from ratings.models.decisions import Decision
from ratings.models.merges import Merge
from ratings.models.pools import Pool
from ratings.models.reports import Report
from ratings.rules.played import EMPTY_LINE_SCORE


class GameQuerySet(models.QuerySet["Game"]):
    def of_players(self, players: Collection[int]) -> Self:
        return self.filter(models.Q(white__in=players) | models.Q(black__in=players))

    def booked_between(self, first: object, last: object) -> Self:
        return self.filter(booked_on__range=(first, last))

    def between_players(self) -> Self:
        """Leave out the empty lines of a section that is rated on its mean, which say
        only that two players belong to it.
        """
        return self.exclude(
            played=False,
            score=EMPTY_LINE_SCORE,
            report__method=RatingMethod.CONCENTRATED,
        )


class Game(models.Model):
    """One line of a report. All that a rule needs is copied here at posting, so that no
    later edit of the register can change a rating.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="+", db_index=False)
    report = models.ForeignKey(
        Report, models.PROTECT, related_name="lines", db_index=False
    )
    key = models.PositiveBigIntegerField(
        help_text="the same for one game in every version of its report"
    )
    played_date = models.DateField()
    base_on = models.DateField(help_text="the day whose base ratings count")
    booked_on = models.DateField(help_text="the day whose step gets the change")
    event_start_date = models.DateField()
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    black = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    score = models.PositiveSmallIntegerField(help_text="White's half points")
    played = models.BooleanField(default=True)
    minutes = models.PositiveSmallIntegerField()
    white_member = models.BooleanField(default=True)
    black_member = models.BooleanField(default=True)
    white_outside = models.PositiveSmallIntegerField(null=True)
    black_outside = models.PositiveSmallIntegerField(null=True)
    white_outside_kind = models.CharField(
        max_length=8, choices=OutsideKind, blank=True, default="", db_default=""
    )
    black_outside_kind = models.CharField(
        max_length=8, choices=OutsideKind, blank=True, default="", db_default=""
    )
    white_adopts = models.BooleanField(default=False)
    black_adopts = models.BooleanField(default=False)
    white_birth_year = models.PositiveSmallIntegerField(default=0)
    black_birth_year = models.PositiveSmallIntegerField(default=0)
    white_mean = models.PositiveSmallIntegerField(
        null=True, help_text="stands for White's opponents where rated as a whole"
    )
    black_mean = models.PositiveSmallIntegerField(null=True)
    length = models.PositiveSmallIntegerField(
        null=True, help_text="of the match that this is, where one was stated"
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        triggers = [append_only]
        constraints = [
            models.UniqueConstraint(fields=["report", "key"], name="game_key_once"),
            models.CheckConstraint(
                condition=~models.Q(white=models.F("black")),
                name="game_against_oneself",
            ),
            models.CheckConstraint(
                condition=models.Q(score__lte=2), name="game_score_possible"
            ),
        ]
        indexes = [
            models.Index(fields=["pool", "booked_on"], name="game_step"),
            models.Index(fields=["white", "booked_on"], name="game_white"),
            models.Index(fields=["black", "booked_on"], name="game_black"),
        ]

    def __str__(self) -> str:
        return f"{self.white_id}–{self.black_id} {self.played_date}"


class CountingQuerySet(models.QuerySet["Counting"]):
    def as_of(self, number: int) -> Self:
        return self.filter(span__contains=number)


class Counting(models.Model):
    """From which posting to which (excluded) a report counts: the ledger as of any
    posting number can always be read again.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="+", db_index=False)
    report = models.ForeignKey(Report, models.PROTECT, related_name="countings")
    span = BigIntegerRangeField()

    objects = CountingQuerySet.as_manager()

    class Meta:
        triggers = [never_deleted]
        constraints = [
            ExclusionConstraint(
                name="counting_once",
                expressions=[
                    ("report", RangeOperators.EQUAL),
                    ("span", RangeOperators.OVERLAPS),
                ],
            ),
        ]
        indexes = [models.Index(fields=["pool", "report"], name="counting_of_pool")]

    def __str__(self) -> str:
        return f"{self.report_id} counts in {self.span}"


class Posting(models.Model):
    """The ledger's journal: every act that can change a rating, numbered in the order
    of commits. Rows are only added.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="postings")
    number = models.PositiveBigIntegerField()
    act = models.CharField(max_length=10, choices=PostingType)
    report = models.ForeignKey(Report, models.PROTECT, null=True, related_name="+")
    decision = models.ForeignKey(Decision, models.PROTECT, null=True, related_name="+")
    merge = models.ForeignKey(Merge, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()
    reason = models.TextField(blank=True)

    class Meta:
        triggers = [audit_trail]
        constraints = [
            models.UniqueConstraint(fields=["pool", "number"], name="posting_number")
        ]

    def __str__(self) -> str:
        return f"{self.pool_id} no. {self.number}: {self.act}"

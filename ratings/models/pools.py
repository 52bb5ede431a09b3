from datetime import date, timedelta
from typing import Self

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as noted

from federation.audit import audited
from federation.models.date_spans import days
from federation.models.plain_names import plain_names
from ratings.enums import FideTempo


class PoolQuerySet(models.QuerySet["Pool"]):
    def out_of_date(self) -> Self:
        return self.filter(computation__computed__lt=models.F("posted"))

    def going_on(self, day: date) -> Self:
        """Keep the pools that have not ended before this day."""
        return self.exclude(ends_on__lt=day)


@audited(exclude=["posted"])
class Pool(models.Model):
    """A set of games that are rated together. After `ends_on` it accepts no results.

    `posted` is the number of the last posting. A transaction that takes a number locks
    this row until its commit, so that numbers follow the order of commits.
    """

    code = models.SlugField(_("code"), max_length=30, unique=True)
    name = models.CharField(_("name"), max_length=80)
    carries_from = models.PositiveBigIntegerField(
        _("corrections are carried from posting"),
        null=True,
        blank=True,
        help_text="what comes late for an approved period is booked in the open one",
    )
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    posted = models.PositiveBigIntegerField(default=0)
    fide_tempo = models.CharField(
        _("FIDE rating shown beside"),
        max_length=8,
        choices=FideTempo,
        blank=True,
        default="",
        db_default="",
    )

    objects = PoolQuerySet.as_manager()

    class Meta:
        constraints = [plain_names("pool", "name")]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """The name in the reader's language if it is one of the standard names."""
        return gettext(self.name)


STANDARD_NAMES = {
    "chess-long": noted("Chess, long games"),
    "chess-rapid": noted("Chess, rapid games"),
    "chess-blitz": noted("Chess, blitz games"),
    "scrabble": noted("Scrabble"),
    "renju": noted("Renju by correspondence"),
    "lask": noted("Chess, LASK"),
}
"""The standard pools' names by code; a federation may rename them."""


class Computation(models.Model):
    """Up to which posting the derived rows of a pool are computed.

    A worker's claim on the pool is its lock on this row. It ends with the worker's
    connection, so it needs no expiry time.
    """

    pool = models.OneToOneField(
        Pool, models.CASCADE, primary_key=True, related_name="computation"
    )
    computed = models.PositiveBigIntegerField(default=0)
    slot = models.SmallIntegerField(default=0, help_text="where its changes stand")
    spare_since = models.BigIntegerField(
        null=True,
        help_text="the transaction that left the other slot; null: it can be filled",
    )

    def __str__(self) -> str:
        return f"{self.pool_id} computed to {self.computed}"


class LiveList(models.Model):
    """Up to which posting the live list with its positions is written. It has a row of
    its own, so that numbering a million players neither waits for a computation nor
    delays one.
    """

    pool = models.OneToOneField(
        Pool, models.CASCADE, primary_key=True, related_name="live_list"
    )
    placed = models.PositiveBigIntegerField(default=0)
    slot = models.SmallIntegerField(default=0, help_text="where its places stand")
    spare_since = models.BigIntegerField(
        null=True,
        help_text="the transaction that left the other slot; null: it can be filled",
    )
    numbered_by = models.BigIntegerField(
        default=0, db_default=0, help_text="the transaction that wrote its places last"
    )

    def __str__(self) -> str:
        return f"{self.pool_id} placed to {self.placed}"


class PlacingRequest(models.Model):
    """A request to number the live list of a pool again.

    There is at most one per pool: while no worker has taken it (`taken_by`), further
    requests add nothing. It is deleted in the transaction that writes the numbers, so
    that it survives a worker that dies. It is not a part of `LiveList`, because the
    worker that numbers locks that row.
    """

    pool = models.OneToOneField(
        Pool, models.CASCADE, primary_key=True, related_name="placing_request"
    )
    at = models.DateTimeField()
    force = models.BooleanField(
        help_text="number it even if it is that of the newest computation"
    )
    taken_by = models.BigIntegerField(
        null=True, help_text="the transaction in which a worker began on it"
    )

    def __str__(self) -> str:
        return f"{self.pool_id} asked at {self.at}"


class EditionQuerySet(models.QuerySet["Edition"]):
    def in_force(self, day: date) -> Self:
        return self.filter(from_date__lte=day).order_by("-from_date")

    def after(self, day: date) -> Self:
        return self.filter(from_date__gt=day).order_by("from_date")


@audited()
class Edition(models.Model):
    """The rating system and parameters by which a pool is rated from a day on.

    `conversion` defines how the ratings of the day before are carried over; null: they
    are carried over unchanged. `reason` was given by the administrator who proposed the
    edition.
    """

    pool = models.ForeignKey(
        Pool,
        models.PROTECT,
        related_name="editions",
        verbose_name=_("rated as"),
    )
    system = models.CharField(_("system"), max_length=30)
    parameters = models.JSONField(_("parameters"), default=dict, blank=True)
    conversion = models.JSONField(_("conversion"), null=True, blank=True)
    from_date = models.DateField(_("from"))
    reason = models.TextField(_("reason"), blank=True)

    objects = EditionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "from_date"], name="edition_once_a_day"
            )
        ]

    def __str__(self) -> str:
        return f"{self.system} from {self.from_date}"


class PeriodQuerySet(models.QuerySet["Period"]):
    def ended(self, today: date) -> Self:
        return self.filter(end_date__lt=today)

    def newest_first(self) -> Self:
        return self.order_by("-end_date")

    def locked(self) -> Self:
        """Lock the periods until the end of the transaction, the earliest first. Every
        transaction locks several periods of a pool in that order, as two could
        otherwise wait for each other.
        """
        return self.select_for_update().order_by("pool", "end_date")


class Period(models.Model):
    """A rating period, both days inclusive. It ends by the calendar:
    nobody closes it.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="periods")
    start_date = models.DateField(_("from"))
    end_date = models.DateField(_("to"))
    reconstructed = models.BooleanField(_("reconstructed"), default=False)
    posted = models.PositiveBigIntegerField(
        help_text="the posting that opened the period"
    )
    moved = models.PositiveBigIntegerField(
        default=0, help_text="the last posting that changed this period's list"
    )
    compared = models.PositiveBigIntegerField(
        default=0,
        db_default=0,
        help_text="up to where it is known that the list differs from the published one",
    )

    objects = PeriodQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(end_date__gte=models.F("start_date")),
                name="period_days_in_order",
            ),
            ExclusionConstraint(
                name="period_no_overlap",
                expressions=[
                    ("pool", RangeOperators.EQUAL),
                    (days("start_date", "end_date"), RangeOperators.OVERLAPS),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.start_date}–{self.end_date}"

    @property
    def valid_from(self) -> date:
        """The day from which the list of the period is valid."""
        return self.end_date + timedelta(days=1)

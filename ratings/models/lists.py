from datetime import date, timedelta
from typing import Self

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import (
    append_only,
    audit_trail,
    audited,
    audited_when_made,
    never_deleted,
)
from ratings.enums import ApprovalState
from ratings.models.derived import memory_is_known_or_null
from ratings.models.earlier import EarlierLists
from ratings.models.pools import Period, Pool


@audited(exclude=["moved", "digest"])
class Approval(models.Model):
    """An officer's approval of a period's proposal exactly as it was at posting `moved`,
    with the content of `digest`; a worker builds the list from it.
    """

    period = models.ForeignKey(
        Period, models.PROTECT, related_name="approvals", verbose_name=_("period")
    )
    moved = models.PositiveBigIntegerField(help_text="the proposal that was seen")
    digest = models.CharField(
        max_length=64, default="", help_text="of all that it said"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("approved by"),
    )
    at = models.DateTimeField(_("approved"))
    comment = models.TextField(_("public comment"), blank=True)
    left_out = models.JSONField(
        _("what the list leaves out"),
        default=list,
        db_default=[],
        help_text="as the officer saw and confirmed it",
    )
    state = models.CharField(
        _("state"),
        max_length=10,
        choices=ApprovalState,
        default=ApprovalState.REQUESTED,
    )

    class Meta:
        triggers = [never_deleted]
        constraints = [
            models.UniqueConstraint(
                fields=["period"],
                condition=models.Q(state=ApprovalState.REQUESTED),
                name="approval_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"approval of period {self.period_id} as of {self.moved}"


class RatingListQuerySet(models.QuerySet["RatingList"]):
    def newest_first(self) -> Self:
        return self.order_by("-valid_from", "-revision")

    def newest_of_each_pool(self) -> Self:
        """Return the newest list of each pool, in the order in which the pools were
        opened.
        """
        return self.order_by("pool", "-valid_from", "-revision").distinct("pool")


_BEFORE_ALL_COMPUTED = pgtrigger.Trigger(
    name="earlier_lists_come_first",
    level=pgtrigger.Row,
    when=pgtrigger.Before,
    operation=pgtrigger.Insert,
    func=(
        "IF NEW.brought_in_id IS NULL AND EXISTS (SELECT FROM ratings_ratinglist earlier"
        " JOIN ratings_period period ON period.id = NEW.period_id"
        " WHERE earlier.pool_id = NEW.pool_id AND earlier.brought_in_id IS NOT NULL"
        " AND earlier.valid_from > period.start_date)"
        " OR NEW.brought_in_id IS NOT NULL AND EXISTS (SELECT FROM ratings_ratinglist"
        " computed JOIN ratings_period period ON period.id = computed.period_id"
        " WHERE computed.pool_id = NEW.pool_id AND period.start_date < NEW.valid_from)"
        " THEN RAISE EXCEPTION 'a list that is brought in comes before the first"
        " period with a computed one'; END IF; RETURN NEW;"
    ),
)


_Lists = models.Manager.from_queryset(RatingListQuerySet)


class ComputedLists(_Lists["RatingList"]):
    """The lists that the office has computed and approved."""

    def get_queryset(self) -> models.QuerySet["RatingList"]:
        return super().get_queryset().filter(brought_in=None)


@audited_when_made
class RatingList(models.Model):
    """A published list. It never changes; a revised list is a further row.

    `brought_in`: it was published before this office computed anything, and is stored
    as it was published, without period and explanations. `objects` leaves such lists
    out, so that no computation uses them; `published` has all.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="lists")
    period = models.ForeignKey(Period, models.PROTECT, null=True, related_name="lists")
    brought_in = models.ForeignKey(
        EarlierLists, models.PROTECT, null=True, related_name="+"
    )
    number = models.PositiveIntegerField(_("number"))
    valid_from = models.DateField(_("valid from"))
    revision = models.PositiveSmallIntegerField(_("revision"), default=0)
    posting_number = models.PositiveBigIntegerField()
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    approved_at = models.DateTimeField()
    published_at = models.DateTimeField()
    comment = models.TextField(blank=True)
    listed = models.PositiveIntegerField(help_text="players listed")
    players = models.PositiveIntegerField(help_text="players with a game in the period")
    games = models.PositiveIntegerField(help_text="games rated in the period")
    input_digest = models.CharField(max_length=64)

    objects = ComputedLists()
    published = RatingListQuerySet.as_manager()

    class Meta:
        triggers = [audit_trail, _BEFORE_ALL_COMPUTED]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(period__isnull=False, brought_in=None)
                | models.Q(
                    period=None,
                    brought_in__isnull=False,
                    revision=0,
                    posting_number=0,
                ),
                name="list_computed_or_brought_in",
            ),
            models.UniqueConstraint(fields=["pool", "number"], name="list_number"),
            models.UniqueConstraint(
                fields=["pool", "valid_from", "revision"], name="list_revision"
            ),
        ]

    def __str__(self) -> str:
        return f"list {self.number} valid from {self.valid_from}"

    @property
    def end_date(self) -> date:
        """The last day that the list covers."""
        return self.valid_from - timedelta(days=1)


class ListEntry(models.Model):
    """One player on one list, with everything that the list says of the player. Players
    who played in the step without being listed have rows too (position NULL), so that
    the list can always be explained from its own rows. What an imported earlier list
    does not say is NULL.
    """

    pk = models.CompositePrimaryKey("pool_id", "list_id", "player_id")
    pool_id = models.IntegerField()
    list_id = models.IntegerField()
    player_id = models.IntegerField()
    position = models.IntegerField(null=True)
    rank = models.IntegerField(null=True)
    rating = models.FloatField(null=True)
    base = models.FloatField(null=True)
    change = models.FloatField(null=True, help_text="since the base, all told")
    games = models.SmallIntegerField(null=True)
    score = models.SmallIntegerField(null=True, help_text="half points")
    start_from = models.SmallIntegerField(
        db_default=0, help_text="where the base came from: a newcomer's is no rating"
    )
    club_id = models.IntegerField(null=True)
    district_id = models.IntegerField(null=True)
    player_class = models.CharField(max_length=3, blank=True)
    age_group = models.CharField(max_length=4, blank=True)
    gender = models.CharField(max_length=1, blank=True)
    last_played = models.DateField(null=True)
    memory = ArrayField(
        models.FloatField(),
        null=True,
        help_text="what the system remembered besides when the step began",
    )

    class Meta:
        triggers = [append_only]
        indexes = [
            models.Index(fields=["pool_id", "list_id", "position"], name="entry_place"),
            models.Index(fields=["pool_id", "player_id"], name="entry_player"),
        ]
        constraints = [memory_is_known_or_null("entry")]

    def __str__(self) -> str:
        return f"{self.player_id} on list {self.list_id}"


class ListFacet(models.Model):
    """The places of a list grouped by one of its columns, packed: `keys` has the values
    that occur, ascending, `counts` how many players have each, `places` their places in
    the order of the values and then of the list. They are in PostgreSQL's own binary
    formats: float8 for keys, int4 for the rest.

    A facet without keys has for each place of the list the player at that place.
    """

    pk = models.CompositePrimaryKey("list_id", "facet")
    list_id = models.IntegerField()
    facet = models.CharField(max_length=12)
    keys = models.BinaryField()
    counts = models.BinaryField()
    places = models.BinaryField()

    class Meta:
        triggers = [append_only]

    def __str__(self) -> str:
        return f"{self.facet} of list {self.list_id}"


class ListStep(models.Model):
    """One step of a list's period in a pool that rates events as a whole, for one
    player: what was known of the player when the step was booked, and what it changed.
    Together with the player's other steps it explains the number on the list
    permanently.
    """

    pk = models.CompositePrimaryKey(
        "pool_id", "list_id", "player_id", "ended_on", "started_on", "report_id"
    )
    pool_id = models.IntegerField()
    list_id = models.IntegerField()
    player_id = models.IntegerField()
    ended_on = models.DateField()
    started_on = models.DateField()
    report_id = models.IntegerField()
    rating = models.FloatField(null=True, help_text="of the first day")
    standing = models.FloatField(null=True, help_text="when it was booked")
    watched = ArrayField(models.FloatField(null=True), null=True)
    memory = ArrayField(models.FloatField(), null=True, help_text="before the step")
    before = models.FloatField(null=True)
    change = models.FloatField()
    bonus = models.FloatField()
    deduction = models.FloatField()
    adjustment = models.FloatField()
    after = models.FloatField(null=True)
    games = models.SmallIntegerField()
    score = models.SmallIntegerField(help_text="half points")

    class Meta:
        triggers = [append_only]
        indexes = [
            models.Index(fields=["list_id", "report_id"], name="list_step_of_event"),
        ]
        constraints = [memory_is_known_or_null("list_step")]

    def __str__(self) -> str:
        return f"{self.player_id} on list {self.list_id}: {self.before} → {self.after}"

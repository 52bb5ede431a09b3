from datetime import date
from typing import Self

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.audit import audited, never_deleted
from federation.enums import PlayerClass
from federation.models.date_spans import DatedQuerySet, days, to_not_before_from
from federation.models.places import Club
from federation.models.players import Player
from federation.models.users import User


class MembershipQuerySet(DatedQuerySet["Membership"]):
    def main(self) -> Self:
        return self.filter(is_main=True)

    def of_club(self, club_id: int) -> Self:
        return self.filter(club_id=club_id)

    def unmerged(self) -> Self:
        """Exclude those of cards that lead to another player."""
        return self.filter(player__merged_into=None)


@audited()
class Membership(models.Model):
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="memberships", verbose_name=_("player")
    )
    club = models.ForeignKey(
        Club, models.PROTECT, related_name="memberships", verbose_name=_("club")
    )
    from_date = models.DateField(_("from"))
    to_date = models.DateField(_("to"), null=True, blank=True)
    is_main = models.BooleanField(_("main club"), default=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=to_not_before_from(), name="membership_days_in_order"
            ),
            ExclusionConstraint(
                name="membership_once_a_club",
                expressions=[
                    ("player", RangeOperators.EQUAL),
                    ("club", RangeOperators.EQUAL),
                    (days(), RangeOperators.OVERLAPS),
                ],
            ),
            ExclusionConstraint(
                name="membership_one_main_club",
                expressions=[
                    ("player", RangeOperators.EQUAL),
                    (days(), RangeOperators.OVERLAPS),
                ],
                condition=models.Q(is_main=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id} from {self.from_date}"


class ClassMembershipQuerySet(models.QuerySet["ClassMembership"]):
    def on(self, day: date) -> Self:
        """Return the line with the class of each player on the day."""
        return (
            self.filter(from_date__lte=day)
            .order_by("player_id", "-from_date", "-pk")
            .distinct("player_id")
        )


_Lines = models.Manager.from_queryset(ClassMembershipQuerySet)


class ValidLines(_Lines["ClassMembership"]):
    """Manager of the lines that were not taken back; all queries for a class use it."""

    def get_queryset(self) -> models.QuerySet["ClassMembership"]:
        return super().get_queryset().filter(taken_back_at=None)


@audited()
class ClassMembership(models.Model):
    """One line of the class register: from this day the player holds this class, and
    why. Lines are added and never changed; one that was entered by mistake is taken
    back whole, and is valid on no day.
    """

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="classes", verbose_name=_("player")
    )
    player_class = models.CharField(_("class"), max_length=3, choices=PlayerClass)
    from_date = models.DateField(_("from"))
    for_life = models.BooleanField(_("for life"), default=False)
    cause = models.CharField(_("cause"), max_length=200)
    paragraph = models.CharField(_("paragraph"), max_length=40, blank=True)
    source_kind = models.CharField(_("kind of source"), max_length=20, blank=True)
    source_number = models.PositiveBigIntegerField(
        _("number of source"), null=True, blank=True
    )
    confirmed_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    confirmed_at = models.DateTimeField(_("confirmed"))
    taken_back_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("taken back by"),
    )
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    # The first manager is Django's default: the export of personal data includes every
    # line.
    every_line = ClassMembershipQuerySet.as_manager()
    objects = ValidLines()

    class Meta:
        triggers = [never_deleted]
        indexes = [
            models.Index(
                fields=["player", "-from_date", "-id"], name="class_membership_latest"
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(taken_back_by=None, taken_back_at=None)
                | models.Q(taken_back_by__isnull=False, taken_back_at__isnull=False),
                name="class_membership_taken_back_by_somebody",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.player_class} from {self.from_date}"

    @property
    def name_in_log(self) -> str:
        return gettext("class %(class)s from %(day)s") % {
            "class": self.player_class,
            "day": self.from_date.isoformat(),
        }


class SuspensionQuerySet(models.QuerySet["Suspension"]):
    def between(self, first: date, last: date) -> Self:
        return self.filter(from_date__lte=last, to_date__gte=first)


@audited()
class Suspension(models.Model):
    """The board has barred a player from competitions (SSF §12.7)."""

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="suspensions", verbose_name=_("player")
    )
    from_date = models.DateField(_("from"))
    to_date = models.DateField(_("to"))
    reason = models.CharField(_("reason"), max_length=200)
    decided_by = models.ForeignKey(
        User, models.PROTECT, related_name="+", verbose_name=_("entered by")
    )

    objects = SuspensionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=to_not_before_from(), name="suspension_days_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.from_date}–{self.to_date}"

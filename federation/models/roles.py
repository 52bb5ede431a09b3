from datetime import datetime
from typing import Self

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.enums import CLUB_ROLES, DISTRICT_ROLES, FEDERATION_ROLES, RoleKind
from federation.models.date_spans import DatedQuerySet, days, to_not_before_from
from federation.models.places import Club, District
from federation.models.players import Player
from federation.models.users import User


def _scope_fits_kind() -> models.Q:
    return (
        models.Q(kind__in=sorted(CLUB_ROLES), club__isnull=False, district=None)
        | models.Q(kind__in=sorted(DISTRICT_ROLES), club=None, district__isnull=False)
        | models.Q(kind__in=sorted(FEDERATION_ROLES), club=None, district=None)
    )


class RoleQuerySet(DatedQuerySet["Role"]):
    """Roles by the day on which they are held."""


@audited()
class Role(models.Model):
    user = models.ForeignKey(
        User, models.PROTECT, related_name="roles", verbose_name=_("account")
    )
    kind = models.CharField(_("role"), max_length=20, choices=RoleKind)
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="roles",
        verbose_name=_("club"),
    )
    district = models.ForeignKey(
        District,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="roles",
        verbose_name=_("district"),
    )
    from_date = models.DateField(_("from"))
    to_date = models.DateField(_("to"), null=True, blank=True)

    objects = RoleQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=_scope_fits_kind(), name="role_scope_fits_kind"
            ),
            models.CheckConstraint(
                condition=to_not_before_from(), name="role_days_in_order"
            ),
            ExclusionConstraint(
                name="role_held_once",
                expressions=[
                    ("user", RangeOperators.EQUAL),
                    ("kind", RangeOperators.EQUAL),
                    (Coalesce("club", 0), RangeOperators.EQUAL),
                    (Coalesce("district", 0), RangeOperators.EQUAL),
                    (days(), RangeOperators.OVERLAPS),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.kind}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self, at: datetime) -> Self:
        return self.filter(answered_at=None, withdrawn_at=None, expires_at__gt=at)

    def agreed(self) -> Self:
        """Return those that can be accepted with their letters."""
        return self.filter(agreed_at__isnull=False)

    def waiting(self, at: datetime) -> Self:
        """Return those that another person has to agree to first."""
        return self.open(at).filter(agreed_at=None)


@audited(exclude=["token_digest"])
class Invitation(models.Model):
    """A letter that offers a person a role, or a player an account. Only the digest of
    its secret is stored.
    """

    email = models.EmailField(_("e-mail"))
    kind = models.CharField(_("role"), max_length=20, choices=RoleKind, blank=True)
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("club"),
    )
    district = models.ForeignKey(
        District,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("district"),
    )
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("player"),
    )
    hands_over = models.BooleanField(
        _("the inviter's own role ends when this is accepted"), default=False
    )
    token_digest = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(
        User, models.PROTECT, related_name="+", verbose_name=_("invited by")
    )
    invited_at = models.DateTimeField(_("invited"))
    expires_at = models.DateTimeField(_("open until"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True, db_default="")
    language = models.CharField(
        _("the letter's language"), max_length=10, default="sv", db_default="sv"
    )
    agreed_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("agreed to by"),
    )
    agreed_at = models.DateTimeField(_("agreed to"), null=True, blank=True)
    by_one = models.BooleanField(
        _("one person did both: a second pair of eyes is not required"),
        default=False,
        db_default=False,
    )
    refused_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("refused by"),
    )
    refusal = models.TextField(_("why it was refused"), blank=True, db_default="")

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=_scope_fits_kind()
                | models.Q(kind="", club=None, district=None, player__isnull=False),
                name="invitation_scope_fits_kind",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind__in=sorted(FEDERATION_ROLES))
                | models.Q(agreed_at=None)
                | models.Q(by_one=True)
                | models.Q(agreed_by__isnull=False)
                & ~models.Q(agreed_by=models.F("invited_by")),
                name="invitation_by_two",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at=None)
                | models.Q(agreed_at__isnull=False),
                name="invitation_accepted_once_agreed",
            ),
            models.UniqueConstraint(
                fields=["email", "kind", "club", "district", "player"],
                condition=models.Q(answered_at=None, withdrawn_at=None),
                nulls_distinct=False,
                name="invitation_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} {self.kind}"

from datetime import datetime
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.audit import audited
from federation.enums import AnsweredAs, JoiningState
from federation.models.places import Club
from federation.models.plain_names import plain_names
from federation.models.players import Player
from federation.models.users import User

ANSWERED = (JoiningState.ACCEPTED, JoiningState.DECLINED)
WAITS = models.Q(state=JoiningState.WAITING)


def _settled_as_its_state_says() -> models.Q:
    nobody = models.Q(settled_by=None)
    moment = models.Q(settled_at__isnull=False)
    return (
        models.Q(WAITS, nobody, settled_at=None, answered_as="")
        | models.Q(
            moment,
            state__in=ANSWERED,
            settled_by__isnull=False,
            player__isnull=False,
            answered_as__in=["player", "club", "office"],
        )
        | models.Q(
            moment,
            state=JoiningState.WITHDRAWN,
            settled_by__isnull=False,
            answered_as="",
        )
        | models.Q(moment, nobody, state=JoiningState.EXPIRED, answered_as="")
    )


class JoiningRequestQuerySet(models.QuerySet["JoiningRequest"]):
    def waiting(self) -> Self:
        return self.filter(state=JoiningState.WAITING)

    def open(self, at: datetime) -> Self:
        """Return those that may still be answered."""
        return self.waiting().filter(expires_at__gt=at)

    def to_look_up(self, at: datetime) -> Self:
        return self.open(at).filter(looked_up_at=None)

    def newest_first(self) -> Self:
        return self.order_by("-asked_at", "-pk")


@audited()
class JoiningRequest(models.Model):
    """A club asks for a person as a member: by the player number, or by public name and
    year of birth.

    What was typed is stored unchanged. A worker looks up afterwards who is meant: the
    page on which it was typed never reads the register, so that its answer cannot
    reveal whether there is such a player. `player` stays empty when there is none.
    """

    club = models.ForeignKey(
        Club, models.PROTECT, related_name="+", verbose_name=_("club")
    )
    number = models.CharField(_("player number"), max_length=20, blank=True)
    name = models.CharField(_("name"), max_length=121, blank=True)
    birth_year = models.PositiveSmallIntegerField(
        _("year of birth"), null=True, blank=True
    )
    from_date = models.DateField(_("member from"))
    is_main = models.BooleanField(
        _("asked for as main club"),
        default=False,
        help_text="otherwise it becomes the main club of a player who has none",
    )
    asked_by = models.ForeignKey(
        User, models.PROTECT, related_name="+", verbose_name=_("asked by")
    )
    asked_at = models.DateTimeField(_("asked"))
    expires_at = models.DateTimeField(_("open until"))
    looked_up_at = models.DateTimeField(_("looked up"), null=True, blank=True)
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("player"),
    )
    state = models.CharField(
        _("state"), max_length=10, choices=JoiningState, default=JoiningState.WAITING
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("settled by"),
    )
    answered_as = models.CharField(
        _("answered as"), max_length=10, choices=AnsweredAs, blank=True, default=""
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    objects = JoiningRequestQuerySet.as_manager()

    class Meta:
        verbose_name = _("joining request")
        constraints = [
            plain_names("joining_request", "number", "name"),
            models.CheckConstraint(
                condition=models.Q(name="", birth_year=None) & ~models.Q(number="")
                | models.Q(number="", birth_year__isnull=False) & ~models.Q(name=""),
                name="joining_by_number_or_name_and_year",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("asked_at")),
                name="joining_open_for_a_while",
            ),
            models.CheckConstraint(
                condition=models.Q(player=None) | models.Q(looked_up_at__isnull=False),
                name="joining_player_found_when_looked_up",
            ),
            models.CheckConstraint(
                condition=_settled_as_its_state_says(),
                name="joining_settled_as_its_state_says",
            ),
            models.CheckConstraint(
                condition=models.Q(reason="") | models.Q(state=JoiningState.DECLINED),
                name="joining_reason_when_declined",
            ),
            models.CheckConstraint(
                condition=~models.Q(answered_as__in=["club", "office"])
                | ~models.Q(settled_by=models.F("asked_by")),
                name="joining_answered_by_another",
            ),
            models.UniqueConstraint(
                fields=["club", "player"],
                condition=WAITS,
                name="joining_open_once_a_player",
            ),
            models.UniqueConstraint(
                fields=["club", "number", "name", "birth_year"],
                condition=WAITS,
                nulls_distinct=False,
                name="joining_open_once_as_typed",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-asked_at"], name="joining_of_club"),
            models.Index(
                fields=["expires_at"], condition=WAITS, name="joining_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.sought}"

    @property
    def sought(self) -> str:
        """The person the club means, in the words that it typed."""
        return self.number or f"{self.name}, {self.birth_year}"

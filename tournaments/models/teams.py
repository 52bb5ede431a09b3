"""Team matches: the teams of a section, their matches, and the confirmation."""

from typing import Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models import Club
from federation.models.checks import ChecksInOneQuery
from federation.models.plain_names import plain_names
from tournaments.enums import FirstColour, MatchState, TeamCycles
from tournaments.models.sections import Section

MOST_BOARDS = 20
MOST_POINTS = 10


class League(ChecksInOneQuery):
    """How a section is played by teams.

    The boards of its matches are boards of its rounds: match 2 of four boards has
    boards 5 to 8.
    """

    section = models.OneToOneField(
        Section, models.CASCADE, primary_key=True, related_name="league"
    )
    boards = models.PositiveSmallIntegerField(
        _("boards in a match"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_BOARDS)],
    )
    cycles = models.PositiveSmallIntegerField(
        _("how often two teams meet"), choices=TeamCycles, default=TeamCycles.ONCE
    )
    home_on_first = models.CharField(
        _("colour of the home team on the first board"),
        max_length=5,
        choices=FirstColour,
        default=FirstColour.BLACK,
    )
    tolerance = models.PositiveSmallIntegerField(
        _("points by which a line-up may leave the rating order"),
        default=0,
        validators=[MaxValueValidator(500)],
    )
    for_win = models.PositiveSmallIntegerField(
        _("match points for a win"),
        default=2,
        validators=[MaxValueValidator(MOST_POINTS)],
    )
    for_draw = models.PositiveSmallIntegerField(
        _("match points for a draw"),
        default=1,
        validators=[MaxValueValidator(MOST_POINTS)],
    )
    for_loss = models.PositiveSmallIntegerField(
        _("match points for a loss"),
        default=0,
        validators=[MaxValueValidator(MOST_POINTS)],
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(boards__range=(1, MOST_BOARDS)),
                name="league_boards_possible",
            ),
            models.CheckConstraint(
                condition=Q(cycles__in=TeamCycles.values), name="league_cycles_known"
            ),
            models.CheckConstraint(
                condition=Q(for_win__gt=F("for_draw"))
                & Q(for_draw__gte=F("for_loss"))
                & Q(for_win__lte=MOST_POINTS),
                name="league_match_points_in_order",
                violation_error_message=_(
                    "A win is worth more than a draw, and a draw no less than a loss."
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}"


class Team(ChecksInOneQuery):
    """A team of a club. Without a captain the club's officers lead it.

    `matches_struck`: it has withdrawn, and none of its matches count in the table.
    """

    section = models.ForeignKey(Section, models.CASCADE, related_name="teams")
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name of the team"), max_length=60)
    captain = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("captain"),
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    withdrawal_reason = models.CharField(
        _("why the team withdraws"),
        max_length=300,
        blank=True,
        default="",
        db_default="",
    )
    matches_struck = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            plain_names("team", "name"),
            models.CheckConstraint(
                condition=Q(
                    withdrawn_at=None,
                    withdrawn_by=None,
                    withdrawal_reason="",
                    matches_struck=False,
                )
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False)
                & ~Q(withdrawal_reason=""),
                name="team_withdrawn_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["section", "number"],
                name="team_number",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(
                fields=["section", "name"],
                name="team_name_once",
                violation_error_message=_("Another team has that name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMatchQuerySet(models.QuerySet["TeamMatch"]):
    def in_order(self) -> Self:
        return self.order_by("round", "number")

    def with_teams(self) -> Self:
        return self.select_related("home__club", "away__club")

    def played(self) -> Self:
        """Leave out matches that are not played: one that has not begun is not, if a
        team has withdrawn.
        """
        withdrawn = Q(home__withdrawn_at__isnull=False)
        withdrawn |= Q(away__withdrawn_at__isnull=False)
        return self.exclude(withdrawn, begun_at=None)

    def awaited(self) -> Self:
        """Return the matches whose confirmation is awaited."""
        return self.played().filter(confirmed_at=None)


class TeamMatch(models.Model):
    """A match of two teams in a round.

    `begun_at`: the line-ups are open and the boards made. One side enters the results
    (`entered_for`; empty if the organiser did), the other confirms or objects;
    `decision` is the reason with which the organiser confirmed them instead.
    """

    section = models.ForeignKey(Section, models.CASCADE, related_name="matches")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, models.CASCADE, related_name="+")
    away = models.ForeignKey(Team, models.CASCADE, related_name="+")
    begun_at = models.DateTimeField(null=True, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    entered_for = models.ForeignKey(
        Team, models.CASCADE, null=True, blank=True, related_name="+"
    )
    entered_at = models.DateTimeField(null=True, blank=True)
    objection = models.CharField(_("objection"), max_length=300, blank=True, default="")
    objected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(_("decision"), max_length=300, blank=True, default="")

    objects = TeamMatchQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round", "number"], name="team_match_number"
            ),
            models.CheckConstraint(
                condition=~Q(home=F("away")), name="team_match_against_oneself"
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at=None, confirmed_by=None)
                | Q(
                    confirmed_at__isnull=False,
                    confirmed_by__isnull=False,
                    begun_at__isnull=False,
                    entered_at__isnull=False,
                ),
                name="team_match_confirmed_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by=None)
                | ~Q(decision="")
                | ~Q(confirmed_by=F("entered_by")),
                name="team_match_confirmed_by_another",
            ),
            models.CheckConstraint(
                condition=Q(objection="") | Q(objected_by__isnull=False),
                name="team_match_objection_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home_id} – {self.away_id}, round {self.round}"

    @property
    def state(self) -> MatchState:
        if self.confirmed_at:
            return MatchState.CONFIRMED
        if self.objection:
            return MatchState.OBJECTED
        if self.entered_at:
            return MatchState.ENTERED
        if self.begun_at:
            return MatchState.UNDER_WAY
        is_played = not (self.home.withdrawn_at or self.away.withdrawn_at)
        return MatchState.AHEAD if is_played else MatchState.NOT_PLAYED

    def side(self, team_id: int) -> Team:
        """Return one of its teams by id."""
        return self.home if team_id == self.home_id else self.away

    def other(self, team_id: int) -> Team:
        """Return the opponents of one of its teams."""
        return self.away if team_id == self.home_id else self.home

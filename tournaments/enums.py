"""The closed lists of tournaments."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class TournamentState(TextChoices):
    DRAFT = "draft", _("Being prepared")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class PeriodRule(TextChoices):
    BY_DATE = "by_date", _("Each game in the period of its own date")
    FIRST_DAY = "first_day", _("The whole tournament in the period of its first day")


class SectionFormat(TextChoices):
    ROUND_ROBIN = "round_robin", _("Everybody meets everybody")
    DOUBLE_ROUND_ROBIN = "double", _("Everybody meets everybody twice")
    BOARDS = "boards", _("Round by round, board by board (Swiss, Monrad, match)")


ROUND_ROBINS = frozenset({SectionFormat.ROUND_ROBIN, SectionFormat.DOUBLE_ROUND_ROBIN})


class MovementState(TextChoices):
    PROPOSED = "proposed", _("Proposed")
    CONFIRMED = "confirmed", _("Confirmed")
    REJECTED = "rejected", _("Rejected")


class DeadlineKind(TextChoices):
    CONDITIONS = "conditions", _("Rules and conditions to the players")
    COMPUTATION = "computation", _("Results with their preliminary computation")


class DeadlineStage(TextChoices):
    """How near a deadline is on a day; `over`: it no longer matters."""

    AHEAD = "ahead", _("to come")
    NEAR = "near", _("near")
    PASSED = "passed", _("passed")
    DONE = "done", _("done")
    OVER = "over", _("not noted")


class UnratedReason(TextChoices):
    """Why a game of a tournament is not rated for either player."""

    NOT_PLAYED = "not_played", _("won without play")
    TOO_SHORT = "too_short", _("too little thinking time")
    OUTSIDE = "outside", _("both players are from outside")
    UNRATED = "unrated", _("neither player has a rating")


class FindingKind(TextChoices):
    """What the checks before a submission can find."""

    NOT_STARTED = "not_started", _("Sections that have not started")
    NOTHING_PLAYED = "nothing_played", _("No result is entered yet")
    MISSING = "missing", _("Results that are missing")
    TWO_IN_ROUND = "two_in_round", _("Two games of one player in a round")
    DATE_OUTSIDE = "date_outside", _("Days outside the tournament")
    DATE_IN_FUTURE = "date_in_future", _("Days that have not come yet")
    POOL_ENDED = "pool_ended", _("Games after the last day on which results are taken")
    OUTSIDE_UNRATED = (
        "outside_unrated",
        _("Players from outside without a rating or an estimate"),
    )
    WHOLE_INTERIM = (
        "whole_interim",
        _("A tournament that is rated as a whole is sent in when it is over"),
    )
    NO_MEAN = (
        "no_mean",
        _("Sections whose mean rating you have to give, since not all are rated"),
    )
    MEAN_GIVEN = (
        "mean_given",
        _("Sections with a mean rating though all are rated: take it away"),
    )
    SUSPENDED = "suspended", _("Players who are suspended")
    NON_MEMBER = "non_member", _("Players who are not members of any club")
    PLAYER_TWICE = "player_twice", _("Players who seem to be entered twice")
    NEAR_NAMESAKE = (
        "near_namesake",
        _("Players with nearly the same name, club and year of birth as another"),
    )
    IMPLAUSIBLE = "implausible", _("Results that are very improbable")
    FAR_FROM_EXPECTED = (
        "far_from_expected",
        _("Players whose results together are very improbable"),
    )
    TOO_SHORT = "too_short", _("Games with too little thinking time to be rated")
    DAYS_FALL = "days_fall", _("Rounds that are not in the order of their days")
    FULL_DAY = "full_day", _("Three or more long games by one player in a day")
    REPORTED_TWICE = (
        "reported_twice",
        _("Games that another tournament has reported already"),
    )


# Errors block a submission; the other kinds need the sender's answer.
ERRORS = frozenset(
    {
        FindingKind.NOT_STARTED,
        FindingKind.NOTHING_PLAYED,
        FindingKind.MISSING,
        FindingKind.TWO_IN_ROUND,
        FindingKind.DATE_OUTSIDE,
        FindingKind.DATE_IN_FUTURE,
        FindingKind.POOL_ENDED,
        FindingKind.OUTSIDE_UNRATED,
        FindingKind.WHOLE_INTERIM,
        FindingKind.NO_MEAN,
        FindingKind.MEAN_GIVEN,
    }
)

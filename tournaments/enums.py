"""Enumerations of the tournaments app."""

from enum import StrEnum

from django.db.models import IntegerChoices, TextChoices
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


class SectionPairing(TextChoices):
    """The system by which the rounds of a section that is played round by round are
    paired.
    """

    BY_HAND = "hand", _("By hand, board by board")
    MONRAD = "monrad", _("Monrad (§ 14 A)")
    NORDIC = "nordic", _("The Nordic system (§ 14 B)")
    DUTCH_2026 = "dutch_2026", _("FIDE’s Dutch system, the rules of 2026")


class Acceleration(TextChoices):
    """Whether the first rounds of the Dutch system are accelerated."""

    NONE = "", _("not accelerated")
    BAKU = "baku", _("accelerated by the Baku method (FIDE C.04.5.1)")


class SectionPoints(TextChoices):
    """What a win, a draw and a loss are worth in a section's table."""

    USUAL = "usual", _("1 for a win, ½ for a draw")
    THREE_ONE_NIL = "3-1-0", _("3 for a win, 1 for a draw")
    SCHACKFYRAN = "3-2-1", _("3 for a win, 2 for a draw, 1 for a loss (Schackfyran)")


class Bye(TextChoices):
    """What a player gets for a round that they said beforehand they would miss; the
    values are those of the results table.
    """

    NONE = "zero-bye", _("no point")
    HALF = "half-bye", _("half a point")
    FULL = "full-bye", _("one point")


class FirstColour(TextChoices):
    """The colour drawn for the highest ranked player of the Dutch system."""

    WHITE = "white", _("White")
    BLACK = "black", _("Black")


class TeamCycles(IntegerChoices):
    """How often every two teams of a league meet."""

    ONCE = 1, _("once")
    TWICE = 2, _("twice, at home and away")


class MatchState(TextChoices):
    """How far a match of two teams has come."""

    AHEAD = "ahead", _("Line-ups are awaited")
    UNDER_WAY = "under_way", _("Under way")
    ENTERED = "entered", _("The other captain is to confirm")
    OBJECTED = "objected", _("The organiser is to decide")
    CONFIRMED = "confirmed", _("Confirmed")
    NOT_PLAYED = "not_played", _("Not played")


ROUND_ROBINS = frozenset({SectionFormat.ROUND_ROBIN, SectionFormat.DOUBLE_ROUND_ROBIN})


class RequestState(TextChoices):
    """The outcome so far of a player's wish to play in a section."""

    ASKED = "asked", _("Waiting for the organiser’s answer")
    WAITING = "waiting", _("On the waiting list")
    ENTERED = "entered", _("Entered")
    DECLINED = "declined", _("Declined")
    LEFT = "left", _("Withdrawn")


REQUESTS_THAT_STAND = (RequestState.ASKED, RequestState.WAITING, RequestState.ENTERED)


class MovementState(TextChoices):
    PROPOSED = "proposed", _("Proposed")
    CONFIRMED = "confirmed", _("Confirmed")
    REJECTED = "rejected", _("Rejected")


class SanctionState(TextChoices):
    """How far the application for a tournament's sanction has come."""

    NONE = "none", _("No sanction applied for")
    APPLIED = "applied", _("Sanction applied for")
    ENDORSED = "endorsed", _("Endorsed by the district")
    SANCTIONED = "sanctioned", _("Sanctioned")
    RETURNED = "returned", _("Application returned")
    REFUSED = "refused", _("Sanction refused")


class SanctionKind(TextChoices):
    """What kind of tournament a sanction is for (SSF §6)."""

    CLUB_CHAMPIONSHIP = "club", _("Club championship")
    DISTRICT_EVENT = "district", _("District tournament")
    OTHER = "other", _("Other tournament")


class SectionClass(TextChoices):
    """The class for which a section's sanction is applied for."""

    I = "I", _("Class I")  # noqa: E741 (the class is called I)
    II = "II", _("Class II")
    III = "III", _("Class III")
    MIXED = "mixed", _("Mixed")


class NotEndorsed(TextChoices):
    """Why no district endorses an application."""

    NO_OFFICER = "no_officer", _("Nobody else held office in the district then.")
    OWN = "own", _("The district itself applied.")


class DeadlineKind(TextChoices):
    CONDITIONS = "conditions", _("Rules and conditions for the players")
    COMPUTATION = "computation", _("Results with their preliminary computation")
    RESULTS = "results", _("Results of a sanctioned tournament")


class DeadlineStage(TextChoices):
    """How near a deadline is on a day; `over`: it no longer matters."""

    AHEAD = "ahead", _("to come")
    NEAR = "near", _("near")
    PASSED = "passed", _("passed")
    LATE = "late", _("long passed")
    DONE = "done", _("done")
    OVER = "over", _("not noted")


class PhoneCodeKind(TextChoices):
    """What a user with a phone code may do."""

    HELPER = "helper", _("Helper")
    DEPUTY = "deputy", _("Deputy")


class ResultWay(TextChoices):
    """How a result was entered."""

    SHEET = "sheet", _("on the results page")
    PHONE = "phone", _("with a phone code")
    FILE = "file", _("from a file")
    OFFICE = "office", _("by a decision of the rating office")


class StartGround(TextChoices):
    """Why a player starts in another class than that of the class register."""

    DISPENSATION = "dispensation", _("by dispensation")
    VACANCY = "vacancy", _("in a vacancy")
    CHOICE = "choice", _("by the player’s own choice")


class UnratedReason(TextChoices):
    """Why a game of a tournament is not rated for either player."""

    NOT_PLAYED = "not_played", _("won by forfeit")
    TOO_SHORT = "too_short", _("too little thinking time")
    OUTSIDE = "outside", _("both players are from outside")
    UNRATED = "unrated", _("neither player has a rating")
    LOST_BY_BOTH = "lost_by_both", _("lost by both players")
    ENTERED_UNRATED = "entered_unrated", _("entered as not rated")


class FindingKind(TextChoices):
    """What the checks before a submission can find."""

    NOT_STARTED = "not_started", _("Sections that have not started")
    NOTHING_PLAYED = "nothing_played", _("No result is entered yet")
    MISSING = "missing", _("Results that are missing")
    UNCONFIRMED = "unconfirmed", _("Team matches that are not confirmed")
    TWO_IN_ROUND = "two_in_round", _("Two games of one player in a round")
    DATE_OUTSIDE = "date_outside", _("Days outside the tournament")
    DATE_IN_FUTURE = "date_in_future", _("Days that have not come yet")
    POOL_ENDED = "pool_ended", _("Games after the last day on which results are taken")
    OUTSIDE_UNRATED = (
        "outside_unrated",
        _("Players from outside without a rating or an estimate"),
    )
    MEMBER_UNRATED = (
        "member_unrated",
        _("Members without a rating, for whom games are not rated"),
    )
    FIDE_WITHOUT_NUMBER = (
        "fide_without_number",
        _("Players from outside with a FIDE rating and no FIDE number"),
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
        _("Sections with a mean rating though all are rated: remove it"),
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


# Errors block a submission; warnings, the other kinds, need an answer of the sender.
ERRORS = frozenset(
    {
        FindingKind.NOT_STARTED,
        FindingKind.NOTHING_PLAYED,
        FindingKind.MISSING,
        FindingKind.UNCONFIRMED,
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


class StageKind(StrEnum):
    """The kind of a stage, which decides its sign and the next step of the organiser."""

    DRAFT = "draft"
    RUNNING = "running"
    WAITING = "waiting"
    SUBMITTED = "submitted"
    HELD = "held"
    RETURNED = "returned"
    WITHDRAWN = "withdrawn"
    ACCEPTED = "accepted"
    APPROVED = "approved"
    CANCELLED = "cancelled"

"""The enumerations of the ratings app."""

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _


class ReportState(TextChoices):
    SUBMITTED = "submitted", _("Submitted")
    ACCEPTED = "accepted", _("Accepted")
    HELD = "held", _("Held")
    RETURNED = "returned", _("Returned")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    SUPERSEDED = "superseded", _("Superseded")


COUNTING = frozenset({ReportState.SUBMITTED, ReportState.ACCEPTED})
STOPPED = frozenset({ReportState.HELD, ReportState.RETURNED, ReportState.WITHDRAWN})


class PostingType(TextChoices):
    """Everything that takes a posting number because it can change a rating."""

    SUBMIT = "submit", _("Report submitted")
    HOLD = "hold", _("Report held")
    RELEASE = "release", _("Report released")
    RETURN = "return", _("Report returned")
    WITHDRAW_REPORT = "withdraw", _("Report withdrawn")
    DECIDE = "decide", _("Decision")
    REVOKE = "revoke", _("Decision revoked")
    EDITION = "edition", _("Edition adopted or withdrawn")
    MERGE = "merge", _("Two players merged")
    UNDO_MERGE = "unmerge", _("Merge undone")
    OPEN_PERIOD = "open", _("Period opened")
    POLICY = "carry", _("Rule for corrections changed")


class ProposedKind(TextChoices):
    """Acts about one row on which two people agree (`federation.agreements.Matter`)."""

    REVOCATION = "revocation", _("Revoke a decision")
    LIFTING = "lifting", _("Lift a correction that applies to the rating only")
    UNDOING_MERGE = "undoing_merge", _("Undo a merge")
    EDITION_WITHDRAWAL = "withdrawal", _("Withdraw an edition")
    LAST_DAY = "last_day", _("Set a pool’s last day")
    FIDE_BESIDE = (
        "fide_beside",
        _("Choose the FIDE rating shown beside a pool’s own"),
    )


class DecisionKind(TextChoices):
    START = "start", _("Start rating")
    ADJUSTMENT = "adjustment", _("Deduction or raise")
    ASSESSED = "assessed", _("Rating set after assessment")
    WITHHOLD_BONUS = "withhold", _("Bonus withheld")
    ACTIVE = "active", _("Active over the board from")
    INACTIVE = "inactive", _("No longer active over the board from")
    BOARD = "board", _("Decided by the board")


ACTIVITY_DECISIONS = frozenset({DecisionKind.ACTIVE, DecisionKind.INACTIVE})
"""Decisions for a system in which time does not lower the rating of a player who is
active over the board (`ExemptsActivePlayers`).
"""
OFFICER_KINDS = tuple(kind for kind in DecisionKind if kind != DecisionKind.BOARD)
"""Kinds that one person decides and a rating officer confirms."""
WITHOUT_POINTS = ACTIVITY_DECISIONS | {DecisionKind.WITHHOLD_BONUS}


class RunState(TextChoices):
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


class ExperimentState(TextChoices):
    WAITING = "waiting", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
    STOPPED = "stopped", _("Stopped")


UNFINISHED_EXPERIMENTS = (ExperimentState.WAITING, ExperimentState.RUNNING)


class DecisionsInExperiment(TextChoices):
    """Which of the office's decisions an experiment applies."""

    ALL = "all", _("All decisions, as they were made")
    STARTS = "starts", _("Start ratings only")
    NONE = "none", _("None: everybody begins as the system says")


class BaseOrigin(IntegerChoices):
    """Where a player's base rating in a step came from."""

    RATING = 0, _("Rating")
    DECISION = 1, _("Decision")
    OUTSIDE = 2, _("FIDE rating or estimate")
    DEFAULT = 3, _("Default by age")


class OutsideKind(TextChoices):
    NONE = "", _("None")
    FIDE = "fide", _("FIDE rating")
    ESTIMATE = "estimate", _("Estimate")


class ApprovalState(TextChoices):
    REQUESTED = "requested", _("Being built")
    PUBLISHED = "published", _("Published")
    REFUSED = "refused", _("Refused: the proposal moved")


class ImportKind(TextChoices):
    """What a file of history contains."""

    UNKNOWN = "", _("Not read yet")
    GAMES = "games", _("Games, one per line")
    TRF = "trf", _("Tournament files of FIDE (TRF)")
    PLAYERS = "players", _("Players, one per line")
    BOTH = "both", _("Players and their games")


class ImportState(TextChoices):
    READING = "reading", _("Being read")
    COLUMNS = "columns", _("Columns to be chosen")
    MATCHING = "matching", _("Looking for players")
    REVIEW = "review", _("To be reviewed")
    ASKED = "asked", _("Waiting for somebody else")
    POSTING = "posting", _("Being posted")
    POSTED = "posted", _("Posted")
    REFUSED = "refused", _("Cannot be read")
    DROPPED = "dropped", _("Dropped")
    UNDONE = "undone", _("Undone")


IMPORT_CONTINUES = frozenset(
    {ImportState.READING, ImportState.MATCHING, ImportState.POSTING}
)
"""States in which a worker continues without a person."""


class MatchedBy(TextChoices):
    """The evidence that a player of a file is a player of the register."""

    NOT_YET = "", _("not looked for yet")
    NUMBER = "number", _("player number")
    FIDE_ID = "fide", _("FIDE number")
    NAME = "name", _("name and year of birth")
    BEFORE = "before", _("decided this way for an earlier file")
    SAME_NAME = "same", _("the same name")
    ALIKE = "alike", _("a similar name")
    NOBODY = "nobody", _("nobody similar")
    ENTERED = "entered", _("entered in the register with this file")
    UNLISTED = "unlisted", _("nobody similar, nor anybody on the list of players")
    CONFLICT = "conflict", _("the file contradicts the register")


class MatchChoice(TextChoices):
    """What is done with a player of a file."""

    UNDECIDED = "", _("To be decided")
    PLAYER = "player", _("In the register")
    NEW = "new", _("New player")
    LEAVE_OUT = "out", _("Left out")
    SAME = "same", _("The same person as a namesake in the file")


class ClubChoice(TextChoices):
    """What is done with a club that a list of players names."""

    UNDECIDED = "", _("To be decided")
    CLUB = "club", _("In the register")
    NEW = "new", _("New club")
    LEAVE_OUT = "out", _("Left out")


class FileFindingKind(TextChoices):
    """In what respect an event of a file is odd."""

    FIRST_DAY = "first", _("The first day is not known")
    DAYS = "days", _("Days that do not fit")
    POINTS = "points", _("Points that do not add up")
    ROUNDS = "rounds", _("More rounds than announced")
    NAMESAKES = "names", _("Two start numbers with one name")
    TWICE = "twice", _("A player with two games in a round")
    RANKS = "ranks", _("Ranks that do not fit")
    READ_AS = "read_as", _("Days written in another way")
    NOTES = "notes", _("Noted while reading")


NOTED = frozenset({FileFindingKind.READ_AS, FileFindingKind.NOTES})
"""Findings that need no answer."""
WITH_DAYS = frozenset(
    {FileFindingKind.FIRST_DAY, FileFindingKind.DAYS, FileFindingKind.READ_AS}
)
"""Findings that are corrected by giving other days."""


class FindingAnswer(TextChoices):
    """A user's answer to a finding."""

    OPEN = "", _("To be answered")
    AS_IT_STANDS = "as_is", _("It is right as it stands")
    MENDED = "mended", _("Corrected")
    LEAVE_OUT = "out", _("The event is left out")


class EventVerdict(TextChoices):
    """What would become of an event of a file."""

    UNCHECKED = "", _("Not checked yet")
    NEW = "new", _("New")
    KNOWN = "known", _("In the ledger already")
    DIFFERS = "differs", _("In the ledger with other games")
    EMPTY = "empty", _("No game of it can be posted")


class FideTempo(TextChoices):
    """The kinds of play that FIDE rates separately."""

    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")


class FideKind(TextChoices):
    """What a FIDE list contains."""

    ALL = "all", _("standard, rapid and blitz")
    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")


class UploadState(TextChoices):
    WAITING = "waiting", _("Waiting")
    READING = "running", _("Being read")
    DONE = "done", _("Imported")
    REFUSED = "refused", _("Refused")


OPEN_UPLOADS = frozenset({UploadState.WAITING, UploadState.READING})


class RatingMethod(TextChoices):
    """How an event is rated, where its pool's system has several methods."""

    GAMES = "games", _("Game by game")
    CONCENTRATED = "concentrated", _("As a whole, on the mean of the section")
    MONRAD = "monrad", _("As a whole, on the opponents’ mean of a Monrad tournament")


class ReturnState(TextChoices):
    DUE = "due", _("To be sent")
    SENT = "sent", _("Sent")
    RECEIVED = "received", _("Received")
    RETURNED = "returned", _("To be corrected")


TO_SEND = frozenset({ReturnState.DUE, ReturnState.RETURNED})
"""The states in which a club's return waits for the club."""


class ClaimKind(TextChoices):
    """What is reported as wrong with one game."""

    RESULT = "result", _("The result is wrong")
    FORFEIT = "forfeit", _("It was a forfeit, or it was played after all")
    COLOUR = "colour", _("The colours are swapped")
    OPPONENT = "opponent", _("One of the players is somebody else")
    DATE = "date", _("The day is wrong")
    NOT_RATED = "not_rated", _("It should not be rated")


class ClaimScope(TextChoices):
    """How far a correction reaches."""

    STANDINGS = "standings", _("Standings and rating")
    RATING = "rating", _("Rating only")


class ClaimState(TextChoices):
    OPEN = "open", _("Open")
    ALLOWED = "allowed", _("Allowed")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    MENDED = "mended", _("Corrected by the organiser")
    GONE = "gone", _("Closed: the game is gone")

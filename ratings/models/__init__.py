"""Models of the ledger, of the rows derived from it, and of rating lists."""

from ratings.models.board import BoardNotice
from ratings.models.claims import Claim, ClaimAnswer
from ratings.models.decisions import Decision
from ratings.models.derived import (
    Change,
    ChangeRow,
    CurrentRating,
    LivePlace,
    LivePlaceRow,
)
from ratings.models.earlier import EarlierLine, EarlierLists
from ratings.models.experiments import Experiment
from ratings.models.fide import (
    FideLine,
    FideList,
    FideRating,
    FideUpload,
    FideUploadPiece,
)
from ratings.models.import_findings import ColumnChoice, ImportFinding
from ratings.models.import_rows import ImportClub, ImportFault, ImportPlayer
from ratings.models.imports import ImportBlock, ImportEvent, ImportFile, ImportPart
from ratings.models.ledger import Counting, Game, Posting
from ratings.models.lists import Approval, ListEntry, ListFacet, ListStep, RatingList
from ratings.models.merges import Merge, MergeSpan
from ratings.models.oddities import OddityLimits
from ratings.models.pools import (
    Computation,
    Edition,
    LiveList,
    Period,
    PlacingRequest,
    Pool,
)
from ratings.models.proposals import EditionProposal, PolicyProposal, ProposedAct
from ratings.models.reports import Report, ReportWarning
from ratings.models.returns import ClubReturn, ReturnLine
from ratings.models.runs import Run, Sweep

__all__ = [
    "Approval",
    "BoardNotice",
    "Change",
    "ChangeRow",
    "Claim",
    "ClaimAnswer",
    "ClubReturn",
    "ColumnChoice",
    "Computation",
    "Counting",
    "CurrentRating",
    "Decision",
    "EarlierLine",
    "EarlierLists",
    "Edition",
    "EditionProposal",
    "Experiment",
    "FideLine",
    "FideList",
    "FideRating",
    "FideUpload",
    "FideUploadPiece",
    "Game",
    "ImportBlock",
    "ImportClub",
    "ImportEvent",
    "ImportFault",
    "ImportFile",
    "ImportFinding",
    "ImportPart",
    "ImportPlayer",
    "ListEntry",
    "ListFacet",
    "ListStep",
    "LiveList",
    "LivePlace",
    "LivePlaceRow",
    "Merge",
    "MergeSpan",
    "OddityLimits",
    "Period",
    "PlacingRequest",
    "PolicyProposal",
    "Pool",
    "Posting",
    "ProposedAct",
    "RatingList",
    "Report",
    "ReportWarning",
    "ReturnLine",
    "Run",
    "Sweep",
]

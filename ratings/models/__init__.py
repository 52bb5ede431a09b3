from ratings.models.decisions import Decision
from ratings.models.derived import Change, CurrentRating, LivePlace
from ratings.models.edition_proposals import EditionProposal
from ratings.models.experiments import Experiment
from ratings.models.ledger import Counting, Game, Posting, Report, ReportWarning
from ratings.models.lists import Approval, ListEntry, ListStep, RatingList
from ratings.models.pools import Computation, Edition, LiveList, Period, Pool
from ratings.models.runs import Run, Sweep

__all__ = [
    "Approval",
    "Change",
    "Computation",
    "Counting",
    "CurrentRating",
    "Decision",
    "Edition",
    "EditionProposal",
    "Experiment",
    "Game",
    "ListEntry",
    "ListStep",
    "LiveList",
    "LivePlace",
    "Period",
    "Pool",
    "Posting",
    "RatingList",
    "Report",
    "ReportWarning",
    "Run",
    "Sweep",
]

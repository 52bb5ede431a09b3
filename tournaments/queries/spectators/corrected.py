"""The organiser's changes to submitted games, for all readers to see; the rating
office's corrections are shown by their requests.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from ratings.ledger.queries.version_log import VersionChange
from ratings.ledger.queries.versions import (
    NOT_PLAYED,
    PLAYED,
    GameDifference,
    VersionDifference,
)
from ratings.models import Report
from tournaments.models import Pairing
from tournaments.rules.results import Result


@dataclass(frozen=True, slots=True)
class OrganisersChange:
    day: date
    words: str


def organisers_changes(
    changes: Iterable[VersionChange],
) -> Mapping[int, tuple[OrganisersChange, ...]]:
    """Return the changes by board, the newest first."""
    found: dict[int, tuple[OrganisersChange, ...]] = {}
    for change in changes:
        if change.by_office or change.is_back:
            continue
        for each in change.differences:
            if each.shown:
                organisers = OrganisersChange(change.day, _in_words(each))
                key = each.shown.game.key
                found[key] = (*found.get(key, ()), organisers)
    return found


def results_in_report(
    report: Report, boards: Iterable[Pairing], reported: Collection[int]
) -> Mapping[int, str]:
    """Return the result in the report, for boards that have another now.

    Left out are the boards `reported` as corrected by the office, which the rating may
    count otherwise.
    """
    by_key = {board.pk: board for board in boards if board.pk not in reported}
    found = {}
    for line in report.lines.between_players().filter(key__in=by_key):
        result = Result(by_key[line.key].result)
        if (result.white_half_points, result.is_played) != (line.score, line.played):
            found[line.key] = (PLAYED if line.played else NOT_PLAYED)[line.score]
    return found


def _in_words(difference: GameDifference) -> str:
    old, new = difference.old, difference.new
    if old and new and old.result != new.result:
        results = {"result": new.result, "was": old.result}
        return _("the result is %(result)s instead of %(was)s") % results
    if difference.kind == VersionDifference.CHANGED:
        return ", ".join(difference.parts)
    return _("new game") if new else _("removed from the report")

"""Two results that two users entered for one board, as the page and its script show them."""

from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.domain.refusals import ResultConflict
from tournaments.domain.results import ResultWish
from tournaments.models import Pairing, Section
from tournaments.queries.wording import BOARD_TEXTS
from tournaments.rules.results import Colour, Result, cell_text


@dataclass(frozen=True, slots=True)
class ResultConflictShown:
    """Both results of a board that two users have entered, in words, and the values
    with which the reader's own result is sent again.
    """

    pairing: Pairing
    mine: str
    wanted: str
    theirs: str
    version: int
    by: str
    says_day: bool
    day: str
    other_day: str


def show_conflict(
    section: Section, conflict: ResultConflict, wish: ResultWish
) -> ResultConflictShown:
    pairing = section.pairings.select_related("white__player", "black__player").get(
        pk=conflict.pairing_id
    )
    stored = conflict.current
    return ResultConflictShown(
        pairing=pairing,
        mine=_result_in_words(conflict.wanted, wish.finished_date),
        wanted=conflict.wanted,
        theirs=_result_in_words(stored.result, stored.finished_date),
        version=stored.version,
        by=stored.changed_by,
        says_day=wish.clears_day or wish.finished_date is not None,
        day=iso_day(wish.finished_date),
        other_day=iso_day(stored.finished_date) if wish.clears_day else "",
    )


def _result_in_words(result: str, day: date | None) -> str:
    words = str(BOARD_TEXTS[Result(result)]) or _("not played yet")
    return f"{words}, {date_format(day, 'DATE_FORMAT')}" if day else words


def iso_day(day: date | None) -> str:
    return day.isoformat() if day else ""


def conflict_as_data(conflict: ResultConflict) -> dict[str, object]:
    stored = conflict.current
    result = Result(stored.result)
    return {
        "pairing": conflict.pairing_id,
        "version": stored.version,
        "result": stored.result,
        "white": cell_text(result, Colour.WHITE),
        "black": cell_text(result, Colour.BLACK),
        "theirs": _result_in_words(stored.result, stored.finished_date),
        "by": stored.changed_by,
        "finished": iso_day(stored.finished_date),
    }

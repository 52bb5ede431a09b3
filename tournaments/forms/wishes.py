"""Results as the sheet sends them: one board at a time, or a whole form."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date

from django.utils.dateparse import parse_date
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.domain.result_history.changes import UndoAction
from tournaments.domain.results import ResultWish
from tournaments.queries.entry_sheet import TypedResult

LONGEST_VERSION = len(str(2**31 - 1))
LONGEST_DAY = 40
CLEARED = "none"
"""The script's value for a day that was removed; an empty value leaves the day
unchanged.
"""
TAKEN_AWAY = "open"
"""The value that a telephone sends for a game that has not been played yet."""
RESULT = "result-"
DAY_NAMES = ("finished", "seen-finished")
NO_RESULT = gettext_lazy("That is not a result of this board.")
NO_CHOICE = gettext_lazy("No result was chosen, so nothing was changed.")
NO_DAY = gettext_lazy("That is not a date. Write it like 2026-05-31.")


class WishUnreadable(ValueError):
    """The input cannot be read; `words` give the reason to the user who typed it."""

    def __init__(self, words: Promise) -> None:
        """Store the words for the reader's language."""
        super().__init__(words)
        self.words = words


def read_wish(data: Mapping[str, str], pk: int) -> ResultWish:
    """Return one board's result as the script sends it. Raises WishUnreadable."""
    version = _version(data.get("version"))
    if "result" not in data or version is None:
        raise WishUnreadable(NO_RESULT)
    day = data.get("finished", "")
    clears = day == CLEARED
    return ResultWish(
        pk, data["result"], version, None if clears else _day(day), clears
    )


def read_undo_action(data: Mapping[str, str]) -> UndoAction:
    """Return whether the script undoes or redoes; any other value is neither."""
    turn = data.get("turn", "")
    return UndoAction(turn) if turn in set(UndoAction) else UndoAction.NEITHER


def read_phone_wish(data: Mapping[str, str], pk: int) -> ResultWish:
    """Return one board's result from a telephone. An empty choice is refused: only
    `TAKEN_AWAY` removes a result. Raises WishUnreadable.
    """
    result, version = data.get("result", ""), _version(data.get("version"))
    if not result:
        raise WishUnreadable(NO_CHOICE)
    if version is None:
        raise WishUnreadable(NO_RESULT)
    return ResultWish(pk, "" if result == TAKEN_AWAY else result, version)


def read_wishes(
    data: Mapping[str, str], boards: Iterable[int]
) -> tuple[list[ResultWish], dict[int, TypedResult]]:
    """Return the boards for which the form's answer differs from the one it showed, and
    the typed values of those boards whose day cannot be read.
    """
    wishes: list[ResultWish] = []
    unread: dict[int, TypedResult] = {}
    for pk in boards:
        result, version = data.get(f"{RESULT}{pk}"), _version(data.get(f"version-{pk}"))
        day, shown = (data.get(f"{name}-{pk}", "") for name in DAY_NAMES)
        changes_day = day != shown
        if result is None or version is None:
            continue
        if result == data.get(f"seen-{pk}") and not changes_day:
            continue
        try:
            finished = _day(day) if changes_day else None
        except WishUnreadable:
            unread[pk] = TypedResult(result, version, day[:LONGEST_DAY])
        else:
            clears = changes_day and not day
            wishes.append(ResultWish(pk, result, version, finished, clears))
    return wishes, unread


def typed_results(
    data: Mapping[str, str], boards: Collection[int]
) -> dict[int, TypedResult]:
    """Return what the form changes, by board, to show it again after a refusal."""
    wishes, unread = read_wishes(data, boards)
    read = {
        wish.pairing_id: TypedResult(
            wish.result,
            wish.version_seen,
            data.get(f"finished-{wish.pairing_id}", "")[:LONGEST_DAY],
            has_bad_day=False,
        )
        for wish in wishes
    }
    return read | unread


def count_without_board(data: Mapping[str, str], boards: Collection[int]) -> int:
    """Return how many results the form has that it did not show, of boards other than
    these: boards that have been removed since.
    """
    existing = {str(pk) for pk in boards}
    return sum(
        name.startswith(RESULT)
        and (pk := name.removeprefix(RESULT)) not in existing
        and result != data.get(f"seen-{pk}")
        for name, result in data.items()
    )


def _version(text: str | None) -> int | None:
    if text is None or not (text.isascii() and text.isdigit()):
        return None
    return int(text) if len(text) <= LONGEST_VERSION else None


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        raise WishUnreadable(NO_DAY)
    return day

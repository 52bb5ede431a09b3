"""What stands behind a report: the versions of its source, and who keeps the results,
for corrections that reach further than the ledger.

Ratings knows a source by its kind and number only. An app above that keeps such
results (tournaments) registers a keeper when the office starts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from federation.domain.refusal import Refusal
from ratings.models import Report
from ratings.pools.domain.postings import ActionContext


@dataclass(frozen=True, slots=True)
class Correction:
    """What one game of a source is to say: the facets that change (`players`,
    `result`, `day`) and the whole game as it is then; `score` is White's half points.
    Without facets nothing changes, and the source is only sent in again.
    `accepted`: the version that it replaces was accepted, so the next one is too.
    """

    source_number: int
    key: int
    facets: frozenset[str]
    white_id: int
    black_id: int
    score: int
    played: bool
    played_date: date
    reason: str
    accepted: bool


class SourceRefused(Refusal):
    """The keeper cannot correct the game as things stand: `code` says why."""


@dataclass(frozen=True, slots=True)
class SourceAdapter:
    """`lock` takes the source for the caller's transaction, before any report is
    locked; `correct` changes the game and posts the next version. Both raise
    SourceRefused. `worked_on`: the accounts of those who made its results.
    """

    lock: Callable[[int], None]
    correct: Callable[[Correction, ActionContext], Report]
    worked_on: Callable[[int], set[int]]


_KEEPERS: dict[str, SourceAdapter] = {}


def newest_locked(pool_id: int, kind: str, number: int) -> Report | None:
    """The newest version of a source's report, locked: nobody posts the next one until
    the commit. None where nothing has been posted.
    """
    versions = Report.objects.filter(pool_id=pool_id).newest_of_source(kind, number)
    while True:
        locked = versions.select_for_update().first()
        # Whoever held it while we waited may have posted the next one: the row that we
        # were given is then the second newest.
        if versions.first() == locked:
            return locked


def lock_sources(pool_id: int, kind: str, numbers: Sequence[int]) -> None:
    """As `newest_locked` for many sources at once, and all their versions: nobody posts
    the next one, or moves one that stands, until the commit. Newest first, as whoever
    stops a report goes on to the one before it.
    """
    versions = Report.objects.filter(
        pool_id=pool_id, source_kind=kind, source_number__in=numbers
    ).order_by("source_number", "-version")
    locked: set[int] = set()
    # Whoever held one while we waited may have posted the next one.
    while locked != set(versions.values_list("pk", flat=True)):
        locked = set(versions.select_for_update().values_list("pk", flat=True))


def keep_sources(kind: str, keeper: SourceAdapter) -> None:
    """Says who keeps the sources of a kind."""
    _KEEPERS[kind] = keeper


def keeper_of(kind: str) -> SourceAdapter | None:
    """Who keeps the sources of a kind; nobody keeps what was imported."""
    return _KEEPERS.get(kind)

"""The sources of reports: locking their versions, and the adapters that correct the
results where another app stores them.

The ratings app knows a source by its kind and number only. An app above it that stores
such results (tournaments) registers a source adapter when the office starts.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from federation.domain.authorship import ActionContext
from federation.domain.refusal import Refusal
from ratings.models import Report
from ratings.models.reports import FromSource


@dataclass(frozen=True, slots=True)
class Correction:
    """A change to one game of a source: the facets that change (`players`, `result`,
    `day`) and the whole game after the change; `score` is White's half points. Without
    facets nothing changes, and the source is only submitted again. `accepted`: the
    version that it replaces was accepted, so the next one is too, unless it contains
    anything else that nobody has accepted.
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
    """The source adapter cannot correct the game now: `code` says why."""


@dataclass(frozen=True, slots=True)
class SourceAdapter:
    """The functions by which ratings reaches results that another app stores.

    `lock` locks the source for the caller's transaction, before any report is locked;
    `correct` changes the game and posts the next version. Both raise SourceRefused.
    `worked_on` returns the accounts of those who entered its results; `sections`, the
    names of the sections by the keys of their games, where there are several;
    `not_sent`, how many of its games were played and are not among those with these
    keys, by reason.
    """

    lock: Callable[[int], None]
    correct: Callable[[Correction, ActionContext], Report]
    worked_on: Callable[[int], set[int]]
    sections: Callable[[int], Mapping[int, str]]
    not_sent: Callable[[int, Collection[int]], Mapping[str, int]] = (
        lambda _number, _keys: {}
    )


_ADAPTERS: dict[str, SourceAdapter] = {}


def newest_locked(named: FromSource) -> Report | None:
    """Lock and return the newest version of a source's report: the next one cannot be
    posted until the commit. Return None where nothing has been posted.
    """
    versions = Report.objects.of_source(named).newest_first()
    while True:
        locked = versions.select_for_update().first()
        # The transaction that held the lock while this one waited may have posted the
        # next version: the row read here is then the second newest.
        if versions.first() == locked:
            return locked


def lock_sources(pool_id: int, kind: str, numbers: Sequence[int]) -> None:
    """Lock all versions of many sources: no next version can be posted, and no existing
    one change its state, until the commit. The newest version of each source is locked
    first, in the order in which stopping a report reaches them.
    """
    versions = Report.objects.filter(
        pool_id=pool_id, source_kind=kind, source_number__in=numbers
    ).order_by("source_number", "-version")
    locked: set[int] = set()
    # A transaction that held a lock while this one waited may have posted the next
    # version.
    while locked != set(versions.values_list("pk", flat=True)):
        locked = set(versions.select_for_update().values_list("pk", flat=True))


def register_adapter(kind: str, adapter: SourceAdapter) -> None:
    """Register the adapter of the sources of a kind."""
    _ADAPTERS[kind] = adapter


def adapter_of(kind: str) -> SourceAdapter | None:
    """Return the adapter of the sources of a kind; None for imported sources."""
    return _ADAPTERS.get(kind)

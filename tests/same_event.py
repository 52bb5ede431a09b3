"""Pairs of concurrent acts on one event: in any order, the ledger stays consistent, and
the second user gets an answer instead of an error.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, permutations
from typing import Any

from ratings.enums import COUNTING
from ratings.models import Counting, Report
from tests.races import second_waits, together

Act = Callable[[], Any]
Scene = Callable[[], tuple[str, int, Mapping[str, Act]]]
"""Creates an event: returns its kind and number as a source, and the acts on it."""


def errors_of_pairs(
    scene: Scene, names: Iterable[str], answers: tuple[type[Exception], ...]
) -> dict[tuple[str, ...], str]:
    """Return the errors of each pair; `answers` are the exceptions with which acts are
    refused.
    """
    found = {}
    for first, second in permutations(names, 2):
        kind, number, acts = scene()
        outcomes = [second_waits(acts[first], acts[second], may_pass=True)]
        found[first, "then", second] = _wrong(kind, number, outcomes, answers)
    for pair in combinations(names, 2):
        kind, number, acts = scene()
        outcomes = together(*(acts[name] for name in pair))
        found[pair] = _wrong(kind, number, outcomes, answers)
    return {pair: words for pair, words in found.items() if words}


def _wrong(
    kind: str, number: int, outcomes: list[Any], answers: tuple[type[Exception], ...]
) -> str:
    errors = [
        repr(each)
        for each in outcomes
        if isinstance(each, Exception) and not isinstance(each, answers)
    ]
    reports = Report.objects.filter(source_kind=kind, source_number=number)
    standing = set(reports.filter(state__in=COUNTING).values_list("pk", flat=True))
    counted = set(
        Counting.objects.filter(report__in=reports, span__endswith=None).values_list(
            "report", flat=True
        )
    )
    if standing != counted or len(standing) > 1:
        errors.append(f"standing {standing}, counted {counted}")
    return "; ".join(errors)

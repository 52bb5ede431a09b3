"""Ratings that are no levels under a system that rates by levels: its rules cannot
explain them, and a computation fails when time would lower them.
"""

from datetime import date

import numpy as np
from django.db.models import Q

from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import EditionInForce, EditionNotPossible
from ratings.models import Decision, Edition, Period
from ratings.pools.queries.systems import levels_of
from ratings.rules.protocol import HasLevels
from ratings.rules.step import FloatArray


def refuse_ratings_without_level(ratings: FloatArray, read: EditionInForce) -> None:
    """Raise EditionNotPossible `no_levels` if some of the players' ratings are none in
    a system that rates by levels.
    """
    levels = levels_of(read.system)
    if levels is None:
        return
    strange = _strange(ratings, levels)
    if strange:
        raise EditionNotPossible("no_levels", ratings=strange, **_ends(levels))


def refuse_decisions_without_level(
    pool_id: int, day: date, read: EditionInForce
) -> None:
    """Raise EditionNotPossible `decided_no_levels` if decisions give ratings that are
    none in a system that rates by levels from this day on. Those that wait for a second
    officer count too.
    """
    levels = levels_of(read.system)
    if levels is None:
        return
    decided = np.array(_decided(pool_id, day), float)
    strange = _strange(decided, levels)
    if strange:
        raise EditionNotPossible("decided_no_levels", ratings=strange, **_ends(levels))


def _decided(pool_id: int, day: date) -> list[int | None]:
    """Return the ratings that decisions give under an edition that begins on the day. A
    start rating from before the pool's first period is used in that period.
    """
    decisions = Decision.objects.filter(
        Q(span__isnull=False, span__endswith=None)
        | Q(confirmed_at=None, rejected_at=None),
        pool=pool_id,
        kind__in=(DecisionKind.START, DecisionKind.ASSESSED),
    )
    if Period.objects.filter(pool=pool_id, start_date__lt=day).exists():
        decisions = decisions.filter(on_date__gte=day)
    after = Edition.objects.filter(pool=pool_id).after(day).first()
    if after is not None:
        decisions = decisions.filter(on_date__lt=after.from_date)
    return list(decisions.values_list("points", flat=True).distinct())


def _strange(ratings: FloatArray, levels: HasLevels) -> list[float]:
    found: list[float] = np.unique(ratings[~np.isin(ratings, levels.levels)]).tolist()
    return found


def _ends(levels: HasLevels) -> dict[str, str]:
    lowest, highest = levels.levels[0], levels.levels[-1]
    return {
        "lowest": f"{lowest} ({levels.level_text(lowest)})",
        "highest": f"{highest} ({levels.level_text(highest)})",
    }

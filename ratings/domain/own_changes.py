"""What single games gave a player, by the rules that computed them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from ratings.domain.explaining import Explanation, explain_live
from ratings.models import Period
from ratings.rules.explained import ExplainedGame
from ratings.rules.step import CannotCompute

Origin = tuple[int, int]
"""A game's report and its key in it."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game in its player's ledger; `end_date` names the step."""

    game: ExplainedGame
    end_date: date


def own_changes(
    pool_id: int, player_id: int, days: Collection[date], number: int
) -> dict[Origin, OwnGame]:
    """Every game of the player in the steps that hold these days, by report and key.

    `number` is the one to which the pool is computed. Each step is explained by
    itself, so ask for few days at once. A step that cannot be computed is left out.
    """
    found: dict[Origin, OwnGame] = {}
    for end_date in _ends(pool_id, days):
        explanation = _explained(pool_id, player_id, end_date, number)
        if explanation is not None:
            found |= _games(explanation, end_date)
    return found


def _ends(pool_id: int, days: Collection[date]) -> list[date]:
    if not days:
        return []
    periods = Period.objects.filter(
        pool_id=pool_id, start_date__lte=max(days), end_date__gte=min(days)
    ).values_list("start_date", "end_date")
    return [end for start, end in periods if any(start <= day <= end for day in days)]


def _explained(
    pool_id: int, player_id: int, end_date: date, number: int
) -> Explanation | None:
    try:
        return explain_live(pool_id, player_id, end_date, number)
    except CannotCompute:
        return None


def _games(explanation: Explanation, end_date: date) -> dict[Origin, OwnGame]:
    return {
        (
            int(explanation.reports[game.row]),
            int(explanation.keys[game.row]),
        ): OwnGame(game, end_date)
        for game in explanation.step.games
    }

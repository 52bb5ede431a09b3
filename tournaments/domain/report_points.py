"""The points that the games of one report give their players, apart from the rest of a
period.
"""

from collections.abc import Iterator, Mapping
from datetime import date

import numpy as np
from django.db.models import Q

from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.own_changes import OwnLedgerGame, own_changes
from ratings.engine.domain.step_decisions import decisions_of_step
from ratings.engine.domain.step_lines import read_lines
from ratings.engine.domain.step_state import state_of_step
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Game, Report
from ratings.rules.step import CannotCompute

PlayerStep = tuple[int, date]
"""A player's id and the last day of a period."""


def points_of_report(report: Report, number: int) -> Mapping[PlayerStep, float]:
    """Return the rating points, bonus included, that each player's games of the report
    give in each period, as the explanation shows them game by game.

    `number` is the posting number to which the pool is computed. Left out are periods
    of a system that rates tournament by tournament, approved ones for which the report
    came too late, conversions, and players whom the rules cannot compute.
    """
    snapshot = LedgerSnapshot.of(report.pool_id, number)
    found: dict[PlayerStep, float] = {}
    for step in snapshot.steps():
        if _is_of(step, report):
            for player, points in _of_step(snapshot, step, report):
                found[player, step.end_date] = points
    return found


def _is_of(step: PoolStep, report: Report) -> bool:
    is_period = not step.by_tournament and not step.carries_over
    begins_in_time = step.start_date <= report.last_booked_date
    return is_period and begins_in_time and step.end_date >= report.first_booked_date


def _of_step(
    snapshot: LedgerSnapshot, step: PoolStep, report: Report
) -> Iterator[tuple[int, float]]:
    games = step.games(snapshot.reports(step.end_date))
    cards = Game.objects.filter(
        report=report, booked_on__range=(step.start_date, step.end_date)
    ).values_list("white_id", "black_id")
    aliases = snapshot.reports(step.end_date).aliases
    own = sorted({aliases.person(card) for pair in cards for card in pair})
    lines = read_lines(games, np.array(own, np.int64))
    if report.pk not in lines.reports:
        return
    players = np.union1d(lines.players(), np.array(own, np.int64))
    row_of = {int(player): row for row, player in enumerate(players)}
    placed = lines.placed(
        np.searchsorted(players, lines.lines.white),
        np.searchsorted(players, lines.lines.black),
    )
    state = state_of_step(report.pool_id, players, step)
    decided = decisions_of_step(
        snapshot.decisions(step.end_date), step, row_of.get, len(players)
    )
    for player in own:
        try:
            explained = step.system.explain_player(
                placed, state, decided, step.span, step.parameters, row_of[player]
            )
        except CannotCompute:
            continue
        yield (
            player,
            sum(
                game.change + game.bonus
                for game in explained.games
                if lines.reports[game.row] == report.pk
            ),
        )


def own_games_of(
    report: Report, player_id: int, number: int
) -> Mapping[int, OwnLedgerGame]:
    """Return the player's games of the report by their keys, as the rules computed
    them; empty if they cannot be computed.

    `number` is the posting number to which the pool is computed.
    """
    aliases = aliases_now()
    person = aliases.person(player_id)
    cards = aliases.cards([person])
    games = Game.objects.filter(report=report).filter(
        Q(white__in=cards) | Q(black__in=cards)
    )
    places = set(games.values_list("report_id", "booked_on"))
    found = own_changes(report.pool_id, person, places, number) if places else {}
    return {key: own for (of, key), own in found.items() if of == report.pk}

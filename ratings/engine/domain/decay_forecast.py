"""When a player's rating next falls through time alone, in systems that define this."""

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_decisions import activity_by_player
from ratings.engine.domain.step_state import state_of_players
from ratings.pools.queries.numbers import computed_number
from ratings.rules.calendar import date_of
from ratings.rules.protocol import ExemptsActivePlayers


@dataclass(frozen=True, slots=True)
class DecayForecast:
    """What time alone would do to a player's rating: it falls to `falls_to` on the day
    `falls_on`; both are None if it does not fall. `active_since`: the day since which
    the player has been active over the board; None if the player is not active today.
    """

    falls_on: date | None
    falls_to: float | None
    active_since: date | None


def forecast_decay(pool_id: int, player_id: int, today: date) -> DecayForecast | None:
    """Return the forecast from what is computed: from the first day of the open period,
    since what was due earlier is booked. None if the pool's system has no such decay or
    stores nothing about the player.
    """
    computed = computed_number(pool_id)
    snapshot = LedgerSnapshot.of(pool_id, computed)
    periods = snapshot.time_line.periods
    if not periods or not isinstance(periods[-1].system, ExemptsActivePlayers):
        return None
    open_period, system = periods[-1], periods[-1].system
    state = state_of_players(pool_id, np.array([player_id]), open_period)
    if state.memory is None or np.isnan(state.memory).any() or np.isnan(state.now[0]):
        return None
    decisions = snapshot.decisions_at(computed)
    active = activity_by_player(decisions).get(player_id, ())
    falls = system.next_fall(
        float(state.now[0]),
        state.memory[0].tolist(),
        active,
        open_period.start_date - timedelta(days=1),
    )
    since = [
        date_of(span.first_day)
        for span in active
        if date_of(span.first_day) <= today
        and (span.last_day is None or today <= date_of(span.last_day))
    ]
    falls_on, falls_to = falls or (None, None)
    return DecayForecast(falls_on, falls_to, since[0] if since else None)

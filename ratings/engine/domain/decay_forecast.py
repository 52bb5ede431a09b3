"""When a player's rating next falls by time alone, where the pool's system knows that."""

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_decisions import activity_by_player
from ratings.engine.domain.step_facts import state_of_players
from ratings.models import Computation
from ratings.rules.calendar import date_of
from ratings.rules.protocol import KeepsTheActive


@dataclass(frozen=True, slots=True)
class DecayForecast:
    """What time would do to a player's rating: `falls_on` that day to `falls_to`, both
    None where it does not. `active_since`: since when the player has been active over
    the board; None for somebody who is not on the day asked for.
    """

    falls_on: date | None
    falls_to: float | None
    active_since: date | None


def forecast_decay(pool_id: int, player_id: int, today: date) -> DecayForecast | None:
    """Return the forecast by what is computed: from the days of the open period on,
    since what was due before it is booked. None where the pool's system knows of no
    such thing, or nothing of the player.
    """
    computed = Computation.objects.values_list("computed", flat=True).get(pk=pool_id)
    snapshot = LedgerSnapshot.of(pool_id, computed)
    periods = snapshot.time_line.periods
    if not periods or not isinstance(periods[-1].system, KeepsTheActive):
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

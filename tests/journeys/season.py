"""A club whose members have ratings, and a period that has ended and waits for its
results.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations

from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.models import Club, Player, User
from ratings.ledger.domain.periods import open_period_of_today
from ratings.rules.calendar import THREE_PERIODS, period_of
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    chess_pool,
    computed,
    line,
    member,
    officer,
    posted,
    secretary_of,
)
from tests.journeys.visitors import with_second_factor

NAMES = [
    ("Åsa", "Öberg", 1971),
    ("Björn", "Ek", 1983),
    ("Cecilia", "Ahlgren", 1990),
    ("Dan", "Lindqvist", 1965),
]
WHITE_WINS, DRAW = 2, 1


@dataclass(frozen=True)
class Season:
    club: Club
    players: list[Player]
    secretary: User
    officer: User
    first_day: date

    @property
    def last_day(self) -> date:
        return self.first_day + timedelta(days=14)


def season() -> Season:
    """Return four members who have met in the period before the one that has ended."""
    district = DistrictFactory(name="Uppland", code="uppland")
    club = ClubFactory(name="Södra Tornet", short_name="Tornet", district=district)
    players = [
        member(club, first_name=first, last_name=last, birth_year=year)
        for first, last, year in NAMES
    ]
    # Long enough ago that a tournament of two weeks fits into the following period,
    # too.
    last_period = period_of(timezone.localdate() - timedelta(days=140), THREE_PERIODS)
    _have_met(players, last_period.first_date - timedelta(days=20))
    # As the clock does: each period that has ended is followed by another one.
    now = ActionContext(None, timezone.now())
    open_period_of_today(chess_pool(), today=timezone.localdate(), acting=now)
    computed()
    return Season(
        club=club,
        players=players,
        secretary=secretary_of(club),
        officer=with_second_factor(officer()),
        first_day=last_period.first_date + timedelta(days=10),
    )


def _have_met(players: list[Player], day: date) -> None:
    """The player named first wins, but the last two draw."""
    scores = [WHITE_WINS] * 5 + [DRAW]
    pairs = zip(combinations(players, 2), scores, strict=True)
    posted(*(line(white, black, score, day) for (white, black), score in pairs))
    computed()

"""A pool of renju with a tournament in which a player reaches 3 dan.

The crosstable is worked out in `tests/ratings/rules/renju/test_tournament.py`
(`test_top_scorer_keeps_the_level`): A, 5 dan, and seven 2 dans, of whom
H reaches 3 dan.
"""

from datetime import date

from federation.enums import RoleKind
from federation.models import Player, User
from ratings.ledger.domain.drafts import GameLine
from ratings.models import Report
from tests.factories import RoleFactory, line
from tests.ratings.rating_lists import SPRING, accepted, rated, up_to_date
from tests.ratings.rules.renju.crosstable import games_of, ranked

STRONG = ("5 dan", *["2 dan"] * 7)
DRAWN = ".2221110 0.111111 01.11111 011.1111 1111.111 11111.11 111111.1 2111111."
# The same, but A beat H, who has 3.0 points and keeps 2 dan.
WITHOUT = ".2221112 0.111111 01.11111 011.1111 1111.111 11111.11 111111.1 0111111."
CUP = 77
THREE_DAN, TWO_DAN = 13, 12


def cup_players() -> list[Player]:
    """Return players A to H with their levels; H is Hikaru Hara."""
    players = [rated(15), *(rated(TWO_DAN) for _ in range(6))]
    return [*players, rated(TWO_DAN, first_name="Hikaru", last_name="Hara")]


def cup_lines(
    players: list[Player],
    table: str = DRAWN,
    day: date = SPRING,
    ended: date | None = None,
) -> list[GameLine]:
    """Return the games of the tournament; the last is on the day that it `ended`."""
    by_name = dict(zip("ABCDEFGH", players, strict=True))
    games = games_of(ranked(*STRONG), table)
    days = [*[day] * (len(games) - 1), ended or day]
    return [
        line(by_name[game.a], by_name[game.b], game.score, on, key=key, board=key)
        for key, (game, on) in enumerate(zip(games, days, strict=True), 1)
    ]


def cup(
    players: list[Player],
    table: str = DRAWN,
    day: date = SPRING,
    source: int = CUP,
    by: User | None = None,
    accepted_by: User | None = None,
) -> Report:
    """Post, accept and compute the tournament with these results."""
    report = accepted(
        *cup_lines(players, table, day),
        source_number=source,
        name="Cup",
        by=by,
        accepted_by=accepted_by,
    )
    up_to_date()
    return report


def board_member() -> User:
    user: User = RoleFactory(kind=RoleKind.BOARD).user
    return user

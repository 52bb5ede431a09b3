"""FIDE's two tables, as the performance tie-breaks need them."""

from functools import cache

from ratings.rules.elo.tables import expectations, score_table
from tournaments.rules.tiebreaks.record import RatingTables


@cache
def rating_tables() -> RatingTables:
    """Return tables 8.1.1 and 8.1.2 of B.02."""
    return RatingTables(
        score_table().differences, tuple(int(each) for each in expectations())
    )

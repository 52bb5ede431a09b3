"""FIDE's two tables, as the tie-breaks by performance take them."""

from functools import cache

from ratings.rules.elo.tables import expectations, score_table
from tournaments.rules.tiebreaks.record import RatingTables


@cache
def rating_tables() -> RatingTables:
    """Tables 8.1.1 and 8.1.2 of B.02."""
    return RatingTables(
        score_table().differences, tuple(int(each) for each in expectations())
    )

"""SQL for a pool's changes in the current slot, like the views `ratings_change` and
`ratings_liveplace` for the ORM.

A writer may just be filling the other slot, still without indexes. So the slot is
selected by a subquery about one pool, by which PostgreSQL leaves the other slot
unopened; a join, as in the views, gives the same rows but may read both.
"""

_COLUMNS = (
    "pool_id, player_id, ended_on, started_on, report_id, before, change,"
    " coalesce(bonus, 0) AS bonus, coalesce(deduction, 0) AS deduction,"
    " coalesce(adjustment, 0) AS adjustment, after, games, score, start_from,"
    " last_played, adopts, memory"
)


def changes_in_sql(pool: str) -> str:
    """Return SQL for FROM: the changes of a pool, which is a parameter or, in a
    subquery that is planned by itself (OFFSET 0), a column of the query around it.
    """
    return (
        f"(SELECT {_COLUMNS} FROM ratings_changerow WHERE pool_id = {pool} AND slot ="
        f" (SELECT slot FROM ratings_computation WHERE pool_id = {pool}))"
    )


CHANGES = changes_in_sql("%(pool)s")
LIVE_PLACES = (
    "(SELECT * FROM ratings_liveplacerow WHERE pool_id = %(pool)s AND slot ="
    " (SELECT slot FROM ratings_livelist WHERE pool_id = %(pool)s))"
)
"""For FROM: the places of a pool's live list."""

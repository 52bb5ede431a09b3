"""The data, besides the register, on which a page or file of a list depends."""

from ratings.pages.views.pool_context import PoolContext
from ratings.people.queries.fide_ratings import FideListInForce, fide_list_on_day
from ratings.pools.queries.publications import Publication

LIST_PARAMETERS = (
    "pool", "page", "after", "before", "sort", "whole", "district", "club",
    "player_class", "age", "gender", "fide",
)  # fmt: skip
"""The query parameters of a list's page, except the text of a search."""


def fide_beside(
    pool_context: PoolContext, publication: Publication | None
) -> FideListInForce | None:
    """Return the FIDE list in force when this list became valid; for the live list,
    today's.
    """
    now = pool_context.pool.fide
    return fide_list_on_day(now, publication.valid_from) if publication else now


def list_dependencies(
    pool_context: PoolContext, publication: Publication | None
) -> tuple[object, ...]:
    """Return the data other than the register on which a page or file of the list
    depends.
    """
    pool, published = pool_context.pool, pool_context.published
    moves = (pool.posted, pool.computed, pool.placed) if publication is None else ()
    fide = fide_beside(pool_context, publication)
    offered = [(each.code, each.name) for each in pool_context.offered]
    return (
        pool.pk,
        publication and publication.pk,
        len(published.lists),
        *offered,
        fide,
        *moves,
    )

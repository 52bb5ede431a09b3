"""Tags for players' names."""

from django import template
from django.utils.safestring import SafeString

from ratings.models import Pool
from ratings.pages import tables
from ratings.pages.views.pool_context import PoolContext
from ratings.people.queries.names import Person
from ratings.pools.queries.pools import PoolNow

register = template.Library()


@register.simple_tag
def player_link(
    *, who: Person | None, pool: PoolContext | PoolNow | Pool, shown_beside: str = ""
) -> SafeString | str:
    """Return the name as a link to the player's page in the pool of the current page;
    `shown_beside` as for tables.
    """
    query = pool.query if isinstance(pool, PoolContext) else f"?pool={pool.code}"
    return tables.player_link(who, query, shown_beside=shown_beside)

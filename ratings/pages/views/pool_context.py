"""The context of every ratings page: the requested pool and its published lists."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.http import Http404
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from federation.views.errors import ExplainedNotFound
from ratings.pages.views.levels import set_rating_format
from ratings.pools.queries.pools import PoolNow, pools_now
from ratings.pools.queries.publications import Publication, PublishedLists, publications
from ratings.rules.protocol import HasLevels

LONGEST_CODE = 30
"""At most this many characters of an unknown code are repeated in the message."""


@dataclass(frozen=True, slots=True)
class PoolContext:
    """The pool of a page. `query` is the query string of links to the same pool: empty
    for the pool that was opened first, so that an address has the same meaning
    whichever pools get a list later.
    """

    pools: tuple[PoolNow, ...]
    pool: PoolNow
    published: PublishedLists

    @property
    def query(self) -> str:
        return pool_query(self.pool, self.pools)

    def offered_among(self, rated: Collection[int]) -> tuple[PoolNow, ...]:
        """Return the pools in which a player is rated, and the pool of the page."""
        return tuple(
            each for each in self.pools if each.pk in rated or each == self.pool
        )

    @property
    def offered(self) -> tuple[PoolNow, ...]:
        """The pools to choose from: those with a list, and the pool of the page."""
        return tuple(each for each in self.pools if each.has_list or each == self.pool)

    def publication(self, number: int) -> Publication:
        found = self.published.numbered(number)
        if found is None:
            raise Http404(_("There is no list with that number."))
        return found


def pool_query(pool: PoolNow, pools: Sequence[PoolNow]) -> str:
    """Return the query string of links to the pool: empty for the pool that was opened
    first, if that is the one shown by an address without a pool.
    """
    first = min(each.pk for each in pools)
    return "" if pool.pk == first == pools[0].pk else f"?pool={pool.code}"


def format_as_of(pool_context: PoolContext, publication: Publication | None) -> None:
    """From here on, format ratings as the list does: by the system of the day from
    which it is valid; as today's system for the live list (None).
    """
    set_rating_format(pool_context.pool.systems, _day_of(pool_context, publication))


def levels_of_list(
    pool_context: PoolContext, publication: Publication | None
) -> HasLevels | None:
    """Return the levels of a list, or of the live one if None; None where it has
    numbers.
    """
    return pool_context.pool.systems.levels_on(_day_of(pool_context, publication))


def _day_of(pool_context: PoolContext, publication: Publication | None) -> date:
    return publication.valid_from if publication else pool_context.pool.today


def open_pool_context(
    request: OfficeRequest, rated: Collection[int] = ()
) -> PoolContext:
    """Return the context of the page's pool; `rated` are the pools in which the player
    of the page is rated.
    """
    pool, pools = chosen_pool(request, rated)
    return PoolContext(tuple(pools), pool, publications(pool.pk))


def chosen_pool(
    request: OfficeRequest, rated: Collection[int] = ()
) -> tuple[PoolNow, list[PoolNow]]:
    """Return the pool of `?pool=`, with all pools. Without the parameter it is the
    first one that has a list, preferably among those in `rated`, where the player of
    the page is rated.
    """
    pools = pools_now(request.today)
    code = request.GET.get("pool", "")
    found = [pool for pool in pools if code in ("", pool.code)]
    if not code:
        found.sort(key=lambda pool: pool.pk not in rated)
    if not found:
        named = {"code": code[:LONGEST_CODE]}
        raise ExplainedNotFound(
            _("There is no rating “%(code)s” here.") % named,
            [(pool.name, f"?pool={pool.code}") for pool in pools if pool.has_list],
        )
    set_rating_format(found[0].systems, request.today)
    shown_without = min(pools, key=lambda pool: pool.pk not in rated)
    is_named = found[0].pk != shown_without.pk
    request.named_in_address = {"pool": found[0].code if is_named else ""}
    return found[0], pools

"""What every page of ratings begins with: the pool that was asked for and its
published lists.
"""

from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from ratings.queries.pools import PoolNow, pools_now
from ratings.queries.publications import Publication, Shelf, publications
from ratings.views.levels import write_by


@dataclass(frozen=True, slots=True)
class Desk:
    """`asked` is what links to the same pool carry: nothing for the one that was
    opened first, so that an address means the same whichever pools get a list later.
    """

    pools: tuple[PoolNow, ...]
    pool: PoolNow
    shelf: Shelf

    @property
    def asked(self) -> str:
        first = min(pool.pk for pool in self.pools)
        return "" if self.pool.pk == first else f"?pool={self.pool.code}"

    @property
    def offered(self) -> tuple[PoolNow, ...]:
        """The pools to choose from: those with a list, and the one that is open."""
        return tuple(each for each in self.pools if each.has_list or each == self.pool)

    def publication(self, number: int) -> Publication:
        found = self.shelf.numbered(number)
        if found is None:
            raise Http404(_("There is no list of that number."))
        return found


def open_desk(request: OfficeRequest) -> Desk:
    pool, pools = chosen_pool(request)
    return Desk(tuple(pools), pool, publications(pool.pk))


def chosen_pool(request: OfficeRequest) -> tuple[PoolNow, list[PoolNow]]:
    """The pool of `?pool=`, without it the first one that has a list."""
    pools = pools_now(request.today)
    code = request.GET.get("pool", "")
    found = [pool for pool in pools if code in ("", pool.code)]
    if not found:
        raise Http404(_("There is no such pool of games."))
    write_by(found[0].systems, request.today)
    return found[0], pools

"""Notify a page that waits for new results when they are ready."""

from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.pages.views.pool_context import chosen_pool


@never_cache
@require_safe
def freshness(request: OfficeRequest) -> HttpResponse:
    """Answer with no content as long as the pool is being computed (with `?places`, or
    its list numbered); then make the page reload itself.
    """
    pool, _pools = chosen_pool(request)
    if not (pool.is_placed if "places" in request.GET else pool.is_computed):
        return HttpResponse(status=204)
    return HttpResponse("", headers={"HX-Trigger": "pool-computed"})

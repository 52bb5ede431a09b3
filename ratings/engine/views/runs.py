"""The page of runs: whether the computation works, and what failed if it does not."""

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from ratings.engine.queries.runs import (
    figures_since,
    newest_sweeps,
    pools_health,
    run_rows,
    runs_to_show,
    sweeps_since,
    task_failures,
)

PER_PAGE = 50
LATELY = timedelta(days=7)

CAUSES = {
    "posting": gettext_lazy("new results or decisions"),
    "sweep": gettext_lazy("found by the regular check"),
    "replay": gettext_lazy("replay of everything"),
}


@login_required
@require_safe
def runs(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.SEE_RUNS)
    only_failed = request.GET.get("show") == "failed"
    page = Paginator(runs_to_show(only_failed=only_failed), PER_PAGE).get_page(
        request.GET.get("page")
    )
    now = timezone.now()
    pools = pools_health()
    context = {
        "now": now,
        "pools": pools,
        "busy": any(each.behind for each in pools),
        "failing": [each for each in pools if each.is_failing],
        "figures": figures_since(now - LATELY),
        "sweeps_lately": sweeps_since(now - LATELY),
        "sweeps": newest_sweeps(),
        "task_failures": task_failures(),
        "page": page,
        "rows": [
            (row, CAUSES.get(row.run.cause, row.run.cause))
            for row in run_rows(list(page.object_list))
        ],
        "only_failed": only_failed,
    }
    return render(request, "ratings/engine/runs.html", context)

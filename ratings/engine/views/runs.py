"""The page of runs: whether the computation works, and what failed if it does not."""

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
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
from ratings.engine.tables import (
    PoolHealthTable,
    RunTable,
    SweepTable,
    TaskFailureTable,
)

PER_PAGE = 50
LATELY = timedelta(days=7)


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
        "pool_table": PoolHealthTable(pools, now=now),
        "busy": any(each.behind for each in pools),
        "failing": [each for each in pools if each.is_failing],
        "figures": figures_since(now - LATELY),
        "sweeps_lately": sweeps_since(now - LATELY),
        "sweep_table": SweepTable(newest_sweeps()),
        "failure_table": TaskFailureTable(task_failures()),
        "page": page,
        "run_table": RunTable(run_rows(list(page.object_list))),
        "only_failed": only_failed,
    }
    return render(request, "ratings/engine/runs.html", context)

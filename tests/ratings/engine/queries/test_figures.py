"""The figures about computations on `/metrics`."""

from datetime import timedelta

import pytest

from federation.watching.figures import office_figures
from ratings.models import Posting, Run
from tests.factories import chess_pool, computed, line, member, posted
from tests.ratings.engine.views.test_runs import DAY, a_run

pytestmark = pytest.mark.django_db


def value(name: str, **labels: str) -> float | None:
    labels = {"pool": chess_pool().code, **labels}
    return office_figures().get_sample_value(f"rankbok_{name}", labels)


def test_computations_are_counted_with_their_seconds_and_the_last_end():
    a_run(milliseconds=1500.0, ago=timedelta(hours=3))
    last = a_run(milliseconds=500.0, ago=timedelta(hours=2))
    a_run("failed", ago=timedelta(hours=1), milliseconds=9000.0)
    a_run("running", finished_at=None)
    states = {
        state: value("computations_total", state=state) for state in ("done", "failed")
    }
    assert states == {"done": 2, "failed": 1}
    assert value("computation_seconds_total") == 2
    assert value("computation_end_timestamp_seconds") == pytest.approx(
        last.finished_at.timestamp()
    )


def test_pool_never_computed_is_reported_without_last_end():
    chess_pool()
    assert not Run.objects.exists()
    assert value("pool_postings_behind") == 0
    assert value("computation_end_timestamp_seconds") is None


def test_outdated_pool_reports_since_when():
    posted(line(member(), member(), 2, DAY))
    computed()
    assert value("pool_postings_behind") == 0
    assert value("pool_out_of_date_timestamp_seconds") is None
    number = chess_pool().posted
    posted(line(member(), member(), 2, DAY))
    posted(line(member(), member(), 2, DAY))
    first = Posting.objects.get(pool=chess_pool(), number=number + 1)
    assert value("pool_postings_behind") == chess_pool().posted - number
    assert value("pool_out_of_date_timestamp_seconds") == pytest.approx(
        first.at.timestamp()
    )

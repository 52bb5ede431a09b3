"""deploy/alerts.yml names nothing that /metrics does not report."""

import re
import shutil
import subprocess
from datetime import timedelta

import pytest
import yaml
from django.utils import timezone

from federation.models import Backup, OutboxMail
from federation.watching.counting import count, count_made, count_shared, counts
from federation.watching.figures import office_figures
from script.checkout import ROOT
from tests import database
from tests.factories import line, member, posted
from tests.ratings.engine.views.test_runs import DAY, a_run

ALERTS = ROOT / "deploy" / "alerts.yml"
NAME = re.compile(r"\brankbok_\w+")


def expressions() -> list[str]:
    [group] = yaml.safe_load(ALERTS.read_text())["groups"]
    return [rule["expr"] for rule in group["rules"]]


def reported_names() -> dict[str, set[str]]:
    """Return every reported name, with its labels."""
    found: dict[str, set[str]] = {}
    for registry in (counts(), office_figures()):
        for metric in registry.collect():
            for sample in metric.samples:
                found.setdefault(sample.name, set()).update(sample.labels)
    return found


@pytest.mark.django_db(transaction=True)
def test_every_figure_in_the_alerts_or_docs_is_reported():
    posted(line(member(), member(), 2, DAY))
    a_run()
    now = timezone.now()
    OutboxMail.objects.create(
        to="a@example.org", subject="x", written_at=now, next_attempt_at=now
    )
    with database.owner():
        at = now - timedelta(hours=1)
        Backup.objects.create(made_at=at, finished_at=at, file_name="a.zip", size=7)
    count("/list/", "GET", 200, 0.1)
    count_shared(is_kept=True)
    count_made(from_replica=False)
    names = reported_names()
    in_alerts = {name for each in expressions() for name in NAME.findall(each)}
    assert len(in_alerts) > 12
    assert in_alerts - names.keys() == set()
    text = (ROOT / "docs" / "operations.md").read_text()
    table = text[
        text.index("| figure |") : text.index("Both processes of the web server")
    ]
    in_docs = {
        f"rankbok_{name}"
        for cell in re.findall(r"^\| (.*?) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", cell))
    }
    families = {
        re.sub("_(bucket|count|sum)$", "", name)
        for name in names
        if not name.endswith("_created")
    }
    assert in_docs == {name for name in families if name.startswith("rankbok_")}


def test_alerts_use_existing_labels():
    labels = set(re.findall(r'(\w+)="', " ".join(expressions())))
    assert labels == {"job", "state", "status", "part"}


def test_prometheus_accepts_the_file():
    promtool = shutil.which("promtool")
    if not promtool:
        pytest.skip("no promtool on this machine")
    command = [promtool, "check", "rules", str(ALERTS)]
    done = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")

"""A public page sends requests at most once in ten seconds, because many may read it."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[3] / "templates"
WAITED_FOR = {
    "ratings/engine/runs.html",
    "ratings/fide/fide_upload.html",
    "ratings/laboratory/experiment.html",
    "ratings/lists/proposal_state.html",
    "ratings/review/report_changes.html",
    "ratings/uploads/_import_now.html",
    "ratings/uploads/import.html",
    "ratings/uploads/imports.html",
}
"""Pages behind a log-in, where a user waits for a task that they started."""
GIVEN = {"tournaments/spectators/_changes.html": "{{ seconds }}s"}
"""The view sets the interval: ten seconds on the public page; see its own test."""


def asking():
    """Return each template that sends requests automatically, with the intervals."""
    found = {}
    for path in TEMPLATES.rglob("*.html"):
        for every in re.findall(r'hx-trigger="every ([^"]+)"', path.read_text("utf-8")):
            found[str(path.relative_to(TEMPLATES))] = every
    return found


def test_only_pages_behind_a_log_in_query_more_than_once_in_ten_seconds():
    often = {name: every for name, every in asking().items() if every != "10s"}

    assert often.keys() - WAITED_FOR == GIVEN.keys()
    assert {name: often[name] for name in GIVEN} == GIVEN

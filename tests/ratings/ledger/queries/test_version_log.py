"""The differences between successive counting versions: `queries.version_log`."""

from datetime import date

import pytest

from federation.permissions import NOBODY
from ratings.ledger.queries.version_log import changes_since_sent
from tests.factories import line, member, posted

pytestmark = pytest.mark.django_db
DAY = date(2026, 2, 1)


def test_game_replaced_by_an_empty_line_is_reported_as_removed():
    ada, bo, cy = member(), member(), member()
    game, other = line(ada, bo, 2, DAY, key=1), line(bo, cy, 2, DAY, key=2)
    empty = line(ada, cy, 1, DAY, key=3, played=False)
    versions = ((game, other), (game.emptied(), other, empty), (game, other))
    for lines in versions:
        report = posted(*lines, source_number=77, method="concentrated")

    back, removed = changes_since_sent(report, NOBODY, DAY)

    differences = [
        [(each.kind, each.shown.game.key) for each in change.differences]
        for change in (removed, back)
    ]
    assert differences == [[("removed", 1)], [("added", 1)]]


@pytest.mark.parametrize(("was_final", "kinds"), [(True, ["added"]), (False, [])])
def test_games_added_after_a_partial_report_are_no_changes(was_final, kinds):
    ada, bo, cy = member(), member(), member()
    first, second = line(ada, bo, 2, DAY, key=1), line(bo, cy, 2, DAY, key=2)
    posted(first, source_number=77, is_final=was_final)
    report = posted(first, second, source_number=77, is_final=True)

    differences = [
        each.kind
        for change in changes_since_sent(report, NOBODY, DAY)
        for each in change.differences
    ]

    assert differences == kinds

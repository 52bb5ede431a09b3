"""The facts that a posted report stores, and what it replaces:
`ratings.ledger.domain.posting`.
"""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.drafts import AnsweredWarning
from ratings.ledger.domain.posting import NothingPlayed, post_report
from ratings.ledger.domain.report_copies import copy_of
from ratings.models import Counting, Posting
from tests.factories import (
    NOON,
    acting,
    chess_pool,
    line,
    member,
    officer,
    posted,
    second_pool,
)

pytestmark = pytest.mark.django_db
DAY, LATER = date(2026, 2, 1), date(2026, 6, 1)


def counting():
    return set(
        Counting.objects.filter(span__endswith=None).values_list("report", flat=True)
    )


def test_report_stores_number_of_games_and_players_and_its_days():
    ada, bo, cy = member(), member(), member()

    report = posted(
        line(ada, bo, 2, DAY, key=1),
        line(cy, ada, 2, LATER, key=2, booked_on=LATER + timedelta(days=1)),
        line(bo, cy, 2, DAY, key=3),
    )

    assert (report.games, report.players) == (3, 3)
    assert (report.first_booked_date, report.last_booked_date) == (
        DAY,
        LATER + timedelta(days=1),
    )


def test_player_with_only_empty_lines_is_not_counted():
    ada, bo, cy = member(), member(), member()

    report = posted(
        line(ada, bo, 2, DAY, key=1),
        *(line(each, cy, 1, DAY, played=False) for each in (ada, bo)),
        method="concentrated",
    )

    assert (report.games, report.players) == (1, 2)


def test_report_waits_unless_two_users_are_responsible_for_it():
    hand = officer()
    lines = (line(member(), member(), 2, DAY),)
    waiting = posted(*lines, warnings=[AnsweredWarning("nonmember", ("1.1",), "soon")])

    accepted = post_report(
        copy_of(waiting),
        acting=ActionContext(hand.pk, NOON + timedelta(hours=1)),
        accepted=True,
        reason="Both say so",
    )

    assert (waiting.state, waiting.decided_by, waiting.accepted_at) == (
        "submitted",
        None,
        None,
    )
    at = NOON + timedelta(hours=1)
    assert (accepted.version, accepted.state, accepted.decided_by) == (2, "accepted", hand)  # fmt: skip
    assert (accepted.decided_at, accepted.accepted_at, accepted.sent_at) == (at, at, at)
    ticked = [
        each.warnings.values_list("kind", "answer", "ticked_by", "ticked_at").get()
        for each in (waiting, accepted)
    ]
    assert ticked == [
        ("nonmember", "soon", None, None),
        ("nonmember", "soon", hand.pk, at),
    ]
    posting = Posting.objects.latest("number")
    assert (posting.act, posting.reason, posting.report) == (
        "submit",
        "Both say so",
        accepted,
    )


def test_warnings_of_one_kind_are_grouped_with_each_row_once():
    warnings = [
        AnsweredWarning("nonmember", ("2.1", "1.1"), "first"),
        AnsweredWarning("implausible", ("1.1",), "ill"),
        AnsweredWarning("nonmember", ("1.1", "3.1"), "second"),
    ]

    report = posted(line(member(), member(), 2, DAY), warnings=warnings)

    stored_warnings = report.warnings.order_by("pk").values_list(
        "kind", "rows", "answer"
    )
    assert list(stored_warnings) == [
        ("nonmember", ["2.1", "1.1", "3.1"], "second"),
        ("implausible", ["1.1"], "ill"),
    ]


def test_next_version_does_not_replace_another_event_of_the_same_number():
    other = second_pool()
    source = {"source_kind": "league", "source_number": 7}
    game = line(member(), member(), 2, DAY, key=1)
    first = posted(game, **source)
    others = [
        posted(game, **source | facts)
        for facts in (
            {"source_kind": "cup"},
            {"source_number": 8},
            {"pool_id": other.pk},
        )
    ]

    second = posted(game, **source)

    for each in (first, *others):
        each.refresh_from_db()
    assert [each.state for each in (first, *others)] == [
        "superseded", "submitted", "submitted", "submitted",
    ]  # fmt: skip
    assert counting() == {second.pk, *(each.pk for each in others)}
    assert [each.version for each in (second, *others)] == [2, 1, 1, 1]


def test_report_counts_until_the_posting_of_the_next_version():
    source = {"source_kind": "league", "source_number": 7}
    game = line(member(), member(), 2, DAY, key=1)
    first = posted(game, **source)
    begun = chess_pool().posted
    second = posted(game, **source)

    spans = [Counting.objects.get(report=each).span for each in (first, second)]

    assert [(span.lower, span.upper) for span in spans] == [
        (begun, begun + 1),
        (begun + 1, None),
    ]


def test_report_without_a_game_is_refused():
    report = posted(line(member(), member(), 2, DAY))
    draft = copy_of(report)
    draft.lines.clear()

    with pytest.raises(NothingPlayed):
        post_report(draft, acting=acting())

"""A report copied in order to be posted again keeps all its data."""

from datetime import date

import pytest

from ratings.ledger.domain.drafts import (
    AnsweredWarning,
    ReportDraft,
    without_empty_lines,
)
from ratings.ledger.domain.posting import post_report
from ratings.ledger.domain.report_copies import copy_of
from tests.factories import ClubFactory, acting, chess_pool, line, member, side

pytestmark = pytest.mark.django_db

FIRST, SECOND = date(2026, 2, 1), date(2026, 2, 8)


def test_copy_has_all_data_in_order_of_rounds():
    club = ClubFactory()
    guest = side(
        member(), is_member=False, outside=1810, outside_kind="fide", adopts=True
    )
    late = line(
        member(), guest, 1, SECOND, key=1, round=2, board=3, minutes=45, length=7
    )
    early = line(guest, member(birth_year=2012), 0, FIRST, key=2, played=False)
    draft = ReportDraft(
        pool_id=chess_pool().pk,
        source_kind="tournament",
        source_number=77,
        name="Open",
        organiser_id=club.pk,
        district_id=club.district_id,
        start_date=FIRST,
        end_date=SECOND,
        is_final=False,
        lines=[late, early],
        warnings=[
            AnsweredWarning("unusual", ("b", "a"), "Yes"),
            AnsweredWarning("late", ("c",), "It was"),
        ],
        is_large=True,
        digest="as it was sent",
    )
    report = post_report(draft, acting=acting())

    copy = copy_of(report)

    assert [each.key for each in copy.lines] == [2, 1]
    assert copy.lines[1].length == 7
    assert (copy.lines[1].white, copy.lines[1].black) == (late.white, late.black)
    assert (copy.lines[0].white, copy.lines[0].black) == (early.white, early.black)
    facts = ("played_date", "round", "board", "score", "played", "minutes")
    assert [[getattr(each, name) for name in facts] for each in copy.lines] == [
        [FIRST, 1, 1, 0, False, 120],
        [SECOND, 2, 3, 1, True, 45],
    ]
    named = (
        "pool_id", "source_kind", "source_number", "name", "organiser_id",
        "district_id", "start_date", "end_date", "is_final", "method", "is_large",
        "digest",
    )  # fmt: skip
    assert [getattr(copy, name) for name in named] == [
        getattr(draft, name) for name in named
    ]
    assert {(each.kind, each.answer) for each in copy.warnings} == {
        ("unusual", "Yes"),
        ("late", "It was"),
    }


@pytest.mark.parametrize(
    ("method", "games"), [("concentrated", [1, 3, 4]), ("games", [1, 2, 3, 4])]
)
def test_an_empty_line_is_no_game_where_a_section_is_rated_on_its_mean(method, games):
    """A drawn game, an empty line, a forfeit, and a played game."""
    one, other = member(), member()
    drawn = line(one, other, 1, FIRST, key=1)
    lines = [
        drawn,
        line(one, other, 2, FIRST, key=2).emptied(),
        line(one, other, 2, FIRST, key=3, played=False),
        line(one, other, 0, FIRST, key=4),
    ]

    assert [each.key for each in without_empty_lines(lines, method)] == games

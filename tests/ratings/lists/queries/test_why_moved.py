"""Players whose rating changes without a game in the period, and why:
`ratings.lists.queries.why_moved`. Ratings come from SSF rating, points 3 (equal within
10: ±16; Adam and Bertil as in its Examples) and 10 (50 points for a year without a
game).
"""

from datetime import date

import pytest

from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import withdraw_report
from ratings.lists.queries.comparison import compared_list
from ratings.lists.queries.move_reasons import MoveReason, WhyMoved
from ratings.lists.queries.proposal_difference import ProposalPart, difference
from ratings.lists.queries.why_moved import why_moved
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.pools.domain.pools import carry_corrections
from ratings.rules.conversion import FIDE_2024
from tests.factories import acting, chess_pool, line, member
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    decided,
    open_next_period,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db

YEAR_BEFORE = date(2025, 2, 1)
SPRINGS_END, SUMMERS_END = date(2026, 4, 30), date(2026, 8, 31)


def reasons(day, *players):
    """Return the reason on each player's line."""
    those = period(day)
    published = compared_list(those)
    windows = dict.fromkeys((ProposalPart.UP, ProposalPart.DOWN), (50, 0))
    found = difference(those, published, windows)
    lines = [line for part in found.parts.values() for line in part.lines]
    causes = why_moved(those, published, lines)
    return [causes.get(player.pk) for player in players]


def others_play(day):
    return accepted(line(member(), member(), 2, day))


def test_deduction_for_a_year_without_a_game_is_named():
    winner, loser = rated(1500), rated(1500)
    accepted(line(winner, loser, 2, YEAR_BEFORE))
    published(YEAR_BEFORE)
    others_play(SPRING)
    open_next_period(period(SPRING))
    up_to_date()

    idle = (MoveReason(WhyMoved.INACTIVE, SPRINGS_END, -50),)
    assert reasons(SPRING, winner, loser) == [idle, idle]


def test_player_with_a_game_has_no_reason():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    decided(adam, -60, kind=DecisionKind.ADJUSTMENT, on=SUMMER)
    up_to_date()

    assert reasons(SUMMER, adam, bertil) == [None, None]


def test_a_decision_is_named_with_its_points():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    others_play(SUMMER)
    decided(adam, -60, kind=DecisionKind.ADJUSTMENT, on=SUMMER)
    decided(bertil, 2100, kind=DecisionKind.ASSESSED, on=SUMMER)
    up_to_date()

    assert reasons(SUMMER, adam, bertil) == [
        (MoveReason(WhyMoved.DECISION, SUMMERS_END, -60),),
        # 2220 − 13 by the game of the spring.
        (MoveReason(WhyMoved.DECISION, SUMMERS_END, 2100 - 2207),),
    ]


def test_carried_correction_is_named_separately_from_a_decision():
    carry_corrections(chess_pool().pk, reason="the statutes", acting=acting())
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    open_period_of_today(chess_pool(), today=SUMMER, acting=acting())
    others_play(SUMMER)
    corrected(adam, bertil, 1)
    decided(adam, 40, kind=DecisionKind.ADJUSTMENT, on=SUMMER)
    up_to_date()

    assert reasons(SUMMER, adam, bertil) == [
        (
            MoveReason(WhyMoved.DECISION, SUMMERS_END, 40),
            MoveReason(WhyMoved.CARRIED, SUMMERS_END, 10 - 26),
        ),
        (MoveReason(WhyMoved.CARRIED, SUMMERS_END, -5 + 13),),
    ]


def test_correction_of_an_earlier_period_is_named_with_that_period():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    others_play(SUMMER)
    published(SUMMER)
    corrected(adam, bertil, 0)
    up_to_date()

    assert reasons(SUMMER, adam, bertil) == [
        (MoveReason(WhyMoved.EARLIER, SPRINGS_END, -6 - 26),),
        (MoveReason(WhyMoved.EARLIER, SPRINGS_END, 3 + 13),),
    ]


def test_games_that_no_longer_count_are_named_with_their_number():
    adam, bertil, report = rulebook_game()
    others_play(SPRING)
    published(SPRING)
    withdraw_report(report.pk, "never played", acting=acting())
    up_to_date()

    # Adam's decided rating is from the year before.
    assert reasons(SPRING, adam, bertil) == [
        (MoveReason(WhyMoved.REMOVED, None, games=1),),
        (MoveReason(WhyMoved.REMOVED, None, games=1),),
    ]


def test_merge_of_two_cards_is_named():
    adam, _bertil, _report = rulebook_game()
    card, third = rated(1500), rated(1500)
    accepted(line(card, third, 2, SPRING))
    published(SPRING)
    others_play(SUMMER)
    merge = propose_merge(MergeDraft(card.pk, adam.pk, "one man"), acting=acting())
    confirm_merge(merge.pk, acting=acting())
    up_to_date()

    [[*causes]] = reasons(SUMMER, adam)
    assert [each.why for each in causes] == [WhyMoved.EARLIER, WhyMoved.MERGED]


def test_a_conversion_is_named():
    winner, loser = rated(1500), rated(1500)
    accepted(line(winner, loser, 2, SPRING))
    published(SPRING)
    others_play(SUMMER)
    draft = EditionDraft(
        chess_pool().pk, date(2026, 9, 1), "ssf_2008", {}, FIDE_2024.to_json()
    )
    adopt_draft(draft, acting=acting())
    open_next_period(period(SUMMER))
    up_to_date()

    # 0.40 times what is missing to 2000: of 1516 and of 1484.
    assert reasons(SUMMER, winner, loser) == [
        (MoveReason(WhyMoved.CONVERSION, SUMMERS_END, 194),),
        (MoveReason(WhyMoved.CONVERSION, SUMMERS_END, 206),),
    ]

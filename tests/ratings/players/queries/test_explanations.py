"""Which decisions and numbers stand beside an explanation:
`ratings.players.queries.explanations`.
"""

from datetime import date

import pytest

from ratings.board.domain.board import BoardDraft, decide_level
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    revoke_decision,
)
from ratings.enums import DecisionKind
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.players.queries.explanations import (
    decision_notes,
    game_facts,
    stored_change,
    stored_entry,
)
from ratings.pools.domain.postings import ActionContext
from tests.factories import NOON, UserFactory, chess_pool, line, member, second_pool
from tests.ratings.published import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    published,
    rulebook_game,
    up_to_date,
)
from tests.ratings.renju_pool import THREE_DAN, board_member, by_renju, cup, cup_players

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 1, 1), date(2026, 4, 30)


@pytest.fixture
def other_pool():
    return second_pool()


@pytest.fixture
def player():
    return member()


def by(name="Rut Rating"):
    return ActionContext(UserFactory(name=name).pk, NOON)


def made(player, on=SPRING, points=10, kind=DecisionKind.ADJUSTMENT, pool=None):
    whose = player.pk if player else None
    pool_id = (pool or chess_pool()).pk
    draft = DecisionDraft(pool_id, kind, whose, on, points, f"{points}")
    return make_decision(draft, acting=by())


def decided(player, *arguments, **facts):
    decision = made(player, *arguments, **facts)
    return confirm_decision(decision.pk, acting=by("Otto Other"))


def notes(player, number=None):
    number = chess_pool().posted if number is None else number
    found = decision_notes(chess_pool().pk, player.pk, (FIRST, LAST), number)
    return [each.points for each in found]


def test_decisions_stand_the_oldest_first_by_the_day_that_they_are_for(player):
    decided(player, LAST, 3)
    decided(player, FIRST, 1)
    decided(player, SPRING, 2)

    assert notes(player) == [1, 2, 3]


def test_decisions_of_other_periods_bear_on_nothing_but_a_start_before(player):
    decided(player, date(2025, 12, 31), 1)
    decided(player, date(2026, 5, 1), 2)
    decided(player, date(2025, 12, 31), 1500, DecisionKind.START)
    decided(player, date(2026, 5, 1), 1600, DecisionKind.START)

    assert notes(player) == [1500]


def test_decisions_of_another_pool_or_player_bear_on_nothing(player, other_pool):
    decided(player, pool=other_pool)
    decided(member())

    assert notes(player) == []


def test_what_is_withheld_from_everybody_is_withheld_from_the_player(player):
    decided(None, points=None, kind=DecisionKind.WITHHOLD_BONUS)

    assert notes(player) == [None]


def test_what_waits_bears_on_nothing_yet(player):
    made(player)

    assert notes(player) == []


def test_a_decision_is_told_as_of_the_posting_and_not_as_of_today(player):
    decision = decided(player)
    then = chess_pool().posted
    revoke_decision(decision.pk, reason="no", acting=by())

    assert (notes(player, then - 1), notes(player, then), notes(player)) == (
        [],
        [10],
        [],
    )


def test_a_decision_about_a_merged_card_is_the_players(player):
    gone = member(birth_year=player.birth_year)
    decided(gone)
    draft = MergeDraft(gone.pk, player.pk, "the same man")
    merge = propose_merge(draft, acting=by())
    before = chess_pool().posted
    confirm_merge(merge.pk, acting=by())

    assert (notes(player, before), notes(player)) == ([], [10])


def test_the_one_who_made_it_and_the_one_who_confirmed_it_are_named(player, settings):
    decided(player)
    settings.FOUR_EYES = False
    made(player, on=LAST)

    days = (FIRST, LAST)
    found = decision_notes(chess_pool().pk, player.pk, days, chess_pool().posted)

    assert [(each.made_by, each.confirmed_by) for each in found] == [
        ("Rut Rating", "Otto Other"),
        ("Rut Rating", None),
    ]


def test_a_stored_change_is_that_of_the_period_that_ends_on_the_day():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 2, SUMMER))
    up_to_date()

    stored = stored_change(chess_pool().pk, adam.pk, LAST)

    assert (stored.before, stored.after, stored.games) == (1950, 1976, 1)
    assert stored_change(chess_pool().pk, adam.pk, SPRING) is None


def test_a_list_keeps_its_own_line_beside_the_revision():
    adam, bertil, _report = rulebook_game()
    first = published(SPRING)
    corrected(adam, bertil, 0)
    second = published(SPRING)

    kept = [stored_entry(chess_pool().pk, each.pk, adam.pk) for each in (first, second)]

    assert [(each.before, each.after) for each in kept] == [(1950, 1976), (1950, 1944)]


def test_games_with_the_same_key_are_told_apart_by_their_report():
    adam, bertil, report = rulebook_game()
    both = [line(bertil, adam, 1, SUMMER, key=key, round=key) for key in (1, 2)]
    other = accepted(*both, name="Summer Open")

    found = game_facts([(report.pk, 1), (other.pk, 2)])

    assert {key: (each.event, each.round) for key, each in found.items()} == {
        (report.pk, 1): ("Spring Open", 1),
        (other.pk, 2): ("Summer Open", 2),
    }


def test_what_the_board_decided_stands_beside_its_own_event_alone():
    by_renju()
    players = cup_players()
    hikaru, report = players[-1], cup(players)
    other = cup(cup_players(), source=78)
    draft = BoardDraft(hikaru.pk, report.pk, THREE_DAN, THREE_DAN)
    decide_level(draft, acting=ActionContext(board_member().pk, NOON))
    asked = (chess_pool().pk, hikaru.pk, (FIRST, LAST), chess_pool().posted)

    kinds = [
        [each.kind for each in decision_notes(*asked, pk)]
        for pk in (report.pk, other.pk, 0)
    ]

    start = DecisionKind.START
    assert kinds == [[start, DecisionKind.BOARD], [start], [start]]

"""Which decisions an explanation shows, and in how much detail to which reader:
`ratings.players.queries.decision_notes`.
"""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.permissions import Actor, HeldRole
from ratings.board.domain.board import BoardDraft, decide_level
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    revoke_decision,
)
from ratings.enums import DecisionKind
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.players.queries.decision_notes import decision_notes
from tests.factories import (
    NOON,
    UserFactory,
    acting,
    chess_pool,
    member,
    rated_by,
    second_pool,
)
from tests.ratings.rating_lists import SPRING
from tests.ratings.renju_pool import THREE_DAN, board_member, cup, cup_players
from tests.worlds import shared

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 1, 1), date(2026, 4, 30)
OFFICER = Actor(user_id=1, roles=(HeldRole(RoleKind.RATING_OFFICER),))


@shared
def other_pool():
    return second_pool()


@shared
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
    found = decision_notes(
        chess_pool().pk, player.pk, (FIRST, LAST), number, reader=OFFICER
    )
    return [each.points for each in found]


def test_decisions_are_listed_oldest_first_by_their_day(player):
    decided(player, LAST, 3)
    decided(player, FIRST, 1)
    decided(player, SPRING, 2)

    assert notes(player) == [1, 2, 3]


def test_decisions_of_other_periods_are_ignored_except_an_earlier_start(player):
    decided(player, date(2025, 12, 31), 1)
    decided(player, date(2026, 5, 1), 2)
    decided(player, date(2025, 12, 31), 1500, DecisionKind.START)
    decided(player, date(2026, 5, 1), 1600, DecisionKind.START)

    assert notes(player) == [1500]


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        ([(2019, DecisionKind.ACTIVE)], [2019]),
        # A repetition changes nothing.
        ([(2019, DecisionKind.ACTIVE), (2021, DecisionKind.ACTIVE)], [2019]),
        ([(2019, DecisionKind.ACTIVE), (2021, DecisionKind.INACTIVE)], []),
        (
            [
                (2015, DecisionKind.ACTIVE),
                (2017, DecisionKind.INACTIVE),
                (2019, DecisionKind.ACTIVE),
            ],
            [2019],
        ),
        ([(2019, DecisionKind.ACTIVE), (2026, DecisionKind.INACTIVE)], [2019, 2026]),
        ([(2019, DecisionKind.ACTIVE), (2027, DecisionKind.INACTIVE)], [2019]),
    ],
)
def test_earlier_decision_by_which_a_player_is_still_active_is_shown(
    player, turns, shown
):
    rated_by("renju")
    for year, kind in turns:
        decided(player, date(year, 2, 1), None, kind=kind)

    found = decision_notes(
        chess_pool().pk,
        player.pk,
        (FIRST, LAST),
        chess_pool().posted,
        reader=OFFICER,
    )

    assert [each.on_date.year for each in found] == shown
    assert {(each.reason, each.made_by) for each in found} <= {("None", "Rut Rating")}


def test_activity_is_not_shown_beside_an_event_which_it_does_not_affect():
    rated_by("renju")
    players = cup_players()
    report = cup(players)
    decided(players[-1], date(2019, 2, 1), None, kind=DecisionKind.ACTIVE)

    found = decision_notes(
        chess_pool().pk,
        players[-1].pk,
        (FIRST, LAST),
        chess_pool().posted,
        report.pk,
        reader=OFFICER,
    )

    assert [each.kind for each in found] == [DecisionKind.START]


def test_decisions_of_another_pool_or_player_are_ignored(player, other_pool):
    decided(player, pool=other_pool)
    decided(member())

    assert notes(player) == []


def test_bonus_withheld_from_all_is_shown_for_the_player(player):
    decided(None, points=None, kind=DecisionKind.WITHHOLD_BONUS)

    assert notes(player) == [None]


def test_waiting_decision_is_ignored(player):
    made(player)

    assert notes(player) == []


def test_decision_is_shown_as_of_the_posting_not_as_of_today(player):
    decision = decided(player)
    then = chess_pool().posted
    revoke_decision(decision.pk, reason="no", acting=by())

    assert (notes(player, then - 1), notes(player, then), notes(player)) == (
        [],
        [10],
        [],
    )


def test_decision_about_a_merged_card_belongs_to_the_player(player):
    merged_card = member(birth_year=player.birth_year)
    decided(merged_card)
    draft = MergeDraft(merged_card.pk, player.pk, "the same man")
    merge = propose_merge(draft, acting=by())
    before = chess_pool().posted
    confirm_merge(merge.pk, acting=by())

    assert (notes(player, before), notes(player)) == ([], [10])
    assert [
        read_by(Actor(user_id=3, player_id=whose.pk), player)
        for whose in (merged_card, player, member())
    ] == [*2 * [("10", "Rut Rating", "Otto Other")], ("", "Rating office", None)]


def test_maker_and_confirmer_are_named(player, settings):
    decided(player)
    settings.FOUR_EYES = False
    made(player, on=LAST)

    days = (FIRST, LAST)
    found = decision_notes(
        chess_pool().pk, player.pk, days, chess_pool().posted, reader=OFFICER
    )

    assert [(each.made_by, each.confirmed_by) for each in found] == [
        ("Rut Rating", "Otto Other"),
        ("Rut Rating", None),
    ]


def read_by(reader, player):
    (note,) = decision_notes(
        chess_pool().pk, player.pk, (FIRST, LAST), chess_pool().posted, reader=reader
    )
    return note.reason, note.made_by, note.confirmed_by


@pytest.mark.parametrize("public", ["", "A loss abroad."])
def test_only_the_office_and_the_player_see_reason_and_officers(player, public):
    draft = DecisionDraft(
        chess_pool().pk,
        DecisionKind.ADJUSTMENT,
        player.pk,
        SPRING,
        -10,
        "Was ill",
        public_reason=f" {public} ",
    )
    decision = make_decision(draft, acting=by())
    confirm_decision(decision.pk, acting=by("Otto Other"))
    someone = Actor(user_id=2, player_id=member().pk)
    in_full = ("Was ill", "Rut Rating", "Otto Other")

    assert [
        read_by(reader, player)
        for reader in (
            Actor(),
            someone,
            OFFICER,
            Actor(user_id=3, player_id=player.pk),
        )
    ] == [
        (public, "Rating office", None),
        (public, "Rating office", None),
        in_full,
        in_full,
    ]


def test_board_decision_is_shown_only_beside_its_event():
    rated_by("renju")
    players = cup_players()
    hikaru, report = players[-1], cup(players)
    other = cup(cup_players(), source=78)
    draft = BoardDraft(hikaru.pk, report.pk, THREE_DAN, THREE_DAN)
    decided_by = board_member()
    decide_level(draft, acting=acting(decided_by))
    again = cup(players)
    arguments = (chess_pool().pk, hikaru.pk, (FIRST, LAST), chess_pool().posted)

    kinds = [
        [each.kind for each in decision_notes(*arguments, pk, reader=Actor())]
        for pk in (report.pk, again.pk, other.pk, 0)
    ]

    start, board = DecisionKind.START, DecisionKind.BOARD
    assert kinds == [[start, board], [start, board], [start], [start]]
    note = decision_notes(*arguments, report.pk, reader=Actor())[-1]
    assert (note.made_by, note.confirmed_by) == (str(decided_by), None)

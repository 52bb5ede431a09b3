from datetime import date

import pytest

from federation.domain.accounts.suspensions import end_suspension, suspend_player
from federation.domain.authorship import ActionContext
from federation.domain.merging import merge_players
from federation.models import Player, Suspension
from federation.queries.register_facts import read_register
from tests.factories import NOON, PlayerFactory, UserFactory
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 6, 1), date(2026, 8, 31)


@pytest.fixture
def board():
    return UserFactory().pk


@pytest.fixture
def player():
    return PlayerFactory().pk


def suspended(player, board, first=FIRST, last=LAST):
    return suspend_player(
        player,
        from_date=first,
        to_date=last,
        reason=" Cheated  twice ",
        acting=ActionContext(board, NOON),
    )


def test_suspension_is_valid_on_its_first_and_last_day(player, board):
    assert suspended(player, board).reason == "Cheated twice"
    assert [
        Suspension.objects.between(day, day).count()
        for day in (date(2026, 5, 31), FIRST, LAST, date(2026, 9, 1))
    ] == [0, 1, 1, 0]


def test_suspension_days_must_be_in_order_and_not_overlap(player, board):
    assert refusal_code(suspended, player, board, LAST, FIRST) == "days_in_order"
    suspended(player, board)
    assert refusal_code(suspended, player, board, LAST, LAST) == "suspended_already"
    suspended(player, board, date(2026, 9, 1), date(2026, 9, 1))
    assert Suspension.objects.count() == 2


def test_suspension_is_shortened_or_deleted(player, board):
    suspension = suspended(player, board).pk
    ended = end_suspension(
        suspension, last_date=date(2026, 7, 1), acting=ActionContext(board, NOON)
    )
    assert ended.to_date == date(2026, 7, 1)
    assert (
        refusal_code(
            end_suspension,
            suspension,
            last_date=LAST,
            acting=ActionContext(board, NOON),
        )
        == "ended_already"
    )
    before = {"last_date": date(2026, 5, 31), "acting": ActionContext(board, NOON)}
    assert refusal_code(end_suspension, suspension, **before) == "never_begins"
    assert Suspension.objects.count() == 1
    lifted = end_suspension(suspension, **before, may_remove=True)
    assert (lifted, Suspension.objects.count()) == (None, 0)
    event = Suspension.pgh_event_model.objects.latest("pgh_id")
    assert event.pgh_label == "delete"
    assert event.pgh_context.metadata["user"] == board


def test_suspension_that_ends_on_the_day_anyway_cannot_be_ended(player, board):
    suspension = suspended(player, board).pk
    ending = {"last_date": LAST, "acting": ActionContext(board, NOON)}
    assert refusal_code(end_suspension, suspension, **ending) == "ended_already"


def test_suspension_can_end_on_its_first_day(player, board):
    suspension = suspended(player, board).pk
    ended = end_suspension(
        suspension, last_date=FIRST, acting=ActionContext(board, NOON)
    )
    assert (ended.from_date, ended.to_date) == (FIRST, FIRST)


def test_suspension_names_its_author_and_the_audit_log_who_ended_it(player, board):
    suspension, other = suspended(player, board), UserFactory().pk
    assert suspension.decided_by_id == board
    end_suspension(suspension.pk, last_date=FIRST, acting=ActionContext(other, NOON))
    assert Suspension.objects.get().decided_by_id == board
    event = Suspension.pgh_event_model.objects.latest("pgh_id")
    assert event.pgh_context.metadata["user"] == other


def test_suspension_of_a_merged_card_is_entered_on_the_card_that_remains(board):
    remaining = PlayerFactory()
    merged = PlayerFactory(merged_into=remaining)
    assert suspended(merged.pk, board).player == remaining
    assert refusal_code(suspended, merged.pk, board) == "suspended_already"


def test_suspension_of_a_merged_card_cannot_be_ended_there(player, board):
    suspension = suspended(player, board)
    Player.objects.filter(pk=player).update(merged_into=PlayerFactory())
    acting = ActionContext(board, NOON)
    ended = {"last_date": date(2026, 7, 1), "acting": acting}
    assert refusal_code(end_suspension, suspension.pk, **ended) == "merged_card"


@pytest.mark.parametrize("last_date", [date(2026, 7, 1), date(2026, 5, 31)])
def test_suspension_taken_over_at_a_merge_is_ended_for_every_card(board, last_date):
    gone, between, stays = (PlayerFactory().pk for _ in range(3))
    suspended(gone, board)
    acting = ActionContext(board, NOON)
    for card, other in ((gone, between), (between, stays)):
        merge_players(card, other, on=FIRST, acting=acting)
    held = Suspension.objects.get(player=stays)
    end_suspension(held.pk, last_date=last_date, may_remove=True, acting=acting)
    facts = read_register([gone, between, stays], FIRST, LAST)
    days = [FIRST, date(2026, 7, 1), date(2026, 7, 2), LAST]
    for card in (gone, between, stays):
        assert [facts.is_suspended(card, day) for day in days] == [
            day <= last_date for day in days
        ]


def test_only_the_days_taken_off_are_taken_off_a_merged_card(player, board):
    gone, acting = PlayerFactory().pk, ActionContext(board, NOON)
    suspended(gone, board)
    suspended(player, board, date(2026, 6, 10), date(2026, 6, 30))
    merge_players(gone, player, on=FIRST, acting=acting)
    held = Suspension.objects.get(player=player, from_date=date(2026, 6, 10))
    end_suspension(held.pk, last_date=date(2026, 6, 19), acting=acting)
    rows = Suspension.objects.filter(player=gone).order_by("from_date")
    assert list(rows.values_list("from_date", "to_date", "reason")) == [
        (FIRST, date(2026, 6, 19), "Cheated twice"),
        (date(2026, 7, 1), LAST, "Cheated twice"),
    ]

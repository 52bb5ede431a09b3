"""The board decides finally from 3 dan on (Renju 1 §5): `ratings.board.domain.board`."""

from dataclasses import replace
from datetime import date

import pytest
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind, Visibility
from federation.models import OutboxMail
from ratings.board.domain.board import (
    BoardCannotDecide,
    BoardDraft,
    decide_level,
    notify_board,
    waiting_in,
)
from ratings.board.domain.letters import notify_members
from ratings.board.queries.board import decided_by_board, waiting_for_board
from ratings.decisions.domain.decisions import DecisionNotPossible, revoke_decision
from ratings.engine.domain.explaining import explain_listed, explain_live
from ratings.ledger.domain.periods import open_period_of_today
from ratings.lists.domain.publishing import ApprovalNotPossible, approve_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Change, CurrentRating, Decision
from ratings.pools.domain.pools import create_pool
from tests.factories import (
    CLOSED,
    NOON,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
    chess_pool,
    rated_by,
)
from tests.factories import member as newcomer
from tests.letters import message_of
from tests.races import second_waits
from tests.ratings.rating_lists import (
    LONG_AFTER,
    SPRING,
    SUMMER,
    open_next_period,
    period,
    published,
    up_to_date,
)
from tests.ratings.renju_pool import (
    DRAWN,
    THREE_DAN,
    TWO_DAN,
    WITHOUT,
    board_member,
    cup,
    cup_players,
)
from tests.refusals import refusal_code
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def players():
    rated_by("renju")
    return cup_players()


@pytest.fixture
def hikaru(players):
    return players[-1]


@shared
def report(players):
    return cup(players)


@shared
def member():
    return board_member()


def draft(player, report, level=THREE_DAN, reason="", seen=THREE_DAN):
    return BoardDraft(player.pk, report.pk, seen, level, reason)


def decided(player, report, by, **facts):
    decision = decide_level(draft(player, report, **facts), acting=acting(by))
    up_to_date()
    return decision


def refused(player, report, by, **facts):
    decision = draft(player, report, **facts)
    return refusal_code(decide_level, decision, acting=acting(by))


def rating(player):
    return CurrentRating.objects.get(player_id=player.pk).rating


def waiting():
    return [(each.player_id, each.had, each.level) for each in waiting_for_board()]


# --- what waits ----------------------------------------------------------------------
def test_player_reaching_3_dan_has_the_level_at_once_and_waits_for_the_board(
    hikaru, report
):
    assert rating(hikaru) == THREE_DAN
    assert waiting() == [(hikaru.pk, TWO_DAN, THREE_DAN)]


def test_player_who_already_holds_5_dan_does_not_wait_for_the_board(players, report):
    assert waiting_for_board(players=[players[0].pk]) == []


def test_new_player_who_starts_at_3_dan_waits_for_the_board(players):
    # 87 / 7 + (4 / 7 - 0.5) / 0.15 = 12.9: 3 dan, whose norm of 4.1, 4.0, is met.
    players[-1] = new = newcomer()

    cup(players)

    assert waiting() == [(new.pk, None, THREE_DAN)]


def test_other_systems_submit_no_levels_to_the_board():
    assert waiting_for_board([chess_pool().pk]) == []


# --- deciding -------------------------------------------------------------------------
def test_the_board_confirms_and_the_level_is_final(hikaru, report, member):
    decision = decided(hikaru, report, member)

    assert waiting() == []
    assert rating(hikaru) == THREE_DAN
    assert (decision.points, decision.by_rules, decision.on_date, decision.made_by) == (
        THREE_DAN,
        THREE_DAN,
        SPRING,
        member,
    )
    assert [
        (each.player_id, each.level, each.words, each.event)
        for each in decided_by_board(players=[hikaru.pk])
    ] == [(hikaru.pk, THREE_DAN, "3 dan", "Cup")]


def test_the_board_may_decide_a_lower_level_with_a_reason(hikaru, report, member):
    decided(hikaru, report, member, level=TWO_DAN, reason="too few strong opponents")

    assert rating(hikaru) == TWO_DAN
    assert waiting() == []
    row = Change.objects.get(player_id=hikaru.pk, report_id=report.pk)
    assert (row.before, row.change, row.after) == (TWO_DAN, 0, TWO_DAN)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"level": TWO_DAN}, "reason"),
        ({"level": TWO_DAN, "reason": "  "}, "reason"),
        ({"level": THREE_DAN + 1, "reason": "strong"}, "level"),
        ({"level": TWO_DAN - 1, "reason": "weak"}, "level"),
        ({"seen": THREE_DAN + 1, "level": THREE_DAN + 1}, "moved"),
    ],
)
def test_invalid_board_decisions_are_refused(hikaru, report, member, facts, code):
    assert refused(hikaru, report, member, **facts) == code
    assert Decision.objects.filter(kind="board").count() == 0


def test_a_level_is_not_decided_twice(hikaru, report, member):
    decided(hikaru, report, member)

    assert refused(hikaru, report, board_member()) == "moved"


def test_user_who_sent_in_the_results_may_not_decide(hikaru, report):
    sender = RoleFactory(kind=RoleKind.BOARD, user=report.sent_by).user

    assert refused(hikaru, report, sender) == "four_eyes"


def test_user_who_accepted_the_results_may_not_decide(hikaru, players, member):
    report = cup(players, accepted_by=member)

    assert refused(hikaru, report, member) == "four_eyes"


def test_sender_may_decide_where_four_eyes_are_waived(hikaru, report, settings):
    settings.FOUR_EYES = False

    assert decided(hikaru, report, report.sent_by).points == THREE_DAN


def test_member_may_not_decide_about_their_own_level(hikaru, report, member):
    member.player = hikaru
    member.save()

    assert refused(hikaru, report, member) == "own"


def test_own_level_is_recognised_by_merged_card_and_former_account(
    hikaru, report, member
):
    member.player = PlayerFactory(merged_into=hikaru)
    member.save()
    member.player = None
    member.save()

    assert refused(hikaru, report, member) == "own"


def test_board_decision_cannot_be_revoked(hikaru, report, member):
    decision = decided(hikaru, report, member)

    with pytest.raises(DecisionNotPossible) as answer:
        revoke_decision(decision.pk, acting=acting(board_member()))
    assert answer.value.code == "final"


def test_a_lower_level_is_decided_once_also_before_it_is_computed(
    hikaru, report, member
):
    lower = draft(hikaru, report, level=TWO_DAN, reason="too few games")
    decide_level(lower, acting=acting(member))

    assert waiting() == []
    assert refused(hikaru, report, board_member()) == "moved"


@pytest.mark.django_db(transaction=True)
def test_concurrent_decisions_by_two_members_are_stored_once(hikaru, report):
    first, second = board_member(), board_member()

    def decide(by):
        return lambda: decide_level(draft(hikaru, report), acting=acting(by))

    outcome = second_waits(decide(first), decide(second))

    assert isinstance(outcome, BoardCannotDecide)
    assert outcome.code == "moved"


# --- corrections -------------------------------------------------------------------------
def test_a_correction_that_gives_the_same_level_keeps_the_decision(
    players, hikaru, report, member
):
    decided(hikaru, report, member)

    cup(players, day=date(2026, 2, 20))

    assert waiting() == []


def test_level_removed_by_a_correction_no_longer_waits(players, hikaru, report):
    cup(players, WITHOUT)

    assert waiting() == []
    assert rating(hikaru) == TWO_DAN


def test_decided_lower_level_is_kept_when_the_results_are_resubmitted(
    players, hikaru, report, member
):
    decided(hikaru, report, member, level=TWO_DAN, reason="too few games")

    cup(players, WITHOUT)
    cup(players, DRAWN)

    assert rating(hikaru) == TWO_DAN
    assert waiting() == []


def test_the_decision_follows_the_event_to_another_day(players, hikaru, report, member):
    decided(hikaru, report, member, level=TWO_DAN, reason="too few games")

    cup(players, day=date(2026, 1, 20))

    assert rating(hikaru) == TWO_DAN


# --- lists ----------------------------------------------------------------------------------
def test_no_list_is_approved_while_a_level_of_its_period_waits(report, member):
    open_next_period(period(SPRING))
    up_to_date()
    spring = period(SPRING)

    with pytest.raises(ApprovalNotPossible) as answer:
        approve_list(
            spring.pk,
            seen=proposal_seen(spring),
            comment="",
            today=LONG_AFTER,
            acting=acting(member),
        )

    assert answer.value.code == "board"


def test_waiting_level_does_not_block_the_list_of_another_period(hikaru, report):
    open_period_of_today(chess_pool(), today=SUMMER, acting=ActionContext(None, NOON))
    up_to_date()

    assert [each.player_id for each in waiting_in(period(SPRING))] == [hikaru.pk]
    assert waiting_in(period(SUMMER)) == []


def test_the_list_is_approved_when_the_board_has_decided(hikaru, report, member):
    decided(hikaru, report, member, level=TWO_DAN, reason="too few games")

    rating_list = published(SPRING)

    explained = explain_listed(rating_list, hikaru.pk, report.pk)
    assert [note.code for note in explained.step.notes] == [
        "start_confirmed",
        "raised",
        "decided_by_board",
    ]
    assert explained.step.after == TWO_DAN


def test_the_working_says_that_the_board_decides(hikaru, report):
    number = chess_pool().computation.computed

    explained = explain_live(chess_pool().pk, hikaru.pk, SPRING, number, report.pk)

    assert [note.code for note in explained.step.notes] == [
        "start_confirmed",
        "raised",
        "board",
    ]


# --- letters --------------------------------------------------------------------------------
def test_board_is_notified_once_of_each_version(players, report, member):
    assert (notify_board(at=NOON), notify_board(at=NOON)) == (1, 0)

    letter = OutboxMail.objects.get(to=member.email)
    assert letter.subject == "1 level is waiting for the board: Cup"
    assert "Hikaru Hara: 3 dan" in letter.body
    cup(players)
    assert notify_board(at=NOON) == 1


def test_waiting_time_is_counted_from_the_boards_letter(report, member):
    notify_board(at=NOON)

    assert [each.since for each in waiting_for_board()] == [NOON]


def test_club_secretary_is_notified_of_the_decision(hikaru, report, member):
    club = hikaru.memberships.get().club
    secretary = RoleFactory(kind=RoleKind.SECRETARY, club=club).user

    decided(hikaru, report, member, level=TWO_DAN, reason="too few games")

    letter = OutboxMail.objects.get(to=secretary.email)
    assert letter.subject == "The board has decided: Hikaru Hara, 2 dan"
    assert message_of(letter) == (
        "Hikaru Hara, Cup: 2 dan. This is final.\n\nReason: too few games\n"
    )


def letters_sent():
    """Return recipient and subject of each letter about levels, in order of writing."""
    letters = OutboxMail.objects.exclude(subject="Accepted: Cup").order_by("pk")
    return list(letters.values_list("to", "subject"))


def test_board_is_notified_only_of_the_pool_that_was_computed(report, member):
    other = create_pool(
        code="other", name="Other", system="renju", parameters={}, from_date=SPRING
    )

    assert notify_board(at=NOON, pool_id=other.pk) == 0
    assert notify_board(at=NOON, pool_id=chess_pool().pk) == 1


def test_former_members_and_closed_accounts_are_not_notified(report, member):
    RoleFactory(kind=RoleKind.BOARD, to_date=date(2026, 6, 14))
    RoleFactory(kind=RoleKind.BOARD, user=UserFactory(**CLOSED))

    notify_board(at=NOON)

    assert letters_sent() == [(member.email, "1 level is waiting for the board: Cup")]


def test_only_current_secretaries_of_the_main_club_are_notified(hikaru, report, member):
    club = hikaru.memberships.get().club
    second = MembershipFactory(player=hikaru, is_main=False).club
    former = MembershipFactory(
        player=hikaru, from_date=date(1990, 1, 1), to_date=date(1999, 12, 31)
    ).club
    secretary = RoleFactory(kind=RoleKind.SECRETARY, club=club).user
    RoleFactory(kind=RoleKind.SECRETARY, club=club, to_date=date(2026, 6, 14))
    RoleFactory(kind=RoleKind.SECRETARY, club=club, user=UserFactory(**CLOSED))
    RoleFactory(kind=RoleKind.SECRETARY, club=second)
    RoleFactory(kind=RoleKind.SECRETARY, club=former)
    RoleFactory(kind=RoleKind.DEPUTY, club=club)

    decided(hikaru, report, member)

    subject = "The board has decided: Hikaru Hara, 3 dan"
    assert letters_sent() == [(secretary.email, subject)]


def test_deciding_member_gets_no_letter_as_club_secretary(hikaru, report, member):
    club = hikaru.memberships.get().club
    RoleFactory(kind=RoleKind.SECRETARY, club=club, user=member)

    decided(hikaru, report, member)

    assert letters_sent() == []


def test_letters_show_the_players_public_name(hikaru, report, member):
    hikaru.visibility = Visibility.INITIALS
    hikaru.save()
    RoleFactory(kind=RoleKind.SECRETARY, club=hikaru.memberships.get().club)

    notify_board(at=NOON)
    decided(hikaru, report, member)

    assert "H. H.: 3 dan" in OutboxMail.objects.get(to=member.email).body
    assert letters_sent()[1][1] == "The board has decided: H. H., 3 dan"


def test_levels_of_one_event_are_reported_in_one_letter(hikaru, report, member):
    (first,) = waiting_for_board()
    second = replace(first, player_id=newcomer(first_name="Bo", last_name="Ek").pk)

    notify_members([first, second], at=NOON)

    letter = OutboxMail.objects.get(to=member.email)
    assert letter.subject == "2 levels are waiting for the board: Cup"
    assert "Cup, 2026-02-01–2026-02-01:" in letter.body
    assert "Hikaru Hara: 3 dan\nBo Ek: 3 dan" in letter.body


def test_letters_about_levels_are_in_the_offices_language(hikaru, report, member):
    RoleFactory(kind=RoleKind.SECRETARY, club=hikaru.memberships.get().club)

    with translation.override("sv"):
        notify_board(at=NOON)
        decided(hikaru, report, member)

    assert [subject for _to, subject in letters_sent()] == [
        "1 level is waiting for the board: Cup",
        "The board has decided: Hikaru Hara, 3 dan",
    ]


def test_no_secretary_is_notified_of_a_player_without_a_club(hikaru, report, member):
    membership = hikaru.memberships.get()
    membership.to_date = date(2026, 6, 14)
    membership.save()
    RoleFactory(kind=RoleKind.SECRETARY, club=membership.club)

    decided(hikaru, report, member)

    assert letters_sent() == []

"""Decisions about ratings: `ratings.decisions.domain.decisions`. Expected ratings come
from SSF rating, points 3 (equal within 10: ±16) and 9 (an adult starts at 1300).
"""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from federation.models import User
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    reject_decision,
    revoke_decision,
)
from ratings.enums import DecisionKind, ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft, ActNotPossible, propose_act
from ratings.four_eyes.queries.proposed_acts import waiting_acts
from ratings.models import CurrentRating, Decision, Posting
from tests.factories import (
    NOON,
    PlayerFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
)
from tests.races import second_waits
from tests.refusals import refusal_code

DAY = date(2026, 2, 1)

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@pytest.fixture
def maker():
    return acting()


@pytest.fixture
def other():
    return acting()


@pytest.fixture
def player():
    return member()


def draft(player, kind=DecisionKind.ADJUSTMENT, points=50, **facts):
    return DecisionDraft(
        **{
            "pool_id": chess_pool().pk,
            "kind": kind,
            "player_id": player.pk if player else None,
            "on_date": DAY,
            "points": points,
            "reason": "trains three times a week",
            **facts,
        }
    )


def rating_of(player):
    computed()
    return CurrentRating.objects.get(player_id=player.pk).rating


def test_decision_has_no_effect_until_another_officer_confirms_it(player, maker, other):
    posted(line(player, member(), 2, DAY))
    decision = make_decision(draft(player), acting=maker)
    assert rating_of(player) == 1316

    confirm_decision(decision.pk, acting=other)

    assert rating_of(player) == 1366


def test_maker_may_not_confirm_own_decision(player, maker):
    decision = make_decision(draft(player), acting=maker)

    assert refusal_code(confirm_decision, decision.pk, acting=maker) == "four_eyes"
    assert Decision.objects.get().confirmed_at is None


def test_player_with_merged_card_may_not_confirm(player, maker, other):
    card = PlayerFactory(merged_into=player)
    User.objects.filter(pk=other.user_id).update(player=card)
    decision = make_decision(draft(player), acting=maker)

    assert refusal_code(confirm_decision, decision.pk, acting=other) == "four_eyes"


def test_decision_counts_at_once_if_four_eyes_are_waived(player, maker, settings):
    settings.FOUR_EYES = False

    decision = make_decision(draft(player), acting=maker)

    assert (decision.confirmed_by_id, decision.span.lower) == (maker.user_id, 1)


def test_decision_requires_a_reason(player, maker):
    assert (
        refusal_code(make_decision, draft(player, reason=" "), acting=maker) == "reason"
    )


def test_start_rating_is_used_for_the_first_game(player, maker, other):
    decision = make_decision(draft(player, DecisionKind.START, 1310), acting=maker)
    confirm_decision(decision.pk, acting=other)
    posted(line(player, member(), 2, DAY))

    assert rating_of(player) == 1326


def test_a_rating_after_assessment_replaces_the_periods_result(player, maker, other):
    posted(line(player, member(), 2, DAY))
    decision = make_decision(draft(player, DecisionKind.ASSESSED, 1500), acting=maker)

    confirm_decision(decision.pk, acting=other)

    assert rating_of(player) == 1500


def test_revoked_decision_no_longer_counts_and_journal_has_the_reason(
    player, maker, other
):
    posted(line(player, member(), 2, DAY))
    decision = make_decision(draft(player), acting=maker)
    confirm_decision(decision.pk, acting=other)

    revoked = revoke_decision(decision.pk, acting=other, reason=" the wrong Lind ")

    assert rating_of(player) == 1316
    assert (revoked.span.lower, revoked.span.upper) == (2, 3)
    assert list(
        Posting.objects.filter(decision=decision)
        .order_by("number")
        .values_list("act", "reason")
    ) == [("decide", ""), ("revoke", "the wrong Lind")]


def test_a_rejected_decision_never_counts(player, maker, other):
    decision = make_decision(draft(player), acting=maker)

    rejected = reject_decision(decision.pk, acting=other, reason=" Too many points ")
    assert (rejected.rejected_at, rejected.rejected_by_id) == (NOON, other.user_id)
    assert rejected.rejected_reason == "Too many points"
    assert refusal_code(confirm_decision, decision.pk, acting=other) == "settled"
    assert refusal_code(revoke_decision, decision.pk, acting=other) == "settled"
    assert Posting.objects.count() == 0


def test_rejecting_requires_a_reason_and_withdrawing_ones_own_does_not(
    player, maker, other
):
    decision = make_decision(draft(player), acting=maker)

    assert (
        refusal_code(reject_decision, decision.pk, acting=other, reason=" ") == "reason"
    )
    assert reject_decision(decision.pk, acting=maker).rejected_reason == ""


def test_settled_decision_cannot_be_settled_again(player, maker, other):
    decision = make_decision(draft(player), acting=maker)
    confirm_decision(decision.pk, acting=other)

    assert refusal_code(confirm_decision, decision.pk, acting=other) == "settled"
    assert (
        refusal_code(reject_decision, decision.pk, acting=other, reason="No")
        == "settled"
    )
    revoke_decision(decision.pk, acting=other)
    assert refusal_code(revoke_decision, decision.pk, acting=other) == "settled"


@at_once
def test_second_of_concurrent_confirm_and_reject_is_refused(player, maker, other):
    decision = make_decision(draft(player), acting=maker)

    answer = second_waits(
        lambda: confirm_decision(decision.pk, acting=other),
        lambda: reject_decision(
            decision.pk, acting=ActionContext(None, NOON), reason="No"
        ),
    )

    assert answer.code == "settled"
    assert Decision.objects.get().rejected_at is None


@at_once
def test_concurrent_revocations_revoke_once(player, maker, other):
    decision = make_decision(draft(player), acting=maker)
    confirm_decision(decision.pk, acting=other)

    answer = second_waits(
        lambda: revoke_decision(decision.pk, acting=other),
        lambda: revoke_decision(decision.pk, acting=other),
    )

    assert answer.code == "settled"
    assert Posting.objects.filter(act="revoke").count() == 1


@pytest.mark.parametrize(
    ("kind", "points"),
    [(DecisionKind.ADJUSTMENT, 50), (DecisionKind.WITHHOLD_BONUS, None)],
)
def test_identical_decision_submitted_twice_is_stored_once(
    player, maker, other, kind, points
):
    for who in (player, None) if points is None else (player,):
        first = make_decision(draft(who, kind, points), acting=maker)
        assert (
            refusal_code(make_decision, draft(who, kind, points), acting=other)
            == "waits"
        )
        confirm_decision(first.pk, acting=other)
        assert make_decision(draft(who, kind, points), acting=maker).pk != first.pk


@pytest.mark.parametrize(
    "another",
    [
        {"on_date": date(2026, 2, 2)},
        {"points": 40},
        {"kind": DecisionKind.ASSESSED, "points": 1500},
    ],
)
def test_another_day_number_or_kind_is_another_decision(player, maker, another):
    first = make_decision(draft(player), acting=maker)
    second = make_decision(draft(player, **another), acting=maker)
    of_another = make_decision(draft(member()), acting=maker)

    waiting = Decision.objects.filter(confirmed_at=None).order_by("pk")
    assert list(waiting) == [first, second, of_another]


def test_a_start_and_an_assessed_rating_of_the_same_day_and_number_both_wait(
    player, maker
):
    kinds = (DecisionKind.START, DecisionKind.ASSESSED)
    both = [make_decision(draft(player, each, 1500), acting=maker) for each in kinds]
    assert [each.kind for each in both] == list(kinds)


@at_once
def test_second_of_two_concurrent_identical_decisions_is_refused(
    django_db_serialized_rollback,
):
    first, second = (acting() for _ in range(2))
    player = member()

    answer = second_waits(
        lambda: make_decision(draft(player), acting=first),
        lambda: make_decision(draft(player), acting=second),
    )

    assert (answer.code, Decision.objects.count()) == ("waits", 1)


def test_revocation_is_proposed_for_each_decision_separately(maker, other):
    counting = [
        confirm_decision(make_decision(draft(member()), acting=maker).pk, acting=other)
        for _ in range(2)
    ]

    proposals = [
        propose_act(ActDraft(ProposedKind.REVOCATION, each.pk, "wrong"), acting=maker)
        for each in counting
    ]

    again = ActDraft(ProposedKind.REVOCATION, counting[0].pk, "once more")
    with pytest.raises(ActNotPossible, match=r"^act_waits$"):
        propose_act(again, acting=maker)
    assert [each.pool for each in proposals] == [chess_pool()] * 2
    ids = [each.pk for each in counting]
    found = waiting_acts(ProposedKind.REVOCATION, ids)
    assert found == dict(zip(ids, proposals, strict=True))
    assert waiting_acts(ProposedKind.UNDOING_MERGE, ids) == {}

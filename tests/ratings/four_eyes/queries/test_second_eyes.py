"""What waits for a second user's agreement: `ratings.four_eyes.queries.second_eyes`."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import Erasure, Invitation
from federation.permissions import actor_of
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    reject_decision,
)
from ratings.editions.domain.policy_proposals import propose_policy
from ratings.enums import DecisionKind, ImportState, ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft, propose_act
from ratings.four_eyes.queries.proposed_acts import waiting_acts
from ratings.four_eyes.queries.second_eyes import WaitingApprovals, waiting_for
from ratings.merges.domain.merges import MergeDraft, propose_merge
from ratings.models import EarlierLists, EditionProposal, ImportFile
from ratings.pools.domain.pools import create_pool
from tests.factories import (
    NOON,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    officer,
)

pytestmark = pytest.mark.django_db


def keeper():
    """A user who is rating officer and administrator."""
    user = officer()
    RoleFactory(kind=RoleKind.ADMINISTRATOR, user=user)
    return user


def waits(user):
    return waiting_for(actor_of(user, NOON.date()), NOON)


def adjustment(player):
    return DecisionDraft(
        chess_pool().pk,
        DecisionKind.ADJUSTMENT,
        player.pk,
        date(2026, 2, 1),
        -50,
        "only rapid games",
    )


@pytest.fixture
def maker():
    """A user who has proposed one act of each kind."""
    user = keeper()
    acting, pool = ActionContext(user.pk, NOON), chess_pool()
    make_decision(adjustment(PlayerFactory()), acting=acting)
    draft = MergeDraft(PlayerFactory().pk, PlayerFactory().pk, "one man")
    propose_merge(draft, acting=acting)
    propose_policy(pool.pk, carries=True, reason="The magazine", acting=acting)
    last_day = {"last_day": date(2030, 1, 1)}
    propose_act(
        ActDraft(ProposedKind.LAST_DAY, pool.pk, "Over", **last_day), acting=acting
    )
    EditionProposal.objects.create(
        pool=pool,
        from_date=date(2027, 1, 1),
        system="elo",
        parameters={},
        reason="FIDE",
        made_by=user,
        made_at=NOON,
    )
    return user


def test_nothing_waits_for_its_own_proposer(maker):
    assert waits(maker) == WaitingApprovals()


def test_all_proposals_wait_for_another_user(maker):
    found = waits(keeper())

    one_each = (found.editions, found.policies, found.acts)
    assert (found.decisions, found.merges) == (1, 1)
    assert [len(each) for each in one_each] == [1, 1, 1]


def test_only_acts_within_the_users_permissions_wait(maker):
    found = waits(officer())

    assert (found.decisions, found.merges) == (1, 1)
    assert (found.editions, found.policies, found.acts) == ((), (), ())
    assert waits(UserFactory()) == WaitingApprovals()


def test_rejected_decision_no_longer_waits():
    acting = ActionContext(officer().pk, NOON)
    made = make_decision(adjustment(PlayerFactory()), acting=acting)
    reject_decision(made.pk, reason="", acting=acting)

    assert waits(officer()).decisions == 0


def test_confirmed_decision_no_longer_waits_and_each_pool_is_counted():
    acting = ActionContext(officer().pk, NOON)
    other = create_pool(
        code="other",
        name="Other",
        system="elo",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    for pool in (chess_pool(), other):
        draft = replace(adjustment(PlayerFactory()), pool_id=pool.pk)
        make_decision(draft, acting=acting)
    confirmed = make_decision(adjustment(PlayerFactory()), acting=acting)
    confirm_decision(confirmed.pk, acting=ActionContext(officer().pk, NOON))

    assert waits(officer()).decisions == 2


def asked_file(name, by, at, state=ImportState.ASKED):
    return ImportFile.objects.create(
        pool=chess_pool(),
        name=name,
        size=1,
        digest=name,
        state=state,
        uploaded_by=officer(),
        uploaded_at=NOON,
        posted_by=by,
        posted_at=at,
    )


def test_files_whose_posting_others_requested_wait_oldest_first():
    me, other = officer(), officer()
    late = asked_file("late", other, NOON)
    early = asked_file("early", other, NOON - timedelta(days=1))
    asked_file("mine", me, NOON)
    asked_file("reviewed", other, NOON, ImportState.REVIEW)

    assert waits(me).files == (early, late)
    assert waits(UserFactory()).files == ()


def test_uploader_of_a_file_may_agree_if_another_requests_posting():
    bringer = officer()
    file = asked_file("theirs", officer(), NOON)
    ImportFile.objects.update(uploaded_by=bringer)

    assert waits(bringer).files == (file,)


def earlier(name, by, at, **facts):
    return EarlierLists.objects.create(
        pool=chess_pool(),
        name=name,
        digest=name,
        reason="printed",
        made_by=by,
        made_at=at,
        **facts,
    )


def test_earlier_lists_proposed_by_others_wait_oldest_first():
    me, other = officer(), officer()
    late = earlier("late", other, NOON)
    early = earlier("early", other, NOON - timedelta(days=1))
    earlier("mine", me, NOON)
    settled = {"approved_by": officer(), "approved_at": NOON}
    earlier("approved", other, NOON, **settled)

    assert waits(me).lists == (early, late)


def invited(by, at=NOON, **facts):
    digest = f"{by.pk}{at}{facts}"[:64]
    values = {
        "email": "new@example.org",
        "kind": RoleKind.RATING_OFFICER,
        "token_digest": digest,
        "invited_by": by,
        "invited_at": at,
        "expires_at": NOON + timedelta(days=1),
    }
    return Invitation.objects.create(**(values | facts))


def test_role_offers_of_others_wait_until_agreed_or_expired():
    me, other = keeper(), keeper()
    late = invited(other)
    early = invited(other, NOON - timedelta(days=1), email="early@example.org")
    invited(me, email="own@example.org")
    invited(other, expires_at=NOON, email="expired@example.org")
    invited(other, withdrawn_at=NOON)
    agreed = {"agreed_by": keeper(), "agreed_at": NOON}
    invited(other, **agreed, email="agreed@example.org")

    assert waits(me).appointments == (early, late)
    assert waits(UserFactory()).appointments == ()


def erasure(by):
    return Erasure.objects.create(
        player=PlayerFactory(), asked_by=by, asked_at=timezone.now(), reason="left"
    )


def test_erasures_requested_by_others_wait_newest_first():
    me, other = keeper(), keeper()
    early, late = erasure(other), erasure(other)
    erasure(me)

    assert waits(me).erasures == (late, early)
    assert len(waits(other).erasures) == 1
    assert waits(officer()).erasures == ()


@pytest.fixture
def one_of_each_kind(maker):
    """Five proposals of one user that are shown with their proposer."""
    asked_file("games.csv", maker, NOON)
    ImportFile.objects.update(why="The years before")
    earlier("1999.txt", maker, NOON)
    asked = erasure(maker)
    invited(maker, reason="She agreed")
    return maker, asked


def test_proposals_are_listed_in_words_with_their_proposer(one_of_each_kind, english):
    maker, asked = one_of_each_kind
    pool = chess_pool().label

    items = waits(keeper()).items

    assert [(each.words, each.at, each.reason) for each in items] == [
        (f"Set a pool’s last day: {pool}", NOON, "Over"),
        (
            f"Post games.csv, a file of earlier games for {pool}",
            NOON,
            "The years before",
        ),
        (f"Show the earlier rating lists of 1999.txt in {pool}", NOON, "printed"),
        ("Erase a person", asked.asked_at, ""),
        ("Invite new@example.org as Rating officer", NOON, "She agreed"),
    ]
    assert {each.by for each in items} == {maker}


def test_listed_proposals_link_to_the_pages_where_they_are_approved(one_of_each_kind):
    found = waits(keeper())
    rows = (found.acts, found.files, found.lists, found.erasures, found.appointments)
    pages = (
        "ratings:proposed_act",
        "ratings:import_file",
        "ratings:earlier_lists_file",
        "federation:erasure",
        "federation:agree_invitation",
    )

    assert [each.url for each in found.items] == [
        reverse(page, args=[row.pk]) for page, (row,) in zip(pages, rows, strict=True)
    ]


def test_acts_wait_oldest_first_and_not_for_their_proposer():
    me, other = keeper(), keeper()
    days = {"last_day": date(2030, 1, 1)}
    pools = [
        create_pool(
            code=code,
            name=code,
            system="elo",
            parameters={},
            from_date=date(2020, 1, 1),
        )
        for code in ("one", "two", "three")
    ]
    made = [
        propose_act(
            ActDraft(ProposedKind.LAST_DAY, pool.pk, "Over", **days),
            acting=ActionContext(by.pk, at),
        )
        for pool, by, at in zip(
            pools,
            (other, other, me),
            (NOON, NOON - timedelta(days=1), NOON),
            strict=True,
        )
    ]

    assert waits(me).acts == (made[1], made[0])
    assert waits(other).acts == (made[2],)
    found = waiting_acts(ProposedKind.LAST_DAY, [pools[0].pk, pools[2].pk])
    assert found == {pools[0].pk: made[0], pools[2].pk: made[2]}
    assert waiting_acts(ProposedKind.FIDE_BESIDE, [pools[0].pk]) == {}

"""Pools that are renamed, ended and reopened: `ratings.pools.domain.pools`."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import PostingType
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import hold_report, return_report, withdraw_report
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    undo_merge,
)
from ratings.models import Counting, MergeSpan, Period, Pool, Posting, Report
from ratings.pools.domain.pools import (
    PoolEnded,
    PoolExists,
    PoolNotPossible,
    carry_corrections,
    cascade_corrections,
    create_pool,
    end_pool,
    rename_pool,
)
from tests.factories import (
    NOON,
    UserFactory,
    acting,
    chess_pool,
    line,
    member,
    posted,
    second_pool,
)
from tests.races import second_waits
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    published,
    rulebook_game,
)
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db

JUNE = date(2026, 6, 30)


def ended(day=JUNE):
    return end_pool(chess_pool().pk, day, acting=acting())


def test_ended_pool_accepts_no_later_results():
    ended()
    posted(line(member(), member(), 2, JUNE))
    with pytest.raises(PoolEnded) as refused:
        posted(line(member(), member(), 2, date(2026, 7, 1)))
    assert refused.value.ended == JUNE
    assert Report.objects.count() == 1


def test_ended_pool_opens_no_more_periods():
    posted(line(member(), member(), 2, date(2026, 6, 1)))
    ended()
    opened = open_period_of_today(
        chess_pool(), today=date(2026, 9, 2), acting=ActionContext(None, NOON)
    )
    assert (opened, Period.objects.count()) == (False, 1)


def test_pool_cannot_end_before_counting_results():
    posted(line(member(), member(), 2, date(2026, 7, 1)))
    with pytest.raises(PoolNotPossible, match=r"^results_after_end$"):
        ended()


def test_pool_cannot_end_before_held_results_which_would_count_once_released():
    report = posted(line(member(), member(), 2, date(2026, 7, 1)))
    hold_report(report.pk, "look", acting=acting())
    with pytest.raises(PoolNotPossible, match=r"^held_after_end$"):
        ended()
    return_report(report.pk, "mend", acting=acting())
    assert ended().ends_on == JUNE


def test_version_with_results_after_the_last_day_does_not_count_again():
    players = member(), member()
    accepted(line(*players, 2, date(2026, 7, 1)), source_number=5)
    accepted(line(*players, 2, JUNE), source_number=5)
    assert ended().ends_on == JUNE

    withdraw_report(Report.objects.get(version=2).pk, "Never played", acting=acting())

    assert not Report.objects.counting().exists()
    assert not Counting.objects.filter(span__endswith=None).exists()


STOPPING = {
    "hold": lambda report: hold_report(report.pk, "look", acting=acting()),
    "return": lambda report: return_report(report.pk, "mend", acting=acting()),
    "withdraw": lambda report: withdraw_report(report.pk, "gone", acting=acting()),
}


@pytest.mark.parametrize("act", STOPPING)
@pytest.mark.django_db(transaction=True)
def test_version_does_not_count_again_if_the_pool_ends_before_it_meanwhile(
    act, django_db_serialized_rollback
):
    players = member(), member()
    for day in (date(2026, 6, 20), date(2026, 7, 1), JUNE):
        newest = accepted(line(*players, 2, day), source_number=5)

    answer = second_waits(ended, lambda: STOPPING[act](newest))

    assert answer.pk == newest.pk
    assert Report.objects.counting().get().version == 1
    assert Counting.objects.get(span__endswith=None).report.version == 1


def test_accepted_version_from_before_the_last_day_counts_again():
    players = member(), member()
    for day in (JUNE, date(2026, 7, 1), JUNE):
        accepted(line(*players, 2, day), source_number=5)
    ended()

    hold_report(Report.objects.get(version=3).pk, "look", acting=acting())

    assert Report.objects.counting().get().version == 1


def test_pool_may_end_on_the_day_of_its_last_results_or_edition():
    posted(line(member(), member(), 2, date(2026, 9, 1)))
    adopt_draft(
        EditionDraft(
            pool_id=chess_pool().pk,
            from_date=date(2026, 9, 1),
            system="ssf_2008",
            parameters={"halving_from": 2000},
        ),
        acting=acting(),
    )
    assert ended(date(2026, 9, 1)).ends_on == date(2026, 9, 1)


def test_pool_may_end_before_withdrawn_results_or_those_of_other_pools():
    day = date(2026, 7, 1)
    posted(line(member(), member(), 2, day), pool_id=rapid().pk)
    report = posted(line(member(), member(), 2, day))
    withdraw_report(report.pk, "Never played", acting=acting())
    assert ended().ends_on == JUNE


def test_pool_cannot_end_before_an_edition_begins():
    adopt_draft(
        EditionDraft(
            pool_id=chess_pool().pk,
            from_date=date(2026, 9, 1),
            system="elo",
            parameters={},
        ),
        acting=acting(),
    )
    with pytest.raises(PoolNotPossible, match=r"^ends_before_edition$"):
        ended()


def test_ended_pool_may_be_reopened():
    ended()
    ended(None)
    assert posted(line(member(), member(), 2, date(2026, 7, 1))).pk


def test_a_pool_is_renamed_and_keeps_its_code():
    rename_pool(chess_pool().pk, "Långschack", acting=acting())
    assert (chess_pool().name, chess_pool().code) == ("Långschack", "chess-long")


def rapid(name="Rapid"):
    return create_pool(
        code="rapid",
        name=name,
        system="elo",
        parameters={},
        from_date=date(2024, 3, 1),
    )


@pytest.mark.django_db(transaction=True)
def test_second_of_two_concurrent_pools_with_one_code_is_refused(
    django_db_serialized_rollback,
):
    answer = second_waits(rapid, lambda: rapid("Another"))

    assert isinstance(answer, PoolExists)
    assert Pool.objects.get(code="rapid").name == "Rapid"


# --- corrections ------------------------------------------------------------------
def carried(reason=" The magazine "):
    carry_corrections(chess_pool().pk, reason=reason, acting=acting())


def cascading():
    cascade_corrections(chess_pool().pk, reason="A mistake", acting=acting())


def test_corrections_are_carried_from_the_policys_posting():
    rapid()
    posted(line(member(), member(), 2, JUNE))
    assert refusal_code(cascading) == "policy_same"
    assert refusal_code(carried, " ") == "reason"
    carried()
    pool = chess_pool()
    assert pool.carries_from == pool.posted
    posting = Posting.objects.get(pool=pool, number=pool.posted)
    assert (posting.act, posting.reason) == (PostingType.POLICY, "The magazine")
    assert Pool.objects.get(code="rapid").carries_from is None
    assert refusal_code(carried) == "policy_same"


def test_postings_of_both_policies_have_a_label_that_names_neither():
    carried()
    cascading()
    pool = chess_pool()
    postings = Posting.objects.filter(pool=pool, number__gt=pool.posted - 2)
    labels = {each.get_act_display() for each in postings}
    assert labels == {"Rule for corrections changed"}


def test_policy_can_be_reverted_until_a_list_with_carried_points_is_approved():
    rulebook_game()
    published(SPRING)
    carried()
    cascading()
    assert chess_pool().carries_from is None
    carried()
    accepted(line(member(), member(), 2, SUMMER))
    published(SUMMER)
    assert refusal_code(cascading) == "policy_approved"


def test_current_merges_apply_in_a_new_pool_from_its_beginning():
    def merged():
        acting = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
        draft = MergeDraft(member().pk, member().pk, "one person")
        merge = propose_merge(draft, acting=acting[0])
        return confirm_merge(merge.pk, acting=acting[1])

    stands, undone = merged(), merged()
    undo_merge(
        undone.pk, reason="two people", acting=ActionContext(UserFactory().pk, NOON)
    )

    made = second_pool()

    spans = MergeSpan.objects.filter(pool_id=made.pk)
    assert [(each.merge, each.span.lower, each.span.upper) for each in spans] == [
        (stands, 0, None)
    ]

"""Changes of edition: `ratings.editions.domain.edition_proposals`."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    reject_decision,
    revoke_decision,
)
from ratings.editions.domain.edition_proposals import (
    approve_edition,
    propose_edition,
    refuse_impossible_edition,
    reject_edition,
    withdraw_edition,
)
from ratings.enums import DecisionKind, PostingType
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.lists.domain.publishing import approve_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import (
    Change,
    Edition,
    EditionProposal,
    ListEntry,
    Period,
    Pool,
    Posting,
)
from ratings.pools.domain.pools import end_pool
from ratings.rules.conversion import FIDE_2024
from ratings.rules.parameters import BadParameters
from tests.factories import (
    NOON,
    UserFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.races import second_waits
from tests.ratings.rating_lists import (
    LONG_AFTER,
    SPRING,
    accepted,
    open_next_period,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)
from tests.refusals import refusal, refusal_code

pytestmark = pytest.mark.django_db

NEXT = date(2026, 9, 1)
THIRDS = [[1, 1], [5, 1], [9, 1]]
ROUNDED = {"pieces": [{"plus": 0}]}
MONTHS = [[month, 1] for month in range(1, 13)]


def draft(**facts):
    return EditionDraft(
        **{
            "pool_id": chess_pool().pk,
            "from_date": NEXT,
            "system": "ssf_2008",
            "parameters": {"halving_from": 2000},
            "reason": "The congress decided it.",
            **facts,
        }
    )


def proposed(by=None, **facts):
    return propose_edition(draft(**facts), acting=acting(by))


def adopted(**facts):
    made = proposed(**facts)
    return approve_edition(made.pk, acting=acting())


def editions():
    return list(
        Edition.objects.filter(pool=chess_pool())
        .order_by("from_date")
        .values_list("from_date", "system", "parameters")
    )


def test_proposal_has_no_effect_until_another_user_approves_it():
    before, number = editions(), chess_pool().posted
    made = proposed(conversion=FIDE_2024.to_json())
    assert (editions(), chess_pool().posted) == (before, number)

    approve_edition(made.pk, acting=acting())

    assert editions() == [*before, (NEXT, "ssf_2008", {"halving_from": 2000})]
    edition = Edition.objects.get(from_date=NEXT)
    assert edition.conversion == FIDE_2024.to_json()
    assert edition.reason == "The congress decided it."
    posting = Posting.objects.get(number=number + 1)
    assert (posting.act, posting.reason) == (
        PostingType.EDITION,
        "The congress decided it.",
    )


def test_maker_may_not_approve_own_proposal():
    maker = UserFactory()
    made = proposed(by=maker)
    assert refusal_code(approve_edition, made.pk, acting=acting(maker)) == "four_eyes"
    assert len(editions()) == 1


def test_proposal_is_adopted_at_once_if_four_eyes_are_waived(settings):
    settings.FOUR_EYES = False
    made = proposed()
    assert made.approved_by_id == made.made_by_id
    assert len(editions()) == 2


def test_rejected_proposal_stores_the_reason_and_is_settled():
    made = proposed()
    judge = UserFactory()
    reject_edition(made.pk, answer=" Not before the congress. ", acting=acting(judge))
    made.refresh_from_db()
    assert (made.answer, made.rejected_by) == ("Not before the congress.", judge)
    assert refusal_code(approve_edition, made.pk, acting=acting()) == "settled"
    assert (
        refusal_code(reject_edition, made.pk, answer="x", acting=acting()) == "settled"
    )


def test_rejecting_requires_a_reason_and_withdrawing_ones_own_does_not():
    maker = UserFactory()
    made = proposed(by=maker)
    assert (
        refusal_code(reject_edition, made.pk, answer=" ", acting=acting()) == "answer"
    )
    reject_edition(made.pk, answer="", acting=acting(maker))
    assert not EditionProposal.objects.waiting().exists()


def test_only_one_proposal_per_day_may_wait():
    proposed()
    assert refusal_code(proposed, parameters={"halving_from": 2100}) == "waits"
    with (
        pytest.raises(IntegrityError, match="edition_proposal_one_waits_for_a_day"),
        transaction.atomic(),
    ):
        EditionProposal.objects.create(
            pool=chess_pool(), from_date=NEXT, made_by=UserFactory(), made_at=NOON
        )


def test_edition_may_not_begin_on_the_same_day_as_another():
    adopted()
    assert refusal_code(proposed, parameters={"halving_from": 2100}) == "taken"
    adopted(parameters={"halving_from": 2100}, replaces=True)
    assert editions()[-1] == (NEXT, "ssf_2008", {"halving_from": 2100})


def test_first_edition_cannot_be_proposed_as_a_change():
    assert refusal_code(proposed, replaces=True) == "gone"


def test_an_edition_that_changes_nothing_is_refused():
    assert refusal_code(proposed, parameters={}) == "same"
    assert refusal_code(proposed, parameters={"halving_from": 2200}) == "same"
    # The same numbers with an adjustment are a change.
    assert proposed(parameters={}, conversion=FIDE_2024.to_json()).pk


def test_reason_is_required():
    assert refusal_code(proposed, reason=" ") == "reason"


def test_an_edition_begins_with_a_period():
    refused = refusal(proposed, from_date=date(2026, 10, 1))
    assert (refused.code, refused.facts) == (
        "inside_period",
        {
            "first": date(2026, 9, 1),
            "last": date(2026, 12, 31),
            "next": date(2027, 1, 1),
        },
    )


def test_an_edition_does_not_begin_inside_a_period_that_is_open():
    posted(line(rated(1500), rated(1500), 2, SPRING))
    refused = refusal(proposed, from_date=date(2026, 3, 1))
    assert (refused.code, refused.facts["next"]) == ("inside_period", date(2026, 5, 1))


def test_periods_that_exist_are_not_cut():
    posted(line(rated(1500), rated(1500), 2, SPRING))
    start = date(2026, 1, 1)
    months = {"period_starts": [[month, 1] for month in range(1, 13)]}
    assert refusal_code(proposed, from_date=start, parameters=months) == "periods"
    # The same calendar with other numbers fits the period that is open.
    assert adopted(from_date=start).pk


def test_games_of_the_editions_first_period_are_rerated_by_it():
    # SSF rating, Examples: 1950 – 2220, +26 and −13, halved from 2200.
    adam, bertil, _report = rulebook_game()
    computed()
    change = Change.objects.filter(player_id=bertil.pk)
    assert change.get().change == -13
    adopted(from_date=date(2026, 1, 1), parameters={"halving_from": 2300})
    computed()
    assert change.get().change == -26
    assert Change.objects.get(player_id=adam.pk).change == 26


def test_edition_cannot_change_an_approved_period():
    rulebook_game()
    published(SPRING)
    refused = refusal(proposed, from_date=date(2026, 1, 1))
    assert (refused.code, refused.facts) == ("approved", {"last": date(2026, 4, 30)})
    assert refusal_code(proposed, from_date=date(2025, 9, 1)) == "approved"
    old = Edition.objects.get(pool=chess_pool())
    assert refusal_code(proposed, from_date=old.from_date, replaces=True) == "approved"


def test_a_list_that_is_being_approved_counts_as_approved():
    rulebook_game()
    spring = period(SPRING)
    open_next_period(spring)
    up_to_date()
    made = proposed(from_date=date(2026, 1, 1))
    later = proposed(from_date=date(2026, 5, 1))
    approve_list(
        spring.pk,
        seen=proposal_seen(spring),
        comment="",
        today=LONG_AFTER,
        acting=acting(),
    )
    assert refusal_code(approve_edition, made.pk, acting=acting()) == "approved"
    assert approve_edition(later.pk, acting=acting()).from_date == date(2026, 5, 1)


def test_change_from_the_next_period_leaves_old_lists_unchanged():
    adam, bertil, _report = rulebook_game()
    built = published(SPRING)
    entries = ListEntry.objects.filter(list_id=built.pk).order_by("player_id")
    before = list(entries.values())
    adopted(from_date=date(2026, 5, 1), parameters={"halving_from": 2300})
    accepted(line(adam, bertil, 2, date(2026, 6, 1)))
    up_to_date()
    assert list(entries.values()) == before
    # 1976 – 2207: a difference of 231 is worth 25 (point 3), no longer halved.
    later = Change.objects.get(player_id=bertil.pk, started_on=date(2026, 5, 1))
    assert (later.before, later.change) == (2207, -25)


def test_events_booked_by_period_are_never_rated_as_a_whole():
    posted(line(rated(1500), rated(1500), 2, SPRING))
    scrabble = {"system": "scrabble", "parameters": {"period_starts": THIRDS}}
    refused = refusal(proposed, from_date=date(2026, 1, 1), **scrabble)
    assert (refused.code, refused.facts) == ("booked", {"first": SPRING})
    assert adopted(from_date=date(2026, 5, 1), **scrabble).pk


def test_invalid_parameters_are_refused_naming_every_field():
    with pytest.raises(BadParameters) as refused:
        proposed(parameters={"halving_from": "x", "colour": 1})
    assert refused.value.errors == {
        "halving_from": "not_whole",
        "colour": "unknown_field",
    }


def test_ambiguous_conversion_is_refused():
    two_ways = {"pieces": [{"below": 1500}, {"first": 1400}]}
    with pytest.raises(BadParameters) as refused:
        proposed(conversion=two_ways)
    assert refused.value.errors == {"pieces[1]": "overlaps"}


def test_conversion_must_cover_every_rating():
    rulebook_game()
    computed()
    refused = refusal(proposed, conversion={"pieces": [{"first": 2000}]})
    assert (refused.code, refused.facts) == ("not_converted", {"ratings": [1976]})


def test_conversion_to_invalid_levels_is_refused_for_a_system_of_levels():
    rulebook_game()
    computed()
    by_levels = {"system": "renju", "parameters": {}}
    refused = refusal(proposed, **by_levels)
    assert (refused.code, refused.facts) == (
        "no_levels",
        {"ratings": [1976, 2207], "lowest": "1 (10 kyu)", "highest": "20 (10 dan)"},
    )
    table = {"table": [[1976, 12], [2207, 25]]}
    refused = refusal(proposed, **by_levels, conversion=table)
    assert refused.facts["ratings"] == [25]
    table = {"table": [[1976, 12], [2207, 15]]}
    assert proposed(**by_levels, conversion=table).pk


BY_LEVELS = {"system": "renju", "parameters": {}}


def start_decided(points, on):
    """Return a start rating that waits for a second officer."""
    draft = DecisionDraft(
        chess_pool().pk, DecisionKind.START, member().pk, on, points, "known strength"
    )
    return make_decision(draft, acting=acting())


def test_system_of_levels_is_refused_while_a_decision_gives_another_rating():
    accepted(line(member(), member(), 1, SPRING))
    waiting = start_decided(1500, NEXT)
    start_decided(12, NEXT)
    start_decided(1600, NEXT - timedelta(days=1))
    refused = refusal(proposed, **BY_LEVELS)
    assert (refused.code, refused.facts["ratings"]) == ("decided_no_levels", [1500])
    confirm_decision(waiting.pk, acting=acting())
    assert refusal_code(proposed, **BY_LEVELS) == "decided_no_levels"
    revoke_decision(waiting.pk, acting=acting())
    assert proposed(**BY_LEVELS).pk


def test_system_of_levels_is_refused_for_start_ratings_before_the_first_period():
    waiting = start_decided(1500, SPRING)
    assert refusal_code(proposed, **BY_LEVELS) == "decided_no_levels"
    reject_decision(waiting.pk, acting=acting(), reason="unknown")
    assert proposed(**BY_LEVELS).pk


def test_decision_for_days_of_a_later_edition_does_not_prevent_levels():
    adopted(from_date=date(2027, 1, 1))
    accepted(line(member(), member(), 1, SPRING))
    start_decided(1500, date(2027, 1, 1))
    assert proposed(**BY_LEVELS).pk


def test_edition_is_not_withdrawn_if_decided_ratings_would_be_no_levels():
    accepted(line(member(), member(), 1, SPRING))
    adopted(**BY_LEVELS)
    january = date(2027, 1, 1)
    adopted(from_date=january, parameters={"period_starts": MONTHS})
    start_decided(1500, january)
    edition = Edition.objects.get(from_date=january)
    refused = refusal(withdraw_edition, edition.pk, reason="so", acting=acting())
    assert refused.code == "decided_no_levels"


def test_conversion_with_decimals_is_refused_for_an_integer_system():
    halves = {"pieces": [{"plus": 0.5}], "decimals": 1}
    assert refusal_code(proposed, conversion=halves) == "fractions"
    assert proposed(conversion=halves, system="glicko2", parameters={}).pk


def test_ratings_with_decimals_are_not_carried_over_to_a_system_of_whole_points():
    """The text on Scrabble’s rating, Avrundning: there are no hidden decimals."""
    chess_pool().editions.update(system="glicko2", parameters={})
    scrabble = {"system": "scrabble", "parameters": {}}
    assert refusal_code(proposed, **scrabble) == "not_whole"
    assert proposed(conversion=ROUNDED, **scrabble).pk


def test_ratings_with_decimals_are_not_put_before_a_system_of_whole_points():
    adopted(from_date=date(2027, 1, 1))
    decimals = {"system": "glicko2", "parameters": {}}

    refused = refusal(proposed, **decimals)
    adopted(from_date=date(2027, 1, 1), conversion=ROUNDED, replaces=True)

    assert (refused.code, refused.facts) == (
        "next_not_whole",
        {"day": date(2027, 1, 1)},
    )
    assert proposed(**decimals).pk


def test_edition_that_rounds_is_not_withdrawn_before_one_of_whole_points():
    chess_pool().editions.update(system="glicko2", parameters={})
    rounds = adopted(conversion=ROUNDED)
    adopted(from_date=date(2027, 1, 1), system="scrabble", parameters={})
    edition = Edition.objects.get(from_date=rounds.from_date)
    withdrawn = {"reason": "A mistake", "acting": acting()}

    code = refusal_code(withdraw_edition, edition.pk, **withdrawn)
    withdraw_edition(Edition.objects.get(system="scrabble").pk, **withdrawn)

    assert code == "next_not_whole"
    withdraw_edition(edition.pk, **withdrawn)


def test_proposal_is_validated_again_when_approved():
    made = proposed()
    end_pool(chess_pool().pk, date(2026, 6, 30), acting=acting())
    refused = refusal(approve_edition, made.pk, acting=acting())
    assert (refused.code, refused.facts) == ("ended", {"day": date(2026, 6, 30)})


def test_edition_without_approved_lists_may_be_withdrawn():
    before = editions()
    adopted()
    edition = Edition.objects.get(from_date=NEXT)
    assert (
        refusal_code(withdraw_edition, edition.pk, reason="", acting=acting())
        == "reason"
    )
    withdraw_edition(edition.pk, reason="A slip.", acting=acting())
    assert editions() == before
    assert Posting.objects.order_by("number").last().reason == "A slip."


def test_first_edition_and_edition_with_a_list_cannot_be_withdrawn():
    first = Edition.objects.get(pool=chess_pool())
    assert (
        refusal_code(withdraw_edition, first.pk, reason="x", acting=acting()) == "first"
    )
    adopted(from_date=date(2026, 1, 1))
    rulebook_game()
    published(SPRING)
    used = Edition.objects.get(from_date=date(2026, 1, 1))
    assert (
        refusal_code(withdraw_edition, used.pk, reason="x", acting=acting())
        == "approved"
    )


def test_edition_whose_calendar_created_periods_cannot_be_withdrawn():
    halves = {"period_starts": [[5, 1], [9, 1]]}
    adopted(from_date=date(2026, 5, 1), parameters=halves)
    posted(line(rated(1500), rated(1500), 2, date(2026, 10, 1)))
    edition = Edition.objects.get(from_date=date(2026, 5, 1))
    refused = refusal(withdraw_edition, edition.pk, reason="x", acting=acting())
    assert refused.code == "periods"


def test_an_earlier_edition_may_be_added_before_the_first():
    early = adopted(from_date=date(1990, 1, 1), system="lask_1970", parameters={})
    assert editions()[0] == (early.from_date, "lask_1970", {})


def test_edition_of_another_pool_is_ignored():
    other = Pool.objects.create(code="other", name="Other")
    adopt_draft(draft(pool_id=other.pk), acting=acting())
    assert adopted().pk


@pytest.mark.django_db(transaction=True)
def test_draft_is_checked_without_a_transaction_and_not_stored():
    refuse_impossible_edition(draft())
    assert not EditionProposal.objects.exists()


def test_data_of_another_pool_does_not_block_a_change():
    rulebook_game()
    published(SPRING)
    proposed()
    other = second_pool()
    levels = {"system": "renju", "parameters": {}}

    made = [
        proposed(pool_id=other.pk, from_date=day, **levels)
        for day in (date(2026, 1, 1), NEXT)
    ]

    assert [each.is_waiting for each in made] == [True, True]


def test_an_edition_may_begin_on_the_pools_last_day():
    end_pool(chess_pool().pk, NEXT, acting=acting())

    assert proposed().is_waiting


# --- which edition, and what is stored ------------------------------------------------
def test_proposal_stores_maker_time_and_reason():
    maker, judge = UserFactory(), UserFactory()
    made = proposed(by=maker, reason=" The congress. ")
    approved = approve_edition(made.pk, acting=acting(judge))

    assert (made.made_by, made.made_at, made.reason) == (maker, NOON, "The congress.")
    assert (approved.approved_by, approved.approved_at) == (judge, NOON)
    assert Edition.objects.get(from_date=NEXT).reason == "The congress."


def test_proposals_for_different_days_or_pools_may_wait_together():
    proposed()
    other = second_pool()

    beside = [proposed(from_date=date(2027, 1, 1)), proposed(pool_id=other.pk)]

    assert [each.is_waiting for each in beside] == [True, True]


def test_change_is_compared_with_the_replaced_edition_and_its_conversion():
    adjusted = {"conversion": FIDE_2024.to_json()}
    adopted(**adjusted)

    assert refusal_code(proposed, replaces=True, **adjusted) == "same"
    adopted(replaces=True)
    assert Edition.objects.get(from_date=NEXT).conversion is None


def test_edition_equal_to_the_one_in_force_on_its_day_is_refused():
    adopted()
    refused = refusal(proposed, from_date=date(2027, 1, 1))

    assert (refused.code, refused.facts) == ("same", {"day": NEXT})
    # The numbers of before are a change again.
    assert proposed(from_date=date(2027, 1, 1), parameters={}).is_waiting


def test_periods_of_the_edition_after_it_are_not_cut():
    months = {"period_starts": [[month, 1] for month in range(1, 13)]}
    adopted(from_date=date(2026, 5, 1), parameters=months)
    posted(line(rated(1500), rated(1500), 2, date(2026, 6, 10)))

    assert adopted(from_date=date(2026, 1, 1)).pk


def test_an_edition_of_whole_events_that_were_booked_is_not_withdrawn():
    scrabble = {"system": "scrabble", "parameters": {"period_starts": THIRDS}}
    adopted(from_date=date(2026, 5, 1), **scrabble)
    day = date(2026, 6, 1)
    posted(line(rated(1500), rated(1500), 2, day))
    edition = Edition.objects.get(from_date=date(2026, 5, 1))

    refused = refusal(withdraw_edition, edition.pk, reason="x", acting=acting())

    assert (refused.code, refused.facts) == ("booked", {"first": day})


def test_withdrawal_extends_the_previous_edition_whatever_lists_other_pools_have():
    adopted(parameters={"halving_from": 2100})
    adopted(from_date=date(2027, 1, 1))
    rulebook_game()
    other = second_pool()
    later = Edition.objects.create(pool=other, from_date=date(2026, 1, 1), system="elo")
    published(SPRING)
    last = Edition.objects.get(from_date=date(2027, 1, 1))

    withdraw_edition(last.pk, reason=" A slip. ", acting=acting())
    withdraw_edition(later.pk, reason="x", acting=acting())

    assert editions()[-1] == (NEXT, "ssf_2008", {"halving_from": 2100})
    posting = Posting.objects.filter(pool=chess_pool()).latest("number")
    assert (posting.act, posting.reason) == (PostingType.EDITION, "A slip.")
    assert posting.get_act_display() == "Edition adopted or withdrawn"
    assert other.editions.count() == 1


def test_unconverted_ratings_are_named_from_the_lowest():
    for rating in (2100, 1500, 1800):
        posted(line(rated(rating), rated(rating), 1, SPRING))
    computed()

    refused = refusal(proposed, conversion={"table": [[1800, 1900]]})

    assert refused.facts == {"ratings": [1500, 2100]}


def test_first_period_cut_by_its_edition_belongs_to_its_calendar():
    """An edition from 1 May with periods that begin in February, June and October: May
    is a period of its own."""
    calendar = {"period_starts": [[2, 1], [6, 1], [10, 1]]}
    day = date(2026, 5, 1)
    adopted(from_date=day, parameters=calendar)
    posted(line(rated(1500), rated(1500), 2, date(2026, 5, 10)))

    changed = adopted(
        from_date=day, parameters={**calendar, "halving_from": 2000}, replaces=True
    )

    assert (period(day).start_date, period(day).end_date) == (day, date(2026, 5, 31))
    assert changed.parameters["halving_from"] == 2000
    months = {"period_starts": [[5, 1], [7, 1]]}
    assert (
        refusal_code(proposed, from_date=day, parameters=months, replaces=True)
        == "periods"
    )


def test_games_of_the_first_period_are_rated_by_an_edition_without_predecessor():
    """SSF rating, Examples: 1950 – 2220, +26 and −13, halved from 2200."""
    calendar = {"period_starts": [[2, 1], [6, 1], [10, 1]], "halving_from": 2300}
    adopted(from_date=date(2026, 5, 1), parameters=calendar)
    adam, bertil = rated(1950), rated(2220)
    posted(line(adam, bertil, 2, date(2026, 5, 10)))
    computed()

    changes = Change.objects.filter(ended_on=date(2026, 5, 31))
    change_of = dict(changes.values_list("player_id", "change"))
    assert change_of == {adam.pk: 26, bertil.pk: -26}


def lock_pool():
    return Pool.objects.select_for_update(nowait=True).get(pk=chess_pool().pk)


def lock_all_periods():
    return list(Period.objects.select_for_update())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["approve", "withdraw", "propose"])
def test_periods_are_locked_before_the_pool(
    act, settings, django_db_serialized_rollback
):
    """The order in which lists are built and results withdrawn, so that none of them
    and a change of edition wait for each other.
    """
    accepted(line(member(), member(), 2, NEXT))
    by, plan = acting(), draft()
    if act == "propose":
        settings.FOUR_EYES = False  # A proposal is approved at once.
    else:
        made = proposed()
    if act == "withdraw":
        approve_edition(made.pk, acting=acting())
        edition = Edition.objects.get(from_date=NEXT)

    def changed():
        if act == "propose":
            return propose_edition(plan, acting=by)
        if act == "approve":
            return approve_edition(made.pk, acting=by)
        return withdraw_edition(edition.pk, reason="A mistake", acting=by)

    answer = second_waits(lock_all_periods, changed, then=lock_pool)

    assert not isinstance(answer, Exception)

"""Which decisions each query lists, and in which order:
`ratings.decisions.queries.decisions`.
"""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    reject_decision,
    revoke_decision,
)
from ratings.decisions.queries.decisions import (
    DecisionStatus,
    decisions_in,
    decisions_on,
    players_to_choose,
    revocations,
    status_counts,
)
from ratings.decisions.queries.impacts import decision_impacts
from ratings.decisions.queries.newcomers import newcomers_of
from ratings.enums import DecisionKind
from tests.factories import (
    NOON,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    chess_pool,
    line,
    member,
)
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    period,
    published,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 1, 1), date(2026, 4, 30)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def by(hours=0):
    return ActionContext(UserFactory().pk, NOON + hours * HOUR)


def draft(player, on=SPRING, kind=DecisionKind.ADJUSTMENT, points=10):
    return DecisionDraft(chess_pool().pk, kind, player.pk, on, points, "x")


def made(player=None, hours=0, **facts):
    return make_decision(draft(player or member(), **facts), acting=by(hours))


def confirmed(player=None, hours=0, **facts):
    return confirm_decision(made(player, **facts).pk, acting=by(hours))


def revoked(**facts):
    decision = confirmed(**facts)
    return revoke_decision(decision.pk, reason="no", acting=by())


def rejected(**facts):
    return reject_decision(made(**facts).pk, reason="no", acting=by())


def test_waiting_decisions_are_listed_oldest_first():
    late, early = made(hours=1), made()
    assert list(decisions_on(DecisionStatus.UNCONFIRMED)) == [early, late]


def test_counting_decisions_are_listed_by_confirmation_latest_first():
    first, third, second = confirmed(hours=1), confirmed(hours=3), confirmed(hours=2)

    assert list(decisions_on(DecisionStatus.IN_FORCE)) == [third, second, first]


def test_each_decision_has_one_status():
    waits, counts, ended, never = made(), confirmed(), revoked(), rejected()

    by_status = {status: set(decisions_on(status)) for status in DecisionStatus}

    assert by_status == {
        DecisionStatus.UNCONFIRMED: {waits},
        DecisionStatus.IN_FORCE: {counts},
        DecisionStatus.SETTLED: {ended, never},
    }
    counted = {status: len(found) for status, found in by_status.items()}
    assert status_counts() == counted


def test_search_finds_players_whose_name_contains_every_word():
    both = member(first_name="Ada", last_name="Ek")
    found = made(both)
    made(member(first_name="Ada", last_name="Alm"))
    made(member(first_name="Bo", last_name="Ek"))

    assert list(decisions_on(DecisionStatus.UNCONFIRMED, "ek ada")) == [found]


def test_posting_that_ended_a_decision_is_its_own():
    one, two, counting = revoked(), revoked(), confirmed()

    lines = revocations([one, two, counting])

    assert {pk: line.decision_id for pk, line in lines.items()} == {
        one.pk: one.pk,
        two.pk: two.pk,
    }


def test_the_decisions_of_a_period_are_those_for_its_days():
    rulebook_game()
    inside = [confirmed(on=day) for day in (FIRST, LAST)]
    for day in (FIRST - DAY, LAST + DAY):
        confirmed(on=day)

    found = decisions_in(period(SPRING))

    assert [each for each in found if each.kind == DecisionKind.ADJUSTMENT] == inside


def test_waiting_decisions_of_a_period_are_listed_first():
    rulebook_game()
    counts, waits = confirmed(), made()
    revoked()
    rejected()

    assert decisions_in(period(SPRING)) == [waits, counts]


def test_players_to_choose_keep_their_order_and_have_the_club_of_the_day():
    first_club, second_club = ClubFactory(name="Here"), ClubFactory(name="There")
    moved, former = PlayerFactory(), PlayerFactory()
    MembershipFactory(player=moved, club=first_club, to_date=SPRING)
    MembershipFactory(player=moved, club=second_club, from_date=SPRING + DAY)
    MembershipFactory(player=former, club=first_club, to_date=SPRING)

    days = [players_to_choose([moved, former], day) for day in (SPRING, SPRING + DAY)]

    assert [[each.club for each in found] for found in days] == [
        ["Here", "Here"],
        ["There", ""],
    ]
    assert [each.player for each in days[0]] == [moved, former]


def test_newcomers_are_ordered_by_name_and_waiting_decisions_by_time():
    club = ClubFactory()
    for name in ("Ek", "Alm"):
        member(club, first_name="Ada", last_name=name)
    start = {"kind": DecisionKind.START, "points": 1500}
    late = made(member(club), hours=1, **start)
    early = made(member(club), **start)

    found = newcomers_of(chess_pool().pk, club.pk, NOON.date())

    assert [each.last_name for each in found.unrated] == ["Alm", "Ek"]
    assert found.waiting == (early, late)


def test_newcomer_has_no_start_rating_whatever_other_decisions_exist():
    club = ClubFactory()
    player = member(club)
    made(player)

    found = newcomers_of(chess_pool().pk, club.pk, NOON.date())

    assert (found.unrated, found.waiting) == ((player,), ())


def test_a_revised_list_is_counted_once_with_the_list_that_it_revises():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    published(SPRING)

    (seen,) = decision_impacts([draft(adam)])

    assert seen.lists == 1


def test_impact_of_a_decision_is_read_in_the_period_of_its_day():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 2, SUMMER))
    up_to_date()

    spring, summer = decision_impacts([draft(adam), draft(adam, on=SUMMER)])

    assert (spring.period, summer.period) == (period(SPRING), period(SUMMER))
    assert (spring.after, spring.rating == summer.after) == (1976, True)


def test_a_second_decision_is_one_of_the_same_kind_about_the_same_day_and_player():
    player = member()
    made(player)
    made(player, on=SPRING + DAY)
    made(player, kind=DecisionKind.ASSESSED, points=1500)
    made()

    (seen,) = decision_impacts([draft(player)])

    assert seen.same_kind == 1

"""Corrections that are carried: approved periods stay as computed, and late changes to
them are booked in the open one. Numbers by SSF rating, point 3: a win against an
equal is 16 points, against a player 270 higher 26 and for the higher one minus 13, a
draw there 10 and minus 5.
"""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from ratings.decisions.domain.decisions import revoke_decision
from ratings.editions.domain.edition_proposals import withdraw_edition
from ratings.engine.domain.computation import replay_whole_pool
from ratings.engine.domain.report_faults import ReportAtFault
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.periods import open_period_of_today
from ratings.lists.queries.proposals import PeriodStage, period_status, waiting_reports
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    undo_merge,
)
from ratings.models import Change, CurrentRating, Decision, Edition, Pool, Report, Run
from ratings.pools.domain.pools import (
    PoolNotPossible,
    carry_corrections,
    cascade_corrections,
)
from tests.factories import (
    NOON,
    PlayerFactory,
    UserFactory,
    chess_pool,
    line,
    member,
    posted,
    rated_by,
    side,
)
from tests.ratings.lask_pool import WINTER, kept_by_lask, long
from tests.ratings.page_text import text
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
from tests.worlds import shared

pytestmark = pytest.mark.django_db

MARCH = date(2026, 3, 31)
SPRINGS_END, SUMMERS_END = date(2026, 4, 30), date(2026, 8, 31)


@shared
def carrying():
    carry_corrections(
        chess_pool().pk,
        reason="the statutes",
        acting=ActionContext(UserFactory().pk, NOON),
    )


def springs_list():
    """The list of the spring, approved in June, when the next period is open."""
    rating_list = published(SPRING)
    june = date(2026, 6, 15)
    open_period_of_today(chess_pool(), today=june, acting=ActionContext(None, NOON))
    return rating_list


@shared
def springs_game(carrying):
    """The two of the rulebook's game, which is on the list of the spring."""
    adam, bertil, _report = rulebook_game(2)
    springs_list()
    return adam, bertil


def assert_replay_gives_the_same():
    incremental = list(Change.objects.order_by("player_id", "ended_on").values_list())
    replay_whole_pool(chess_pool().pk, at=NOON)
    anew = Change.objects.order_by("player_id", "ended_on").values_list()
    assert list(anew) == incremental


def step(player, end):
    return Change.objects.get(player_id=player.pk, ended_on=end)


def results(player, end):
    found = step(player, end)
    return found.before, found.adjustment, found.after


def test_difference_from_a_correction_is_booked_in_the_open_period(springs_game):
    adam, bertil = springs_game
    accepted(line(adam, rated(1976), 1, SUMMER))

    corrected(adam, bertil, 1)
    up_to_date()

    assert results(adam, SPRINGS_END) == (1950, 0, 1976)
    assert results(adam, SUMMERS_END) == (1976, 10 - 26, 1960)
    assert results(bertil, SUMMERS_END) == (2207, -5 + 13, 2215)


def test_late_games_of_an_event_ending_in_the_open_period_are_carried(carrying):
    adam, bertil, cecilia = rated(1950), rated(2220), rated(1976)

    def league(score):
        accepted(
            line(adam, bertil, score, SPRING, key=1),
            line(adam, cecilia, 1, SUMMER, key=2, round=2),
            source_number=78,
        )

    league(2)
    springs_list()
    league(1)
    up_to_date()

    # The draw brings 10 and not 26; in the summer two of 1976 draw.
    assert results(adam, SPRINGS_END) == (1950, 0, 1976)
    assert results(adam, SUMMERS_END) == (1976, 10 - 26, 1960)
    assert_replay_gives_the_same()


def test_carried_correction_needs_no_revision(carrying):
    adam, bertil, _report = rulebook_game(2)
    rating_list = springs_list()

    corrected(adam, bertil, 1)
    up_to_date()

    assert period(SPRING).moved <= rating_list.posting_number


def test_late_first_report_is_booked_in_the_open_period(carrying):
    adam, _bertil, _report = rulebook_game(2)
    cecilia = rated(1950)
    springs_list()
    accepted(line(adam, cecilia, 2, SPRING, round=2, key=9))
    up_to_date()

    # On the bases of the spring: two of 1950.
    assert results(adam, SUMMERS_END) == (1976, 16, 1992)
    assert results(cecilia, SUMMERS_END) == (1950, -16, 1934)


def test_correction_is_booked_only_in_the_first_open_period(springs_game):
    adam, bertil = springs_game
    autumn = date(2026, 10, 1)
    accepted(line(adam, rated(1976), 1, SUMMER))
    accepted(line(adam, rated(1960), 1, autumn))

    corrected(adam, bertil, 1)
    up_to_date()

    assert results(adam, SUMMERS_END) == (1976, 10 - 26, 1960)
    assert results(adam, date(2026, 12, 31)) == (1960, 0, 1960)


def test_correction_is_booked_once_and_stays_after_that_period_is_approved(
    springs_game,
):
    adam, bertil = springs_game
    corrected(adam, bertil, 1)
    published(SUMMER)
    accepted(line(adam, bertil, 1, date(2026, 10, 1)))
    up_to_date()

    assert results(adam, SUMMERS_END) == (1976, -16, 1960)
    assert results(adam, date(2026, 12, 31))[:2] == (1960, 0)


@shared
def one_in_spring(carrying):
    """Two cards that were merged when the spring was approved and are separate again;
    and a player of equal rating.
    """
    card, other, equal = rated(1950), rated(1950), rated(1950)
    by = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
    merge = propose_merge(MergeDraft(card.pk, other.pk, "one man"), acting=by[0])
    confirm_merge(merge.pk, acting=by[1])
    rulebook_game(2)
    springs_list()
    undo_merge(merge.pk, reason="two men", acting=by[0])
    return card, other, equal


def test_correction_is_booked_for_the_cards_current_player(one_in_spring):
    card, other, equal = one_in_spring
    accepted(line(equal, card, 2, SPRING, round=2, key=9))
    up_to_date()

    # On the bases of the spring: two of 1950.
    assert results(card, SUMMERS_END)[1] == -16
    assert not Change.objects.filter(player_id=other.pk, ended_on=SUMMERS_END).exists()


def test_late_losses_of_both_cards_are_booked_for_the_card_that_counted(one_in_spring):
    card, other, equal = one_in_spring
    accepted(line(equal, other, 2, SPRING, round=2, key=9, minutes=15))
    up_to_date()
    accepted(line(equal, card, 2, SPRING, round=2, key=9))
    up_to_date()

    assert results(other, SUMMERS_END)[1] == -16
    assert_replay_gives_the_same()


def test_revoked_start_rating_still_counts_in_approved_periods(carrying):
    kept_by_lask()
    # Equals: 16 points (LASK 1).
    adam, bertil = rated(1600), rated(1600)
    accepted(long(adam, bertil, 2, WINTER), source_number=7)
    published(WINTER)
    open_period_of_today(
        chess_pool(), today=date(2026, 4, 15), acting=ActionContext(None, NOON)
    )
    revoke_decision(
        Decision.objects.get(player_id=bertil.pk).pk,
        acting=ActionContext(UserFactory().pk, NOON),
    )
    accepted(long(adam, bertil, 0, WINTER), source_number=7)
    up_to_date()

    first_open = date(2026, 5, 31)
    assert results(adam, first_open) == (1616, -32, 1584)
    assert results(bertil, first_open) == (1584, 32, 1616)


def test_decision_about_an_approved_period_is_carried(springs_game):
    adam, _bertil = springs_game

    decided(adam, 25, kind="adjustment", on=SPRING)
    up_to_date()

    assert results(adam, SUMMERS_END) == (1976, 25, 2001)


def test_explanation_names_the_period_that_carried_points_come_from(
    springs_game, client
):
    adam, bertil = springs_game
    corrected(adam, bertil, 1)
    up_to_date()

    page = client.get(reverse("ratings:explanation", args=[adam.pk, SUMMERS_END]))

    assert "This explanation does not add up to the stored rating." not in text(page)
    assert "Counted late for 1 January 2026 – 30 April 2026" in text(page)


def test_late_waiting_report_blocks_approval_of_the_open_period(springs_game):
    adam, bertil = springs_game
    accepted(line(adam, bertil, 1, SUMMER))
    late = posted(line(adam, bertil, 1, SPRING, round=2))

    assert waiting_reports(period(SUMMER)) == [late]


def test_open_period_page_names_the_late_report_it_waits_for(springs_game):
    adam, bertil = springs_game
    posted(line(adam, bertil, 1, SPRING, round=2))

    status = period_status(period(SUMMER).pk, date(2026, 9, 2))

    assert (status.stage, status.waiting) == (PeriodStage.WAITS, 1)


def test_correction_cascades_without_the_policy():
    adam, bertil, _report = rulebook_game(2)
    springs_list()
    accepted(line(adam, rated(1960), 1, SUMMER))
    corrected(adam, bertil, 1)
    up_to_date()

    assert results(adam, SPRINGS_END) == (1950, 0, 1960)


def test_periods_approved_before_the_policy_stay_as_they_were_when_it_was_set():
    adam, bertil, _report = rulebook_game(2)
    springs_list()
    corrected(adam, bertil, 0)
    up_to_date()
    carry_corrections(
        chess_pool().pk,
        reason="the statutes",
        acting=ActionContext(UserFactory().pk, NOON),
    )
    corrected(adam, bertil, 1)
    up_to_date()

    assert results(adam, SPRINGS_END) == (1950, 0, 1944)
    assert results(adam, SUMMERS_END) == (1944, 10 + 6, 1960)


def test_correction_not_computed_when_the_policy_was_set_is_not_lost():
    adam, bertil, _report = rulebook_game(2)
    springs_list()
    corrected(adam, bertil, 1)
    carry_corrections(
        chess_pool().pk,
        reason="the statutes",
        acting=ActionContext(UserFactory().pk, NOON),
    )
    up_to_date()

    assert results(adam, SPRINGS_END) == (1950, 0, 1960)
    assert_replay_gives_the_same()


def test_ratings_are_converted_on_the_day_after_an_approved_period(carrying):
    adam, _bertil, _report = rulebook_game(2)
    springs_list()
    up_to_date()
    stretched = {"pieces": [{"times": 2.0, "plus": -500.0}]}
    summers_first = SPRINGS_END + timedelta(days=1)
    adopt_draft(
        EditionDraft(chess_pool().pk, summers_first, "ssf_2008", {}, stretched, "so"),
        acting=ActionContext(UserFactory().pk, NOON),
    )
    up_to_date()

    assert CurrentRating.objects.get(player_id=adam.pk).rating == 2 * 1976 - 500
    assert_replay_gives_the_same()

    edition = Edition.objects.get(from_date=summers_first)
    acting = ActionContext(UserFactory().pk, NOON)
    withdraw_edition(edition.pk, reason="not now", acting=acting)
    up_to_date()

    assert CurrentRating.objects.get(player_id=adam.pk).rating == 1976
    assert_replay_gives_the_same()


def test_policy_can_return_to_cascading_until_a_list_is_approved(carrying):
    acting = ActionContext(UserFactory().pk, NOON)
    cascade_corrections(chess_pool().pk, reason="changed our mind", acting=acting)
    carry_corrections(chess_pool().pk, reason="and back", acting=acting)
    rulebook_game(2)
    springs_list()

    with pytest.raises(PoolNotPossible) as caught:
        cascade_corrections(chess_pool().pk, reason="again", acting=acting)

    assert caught.value.code == "policy_approved"


def test_list_approved_before_the_policy_does_not_prevent_cascading():
    acting = ActionContext(UserFactory().pk, NOON)
    rulebook_game(2)
    published(SPRING)
    carry_corrections(chess_pool().pk, reason="the magazine", acting=acting)

    cascade_corrections(chess_pool().pk, reason="changed our mind", acting=acting)

    assert chess_pool().carries_from is None


@pytest.mark.parametrize(
    ("reason", "code"), [(" ", "reason"), ("again", "policy_same")]
)
def test_setting_the_policy_again_or_without_reason_is_refused(carrying, reason, code):
    with pytest.raises(PoolNotPossible) as caught:
        carry_corrections(
            chess_pool().pk, reason=reason, acting=ActionContext(UserFactory().pk, NOON)
        )

    assert caught.value.code == code


def test_late_report_that_cannot_be_computed_is_held(springs_game):
    adam, _bertil = springs_game
    stranger = side(PlayerFactory(), is_member=False)
    late = posted(line(adam, stranger, 1, SPRING, round=2))
    up_to_date()

    assert Report.objects.get(pk=late.pk).state == "held"


def test_period_opened_before_an_approved_one_books_nothing_of_it(carrying, client):
    rated_by("renju")
    player = rated(12)  # from January 2025 on, booked in the first period there is
    accepted(line(rated(10), rated(10), 2, SPRING))
    published(SPRING)
    accepted(line(rated(10), rated(10), 2, date(2025, 11, 3)))
    up_to_date()
    incremental = list(Change.objects.order_by("player_id", "ended_on").values_list())

    replay_whole_pool(chess_pool().pk, at=NOON)

    anew = Change.objects.order_by("player_id", "ended_on").values_list()
    assert list(anew) == incremental
    assert step(player, date(2026, 2, 28)).before == 12
    address = reverse("ratings:explanation", args=[player.pk, date(2025, 11, 30)])
    assert client.get(address).status_code == 404


def test_card_merged_later_gets_no_further_time_deductions(carrying):
    adam, cecilia = rated(1950), rated(1950)
    accepted(line(adam, cecilia, 2, SPRING))
    springs_list()
    by = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
    merge = propose_merge(
        MergeDraft(cecilia.pk, rated(1950).pk, "one man"), acting=by[0]
    )
    confirm_merge(merge.pk, acting=by[1])
    later = date(2027, 9, 15)
    open_period_of_today(chess_pool(), today=later, acting=ActionContext(None, NOON))
    up_to_date()

    ends = Change.objects.filter(player_id=cecilia.pk).values_list("ended_on")
    assert list(ends) == [(SPRINGS_END,)]
    assert results(adam, date(2027, 4, 30)) == (1966, 0, 1916)
    assert_replay_gives_the_same()


def test_card_rated_by_another_cards_games_gets_no_deductions_once_merged(
    carrying,
):
    adam, card, other = rated(1950), rated(1950), member()
    by = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
    merge = propose_merge(MergeDraft(card.pk, other.pk, "one man"), acting=by[0])
    confirm_merge(merge.pk, acting=by[1])
    accepted(line(adam, card, 2, SPRING))
    springs_list()
    later = date(2027, 9, 15)
    open_period_of_today(chess_pool(), today=later, acting=ActionContext(None, NOON))
    undo_merge(merge.pk, reason="two men", acting=by[0])
    up_to_date()
    assert results(other, date(2027, 4, 30)) == (1934, 0, 1884)

    again = propose_merge(MergeDraft(other.pk, card.pk, "one man"), acting=by[0])
    confirm_merge(again.pk, acting=by[1])
    up_to_date()

    ends = Change.objects.filter(player_id=other.pk).values_list("ended_on")
    assert list(ends) == [(SPRINGS_END,)]
    assert_replay_gives_the_same()


def test_decision_for_days_without_period_is_booked_once_a_period_exists(
    carrying,
):
    adam, _bertil, _report = rulebook_game(2)
    cecilia, david = rated(1950), rated(1950)
    springs_list()
    autumn = date(2025, 11, 3)
    decided(adam, 25, kind="adjustment", on=autumn)
    up_to_date()
    accepted(line(cecilia, david, 2, autumn))
    up_to_date()

    assert results(adam, SUMMERS_END) == (1976, 25, 2001)
    assert_replay_gives_the_same()


@shared
def by_event(carrying):
    """Scrabble rates each event as a whole; a win against an equal gives 5 points."""
    rated_by("scrabble")


def winter_of_two():
    """Two players of 1000 drew in the winter, whose list is approved."""
    two = rated(1000), rated(1000)
    accepted(line(*two, 1, SPRING))
    springs_list()
    return two


def booked(player):
    changes = Change.objects.filter(player_id=player.pk, ended_on__gte=MARCH)
    found = changes.earliest("ended_on")
    return found.before, found.adjustment, found.after


def test_late_first_event_of_player_with_decided_start_rating_is_booked(by_event):
    newcomer = rated(1000)
    equal, _other = winter_of_two()
    accepted(line(newcomer, equal, 2, SPRING))
    up_to_date()

    assert (booked(newcomer), booked(equal)) == ((1000, 5, 1005), (1000, -5, 995))


def test_late_events_of_a_newcomer_add_up_to_the_first_rating(by_event):
    opponents = winter_of_two()
    newcomer = member()
    for opponent in opponents:
        accepted(line(newcomer, opponent, 2, SPRING))
    up_to_date()

    # From 1000, two wins against equals.
    assert booked(newcomer)[2] == 1010


def test_all_late_events_of_a_rated_player_are_booked(by_event):
    one, two = winter_of_two()
    accepted(line(one, two, 2, date(2026, 2, 7)))
    accepted(line(one, rated(1000), 2, date(2026, 2, 14)))
    up_to_date()

    assert booked(one)[1] == 10


def test_a_late_event_of_the_last_approved_day_is_booked(by_event):
    one, two = winter_of_two()
    accepted(line(one, two, 2, date(2026, 2, 28)))
    up_to_date()

    assert booked(one)[1] == 5


def test_late_results_follow_a_chain_of_three_undone_merges(carrying):
    first, second, third, equal = (rated(1950) for _ in range(4))
    by = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
    merges = []
    for merged_card, remaining_card in ((first, second), (second, third)):
        merges.append(
            propose_merge(
                MergeDraft(merged_card.pk, remaining_card.pk, "one"), acting=by[0]
            )
        )
        confirm_merge(merges[-1].pk, acting=by[1])
    rulebook_game(2)
    springs_list()
    for merge in reversed(merges):
        undo_merge(merge.pk, reason="three men", acting=by[0])
    accepted(line(equal, third, 2, SPRING, round=2, key=9, minutes=15))
    up_to_date()
    accepted(line(equal, first, 2, SPRING, round=2, key=9))
    up_to_date()

    assert results(third, SUMMERS_END)[1] == -16
    assert_replay_gives_the_same()


def late_win(newcomer, day):
    """Post a late win over an opponent of 1300, start rating (SSF rating, point 9)."""
    accepted(line(newcomer, rated(1300), 2, day, round=2, key=9, minutes=120))


def test_late_game_adds_its_points_to_a_later_decided_start_rating(carrying, client):
    rulebook_game(2)
    newcomer = member()
    springs_list()
    late_win(newcomer, SPRING)
    decided(newcomer, 1600, on=SUMMER)
    up_to_date()

    assert results(newcomer, SUMMERS_END) == (1600, 16, 1616)
    assert_replay_gives_the_same()
    page = client.get(reverse("ratings:explanation", args=[newcomer.pk, SUMMERS_END]))
    assert "This explanation does not add up to the stored rating." not in text(page)
    assert "Counted late for 1 January 2026 – 30 April 2026" in text(page)


def test_late_games_are_added_to_decided_points(springs_game):
    adam, bertil = springs_game
    corrected(adam, bertil, 1)
    decided(adam, 7, on=SUMMER, kind=DecisionKind.ADJUSTMENT)
    up_to_date()

    # Of 26 points won in the spring 10 are left.
    assert results(adam, SUMMERS_END) == (1976, 7 + 10 - 26, 1967)
    assert_replay_gives_the_same()


def test_start_rating_for_later_days_is_not_used_for_earlier_late_games(carrying):
    # A newcomer begins with 1300 (SSF rating, point 9): 16 for a win between equals.
    rulebook_game(2)
    newcomer = member()
    springs_list()
    late_win(newcomer, SPRING)
    decided(newcomer, 1600, on=date(2026, 10, 1))
    up_to_date()

    assert results(newcomer, SUMMERS_END)[2] == 1316
    assert_replay_gives_the_same()


def test_late_games_of_a_newcomer_count_in_both_approved_periods(carrying):
    rulebook_game(2)
    newcomer = member()
    published(SPRING)
    accepted(line(rated(1600), rated(1600), 1, SUMMER))
    published(SUMMER)
    late_win(newcomer, SPRING)
    late_win(newcomer, SUMMER)
    accepted(line(rated(1600), rated(1600), 1, date(2026, 10, 1)))
    up_to_date()

    assert results(newcomer, date(2026, 12, 31)) == (1332, 0, 1332)
    assert_replay_gives_the_same()


def test_opponents_meet_a_newcomer_at_the_rating_from_the_late_game(carrying):
    rulebook_game(2)
    newcomer, equal, strong = member(), rated(1300), rated(1976)
    springs_list()
    accepted(line(equal, newcomer, 2, SUMMER), source_number=78)
    up_to_date()
    assert step(equal, SUMMERS_END).change == 16
    accepted(line(newcomer, strong, 2, SPRING, round=2, key=9, minutes=120))
    up_to_date()

    # 31 points higher: a compensation of one (SSF rating, point 3).
    assert step(equal, SUMMERS_END).change == 17
    assert_replay_gives_the_same()


def test_late_game_before_the_first_rating_is_added_to_it(carrying):
    rulebook_game(2)
    newcomer = member()
    published(SPRING)
    late_win(newcomer, SUMMER)
    published(SUMMER)
    late_win(newcomer, SPRING)
    accepted(line(rated(1600), rated(1600), 1, date(2026, 10, 1)))
    up_to_date()

    assert results(newcomer, date(2026, 12, 31)) == (1316, 16, 1332)
    assert_replay_gives_the_same()


def test_deleting_a_newcomers_only_game_removes_its_points(carrying):
    newcomer, equal, third = member(), rated(1300), rated(1300)
    accepted(line(newcomer, equal, 2, SPRING, key=1), source_number=77)
    springs_list()
    accepted(line(third, equal, 2, SPRING, key=1), source_number=77)
    up_to_date()

    assert results(newcomer, SUMMERS_END) == (1316, -16, 1300)
    assert_replay_gives_the_same()


def test_run_fails_if_a_held_report_still_causes_the_error(carrying):
    _adam, _bertil, report = rulebook_game(2)
    springs_list()
    rated_by("renju")  # 1950 is no level

    with pytest.raises(ReportAtFault):
        replay_whole_pool(chess_pool().pk, at=NOON)

    failed = Run.objects.get(state="failed")
    assert failed.error == f"ReportAtFault: report {report.pk}: no_such_level"
    assert Report.objects.get(pk=report.pk).state == "held"


def test_pool_that_continues_books_deductions_that_its_last_list_lacked(
    carrying, client
):
    # A year without a game costs 50 points (SSF rating, point 10), booked on 1 May.
    last_played = date(2025, 4, 20)
    idle, opponent = rated(1950), rated(1950)
    accepted(line(idle, opponent, 1, last_played), source_number=1)
    rulebook_game(2)
    for day in (last_played, date(2025, 8, 1), date(2025, 10, 1)):
        published(day)
    pool = Pool.objects.filter(pk=chess_pool().pk)
    pool.update(ends_on=SPRINGS_END)
    published(SPRING)
    assert CurrentRating.objects.get(player_id=idle.pk).rating == 1950

    pool.update(ends_on=None)
    open_next_period(period(SPRING))
    up_to_date()

    assert results(idle, SUMMERS_END) == (1950, -50, 1900)
    assert CurrentRating.objects.get(player_id=opponent.pk).rating == 1900
    assert_replay_gives_the_same()
    page = client.get(reverse("ratings:explanation", args=[idle.pk, SUMMERS_END]))
    assert "This explanation does not add up to the stored rating." not in text(page)

    published(SUMMER)
    up_to_date()
    assert CurrentRating.objects.get(player_id=idle.pk).rating == 1900
    assert_replay_gives_the_same()


def test_late_result_of_a_pool_that_had_ended_is_booked_when_it_continues(carrying):
    adam, bertil, _report = rulebook_game(2)
    pool = Pool.objects.filter(pk=chess_pool().pk)
    pool.update(ends_on=SPRINGS_END)
    published(SPRING)
    corrected(adam, bertil, 1)
    up_to_date()
    assert CurrentRating.objects.get(player_id=adam.pk).rating == 1976

    pool.update(ends_on=None)
    open_next_period(period(SPRING))
    up_to_date()

    assert results(adam, SUMMERS_END) == (1976, 10 - 26, 1960)
    assert_replay_gives_the_same()

from datetime import date, timedelta

import pytest

from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.enums import DecisionKind
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import (
    ClassMembershipFactory,
    MembershipFactory,
    PlayerFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
)
from tests.ratings.rating_lists import decided, rated
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    board,
    entered,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.entering import enter_players
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.starting import (
    default_dates,
    first_date_out_of_order,
    rounds_of,
    set_round_dates,
    start_section,
    undo_start,
)
from tournaments.models import Section, Tournament

pytestmark = pytest.mark.django_db


def seats(group) -> list[tuple[int, int, int]]:
    return [
        (p.round, p.white.pairing_number, p.black.pairing_number)
        for p in group.pairings.in_order()
    ]


def test_four_players_are_drawn_by_the_berger_table():
    # FIDE Handbook C.05, annex 1, table for 3 or 4 players.
    group = started(size=4)

    assert seats(group) == [
        (1, 1, 4), (1, 2, 3), (2, 4, 3), (2, 1, 2), (3, 2, 4), (3, 3, 1),
    ]  # fmt: skip
    assert group.rounds == 3


def test_boards_of_each_round_are_numbered_from_one():
    boards = started(size=4).pairings.order_by("round", "board")
    assert list(boards.values_list("round", "board")) == [
        (1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2),
    ]  # fmt: skip


def test_all_meet_twice_in_a_double_round_robin():
    group = started(size=3, format="double")

    assert (group.rounds, group.pairings.count()) == (6, 6)


def days_of(group) -> list[date]:
    return list(group.round_days.order_by("number").values_list("date", flat=True))


def test_rounds_keep_their_weekday_if_whole_weeks_fit():
    # 4 May 2026 is a Monday; the tournament ends three weeks later.
    assert days_of(started(size=4)) == [
        date(2026, 5, 4),
        date(2026, 5, 11),
        date(2026, 5, 18),
    ]


def test_rounds_of_a_short_tournament_are_spread_over_its_days():
    weekend = tournament(end_date=date(2026, 5, 6))

    assert days_of(started(section(weekend), size=6)) == [
        date(2026, 5, 4),
        date(2026, 5, 4),
        date(2026, 5, 5),
        date(2026, 5, 5),
        date(2026, 5, 6),
    ]


def test_base_rating_of_the_period_of_the_first_day_is_recorded():
    # SSF periods start in January, May and September: games of April count for
    # a tournament in May, games of May do not. 1300 + 16 = 1316.
    winner, loser = member(), member()
    posted(line(winner, loser, 2, date(2026, 4, 2)))
    posted(line(winner, loser, 2, date(2026, 5, 2)))
    computed()

    group = started(players=[winner, loser])

    ratings = group.entries.in_order().values_list("rating", flat=True)
    assert list(ratings) == [1316.0, 1284.0]


def test_newcomer_starts_from_the_default_of_the_age():
    # SSF rating, point 9: beginners from about 15 years 1300, younger ones 1000.
    group = started(players=[member(birth_year=1990), member(birth_year=2012)])

    ratings = group.entries.in_order().values_list("rating", flat=True)
    assert list(ratings) == [1300.0, 1000.0]


def test_decided_start_rating_takes_precedence_over_the_default():
    player = member()
    made = make_decision(
        DecisionDraft(
            pool_id=chess_pool().pk,
            kind=DecisionKind.START,
            player_id=player.pk,
            on_date=date(2026, 5, 1),
            points=1725,
            reason="Former class I player",
        ),
        acting=acting(),
    )
    confirm_decision(made.pk, acting=acting())

    group = started(players=[player, member()])

    assert group.entries.in_order().first().rating == 1725.0


def test_start_rating_decided_for_the_first_day_counts_and_a_deduction_does_not():
    # The first day's period ends with August.
    again, later = member(), member()
    decided(again, 1700, on=date(2025, 1, 1))
    decided(again, 1800, on=date(2026, 8, 31))
    decided(again, 20, kind=DecisionKind.ADJUSTMENT, on=date(2026, 8, 31))
    decided(later, 1900, on=date(2026, 9, 1))

    group = started(players=[again, later])

    ratings = group.entries.in_order().values_list("rating", flat=True)
    assert list(ratings) == [1800.0, 1300.0]


def test_own_rating_takes_precedence_over_fide():
    group = started(players=[rated(1900, fide_rating=2100), member()])

    assert group.entries.in_order().first().rating == 1900.0


def test_decision_for_a_merged_card_applies_to_the_player():
    merged_card, remaining_card = member(), member()
    decided(merged_card, 1725)
    plan = MergeDraft(merged_card.pk, remaining_card.pk, "One and the same")
    confirm_merge(propose_merge(plan, acting=acting()).pk, acting=acting())

    group = started(players=[remaining_card, member()])

    assert group.entries.in_order().first().rating == 1725.0


def test_guest_has_the_fide_rating_or_none():
    group = started(players=[PlayerFactory(fide_rating=2050), PlayerFactory()])

    ratings = group.entries.in_order().values_list("rating", flat=True)
    assert list(ratings) == [2050.0, None]


def test_member_since_after_the_first_day_has_no_rating():
    # SSF rating, point 9 speaks of members; the first day is 4 May.
    soon = MembershipFactory(from_date=date(2026, 5, 5)).player
    now = MembershipFactory(from_date=date(2026, 5, 4)).player

    group = started(players=[soon, now])

    ratings = group.entries.in_order().values_list("rating", flat=True)
    assert list(ratings) == [None, 1300.0]


def test_class_of_the_first_day_is_recorded():
    player = member()
    ClassMembershipFactory(player=player, player_class="M", for_life=True)
    ClassMembershipFactory(player=player, player_class="I", from_date=date(2026, 5, 5))

    group = started(players=[player, member()])

    first, second = group.entries.in_order()
    assert (first.class_at_start, first.class_for_life) == ("M", True)
    assert (second.class_at_start, second.class_for_life) == ("", False)


@pytest.mark.parametrize("held", ["I", ""])
def test_entry_of_a_merged_card_starts_in_the_class_of_the_card_that_stays(held):
    gone, stays = member(), member()
    ClassMembershipFactory(player=gone, player_class="III")
    if held:
        ClassMembershipFactory(player=stays, player_class=held)
    group = section()
    entered(group, gone, member())
    draft = MergeDraft(gone.pk, stays.pk, "One person")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())

    start_section(group.pk, acting=acting())

    entry = group.entries.get(pairing_number=1)
    assert (entry.player, entry.class_at_start) == (gone, held)


def test_section_with_one_player_does_not_start():
    group = section()
    entered(group, member())

    assert refusal_code(start_section, group.pk) == "too_few"


def test_section_starts_once():
    assert refusal_code(start_section, started(size=2).pk) == "started"


def test_each_round_has_a_day_within_the_tournament():
    group = section()
    entered(group, member(), member())

    two_days = [date(2026, 5, 4), date(2026, 5, 5)]
    assert refusal_code(start_section, group.pk, round_dates=two_days) == "dates"
    early = [date(2026, 5, 3)]
    assert refusal_code(start_section, group.pk, round_dates=early) == "date_outside"


def test_days_can_be_moved_afterwards():
    group = started(size=2)

    set_round_dates(group.pk, [date(2026, 5, 9)], acting=acting())

    assert group.round_days.get().date == date(2026, 5, 9)


def test_start_can_be_undone_while_no_result_is_entered():
    group = started(size=4)

    undone = undo_start(group.pk, acting=acting())

    assert undone.started_at is None
    assert undone.pairings.count() == 0
    undone.tournament.refresh_from_db()
    assert undone.tournament.state == "draft"


def test_undoing_the_start_removes_everything_that_it_recorded():
    player = member()
    ClassMembershipFactory(player=player, player_class="M", for_life=True)
    group = started(players=[player, member()])
    first = group.entries.get(pairing_number=1)
    withdraw_entry(first.pk, 0, acting=acting())

    undo_start(group.pk, acting=acting())

    first.refresh_from_db()
    recorded = (first.rating, first.class_at_start, first.class_for_life)
    assert (*recorded, first.withdrawn_after) == (None, "", False, None)
    assert days_of(group) == []


def test_start_cannot_be_undone_after_a_result():
    group = started(size=2)
    result(board(group, 1, 2), "1-0")

    assert refusal_code(undo_start, group.pk) == "has_result"


def test_start_cannot_be_undone_after_a_submission():
    # Only the results of a running tournament can be recalled.
    group = started(size=2)
    result(board(group, 1, 2), "1-0")
    submitted(group, is_final=False)
    result(board(group, 1, 2), "")

    assert refusal_code(undo_start, group.pk) == "reported"


def test_tournament_stays_running_while_another_section_is_under_way():
    made = tournament()
    first, second = section(made), section(made, name="B")
    started(first, size=2)
    started(second, size=2)

    undo_start(second.pk, acting=acting())

    made.refresh_from_db()
    assert made.state == "running"


def test_more_than_forty_rounds_are_refused():
    # Each of 21 players meets 20 others twice, and one player has a bye in each round.
    group = section(format="double")
    enter_players(group.pk, [member().pk for _ in range(21)], acting=acting())

    with pytest.raises(TournamentRefusal) as refused:
        start_section(group.pk, acting=acting())
    assert (refused.value.code, refused.value.facts) == (
        "too_many",
        {"rounds": 42, "most": 40},
    )


@pytest.mark.parametrize(
    ("form", "size", "rounds"),
    [
        ("round_robin", 4, 3),
        ("round_robin", 5, 5),
        ("round_robin", 2, 1),
        ("double", 4, 6),
        ("double", 3, 6),
        ("boards", 4, 7),
        ("round_robin", 1, 7),
    ],
)
def test_number_of_rounds_follows_from_the_players(form, size, rounds):
    assert rounds_of(Section(format=form, rounds=7), size) == rounds


def test_rounds_are_every_other_week_if_that_fits():
    of = Tournament(start_date=date(2026, 5, 4), end_date=date(2026, 6, 5))

    assert default_dates(Section(tournament=of, rounds=3)) == [
        date(2026, 5, 4),
        date(2026, 5, 18),
        date(2026, 6, 1),
    ]


@pytest.mark.parametrize(
    ("days", "rounds", "of_each_day"),
    [(2, 7, [4, 3]), (3, 7, [3, 2, 2]), (7, 7, [1] * 7), (1, 5, [5]), (1, 1, [1])],
)
def test_more_rounds_than_days_are_spread_evenly(days, rounds, of_each_day):
    first = date(2026, 5, 4)
    last = first + timedelta(days=days - 1)
    of = Tournament(start_date=first, end_date=last)
    dates = default_dates(Section(tournament=of, rounds=rounds))
    assert [
        dates.count(first + timedelta(days=day)) for day in range(days)
    ] == of_each_day
    assert dates == sorted(dates)


def test_single_round_is_played_on_the_first_day():
    of = Tournament(start_date=date(2026, 5, 4), end_date=date(2026, 6, 5))

    assert default_dates(Section(tournament=of, rounds=1)) == [date(2026, 5, 4)]


def test_start_with_only_a_bye_can_be_undone():
    group = started(size=3, format="boards", rounds=1)
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())

    assert undo_start(group.pk, acting=acting()).started_at is None


def test_rounds_have_days_from_the_first_to_the_last():
    group = started(size=4)
    first, last = date(2026, 5, 4), date(2026, 5, 25)

    set_round_dates(group.pk, [first, last, last], acting=acting())

    assert days_of(group) == [first, last, last]
    late = [first, last, date(2026, 5, 26)]
    assert refusal_code(set_round_dates, group.pk, late) == "date_outside"
    assert refusal_code(set_round_dates, section().pk, [first]) == "not_started"


def test_start_records_its_time_and_does_not_start_other_sections():
    made, by = tournament(), acting()
    group, other = section(made), section(made, name="B")
    entered(group, member(), member())

    start_section(group.pk, acting=by)

    made.refresh_from_db()
    group.refresh_from_db()
    other.refresh_from_db()
    assert (group.started_at, other.started_at, made.state) == (by.at, None, "running")
    assert refusal_code(undo_start, other.pk) == "not_started"


FALLING = [date(2026, 5, 4), date(2026, 5, 18), date(2026, 5, 11)]


def test_round_dated_before_the_one_from_which_it_is_paired_is_refused():
    group = section(format="boards", rounds=3)
    entered(group, member(), member())
    assert refusal_code(start_section, group.pk, round_dates=FALLING) == "dates_fall"

    start_section(group.pk, acting=acting())
    before = days_of(group)
    assert refusal_code(set_round_dates, group.pk, FALLING) == "dates_fall"
    assert days_of(group) == before


def test_round_drawn_beforehand_may_be_postponed_behind_the_next():
    group = started(size=4)
    set_round_dates(group.pk, FALLING, acting=acting())
    assert days_of(group) == FALLING


def test_first_round_dated_before_its_predecessor_is_found():
    assert first_date_out_of_order(FALLING) == 3
    assert first_date_out_of_order([FALLING[0], FALLING[0], FALLING[2]]) is None
    assert first_date_out_of_order([]) is None

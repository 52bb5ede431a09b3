import threading
from datetime import UTC, date, datetime

import pytest
from django.db import connection

from federation.domain.authorship import ActionContext
from tests.factories import UserFactory, acting, member
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    board,
    entered,
    played,
    result,
    section,
    started,
    submitted,
)
from tournaments.domain.refusals import ResultConflict
from tournaments.domain.results import (
    ResultWish,
    enter_result,
    enter_results,
    withdraw_entry,
)
from tournaments.domain.rounds.boards import set_boards
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


def at(day: date) -> ActionContext:
    return ActionContext(
        UserFactory().pk, datetime(day.year, day.month, day.day, 18, tzinfo=UTC)
    )


def test_result_is_written_with_author_and_time():
    one, by = board(started(size=2), 1, 2), acting()

    written = enter_result(one.pk, "1-0", 0, acting=by)

    written.refresh_from_db()
    assert (written.result, written.version) == ("1-0", 1)
    assert (written.changed_by_id, written.changed_at) == (by.user_id, by.at)


def test_conflicting_result_of_a_second_user_is_not_written():
    one = board(started(size=2), 1, 2)
    enter_result(one.pk, "1-0", 0, acting=acting(UserFactory(name="Ann")))

    with pytest.raises(ResultConflict) as conflict:
        enter_result(one.pk, "0-1", 0, acting=acting())

    assert conflict.value.wanted == "0-1"
    assert (conflict.value.current.result, conflict.value.current.version) == ("1-0", 1)
    assert conflict.value.current.changed_by == "Ann"


def test_sending_the_current_result_again_is_no_conflict():
    one = board(started(size=2), 1, 2)
    enter_result(one.pk, "1-0", 0, acting=acting())

    assert enter_result(one.pk, "1-0", 0, acting=acting()).version == 1


def test_boards_are_written_together_and_only_the_changed_one_conflicts():
    group = started(size=3)
    first, second, third = group.pairings.in_order()
    result(second, "1/2")

    written = enter_results(
        group.pk,
        [ResultWish(first.pk, "1-0", 0), ResultWish(second.pk, "0-1", 0)],
        acting=acting(),
    )

    assert [one.pk for one in written.boards] == [first.pk]
    assert [one.pairing_id for one in written.conflicts] == [second.pk]
    results = dict(Pairing.objects.values_list("pk", "result"))
    assert results == {first.pk: "1-0", second.pk: "1/2", third.pk: ""}


@pytest.mark.parametrize("text", ["2-0", "bye", "1–0", "x" * 99])
def test_invalid_result_of_a_game_is_refused(text):
    one = board(started(size=2), 1, 2)

    assert refusal_code(enter_result, one.pk, text, 0) == "result"


def test_bye_cannot_be_changed():
    group = started(size=3, format="boards", rounds=1)
    bye = set_boards(group.pk, 1, [(1, None)], acting=acting())[0]

    assert refusal_code(enter_result, bye.pk, "1-0", 0) == "result"


def test_results_are_entered_only_while_the_tournament_is_running():
    group = played(started(size=2))
    submitted(group)

    assert refusal_code(enter_result, group.pairings.get().pk, "1-0", 1) == "state"


def test_adjourned_game_is_finished_on_the_day_it_is_entered():
    one = board(started(size=2), 1, 2)
    enter_result(one.pk, "adjourned", 0, acting=at(date(2026, 5, 4)))

    finished = enter_result(one.pk, "1-0", 1, acting=at(date(2026, 5, 11)))

    assert finished.finished_date == date(2026, 5, 11)


def test_adjourned_game_with_a_result_on_the_same_day_is_not_resumed():
    one = board(started(size=2), 1, 2)
    enter_result(one.pk, "adjourned", 0, acting=at(date(2026, 5, 11)))

    assert (
        enter_result(one.pk, "1-0", 1, acting=at(date(2026, 5, 11))).finished_date
        is None
    )


def test_game_played_before_its_round_is_dated_on_the_day_it_is_entered():
    group = started(size=4)
    last = group.pairings.get(round=3, board=1)

    early = enter_result(last.pk, "1-0", 0, acting=at(date(2026, 5, 6)))
    assert early.finished_date == date(2026, 5, 6)

    absent = enter_result(last.pk, "+-", 1, acting=at(date(2026, 5, 6)))
    assert absent.finished_date is None


def test_day_of_a_resumed_game_can_be_given():
    one = board(started(size=2), 1, 2)

    finished = result(one, "1-0", finished_date=date(2026, 5, 20))
    assert finished.finished_date == date(2026, 5, 20)

    assert result(one, "").finished_date is None


def test_day_is_removed_if_cleared_and_kept_if_not_given():
    one = board(started(size=2), 1, 2)
    result(one, "1-0", finished_date=date(2026, 5, 20))

    assert result(one, "0-1").finished_date == date(2026, 5, 20)
    assert result(one, "0-1", clears_day=True).finished_date is None


def test_day_of_an_adjourned_game_can_be_given_before_its_result():
    one = board(started(size=2), 1, 2)
    enter_result(one.pk, "adjourned", 0, acting=at(date(2026, 5, 4)))
    resumed = date(2026, 5, 9)
    enter_result(
        one.pk, "adjourned", 1, finished_date=resumed, acting=at(date(2026, 5, 11))
    )

    finished = enter_result(one.pk, "1-0", 2, acting=at(date(2026, 5, 11)))

    assert finished.finished_date == resumed


@pytest.mark.parametrize(
    "day_facts", [{"finished_date": date(2026, 5, 21)}, {"clears_day": True}]
)
def test_same_result_with_another_day_conflicts(day_facts):
    one = board(started(size=2), 1, 2)
    enter_result(one.pk, "1-0", 0, acting=acting(), finished_date=date(2026, 5, 20))

    with pytest.raises(ResultConflict) as conflict:
        enter_result(one.pk, "1-0", 0, acting=acting(), **day_facts)

    assert conflict.value.current.finished_date == date(2026, 5, 20)
    again = {"finished_date": date(2026, 5, 20)}
    assert enter_result(one.pk, "1-0", 0, acting=acting(), **again).version == 1


def test_player_withdraws_and_returns():
    group = started(size=4)
    entry = group.entries.first()

    assert withdraw_entry(entry.pk, 1, acting=acting()).withdrawn_after == 1
    assert withdraw_entry(entry.pk, None, acting=acting()).withdrawn_after is None
    assert refusal_code(withdraw_entry, entry.pk, 4) == "round"


@pytest.mark.django_db(transaction=True)
def test_concurrent_results_of_a_board_let_one_conflict():
    one = board(started(size=2), 1, 2)
    users = [UserFactory(), UserFactory()]
    answers: list[str] = []
    together = threading.Barrier(2)

    def write(text: str, user) -> None:
        together.wait()
        try:
            enter_result(one.pk, text, 0, acting=acting(user))
            answers.append("written")
        except ResultConflict:
            answers.append("conflict")
        finally:
            connection.close()

    writers = [
        threading.Thread(target=write, args=(text, user))
        for text, user in zip(("1-0", "0-1"), users, strict=True)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert sorted(answers) == ["conflict", "written"]
    assert Pairing.objects.get(pk=one.pk).version == 1


def test_board_of_another_section_is_not_written():
    group, other = started(size=2), started(size=2)
    stranger = other.pairings.get()
    wishes = [ResultWish(stranger.pk, "1-0", stranger.version)]

    assert refusal_code(enter_results, group.pk, wishes) == "gone"
    stranger.refresh_from_db()
    assert stranger.result == ""


def test_boards_written_together_are_one_version_of_the_tournament():
    group = started(size=3)
    wishes = [ResultWish(each.pk, "1/2", each.version) for each in group.pairings.all()]

    def version():
        group.tournament.refresh_from_db()
        return group.tournament.version

    before = version()
    enter_results(group.pk, wishes, acting=acting())
    enter_results(group.pk, wishes, acting=acting())

    assert version() == before + 1


def test_withdrawal_is_between_the_first_round_and_the_last():
    group = started(size=4)
    entry = group.entries.first()

    assert withdraw_entry(entry.pk, 3, acting=acting()).withdrawn_after == 3
    assert withdraw_entry(entry.pk, 0, acting=acting()).withdrawn_after == 0
    assert refusal_code(withdraw_entry, entry.pk, -1) == "round"


def test_withdrawal_before_the_start_is_refused():
    running = started(size=2).tournament
    (entry,) = entered(section(running, name="B"), member())

    assert refusal_code(withdraw_entry, entry.pk, 0) == "not_started"


def test_unplayed_game_has_no_day():
    one = board(started(size=2), 1, 2)

    lost = result(one, "-+", finished_date=date(2026, 5, 20))

    assert (lost.result, lost.finished_date) == ("-+", None)


def test_game_resumed_late_in_the_evening_is_dated_by_the_local_day():
    # The office uses Swedish time: 22.30 UTC in May is half past midnight.
    one = board(started(size=2), 1, 2)
    enter_result(one.pk, "adjourned", 0, acting=at(date(2026, 5, 4)))
    night = datetime(2026, 5, 11, 22, 30, tzinfo=UTC)

    finished = enter_result(
        one.pk, "1-0", 1, acting=ActionContext(UserFactory().pk, night)
    )

    assert finished.finished_date == date(2026, 5, 12)


def test_game_on_the_day_of_its_round_has_no_day_of_its_own():
    # The second of three rounds is that of 11 May.
    group = started(size=4)
    second = group.pairings.get(round=2, board=1)

    entered_then = enter_result(second.pk, "1-0", 0, acting=at(date(2026, 5, 11)))

    assert entered_then.finished_date is None


def test_game_postponed_after_it_was_adjourned_keeps_the_given_day():
    one = board(started(size=2), 1, 2)
    result(one, "adjourned", finished_date=date(2026, 5, 20))

    assert result(one, "postponed").finished_date == date(2026, 5, 20)


def test_board_with_the_wished_result_is_among_those_written():
    group = started(size=3)
    first, second, _third = group.pairings.in_order()
    result(first, "1/2")
    wishes = [ResultWish(first.pk, "1/2", 0), ResultWish(second.pk, "1-0", 0)]

    written = enter_results(group.pk, wishes, acting=acting())

    assert [each.pk for each in written.boards] == [first.pk, second.pk]
    assert written.conflicts == ()
    first.refresh_from_db()
    assert first.version == 1


def test_boards_written_together_record_author_and_time():
    group, by = started(size=3), acting()
    wishes = [ResultWish(each.pk, "1/2", 0) for each in group.pairings.all()]

    enter_results(group.pk, wishes, acting=by)

    result_rows = group.pairings.values_list(
        "result", "version", "changed_by", "changed_at"
    )
    assert set(result_rows) == {("1/2", 1, by.user_id, by.at)}


def test_invalid_result_on_one_board_stops_all():
    group = started(size=3)
    first, second, _third = group.pairings.in_order()
    wishes = [ResultWish(first.pk, "1-0", 0), ResultWish(second.pk, "2-0", 0)]

    assert refusal_code(enter_results, group.pk, wishes) == "result"
    assert set(group.pairings.values_list("result", flat=True)) == {""}


def test_game_of_a_round_robin_after_a_player_left_can_only_be_lost_without_play():
    group = started(size=4)
    later = group.pairings.filter(round=3).in_order().first()
    withdraw_entry(later.white_id, 1, acting=acting())

    for text in ("1-0", "1/2", "+-", "0-1 adj", "0-1 unr", "both-one"):
        assert refusal_code(enter_result, later.pk, text, 0) == "has_left_before"
    wishes = [ResultWish(later.pk, "1-0", 0)]
    assert refusal_code(enter_results, group.pk, wishes) == "has_left_before"

    assert enter_result(later.pk, "-+", 0, acting=acting()).version == 1


def test_game_played_in_advance_by_somebody_who_left_can_be_corrected():
    group = started(size=4)
    later = group.pairings.filter(round=3).in_order().first()
    result(later, "1-0")
    withdraw_entry(later.black_id, 1, acting=acting())

    assert enter_result(later.pk, "1/2", 1, acting=acting()).version == 2


def test_player_who_plays_on_anyway_gets_results_again():
    group = started(size=4)
    later = group.pairings.filter(round=3).in_order().first()
    withdraw_entry(later.white_id, 1, acting=acting())
    withdraw_entry(later.white_id, None, acting=acting())

    assert enter_result(later.pk, "1-0", 0, acting=acting()).version == 1

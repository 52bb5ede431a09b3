"""A latecomer to a round robin takes the free number; the tables are FIDE's."""

from datetime import datetime, timedelta

import pytest

from federation.domain.authorship import ActionContext
from tests.factories import NOON, UserFactory, acting, member
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import board, result, section, started
from tournaments.domain.entering import enter_player, enter_players
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.starting import undo_start_blocker
from tournaments.queries.section_results import read_section_results
from tournaments.rules.berger import schedule_double_round_robin, schedule_round_robin

pytestmark = pytest.mark.django_db
SCHEDULES = {
    "round_robin": schedule_round_robin,
    "double": schedule_double_round_robin,
}


def boards_drawn(group):
    """Return the boards as (round, number of White, number of Black)."""
    return {
        (each.round, each.white.pairing_number, each.black.pairing_number)
        for each in group.pairings.select_related("white", "black")
    }


def table(size, schedule=schedule_round_robin):
    return {
        (planned.number, white, black)
        for planned in schedule(size)
        for white, black in planned.boards
    }


def noon_of(group, number):
    return datetime.combine(group.round_days.get(number=number).date, NOON.timetz())


def late(group, at=NOON):
    return enter_player(
        group.pk, member().pk, acting=ActionContext(UserFactory().pk, at)
    )


@pytest.mark.parametrize("size", [3, 5, 9])
@pytest.mark.parametrize("kind", SCHEDULES)
def test_boards_follow_the_table_with_one_player_more(size, kind):
    group = started(section(format=kind), size=size)
    before = boards_drawn(group)

    entry = late(group)

    assert entry.pairing_number == size + 1
    assert before < boards_drawn(group)
    assert boards_drawn(group) == table(size + 1, SCHEDULES[kind])
    boards = group.pairings.values_list("round", "board")
    assert len(set(boards)) == len(boards)


def test_latecomer_gets_a_rating_and_a_place_in_the_table_at_once():
    group = started(size=3)
    entry = enter_player(group.pk, member(birth_year=2016).pk, acting=acting())
    assert entry.rating == 1000.0
    group.refresh_from_db()
    assert len(read_section_results(group).standings) == 4


def test_games_of_rounds_that_have_begun_are_postponed():
    group = started(size=5)
    first = group.pairings.filter(round=1).first()
    result(first, "1-0")
    entry = late(group, at=noon_of(group, 1))
    others = group.entries.exclude(pk=entry.pk)
    results = {
        each.round: each.result
        for each in group.pairings.filter(white=entry)
        | group.pairings.filter(black=entry)
    }
    assert others.count() == 5
    assert results == {1: "postponed", 2: "", 3: "", 4: "", 5: ""}


def test_round_of_a_past_day_has_begun():
    group = started(size=5)
    entry = late(group, at=noon_of(group, 2) + timedelta(days=1))
    postponed = group.pairings.filter(result="postponed")
    assert sorted(postponed.values_list("round", flat=True)) == [1, 2]
    assert entry.section_id == group.pk


def test_round_of_today_without_a_result_has_not_begun():
    group = started(size=5)
    late(group, at=noon_of(group, 2))
    postponed = group.pairings.filter(result="postponed")
    assert list(postponed.values_list("round", flat=True)) == [1]


def test_one_of_two_players_cannot_be_removed_from_a_drawn_section():
    group = started(size=2)
    assert refusal_code(remove_entry, group.entries.in_order().last().pk) == "started"


def test_second_latecomer_is_refused():
    group = started(size=3)
    two = [member().pk, member().pk]
    assert refusal_code(enter_players, group.pk, two) == "started"
    late(group)
    assert refusal_code(enter_player, group.pk, member().pk) == "started"
    assert len(boards_drawn(group)) == 6


def test_latecomer_without_a_result_can_be_removed():
    group = started(size=3)
    before = boards_drawn(group)
    entry = late(group)
    assert refusal_code(remove_entry, group.entries.first().pk) == "started"

    remove_entry(entry.pk, acting=acting())

    assert boards_drawn(group) == before
    assert group.entries.count() == 3


def test_latecomer_who_has_played_cannot_be_removed():
    group = started(size=3)
    entry = late(group)
    result(
        board(group, 4, group.pairings.filter(white=entry)[0].black.pairing_number),
        "1-0",
    )
    assert refusal_code(remove_entry, entry.pk) == "started"


def test_latecomer_is_refused_if_the_rounds_do_not_follow_the_tables():
    group = started(size=3)
    for before, after in ((1, 13), (2, 1), (13, 2)):
        group.pairings.filter(round=before).update(round=after)
    assert refusal_code(enter_player, group.pk, member().pk) == "started"


def test_start_can_be_undone_with_a_latecomer_whose_games_are_postponed():
    group = started(size=3)
    late(group)
    assert undo_start_blocker(group) == ""

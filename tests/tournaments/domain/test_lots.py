"""The drawing of lots: `tournaments.domain.lots`."""

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOON, UserFactory, acting, member
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import board, entered, result, section, started
from tournaments.domain.entering import renumber_entries
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.lots import draw_numbers, draw_section_lots
from tournaments.domain.starting import start_section
from tournaments.models import Section
from tournaments.queries.entries.drawn_numbers import follows_lots
from tournaments.queries.section_results import read_section_results
from tournaments.rules.tiebreaks.lots import draw_lots, lot_of

pytestmark = pytest.mark.django_db


def drawn_games(size=3, tie_breaks=("wins", "lots")):
    group = started(size=size, tie_breaks=tie_breaks)
    for pairing in group.pairings.all():
        result(pairing, "1/2")
    return group


def places(group):
    group.refresh_from_db()
    return [
        (row.first_place, row.last_place)
        for row in read_section_results(group).standings
    ]


def test_seed_of_lots_is_kept_with_drawer_and_time_and_determines_the_lots():
    group = drawn_games()
    user = UserFactory()
    assert places(group) == [(1, 3), (1, 3), (1, 3)]

    made = draw_section_lots(group.pk, acting=acting(user))

    assert places(group) == [(1, 1), (2, 2), (3, 3)]
    assert (made.lots_drawn_at, made.lots_drawn_by) == (NOON, user)
    rows = read_section_results(Section.objects.get(pk=group.pk)).standings
    numbers = [group.entries.get(pk=row.entry).pairing_number for row in rows]
    assert numbers == list(draw_lots(made.lots_seed, [1, 2, 3]))
    assert numbers == sorted([1, 2, 3], key=lambda n: lot_of(made.lots_seed, n))


def test_lots_are_drawn_once():
    group = drawn_games()
    first = draw_section_lots(group.pk, acting=acting()).lots_seed

    assert refusal_code(draw_section_lots, group.pk) == "lots_drawn"
    group.refresh_from_db()
    assert group.lots_seed == first


def test_lots_are_refused_before_the_end_or_if_no_player_needs_them():
    unfinished = started(size=3, tie_breaks=("lots",))
    assert refusal_code(draw_section_lots, unfinished.pk) == "no_lots"
    without = drawn_games(tie_breaks=("wins",))
    assert refusal_code(draw_section_lots, without.pk) == "no_lots"
    decided = started(size=2, tie_breaks=("lots",))
    result(board(decided, 1, 2), "1-0")
    assert refusal_code(draw_section_lots, decided.pk) == "no_lots"


def test_database_refuses_a_seed_of_lots_without_its_drawer():
    group = drawn_games()
    refused = pytest.raises(IntegrityError, match="section_lots_with_their_drawer")
    with refused, transaction.atomic():
        Section.objects.filter(pk=group.pk).update(lots_seed="x")


def swiss(size=5):
    group = section(format="boards", rounds=3, pairing_system="monrad")
    entered(group, *(member() for _ in range(size)))
    return group


def in_order(group):
    return list(group.entries.in_order().values_list("pk", flat=True))


def test_seed_of_numbers_is_kept_with_drawer_and_time_and_determines_the_numbers():
    group, user = swiss(), UserFactory()
    before = in_order(group)

    made = draw_numbers(group.pk, acting=acting(user))

    drawn = draw_lots(made.numbers_seed, [1, 2, 3, 4, 5])
    assert in_order(group) == [before[number - 1] for number in drawn]
    lots = group.entries.in_order().values_list("lot_number", flat=True)
    assert tuple(lots) == drawn
    made.refresh_from_db()
    assert (made.numbers_drawn_at, made.numbers_drawn_by) == (NOON, user)
    assert made.number_draws == 1


def test_numbers_can_be_drawn_again_until_the_start_and_drawings_are_counted():
    group = swiss()
    first = draw_numbers(group.pk, acting=acting()).numbers_seed
    again = draw_numbers(group.pk, acting=acting())
    assert (again.number_draws, again.numbers_seed == first) == (2, False)

    start_section(group.pk, acting=acting())
    assert refusal_code(draw_numbers, group.pk) == "started"


def test_numbers_by_rating_are_no_longer_by_lot():
    group = swiss()
    draw_numbers(group.pk, acting=acting())

    renumber_entries(group.pk, in_order(group), acting=acting())

    group.refresh_from_db()
    facts = (group.numbers_seed, group.numbers_drawn_at, group.numbers_drawn_by)
    assert (*facts, group.number_draws) == ("", None, None, 1)
    assert set(group.entries.values_list("lot_number", flat=True)) == {None}


def test_numbers_follow_the_lots_after_entries_and_removals_but_not_after_a_move():
    group = swiss()
    draw_numbers(group.pk, acting=acting())
    remove_entry(in_order(group)[1], acting=acting())
    entered(group, member())
    group.refresh_from_db()
    assert follows_lots(group, list(group.entries.in_order()))

    one, other, *rest = in_order(group)
    renumber_entries(group.pk, [other, one, *rest], acting=acting(), keeps_lots=True)
    group.refresh_from_db()
    assert not follows_lots(group, list(group.entries.in_order()))


def test_database_refuses_a_seed_of_numbers_without_its_drawer():
    group = swiss()
    refused = pytest.raises(IntegrityError, match="section_numbers_with_their_drawer")
    with refused, transaction.atomic():
        Section.objects.filter(pk=group.pk).update(numbers_seed="x")

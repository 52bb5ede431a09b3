"""Pools with their editions, and what a change would do: `ratings.editions.queries`."""

from datetime import date, timedelta

import pytest

from ratings.editions.domain.edition_proposals import propose_edition, reject_edition
from ratings.editions.domain.policy_proposals import propose_policy
from ratings.editions.queries.editions import (
    converted_ratings,
    editions_of,
    pools_in_office,
    preview_conversion,
    preview_edition,
)
from ratings.ledger.domain.editions import EditionDraft
from ratings.models import CurrentRating, Edition
from ratings.pools.domain.pools import create_pool
from ratings.rules.conversion import FIDE_2024, Conversion
from tests.factories import NOON, PlayerFactory, acting, chess_pool, line
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    published,
    rulebook_game,
)

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SEPTEMBER, JANUARY = date(2026, 9, 1), date(2027, 1, 1)
HALVES = {"halving_from": 2000}


def opened(code="other", system="elo"):
    return create_pool(
        code=code,
        name=code.title(),
        system=system,
        parameters={},
        from_date=date(2020, 1, 1),
    )


def edition(day, system="ssf_2008", parameters=None):
    return Edition.objects.create(
        pool=chess_pool(), from_date=day, system=system, parameters=parameters or {}
    )


def draft(pool=None, day=JANUARY, **facts):
    values = {"system": "ssf_2008", "parameters": HALVES, "reason": "x", **facts}
    pool_id = (pool or chess_pool()).pk
    return EditionDraft(pool_id=pool_id, from_date=day, conversion=None, **values)


def test_editions_are_listed_newest_first_each_ending_before_the_next():
    opened()
    second, third = edition(SEPTEMBER), edition(JANUARY, parameters=HALVES)

    editions = editions_of(chess_pool().pk)

    assert [(each.edition, each.until) for each in editions[:2]] == [
        (third, None),
        (second, JANUARY - DAY),
    ]
    assert [each.until for each in editions[2:]] == [SEPTEMBER - DAY]
    assert [each.is_first for each in editions] == [False, False, True]
    assert [[number.name for number in each.numbers] for each in editions] == [
        ["halving_from"],
        [],
        [],
    ]


def test_edition_has_lists_if_a_list_covers_one_of_its_days():
    rulebook_game()
    edition(date(2026, 5, 1))
    published(SPRING)

    assert [each.made_lists for each in editions_of(chess_pool().pk)] == [False, True]


def test_list_of_another_pool_does_not_count_for_an_edition():
    rulebook_game()
    published(SPRING)

    assert [each.made_lists for each in editions_of(opened().pk)] == [False]


def test_pool_shows_current_system_and_its_first_day():
    first = editions_of(chess_pool().pk)[0].edition.from_date
    edition(SEPTEMBER, "elo")

    days = [
        pools_in_office(day).get(code="chess-long")
        for day in (
            SEPTEMBER - DAY,
            SEPTEMBER,
        )
    ]

    assert [(each.system, each.first_day) for each in days] == [
        ("ssf_2008", first),
        ("elo", first),
    ]


def test_waiting_proposals_are_counted_by_pool():
    other = opened("other", "ssf_2008")
    propose_edition(draft(), acting=acting())
    rejected = propose_edition(draft(day=date(2027, 5, 1)), acting=acting())
    reject_edition(rejected.pk, answer="no", acting=acting())
    for pool in (chess_pool(), other):
        propose_policy(pool.pk, carries=True, reason="x", acting=acting())

    waiting = {pool.code: pool.waiting for pool in pools_in_office(NOON.date())}

    assert waiting == {"chess-long": 2, "other": 1}


def test_change_is_shown_between_previous_and_next_edition():
    second, third = edition(SEPTEMBER, parameters=HALVES), edition(JANUARY, "elo")
    day = date(2026, 9, 2)

    shown = preview_edition(chess_pool().pk, day, "ssf_2008", {"halving_from": 1900})

    assert (shown.before, shown.after) == (second, third)
    assert [(each.name, each.before, each.after) for each in shown.changes] == [
        ("halving_from", 2000, 1900)
    ]


def test_games_are_rerated_from_the_editions_first_period():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER))

    days = (date(2026, 4, 30), date(2026, 5, 1), SEPTEMBER)
    again = [
        preview_edition(chess_pool().pk, day, "ssf_2008", HALVES).again_from
        for day in days
    ]

    assert again == [date(2026, 1, 1), date(2026, 5, 1), None]


# --- what a conversion would do -----------------------------------------------------------
def rated(rating, pool=None):
    player = PlayerFactory()
    CurrentRating.objects.create(
        pool_id=(pool or chess_pool()).pk,
        player_id=player.pk,
        rating=rating,
        base=rating,
        games=0,
        ended_on=SPRING,
    )
    return player.pk


def test_conversion_preview_counts_all_players_of_the_pool():
    for rating in (1500, 1500, 1900, 2000, 2100):
        rated(rating)
    rated(1000, opened())

    shown = preview_conversion(chess_pool().pk, FIDE_2024)

    assert (shown.players, shown.raised, shown.lowered, shown.unmoved) == (5, 3, 0, 2)
    # 0.6 · 1500 + 800 = 1700 and 0.6 · 1900 + 800 = 1940.
    assert (shown.mean_before, shown.mean_after) == (1800, 1888)
    assert (shown.lowest, shown.highest) == ((1500, 1700), (2100, 2100))


def test_conversion_preview_lists_largest_absolute_changes_first():
    up, down, little = rated(1000), rated(2000), rated(1500)
    still = rated(1700)
    table = Conversion(table=((1000, 1100), (1500, 1510), (1700, 1700), (2000, 1800)))

    shown = preview_conversion(chess_pool().pk, table)

    movers = [(each.player_id, each.change) for each in shown.movers]
    assert movers == [(down, -200), (up, 100), (little, 10)]
    assert still not in dict(movers)


def test_converted_ratings_are_listed_highest_first():
    low, high, equal = rated(1500), rated(2100), rated(1500)
    rated(1000, opened())

    chunks = list(converted_ratings(chess_pool().pk, FIDE_2024))

    found = [
        (each.player_id, each.before, each.after) for chunk in chunks for each in chunk
    ]
    assert found == [(high, 2100, 2100), (low, 1500, 1700), (equal, 1500, 1700)]


def test_change_of_system_shows_parameters_differing_from_the_defaults():
    edition(SEPTEMBER, parameters=HALVES)

    shown = preview_edition(chess_pool().pk, JANUARY, "elo", {"k_limit": 600})

    assert (shown.before.from_date, shown.same_system) == (SEPTEMBER, False)
    assert [(each.name, each.after) for each in shown.changes] == [("k_limit", 600)]
    again = preview_edition(chess_pool().pk, JANUARY, "ssf_2008", HALVES)
    assert (again.same_system, again.changes) == (True, ())


def test_change_before_the_first_edition_shows_all_parameters_as_new():
    shown = preview_edition(chess_pool().pk, date(1990, 1, 1), "ssf_2008", HALVES)

    first = Edition.objects.get(pool=chess_pool())
    assert (shown.before, shown.same_system, shown.after) == (None, False, first)
    assert [each.before for each in shown.changes] == [2200]


def test_preview_shows_four_periods_with_the_first_cut_if_needed():
    starts = {"period_starts": [[1, 1], [9, 1]]}

    shown = preview_edition(chess_pool().pk, date(2026, 10, 1), "ssf_2008", starts)

    assert shown.spans == (
        (date(2026, 10, 1), date(2026, 12, 31), True),
        (date(2027, 1, 1), date(2027, 8, 31), False),
        (date(2027, 9, 1), date(2027, 12, 31), False),
        (date(2028, 1, 1), date(2028, 8, 31), False),
    )


def test_unconverted_ratings_are_named_without_a_preview():
    for rating in (1500, 1500, 1900, 2100):
        rated(rating)

    shown = preview_conversion(chess_pool().pk, Conversion(table=((1900, 1910),)))

    assert (shown.players, shown.undefined) == (4, (1500, 2100))
    assert (shown.raised, shown.lowered, shown.mean_before, shown.mean_after) == (
        0,
        0,
        None,
        None,
    )
    assert (shown.lowest, shown.highest, shown.movers) == (None, None, ())


def test_conversion_of_a_pool_without_ratings_changes_none():
    rated(1500, opened())

    shown = preview_conversion(chess_pool().pk, FIDE_2024)

    assert (shown.players, shown.undefined, shown.mean_before) == (0, (), None)


def test_ten_largest_changes_are_shown_with_ties_ordered_by_player_number():
    equals = [rated(1000) for _ in range(8)]
    further = [rated(900) for _ in range(3)]
    table = Conversion(table=((900, 700), (1000, 1100)))

    shown = preview_conversion(chess_pool().pk, table)

    assert [each.player_id for each in shown.movers] == [*further, *equals[:7]]
    assert (shown.raised, shown.lowered, shown.turns_around) == (8, 3, False)


def test_order_reversing_conversion_is_reported():
    rated(1000)
    rated(900)
    table = Conversion(table=((900, 1200), (1000, 1100)))

    assert preview_conversion(chess_pool().pk, table).turns_around is True


def test_player_not_covered_by_a_conversion_has_no_new_rating():
    known, other = rated(1900), rated(1500)

    [chunk] = converted_ratings(chess_pool().pk, Conversion(table=((1900, 1910),)))

    assert [(each.player_id, each.before) for each in chunk] == [
        (known, 1900),
        (other, 1500),
    ]
    assert (chunk[0].after, chunk[1].after != chunk[1].after) == (1910, True)


def test_pools_are_listed_in_order_of_opening():
    opened("zebra")
    opened("alfa")

    assert [each.code for each in pools_in_office(NOON.date())] == [
        "chess-long", "zebra", "alfa",
    ]  # fmt: skip

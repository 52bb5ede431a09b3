"""Which system rates a pool on a day: `ratings.ledger.domain.editions`."""

from datetime import date

import pytest

from ratings.ledger.domain.editions import (
    EditionNotPossible,
    EditionsOfPool,
    NoEdition,
    SystemDays,
    edition_in_force,
    periods_held,
    refuse_approved,
)
from ratings.models import Approval, Edition, Period
from ratings.pools.domain.pools import create_pool
from ratings.rules.conversion import FIDE_2024
from tests.factories import NOON, UserFactory, chess_pool, line, member, posted
from tests.ratings.rating_lists import SPRING, period, published, rulebook_game
from tests.worlds import shared

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = date(2020, 1, 1), date(2024, 1, 1), date(2026, 1, 1)


@shared
def pool():
    """SSF's rating, then with another number, then Glicko-2 by a conversion."""
    made = create_pool(
        code="other", name="Other", system="ssf_2008", parameters={}, from_date=FIRST
    )
    made.editions.create(
        from_date=SECOND, system="ssf_2008", parameters={"halving_from": 2000}
    )
    made.editions.create(
        from_date=THIRD, system="glicko2", conversion=FIDE_2024.to_json()
    )
    return made


def test_edition_is_in_force_until_the_day_before_the_next(pool):
    days = (FIRST, date(2023, 12, 31), SECOND, date(2025, 12, 31), THIRD)
    in_force = [edition_in_force(pool.pk, day) for day in days]

    assert [each.system.name for each in in_force] == ["ssf_2008"] * 4 + ["glicko2"]
    numbers = [each.parameters.halving_from for each in in_force[:4]]
    assert numbers == [2200, 2200, 2000, 2000]
    with pytest.raises(NoEdition):
        edition_in_force(pool.pk, date(2019, 12, 31))


def test_all_editions_agree_with_single_look_ups_and_first_extends_backwards(
    pool,
):
    editions = EditionsOfPool.of(pool.pk)

    assert [day for day, _edition in editions.lines] == [FIRST, SECOND, THIRD]
    days = (date(2019, 1, 1), date(2023, 12, 31), SECOND, THIRD)
    in_force = [editions.in_force(day) for day in days]
    assert [each.system.name for each in in_force] == ["ssf_2008"] * 3 + ["glicko2"]
    assert [each.parameters.halving_from for each in in_force[:3]] == [2200, 2200, 2000]


def test_days_of_a_system_span_editions_that_change_only_parameters(pool):
    editions = EditionsOfPool.of(pool.pk)

    before, after = SystemDays(date.min, THIRD), SystemDays(THIRD, date.max)
    days = (FIRST, SECOND, date(2025, 12, 31), THIRD, date(2030, 1, 1))
    assert [editions.system_days(day) for day in days] == [before, before, before, after, after]  # fmt: skip


def test_returning_system_starts_new_days(pool):
    back = date(2028, 1, 1)
    pool.editions.create(from_date=back, system="ssf_2008")
    editions = EditionsOfPool.of(pool.pk)

    assert editions.system_days(THIRD) == SystemDays(THIRD, back)
    assert editions.system_days(back) == SystemDays(back, date.max)


def test_pool_is_exact_or_converting_if_any_of_its_editions_is(pool):
    assert EditionsOfPool.of(pool.pk).exact is True
    assert EditionsOfPool.of(pool.pk).conversions == ((THIRD, FIDE_2024),)
    assert EditionsOfPool.of(chess_pool().pk).exact is False
    assert EditionsOfPool.of(chess_pool().pk).conversions == ()


def test_conversion_of_the_first_edition_is_ignored(pool):
    pool.editions.filter(from_date=FIRST).update(conversion=FIDE_2024.to_json())

    assert EditionsOfPool.of(pool.pk).conversions == ((THIRD, FIDE_2024),)


def test_events_are_rated_as_a_whole_from_the_editions_first_day(pool):
    pool.editions.filter(from_date=THIRD).update(system="scrabble", conversion=None)

    units = EditionsOfPool.of(pool.pk).units()

    assert units == [
        (date.min, False), (FIRST, False), (SECOND, False), (THIRD, True),
    ]  # fmt: skip


def test_last_approved_day_includes_lists_built_and_lists_under_approval():
    adam, bertil, _report = rulebook_game()
    posted(line(adam, bertil, 1, date(2026, 6, 1)))
    published(SPRING)

    with pytest.raises(EditionNotPossible) as built:
        refuse_approved(chess_pool().pk, date(2026, 4, 30))
    refuse_approved(chess_pool().pk, date(2026, 5, 1))
    Approval.objects.create(
        period=period(date(2026, 6, 1)), moved=1, digest="x", by=UserFactory(), at=NOON
    )
    with pytest.raises(EditionNotPossible) as asked_for:
        refuse_approved(chess_pool().pk, date(2026, 4, 30))

    assert built.value.facts == {"last": date(2026, 4, 30)}
    assert asked_for.value.facts == {"last": date(2026, 8, 31)}


def test_periods_belong_to_an_edition_until_the_next_begins(pool):
    for day in (date(2025, 12, 1), date(2026, 2, 1), date(2026, 6, 1)):
        posted(line(member(), member(), 2, day))
    Edition.objects.create(
        pool=chess_pool(), from_date=date(2026, 5, 1), system="ssf_2008"
    )
    pool.editions.create(from_date=date(2026, 2, 1), system="ssf_2008")

    periods = periods_held(chess_pool().pk, date(2025, 12, 31))

    assert [each.start_date for each in periods] == [date(2025, 9, 1), THIRD]
    assert Period.objects.count() == 3

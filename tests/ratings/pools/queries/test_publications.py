"""The published lists of a pool: `ratings.pools.queries.publications`."""

from datetime import UTC, date, datetime

import pytest

from ratings.pools.queries.publications import Publication, PublishedLists

NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)


def publication(number, valid_from, revision=0):
    return Publication(
        pk=100 + number,
        pool_id=1,
        number=number,
        valid_from=valid_from,
        revision=revision,
        start_date=date(valid_from.year, 1, 1),
        end_date=valid_from,
        reconstructed=False,
        posting_number=number,
        listed=1,
        players=1,
        games=1,
        approved_by="Rut",
        approved_at=NOON,
        published_at=NOON,
        comment="",
        input_digest="",
    )


JANUARY = publication(1, date(2026, 1, 1))
MAY = publication(2, date(2026, 5, 1))
JANUARY_REVISED = publication(3, date(2026, 1, 1), 1)
SEPTEMBER = publication(4, date(2026, 9, 1))
PUBLISHED = PublishedLists((SEPTEMBER, MAY, JANUARY_REVISED, JANUARY))


def test_the_newest_is_the_one_valid_from_the_latest_day():
    assert PUBLISHED.newest is SEPTEMBER


def test_newest_is_none_without_published_lists():
    assert PublishedLists(()).newest is None


def test_a_list_is_found_by_its_number():
    assert (PUBLISHED.numbered(3), PUBLISHED.numbered(9)) == (JANUARY_REVISED, None)


def test_original_precedes_its_revisions():
    assert PUBLISHED.beside(JANUARY) == [JANUARY, JANUARY_REVISED]


@pytest.mark.parametrize(
    ("day", "lists"),
    [
        (date(2025, 12, 31), []),
        (date(2026, 1, 1), [JANUARY_REVISED, JANUARY]),
        (date(2026, 4, 30), [JANUARY_REVISED, JANUARY]),
        (date(2026, 5, 1), [MAY]),
    ],
)
def test_list_in_force_on_a_day_is_found(day, lists):
    assert PUBLISHED.valid_on(day) == lists


def test_previous_list_is_the_one_in_force_when_this_appeared():
    assert PUBLISHED.before(MAY) is JANUARY
    assert PUBLISHED.before(SEPTEMBER) is MAY
    assert PUBLISHED.before(JANUARY) is None


def test_course_up_to_a_list_ignores_later_revisions():
    assert PUBLISHED.course(MAY, date(2025, 1, 1)) == [JANUARY, MAY]
    assert PUBLISHED.course(SEPTEMBER, date(2025, 1, 1)) == [
        JANUARY_REVISED,
        MAY,
        SEPTEMBER,
    ]


def test_course_up_to_now_uses_the_latest_revisions():
    assert PUBLISHED.course(None, date(2026, 1, 1)) == [JANUARY_REVISED, MAY, SEPTEMBER]


def test_course_begins_on_the_requested_day():
    assert PUBLISHED.course(None, date(2026, 2, 1)) == [MAY, SEPTEMBER]

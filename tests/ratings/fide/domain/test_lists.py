"""FIDE's lists, imported by month."""

from datetime import date

import pytest
from django.db import DatabaseError, connection, transaction

from ratings.models import FideLine, FideList, FideRating
from tests.factories import PlayerFactory
from tests.ratings.fide_list import (
    NOVEMBER,
    OF_ONE_KIND,
    WOMAN,
    line,
    listed,
    taken,
    text,
    zipped,
)
from tests.refusals import refusal

pytestmark = pytest.mark.django_db
OCTOBER, DECEMBER = date(2026, 10, 1), date(2026, 12, 1)
ADA = line(1700101, "Ek, Ada", 2105, rapid=2080, title="WFM")
BO = line(1700102, "Al, Bo", 1900)
CY = line(1700103, "Asp, Cy")


def refused(content, **facts):
    why = refusal(taken, content, **facts)
    return why.code, why.facts


def stored_ratings():
    return list(
        FideRating.objects.order_by("list", "fide_id").values_list(
            "list__month", "fide_id", "standard", "rapid", "blitz"
        )
    )


def shown():
    return list(FideLine.objects.order_by("fide_id").values_list("fide_id", flat=True))


def test_own_players_are_stored_and_all_rated_players_can_be_looked_up():
    PlayerFactory(fide_id=1700101)
    PlayerFactory(fide_id=1700103)
    made = listed(ADA, BO, CY)
    assert (made.kind, made.month, made.revision) == ("all", NOVEMBER, 0)
    assert (made.lines, made.rated, made.kept, made.refused) == (3, 2, 2, 0)
    assert stored_ratings() == [
        (NOVEMBER, 1700101, 2105, 2080, None),
        (NOVEMBER, 1700103, None, None, None),
    ]
    assert shown() == [1700101, 1700102]
    ada = FideRating.objects.get(fide_id=1700101)
    assert (ada.name, ada.title, ada.birth_year) == ("Ek, Ada", "WFM", 1980)


def test_import_does_not_change_the_register():
    player = PlayerFactory(fide_id=1700101, fide_rating=1999, title="")
    listed(ADA)
    player.refresh_from_db()
    assert (player.fide_rating, player.title) == (1999, "")


def test_months_are_stored_separately_and_the_newest_is_looked_up():
    PlayerFactory(fide_id=1700101)
    listed(ADA, BO, month=OCTOBER)
    listed(line(1700101, "Ek, Ada", 2120), CY)
    assert stored_ratings() == [
        (OCTOBER, 1700101, 2105, 2080, None),
        (NOVEMBER, 1700101, 2120, None, None),
    ]
    assert shown() == [1700101]


def test_older_month_imported_late_does_not_become_the_newest():
    PlayerFactory(fide_id=1700101)
    listed(ADA, BO)
    listed(line(1700101, "Ek, Ada", 2000), month=OCTOBER)
    assert [row[:3] for row in stored_ratings()] == [
        (NOVEMBER, 1700101, 2105),
        (OCTOBER, 1700101, 2000),
    ]
    assert shown() == [1700101, 1700102]
    newest = FideList.objects.of_tempo("rapid").first()
    assert newest is not None
    assert newest.month == NOVEMBER


def test_the_same_file_is_recognised_zipped_or_not():
    first = taken(text(ADA))
    again = taken(zipped(text(ADA)), "players_list.zip")
    unasked = taken(text(ADA), month=None)
    assert [first.known, again.known, unasked.known] == [False, True, True]
    assert first.list == again.list == unasked.list
    assert FideList.objects.count() == 1


def test_same_file_for_another_month_is_refused():
    listed(ADA, month=OCTOBER)
    assert refused(text(ADA)) == ("known", {"month": "2026-10-01"})


def test_another_file_for_the_same_month_is_its_revision():
    PlayerFactory(fide_id=1700101)
    first, second = listed(ADA), listed(line(1700101, "Ek, Ada", 2111), BO)
    assert (first.revision, second.revision) == (0, 1)
    assert [row[2] for row in stored_ratings()] == [2105, 2111]
    assert FideList.objects.of_tempo("standard").first() == second


def test_player_listed_twice_is_left_out_and_reported():
    PlayerFactory(fide_id=1700101)
    found = taken(text(BO, ADA, CY, line(1700101, "Ek, Ada", 2199)))
    assert [tuple(fault) for fault in found.faults] == [(5, "twice", "1700101 (3)")]
    assert (found.list.rated, found.list.kept, found.list.refused) == (1, 0, 1)
    assert (stored_ratings(), shown()) == ([], [1700102])


def test_unreadable_line_does_not_stop_the_others():
    found = taken(text(ADA, line(5, "Alm, Di", "2x00"), BO))
    assert [tuple(fault) for fault in found.faults] == [(3, "rating", "2x00")]
    assert (found.list.lines, found.list.refused) == (2, 1)


def test_first_unreadable_lines_are_shown_and_all_are_counted(monkeypatch):
    monkeypatch.setattr("ratings.fide.formats.columns.AT_ONCE", 20)
    monkeypatch.setattr("ratings.fide.domain.lists.MOST_FAULTS", 2)
    lines = [line(n, f"Name{n}, A", 1500) for n in range(1, 301)]
    for place in (10, 30, 50):
        lines[place] = line(5, "Alm, Di", "2x00")
    found = taken(text(*lines))
    assert ([each[0] for each in found.faults], found.list.refused) == ([12, 32], 3)


def test_file_with_many_unreadable_lines_is_refused():
    wrong = [line(n, "Alm, Di", "2x00") for n in range(1, 4)]
    assert refused(text(ADA, *wrong)) == (
        "unreadable",
        {"count": 3, "line": 3, "text": "2x00"},
    )
    assert FideList.objects.count() == 0


def test_a_file_without_a_player_is_refused():
    assert refused(text())[0] == "no_players"


@pytest.mark.parametrize(
    ("month", "today", "code"),
    [
        (DECEMBER, date(2026, 11, 21), "future"),
        (DECEMBER, date(2026, 11, 28), None),
        (date(2031, 1, 1), date(2026, 11, 21), "future"),
        (date(1970, 12, 1), date(2026, 11, 21), "too_early"),
    ],
)
def test_list_is_accepted_in_the_last_days_of_the_previous_month(month, today, code):
    if code is None:
        assert taken(text(ADA), month=month, today=today).list.month == month
    else:
        assert refused(text(ADA), month=month, today=today)[0] == code


def test_month_is_taken_from_the_file_or_is_the_current_one():
    one_kind = text(WOMAN, header=OF_ONE_KIND)
    name = "standard_rating_list.txt"
    assert taken(one_kind, name, month=None).list.month == OCTOBER
    assert taken(text(ADA), month=None).list.month == NOVEMBER


def test_file_naming_another_month_is_refused():
    one_kind = text(WOMAN, header=OF_ONE_KIND)
    assert refused(one_kind, name="standard_rating_list.txt") == (
        "other_month",
        {"month": "2026-11-01", "named": "2026-10-01"},
    )


def test_lists_of_single_kinds_are_stored_side_by_side():
    PlayerFactory(fide_id=4804929)
    one_kind = text(WOMAN, header=OF_ONE_KIND)
    standard = taken(one_kind, "standard_rating_list.txt", month=None).list
    rapid_line = WOMAN.replace("1876", "1801")
    rapid = taken(
        text(rapid_line, header=OF_ONE_KIND), "rapid_rating_list.txt", month=None
    ).list
    assert [(each.kind, each.revision) for each in (standard, rapid)] == [
        ("standard", 0),
        ("rapid", 0),
    ]
    assert FideList.objects.of_tempo("rapid").get() == rapid
    assert stored_ratings() == [
        (OCTOBER, 4804929, 1876, None, None),
        (OCTOBER, 4804929, None, 1801, None),
    ]
    assert shown() == [4804929, 4804929]


def test_list_much_smaller_than_the_previous_one_is_refused_as_truncated():
    listed(*(line(n, f"Name{n}, A", 1500) for n in range(1, 31)), month=OCTOBER)
    assert refused(text(ADA, BO)) == (
        "shrunk",
        {"lines": 2, "before": 30, "month": "2026-10-01"},
    )


def test_list_of_one_kind_is_not_compared_with_a_list_of_all():
    lines = (line(n, f"Name{n}, A", 1500) for n in range(1, 31))
    listed(*lines, month=date(2026, 9, 1))
    one_kind = text(WOMAN, header=OF_ONE_KIND)
    assert taken(one_kind, "standard_rating_list.txt", month=None).list.lines == 1


def test_list_is_accepted_five_but_not_six_days_before_its_month():
    assert taken(text(ADA), month=DECEMBER, today=date(2026, 11, 26)).list.lines == 1
    assert refused(text(BO), month=DECEMBER, today=date(2026, 11, 25))[0] == "future"


def test_stored_list_is_never_changed():
    PlayerFactory(fide_id=1700101)
    listed(ADA)
    for model in (FideList, FideRating):
        with (
            pytest.raises(DatabaseError, match="permission denied"),
            transaction.atomic(),
        ):
            model.objects.update(id=99)


def test_import_leaves_no_state_on_the_connection():
    listed(ADA)
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('pg_temp.fide_read')")
        assert cursor.fetchone() == (None,)


def test_progress_is_reported_in_bytes_and_lines(monkeypatch):
    monkeypatch.setattr("ratings.fide.formats.columns.AT_ONCE", 2)
    calls = []
    content = text(ADA, BO, CY)
    taken(content, progress=lambda *figures: calls.append(figures))
    assert calls == [(492, 656, 2), (656, 656, 3)]
    assert len(content) == 656


def test_the_first_month_that_has_a_list_is_january_1971():
    first = date(1971, 1, 1)
    assert taken(text(ADA), month=first).list.month == first


def test_list_of_a_tenth_of_the_previous_size_is_accepted():
    listed(*(line(n, f"Name{n}, A", 1500) for n in range(1, 31)), month=OCTOBER)
    assert taken(text(ADA, BO, CY)).list.lines == 3


def test_list_is_compared_with_the_one_before_it_not_with_a_later_one():
    listed(*(line(n, f"Name{n}, A", 1500) for n in range(1, 31)), month=NOVEMBER)
    listed(ADA, BO, month=date(2026, 9, 1))
    assert taken(text(CY), month=OCTOBER).list.lines == 1


def test_two_unreadable_lines_of_a_few_are_refused():
    wrong = [line(n, "Alm, Di", "2x00") for n in (5, 6)]
    assert refused(text(ADA, BO, *wrong))[0] == "unreadable"

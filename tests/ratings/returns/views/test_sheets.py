"""The printed ranking protocol of a LASK season (LASK text, point 5), on the worked
ledger of the text: 1900, a win against 1850 (+14), a draw with 1970 (+3).
"""

from datetime import date

import pytest
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.enums import Visibility
from federation.models import Player
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import accept_report
from ratings.models import Edition, Pool, Report
from tests.factories import NOON, acting, chess_pool, line, member, posted
from tests.ratings.lask_pool import AUTUMN, SUMMER, WINTER, kept_by_lask, long
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import (
    accepted,
    decided,
    published,
    rated,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db


def sheet(client, player, year=2025):
    return client.get(f"/players/{player.pk}/seasons/{year}/")


@shared
def sven():
    """Sven of the worked ledger, with the periods open until the summer."""
    kept_by_lask()
    olle = rated(1850, first_name="Olle", last_name="Persson")
    per = rated(1970, first_name="Per", last_name="Olsson")
    sven = rated(1900, first_name="Sven", last_name="Andersson")
    posted(
        long(sven, olle, 2, date(2025, 9, 6)),
        long(per, sven, 1, date(2025, 9, 16)),
        line(sven, olle, 0, date(2025, 9, 17), minutes=60),
        long(sven, olle, 2, date(2025, 9, 18), played=False),
        name="KM",
    )
    return sven


def open_until(day):
    open_period_of_today(chess_pool(), today=day, acting=ActionContext(None, NOON))
    up_to_date()


def test_worked_ledger_of_the_text_is_printed(english, sven):
    up_to_date()
    assert rows(sheet(english, sven)) == [
        ["2025-09-01", "Base rating", "1900"],
        ["2025-09-06", "KM", "Olle Persson", "1850", "50", "1", "+14", "1914"],
        ["2025-09-16", "KM", "Per Olsson", "1970", "70", "½", "+3", "1917"],
    ]


def test_deduction_of_1_june_is_shown_before_the_new_base(english, sven):
    open_until(date(2026, 6, 15))
    # Two games in the season: 14 points (table 4).
    assert rows(sheet(english, sven))[3:] == [
        ["2025-11-01", "Base rating", "1917"],
        ["2026-01-01", "Base rating", "1917"],
        ["2026-03-01", "Base rating", "1917"],
        ["2026-06-01", "Deduction for too few games (6)", "−14", "1903"],
        ["2026-06-01", "Base rating", "1903"],
    ]


def test_inactive_player_can_fall_below_0_as_the_text_has_no_floor(english, sven):
    absent = rated(20)
    posted(long(sven, absent, 1, date(2025, 9, 20)), name="DM")
    open_until(date(2027, 9, 15))

    # The draw is 15 against 1880 more; then 20 points are taken for one game, and 27
    # for none (table 4).
    assert rows(sheet(english, absent, 2026)) == [
        ["2026-09-01", "Base rating", "15"],
        ["2026-11-01", "Base rating", "15"],
        ["2027-01-01", "Base rating", "15"],
        ["2027-03-01", "Base rating", "15"],
        ["2027-06-01", "Deduction for too few games (6)", "−27", "−12"],
        ["2027-06-01", "Base rating", "−12"],
        ["2027-09-01", "Base rating", "−12"],
    ]
    assert rows(sheet(english, absent, 2027)) == [["2027-09-01", "Base rating", "−12"]]


def test_decided_points_are_in_the_next_base_with_the_officer(as_officer, sven):
    decided(sven, 10, kind=DecisionKind.ADJUSTMENT, on=AUTUMN, reason="an old error")
    decided(sven, 2000, kind=DecisionKind.ASSESSED, on=WINTER, reason="far too low")
    open_until(date(2026, 3, 1))
    page = sheet(as_officer, sven)
    assert rows(page)[3:7] == [
        ["2025-11-01", "Decided points", "+10", "1927"],
        ["2025-11-01", "Base rating", "1927"],
        ["2026-01-01", "Base rating", "1927"],
        ["2026-03-01", "Rating set after assessment", "+73", "2000"],
    ]
    assert "far too low decided by Rut Rating" in text(page)
    assert "do not follow from each other" not in text(page)


def test_points_counted_late_are_not_called_decided(english, sven):
    Pool.objects.update(carries_from=0)
    for report in Report.objects.all():
        accept_report(report.pk, acting=acting())
    published(date(2025, 9, 6))
    accepted(long(sven, rated(1900), 2, date(2025, 9, 20)), source_number=5)
    decided(sven, 10, kind=DecisionKind.ADJUSTMENT, on=WINTER, reason="an old error")
    open_until(date(2026, 3, 1))
    page = sheet(english, sven)
    late = (
        "Counted late for 1 September 2025 – 31 October 2025, whose list stays as it is"
    )
    assert rows(page)[3:7] == [
        ["2025-11-01", "Base rating", "1917"],
        ["2026-01-01", late, "+16", "1933"],
        ["2026-01-01", "Base rating", "1933"],
        ["2026-03-01", "Decided points", "+10", "1943"],
    ]
    assert "do not follow from each other" not in text(page)


def test_tournament_counted_in_the_old_period_is_shown_there(english):
    kept_by_lask()
    one, other = rated(1900), rated(1900)
    posted(long(one, other, 2, date(2025, 11, 2), booked_on=date(2025, 10, 28)))
    open_until(date(2025, 12, 1))
    assert rows(sheet(english, one)) == [
        ["2025-09-01", "Base rating", "1900"],
        ["2025-10-31", "Club championship", str(other), "1900", "0", "1", "+16", "1916"],
        ["2025-11-01", "Base rating", "1916"],
    ]  # fmt: skip


def test_player_unrated_in_that_season_has_an_empty_protocol(english, sven):
    late = member()
    decided(late, 1500, on=SUMMER)
    up_to_date()
    assert "Nothing in this season" in text(sheet(english, late))


def test_hidden_opponent_is_not_named(english, sven):
    Player.objects.filter(last_name="Persson").update(visibility=Visibility.HIDDEN)
    up_to_date()
    assert rows(sheet(english, sven))[1][2] == "Hidden player"


def test_player_page_links_to_the_protocol(english, sven):
    up_to_date()
    page = english.get(f"/players/{sven.pk}/").content.decode()
    assert f'href="/players/{sven.pk}/seasons/2025/"' in page


@pytest.mark.parametrize("year", [2024, 2026, 999999999])
def test_unknown_season_gives_404(english, sven, year):
    up_to_date()
    assert sheet(english, sven, year).status_code == 404


def test_a_pool_of_another_system_has_no_protocol(english):
    player = rated(1900)
    posted(line(player, rated(1900), 2, AUTUMN))
    up_to_date()
    assert sheet(english, player).status_code == 404
    assert "seasons" not in english.get(f"/players/{player.pk}/").content.decode()


def test_hidden_player_has_no_protocol(english, sven):
    sven.visibility = Visibility.HIDDEN
    sven.save()
    up_to_date()
    assert sheet(english, sven).status_code == 404


@pytest.mark.parametrize("games", [1, 3])
def test_query_count_does_not_depend_on_number_of_games(
    english, games, django_assert_num_queries
):
    kept_by_lask()
    player = rated(1900)
    posted(*(long(player, rated(1900), 1, AUTUMN) for _game in range(games)))
    up_to_date()
    with django_assert_num_queries(18):
        sheet(english, player)


def test_other_seasons_are_offered_newest_first(english, sven):
    open_until(date(2027, 9, 15))

    found = [sheet(english, sven, year).context["years"] for year in (2025, 2026, 2027)]

    assert found == [[2027, 2026], [2027, 2025], [2026, 2025]]


def test_year_in_which_two_seasons_begin_is_offered_once(english, sven):
    thirds = [[3, 1], [6, 1], [9, 1], [12, 1]]
    kept_by_lask(period_starts=thirds)
    parameters = {"season_starts": [12, 1], "summer_starts": [9, 1]}
    Edition.objects.create(
        pool=chess_pool(),
        system="lask_1970",
        parameters=parameters | {"period_starts": thirds},
        from_date=date(2025, 12, 1),
    )
    open_until(date(2026, 12, 15))

    assert sheet(english, sven, 2026).context["years"] == [2025]
    shown = sheet(english, sven, 2025).context["season"]
    assert shown.first_date == date(2025, 12, 1)


def test_a_decision_of_another_season_is_not_noted(as_officer, sven):
    decided(sven, 10, kind=DecisionKind.ADJUSTMENT, on=AUTUMN, reason="an old error")
    decided(
        sven, 20, kind=DecisionKind.ADJUSTMENT, on=date(2026, 9, 20), reason="a new one"
    )
    open_until(date(2026, 11, 15))

    # The first note of each season is the player's start rating.
    notes = [
        [each.reason for each in sheet(as_officer, sven, year).context["sheet"].notes]
        for year in (2025, 2026)
    ]

    assert [each[1:] for each in notes] == [["an old error"], ["a new one"]]


def test_a_season_begins_with_the_base_of_1_september_and_ends_before_the_next(
    english, sven
):
    open_until(date(2026, 9, 15))

    first, second = (rows(sheet(english, sven, year)) for year in (2025, 2026))

    # 1917 less 14 for two games in the season before.
    assert first[-1] == second[0] == ["2026-09-01", "Base rating", "1903"]
    assert len(second) == 1


@pytest.mark.parametrize(
    ("day", "keeper"), [(date(2026, 5, 31), "club"), (date(2026, 6, 1), "committee")]
)
def test_protocol_says_who_keeps_the_ledger_today(
    english, sven, monkeypatch, day, keeper
):
    up_to_date()
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: day)

    assert sheet(english, sven).context["keeper"] == keeper


def test_protocol_says_whether_all_postings_are_computed(english, sven):
    up_to_date()
    before = sheet(english, sven).context["is_fresh"]
    posted(long(sven, rated(1900), 1, AUTUMN))

    assert (before, sheet(english, sven).context["is_fresh"]) == (True, False)


def edition_of_new_year(**facts):
    Edition.objects.create(
        pool=chess_pool(),
        from_date=date(2026, 1, 1),
        **{"system": "lask_1970", "parameters": {}} | facts,
    )


def test_conversion_within_a_season_is_a_line_before_the_new_base(english, sven):
    edition_of_new_year(conversion={"pieces": [{"plus": 100}]})
    posted(long(sven, rated(1950), 2, WINTER), name="Cup")
    open_until(date(2026, 3, 1))
    page = sheet(english, sven)
    assert rows(page)[3:7] == [
        ["2025-11-01", "Base rating", "1917"],
        ["2026-01-01", "Converted", "+100", "2017"],
        ["2026-01-01", "Base rating", "2017"],
        ["2026-01-20", "Cup", rows(page)[6][2], "2050", "33", "1", "+17", "2034"],
    ]
    assert "do not follow from each other" not in text(page)


def test_games_are_written_by_the_numbers_of_their_own_edition(english, sven):
    edition_of_new_year(parameters={"table": [[0, 0], [20, 8]]})
    posted(long(sven, rated(1950), 2, WINTER), name="Cup")
    open_until(date(2026, 3, 1))
    page = sheet(english, sven)
    # 33 points weaker: 16 + 8 by the edition's own table.
    assert rows(page)[5][3:] == ["1950", "33", "1", "+24", "1941"]
    assert "do not follow from each other" not in text(page)


def test_points_are_booked_on_the_base_dates_of_their_own_edition(english, sven):
    edition_of_new_year(parameters={"period_starts": [[1, 1], [2, 1], [6, 1], [9, 1]]})
    decided(sven, 10, kind=DecisionKind.ADJUSTMENT, on=WINTER, reason="an old error")
    open_until(date(2026, 2, 1))
    page = sheet(english, sven)
    assert rows(page)[4:] == [
        ["2026-01-01", "Base rating", "1917"],
        ["2026-02-01", "Decided points", "+10", "1927"],
        ["2026-02-01", "Base rating", "1927"],
    ]
    assert "do not follow from each other" not in text(page)

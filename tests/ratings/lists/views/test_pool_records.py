"""Records and statistics of a pool. Numbers are those of the rulebook's example: Adam
1950 beats Bertil 2220 and wins 26, Bertil loses 13; lost it costs Adam 6 and Bertil
wins 3 (SSF rating, Examples).
"""

import pytest

from federation.enums import Visibility
from federation.models import Player
from ratings import tasks
from ratings.models import ListEntry
from ratings.tasks import look_through_list
from tests.factories import chess_pool, line, member
from tests.ratings.earlier_list_files import brought_in
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
PEAKS, GAINS, BUSIEST, SPREAD = range(4)


def test_no_records_are_shown_until_a_list_is_approved(english):
    rulebook_game()
    up_to_date()
    assert "With the first approved list the records begin." in text(
        english.get("/records/")
    )


def test_highest_ever_shows_each_players_peak_with_its_first_list(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    published(SUMMER)
    # D = 231: k = 9; Adam wins 25, and Bertil, halved, loses 12½: 2194½ is rounded up.
    assert rows(english.get("/records/"), PEAKS) == [
        ["1", "Bertil Öberg", "2207", "2026-05-01"],
        ["2", "Adam Ek", "2001", "2026-09-01"],
    ]


def test_highest_ever_may_be_from_a_list_revised_since(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    published(SPRING)
    assert [row[1:3] for row in rows(english.get("/records/"), PEAKS)] == [
        ["Bertil Öberg", "2223"],
        ["Adam Ek", "1976"],
    ]


def test_equal_peaks_share_a_rank_and_keep_the_order_of_the_list(english):
    players = [rated(rating) for rating in (1700, 1900, 1900, 2000, 1900)]
    accepted(line(players[3], players[0], 2, SPRING))
    published(SPRING)
    peaks = rows(english.get("/records/"), PEAKS)
    on_list = ListEntry.objects.filter(rating=1900).order_by("position")
    assert [row[0] for row in peaks] == ["1", "2", "2", "2", "5"]
    assert [row[1] for row in peaks[1:4]] == [
        Player.objects.get(pk=entry.player_id).full_name for entry in on_list
    ]


def test_earliest_valid_list_of_equal_peaks_is_named(english, tmp_path):
    """The list of 1985 was imported after the office's own."""
    _adam, bertil, _report = rulebook_game()
    published(SPRING)
    brought_in(tmp_path, f"1985-07-01,{bertil.national_id},,,2207,,,,")
    assert rows(english.get("/records/"), PEAKS)[0] == [
        "1", "Bertil Öberg", "2207", "1985-07-01",
    ]  # fmt: skip


def test_records_show_gains_games_and_numbers_of_a_list(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 1, SUMMER), line(bertil, adam, 1, SUMMER))
    accepted(line(member(birth_year=2015), adam, 0, SUMMER))
    published(SUMMER)
    page = english.get("/records/1/")
    assert "The list of 1 May 2026" in text(page)
    assert "Players 2 The players’ rated games 2 Mean 2092 Median 2092" in text(page)
    newest = english.get("/records/")
    assert rows(newest, GAINS)[0][:2] == ["Adam Ek", "1976"]
    assert [row[0] for row in rows(newest, GAINS)] == ["Adam Ek"]
    assert rows(newest, BUSIEST)[0] == ["Adam Ek", "3", "2"]


def test_newcomers_have_no_gain(english):
    rulebook_game()
    published(SPRING)
    # Both began with a decided start rating: no rating of the pool before.
    assert "Nobody gained in the period." in text(english.get("/records/"))


def test_distribution_counts_each_player_once_highest_first(english):
    strong = rated(2400)
    for rating in (1900, 1901, 1990):
        accepted(line(rated(rating), strong, 0, SPRING))
    published(SPRING)
    found = rows(english.get("/records/"), SPREAD - 1)  # no player has gained
    # From 2400 and a little to 1900 less a little, in steps of 25.
    assert found[0] == ["2400–2424", "1", "25.0", ""]
    assert found[-1][:2] == ["1875–1899", "2"]
    assert [row[0][:4] for row in found] == [
        str(each) for each in range(2400, 1874, -25)
    ]
    assert sum(int(row[1]) for row in found) == 4


def test_records_of_a_list_are_computed_once(english, django_assert_num_queries):
    rulebook_game()
    published(SPRING)
    with django_assert_num_queries(10):
        english.get("/records/")
    with django_assert_num_queries(5):
        english.get("/records/")


def test_worker_computes_records_after_building_a_list(
    english, django_assert_num_queries
):
    rulebook_game()
    rating_list = published(SPRING)
    look_through_list(pool_id=rating_list.pool_id, number=rating_list.number)
    with django_assert_num_queries(5):
        english.get("/records/")


def test_deleted_list_is_skipped(monkeypatch):
    looked_through = []
    monkeypatch.setattr(tasks, "cached_facts", looked_through.append)
    look_through_list(pool_id=chess_pool().pk, number=7)
    assert looked_through == []


def test_hidden_record_holder_has_no_name(english):
    _adam, bertil, _report = rulebook_game()
    published(SPRING)
    bertil.visibility = Visibility.HIDDEN
    bertil.save()
    page = english.get("/records/")
    assert rows(page, PEAKS)[0][1] == "Hidden player"
    assert f"/players/{bertil.pk}/" not in page.content.decode()


def test_unknown_list_gives_404(english):
    assert english.get("/records/7/").status_code == 404


def test_unchanged_page_gives_304(english):
    rulebook_game()
    published(SPRING)
    mark = english.get("/records/")["ETag"]
    again = english.get("/records/", headers={"If-None-Match": mark})
    assert again.status_code == 304


@pytest.mark.parametrize("players", [1, 3])
def test_query_count_does_not_depend_on_number_of_players(
    english, players, django_assert_num_queries
):
    strong = rated(2400)
    for _number in range(players):
        accepted(line(rated(1900), strong, 1, SPRING))
    published(SPRING)
    with django_assert_num_queries(10):
        english.get("/records/")

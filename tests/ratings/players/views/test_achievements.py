"""A player's records, best wins and tournaments. Numbers are those of the rulebook's
example: Adam 1950 beats Bertil 2220 and wins 26 (SSF rating, Examples); the
expected score is FIDE's (8.1.2: D = 270 gives .17 to the lower-rated).
"""

from datetime import date, timedelta

import pytest

from federation.enums import Visibility
from ratings.engine.domain.own_changes import own_changes
from ratings.engine.queries.own_games import own_games, with_bases
from ratings.models import Edition, Game
from ratings.players.queries.achievements import events, performance_in, performances
from ratings.rules.event_performance import PerformanceGame
from tests.factories import PlayerFactory, chess_pool, line, member, side
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    decided,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def part(client, player, name, **query):
    return client.get(f"/players/{player.pk}/{name}/", query)


def best(page):
    return [row[:-1] for row in rows(page)]


# --- records and best wins -----------------------------------------------------------
def test_records_name_their_list_or_period(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    up_to_date()
    words = text(part(english, adam, "records"))
    # D = 231: k = 9, so the lower-rated wins 25.
    for phrase in (
        "Highest on a list 1976 , list no. 1, 1 May 2026",
        "Best rank 2 , list no. 1, 1 May 2026",
        "Highest after a period 2001 , 2026-05-01 – 2026-08-31",
        "Largest gain in a period +26 , 2026-01-01 – 2026-04-30",
        "Most games in a period 1 , 2026-01-01 – 2026-04-30",
    ):
        assert phrase in words


def test_earliest_of_equal_records_is_named(english):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(rated(1500), rated(1500), 1, SUMMER))
    published(SUMMER)

    words = text(part(english, adam, "records"))

    for phrase in ("Highest on a list 1976 , list no. 1,", "Best rank 2 , list no. 1,"):
        assert phrase in words


def test_best_wins_are_against_the_highest_rated_at_the_time(english):
    adam, bertil, _report = rulebook_game()
    cecilia = rated(2300, first_name="Cecilia", last_name="Alm")
    accepted(
        line(cecilia, adam, 0, SUMMER),
        line(adam, bertil, 1, SUMMER, board=2),
        line(cecilia, adam, 2, SUMMER, board=3),
        name="Summer Open",
    )
    accepted(line(adam, rated(2500), 2, SUMMER, played=False))
    up_to_date()
    page = part(english, adam, "records")
    assert best(page) == [
        ["Cecilia Alm", "2300", "2026-06-01", "Summer Open", "1976", "Black"],
        ["Bertil Öberg", "2220", "2026-02-01", "Spring Open", "1950", "White"],
    ]
    assert f"/players/{adam.pk}/against/{cecilia.pk}/" in page.content.decode()


def test_ties_among_wins_and_tournaments_are_ordered_latest_first(
    english,
):
    adam = rated(1950)
    for name, day in (("First", SPRING), ("Second", SUMMER), ("Third", SUMMER)):
        accepted(
            line(adam, rated(2000), 2, day),
            line(adam, rated(1900), 2, day, round=2, played=False),
            name=name,
        )
    up_to_date()

    wins = [row[3] for row in best(part(english, adam, "records"))]
    played = [(row[0], *row[2:4]) for row in rows(part(english, adam, "events"))]

    assert wins == ["Third", "Second", "First"]
    assert played == [("Third", "1", "1"), ("Second", "1", "1"), ("First", "1", "1")]


def test_tournament_uses_the_edition_of_its_first_day():
    """Renju has no expected score, unlike the preceding edition."""
    adam, bertil, met = rated(1950), rated(2220), [PerformanceGame(1950, 2220, 2)]
    accepted(
        line(adam, bertil, 2, SPRING - DAY), line(adam, bertil, 1, SPRING, round=2)
    )
    up_to_date()
    pool = chess_pool()
    first = pool.editions.get().from_date
    pool.editions.create(from_date=SPRING, system="renju", parameters={})
    days = [first - DAY, first, SPRING - DAY, SPRING]
    arguments = (pool.pk, adam.pk, pool.posted)

    (both_days,) = performances(*arguments, events(*arguments))

    assert both_days.performance is not None
    assert [performance_in(pool.pk, day, met) is None for day in days] == [
        False, False, False, True,
    ]  # fmt: skip


def test_correction_removes_a_win(english):
    adam, bertil, _report = rulebook_game()
    corrected(adam, bertil, 0)
    up_to_date()
    assert "No win yet" in text(part(english, adam, "records"))


def test_hidden_opponent_has_no_name_among_best_wins(english):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    bertil.visibility = Visibility.HIDDEN
    bertil.save()
    page = part(english, adam, "records")
    assert best(page)[0][:2] == ["Hidden player", "2220"]
    assert f"/players/{bertil.pk}/" not in page.content.decode()


def test_opponent_ratings_equal_those_in_the_explanations(english):
    """For members, a player from outside, and newcomers by decision and by age."""
    adam, bertil, _report = rulebook_game()
    guest = side(PlayerFactory(), is_member=False, outside=2100, outside_kind="fide")
    decided(beginner := member(), 1700, on=date(2026, 5, 1))
    accepted(
        line(adam, guest, 2, SUMMER, board=1),
        line(beginner, adam, 0, SUMMER, board=2),
        line(adam, member(birth_year=2015), 2, SUMMER, board=3),
        line(bertil, adam, 1, SUMMER, board=4),
    )
    up_to_date()
    assert as_recorded(adam) == as_explained(adam)
    assert len(as_recorded(adam)) == Game.objects.count()


@pytest.mark.parametrize("system", ["scrabble", "renju"])
def test_event_rated_as_a_whole_uses_the_ratings_before_it(system):
    """Also if another event ends while it is running. A newcomer of renju had no level
    before the event that gives the first one.
    """
    Edition.objects.update(system=system, parameters={}, from_date=date(2020, 1, 1))
    adam, bertil = rated(6), rated(7)
    accepted(line(adam, bertil, 2, date(2026, 2, 2)), name="Evening")
    accepted(
        line(adam, bertil, 0, date(2026, 2, 1), round=1),
        line(bertil, adam, 1, date(2026, 2, 9), round=2),
        *([line(member(), adam, 0, SPRING, round=3)] if system == "scrabble" else []),
        name="Cup",
    )
    accepted(line(adam, bertil, 1, SUMMER))
    up_to_date()
    assert as_recorded(adam) == as_explained(adam)
    assert len(as_recorded(adam)) == Game.objects.count()


def as_recorded(player):
    pool = chess_pool()
    games = with_bases(own_games(pool.pk, player.pk, pool.posted), player.pk)
    return {
        (game.report_id, game.key): (game.own_base, game.opponent_base)
        for game in games
    }


def as_explained(player):
    pool = chess_pool()
    places = set(Game.objects.values_list("report_id", "booked_on"))
    ledger = own_changes(pool.pk, player.pk, places, pool.posted)
    return {
        origin: (own.game.base, own.game.opponent_base)
        for origin, own in ledger.items()
    }


# --- tournament by tournament -----------------------------------------------------
def test_each_tournament_shows_score_expected_score_and_performance(english):
    adam, _bertil, _report = rulebook_game()
    accepted(
        line(adam, rated(1976), 1, SUMMER, round=1),
        line(rated(2076), adam, 0, date(2026, 6, 2), round=2),
        name="Summer Open",
    )
    up_to_date()
    # 1976 against 1976 and 2076: .50 and .36 (8.1.2); Ra 2026, p = .75, dp 193.
    assert [row[:-1] for row in rows(part(english, adam, "events"))] == [
        ["Summer Open", "2026-06-02", "2", "1½", "0.86", "2026", "2219"],
        ["Spring Open", "2026-02-01", "1", "1", "0.17", "2220", "3020"],
    ]


def test_tournament_without_played_games_is_omitted(english):
    adam = rated(1950)
    accepted(line(adam, rated(1950), 2, SPRING, played=False))
    up_to_date()
    assert "No tournament yet" in text(part(english, adam, "events"))


def test_tournaments_are_paginated_and_loadable_as_a_part(english):
    adam, other = rated(1950), rated(1950)
    for number in range(21):
        accepted(line(adam, other, 1, SPRING), name=f"Evening {number}")
    up_to_date()
    assert len(rows(part(english, adam, "events"))) == 20
    assert len(rows(part(english, adam, "events", page="2"))) == 1
    inside = english.get(f"/players/{adam.pk}/events/", headers={"HX-Request": "true"})
    assert "All 21 tournaments" in text(inside)
    assert "<html" not in inside.content.decode()
    assert "HX-Request" in inside["Vary"].split(", ")


# --- both -------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["records", "events"])
def test_player_page_has_a_plain_link_to_the_part(english, name):
    adam, _bertil, _report = rulebook_game()
    page = english.get(f"/players/{adam.pk}/").content.decode()
    address = f"/players/{adam.pk}/{name}/"
    assert f'hx-get="{address}"' in page
    assert f'<a href="{address}">' in page


@pytest.mark.parametrize("name", ["records", "events"])
def test_hidden_players_achievements_are_not_shown(english, name):
    adam, _bertil, _report = rulebook_game()
    adam.visibility = Visibility.HIDDEN
    adam.save()
    assert part(english, adam, name).status_code == 404


@pytest.mark.parametrize(("name", "queries"), [("records", 9), ("events", 12)])
@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_depend_on_number_of_games(
    english, name, queries, count, django_assert_num_queries
):
    adam = rated(1950)
    for _each in range(count):
        accepted(line(adam, rated(1900), 2, SPRING))
    up_to_date()
    with django_assert_num_queries(queries):
        part(english, adam, name)

"""Two players against each other. Numbers are those of the rulebook's example: Adam
1950 beats Bertil 2220 and wins 26, Bertil loses 13 (SSF rating, Examples).
"""

from datetime import date

import pytest

from federation.enums import Visibility
from ratings.models import Edition
from tests.factories import line, member, secretary_of
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    decided,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db


def against(client, player, opponent, **query):
    return client.get(f"/players/{player.pk}/against/{opponent.pk}/", query)


def games(page):
    """Return the rows without the details for phones."""
    return [row[:-1] for row in rows(page, table=1)]


def test_score_by_colour_and_games_with_ratings_and_changes_are_shown(english):
    adam, bertil, _report = rulebook_game()
    accepted(line(bertil, adam, 1, SUMMER, round=3), name="Summer Open")
    up_to_date()
    page = against(english, adam, bertil)
    assert "Score 1½ – ½ Games 2" in text(page)
    assert rows(page) == [
        ["White", "1", "1", "0", "0", "1 – 0"],
        ["Black", "1", "0", "1", "0", "½ – ½"],
    ]
    # D = 231: k = 9 (SSF rating, table 225–247), a draw.
    assert games(page) == [
        ["2026-06-01", "Summer Open round 3", "Black", "1976", "2207", "½", "+9"],
        ["2026-02-01", "Spring Open round 1", "White", "1950", "2220", "1", "+26"],
    ]
    assert f"/players/{adam.pk}/period/2026-04-30/" in page.content.decode()


def test_page_from_the_other_side_shows_the_opponents_numbers(english):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    page = against(english, bertil, adam)
    assert "Score 0 – 1" in text(page)
    assert games(page) == [
        ["2026-02-01", "Spring Open round 1", "Black", "2220", "1950", "0", "−13"]
    ]


def test_corrected_game_is_shown_once_as_it_counts_now(english):
    adam, bertil, _report = rulebook_game()
    corrected(adam, bertil, 0)
    up_to_date()
    page = against(english, adam, bertil)
    assert "Score 0 – 1 Games 1" in text(page)
    assert games(page)[0][-2:] == ["0", "−6"]


def test_unplayed_game_is_shown_but_not_counted(english):
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 2, SUMMER, played=False))
    up_to_date()
    page = against(english, adam, bertil)
    assert "Games 1" in text(page)
    assert games(page)[0][-2:] == ["+", "forfeit, not rated"]


def test_page_of_two_players_who_have_not_met_says_so(english):
    adam, other = rated(1950), rated(1900)
    up_to_date()
    assert "The two have not met" in text(against(english, adam, other))


def test_games_against_others_are_not_shown(english):
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, rated(1900), 2, SPRING), line(rated(1900), bertil, 2, SPRING))
    up_to_date()
    assert len(games(against(english, adam, bertil))) == 1


def test_page_of_a_player_against_themself_gives_404(english):
    adam, _bertil, _report = rulebook_game()
    assert against(english, adam, adam).status_code == 404


def test_hidden_player_has_no_head_to_head_page(english):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    bertil.visibility = Visibility.HIDDEN
    bertil.save()
    assert against(english, adam, bertil).status_code == 404
    assert against(english, bertil, adam).status_code == 404
    english.force_login(secretary_of(bertil.memberships.get().club))
    assert against(english, adam, bertil).status_code == 200


def test_player_shown_by_initials_has_no_head_to_head_page(english):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    bertil.visibility = Visibility.INITIALS
    bertil.save()
    assert against(english, adam, bertil).status_code == 404


def test_unchanged_page_gives_304_until_a_new_result(
    english,
):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    path = f"/players/{adam.pk}/against/{bertil.pk}/"
    mark = english.get(path)["ETag"]
    assert english.get(path, headers={"If-None-Match": mark}).status_code == 304
    accepted(line(adam, bertil, 1, SUMMER))
    up_to_date()
    assert english.get(path, headers={"If-None-Match": mark}).status_code == 200


def test_games_are_paginated(english):
    adam, bertil = rated(1950), rated(2220)
    accepted(*(line(adam, bertil, 1, SPRING, round=each) for each in range(1, 24)))
    up_to_date()
    assert len(games(against(english, adam, bertil))) == 10
    assert len(games(against(english, adam, bertil, page="3"))) == 3
    assert "Games 23" in text(against(english, adam, bertil, page="2"))


@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_depend_on_number_of_games(
    english, count, django_assert_num_queries
):
    adam, bertil = rated(1950), rated(2220)
    accepted(*(line(adam, bertil, 1, SPRING, round=each) for each in range(count)))
    up_to_date()
    against(english, adam, bertil)
    with django_assert_num_queries(22):
        against(english, adam, bertil)


def test_event_rated_as_a_whole_links_to_its_explanation(english):
    Edition.objects.update(system="scrabble", parameters={}, from_date=date(2020, 1, 1))
    adam, bertil = rated(1200), rated(1200)
    report = accepted(line(adam, bertil, 2, SPRING), name="Cup")
    up_to_date()
    page = against(english, adam, bertil)
    # Scrabble, Hur ratingen fungerar: a win between equals is five points.
    assert games(page) == [
        ["2026-02-01", "Cup round 1", "White", "1200", "1200", "1", "+5"]
    ]
    assert f"/players/{adam.pk}/event/{report.pk}/" in page.content.decode()


# --- finding the second player ----------------------------------------------------
def opponents(client, player, **query):
    return client.get(f"/players/{player.pk}/against/", query)


def test_most_frequent_opponents_are_listed_first_with_score(english):
    adam, bertil, _report = rulebook_game()
    cecilia = rated(1900, first_name="Cecilia", last_name="Alm")
    accepted(line(adam, cecilia, 1, SUMMER), line(cecilia, adam, 2, SUMMER, board=2))
    up_to_date()
    page = opponents(english, adam)
    assert [[row[0], *row[2:]] for row in rows(page)] == [
        ["Cecilia Alm", "2", "½ – 1½"],
        ["Bertil Öberg", "1", "1 – 0"],
    ]
    assert f"/players/{adam.pk}/against/{bertil.pk}/" in page.content.decode()


def test_any_player_can_be_found(english):
    adam, _bertil, _report = rulebook_game()
    member(first_name="Doris", last_name="Dahl")
    up_to_date()
    (row,) = rows(opponents(english, adam, q="doris"))
    assert [row[0], *row[2:]] == ["Doris Dahl", "0", "never met"]
    (row,) = rows(opponents(english, adam, q="bertil"))
    assert [row[0], *row[2:]] == ["Bertil Öberg", "1", "1 – 0"]


def test_player_is_not_offered_as_own_opponent(english):
    adam, _bertil, _report = rulebook_game()
    up_to_date()
    assert "Nobody is called “adam ek”" in text(opponents(english, adam, q="adam ek"))


def test_a_search_that_is_too_long_says_so(english):
    adam, _bertil, _report = rulebook_game()
    page = opponents(english, adam, q="x" * 101)
    assert "Ensure this value has at most 100 characters" in text(page)


def test_hidden_player_is_neither_found_nor_listed_as_opponent(english):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    bertil.visibility = Visibility.HIDDEN
    bertil.save()
    assert "No games yet" in text(opponents(english, adam))
    assert "Nobody is called" in text(opponents(english, adam, q="bertil"))
    assert opponents(english, bertil).status_code == 404


@pytest.mark.parametrize("others", [1, 3])
def test_query_count_does_not_depend_on_number_of_opponents(
    english, others, django_assert_num_queries
):
    adam = rated(1950)
    accepted(*(line(adam, rated(1900), 1, SPRING) for _each in range(others)))
    up_to_date()
    with django_assert_num_queries(6):
        opponents(english, adam)


def test_typing_loads_only_the_list(english):
    adam, _bertil, _report = rulebook_game()
    headers = {"HX-Request": "true", "HX-Target": "opponents"}
    page = english.get(f"/players/{adam.pk}/against/?q=bertil", headers=headers)
    assert page.content.decode().lstrip().startswith('<div class="stack-close" id="opp')


def test_player_page_links_to_meetings(english):
    adam, _bertil, _report = rulebook_game()
    page = english.get(f"/players/{adam.pk}/").content.decode()
    assert f'href="/players/{adam.pk}/against/"' in page


def test_newcomer_with_decided_start_is_shown_with_that_rating(english):
    adam, bertil = member(), rated(2220)
    decided(adam, 1950, on=date(2026, 1, 1))
    accepted(line(adam, bertil, 2, SPRING))
    up_to_date()
    assert games(against(english, adam, bertil))[0][3:5] == ["1950", "2220"]

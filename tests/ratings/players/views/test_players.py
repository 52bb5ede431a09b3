"""Finding players, and a player's page. Numbers are those of the rulebook's
example: Adam 1950 beats Bertil 2220 and wins 26 (SSF rating).
"""

from datetime import date

import pytest
from django.utils import timezone

from federation.domain.merging import merge_players
from federation.domain.players import set_visibility
from federation.enums import Visibility
from ratings.models import CurrentRating, Pool
from ratings.pools.domain.standard_pools import open_standard_pools
from tests.factories import (
    OFFICE,
    ClassMembershipFactory,
    PlayerFactory,
    line,
    member,
    officer,
    posted,
    secretary_of,
)
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


def page_of(client, player, **query):
    return client.get(f"/players/{player.pk}/", query)


def found(client, words):
    page = client.get("/players/", {"q": words})
    return [row[0] for row in rows(page)] if "<tbody>" in page.content.decode() else []


# --- finding ---------------------------------------------------------------------
def test_nothing_is_shown_before_a_search(english):
    rulebook_game()
    page = english.get("/players/")
    assert "Who are you looking for?" in text(page)
    assert "Adam" not in text(page)


@pytest.mark.parametrize("words", ["adam", "ek ad", "Ék", "EK ADAM"])
def test_search_accepts_common_spellings(english, words):
    rulebook_game()
    up_to_date()
    assert found(english, words) == ["Adam Ek"]


def test_found_player_is_shown_with_number_club_and_rating(english):
    adam, _bertil, _report = rulebook_game()
    up_to_date()
    club = adam.memberships.get().club.name
    (row,) = rows(english.get("/players/", {"q": "adam"}))
    assert row[:-1] == ["Adam Ek", adam.national_id, club, "", "1976"]


@pytest.mark.parametrize("visibility", [Visibility.HIDDEN, Visibility.INITIALS])
def test_player_is_not_found_by_a_hidden_name(english, visibility):
    member(first_name="Hemlig", last_name="Person", visibility=visibility)
    page = english.get("/players/", {"q": "hemlig"})
    assert "Nobody is called “hemlig”" in text(page)


def test_the_secretary_finds_the_clubs_hidden_members_and_no_others(english):
    mine = member(first_name="Hemlig", last_name="Ek", visibility=Visibility.HIDDEN)
    member(first_name="Hemlig", last_name="Lind", visibility=Visibility.HIDDEN)
    member(first_name="Hemlig", last_name="Alm", visibility=Visibility.INITIALS)
    english.force_login(secretary_of(mine.memberships.get().club))
    assert found(english, "hemlig") == ["Hemlig Ek"]


def test_player_shown_by_initials_is_not_found_by_number(english):
    player = member(first_name="Hemlig", visibility=Visibility.INITIALS)
    answer = english.get("/players/", {"q": player.national_id})
    assert "H. " not in text(answer)


@pytest.mark.parametrize("words", ["x" * 101, "%", "_", "\\", "'", "<b>", "ö " * 40])
def test_no_search_text_breaks_the_page(english, words):
    assert english.get("/players/", {"q": words}).status_code == 200


def test_a_search_that_is_too_long_says_so(english):
    page = english.get("/players/", {"q": "x" * 101})
    assert "Ensure this value has at most 100 characters" in text(page)


@pytest.mark.parametrize("players", [1, 3])
def test_search_query_count_does_not_depend_on_number_found(
    english, players, django_assert_num_queries
):
    for number in range(players):
        member(first_name="Adam", last_name=f"Ek{number}")
    with django_assert_num_queries(14):
        english.get("/players/", {"q": "adam"})


# --- the page -----------------------------------------------------------------------
def test_page_begins_with_official_rating_rank_and_live_rating(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    up_to_date()
    words = text(page_of(english, adam))
    # D = 231: k = 9, so the lower-rated wins 25.
    for phrase in (
        "Rating on the list 1976 list no. 1",
        "Rank 2 of 2",
        "Rating now 2001",
    ):
        assert phrase in words


def test_periods_are_shown_with_their_numbers_newest_first(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    up_to_date()
    page = page_of(english, adam)
    assert [row[:-1] for row in rows(page, table=1)] == [
        ["2026-05-01 – 2026-08-31", "1976", "1", "1", "+25", "2001", "live"],
        ["2026-01-01 – 2026-04-30", "1950", "1", "1", "+26", "1976", "no. 1"],
    ]
    assert f"/players/{adam.pk}/period/2026-04-30/" in page.content.decode()


def test_period_mentions_a_correction_made_after_its_list(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    up_to_date()
    page = page_of(english, adam)
    assert "no. 1 said 1976" in text(page)


def test_chart_has_official_points_followed_by_the_live_one(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    up_to_date()
    points = rows(page_of(english, adam), table=0)
    assert points[0] == ["2026-05-01", "1976", "official"]
    assert points[1][1:] == ["2001", "live"]


def test_classes_are_shown_with_their_cause(english):
    player = member()
    ClassMembershipFactory(
        player=player, player_class="I", cause="Won class II", paragraph="SSF §5.1"
    )
    page = page_of(english, player)
    assert ["2000-01-01", "I", "Won class II", "SSF § 5.1"] in rows(page)


def test_unrated_players_page_explains_how_a_rating_is_obtained(english):
    words = text(page_of(english, PlayerFactory()))
    assert "No rating yet It comes with the first rated game." in words


def test_tournaments_are_a_panel_with_a_plain_link(english):
    player = member()
    body = page_of(english, player).content.decode()
    panel = f"/tournaments/player/{player.pk}/panel"
    assert f'hx-get="{panel}"' in body
    assert f'<a href="{panel}">' in body


# --- on a day -----------------------------------------------------------------------
def test_rating_on_a_day_is_from_the_list_in_force(english):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    words = text(page_of(english, adam, on="2026-06-01"))
    assert "On 1 June 2026 the rating was 1976 by list no. 1" in words


def test_a_revised_list_is_shown_next_to_the_original(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    published(SPRING)
    words = text(page_of(english, adam, on="2026-06-01"))
    assert "the rating was 1944 by list no. 2 (revision 1)" in words
    assert "the rating was 1976 by list no. 1" in words


def test_no_list_is_in_force_before_the_first(english):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    words = text(page_of(english, adam, on="2026-04-30"))
    assert "No approved list was in force on 30 April 2026." in words


@pytest.mark.parametrize("day", ["2026-02-31", "x", "20260301", "0000-01-01", "1/2/26"])
def test_invalid_day_is_reported_at_the_field(english, day):
    adam, _bertil, _report = rulebook_game()
    up_to_date()
    page = page_of(english, adam, on=day)
    assert page.status_code == 200
    assert f"“{day}” is not a day that exists." in text(page)
    assert f'value="{day}"' in page.content.decode()


def test_future_day_is_reported_at_the_field(english):
    adam, _bertil, _report = rulebook_game()
    page = page_of(english, adam, on="9999-12-31")
    assert page.status_code == 200
    assert "This day has not come yet." in text(page)


def test_rating_on_a_day_links_to_the_api(english):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    page = page_of(english, adam, on="2026-06-01").content.decode()
    assert f'href="/api/v1/players/{adam.pk}/ratings/2026-06-01"' in page


# --- who may see what ---------------------------------------------------------------
def test_hidden_player_has_no_public_page(english):
    player = member(visibility=Visibility.HIDDEN)
    assert page_of(english, player).status_code == 404


def test_a_hidden_player_has_a_page_for_officers_that_says_so(english, as_officer):
    player = member(visibility=Visibility.HIDDEN, first_name="Hemlig")
    words = text(page_of(english, player))
    assert "Hemlig" in words
    assert "Hidden from the public" in words


def test_hidden_player_sees_their_own_page(english):
    player = member(visibility=Visibility.HIDDEN)
    user = officer()
    user.roles.all().delete()
    user.player = player
    user.save()
    english.force_login(user)
    assert page_of(english, player).status_code == 200


def test_player_shown_by_initials_has_no_public_page(english):
    player = member(first_name="Hemlig", visibility=Visibility.INITIALS)
    assert page_of(english, player).status_code == 404


def test_merged_card_of_a_hidden_player_gives_404(english):
    merged_card, remaining_card = member(), member()
    merge_players(merged_card.pk, remaining_card.pk, on=SUMMER, acting=OFFICE)
    assert page_of(english, merged_card)["Location"] == f"/players/{remaining_card.pk}/"
    set_visibility(remaining_card.pk, Visibility.HIDDEN, acting=OFFICE)
    assert page_of(english, merged_card).status_code == 404


@pytest.mark.parametrize("number", ["0", "999999999", "99999999999999999999"])
def test_a_player_who_does_not_exist_is_not_found(english, number):
    assert english.get(f"/players/{number}/").status_code == 404


def test_page_of_a_pool_being_computed_polls(english):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    posted(line(adam, bertil, 2, SUMMER))
    assert 'hx-trigger="every 10s"' in page_of(english, adam).content.decode()
    assert english.get("/fresh/?pool=chess-long").status_code == 204
    up_to_date()
    assert 'hx-trigger="every 10s"' not in page_of(english, adam).content.decode()
    assert english.get("/fresh/?pool=chess-long")["HX-Trigger"] == "pool-computed"


@pytest.mark.parametrize("games", [1, 3])
def test_query_count_does_not_depend_on_number_of_periods(
    english, games, django_assert_num_queries
):
    adam = rated(1950)
    for year in range(2026 - games, 2026):
        accepted(line(adam, rated(1950), 1, date(year, 2, 1)))
        published(date(year, 2, 1))
    with django_assert_num_queries(10):
        page_of(english, adam)


def test_rating_of_another_pool_is_not_shown_as_one_of_this(english):
    open_standard_pools()
    player = member()
    CurrentRating.objects.create(
        pool_id=Pool.objects.get(code="scrabble").pk,
        player_id=player.pk,
        rating=1200,
        base=1200,
        games=0,
        ended_on=SPRING,
    )

    address = f"/players/{player.pk}/?pool=chess-long"
    assert english.get(address).context["now"] is None


def test_chart_never_shows_a_future_day(english):
    today = timezone.localdate()
    player = rated(1500)
    accepted(line(player, rated(1500), 2, today))
    up_to_date()

    points = english.get(f"/players/{player.pk}/").context["points"]

    assert points[-1].date == today

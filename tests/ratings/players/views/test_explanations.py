"""Every number explained. The numbers are the rulebook's: SSF rating, point 3 and
the Examples, points 4, 6, 7, 9, 10 and Below 1200.
"""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from federation.enums import Visibility
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.models import ChangeRow, Edition
from tests.factories import NOON, PlayerFactory, chess_pool, line, member, posted, side
from tests.ratings.page_text import foot, rows, text
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    corrected,
    decided,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
END = "2026-04-30"
ADDS_UP = "The sum was recomputed for this page and matches the stored rating"
FAILS = "This explanation does not add up to the stored rating."


def live(client, player, end=END):
    return client.get(f"/players/{player.pk}/period/{end}/")


def game_rows(page):
    return [row for row in rows(page)[1:] if len(row) > 5]


def test_a_game_is_laid_out_from_the_bases_to_the_running_number(english):
    adam, bertil, _report = rulebook_game(2)
    up_to_date()
    page = live(english, adam)
    assert rows(page) == [
        ["9", "2026-01-01", "Base rating: start, decided Start rating decided by Rating"
         " office 15 June 2026", "1950"],
        ["", "", "Spring Open", ""],
        ["3, 9", "2026-02-01", "Bertil Öberg as White", "1",
         "1950", "start, decided 2220", "270", "237–270", "10", "+26", "1976"],
    ]  # fmt: skip
    assert foot(page)[0] == ["", "", "1 rated game", "1", "", "", "", "+26", ""]
    assert foot(page)[-1] == ["", "2026-05-01", "New rating ( +26 )", "1976"]
    assert ADDS_UP in text(page)
    assert bertil.full_name in text(page)
    assert "Computed by these rules: SSF rating of 2008." in text(page)


def test_change_from_2200_is_shown_before_and_after_halving(english):
    _adam, bertil, _report = rulebook_game(1)
    up_to_date()
    page = live(english, bertil)
    (game,) = game_rows(page)
    assert game[0] == "3, 4, 9"
    assert game[6:] == ["270", "237–270", "10", "−10", "−5", "2215"]


def test_a_half_point_is_rounded_up_at_the_new_period(english):
    white, black = rated(2200), rated(2210)
    accepted(line(white, black, 2, SPRING), line(white, rated(2230), 1, SPRING, key=9))
    up_to_date()
    # D = 30: k = 1, halved to +½ for the lower-rated; 2200 + 8 + ½ becomes 2209.
    page = live(english, white)
    assert ["4", "", "Half points are rounded up: 2208½ becomes 2209", "2209"] in (
        foot(page)
    )


def test_unrated_game_is_shown_with_the_reason(english):
    adam, bertil = rated(1950), rated(2220)
    accepted(
        line(adam, bertil, 2, SPRING, key=1, played=False),
        line(adam, bertil, 1, SPRING, key=2, round=2, minutes=60),
        line(bertil, adam, 2, SPRING, key=3, round=3, played=False),
    )
    up_to_date()
    page = live(english, adam)
    shown = [(row[2], row[3], row[0]) for row in game_rows(page)]
    assert shown == [
        (f"{bertil} as White forfeit, not rated", "+", "6"),
        (f"{bertil} as White too short a game to be rated (60 minutes each)", "½", "6"),
        (f"{bertil} as Black forfeit, not rated", "−", "6"),
    ]  # fmt: skip


def test_opponent_from_outside_is_shown_with_the_source_of_the_rating(english):
    adam, visitor = rated(1950), PlayerFactory()
    away = {"is_member": False, "outside": 1500}
    accepted(
        line(adam, side(visitor, **away, outside_kind="fide"), 2, SPRING, key=1),
        line(adam, side(visitor, **away, outside_kind="estimate"), 2, SPRING, key=2),
    )
    up_to_date()
    page = live(english, adam)
    assert [row[5] for row in game_rows(page)] == ["FIDE 1500", "estimate 1500"]
    assert [row[0] for row in game_rows(page)] == ["3, 7", "3, 7"]


def test_the_bonus_has_a_column_of_its_own(english):
    young = rated(1000)
    accepted(line(side(young, adopts=True), rated(1000), 0, SPRING))
    up_to_date()
    # Equal: −16; 1000 to 1199 gives 10 (Below 1200).
    page = live(english, young)
    (game,) = game_rows(page)
    assert game[-3:] == ["−16", "+10", "994"]
    assert "Below 1200" in game[0]


def test_the_bonus_is_named_in_swedish_on_a_swedish_page(english):
    young = rated(1000)
    accepted(line(side(young, adopts=True), rated(1000), 0, SPRING))
    up_to_date()
    english.defaults["HTTP_ACCEPT_LANGUAGE"] = "sv"
    page = live(english, young)
    (game,) = game_rows(page)
    assert "Under 1200" in game[0]
    assert "Below 1200" not in page.content.decode()


def test_rating_floor_limits_a_loss(english):
    young = rated(800)
    accepted(
        *(line(side(young, adopts=True), rated(800 + 5 * key), 0, SPRING, key=key)
          for key in (1, 2)),
        line(side(young, adopts=True), rated(800), 0, SPRING, key=3, minutes=60),
    )  # fmt: skip
    decided(young, -30, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    up_to_date()
    # Three losses of 16 with 20 each: 812; 30 less is 782, and 800 is the lowest.
    page = live(english, young)
    assert ["Below 1200", "", "782 is below the lowest rating", "800"] in foot(page)


def test_officer_sees_who_decided_and_why(as_officer):
    adam, _bertil, _report = rulebook_game(2)
    decided(
        adam,
        25,
        kind=DecisionKind.ADJUSTMENT,
        on=SPRING,
        reason="Played abroad.",
        by="Rut Rating",
    )
    up_to_date()
    page = live(as_officer, adam)
    assert [
        "5", "2026-02-01", "Deduction or raise: Played abroad. decided by Rut Rating"
        " 15 June 2026, confirmed by Otto Other", "+25", "",
    ] in foot(page)  # fmt: skip
    assert foot(page)[-1][-1] == "2001"


def test_other_readers_see_what_was_decided_and_when(english):
    adam, _bertil, _report = rulebook_game(2)
    decided(adam, 25, kind=DecisionKind.ADJUSTMENT, on=SPRING, reason="Played abroad.")
    up_to_date()
    page = live(english, adam)
    assert [
        "5", "2026-02-01", "Deduction or raise decided by Rating office 15 June 2026",
        "+25", "",
    ] in foot(page)  # fmt: skip
    for internal in ("Played abroad", "Rut Rating", "Otto Other"):
        assert internal not in text(page)


def test_assessed_rating_replaces_the_result(english):
    adam, _bertil, _report = rulebook_game(2)
    decided(adam, 2000, kind=DecisionKind.ASSESSED, on=SPRING)
    up_to_date()
    page = live(english, adam)
    assert "= 2000" in [row[-2] for row in foot(page)]
    assert foot(page)[-1][-1] == "2000"
    assert ADDS_UP in text(page)


def test_deduction_names_the_day_on_which_the_year_ended(english):
    adam, bertil = rated(1950), rated(2220)
    accepted(line(adam, bertil, 1, date(2025, 2, 3)))
    accepted(line(rated(1500), rated(1500), 1, SPRING))
    open_period_of_today(
        chess_pool(), today=date(2026, 5, 1), acting=ActionContext(None, NOON)
    )
    up_to_date()
    page = live(english, adam)
    assert foot(page)[0] == [
        "10", "", "Deduction for inactivity: a year without a game on 3 February 2026",
        "−50", "",
    ]  # fmt: skip
    assert "No games in this period." in text(page)
    assert ADDS_UP in text(page)


def test_start_rating_that_counts_is_shown(english):
    adam = rated(1950)
    decided(adam, 1900, on=date(2025, 6, 1))
    accepted(line(adam, rated(1900), 1, SPRING))
    accepted(line(adam, rated(1900), 1, date(2026, 6, 1)))
    up_to_date()

    pages = [live(english, adam, end) for end in (END, "2026-08-31")]

    ledgers = [page.context["ledger"] for page in pages]
    assert [
        (each.step.before, each.start_decision and each.start_decision.points)
        for each in ledgers
    ] == [(1900, 1900), (1900, None)]


def test_newcomers_start_by_age_cites_its_point(english):
    newcomer = member(birth_year=2014)
    accepted(line(newcomer, rated(1000), 1, SPRING))
    up_to_date()
    assert rows(live(english, newcomer))[0] == [
        "9", "2026-01-01", "Base rating: start by the rules", "1000",
    ]  # fmt: skip


# --- published lists -----------------------------------------------------------
def test_list_explanation_is_unchanged_after_a_correction_and_adds_up(english):
    adam, bertil, _report = rulebook_game(2)
    published(SPRING)
    printed = english.get(f"/list/1/players/{adam.pk}/")
    corrected(adam, bertil, 0)
    up_to_date()
    again = english.get(f"/list/1/players/{adam.pk}/")
    assert (rows(again), foot(again)) == (rows(printed), foot(printed))
    assert foot(again)[-1] == ["", "2026-05-01", "New rating ( +26 )", "1976"]
    assert ADDS_UP in text(again)
    page = live(english, adam)
    assert foot(page)[-1][-1] == "1944"
    assert "List no. 1 says 1976" in text(page)


def test_list_explanation_names_its_list(english):
    adam, _bertil, _report = rulebook_game(2)
    published(SPRING)
    page = text(english.get(f"/list/1/players/{adam.pk}/"))
    assert "As it was computed for list no. 1, valid from 1 May 2026." in page


def test_explanation_that_differs_from_the_stored_rating_says_so(english):
    adam, _bertil, _report = rulebook_game(2)
    up_to_date()
    ChangeRow.objects.filter(player_id=adam.pk).update(after=1999)
    page = live(english, adam)
    assert page.status_code == 200
    assert FAILS in text(page)
    assert "The stored rating is 1999 after 1 games." in text(page)
    assert ADDS_UP not in text(page)


# --- who may see what ----------------------------------------------------------
def test_hidden_players_explanation_is_not_public(english):
    adam, bertil, _report = rulebook_game(2)
    published(SPRING)
    adam.visibility = Visibility.HIDDEN
    adam.save()
    assert live(english, adam).status_code == 404
    assert english.get(f"/list/1/players/{adam.pk}/").status_code == 404
    seen = live(english, bertil)
    assert "Hidden player as Black" in text(seen)
    assert f"/players/{adam.pk}/" not in seen.content.decode()
    assert "Adam" not in text(seen)


def test_an_officer_sees_a_hidden_players_explanation(english, as_officer):
    adam, _bertil, _report = rulebook_game(2)
    published(SPRING)
    adam.visibility = Visibility.HIDDEN
    adam.save()
    assert live(english, adam).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/players/{0}/period/2026-02-31/",
        "/players/{0}/period/2026-04-29/",
        "/players/{0}/period/0000-00-00/",
        "/players/{0}/period/x/",
        "/players/9999999999999999999999/period/2026-04-30/",
        "/players/999999999/period/2026-04-30/",
        "/list/99/players/{0}/",
        "/list/1/players/999999999/",
        "/list/1/players/9999999999999999999/",
        "/players/{0}/period/2026-04-30/?pool=nowhere",
    ],
)
def test_unknown_objects_give_404(english, address):
    adam, _bertil, _report = rulebook_game(2)
    published(SPRING)
    assert english.get(address.format(adam.pk)).status_code == 404


def test_a_player_who_is_not_on_the_list_has_no_explanation_there(english):
    rulebook_game(2)
    published(SPRING)
    assert english.get(f"/list/1/players/{member().pk}/").status_code == 404


def test_period_without_changes_says_so(english):
    rulebook_game(2)
    idle = rated(1500)
    up_to_date()
    page = live(english, idle)
    assert page.status_code == 200
    assert "No games in this period." in text(page)


def test_live_explanation_being_computed_polls(english):
    adam, bertil, _report = rulebook_game(2)
    up_to_date()
    posted(line(adam, bertil, 1, SPRING))
    body = live(english, adam).content.decode()
    assert 'hx-trigger="every 10s"' in body
    assert "1976" in body


@pytest.mark.parametrize("games", [1, 3])
def test_query_count_does_not_depend_on_number_of_games(
    english, games, django_assert_num_queries
):
    adam = rated(1950)
    accepted(*(line(adam, rated(2220), 1, SPRING, key=key) for key in range(games)))
    published(SPRING)
    with django_assert_num_queries(24):
        live(english, adam)
    with django_assert_num_queries(26):
        english.get(f"/list/1/players/{adam.pk}/")


def under(system):
    """Rate the same pool by another rating system."""
    Edition.objects.filter(pool=chess_pool()).update(system=system)


def test_glicko_2_game_shows_expected_score_and_interval(english):
    under("glicko2")
    player = member()
    posted(line(player, member(), 2, date(2026, 2, 1)))
    up_to_date()

    page = text(live(english, player, "2026-02-28"))

    # Two newcomers: E = 0.5, and 162.3 points more (by hand: g = 0.6691,
    # phi' = 1.6712; 173.7178 x 1.6712^2 x 0.6691 x 0.5).
    assert ("0.50" in page, "1662" in page, "Rating deviation" in page) == (True,) * 3
    assert FAILS not in page


def test_scrabble_numbers_have_the_decimals_with_which_they_are_computed(english):
    # Scrabble, Avrundning: four decimals. 0.22 and 0.42 units behind are 0.4129 and
    # 0.3372; 10 x 0.5871 = 5.871, 10 x 0.6628 = 6.628, together 12.499: not a half.
    Edition.objects.update(system="scrabble", parameters={}, from_date=date(2020, 1, 1))
    adam = rated(1000)
    report = accepted(
        line(adam, rated(1022), 2, SPRING), line(adam, rated(1042), 2, SPRING, key=9)
    )
    up_to_date()
    page = english.get(f"/players/{adam.pk}/event/{report.pk}/")
    numbers = [row[-3:-1] for row in game_rows(page)]
    assert sorted(numbers) == [["0.3372", "+6.628"], ["0.4129", "+5.871"]]
    assert "+12.499" in foot(page)[0]
    assert "1012.499 becomes 1012" in text(page)


def test_elo_game_shows_k_and_expected_score(english):
    under("elo")
    player = member()
    guest = side(PlayerFactory(), is_member=False, outside=2000, outside_kind="fide")
    decided(player, 2000)
    posted(line(player, guest, 2, date(2026, 2, 1)))
    up_to_date()

    page = text(live(english, player, "2026-02-28"))

    # D = 0: PD 0.50; K = 40 for a newcomer: 20 points.
    assert ("0.50" in page, "2020" in page, "Rated games in all" in page) == (True,) * 3
    assert FAILS not in page


@pytest.mark.parametrize("system", ["glicko2", "elo", "lask_1970"])
def test_list_is_explained_with_the_memory_of_that_time(english, system):
    under(system)
    one, other = rated(1800), rated(1900)

    def played(score, day, number):
        accepted(line(one, other, score, day, key=1, minutes=240), source_number=number)

    played(2, date(2026, 1, 5), 1)
    played(1, date(2026, 2, 5), 2)
    rating_list = published(date(2026, 2, 5))
    played(0, date(2026, 1, 5), 1)
    up_to_date()

    page = text(english.get(f"/list/{rating_list.number}/players/{one.pk}/"))

    assert (FAILS in page, ADDS_UP in page) == (False, True)


def test_memory_shown_beside_the_rating_cites_its_paragraph(english):
    under("glicko2")
    player = member()
    posted(line(player, member(), 2, date(2026, 2, 1)))
    up_to_date()

    page = text(live(english, player, "2026-02-28"))

    assert "The volatility: how steadily the player performs." in page
    assert "6–8" in page


def test_season_without_games_is_counted_as_zero(english):
    under("lask_1970")
    player = rated(1800)
    posted(line(rated(1800), rated(1800), 1, date(2026, 3, 1), minutes=240))
    posted(line(rated(1800), rated(1800), 1, date(2026, 6, 2), minutes=240))
    up_to_date()

    page = text(live(english, player, "2026-05-31"))

    # Table 4: no game from September to May is 27 points.
    assert ("1773" in page, "0.0" in page) == (True, False)
    assert "Deduction for inactivity:" not in page


def test_summer_bonus_has_a_line_of_its_own_below_the_games(english):
    under("lask_1970")
    one, other = rated(1900), rated(1900)
    posted(line(one, other, 1, date(2026, 7, 5), minutes=240), is_large=True)
    posted(line(one, other, 1, date(2026, 9, 5), minutes=240), source_number=2)
    up_to_date()

    page = text(live(english, one, "2026-08-31"))

    # Equals draw: 1900 by the games, and 16 points more in the base of 1 September.
    assert (FAILS in page, ADDS_UP in page) == (False, True)
    after_games = page[page.index("1 rated game") :]
    assert "Bonus of the summer +16" in after_games
    assert after_games.index("Bonus of the summer") < after_games.index("1916")


def test_old_list_is_explained_after_the_pool_is_rated_by_events(english):
    adam, _bertil, _report = rulebook_game(2)
    published(SPRING)
    Edition.objects.create(
        pool=chess_pool(), system="renju", parameters={}, from_date=date(2026, 6, 1)
    )

    page = english.get(f"/list/1/players/{adam.pk}/")

    assert (FAILS in text(page), ADDS_UP in text(page)) == (False, True)

"""The public pages of the rating lists. Numbers are those of the rulebook's
example: Adam 1950 beats Bertil 2220 and wins 26, Bertil loses 13 (SSF rating).
"""

import re
from datetime import date

import pytest
from django.urls import reverse

from federation.domain.players import set_visibility
from federation.enums import Visibility
from federation.models import Player
from ratings.lists.domain.live_list import number_live_list
from ratings.lists.views import lists
from ratings.models import Computation, ListEntry, LiveList, Pool
from ratings.pools.domain.standard_pools import open_standard_pools
from tests.factories import (
    OFFICE,
    ClassMembershipFactory,
    ClubFactory,
    DistrictFactory,
    RoleFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    officer,
    secretary_of,
)
from tests.ratings import page_text
from tests.ratings.page_text import text
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
from tests.worlds import shared

pytestmark = pytest.mark.django_db
LIST = "/list/"
LIVE = "/list/live/"


@shared
def springs_players():
    """The two of the rulebook's game, which is on the list of the spring."""
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    return adam, bertil


def rows(response):
    """Return the rows of the list without rating course and details for phones."""
    return [row[:-2] for row in page_text.rows(response)]


def names(response):
    column = next(i for i, cell in enumerate(rows(response)[0]) if not cell.isdigit())
    return [row[column] for row in rows(response)]


def test_live_list_is_shown_and_labelled_until_a_list_is_approved(english):
    rulebook_game()
    up_to_date()
    page = english.get(LIST)
    assert "No list has been approved yet." in text(page)
    assert names(page) == ["Bertil Öberg", "Adam Ek"]


def test_the_newest_approved_list_is_shown_with_change_and_rank(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING, comment="The first.")
    club = {each: each.memberships.get().club.name for each in (adam, bertil)}
    page = english.get(LIST)
    assert rows(page) == [
        ["1", "Bertil Öberg", club[bertil], "", "2207", "−13", "1"],
        ["2", "Adam Ek", club[adam], "", "1976", "+26", "1"],
    ]
    assert "Rating list 1 May 2026" in text(page)
    assert "by Rut Rating" in text(page)
    assert "The first." in text(page)


def test_the_live_list_counts_changes_since_the_newest_list(english, springs_players):
    adam, bertil = springs_players
    accepted(line(adam, bertil, 1, SUMMER))
    up_to_date()
    # D = 231: k = 9 (SSF rating, table 225–247); a draw, halved for Bertil: −4½,
    # and 2202½ is rounded up.
    assert [row[1:2] + row[4:] for row in rows(english.get(LIVE))] == [
        ["Bertil Öberg", "2203", "−4", "1"],
        ["Adam Ek", "1985", "+9", "1"],
    ]


def test_older_list_is_unchanged(english, springs_players):
    adam, bertil = springs_players
    corrected(adam, bertil, 0)
    published(SPRING, comment="A wrong result.")
    assert [row[4] for row in rows(english.get("/list/1/"))] == ["2207", "1976"]
    assert [row[4] for row in rows(english.get("/list/2/"))] == ["2223", "1944"]


def test_older_list_links_to_the_newest(english, springs_players):
    alone = text(english.get("/list/1/"))
    published(SUMMER)
    older, newest = english.get("/list/1/"), english.get("/list/2/")
    assert "There is a newer list" not in alone + text(newest)
    assert "There is a newer list: 1 September 2026" in text(older)
    assert 'href="/list/">1 September 2026</a>' in older.content.decode()


def test_difference_of_a_revision_is_public(english, springs_players):
    adam, bertil = springs_players
    corrected(adam, bertil, 0)
    published(SPRING)
    page = english.get("/list/2/difference/")
    assert names(page) == ["Adam Ek", "Bertil Öberg"]
    assert "list no. 1 against list no. 2" in text(page)
    assert text(english.get("/list/1/difference/")) != ""


def test_a_list_without_another_of_its_period_has_no_difference(
    english, springs_players
):
    assert english.get("/list/1/difference/").status_code == 404
    assert english.get("/list/1/difference/?against=1").status_code == 404
    assert english.get("/list/1/difference/?against=x").status_code == 404


def test_all_publications_are_listed_with_number_author_counts_and_digest(english):
    rulebook_game()
    published(SPRING, comment="The first.", by="Rut Rating")
    page = english.get("/lists/")
    digest = chess_pool().lists.get().input_digest
    assert digest[:12] in text(page)
    assert "Rut Rating" in text(page)
    assert "The first." in text(page)


# --- who is found and shown ---------------------------------------------------
def test_hidden_players_keep_their_place_without_name_or_link(english, springs_players):
    adam, _bertil = springs_players
    adam.visibility = Visibility.HIDDEN
    adam.save()
    page = english.get(LIST)
    assert names(page) == ["Bertil Öberg", "Hidden player"]
    assert f"/players/{adam.pk}/" not in page.content.decode()


def test_players_shown_by_initials_keep_their_place(english, springs_players):
    adam, _bertil = springs_players
    adam.visibility = Visibility.INITIALS
    adam.save()
    assert names(english.get(LIST)) == ["Bertil Öberg", "A. E."]


@pytest.mark.parametrize("visibility", [Visibility.HIDDEN, Visibility.INITIALS])
@pytest.mark.parametrize("address", [LIST, LIVE])
def test_player_is_not_found_by_a_hidden_name(
    english, visibility, address, springs_players
):
    adam, _bertil = springs_players
    adam.visibility = visibility
    adam.save()
    for name in ("Adam", "adam ek", "Ek"):
        assert "Nobody matches" in text(english.get(address, {"q": name}))


def test_hidden_player_is_not_found_by_number(english, springs_players):
    adam, bertil = springs_players
    set_visibility(adam.pk, Visibility.INITIALS, acting=OFFICE)
    set_visibility(bertil.pk, Visibility.HIDDEN, acting=OFFICE)
    for player in (adam, bertil):
        page = english.get(LIST, {"q": player.national_id})
        assert "Nobody matches" in text(page)


def test_club_secretary_sees_and_finds_a_hidden_member(english, springs_players):
    adam, bertil = springs_players
    for player in (adam, bertil):
        player.visibility = Visibility.HIDDEN
        player.save()
    english.force_login(secretary_of(adam.memberships.get().club))
    assert names(english.get(LIST)) == ["Hidden player", "Adam Ek"]
    assert names(english.get(LIST, {"q": "adam"})) == ["Adam Ek"]
    assert "Nobody matches" in text(english.get(LIST, {"q": "bertil"}))


def test_the_rating_officer_sees_every_name(english, as_officer, springs_players):
    adam, _bertil = springs_players
    adam.visibility = Visibility.HIDDEN
    adam.save()
    assert names(english.get(LIST)) == ["Bertil Öberg", "Adam Ek"]


# --- filters, order, pages ----------------------------------------------------
@shared
def four_players():
    """Ratings 1900, 1800, 1700 and 1600; two clubs in two districts."""
    south = ClubFactory(name="Ystad", district=DistrictFactory(code="south"))
    north = ClubFactory(name="Boden", district=DistrictFactory(code="north"))
    people = [
        rated(1900, first_name="Åsa", last_name="Ek", club=south, gender="f"),
        rated(1800, first_name="Bo", last_name="Alm", club=north, gender="m"),
        rated(1700, first_name="Eva", last_name="Öst", club=north, gender="f"),
        rated(
            1600,
            first_name="Cai",
            last_name="Zorn",
            club=south,
            gender="m",
            birth_year=2014,
        ),
    ]
    ClassMembershipFactory(player=people[1], player_class="M")
    # Each draws a game with an equal opponent: no rating changes.
    for number, (player, rating) in enumerate(
        zip(people, (1900, 1800, 1700, 1600), strict=True)
    ):
        other = rated(rating, status="deceased")
        accepted(line(player, other, 1, SPRING, board=number + 1))
    published(SPRING)
    return people


@pytest.mark.parametrize("address", [LIST, LIVE])
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"q": "asa"}, ["Åsa Ek"]),
        ({"q": "öst eva"}, ["Eva Öst"]),
        ({"q": "cai zonr"}, ["Cai Zorn"]),
        ({"q": "z"}, ["Cai Zorn"]),
        ({"district": "north"}, ["Bo Alm", "Eva Öst"]),
        ({"player_class": "M"}, ["Bo Alm"]),
        ({"age": "U13"}, ["Cai Zorn"]),
        ({"gender": "f"}, ["Åsa Ek", "Eva Öst"]),
        ({"gender": "f", "district": "north"}, ["Eva Öst"]),
    ],
)
def test_list_is_filtered(english, four_players, address, query, expected):
    assert names(english.get(address, query)) == expected


@pytest.mark.parametrize("address", [LIST, LIVE])
def test_list_is_filtered_by_club(english, four_players, address):
    club = four_players[0].memberships.get().club
    page = english.get(address, {"club": club.pk})
    assert names(page) == ["Åsa Ek", "Cai Zorn"]


@pytest.mark.parametrize("visibility", [Visibility.HIDDEN, Visibility.INITIALS])
@pytest.mark.parametrize("address", [LIST, LIVE])
def test_age_and_gender_of_hidden_players_are_not_revealed(
    english, four_players, address, visibility
):
    for player in four_players[2:]:  # Eva, and Cai who is the only one so young
        set_visibility(player.pk, visibility, acting=acting(officer()))

    assert names(english.get(address, {"gender": "f"})) == ["Åsa Ek"]
    assert english.get(address, {"age": "U13"}).context["turned"].total == 0


def test_filtered_list_shows_rank_and_rank_in_the_selection(english, four_players):
    page = english.get(LIST, {"gender": "f"})
    assert [row[:3] for row in rows(page)] == [
        ["1", "1", "Åsa Ek"],
        ["3", "2", "Eva Öst"],
    ]


@pytest.mark.parametrize("address", [LIST, LIVE])
@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("name", ["Bo Alm", "Åsa Ek", "Cai Zorn", "Eva Öst"]),
        ("-name", ["Eva Öst", "Cai Zorn", "Åsa Ek", "Bo Alm"]),
        ("rating", ["Cai Zorn", "Eva Öst", "Bo Alm", "Åsa Ek"]),
        ("-rank", ["Cai Zorn", "Eva Öst", "Bo Alm", "Åsa Ek"]),
        ("club", ["Bo Alm", "Eva Öst", "Åsa Ek", "Cai Zorn"]),
        ("player_class", ["Bo Alm", "Åsa Ek", "Eva Öst", "Cai Zorn"]),
        ("-games", ["Åsa Ek", "Bo Alm", "Eva Öst", "Cai Zorn"]),
        ("change", ["Åsa Ek", "Bo Alm", "Eva Öst", "Cai Zorn"]),
    ],
)
def test_a_list_is_sorted(english, four_players, address, sort, expected):
    assert names(english.get(address, {"sort": sort})) == expected


def test_first_click_on_a_numeric_column_sorts_descending(english, four_players):
    orders = re.findall(r"[?;]sort=([-a-z_]+)", english.get(LIST).content.decode())
    numbers = ["-rating", "-change", "-games"]
    assert orders == ["-rank", "name", "club", "player_class", *numbers]


def test_sorted_column_is_marked(english, four_players):
    page = english.get(LIST, {"sort": "-name"}).content.decode()
    assert re.search(r'aria-sort="descending">\s*<a\s[^>]*>\s*Name', page)


def test_invalid_filter_is_reported_and_the_others_apply(english, four_players):
    query = {"gender": "f", "age": "old", "district": "west", "sort": "colour"}
    page = english.get(LIST, query)
    assert page.status_code == 200
    assert names(page) == ["Åsa Ek", "Eva Öst"]
    for message in (
        "Age: Select a valid choice. old is not one of the available choices.",
        "District: Select a valid choice. west is not one of the available choices.",
        "There is no column “colour” to sort by.",
    ):
        assert message in text(page)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"page": "999999"}, "There is no page 999999; this is the last one, page 1."),
        ({"page": "0"}, "There is no page 0; this is the first one."),
        ({"page": "-3"}, "There is no page -3; this is the first one."),
        ({"page": "x"}, "“x” is not the number of a page."),
        ({"page": "9" * 400}, "There is no page 99999999999999999999;"),
        ({"q": "x" * 81}, "Name or player number: Ensure this value has at most 80"),
        ({"gender": "f", "after": "77"}, "That place in the list no longer exists"),
        (
            {"sort": "name", "before": "9999999999"},
            "That place in the list no longer exists",
        ),
    ],
)
def test_unknown_parameters_give_a_message_and_the_list(
    english, four_players, query, message
):
    page = english.get(LIST, query)
    assert page.status_code == 200
    assert message in text(page)
    assert "Åsa Ek" in text(page)


@pytest.mark.parametrize(
    "query",
    [
        {"after": "x"},
        {"after": "-1", "gender": "f"},
        {"after": "²", "gender": "f"},
        {"before": "9" * 30, "sort": "club"},
        {"q": "%_\\'\""},
        {"q": "   "},
        {"sort": "-"},
        {"sort": "name,,rating"},
    ],
)
def test_no_query_string_breaks_the_page(english, four_players, query):
    assert english.get(LIST, query).status_code == 200
    assert english.get(LIVE, query).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/list/99/",
        "/list/99999999999999999999/",
        "/list/-1/",
        "/list/?pool=nowhere",
        "/list/99/difference/",
        "/list/99/list.csv",
    ],
)
def test_unknown_list_gives_404(english, four_players, address):
    assert english.get(address).status_code == 404


def test_htmx_request_gets_only_the_list(english, four_players):
    alone = english.get(
        LIST, {"q": "asa"}, headers={"HX-Request": "true", "HX-Target": "list"}
    )
    assert alone.content.decode().strip().startswith('<div class="list')
    assert names(alone) == ["Åsa Ek"]


def tab_links(response):
    tabs = response.content.decode().partition('id="list-tabs"')[2]
    return dict(re.findall(r'href="([^"?]*)([^"]*)"', tabs.partition("</nav>")[0]))


@pytest.mark.parametrize("address", [LIST, LIVE])
def test_current_and_live_list_lead_to_each_other_with_filters_and_order(
    english, four_players, address
):
    asked = {"district": "north", "gender": "f", "q": "öst", "sort": "-name"}
    dropped = {"after": "1", "whole": "1", "player_class": "", "age": "old", "x": "1"}
    query = "?q=%C3%B6st&amp;district=north&amp;gender=f&amp;sort=-name"
    kept = {LIST: query, LIVE: query, "/lists/": ""}
    assert tab_links(english.get(address, asked | dropped)) == kept


def test_unfiltered_list_leads_to_the_other_without_a_query(english, four_players):
    kept = {LIST: "", LIVE: "", "/lists/": ""}
    assert tab_links(english.get(LIST, {"page": "1", "sort": "colour"})) == kept


def test_pool_is_kept_between_current_and_live_list(english, four_players):
    pool = chess_pool().code
    assert tab_links(english.get(LIST, {"pool": pool, "gender": "f"})) == {
        LIST: "?gender=f",
        LIVE: "?gender=f",
        "/lists/": "",
    }


def test_filtering_by_script_changes_the_links_to_the_other_list(english, four_players):
    alone = english.get(
        LIVE, {"q": "asa"}, headers={"HX-Request": "true", "HX-Target": "list"}
    )
    assert 'id="list-tabs" hx-swap-oob="true"' in alone.content.decode()
    assert tab_links(alone)[LIST] == "?q=asa"


# --- what a page costs --------------------------------------------------------
SNAPSHOT = 2
"""Two statements that begin and end the single snapshot in which the live list is read.
"""


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize(
    ("address", "query", "queries"),
    [
        (LIST, {}, 7),
        (LIVE, {}, 8 + SNAPSHOT),
        (LIST, {"sort": "name", "gender": "f"}, 8),
        (LIVE, {"sort": "-change", "gender": "f", "after": "1"}, 9 + SNAPSHOT),
    ],
)
def test_query_count_does_not_depend_on_number_of_players(
    english, django_assert_num_queries, players, address, query, queries
):
    """Of twelve allowed; a cookie with pins takes one more."""
    for number in range(players + 1):
        one, other = rated(1500 + number, gender="f"), rated(1500, gender="m")
        accepted(line(one, other, 2, SPRING, board=number + 1))
    published(SPRING)
    english.get(LIST)
    with django_assert_num_queries(queries):
        english.get(address, query)


def test_page_of_a_signed_in_user_with_pins_takes_at_most_twelve_queries(
    english, django_assert_max_num_queries, four_players
):
    english.force_login(RoleFactory(kind="secretary", club=ClubFactory()).user)
    english.cookies["pinned"] = f"p{four_players[0].pk}"
    with django_assert_max_num_queries(12 + SNAPSHOT):
        english.get(LIVE, {"sort": "rating"})
    with django_assert_max_num_queries(12 + SNAPSHOT):
        english.get(LIVE, {"sort": "-change", "gender": "f", "after": "2"})


# --- caching --------------------------------------------------------------
@pytest.mark.parametrize("address", [LIST, LIVE, "/list/1/", "/lists/"])
def test_shared_page_has_no_token_nonce_or_cookie(english, four_players, address):
    page = english.get(address)
    body = page.content.decode()
    assert "csrf" not in body.lower()
    assert "nonce" not in body.lower()
    assert "nonce" not in page["Content-Security-Policy"]
    assert not page.cookies
    assert {each.strip() for each in page["Vary"].split(",")} >= {
        "Cookie",
        "Accept-Language",
    }


@pytest.mark.parametrize("address", [LIST, LIVE, "/list/1/", "/lists/"])
def test_unchanged_page_gives_304(english, four_players, address):
    mark = english.get(address)["ETag"]
    again = english.get(address, headers={"If-None-Match": mark})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", mark)
    assert "Cookie" in again["Vary"]


def mark_of(client, address=LIST, **facts):
    return client.get(address, **facts)["ETag"]


def test_etag_changes_when_anything_on_the_page_may_have_changed(english, four_players):
    marks = [mark_of(english)]
    four_players[0].visibility = Visibility.HIDDEN
    four_players[0].save()
    marks.append(mark_of(english))
    marks.append(mark_of(english, headers={"accept-language": "sv"}))
    marks.append(mark_of(english, query_params={"gender": "f"}))
    marks.append(mark_of(english, headers={"HX-Request": "true", "HX-Target": "list"}))
    english.cookies["pinned"] = "p1"
    marks.append(mark_of(english))
    assert len(set(marks)) == len(marks)


def test_live_lists_etag_changes_with_every_posting(english, four_players):
    before = mark_of(english, LIVE)
    accepted(line(four_players[0], four_players[1], 2, SUMMER))
    assert mark_of(english, LIVE) != before


def test_live_lists_etag_changes_when_its_places_are_numbered(english, four_players):
    accepted(line(four_players[0], four_players[1], 2, SUMMER))
    computed()
    before = mark_of(english, LIVE)
    number_live_list(chess_pool().pk, today=date(2026, 6, 15))
    assert mark_of(english, LIVE) != before


def test_page_of_a_signed_in_user_has_no_etag(english, four_players):
    english.force_login(officer())
    assert "ETag" not in english.get(LIST)


# --- fresh results ------------------------------------------------------------
def test_live_list_being_computed_polls(english, four_players):
    accepted(line(four_players[0], four_players[1], 2, SUMMER))
    page = english.get(LIVE)
    assert 'hx-trigger="every 10s"' in page.content.decode()
    assert english.get("/fresh/?pool=chess-long&places").status_code == 204
    up_to_date()
    response_fresh = english.get("/fresh/?pool=chess-long&places")
    assert (response_fresh.status_code, response_fresh["HX-Trigger"]) == (
        200,
        "pool-computed",
    )
    assert 'hx-trigger="every 10s"' not in english.get(LIVE).content.decode()


def test_published_list_does_not_poll(english, four_players):
    accepted(line(four_players[0], four_players[1], 2, SUMMER))
    assert 'hx-trigger="every 10s"' not in english.get(LIST).content.decode()


def test_two_year_course_follows_published_lists(english, four_players):
    accepted(line(four_players[0], four_players[1], 2, SUMMER))
    published(SUMMER)
    # D = 100: k = 4; the higher-rated wins 12 (SSF rating, point 3 and table).
    assert 'aria-label="From 1900 to 1912"' in english.get(LIST).content.decode()


def test_course_on_an_old_list_ends_with_that_list(english):
    two = [member(), member()]
    for player in two:
        decided(player, 1900, on=date(2020, 1, 1))
    accepted(line(*two, 2, date(2022, 2, 1)))
    accepted(line(*two, 1, date(2022, 6, 1)))
    published(date(2022, 2, 1)), published(date(2022, 6, 1))
    # A win among equals is 16; then D = 32, k = 1 (SSF rating, point 3 and table).
    assert 'aria-label="From 1916 to 1915"' in english.get("/list/2/").content.decode()


def test_player_missing_from_the_previous_list_is_new(english, four_players):
    accepted(line(rated(1000, first_name="Nya", last_name="By"), four_players[0], 0,
                  date(2026, 6, 2)))  # fmt: skip
    published(SUMMER)
    assert [row[5] for row in rows(english.get(LIST)) if row[1] == "Nya By"] == ["new"]


@pytest.mark.parametrize("address", [LIST, LIVE])
def test_namesake_on_another_page_is_distinguished_on_every_page(
    english, monkeypatch, address
):
    monkeypatch.setattr(lists, "PER_PAGE", 1)
    first, second = (
        rated(rating, first_name="Eva", last_name="Ek", birth_year=year)
        for rating, year in ((1900, 1950), (1800, 1988))
    )
    accepted(line(first, second, 2, SPRING))
    published(SPRING)
    up_to_date()
    pages = [
        text(english.get(address, query))
        for query in ({}, {"page": 2}, {"whole": 1}, {"page": 1, "sort": "-rating"})
    ]
    years = [[year for year in ("1950", "1988") if year in page] for page in pages]
    assert years == [["1950"], ["1988"], ["1950", "1988"], ["1950"]]


def test_each_list_links_to_its_files(english, four_players):
    address = reverse("ratings:list_file", args=[1, "list.csv"])
    assert address in english.get(LIST).content.decode()


@pytest.mark.parametrize("address", [LIST, LIVE])
@pytest.mark.parametrize(
    ("query", "total"), [("", 4), ("gender=f", 2), ("sort=name", 4)]
)
def test_printed_page_names_its_part_and_print_view_has_the_whole_list(
    english, four_players, address, monkeypatch, query, total
):
    monkeypatch.setattr("ratings.lists.views.lists.PER_PAGE", 1)
    part = english.get(f"{address}?{query}")
    assert len(names(part)) == 1
    says = f"Players 1–1 of {total}. “Download” on the page of the list has the whole"
    assert says in text(part)
    link = f"{query}&amp;whole=1" if query else "whole=1"
    assert f'href="?{link}"' in part.content.decode()
    print_view = english.get(f"{address}?{query}&whole=1")
    assert len(names(print_view)) == total
    assert "for printing." not in text(print_view)


@pytest.mark.parametrize("query", ["page=3", "sort=name&after=2"])
def test_print_view_of_a_later_page_has_the_whole_list(
    english, four_players, monkeypatch, query
):
    monkeypatch.setattr("ratings.lists.views.lists.PER_PAGE", 1)
    later = english.get(f"{LIST}?{query}").content.decode()
    (link,) = re.findall(r'href="([^"]*whole=1)"', later)
    print_view = english.get(LIST + link.replace("&amp;", "&"))
    assert len(names(print_view)) == 4
    assert print_view.context["listing"].refused == ()


def test_only_pools_with_a_list_are_offered(english):
    open_standard_pools()
    rulebook_game()
    up_to_date()
    page = english.get("/list/live/")
    assert [pool.code for pool in page.context["pool_context"].offered] == [
        "chess-long"
    ]
    context = english.get("/list/live/?pool=scrabble").context["pool_context"]
    assert [pool.code for pool in context.offered] == ["chess-long", "scrabble"]


def test_pool_with_a_list_precedes_an_older_empty_pool(english, springs_players):
    chess = chess_pool()
    Pool.objects.create(pk=chess.pk - 1, code="old", name="Old")
    Computation.objects.create(pool_id=chess.pk - 1)
    LiveList.objects.create(pool_id=chess.pk - 1)
    chosen = english.get("/list/").context["pool_context"]
    # Its addresses name it anyway: the other pool may get a list later.
    assert (chosen.pool.code, chosen.query) == ("chess-long", "?pool=chess-long")


def test_reader_of_a_list_is_shown_its_revision(english, springs_players):
    adam, bertil = springs_players
    seen = english.get("/list/1/")["ETag"]
    corrected(adam, bertil, 0)
    published(SPRING)

    page = english.get("/list/1/", headers={"If-None-Match": seen})

    assert "Revision 1" in text(page)


def test_list_of_a_period_without_games_says_so(english, springs_players):
    published(date(2026, 6, 1))
    assert "nobody has a rated game in the period" in text(english.get("/list/2/"))


def test_long_comment_is_truncated_among_lists_and_full_on_its_own_page(english):
    rulebook_game()
    published(SPRING, comment="word " * 200 + "the end")

    among_all = text(english.get("/lists/"))
    assert "word word" in among_all
    assert "the end" not in among_all
    assert "All of it" in among_all
    assert "the end" in text(english.get("/list/1/"))


def test_unknown_pool_is_reported_with_the_existing_ones(english, springs_players):
    answer = english.get("/list/?pool=hej")

    assert answer.status_code == 404
    assert "There is no rating “hej” here." in text(answer)
    assert "There is nothing at" not in text(answer)
    assert 'href="?pool=chess-long"' in answer.content.decode()


def test_number_of_players_with_rated_games_is_shown_above_a_list(english):
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SPRING, key=1, minutes=60), source_number=78)
    published(SPRING)

    page = text(english.get("/list/1/"))

    entries = ListEntry.objects.values_list("games", flat=True)
    assert sorted(entries) == [1, 1]
    assert ("List no. 1: 2 players, 2 of them with rated games in the period.") in page


def test_dates_of_lists_are_marked_so_that_they_do_not_wrap(english, springs_players):
    body = english.get("/lists/").content.decode().split("<tbody>")[1]
    unmarked = re.sub(r"<time[^>]*>[^<]*</time>|<[^>]*>", "", body.split("</tbody>")[0])
    assert re.findall(r"\d{4}-\d\d-\d\d", unmarked) == []


# --- long lists ---------------------------------------------------------------------
@pytest.fixture
def long_lists(monkeypatch):
    """Render pages as for lists that are too long to be sorted on request."""
    monkeypatch.setattr("ratings.lists.views.list_parts.SORTED_AS_ASKED", 0)


def turned_by_name(client, address):
    """Return the names on successive pages, with the pager's text."""
    pages, query = [], "?sort=name"
    while query:
        page = client.get(address + query)
        says = re.search(r"\d+–\d+ of \d+", text(page))
        pages.append((says and says.group(), names(page)))
        link = re.search(r'rel="next"\s+href="([^"]+)"', page.content.decode())
        query = link and link.group(1).replace("&amp;", "&")
    return pages


@pytest.mark.parametrize("address", [LIST, LIVE])
def test_long_list_by_name_follows_the_register_with_page_numbers(
    english, long_lists, monkeypatch, address
):
    players = [rated(1500, first_name="A", last_name=name) for name in "ÖEÅZ"]
    accepted(line(*players[:2], 1, SPRING), line(*players[2:], 1, SPRING, board=2))
    published(SPRING)
    set_visibility(players[3].pk, Visibility.HIDDEN, acting=acting(officer()))
    monkeypatch.setattr("ratings.lists.views.lists.PER_PAGE", 2)
    assert turned_by_name(english, address) == [
        ("1–2 of 4", ["A E", "A Å"]),
        ("3–4 of 4", ["A Ö", "Hidden player"]),
    ]


def test_long_list_by_name_has_no_page_number_if_the_address_has_none(
    english, long_lists
):
    players = [rated(1500, first_name="A", last_name=name) for name in "ÖE"]
    accepted(line(*players, 1, SPRING))
    published(SPRING)
    first = Player.objects.get(last_name="E").pk
    place = ListEntry.objects.get(player_id=first).position
    page = english.get(LIST, {"sort": "name", "after": place})
    assert names(page) == ["A Ö"]
    assert "2 of 2" not in text(page)


@pytest.mark.parametrize("query", ["1-", "1-2-3", "-1", "1-x", "9" * 30])
def test_invalid_cursor_shows_the_beginning(
    english, long_lists, query, springs_players
):
    page = english.get(LIST, {"sort": "-change", "after": query})
    assert names(page) == ["Adam Ek", "Bertil Öberg"]

import re
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.domain.merging import merge_players
from federation.enums import Visibility
from federation.models import Membership, Player
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import CurrentRating, Edition, Pool
from tests.factories import (
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    acting,
    chess_pool,
    member,
)
from tests.factories import line as game
from tests.ratings.fide_list import line, listed
from tests.ratings.rating_lists import SPRING, accepted, decided, rated, up_to_date
from tests.tournaments.pages import html_of, url
from tests.tournaments.tournaments_made import entered, section, started, tournament
from tests.worlds import shared
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.starting import start_section
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

SURE = {"asked": "yes", "sure": "on"}


@shared
def their_group(club):
    return section(tournament(club))


@pytest.fixture
def group(secretary, their_group):
    return their_group


def numbers(group) -> list[int]:
    return list(group.entries.in_order().values_list("player_id", flat=True))


def test_namesakes_are_distinguished_by_year_and_club(client, group):
    rockaden, wasa = ClubFactory(name="SK Rockaden"), ClubFactory(name="Wasa SK")
    member(rockaden, first_name="Erik", last_name="Ek", birth_year=1950)
    member(wasa, first_name="Erik", last_name="Ek", birth_year=1990)

    for shown in (
        html_of(client.get(url("section", group.pk), {"q": "erik"})),
        html_of(client.get(url("suggestions", group.pk), {"q": "ek er"})),
    ):
        for words in ("1950", "SK Rockaden", "1990", "Wasa SK"):
            assert words in shown


def test_player_is_entered_from_the_suggestions(client, group):
    player = member()

    answer = client.post(url("enter", group.pk), {"player": player.pk})

    assert answer.url == url("section", group.pk)
    assert numbers(group) == [player.pk]


def entry_message(client, group, player) -> str:
    page = client.post(url("enter", group.pk), {"player": player.pk}, follow=True)
    return str(*page.context["messages"])


def test_message_names_the_entered_player(client, group):
    assert entry_message(client, group, member(first_name="Erik", last_name="Ek")) == (
        "Erik Ek was entered."
    )


def test_message_says_which_of_two_namesakes_was_entered(client, group):
    rockaden, wasa = ClubFactory(name="SK Rockaden"), ClubFactory(name="Wasa SK")
    older = member(rockaden, first_name="Erik", last_name="Ek", birth_year=1950)
    member(wasa, first_name="Erik", last_name="Ek", birth_year=1990)
    assert (
        entry_message(client, group, older)
        == "Erik Ek (1950, SK Rockaden) was entered."
    )


def test_message_does_not_name_a_hidden_player(client, group):
    hidden = member(visibility=Visibility.HIDDEN)
    sent = {"number": hidden.national_id}
    page = client.post(url("enter", group.pk), sent, follow=True)
    assert str(*page.context["messages"]) == "Hidden player was entered."


@pytest.mark.parametrize("player", ["", "x", "-1", "1.5", "9" * 30, "999999"])
def test_unknown_player_is_not_entered(client, group, player):
    answer = client.post(url("enter", group.pk), {"player": player})

    assert answer.status_code == 302
    assert numbers(group) == []


def test_message_says_that_a_player_is_already_entered(client, group):
    player = member()
    entered(group, player)

    answer = client.post(url("enter", group.pk), {"player": player.pk}, follow=True)

    assert "The player is already in this section." in html_of(answer)


def suggested(client, group, typed):
    shown = html_of(client.get(url("suggestions", group.pk), {"q": typed}))
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", shown)


@pytest.mark.parametrize("typed", ["Åsa", "Åsa Ek", "900-7"])
def test_hidden_player_of_another_club_is_not_suggested(client, group, typed):
    facts = {"first_name": "Åsa", "last_name": "Ek", "visibility": Visibility.HIDDEN}
    without = suggested(client, group, typed)
    hidden = member(national_id="900-7", **facts)
    assert suggested(client, group, typed) == without
    client.post(url("enter", group.pk), {"player": hidden.pk})
    assert numbers(group) == []


def test_hidden_player_is_entered_by_the_whole_number(client, group):
    hidden = member(
        first_name="Åsa",
        last_name="Ekegren",
        birth_year=1971,
        visibility=Visibility.HIDDEN,
    )
    shown = html_of(client.get(url("suggestions", group.pk), {"q": hidden.national_id}))
    assert f'name="number" value="{hidden.national_id}"' in shown
    sent = {"number": hidden.national_id}
    page = html_of(client.post(url("enter", group.pk), sent, follow=True))
    assert numbers(group) == [hidden.pk]
    assert [word in page for word in ("Hidden player", "Ekegren", "1971")] == [
        True, False, False,
    ]  # fmt: skip


def test_tries_of_player_numbers_are_limited(client, group, settings):
    settings.TRIES_A_DAY = 2
    hidden = member(visibility=Visibility.HIDDEN)
    answers = [
        html_of(client.post(url("enter", group.pk), {"number": number}, follow=True))
        for number in ("1-1", "1-2", hidden.national_id)
    ]
    found = ["No player has this number" in each for each in answers]
    assert (found, numbers(group)) == ([True, True, False], [])
    assert "tried this too many times today" in answers[2]


def test_hidden_namesake_of_a_newcomer_is_not_shown(client, group):
    member(
        first_name="Ada", last_name="Ek", birth_year=2015, visibility=Visibility.HIDDEN
    )
    client.post(url("newcomer", group.pk), newcomer())
    assert len(numbers(group)) == 1


def test_hidden_guest_of_the_club_is_found_by_name(client, group, club):
    guest = member(first_name="Åsa", last_name="Ek", visibility=Visibility.HIDDEN)
    MembershipFactory(player=guest, club=club, is_main=False)
    shown = html_of(client.get(url("suggestions", group.pk), {"q": "Åsa"}))
    assert "Åsa Ek" in shown


def test_hidden_player_of_the_own_club_is_found_by_name(client, group, club):
    member(club, first_name="Åsa", last_name="Ek", visibility=Visibility.HIDDEN)

    shown = html_of(client.get(url("suggestions", group.pk), {"q": "Åsa"}))

    assert "Åsa Ek" in shown


def newcomer(**facts):
    return {
        "first_name": "Ada",
        "last_name": "Ek",
        "birth_year": "2015",
        "joins_club": "yes",
        "outside_kind": "fide",
        **facts,
    }


def test_newcomer_joins_the_club_and_is_entered(client, group, club):
    client.post(url("newcomer", group.pk), newcomer())

    player = Player.objects.get(last_name="Ek")
    assert numbers(group) == [player.pk]
    assert Membership.objects.get(player=player).club == club


def test_newcomer_from_outside_has_a_country(client, group):
    form_data = newcomer(joins_club="no", country="nor", fide_id="1512345")
    client.post(url("newcomer", group.pk), {**form_data, "outside_rating": "2011"})

    (entry,) = group.entries.all()
    assert (entry.player.country, entry.player.fide_id) == ("NOR", 1512345)
    assert (entry.outside_rating, entry.outside_kind) == (2011, "fide")


def test_newcomer_does_not_become_a_member_without_a_choice(client, group):
    shown = html_of(client.get(url("newcomer", group.pk)))
    assert 'name="joins_club"' in shown
    assert (
        "checked" not in shown.partition('name="joins_club"')[2].partition("</div>")[0]
    )

    answer = client.post(url("newcomer", group.pk), newcomer(joins_club=""))
    assert "Choose where the newcomer belongs." in html_of(answer)
    assert numbers(group) == []


def test_newcomer_of_another_club_gets_a_card_without_a_club(client, group):
    client.post(url("newcomer", group.pk), newcomer(joins_club="elsewhere"))

    player = Player.objects.get(last_name="Ek")
    assert numbers(group) == [player.pk]
    assert player.country == "SWE"
    assert not Membership.objects.filter(player=player).exists()


def test_player_of_another_section_is_entered_with_a_message(client, group):
    player = member(first_name="Åsa", last_name="Ek")
    section(group.tournament, name="Blitz")
    entered(group.tournament.sections.get(name="Blitz"), player)

    answer = client.post(url("enter", group.pk), {"player": player.pk}, follow=True)

    assert "Åsa Ek is entered in Blitz too." in html_of(answer)
    assert numbers(group) == [player.pk]


def test_fide_rating_without_fide_number_is_refused_with_a_message(client, group):
    (entry,) = entered(group, PlayerFactory())
    form_data = {"outside_rating": "2105", "outside_kind": "fide"}
    shown = unescape(html_of(client.post(url("outside", entry.pk), form_data)))
    assert "A FIDE rating goes with a FIDE number" in shown


def test_typed_text_becomes_the_name_of_the_newcomer(client, group):
    shown = html_of(client.get(url("newcomer", group.pk), {"q": "Anna Maria Ek"}))

    assert 'value="Anna Maria"' in shown
    assert 'value="Ek"' in shown


def test_likely_duplicates_are_shown_first(client, group):
    known = member(first_name="Ada", last_name="Ek", birth_year=2015)

    answer = client.post(url("newcomer", group.pk), newcomer())
    assert "Is it one of these?" in html_of(answer)
    assert numbers(group) == []

    assert f'name="looked_at" value="{known.pk}"' in html_of(answer)

    client.post(url("newcomer", group.pk), newcomer(looked_at=known.pk))
    assert len(numbers(group)) == 1
    # A second click on the same button finds the newcomer of the first.
    again = client.post(url("newcomer", group.pk), newcomer(looked_at=known.pk))
    assert "Is it one of these?" in html_of(again)
    assert len(numbers(group)) == 1


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("last_name", "", "This field is required"),
        ("last_name", "x" * 61, "at most 60 characters"),
        ("birth_year", "1800", "Enter a year from 1880 to "),
        ("birth_year", "9" * 30, "Enter a year from 1880 to "),
        ("joins_club", "perhaps", "Select a valid choice"),
        ("outside_rating", "4000", "less than or equal to 3500"),
        ("outside_rating", "1800", "Enter the FIDE number too"),
        ("joins_club", "no", "Enter the country of a player from outside."),
        ("country", "Norge", "Enter three letters, such as SWE."),
    ],
)
def test_invalid_newcomer_is_refused_with_a_message(client, group, field, value, words):
    answer = client.post(url("newcomer", group.pk), newcomer(**{field: value}))

    assert answer.status_code == 200
    assert words in html_of(answer)
    assert not Player.objects.filter(first_name="Ada").exists()


def test_estimate_needs_its_basis(client, group):
    (entry,) = entered(group, PlayerFactory())
    form_data = {"outside_rating": "1650", "outside_kind": "estimate"}

    refused = client.post(url("outside", entry.pk), form_data)
    assert "Say what the estimate is based on." in html_of(refused)

    client.post(
        url("outside", entry.pk), {**form_data, "estimate_reason": "Oslo, class 3"}
    )
    entry.refresh_from_db()
    assert (entry.outside_rating, entry.outside_kind) == (1650, "estimate")


def test_entry_is_removed(client, group):
    (entry,) = entered(group, member())

    client.post(url("drop_entry", entry.pk), SURE)

    assert not Entry.objects.exists()


def test_entries_are_moved_up_and_drawn_by_lot(client, group):
    first, second = (entry.player_id for entry in entered(group, member(), member()))
    second_entry = group.entries.get(player=second)

    client.post(url("order", group.pk), {"by": f"up-{second_entry.pk}"})
    assert numbers(group) == [second, first]

    client.post(url("order", group.pk), {"by": "lots", **SURE})
    assert set(numbers(group)) == {first, second}
    group.refresh_from_db()
    shown = html_of(client.get(url("section", group.pk)))
    assert f"by {group.numbers_drawn_by}: " in shown


def test_order_by_rating_begins_with_the_strongest(client, group):
    weak, strong = PlayerFactory(fide_rating=1500), PlayerFactory(fide_rating=2100)
    entered(group, weak, strong)

    client.post(url("order", group.pk), {"by": "rating", **SURE})

    assert numbers(group) == [strong.pk, weak.pk]


@pytest.mark.parametrize("by", ["", "up-", "up-999999", "up-x", "wishes"])
def test_invalid_order_changes_nothing(client, group, by):
    entered(group, member(), member())
    before = numbers(group)

    assert client.post(url("order", group.pk), {"by": by}).status_code == 302
    assert numbers(group) == before


def test_started_round_robin_offers_no_entry(client, group):
    started(group, size=2)

    shown = html_of(client.get(url("section", group.pk)))

    assert "Enter a player" not in shown
    assert "Take back the start" in shown


def test_query_count_does_not_depend_on_the_number_of_players(
    client, group, django_assert_num_queries, django_assert_max_num_queries
):
    entered(group, member())
    with django_assert_max_num_queries(21) as one:
        client.get(url("section", group.pk))
    entered(group, member(), member())
    with django_assert_num_queries(len(one)):
        client.get(url("section", group.pk))


def test_page_says_that_the_own_rating_counts(client, group, club):
    known = member(club)
    decided(known, 2325)
    (entry,) = entered(group, known)

    page = html_of(client.get(url("outside", entry.pk)))
    assert "The rating here counts: 2325" in page
    assert "A player without a rating here counts" not in page
    assert url("outside", entry.pk) not in html_of(client.get(url("section", group.pk)))

    form_data = {
        "outside_rating": "2400",
        "outside_kind": "estimate",
        "estimate_reason": "Seen",
    }
    saved = html_of(client.post(url("outside", entry.pk), form_data, follow=True))
    assert "Saved. It changes nothing: the rating here, 2325, counts." in saved


def test_rating_given_for_a_guest_counts_and_is_confirmed(client, group):
    (entry,) = entered(group, PlayerFactory(fide_id=4610001, fide_rating=2307))

    assert "At present, 2307 counts" in html_of(client.get(url("outside", entry.pk)))

    form_data = {"outside_rating": "2400", "outside_kind": "fide"}
    saved = html_of(client.post(url("outside", entry.pk), form_data, follow=True))
    assert "Saved. 2400 counts." in saved


# --- what FIDE's list offers ---------------------------------------------------
MAY = date(2026, 5, 1)


def on_fide_list(*lines):
    listed(
        *(lines or [line(4610001, "Vogel, Max", 2105, fed="GER", title="FM")]),
        month=MAY,
    )


def test_rating_from_a_fide_list_names_list_and_month(client, group):
    on_fide_list()
    entered(group, PlayerFactory(fide_id=4610001))

    assert "FIDE 2026-05</small>" in html_of(client.get(url("section", group.pk)))


def test_newer_fide_list_is_offered_and_used_with_one_click(client, group):
    (entry,) = entered(group, PlayerFactory(fide_id=4610001))
    on_fide_list()

    assert "FIDE 2105 (2026-05): use it?" in html_of(
        client.get(url("section", group.pk))
    )
    page = url("outside", entry.pk)
    assert "FIDE's list of May 2026 says 2105 (standard)" in unescape(
        html_of(client.get(page))
    )
    client.post(page, {"outside_rating": "2105", "outside_kind": "fide"})
    entry.refresh_from_db()
    assert (entry.outside_rating, entry.outside_kind) == (2105, "fide")
    assert "Use FIDE" not in html_of(client.get(page))


def test_order_by_rating_uses_fide_ratings_of_players_without_an_own_one(client, group):
    strong, weak, unknown = (
        PlayerFactory(fide_id=each) for each in (4610001, 4610002, 4610003)
    )
    entered(group, unknown, weak, strong)
    on_fide_list(line(4610001, "A", 2300), line(4610002, "B", 1800))

    client.post(url("order", group.pk), {"by": "rating", **SURE})

    assert numbers(group) == [strong.pk, weak.pk, unknown.pk]
    assert set(group.entries.values_list("outside_rating", flat=True)) == {None}


def test_newcomer_is_found_on_the_fide_list_by_name_or_number(client, group):
    on_fide_list()
    for typed in ("Max Vogel", "vogel, max", "vogel", "4610001"):
        shown = html_of(client.get(url("newcomer", group.pk), {"q": typed}))
        assert "?fide=4610001" in shown
    for typed in ("Max", "Vog", "4610002", "9" * 30):
        shown = html_of(client.get(url("newcomer", group.pk), {"q": typed}))
        assert "?fide=" not in shown


def test_registered_player_is_not_offered_as_newcomer_from_the_fide_list(client, group):
    on_fide_list()
    PlayerFactory(fide_id=4610001)

    shown = html_of(client.get(url("newcomer", group.pk), {"q": "Vogel"}))

    assert "?fide=" not in shown


def test_newcomer_from_the_fide_list_is_entered_with_its_data(client, group):
    on_fide_list()
    page = f"{url('newcomer', group.pk)}?fide=4610001"

    form = client.get(page).context["form"]
    form_data = {name: form[name].value() for name in form.fields if form[name].value()}
    client.post(page, form_data | {"joins_club": "no"})

    (entry,) = Entry.objects.all()
    player = entry.player
    assert (player.full_name, player.fide_id, player.country, player.title) == (
        "Max Vogel",
        4610001,
        "GER",
        "FM",
    )
    assert (entry.outside_rating, entry.outside_kind) == (2105, "fide")
    assert not Membership.objects.filter(player=player).exists()


def test_taken_fide_number_is_refused(client, group):
    PlayerFactory(fide_id=4610001)

    shown = client.post(url("newcomer", group.pk), newcomer(fide_id="4610001"))

    assert "Another player has this FIDE number." in html_of(shown)
    assert numbers(group) == []


@pytest.mark.parametrize("number", ["", "x", "0", "99999999999999999999", "-1"])
def test_number_on_no_fide_list_leaves_the_form_empty(client, group, number):
    on_fide_list()

    answer = client.get(url("newcomer", group.pk), {"fide": number})

    assert answer.context["chosen"] is None


def test_query_count_does_not_depend_on_the_number_of_fide_players(client, group):
    on_fide_list()

    def queries():
        with CaptureQueriesContext(connection) as queries_made:
            client.get(url("section", group.pk))
        return len(queries_made)

    entered(group, PlayerFactory(fide_id=4610001))
    one = queries()
    entered(group, PlayerFactory(), PlayerFactory(fide_id=4610002))
    assert queries() == one


def test_number_of_a_merged_card_enters_the_player(client, group):
    merged_card, remaining_card = member(), member()
    merge_players(merged_card.pk, remaining_card.pk, on=date(2026, 5, 1), acting=OFFICE)
    client.post(url("enter", group.pk), {"number": merged_card.national_id})

    assert numbers(group) == [remaining_card.pk]


def test_ratings_of_another_pool_are_not_shown_beside_the_names(client, group):
    player = rated(1900, last_name="Ek")
    accepted(
        game(
            player, rated(1900, first_name="Bo", last_name="Berg"), 2, date(2026, 2, 1)
        )
    )
    up_to_date()

    def shown():
        page = client.get(url("section", group.pk), {"q": "Ek"})
        return [each.rating for each in page.context["suggestions"]]

    # SSF rating, point 3: 16 points between equals.
    assert shown() == [1916.0]
    rapid = Pool.objects.create(code="rapid", name="Rapid")
    Edition.objects.create(
        pool=rapid,
        system="ssf_2008",
        from_date=date(2020, 1, 1),
        parameters=Edition.objects.get(pool=chess_pool()).parameters,
    )
    Tournament.objects.filter(pk=group.tournament_id).update(pool=rapid)
    assert shown() == [None]


def test_player_entered_under_another_card_has_their_own_rating(client, group):
    merged_card, remaining_card = member(), rated(1900)
    entered(group, merged_card)
    accepted(game(remaining_card, rated(1900), 2, date(2026, 2, 1)))
    plan = MergeDraft(merged_card.pk, remaining_card.pk, "One and the same")
    confirm_merge(propose_merge(plan, acting=acting()).pk, acting=acting())
    up_to_date()

    page = client.get(url("section", group.pk))

    # SSF rating, point 3: 16 points between equals.
    assert [each.rating for each in page.context["lines"]] == [1916.0]


def test_rating_before_the_start_is_the_one_to_be_recorded(client, group):
    player, other = rated(1900), rated(1900)
    entered(group, player, other)
    accepted(game(player, other, 2, date(2026, 5, 10)))
    up_to_date()

    def shown():
        page = client.get(url("section", group.pk))
        return [each.rating for each in page.context["lines"]]

    # The change by the game counts from 1 September; the tournament begins before.
    assert shown() == [1900.0, 1900.0]
    start_section(group.pk, acting=acting())
    assert shown() == [1900.0, 1900.0]


@pytest.mark.parametrize(("years", "is_entered"), [(0, True), (1, False)])
def test_birth_year_of_a_newcomer_is_at_latest_this_year(
    client, group, today, years, is_entered
):
    form_data = newcomer(birth_year=str(today.year + years))

    client.post(url("newcomer", group.pk), form_data)

    assert group.entries.exists() == is_entered


def test_moving_up_exchanges_only_two_neighbours(client, group):
    first, second, third = (
        entry.player_id for entry in entered(group, member(), member(), member())
    )

    def moved_up(player):
        by = f"up-{group.entries.get(player=player).pk}"
        client.post(url("order", group.pk), {"by": by})
        return numbers(group)

    assert moved_up(third) == [first, third, second]
    assert moved_up(first) == [first, third, second]


def test_swiss_section_accepts_entries_after_the_start(client, secretary, club):
    swiss = started(section(tournament(club), format="boards", rounds=3), size=2)
    drawn = started(section(tournament(club)), size=2)

    def takes(of):
        return client.get(url("section", of.pk)).context["takes_entries"]

    assert (takes(swiss), takes(drawn)) == (True, False)
    cancel_tournament(swiss.tournament_id, acting=acting())
    assert not takes(swiss)


def test_order_by_rating_uses_the_ratings_shown_and_recorded(client, secretary, club):
    climber, faller = rated(1930, club=club), rated(1940, club=club)
    group = section(tournament(club, start_date=SPRING, end_date=SPRING))
    accepted(game(climber, faller, 2, SPRING, key=1))
    up_to_date()
    assert live(climber) > live(faller)
    entered(group, climber, faller)

    client.post(url("order", group.pk), {"by": "rating", **SURE})

    assert numbers(group) == [faller.pk, climber.pk]
    page = html_of(client.get(url("section", group.pk)))
    assert page.index("1940") < page.index("1930")
    start_section(group.pk, acting=acting())
    assert list(group.entries.in_order().values_list("rating", flat=True)) == [
        1940,
        1930,
    ]


def live(player):
    return CurrentRating.objects.get(player_id=player.pk).rating


def test_drawn_round_robin_of_an_odd_number_accepts_one_player_and_can_remove_them(
    client, secretary, club
):
    drawn = started(section(tournament(club)), size=3)
    shown = client.get(url("section", drawn.pk))
    assert "one more player can be added" in html_of(shown)
    assert url("paste", drawn.pk) not in html_of(shown)

    client.post(url("enter", drawn.pk), {"player": member(club).pk})

    shown = client.get(url("section", drawn.pk))
    assert not shown.context["takes_entries"]
    late = drawn.entries.get(pairing_number=4)
    removed = url("drop_entry", late.pk)
    assert html_of(shown).count("/drop/") == 1
    assert removed in html_of(shown)
    client.post(removed, SURE)
    assert numbers(drawn) == list(
        drawn.entries.exclude(pk=late.pk).in_order().values_list("player_id", flat=True)
    )
    assert drawn.entries.count() == 3


def test_only_unpaired_players_can_be_removed_after_the_start(client, secretary, club):
    group = started(section(tournament(club), format="boards", rounds=2), size=3)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())

    shown = html_of(client.get(url("section", group.pk)))

    removed = {
        each.pairing_number: url("drop_entry", each.pk) in shown
        for each in group.entries.all()
    }
    assert removed == {1: False, 2: False, 3: True}


def test_first_drawing_warns_of_manual_moves_only_if_there_are_some(client, group):
    entered(group, member(), member())

    def lost():
        return html_of(client.post(url("order", group.pk), {"by": "lots"}))

    assert "with every move by hand" not in lost()
    second = group.entries.in_order()[1]
    client.post(url("order", group.pk), {"by": f"up-{second.pk}"})
    assert "the numbers as they are now, with every move by hand" in lost()


def test_nobody_is_asked_for_a_fide_rating_in_a_pool_of_another_game(client, group):
    Pool.objects.update(fide_tempo="")
    (entry,) = entered(group, PlayerFactory())

    for address in (url("newcomer", group.pk), url("outside", entry.pk)):
        shown = html_of(client.get(address))
        assert "Rating elsewhere" in shown
        assert "FIDE rating" not in shown

    form_data = newcomer(joins_club="no", country="nor", outside_rating="1100")
    client.post(url("newcomer", group.pk), {**form_data, "estimate_reason": "A list"})
    assert group.entries.get(player__last_name="Ek").outside_kind == "estimate"

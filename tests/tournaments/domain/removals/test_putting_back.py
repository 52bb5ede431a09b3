"""A section or an entry that was removed by mistake is put back with one click."""

from datetime import timedelta

import pytest
from django.core import serializers
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.domain.newcomers import remove_card
from federation.domain.players import PlayerDraft
from federation.models import Membership, Player
from tests.factories import (
    NOON,
    PlayerFactory,
    UserFactory,
    acting,
    member,
    officer,
    secretary_of,
)
from tests.refusals import refusal_code
from tests.tournaments.pages import html_of
from tests.tournaments.teams import league
from tests.tournaments.tournaments_made import (
    board,
    entered,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.entering import (
    OutsideRating,
    enter_player,
    register_newcomer_and_enter,
    set_outside,
)
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.entry_requests.opening import EntryOpening, open_entries
from tournaments.domain.lots import draw_numbers
from tournaments.domain.planning.sections import remove_section
from tournaments.domain.removals.keeping import clear_removals
from tournaments.domain.removals.putting_back import put_back
from tournaments.domain.rounds.keeping_apart import keep_apart
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.domain.starting import start_section
from tournaments.models import (
    Absence,
    Entry,
    EntryRequest,
    KeptApart,
    League,
    OpenEntries,
    Removal,
    Section,
    Team,
)

pytestmark = pytest.mark.django_db
ADA = PlayerDraft(first_name="Ada", last_name="Ek", birth_year=2010)
KEPT = (Section, Entry, OpenEntries, EntryRequest, KeptApart, League, Team)


def everything():
    return [
        serializers.serialize("python", model.objects.order_by("pk")) for model in KEPT
    ]


def at(days):
    return ActionContext(UserFactory().pk, NOON + timedelta(days=days))


def newcomer(group):
    return register_newcomer_and_enter(group.pk, ADA, acting=acting(), joins_club=True)


def order(group):
    return list(group.entries.in_order().values_list("pairing_number", "player"))


def full_section():
    """Return a section with every kind of row that it can have before its start."""
    group = section(format="boards", rounds=5)
    one, other, third = entered(group, member(), member(), member())
    set_outside(
        third.pk, OutsideRating(1650, "estimate", "Played in Norway"), acting=acting()
    )
    day = group.tournament.start_date
    opening = EntryOpening(from_date=day, to_date=day, most=10)
    open_entries(group.pk, opening, acting=acting())
    EntryRequest.objects.create(
        section=group,
        player=third.player,
        entry=third,
        state="entered",
        asked_by=UserFactory(),
        asked_at=NOON,
    )
    keep_apart(
        group.pk, (one.pk, other.pk), is_strict=True, reason="Father", acting=acting()
    )
    return group


def test_restored_section_has_everything_that_was_in_it():
    group = full_section()
    before = everything()
    remove_section(group.pk, acting=acting())
    assert everything() == [[] for _ in KEPT]

    put_back(Removal.objects.get().pk, acting=acting())

    assert everything() == before
    assert not Removal.objects.exists()


def test_restored_league_has_its_teams():
    group = league()
    before = everything()
    remove_section(group.pk, acting=acting())

    put_back(Removal.objects.get().pk, acting=acting())

    assert everything() == before


def test_restored_section_comes_last_if_its_number_is_taken():
    of = tournament()
    first, second = (section(of, name=name) for name in ("A", "B"))
    remove_section(second.pk, acting=acting())
    section(of, name="C")

    put_back(Removal.objects.get().pk, acting=acting())

    names = of.sections.in_order().values_list("name", "number")
    assert list(names) == [("A", 1), ("C", 2), ("B", 3)]
    assert first.number == 1


def test_restored_entry_has_its_number():
    group = full_section()
    first, *_others = group.entries.in_order()
    before = everything()
    remove_entry(first.pk, acting=acting())
    assert len(order(group)) == 2

    put_back(Removal.objects.get().pk, acting=acting())

    assert everything() == before


def test_restored_entry_loses_kept_apart_pair_with_a_removed_player():
    group = full_section()
    one, other, _third = group.entries.in_order()
    remove_entry(one.pk, acting=acting())
    remove_entry(other.pk, acting=acting())
    of_one, _of_other = Removal.objects.order_by("pk")

    put_back(of_one.pk, acting=acting())

    assert group.entries.filter(pk=one.pk).exists()
    assert not KeptApart.objects.exists()


def test_player_who_entered_themselves_is_entered_again():
    full_section()
    wish = EntryRequest.objects.get()
    remove_entry(wish.entry_id, acting=acting())
    wish.refresh_from_db()
    assert wish.state == "left"

    put_back(Removal.objects.get().pk, acting=acting())

    wish.refresh_from_db()
    assert (wish.state, wish.entry.player_id) == ("entered", wish.player_id)


def test_card_of_a_newcomer_is_restored_with_the_entry():
    entry = newcomer(section())
    player = Player.objects.filter(pk=entry.player_id)
    memberships = Membership.objects.filter(player=entry.player_id)
    card, membership = player.values().get(), memberships.values().get()
    remove_entry(entry.pk, acting=acting())
    assert (player.exists(), memberships.exists()) == (False, False)

    put_back(Removal.objects.get().pk, acting=acting())

    assert (player.values().get(), memberships.values().get()) == (card, membership)
    entry.refresh_from_db()
    assert (entry.made_card, entry.made_membership_id) == (True, membership["id"])


def test_card_of_a_newcomer_is_restored_with_the_section():
    entry = newcomer(section())
    remove_section(entry.section_id, acting=acting())

    put_back(Removal.objects.get().pk, acting=acting())

    assert Player.objects.get(pk=entry.player_id).full_name == "Ada Ek"


def test_card_that_was_not_made_with_the_entry_stays_removed():
    group = section()
    (entry,) = entered(group, member())
    remove_entry(entry.pk, acting=acting())
    remove_card(entry.player_id, acting=acting(officer()))

    assert refusal_code(put_back, Removal.objects.get().pk) == "card_gone"
    assert not Player.objects.filter(pk=entry.player_id).exists()


@pytest.mark.parametrize("removes_section", [False, True])
def test_card_of_a_newcomer_that_was_removed_later_stays_removed(removes_section):
    first = newcomer(section())
    elsewhere = enter_player(section().pk, first.player_id, acting=acting())
    if removes_section:
        remove_section(first.section_id, acting=acting())
    else:
        remove_entry(first.pk, acting=acting())
    remove_entry(elsewhere.pk, acting=acting())
    remove_card(first.player_id, acting=acting(officer()))

    refused = [
        refusal_code(put_back, removal.pk) for removal in Removal.objects.order_by("pk")
    ]

    assert refused == ["card_gone", "card_gone"]
    assert not Player.objects.filter(pk=first.player_id).exists()


def test_card_of_a_newcomer_is_restored_as_often_as_the_entry():
    entry = newcomer(section())
    for _time in range(2):
        remove_entry(entry.pk, acting=acting())
        assert not Player.objects.filter(pk=entry.player_id).exists()
        put_back(Removal.objects.get().pk, acting=acting())

    assert Player.objects.get(pk=entry.player_id).full_name == "Ada Ek"


def test_card_is_not_restored_if_its_fide_number_is_taken():
    entry = newcomer(section())
    Player.objects.filter(pk=entry.player_id).update(fide_id=1799321)
    remove_entry(entry.pk, acting=acting())
    member(fide_id=1799321)

    assert refusal_code(put_back, Removal.objects.get().pk) == "card_gone"
    assert not Entry.objects.exists()


def test_player_restored_after_the_start_is_a_latecomer():
    group = section(format="boards", rounds=5)
    entries = entered(group, *[member() for _ in range(4)])
    start_section(group.pk, acting=acting())
    set_outside(
        entries[1].pk,
        OutsideRating(1650, "estimate", "Played in Norway"),
        acting=acting(),
    )
    remove_entry(entries[1].pk, acting=acting())

    put_back(Removal.objects.get().pk, acting=acting())

    back = group.entries.get(player=entries[1].player)
    assert (back.pairing_number, back.outside_rating) == (5, 1650)
    assert back.estimate_reason == "Played in Norway"


def test_newcomer_restored_as_a_latecomer_is_removed_with_card_and_membership():
    group = section(format="boards", rounds=5)
    entered(group, *[member() for _ in range(4)])
    ada = newcomer(group)
    start_section(group.pk, acting=acting())
    remove_entry(ada.pk, acting=acting())
    put_back(Removal.objects.get().pk, acting=acting())
    assert Membership.objects.filter(player_id=ada.player_id).count() == 1

    remove_entry(group.entries.get(player=ada.player_id).pk, acting=acting())

    assert not Player.objects.filter(pk=ada.player_id).exists()
    assert not Membership.objects.filter(player_id=ada.player_id).exists()


def test_restored_latecomer_keeps_kept_apart_pairs_and_promised_byes():
    group = section(format="boards", rounds=5)
    one, other, third, *_ = entered(group, *[member() for _ in range(5)])
    for pair in ((one, other), (one, third)):
        keep_apart(
            group.pk,
            tuple(each.pk for each in pair),
            is_strict=True,
            reason="Father",
            acting=acting(),
        )
    start_section(group.pk, acting=acting())
    record_absences(group.pk, 2, {one.pk: "half-bye"}, acting=acting())
    remove_entry(one.pk, acting=acting())
    of_one = Removal.objects.get()
    remove_entry(third.pk, acting=acting())

    put_back(of_one.pk, acting=acting())

    back = group.entries.get(player=one.player)
    kept_pair = KeptApart.objects.get()
    assert ({kept_pair.one, kept_pair.other}, kept_pair.is_strict) == (
        {back, other},
        True,
    )
    missed = Absence.objects.values_list("entry", "round", "bye")
    assert list(missed) == [(back.pk, 2, "half-bye")]


def test_restored_latecomer_with_fide_rating_on_the_card_needs_no_fide_number():
    group = section(format="boards", rounds=5)
    guest, *_others = entered(
        group, PlayerFactory(fide_rating=1900, fide_id=None), member(), member()
    )
    remove_entry(guest.pk, acting=acting())
    start_section(group.pk, acting=acting())

    put_back(Removal.objects.get().pk, acting=acting())

    back = group.entries.get(player=guest.player)
    assert (back.outside_rating, back.outside_kind) == (1900, "fide")


@pytest.mark.parametrize("draws", [0, 1])
def test_restored_entry_loses_its_lot_number_if_numbers_were_drawn_again(draws):
    group = section(format="boards", rounds=5)
    entered(group, *[member() for _ in range(5)])
    draw_numbers(group.pk, acting=at(0))
    removed = group.entries.get(pairing_number=2)
    remove_entry(removed.pk, acting=at(1))
    for _ in range(draws):
        draw_numbers(group.pk, acting=at(2))

    put_back(Removal.objects.get().pk, acting=at(3))

    gone_before = removed.lot_number
    removed.refresh_from_db()
    assert removed.lot_number == (None if draws else gone_before)


def test_restored_entry_has_no_membership_if_it_was_deleted_since():
    entry = newcomer(section())
    enter_player(section().pk, entry.player_id, acting=acting())
    remove_entry(entry.pk, acting=acting())
    Membership.objects.filter(player=entry.player_id).delete()

    put_back(Removal.objects.get().pk, acting=acting())

    entry.refresh_from_db()
    assert (entry.made_card, entry.made_membership) == (True, None)


def test_started_round_robin_refuses_a_restored_entry_for_which_it_has_no_room():
    group = section()
    entries = entered(group, *[member() for _ in range(5)])
    remove_entry(entries[0].pk, acting=acting())
    start_section(group.pk, acting=acting())

    assert refusal_code(put_back, Removal.objects.get().pk) == "started"


def test_player_entered_again_by_hand_is_not_restored():
    group = section()
    (entry,) = entered(group, member())
    remove_entry(entry.pk, acting=acting())
    enter_player(group.pk, entry.player_id, acting=acting())

    assert refusal_code(put_back, Removal.objects.get().pk) == "entered"


def test_entries_removed_before_their_section_are_restored_after_it():
    group = section()
    one, _other = entered(group, member(), member())
    remove_entry(one.pk, acting=acting())
    remove_section(group.pk, acting=acting())

    put_back(Removal.objects.get().pk, acting=acting())
    put_back(Removal.objects.get().pk, acting=acting())

    assert len(order(group)) == 2


def test_removal_cannot_be_undone_after_thirty_days():
    group = full_section()
    remove_section(group.pk, acting=acting())
    removal = Removal.objects.get()

    with pytest.raises(Exception, match="gone"):
        put_back(removal.pk, acting=at(30))
    assert clear_removals(at=NOON + timedelta(days=29)) == 0
    assert clear_removals(at=NOON + timedelta(days=30)) == 1
    assert not Removal.objects.exists()


def test_nothing_is_restored_in_a_finished_tournament():
    group = started(size=2)
    other = section(group.tournament, name="B")
    remove_section(other.pk, acting=acting())
    result(board(group, 1, 2), "1-0")
    type(group.tournament).objects.filter(pk=group.tournament_id).update(
        state="finished"
    )

    assert refusal_code(put_back, Removal.objects.get().pk) == "state"


# --- the pages --------------------------------------------------------------------
def test_organiser_restores_a_section_by_one_click(client):
    group = full_section()
    of = group.tournament
    client.force_login(secretary_of(of.organiser))
    sure = {"asked": "yes", "sure": "on"}
    answer = client.post(
        reverse("tournaments:drop_section", args=[group.pk]), sure, follow=True
    )
    address = reverse("tournaments:put_back", args=[Removal.objects.get().pk])
    assert f'action="{address}"' in html_of(answer)

    back = client.post(address, follow=True)

    assert "The section is back, with its entries." in html_of(back)
    assert "Removed, and can be put back" not in html_of(back)
    assert Section.objects.filter(pk=group.pk).exists()


def test_organiser_restores_a_player_by_one_click(client):
    entry = newcomer(section())
    of = entry.section.tournament
    client.force_login(secretary_of(of.organiser))
    answer = client.post(
        reverse("tournaments:drop_entry", args=[entry.pk]),
        {"asked": "yes", "sure": "on"},
        follow=True,
    )
    address = reverse("tournaments:put_back", args=[Removal.objects.get().pk])
    part = html_of(answer).partition("Removed, and can be put back")[2]
    assert "Ada Ek" in part
    assert f'action="{address}"' in part

    back = client.post(address, follow=True)

    assert "The player is entered again." in html_of(back)
    assert Entry.objects.get().player_id == entry.player_id


def test_only_the_organiser_can_restore(client):
    group = full_section()
    remove_section(group.pk, acting=acting())
    client.force_login(secretary_of(tournament().organiser))

    answer = client.post(
        reverse("tournaments:put_back", args=[Removal.objects.get().pk])
    )

    assert answer.status_code in (403, 404)
    assert not Section.objects.filter(pk=group.pk).exists()


def test_query_count_does_not_depend_on_the_number_of_removed_players(
    client, django_assert_num_queries, django_assert_max_num_queries
):
    group = section()
    entries = entered(group, *[member() for _ in range(6)])
    client.force_login(secretary_of(group.tournament.organiser))
    page = reverse("tournaments:section", args=[group.pk])
    now = ActionContext(UserFactory().pk, timezone.now())
    remove_entry(entries[0].pk, acting=now)
    assert client.get(page).text.count("put-back") == 1
    with django_assert_max_num_queries(25) as one:
        client.get(page)
    for entry in entries[1:3]:
        remove_entry(entry.pk, acting=now)
    with django_assert_num_queries(len(one)):
        assert client.get(page).text.count("put-back") == 3

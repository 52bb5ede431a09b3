from datetime import date

import pytest

from federation.domain.players import PlayerDraft
from federation.models import Membership, Player
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Pool
from tests.factories import PlayerFactory, acting, member
from tests.ratings.fide_list import line, listed
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    FIRST_DAY,
    draft,
    entered,
    section,
    started,
    tournament,
)
from tournaments.domain.entering import (
    OutsideRating,
    enter_player,
    enter_players,
    register_newcomer_and_enter,
    renumber_entries,
    set_outside,
)
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.planning.tournaments import create_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.rounds.boards import set_boards

pytestmark = pytest.mark.django_db


def numbers(group) -> list[tuple[int, int]]:
    return list(group.entries.in_order().values_list("pairing_number", "player_id"))


def test_players_are_numbered_in_order_of_entry():
    group = section()
    players = [member(), member()]

    enter_players(group.pk, [player.pk for player in players], acting=acting())

    assert numbers(group) == [(1, players[0].pk), (2, players[1].pk)]


def test_second_entry_of_a_player_is_refused():
    group, player = section(), member()
    entered(group, player)

    assert refusal_code(enter_player, group.pk, player.pk) == "entered"
    assert refusal_code(enter_players, group.pk, [1, 1]) in ("gone", "entered")


def test_second_entry_under_another_card_is_refused():
    group, merged_card, remaining_card = section(), member(), member()
    draft = MergeDraft(merged_card.pk, remaining_card.pk, "One and the same")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())

    assert (
        refusal_code(enter_players, group.pk, [merged_card.pk, remaining_card.pk])
        == "entered_as"
    )
    entered(group, remaining_card)
    assert refusal_code(enter_player, group.pk, merged_card.pk) == "entered_as"
    assert numbers(group) == [(1, remaining_card.pk)]


def test_unknown_player_is_refused():
    assert refusal_code(enter_player, section().pk, 999_999) == "gone"


def test_fide_rating_of_the_register_is_used():
    group = section()

    (entry,) = entered(group, PlayerFactory(fide_rating=2011))

    assert (entry.outside_rating, entry.outside_kind) == (2011, "fide")


def test_fide_list_of_the_first_day_takes_precedence_over_the_register():
    guest = PlayerFactory(fide_id=1700101, fide_rating=2011)
    for month, rating in ((4, 1990), (5, 2030), (6, 2060)):
        listed(line(1700101, "Ek, Ada", rating), month=date(2026, month, 1))

    (entry,) = entered(section(), guest)

    assert (entry.outside_rating, entry.outside_kind) == (2030, "fide")


def test_player_registered_later_is_looked_up_on_the_newest_fide_list():
    for month, rating in ((4, 1990), (5, 2030), (6, 2060)):
        listed(line(1700101, "Ek, Ada", rating), month=date(2026, month, 1))

    (entry,) = entered(section(), PlayerFactory(fide_id=1700101))

    assert entry.outside_rating == 2060


def test_given_rating_takes_precedence_over_any_list():
    listed(line(1700101, "Ek, Ada", 2030), month=date(2026, 5, 1))
    guest = PlayerFactory(fide_id=1700101)

    entry = enter_player(
        section().pk, guest.pk, acting=acting(), outside=OutsideRating(1800)
    )

    assert entry.outside_rating == 1800


def test_pool_without_fide_ratings_uses_none_from_the_list():
    Pool.objects.update(fide_tempo="")
    listed(line(1700101, "Ek, Ada", 2030), month=date(2026, 5, 1))

    (entry,) = entered(section(), PlayerFactory(fide_id=1700101))

    assert entry.outside_rating is None


def test_estimate_records_its_author_and_its_reason():
    group, by = section(), acting()

    entry = enter_player(
        group.pk,
        PlayerFactory().pk,
        acting=by,
        outside=OutsideRating(1650, "estimate", "Won class III in Oslo"),
    )

    assert (entry.estimated_by_id, entry.estimate_reason) == (
        by.user_id,
        "Won class III in Oslo",
    )


def test_estimate_without_a_reason_is_refused():
    group, player = section(), PlayerFactory()
    bare = OutsideRating(1650, "estimate", " ")

    assert refusal_code(enter_player, group.pk, player.pk, outside=bare) == "estimate"


def test_fide_rating_needs_a_fide_number():
    group, player = section(), PlayerFactory()

    code = refusal_code(enter_player, group.pk, player.pk, outside=OutsideRating(1800))
    assert code == "fide_number"

    entry = enter_player(group.pk, player.pk, acting=acting())
    assert refusal_code(set_outside, entry.pk, OutsideRating(1800)) == "fide_number"
    Player.objects.filter(pk=player.pk).update(fide_id=1700101)
    assert (
        set_outside(entry.pk, OutsideRating(1800), acting=acting()).outside_rating
        == 1800
    )


def test_impossible_rating_is_refused():
    group, player = section(), PlayerFactory()

    code = refusal_code(enter_player, group.pk, player.pk, outside=OutsideRating(4000))
    assert code == "outside"


@pytest.mark.parametrize(
    ("rating", "expected"), [(499, "outside"), (500, ""), (3500, ""), (3501, "outside")]
)
def test_outside_rating_is_between_500_and_3500(rating, expected):
    group, player = section(), PlayerFactory(fide_id=1700101)
    outside = OutsideRating(rating)
    if expected:
        code = refusal_code(enter_player, group.pk, player.pk, outside=outside)
        assert code == expected
    else:
        entry = enter_player(group.pk, player.pk, outside=outside, acting=acting())
        assert entry.outside_rating == rating


def test_newcomer_joins_the_organising_club_from_the_first_day():
    group = section()
    newcomer = PlayerDraft(first_name="Ada", last_name="Ek", birth_year=2015)

    entry = register_newcomer_and_enter(
        group.pk, newcomer, acting=acting(), joins_club=True
    )

    membership = Membership.objects.get(player=entry.player)
    assert membership.club == group.tournament.organiser
    assert membership.from_date == FIRST_DAY


def test_newcomer_from_outside_joins_no_club():
    newcomer = PlayerDraft(first_name="Ada", last_name="Ek", fide_rating=1800)

    entry = register_newcomer_and_enter(
        section().pk, newcomer, acting=acting(), joins_club=False
    )

    assert not Membership.objects.filter(player=entry.player).exists()
    assert entry.outside_rating == 1800


def test_newcomer_in_a_tournament_of_a_district_joins_no_club():
    plan = create_tournament(draft(organiser_id=None), acting=acting())
    newcomer = PlayerDraft(first_name="Ada", last_name="Ek")

    code = refusal_code(
        register_newcomer_and_enter, section(plan).pk, newcomer, joins_club=True
    )
    assert code == "no_club"


def test_removal_before_the_start_moves_up_the_following_numbers():
    group = section()
    first, second, third = entered(group, member(), member(), member())

    remove_entry(second.pk, acting=acting())

    assert numbers(group) == [(1, first.player_id), (2, third.player_id)]


def test_started_round_robin_of_an_even_number_refuses_entries_and_removals():
    group = started(size=2)

    assert refusal_code(enter_player, group.pk, member().pk) == "started"
    assert refusal_code(remove_entry, group.entries.first().pk) == "started"


def test_latecomer_to_a_swiss_section_gets_a_rating_at_once():
    group = started(size=2, format="boards", rounds=3)

    entry = enter_player(group.pk, member(birth_year=2016).pk, acting=acting())

    assert (entry.pairing_number, entry.rating) == (3, 1000.0)


def test_removal_after_the_start_leaves_the_numbers_of_the_others():
    group = started(size=3, format="boards", rounds=3)
    first, second, third = group.entries.in_order()

    remove_entry(second.pk, acting=acting())

    assert numbers(group) == [(1, first.player_id), (3, third.player_id)]


def test_outside_rating_given_after_the_start_is_recorded_at_once():
    group = started(players=[PlayerFactory(fide_id=1700101), member()])
    guest = group.entries.get(pairing_number=1)

    assert set_outside(guest.pk, OutsideRating(1700), acting=acting()).rating == 1700.0
    guest.refresh_from_db()
    assert guest.rating == 1700.0


def test_paired_player_cannot_be_removed():
    group = started(size=2, format="boards", rounds=3)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())

    assert refusal_code(remove_entry, group.entries.first().pk) == "has_boards"


def test_entries_are_renumbered_in_the_given_order():
    group = section()
    first, second = entered(group, member(), member())

    renumber_entries(group.pk, [second.pk, first.pk], acting=acting())

    assert numbers(group) == [(1, second.player_id), (2, first.player_id)]


def test_order_that_leaves_out_an_entry_is_refused():
    group = section()
    first, _ = entered(group, member(), member())

    assert refusal_code(renumber_entries, group.pk, [first.pk]) == "order"


def test_renumbering_after_the_start_is_refused():
    group = started(size=2)
    order = [entry.pk for entry in group.entries.all()]

    assert refusal_code(renumber_entries, group.pk, order) == "started"


def test_outside_rating_can_be_changed_and_removed():
    (entry,) = entered(section(), PlayerFactory(fide_id=1700101))

    changed = set_outside(entry.pk, OutsideRating(1700), acting=acting())
    assert (changed.outside_rating, changed.outside_kind) == (1700, "fide")

    emptied = set_outside(entry.pk, None, acting=acting())
    assert (emptied.outside_rating, emptied.outside_kind) == (None, "")


def test_every_entry_is_a_new_version_of_the_tournament():
    made = tournament()
    entered(section(made), member())

    made.refresh_from_db()
    assert made.version == 2


def test_concurrent_entries_of_one_player_succeed_once():
    group, player = section(), member()

    assert refusal_code(enter_players, group.pk, [player.pk, player.pk]) == "entered"
    assert numbers(group) == []


def test_player_of_another_section_may_be_entered():
    made, player = tournament(), member()
    entered(section(made), player)

    (entry,) = entered(section(made, name="Blitz"), player)

    assert entry.pairing_number == 1


def test_refusal_names_the_card_under_which_the_player_is_entered():
    group, merged_card, remaining_card = (
        section(),
        member(),
        member(first_name="Ada", last_name="Ek"),
    )
    merge = MergeDraft(merged_card.pk, remaining_card.pk, "One and the same")
    confirm_merge(propose_merge(merge, acting=acting()).pk, acting=acting())
    entered(group, remaining_card)

    with pytest.raises(TournamentRefusal) as refused:
        enter_player(group.pk, merged_card.pk, acting=acting())
    assert refused.value.facts == {"player": "Ada Ek"}


def test_pool_without_fide_ratings_uses_none_from_the_register():
    Pool.objects.update(fide_tempo="")

    (entry,) = entered(section(), PlayerFactory(fide_rating=2011))

    assert (entry.outside_rating, entry.outside_kind) == (None, "")


def test_fide_rating_replaces_an_estimate():
    (entry,) = entered(section(), PlayerFactory(fide_id=1700101))
    guess = OutsideRating(1650, "estimate", " Won class III in Oslo ")
    guessed = set_outside(entry.pk, guess, acting=acting())
    assert guessed.estimate_reason == "Won class III in Oslo"

    by = acting()
    set_outside(entry.pk, OutsideRating(1702), acting=by)

    entry.refresh_from_db()
    assert (entry.outside_rating, entry.outside_kind) == (1702, "fide")
    assert (entry.estimated_by_id, entry.estimate_reason) == (by.user_id, "")


def test_latecomer_gets_the_number_after_the_highest():
    group = started(size=3, format="boards", rounds=3)
    remove_entry(group.entries.get(pairing_number=2).pk, acting=acting())

    assert enter_player(group.pk, member().pk, acting=acting()).pairing_number == 4


@pytest.mark.parametrize(("pair", "number"), [((2, 1), 1), ((1, None), 1)])
def test_player_with_black_or_a_bye_cannot_be_removed(pair, number):
    group = started(size=3, format="boards", rounds=3)
    set_boards(group.pk, 1, [pair], acting=acting())

    entry = group.entries.get(pairing_number=number)
    assert refusal_code(remove_entry, entry.pk) == "has_boards"


def test_order_with_an_entry_twice_is_refused():
    group = section()
    first, second = entered(group, member(), member())
    order = [first.pk, second.pk, first.pk]

    assert refusal_code(renumber_entries, group.pk, order) == "order"


def test_outside_rating_given_before_the_start_is_not_recorded_as_start_rating():
    (entry,) = entered(section(), PlayerFactory(fide_id=1700101))

    assert set_outside(entry.pk, OutsideRating(1700), acting=acting()).rating is None


def test_several_players_are_entered_together_or_not_at_all():
    group = section()

    assert refusal_code(enter_players, group.pk, [member().pk, 999_999]) == "gone"
    assert numbers(group) == []


def test_estimate_for_several_players_applies_to_each():
    group, guests = section(), [PlayerFactory(), PlayerFactory()]
    guess = OutsideRating(1650, "estimate", "The Oslo club")

    entries = enter_players(
        group.pk, [each.pk for each in guests], acting=acting(), outside=guess
    )

    assert [entry.outside_rating for entry in entries] == [1650, 1650]

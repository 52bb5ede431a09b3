"""Two cards of one person in the register."""

from datetime import date, timedelta

import pytest

from federation.domain.memberships import change_main_club, join_club, leave_club
from federation.domain.merging import merge_players, separate_players
from federation.domain.players import set_visibility
from federation.domain.refusal import RegisterRefusal
from federation.enums import Visibility
from federation.models import Membership, Player, Suspension
from federation.queries.duplicates import likely_duplicates
from federation.queries.players import search_players
from tests.factories import (
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
)

DAY = date(2026, 3, 1)
pytestmark = pytest.mark.django_db


def merged(merged_card, remaining_card):
    taken = merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    merged_card.refresh_from_db()
    remaining_card.refresh_from_db()
    return taken


def memberships(player):
    rows = Membership.objects.filter(player=player).order_by("from_date", "pk")
    return list(rows.values_list("club", "from_date", "to_date", "is_main"))


def test_merged_card_leads_to_the_remaining_card():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    merged(merged_card, remaining_card)
    assert (merged_card.merged_into, remaining_card.merged_into) == (
        remaining_card,
        None,
    )


def test_fide_number_is_moved_if_the_other_has_none_and_returned_on_undo():
    merged_card, remaining_card = (
        PlayerFactory(fide_id=1700000, fide_rating=2000),
        PlayerFactory(),
    )
    taken = merged(merged_card, remaining_card)
    assert (
        remaining_card.fide_id,
        remaining_card.fide_rating,
        merged_card.fide_id,
    ) == (
        1700000,
        2000,
        None,
    )
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    remaining_card.refresh_from_db()
    merged_card.refresh_from_db()
    assert (merged_card.fide_id, merged_card.fide_rating, remaining_card.fide_id) == (
        1700000,
        2000,
        None,
    )


def test_two_fide_numbers_prevent_a_merge():
    merged_card, remaining_card = (
        PlayerFactory(fide_id=1700000),
        PlayerFactory(fide_id=1700001),
    )
    with pytest.raises(RegisterRefusal, match=r"^two_fide_ids$"):
        merged(merged_card, remaining_card)


def test_account_is_moved_and_returned_on_undo():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    user = UserFactory(player=merged_card)
    taken = merged(merged_card, remaining_card)
    user.refresh_from_db()
    assert user.player == remaining_card
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    user.refresh_from_db()
    assert user.player == merged_card


def test_two_accounts_stay_with_their_cards():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    users = UserFactory(player=merged_card), UserFactory(player=remaining_card)
    merged(merged_card, remaining_card)
    for user in users:
        user.refresh_from_db()
    assert [user.player for user in users] == [merged_card, remaining_card]


def test_missing_memberships_are_copied_from_the_merge_day_on():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    both, own = ClubFactory(), ClubFactory()
    since = date(2020, 1, 1)
    MembershipFactory(player=merged_card, club=both, from_date=since, is_main=False)
    MembershipFactory(player=merged_card, club=own, from_date=since)
    MembershipFactory(player=remaining_card, club=both, from_date=since)
    before = memberships(merged_card)
    taken = merged(merged_card, remaining_card)
    assert memberships(remaining_card) == [
        (both.pk, since, None, True),
        (own.pk, DAY, None, False),
    ]
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    assert memberships(remaining_card) == [(both.pk, since, None, True)]
    assert memberships(merged_card) == before


def test_undoing_removes_all_parts_of_a_copy_whose_main_club_changed_since():
    """A change of the main club divides the copy; its parts are no membership of the
    remaining card's own.
    """
    merged_card, remaining_card, club = PlayerFactory(), PlayerFactory(), ClubFactory()
    MembershipFactory(player=merged_card, club=club, from_date=date(2020, 1, 1))
    taken = merged(merged_card, remaining_card)
    later, last = DAY + timedelta(days=30), DAY + timedelta(days=60)
    new = MembershipFactory(player=remaining_card, from_date=later, is_main=False).club
    change_main_club(remaining_card.pk, new.pk, from_date=later, acting=OFFICE)
    change_main_club(remaining_card.pk, club.pk, from_date=last, acting=OFFICE)

    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)

    assert {row[0] for row in memberships(remaining_card)} == {new.pk}


@pytest.mark.parametrize("gap", [1, 9])
def test_undoing_keeps_a_membership_that_began_after_the_copy_had_ended(gap):
    merged_card, remaining_card, club = PlayerFactory(), PlayerFactory(), ClubFactory()
    MembershipFactory(player=merged_card, club=club, from_date=date(2020, 1, 1))
    taken = merged(merged_card, remaining_card)
    leave_club(remaining_card.pk, club.pk, last_date=DAY, acting=OFFICE)
    again = DAY + timedelta(days=gap)
    join_club(remaining_card.pk, club.pk, from_date=again, acting=OFFICE)

    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)

    assert memberships(remaining_card) == [(club.pk, again, None, True)]


def test_suspension_is_copied_to_the_remaining_card():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    Suspension.objects.create(
        player=merged_card,
        from_date=DAY,
        to_date=DAY + timedelta(days=30),
        reason="Minutes",
        decided_by=UserFactory(),
    )
    taken = merged(merged_card, remaining_card)
    assert Suspension.objects.filter(player=remaining_card).count() == 1
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    assert Suspension.objects.filter(player=remaining_card).count() == 0


def test_ended_memberships_and_suspensions_are_not_copied():
    merged_card, remaining_card, by = PlayerFactory(), PlayerFactory(), UserFactory()
    last = DAY - timedelta(days=1)
    MembershipFactory(player=merged_card, to_date=last)
    facts = {"reason": "Minutes", "decided_by": by}
    Suspension.objects.create(player=merged_card, from_date=last, to_date=last, **facts)
    taken = merged(merged_card, remaining_card)
    assert (taken.memberships, taken.suspensions) == ((), ())


def test_future_membership_is_copied_with_its_own_first_day():
    merged_card, remaining_card, club = PlayerFactory(), PlayerFactory(), ClubFactory()
    begins = DAY + timedelta(days=30)
    MembershipFactory(player=merged_card, club=club, from_date=begins)
    merged(merged_card, remaining_card)
    assert memberships(remaining_card) == [(club.pk, begins, None, True)]


def test_data_moved_on_to_another_player_is_not_given_back():
    merged_card, remaining_card = PlayerFactory(fide_id=1700000), PlayerFactory()
    user, other = UserFactory(player=merged_card), PlayerFactory()
    taken = merged(merged_card, remaining_card)
    Player.objects.filter(pk=remaining_card.pk).update(fide_id=1700001)
    user.player = other
    user.save()
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    user.refresh_from_db()
    merged_card.refresh_from_db()
    assert (user.player, merged_card.fide_id) == (other, None)


def test_fide_rating_of_the_remaining_card_is_kept_if_the_other_has_no_number():
    merged_card, remaining_card = (
        PlayerFactory(fide_rating=rating, fide_id=None) for rating in (1500, 2000)
    )
    merged(merged_card, remaining_card)
    assert remaining_card.fide_rating == 2000


def test_merges_cannot_form_a_cycle():
    first, second, third = PlayerFactory(), PlayerFactory(), PlayerFactory()
    merged(first, second)
    merged(second, third)
    for merged_card, remaining_card in (
        (third, first),
        (first, third),
        (second, first),
    ):
        with pytest.raises(RegisterRefusal, match=r"^merged_already$"):
            merged(merged_card, remaining_card)
    with pytest.raises(RegisterRefusal, match=r"^same_player$"):
        merged(third, third)


def test_later_merge_has_to_be_undone_first():
    first, second, third = PlayerFactory(), PlayerFactory(), PlayerFactory()
    taken = merged(first, second)
    merged(second, third)
    with pytest.raises(RegisterRefusal, match=r"^merged_on$"):
        separate_players(first.pk, second.pk, taken, acting=OFFICE)


def test_undoing_a_merge_that_does_not_exist_is_refused():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    taken = merged(merged_card, remaining_card)
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    with pytest.raises(RegisterRefusal, match=r"^not_merged$"):
        separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)


def test_search_finds_the_player_by_either_number():
    merged_card = PlayerFactory(first_name="Anna", last_name="Berg", birth_year=1990)
    remaining_card = PlayerFactory(
        first_name="Anna", last_name="Bergh", birth_year=1990
    )
    assert len(search_players("Anna Ber", 9, public=True)) == 2
    merged(merged_card, remaining_card)
    assert search_players("Anna Ber", 9, public=True) == [remaining_card]
    assert search_players(merged_card.national_id, 9, public=True) == [remaining_card]
    alike = likely_duplicates("Anna", "Berg", 1990)
    assert [each.player for each in alike] == [remaining_card]


def test_audit_log_names_who_merged():
    merged_card, remaining_card, officer = (
        PlayerFactory(),
        PlayerFactory(),
        UserFactory(),
    )
    merge_players(
        merged_card.pk,
        remaining_card.pk,
        on=DAY,
        acting=acting(officer),
    )
    events = Player.pgh_event_model.objects.filter(pgh_obj=merged_card)
    event = events.latest("pgh_id")
    assert event.merged_into == remaining_card
    assert event.pgh_context.metadata["user"] == officer.pk


@pytest.mark.parametrize(
    ("merged_visibility", "stays", "both"),
    [
        ("public", "public", "public"),
        ("initials", "public", "initials"),
        ("public", "hidden", "hidden"),
        ("hidden", "initials", "hidden"),
        ("initials", "hidden", "hidden"),
    ],
)
def test_both_cards_are_hidden_as_much_as_the_more_hidden_one(
    merged_visibility, stays, both
):
    one, other = (
        PlayerFactory(visibility=merged_visibility),
        PlayerFactory(visibility=stays),
    )
    merged(one, other)
    assert (one.visibility, other.visibility) == (both, both)


def test_merged_card_stays_as_hidden_as_its_player_on_every_write():
    first, second, last = PlayerFactory(), PlayerFactory(), PlayerFactory()
    merged(first, second)
    merged(second, last)
    Player.objects.filter(pk=last.pk).update(visibility="hidden")
    Player.objects.filter(pk=second.pk).update(visibility="public")
    assert set(Player.objects.values_list("visibility", flat=True)) == {"hidden"}


def test_visibility_of_a_card_merged_in_the_meantime_is_set_on_the_player():
    first, second, last = PlayerFactory(), PlayerFactory(), PlayerFactory()
    merged(first, second)
    merged(second, last)
    set_visibility(first.pk, Visibility.HIDDEN, acting=OFFICE)
    assert list(Player.objects.values_list("visibility", flat=True)) == ["hidden"] * 3


def test_membership_that_lasts_to_the_merge_day_is_copied_unchanged():
    merged_card, remaining_card, by = PlayerFactory(), PlayerFactory(), UserFactory()
    membership = MembershipFactory(player=merged_card, to_date=DAY)
    first = DAY - timedelta(days=30)
    facts = {"from_date": first, "to_date": DAY, "reason": "Minutes 4"}
    Suspension.objects.create(player=merged_card, decided_by=by, **facts)
    merged(merged_card, remaining_card)
    assert memberships(remaining_card) == [(membership.club_id, DAY, DAY, True)]
    copy = Suspension.objects.get(player=remaining_card)
    assert (copy.from_date, copy.to_date, copy.reason, copy.decided_by) == (
        first, DAY, "Minutes 4", by,
    )  # fmt: skip


def test_club_that_the_remaining_card_has_left_is_copied():
    merged_card, remaining_card, club = PlayerFactory(), PlayerFactory(), ClubFactory()
    since, left = date(2010, 1, 1), DAY - timedelta(days=1)
    MembershipFactory(player=remaining_card, club=club, from_date=since, to_date=left)
    MembershipFactory(player=merged_card, club=club, from_date=date(2020, 1, 1))
    merged(merged_card, remaining_card)
    assert memberships(remaining_card) == [
        (club.pk, since, left, True),
        (club.pk, DAY, None, True),
    ]


def test_copy_that_was_merged_on_is_not_removed_on_undo():
    merged_card, remaining_card, other = (
        PlayerFactory(),
        PlayerFactory(),
        PlayerFactory(),
    )
    MembershipFactory(player=merged_card)
    taken = merged(merged_card, remaining_card)
    Membership.objects.filter(player=remaining_card).update(player=other)
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    assert Membership.objects.filter(player=other).count() == 1


def test_own_data_of_the_remaining_card_is_not_given_away():
    merged_card, remaining_card = (
        PlayerFactory(),
        PlayerFactory(fide_id=1700001, fide_rating=1900),
    )
    taken = merged(merged_card, remaining_card)
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    remaining_card.refresh_from_db()
    merged_card.refresh_from_db()
    assert (
        remaining_card.fide_id,
        remaining_card.fide_rating,
        merged_card.fide_id,
    ) == (
        1700001,
        1900,
        None,
    )


def test_undone_merge_cannot_be_undone_from_another_card():
    merged_card, remaining_card, other = (
        PlayerFactory(),
        PlayerFactory(),
        PlayerFactory(),
    )
    taken = merged(merged_card, remaining_card)
    with pytest.raises(RegisterRefusal, match=r"^not_merged$"):
        separate_players(merged_card.pk, other.pk, taken, acting=OFFICE)

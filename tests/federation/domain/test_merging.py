"""Two cards of one person in the register."""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.domain.merging import merge_players, part_players
from federation.domain.players import set_visibility
from federation.domain.refusal import RegisterRefusal
from federation.enums import Visibility
from federation.models import Membership, Player, Suspension
from federation.queries.duplicates import likely_duplicates
from federation.queries.players import search_players
from tests.factories import (
    NOON,
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
)

DAY = date(2026, 3, 1)
pytestmark = pytest.mark.django_db


def merged(gone, stays):
    taken = merge_players(gone.pk, stays.pk, on=DAY, acting=OFFICE)
    gone.refresh_from_db()
    stays.refresh_from_db()
    return taken


def memberships(player):
    held = Membership.objects.filter(player=player).order_by("from_date", "pk")
    return list(held.values_list("club", "from_date", "to_date", "is_main"))


def test_the_card_that_goes_leads_to_the_one_that_stays():
    gone, stays = PlayerFactory(), PlayerFactory()
    merged(gone, stays)
    assert (gone.merged_into, stays.merged_into) == (stays, None)


def test_a_fide_number_goes_over_where_the_other_has_none_and_comes_back():
    gone, stays = PlayerFactory(fide_id=1700000, fide_rating=2000), PlayerFactory()
    taken = merged(gone, stays)
    assert (stays.fide_id, stays.fide_rating, gone.fide_id) == (1700000, 2000, None)
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    stays.refresh_from_db()
    gone.refresh_from_db()
    assert (gone.fide_id, gone.fide_rating, stays.fide_id) == (1700000, 2000, None)


def test_two_fide_numbers_are_two_people():
    gone, stays = PlayerFactory(fide_id=1700000), PlayerFactory(fide_id=1700001)
    with pytest.raises(RegisterRefusal, match=r"^two_fide_ids$"):
        merged(gone, stays)


def test_an_account_goes_over_and_comes_back():
    gone, stays = PlayerFactory(), PlayerFactory()
    user = UserFactory(player=gone)
    taken = merged(gone, stays)
    user.refresh_from_db()
    assert user.player == stays
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    user.refresh_from_db()
    assert user.player == gone


def test_two_accounts_stay_where_they_are():
    gone, stays = PlayerFactory(), PlayerFactory()
    users = UserFactory(player=gone), UserFactory(player=stays)
    merged(gone, stays)
    for user in users:
        user.refresh_from_db()
    assert [user.player for user in users] == [gone, stays]


def test_clubs_that_the_other_lacks_are_taken_over_from_the_day_on():
    gone, stays = PlayerFactory(), PlayerFactory()
    both, own = ClubFactory(), ClubFactory()
    since = date(2020, 1, 1)
    MembershipFactory(player=gone, club=both, from_date=since, is_main=False)
    MembershipFactory(player=gone, club=own, from_date=since)
    MembershipFactory(player=stays, club=both, from_date=since)
    before = memberships(gone)
    taken = merged(gone, stays)
    assert memberships(stays) == [
        (both.pk, since, None, True),
        (own.pk, DAY, None, False),
    ]
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    assert memberships(stays) == [(both.pk, since, None, True)]
    assert memberships(gone) == before


def test_a_suspension_holds_for_whoever_stays():
    gone, stays = PlayerFactory(), PlayerFactory()
    Suspension.objects.create(
        player=gone,
        from_date=DAY,
        to_date=DAY + timedelta(days=30),
        reason="Minutes",
        decided_by=UserFactory(),
    )
    taken = merged(gone, stays)
    assert Suspension.objects.filter(player=stays).count() == 1
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    assert Suspension.objects.filter(player=stays).count() == 0


def test_what_was_over_before_is_not_taken_over():
    gone, stays, by = PlayerFactory(), PlayerFactory(), UserFactory()
    last = DAY - timedelta(days=1)
    MembershipFactory(player=gone, to_date=last)
    facts = {"reason": "Minutes", "decided_by": by}
    Suspension.objects.create(player=gone, from_date=last, to_date=last, **facts)
    taken = merged(gone, stays)
    assert (taken.memberships, taken.suspensions) == ((), ())


def test_a_membership_that_begins_later_is_taken_over_from_its_own_day():
    gone, stays, club = PlayerFactory(), PlayerFactory(), ClubFactory()
    begins = DAY + timedelta(days=30)
    MembershipFactory(player=gone, club=club, from_date=begins)
    merged(gone, stays)
    assert memberships(stays) == [(club.pk, begins, None, True)]


def test_what_went_on_to_somebody_else_is_not_given_back():
    gone, stays = PlayerFactory(fide_id=1700000), PlayerFactory()
    user, other = UserFactory(player=gone), PlayerFactory()
    taken = merged(gone, stays)
    Player.objects.filter(pk=stays.pk).update(fide_id=1700001)
    user.player = other
    user.save()
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    user.refresh_from_db()
    gone.refresh_from_db()
    assert (user.player, gone.fide_id) == (other, None)


def test_a_fide_rating_of_the_one_who_stays_is_kept_where_the_other_has_no_number():
    gone, stays = (
        PlayerFactory(fide_rating=rating, fide_id=None) for rating in (1500, 2000)
    )
    merged(gone, stays)
    assert stays.fide_rating == 2000


def test_no_chain_of_merges_closes():
    first, second, third = PlayerFactory(), PlayerFactory(), PlayerFactory()
    merged(first, second)
    merged(second, third)
    for gone, stays in ((third, first), (first, third), (second, first)):
        with pytest.raises(RegisterRefusal, match=r"^merged_already$"):
            merged(gone, stays)
    with pytest.raises(RegisterRefusal, match=r"^same_player$"):
        merged(third, third)


def test_the_later_merge_is_undone_first():
    first, second, third = PlayerFactory(), PlayerFactory(), PlayerFactory()
    taken = merged(first, second)
    merged(second, third)
    with pytest.raises(RegisterRefusal, match=r"^merged_on$"):
        part_players(first.pk, second.pk, taken, acting=OFFICE)


def test_what_is_not_merged_is_not_parted():
    gone, stays = PlayerFactory(), PlayerFactory()
    taken = merged(gone, stays)
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    with pytest.raises(RegisterRefusal, match=r"^not_merged$"):
        part_players(gone.pk, stays.pk, taken, acting=OFFICE)


def test_searching_finds_one_also_by_the_number_of_the_other():
    gone = PlayerFactory(first_name="Anna", last_name="Berg", birth_year=1990)
    stays = PlayerFactory(first_name="Anna", last_name="Bergh", birth_year=1990)
    assert len(search_players("Anna Ber", 9, public=True)) == 2
    merged(gone, stays)
    assert search_players("Anna Ber", 9, public=True) == [stays]
    assert search_players(gone.national_id, 9, public=True) == [stays]
    alike = likely_duplicates("Anna", "Berg", 1990)
    assert [each.player for each in alike] == [stays]


def test_who_merged_stands_in_the_audit_log():
    gone, stays, officer = PlayerFactory(), PlayerFactory(), UserFactory()
    merge_players(gone.pk, stays.pk, on=DAY, acting=ActionContext(officer.pk, NOON))
    events = Player.pgh_event_model.objects.filter(pgh_obj=gone)
    event = events.latest("pgh_id")
    assert event.merged_into == stays
    assert event.pgh_context.metadata["user"] == officer.pk


@pytest.mark.parametrize(
    ("gone", "stays", "both"),
    [
        ("public", "public", "public"),
        ("initials", "public", "initials"),
        ("public", "hidden", "hidden"),
        ("hidden", "initials", "hidden"),
        ("initials", "hidden", "hidden"),
    ],
)
def test_two_cards_show_as_little_as_the_one_that_shows_least(gone, stays, both):
    one, other = PlayerFactory(visibility=gone), PlayerFactory(visibility=stays)
    merged(one, other)
    assert (one.visibility, other.visibility) == (both, both)


def test_a_card_is_hidden_with_the_player_to_whom_it_leads_whoever_writes_it():
    first, second, last = PlayerFactory(), PlayerFactory(), PlayerFactory()
    merged(first, second)
    merged(second, last)
    Player.objects.filter(pk=last.pk).update(visibility="hidden")
    Player.objects.filter(pk=second.pk).update(visibility="public")
    assert set(Player.objects.values_list("visibility", flat=True)) == {"hidden"}


def test_a_choice_made_on_a_card_that_was_merged_meanwhile_holds_where_it_leads():
    first, second, last = PlayerFactory(), PlayerFactory(), PlayerFactory()
    merged(first, second)
    merged(second, last)
    set_visibility(first.pk, Visibility.HIDDEN, acting=OFFICE)
    assert list(Player.objects.values_list("visibility", flat=True)) == ["hidden"] * 3


def test_what_lasts_to_the_day_of_the_merge_is_taken_over_as_it_is():
    gone, stays, by = PlayerFactory(), PlayerFactory(), UserFactory()
    held = MembershipFactory(player=gone, to_date=DAY)
    first = DAY - timedelta(days=30)
    facts = {"from_date": first, "to_date": DAY, "reason": "Minutes 4"}
    Suspension.objects.create(player=gone, decided_by=by, **facts)
    merged(gone, stays)
    assert memberships(stays) == [(held.club_id, DAY, DAY, True)]
    copy = Suspension.objects.get(player=stays)
    assert (copy.from_date, copy.to_date, copy.reason, copy.decided_by) == (
        first, DAY, "Minutes 4", by,
    )  # fmt: skip


def test_a_club_that_the_one_who_stays_has_left_is_taken_over():
    gone, stays, club = PlayerFactory(), PlayerFactory(), ClubFactory()
    since, left = date(2010, 1, 1), DAY - timedelta(days=1)
    MembershipFactory(player=stays, club=club, from_date=since, to_date=left)
    MembershipFactory(player=gone, club=club, from_date=date(2020, 1, 1))
    merged(gone, stays)
    assert memberships(stays) == [
        (club.pk, since, left, True),
        (club.pk, DAY, None, True),
    ]


def test_a_copy_that_went_on_to_somebody_else_is_left_there():
    gone, stays, other = PlayerFactory(), PlayerFactory(), PlayerFactory()
    MembershipFactory(player=gone)
    taken = merged(gone, stays)
    Membership.objects.filter(player=stays).update(player=other)
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    assert Membership.objects.filter(player=other).count() == 1


def test_what_the_one_who_stays_had_of_its_own_is_not_given_away():
    gone, stays = PlayerFactory(), PlayerFactory(fide_id=1700001, fide_rating=1900)
    taken = merged(gone, stays)
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    stays.refresh_from_db()
    gone.refresh_from_db()
    assert (stays.fide_id, stays.fide_rating, gone.fide_id) == (1700001, 1900, None)


def test_a_merge_that_was_undone_is_not_undone_from_another_card():
    gone, stays, other = PlayerFactory(), PlayerFactory(), PlayerFactory()
    taken = merged(gone, stays)
    with pytest.raises(RegisterRefusal, match=r"^not_merged$"):
        part_players(gone.pk, other.pk, taken, acting=OFFICE)

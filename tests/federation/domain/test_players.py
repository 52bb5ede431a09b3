from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from federation.domain.authorship import ActionContext
from federation.domain.players import (
    DuplicateCheck,
    MatchesFound,
    PlayerDraft,
    PlayerFacts,
    edit_player,
    next_numbers,
    register_player,
    set_status,
    set_visibility,
)
from federation.domain.refusal import RegisterRefusal
from federation.domain.versions import EditedMeanwhile
from federation.enums import PlayerStatus, Visibility
from federation.models import Membership, Player
from federation.rules.national_id import with_check_digit
from tests.factories import (
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
    member,
)

pytestmark = pytest.mark.django_db

DRAFT = PlayerDraft(first_name="Anna", last_name="Berg", birth_year=1990)


def editor_of(model, pk):
    """Return whom the audit log names for the latest version of a row."""
    return model.objects.get(pk=pk).events.order_by("-pgh_id").first().pgh_context


def test_new_player_gets_the_next_number_with_its_check_digit(now):
    first, second = (
        register_player(draft, acting=ActionContext(None, now)).national_id
        for draft in (DRAFT, DRAFT)
    )
    running = int(first[:-1])
    assert (first, second) == (with_check_digit(running), with_check_digit(running + 1))


def test_given_number_is_kept_unchanged(now):
    draft = replace(DRAFT, national_id="77-0012")
    assert (
        register_player(draft, acting=ActionContext(None, now)).national_id == "77-0012"
    )


def test_imported_number_is_skipped(now):
    taken = register_player(DRAFT, acting=ActionContext(None, now)).national_id
    following = f"{int(taken[:-1]) + 1}"
    for digit in range(10):
        PlayerFactory(national_id=f"{following}{digit}")
    number = register_player(DRAFT, acting=ActionContext(None, now)).national_id
    assert int(number[:-1]) == int(taken[:-1]) + 2


def test_imported_numbers_are_skipped_when_several_are_drawn():
    [before] = next_numbers(1)
    running = int(before[:-1])
    PlayerFactory(national_id=with_check_digit(running + 2))
    assert next_numbers(3) == [with_check_digit(running + more) for more in (1, 3, 4)]


def test_new_player_joins_the_club_on_the_local_day(now):
    club = ClubFactory()
    player = register_player(DRAFT, acting=ActionContext(None, now), club_id=club.pk)
    assert list(
        Membership.objects.filter(player=player).values_list(
            "club_id", "from_date", "to_date", "is_main"
        )
    ) == [(club.pk, date(2026, 6, 15), None, True)]


def test_names_are_stored_without_extra_spaces(now):
    draft = PlayerDraft(first_name=" Carl   Gustaf ", last_name="von  Ek ")
    assert (
        register_player(draft, acting=ActionContext(None, now)).full_name
        == "Carl Gustaf von Ek"
    )


@pytest.mark.parametrize(
    ("facts", "code"),
    [({"national_id": "17"}, "number_taken"), ({"fide_id": 1700}, "fide_id_taken")],
)
def test_two_players_cannot_share_a_number(now, facts, code):
    PlayerFactory(national_id="17", fide_id=1700)
    with pytest.raises(RegisterRefusal) as refused:
        register_player(replace(DRAFT, **facts), acting=ActionContext(None, now))
    assert (refused.value.code, Player.objects.count()) == (code, 1)


def test_unused_fide_number_is_accepted(now):
    PlayerFactory(fide_id=1700)
    draft = replace(DRAFT, fide_id=1701)
    assert register_player(draft, acting=ActionContext(None, now)).fide_id == 1701


def test_edit_keeps_the_own_fide_number_and_accepts_an_unused_one():
    player = PlayerFactory(fide_id=1700)
    for number in (1700, 1701):
        seen = PlayerFacts.of(player)
        edit_player(
            player.pk, replace(seen, fide_id=number), seen=seen.version, acting=OFFICE
        )
        player.refresh_from_db()
        assert player.fide_id == number


def test_edit_is_stored_with_its_author():
    player, user = PlayerFactory(), UserFactory()
    seen = PlayerFacts.of(player)
    facts = replace(seen, last_name="Åkesson", title="fm")
    edit_player(player.pk, facts, seen=seen.version, acting=acting(user))
    player.refresh_from_db()
    assert PlayerFacts.of(player) == replace(facts, title="FM")
    assert editor_of(Player, player.pk).metadata["user"] == user.pk


def test_edit_does_not_overwrite_concurrent_changes():
    player, user = PlayerFactory(), UserFactory()
    seen = PlayerFacts.of(player)
    theirs = replace(seen, last_name="Berg")
    edit_player(player.pk, theirs, seen=seen.version, acting=acting(user))
    mine = replace(seen, last_name="Bergh")
    with pytest.raises(EditedMeanwhile) as conflict:
        edit_player(player.pk, mine, seen=seen.version, acting=acting(user))
    player.refresh_from_db()
    assert (conflict.value.now, player.last_name) == (theirs, "Berg")


def test_edit_cannot_take_another_players_fide_number():
    player = PlayerFactory()
    PlayerFactory(fide_id=1700)
    seen = PlayerFacts.of(player)
    with pytest.raises(RegisterRefusal) as refused:
        edit_player(
            player.pk, replace(seen, fide_id=1700), seen=seen.version, acting=OFFICE
        )
    assert refused.value.code == "fide_id_taken"


def test_version_of_equal_facts_is_equal():
    facts = PlayerFacts(first_name="Bo", last_name="Ek")
    assert facts.version == replace(facts).version
    assert facts.version != replace(facts, birth_year=1980).version


@pytest.mark.parametrize("status", [PlayerStatus.LEFT, PlayerStatus.DECEASED])
def test_player_who_left_or_died_has_no_membership_afterwards(status):
    player = member()
    set_status(player.pk, status, on=date(2026, 6, 15), acting=OFFICE)
    assert list(
        Membership.objects.filter(player=player).values_list("to_date", flat=True)
    ) == [date(2026, 6, 15)]


def test_future_membership_is_deleted_when_the_player_leaves():
    player = PlayerFactory()
    Membership.objects.create(
        player=player, club=ClubFactory(), from_date=date(2026, 7, 1)
    )
    set_status(player.pk, PlayerStatus.DECEASED, on=date(2026, 6, 15), acting=OFFICE)
    assert Membership.objects.filter(player=player).count() == 0


def test_last_day_before_every_membership_is_refused(now):
    player = PlayerFactory()
    MembershipFactory(player=player, from_date=date(2026, 3, 1))
    slip = {"on": date(1926, 6, 15), "acting": ActionContext(None, now)}
    with pytest.raises(RegisterRefusal, match="before_joining"):
        set_status(player.pk, PlayerStatus.LEFT, **slip)
    player.refresh_from_db()
    assert (player.status, player.memberships.count()) == (PlayerStatus.ACTIVE, 1)


@pytest.mark.parametrize("status", [PlayerStatus.LEFT, PlayerStatus.DECEASED])
def test_player_has_not_left_or_died_on_a_day_to_come(status):
    player = member()
    tomorrow = {"on": date(2026, 6, 16), "acting": OFFICE}
    with pytest.raises(RegisterRefusal, match="status_ahead"):
        set_status(player.pk, status, **tomorrow)
    player.refresh_from_db()
    membership = player.memberships.get()
    assert (player.status, membership.to_date) == (PlayerStatus.ACTIVE, None)
    set_status(player.pk, PlayerStatus.ACTIVE, **tomorrow)


def test_membership_entered_after_the_death_is_deleted(now):
    player = member()
    MembershipFactory(player=player, is_main=False, from_date=date(2026, 3, 1))
    died = {"on": date(2026, 2, 1), "acting": ActionContext(None, now)}
    set_status(player.pk, PlayerStatus.DECEASED, **died)
    assert [each.to_date for each in player.memberships.all()] == [date(2026, 2, 1)]


def test_button_for_status_or_visibility_pressed_twice_saves_once():
    player = member()
    for _ in range(2):
        left = {"on": date(2026, 6, 15), "seen": "active"}
        set_status(player.pk, PlayerStatus.LEFT, acting=OFFICE, **left)
        set_visibility(player.pk, Visibility.HIDDEN, acting=OFFICE, seen="public")
    player.refresh_from_db()
    assert (player.status, player.visibility) == ("left", "hidden")


def test_ended_membership_keeps_its_last_day_when_the_player_leaves():
    player = member()
    ended = MembershipFactory(player=player, is_main=False, to_date=date(2020, 1, 1))
    set_status(player.pk, PlayerStatus.LEFT, on=date(2026, 6, 15), acting=OFFICE)
    ended.refresh_from_db()
    assert ended.to_date == date(2020, 1, 1)


def test_becoming_active_again_reopens_no_membership():
    player = member()
    set_status(player.pk, PlayerStatus.LEFT, on=date(2026, 6, 15), acting=OFFICE)
    set_status(player.pk, PlayerStatus.ACTIVE, on=date(2026, 6, 16), acting=OFFICE)
    assert Membership.objects.on(date(2026, 6, 16)).count() == 0


def test_public_name_follows_the_visibility():
    player = PlayerFactory(first_name="Anna", last_name="Berg")
    shown = [
        set_visibility(player.pk, choice, acting=OFFICE).public_name
        for choice in Visibility
    ]
    assert shown == ["Anna Berg", "A. B.", "Hidden player"]


def test_local_day_is_used_for_a_player_added_late_in_the_evening():
    # Half past ten in the evening in London is half past twelve in Stockholm.
    at = datetime(2026, 6, 15, 22, 30, tzinfo=UTC)
    player = register_player(
        DRAFT, acting=ActionContext(None, at), club_id=ClubFactory().pk
    )
    assert Membership.objects.get(player=player).from_date == date(2026, 6, 16)


def test_unchecked_duplicate_is_reported_beside_a_checked_one(now):
    first, second = (
        PlayerFactory(first_name="Anna", last_name="Berg", birth_year=1990)
        for _ in range(2)
    )
    with pytest.raises(MatchesFound) as known:
        register_player(
            DRAFT, acting=ActionContext(None, now), looked=DuplicateCheck([first.pk])
        )
    assert [match.player for match in known.value.matches] == [first, second]


def test_active_player_stays_a_member():
    player = member()
    set_status(player.pk, PlayerStatus.ACTIVE, on=date(2026, 6, 15), acting=OFFICE)
    assert Membership.objects.get(player=player).to_date is None


def test_membership_that_began_on_the_last_day_lasts_that_day():
    player, last = PlayerFactory(), date(2026, 6, 15)
    MembershipFactory(player=player, from_date=last)
    set_status(player.pk, PlayerStatus.LEFT, on=last, acting=OFFICE)
    membership = Membership.objects.get(player=player)
    assert (membership.from_date, membership.to_date) == (last, last)


def test_user_who_adds_a_player_is_logged_for_card_and_membership(now):
    user = UserFactory()
    player = register_player(
        DRAFT, acting=ActionContext(user.pk, now), club_id=ClubFactory().pk
    )
    membership = player.memberships.get()
    named = [editor_of(Player, player.pk), editor_of(Membership, membership.pk)]
    assert [each.metadata["user"] for each in named] == [user.pk, user.pk]


@pytest.mark.parametrize(
    ("act", "value"),
    [(set_status, PlayerStatus.LEFT), (set_visibility, Visibility.HIDDEN)],
)
def test_user_who_sets_status_or_visibility_is_logged(act, value):
    player, user = PlayerFactory(), UserFactory()
    more = {"on": date(2026, 6, 15)} if act is set_status else {}
    act(player.pk, value, acting=acting(user), **more)
    assert editor_of(Player, player.pk).metadata["user"] == user.pk


def test_facts_and_status_of_a_card_merged_in_the_meantime_are_not_changed():
    card = PlayerFactory(merged_into=PlayerFactory())
    left = {"on": date(2026, 6, 1), "acting": OFFICE}
    with pytest.raises(RegisterRefusal, match="merged_card"):
        set_status(card.pk, PlayerStatus.LEFT, **left)
    with pytest.raises(RegisterRefusal, match="merged_card"):
        edit_player(card.pk, PlayerFacts.of(card), seen="", acting=OFFICE)

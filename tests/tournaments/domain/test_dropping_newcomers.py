"""A card that was made with an entry is deleted with it, unless anything refers to it."""

import pytest
from django.db import connection

from federation.domain.players import PlayerDraft
from federation.models import Membership, Player, Resemblance
from tests.factories import MembershipFactory, UserFactory, acting, member
from tests.tournaments.tournaments_made import entered, section
from tournaments.domain.entering import enter_player, register_newcomer_and_enter
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.planning.sections import remove_section

pytestmark = pytest.mark.django_db
ADA = PlayerDraft(first_name="Ada", last_name="Ek")

# Computed from games and decisions, which have constraints and are never deleted.
COMPUTED = [
    "ratings_changerow.player_id",
    "ratings_currentrating.player_id",
    "ratings_listentry.player_id",
    "ratings_liststep.player_id",
    "ratings_liveplacerow.player_id",
]
NAMED_WITHOUT_CONSTRAINT = """
SELECT c.table_name || '.' || c.column_name
FROM information_schema.columns c JOIN pg_class t ON t.oid = c.table_name::regclass
WHERE c.table_schema = 'public' AND t.relkind IN ('r', 'p') AND NOT t.relispartition
  AND c.column_name ~ '(^|_)(player|white|black|merged_into)_id$'
  AND c.data_type IN ('bigint', 'integer') AND c.table_name !~ 'event$'
  AND NOT EXISTS (
    SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = t.oid
    AND (SELECT attnum FROM pg_attribute
         WHERE attrelid = t.oid AND attname = c.column_name) = ANY (k.conkey)
  )
ORDER BY 1
"""


def newcomer(group=None, *, joins_club=False):
    return register_newcomer_and_enter(
        (group or section()).pk, ADA, acting=acting(), joins_club=joins_club
    )


def is_in_register(entry) -> bool:
    return Player.objects.filter(pk=entry.player_id).exists()


def test_card_of_a_newcomer_is_deleted_with_the_entry():
    entry = newcomer()

    remove_entry(entry.pk, acting=acting())

    assert not is_in_register(entry)


def test_audit_log_has_the_card_and_who_deleted_it():
    entry, user = newcomer(), UserFactory()

    remove_entry(entry.pk, acting=acting(user))

    events = Player.pgh_event_model.objects.filter(pgh_obj_id=entry.player_id)
    last = events.order_by("pgh_id").last()
    assert (last.pgh_label, last.last_name) == ("delete", "Ek")
    assert last.pgh_context.metadata["user"] == user.pk


def test_card_of_a_newcomer_is_deleted_with_the_section():
    entry = newcomer()

    remove_section(entry.section_id, acting=acting())

    assert not is_in_register(entry)


def test_other_entries_keep_their_order_when_a_newcomer_is_removed():
    group = section()
    ada = newcomer(group)
    others = entered(group, member(), member())

    remove_entry(ada.pk, acting=acting())

    assert list(group.entries.in_order().values_list("pairing_number", "pk")) == [
        (1, others[0].pk),
        (2, others[1].pk),
    ]


@pytest.mark.parametrize("loses", ["entry", "section"])
def test_membership_made_with_the_entry_is_deleted_with_the_card(loses):
    entry = newcomer(joins_club=True)

    if loses == "entry":
        remove_entry(entry.pk, acting=acting())
    else:
        remove_section(entry.section_id, acting=acting())

    assert not is_in_register(entry)
    assert not Membership.objects.filter(player_id=entry.player_id).exists()


def test_newcomer_who_joined_the_club_and_plays_elsewhere_stays_a_member():
    entry = newcomer(joins_club=True)
    enter_player(section().pk, entry.player_id, acting=acting())

    remove_entry(entry.pk, acting=acting())

    assert Membership.objects.filter(player_id=entry.player_id).count() == 1


def test_card_with_a_membership_given_later_is_kept():
    entry = newcomer()
    MembershipFactory(player=entry.player)

    remove_entry(entry.pk, acting=acting())

    assert is_in_register(entry)


def test_card_with_a_membership_that_has_ended_is_kept():
    entry = newcomer(joins_club=True)
    memberships = Membership.objects.filter(player_id=entry.player_id)
    memberships.update(to_date=memberships.get().from_date)

    remove_entry(entry.pk, acting=acting())

    assert memberships.count() == 1


def test_newcomer_who_plays_elsewhere_stays_in_the_register():
    entry = newcomer()
    enter_player(section().pk, entry.player_id, acting=acting())

    remove_entry(entry.pk, acting=acting())

    assert is_in_register(entry)


def test_newcomer_with_an_account_stays_in_the_register():
    entry = newcomer()
    UserFactory(player_id=entry.player_id)

    remove_entry(entry.pk, acting=acting())

    assert is_in_register(entry)


def test_newcomer_into_whose_card_another_was_merged_stays_in_the_register():
    entry, other = newcomer(), member()
    Player.objects.filter(pk=other.pk).update(merged_into=entry.player_id)

    remove_entry(entry.pk, acting=acting())

    assert is_in_register(entry)


def test_player_who_was_in_the_register_before_stays_there():
    group = section()
    (entry,) = entered(group, Player.objects.create(national_id="1", last_name="Ek"))

    remove_entry(entry.pk, acting=acting())

    assert is_in_register(entry)


def test_likely_duplicate_does_not_keep_the_card():
    entry, other = newcomer(), member()
    low, high = sorted([entry.player_id, other.pk])
    Resemblance.objects.create(first_id=low, second_id=high, score=0.9)

    remove_entry(entry.pk, acting=acting())

    assert not is_in_register(entry)


def test_cancelled_tournament_keeps_its_newcomers():
    entry = newcomer()

    cancel_tournament(entry.section.tournament_id, acting=acting())

    assert is_in_register(entry)


def test_every_stored_column_that_refers_to_a_player_has_a_constraint():
    with connection.cursor() as cursor:
        cursor.execute(NAMED_WITHOUT_CONSTRAINT)
        assert [name for (name,) in cursor.fetchall()] == COMPUTED

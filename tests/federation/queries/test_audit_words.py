"""Lines of the audit log in words: the author, the row, and the old and new values."""

from datetime import UTC, date, datetime

import pghistory
import pytest

from federation.enums import RoleKind
from federation.models import Membership, Player, Suspension
from federation.queries.audit import AuditQuery, log_page
from federation.queries.audit_words import in_words
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    member,
)

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)


def lines(kind, **filters):
    return in_words(log_page(AuditQuery(kind=kind, **filters), {}, 50).entries)


def values_of(line):
    return [(each.label, each.before, each.after) for each in line.differences]


def renamed(player, name):
    Player.objects.filter(pk=player.pk).update(last_name=name)


def test_change_is_not_compared_with_another_rows_version_in_between():
    player, other = (PlayerFactory(last_name=name) for name in ("Berg", "Sand"))
    renamed(player, "Ek")
    renamed(other, "Lind")
    renamed(player, "Alm")
    assert [values_of(line) for line in lines("player")[:3]] == [
        [("Last name", "Ek", "Alm")],
        [("Last name", "Sand", "Lind")],
        [("Last name", "Berg", "Ek")],
    ]


def test_change_by_a_command_shows_the_commands_name():
    with pghistory.context(command="import_players"):
        PlayerFactory()
    [line] = lines("player")
    assert (line.by, line.who, line.page) == (
        "command line", "command line", "import_players",
    )  # fmt: skip


def test_change_without_an_author_is_shown_as_the_offices_own_work():
    PlayerFactory()
    assert [line.who for line in lines("player")] == ["the office itself"]


def test_person_filter_requires_all_typed_words():
    people = UserFactory(name="Eva Sand"), UserFactory(name="Ola Berg")
    for user in people:
        with pghistory.context(user=user.pk):
            PlayerFactory()
    found = [
        [line.by for line in lines("player", person=text)]
        for text in ("eva sand", "eva berg", "sand", "")
    ]
    assert found == [["Eva Sand"], [], ["Eva Sand"], ["Ola Berg", "Eva Sand"]]


def test_replaced_club_is_named_as_well_as_the_new_one():
    first, second = ClubFactory(name="Wasa SK"), ClubFactory(name="SK Norr")
    membership = MembershipFactory(player=PlayerFactory(), club=first)
    Membership.objects.filter(pk=membership.pk).update(club=second)
    newest = log_page(AuditQuery(kind="membership"), {}, 1).entries
    assert values_of(*in_words(newest)) == [("Club", "Wasa SK", "SK Norr")]


def test_datetime_is_shown_in_local_time():
    user = UserFactory()
    user.is_active, user.closed_reason = False, "Left"
    user.closed_at = datetime(2026, 6, 15, 22, 30, tzinfo=UTC)
    user.save()
    differences = {label: after for label, _, after in values_of(lines("user")[0])}
    assert "2026-06-16 00:30" in differences.values()


def test_role_is_named_after_holder_and_scope():
    club = ClubFactory(name="Wasa SK")
    RoleFactory(kind="secretary", club=club, user__name="Eva Ek")
    RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=club.district, user__name="Bo")
    assert [line.about for line in lines("role")] == [
        f"Bo, {club.district.name}", "Eva Ek, Wasa SK",
    ]  # fmt: skip


def test_entry_about_one_row_is_of_the_requested_kind():
    player = member(first_name="Bo", last_name="Ek")
    by = UserFactory()
    barred = Suspension.objects.create(
        player=player, from_date=DAY, to_date=DAY, reason="Minutes", decided_by=by
    )
    PlayerFactory(pk=barred.pk + 500_000)
    assert [line.about for line in lines("suspension", about=barred.pk)] == ["Bo Ek"]
    assert lines("player", about=barred.pk + 500_001) == ()

"""Two people change the same row of the register concurrently."""

from dataclasses import replace
from datetime import date

import pytest
from django.utils import timezone

from federation.domain.accounts.invitations import (
    InvitationOffer,
    accept_with_password,
    invite,
)
from federation.domain.accounts.roles import RoleScope, end_role
from federation.domain.accounts.suspensions import suspend_player
from federation.domain.authorship import ActionContext
from federation.domain.mail import write_letter
from federation.domain.memberships import join_club
from federation.domain.places import (
    ClubFacts,
    DistrictFacts,
    create_club,
    create_district,
    edit_club,
)
from federation.domain.players import (
    DuplicateCheck,
    MatchesFound,
    PlayerDraft,
    PlayerFacts,
    edit_player,
    register_player,
)
from federation.domain.refusal import RegisterRefusal
from federation.domain.versions import EditedMeanwhile
from federation.enums import RoleKind
from federation.models import (
    Club,
    District,
    Invitation,
    Membership,
    Player,
    Role,
    Suspension,
    User,
)
from tests.factories import (
    NOON,
    OFFICE,
    ClubFactory,
    DistrictFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
)
from tests.federation.domain.test_mail import Choosy, deliver_letters
from tests.races import second_waits, together

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = date(2026, 6, 15)


def test_two_administrators_cannot_end_each_other():
    first, second = (RoleFactory(kind=RoleKind.ADMINISTRATOR) for _ in range(2))
    answer = second_waits(
        lambda: end_role(first.pk, acting=OFFICE),
        lambda: end_role(second.pk, acting=OFFICE),
    )
    assert (type(answer), str(answer)) == (RegisterRefusal, "last_administrator")
    assert Role.objects.on(TODAY).count() == 1


def test_second_editor_sees_the_changes_of_the_first():
    player = PlayerFactory()
    seen = PlayerFacts.of(player).version

    def write(name):
        facts = PlayerFacts(first_name="Bo", last_name=name)
        return lambda: edit_player(player.pk, facts, seen=seen, acting=OFFICE)

    answer = second_waits(write("Ek"), write("Ekman"))
    assert (type(answer), answer.now.last_name) == (EditedMeanwhile, "Ek")


def test_button_pressed_twice_adds_one_player(now):
    draft = PlayerDraft(first_name="Anna", last_name="Berg", birth_year=1990)

    def enter():
        return register_player(
            draft, acting=ActionContext(None, now), looked=DuplicateCheck()
        )

    answer = second_waits(enter, enter)
    entered = Player.objects.get()
    assert type(answer) is MatchesFound
    assert [match.player.pk for match in answer.matches] == [entered.pk]


@pytest.mark.parametrize(
    ("facts", "code"),
    [({"national_id": "77-1"}, "number_taken"), ({"fide_id": 1700}, "fide_id_taken")],
)
def test_number_entered_twice_concurrently_belongs_to_the_first(now, facts, code):
    def enter(name):
        draft = PlayerDraft(first_name="Bo", last_name=name, **facts)
        return lambda: register_player(draft, acting=ActionContext(None, now))

    answer = second_waits(enter("Ek"), enter("Wall"))
    assert (type(answer), str(answer)) == (RegisterRefusal, code)
    assert Player.objects.get().last_name == "Ek"


def test_fide_number_written_twice_concurrently_belongs_to_the_first():
    def write(player):
        facts = PlayerFacts(first_name="Bo", last_name="Ek", fide_id=1700)
        seen = PlayerFacts.of(player).version
        return lambda: edit_player(player.pk, facts, seen=seen, acting=OFFICE)

    answer = second_waits(write(PlayerFactory()), write(PlayerFactory()))
    assert (type(answer), str(answer)) == (RegisterRefusal, "fide_id_taken")


def test_club_entered_twice_concurrently_is_created_once():
    district = DistrictFactory()

    def found():
        facts = ClubFacts(
            name="Wasa SK", short_name="Wasa", town="", district_id=district.pk
        )
        return create_club(facts, acting=OFFICE)

    answer = second_waits(found, found)
    assert (type(answer), str(answer)) == (RegisterRefusal, "name_taken")
    assert Club.objects.count() == 1


def test_name_taken_by_two_clubs_concurrently_belongs_to_the_first():
    def rename(club):
        facts = ClubFacts.of(club)
        wanted = replace(facts, name="Wasa SK")
        return lambda: edit_club(club.pk, wanted, seen=facts.version, acting=OFFICE)

    answer = second_waits(rename(ClubFactory()), rename(ClubFactory()))
    assert (type(answer), str(answer)) == (RegisterRefusal, "name_taken")


@pytest.mark.parametrize(
    ("second", "code"), [("Norr", "name_taken"), ("Söder", "code_taken")]
)
def test_district_entered_twice_concurrently_is_created_once(second, code):
    def found(name, code="n"):
        facts = DistrictFacts(code=code, name=name, adopts_junior_rules=True)
        return lambda: create_district(facts, acting=OFFICE)

    answer = second_waits(
        found("Norr"), found(second, "x" if second == "Norr" else "n")
    )
    assert (type(answer), str(answer)) == (RegisterRefusal, code)
    assert District.objects.count() == 1


def test_two_clubs_that_add_a_player_concurrently_are_not_both_main_club():
    player = PlayerFactory()

    def join(club):
        return lambda: join_club(player.pk, club.pk, from_date=TODAY, acting=OFFICE)

    second_waits(join(ClubFactory()), join(ClubFactory()))
    main_flags = Membership.objects.order_by("pk").values_list("is_main", flat=True)
    assert list(main_flags) == [True, False]


def test_two_workers_never_send_the_same_letter(settings, now):
    settings.MAIL_DELIVERY_BACKEND = "tests.federation.domain.test_mail.Choosy"
    Choosy.taken.clear()
    addresses = [f"reader{n}@example.org" for n in range(12)]
    for address in addresses:
        write_letter(to=address, subject="Hej", body="Text", at=now)
    sent = together(*[lambda: deliver_letters(at=now)] * 3)
    assert (sum(sent), sorted(Choosy.taken)) == (12, sorted(addresses))


def test_letter_opened_twice_concurrently_is_accepted_once():
    secrets = []
    invite(
        InvitationOffer(
            email="eva@example.org", office=RoleScope(RoleKind.RULES_COMMITTEE)
        ),
        acting=ActionContext(UserFactory().pk, timezone.now()),
        url_of=lambda secret: secrets.append(secret) or "",
    )

    def accept():
        return accept_with_password(
            secrets[0], name="Eva", password="x" * 12, at=timezone.now()
        )

    answer = second_waits(accept, accept)
    assert (type(answer), str(answer)) == (RegisterRefusal, "not_open")
    assert User.objects.filter(email="eva@example.org").count() == 1


def test_two_concurrent_invitations_of_an_address_to_one_role_create_one():
    club = ClubFactory()
    office = RoleScope(RoleKind.DEPUTY, club.pk)
    offer = InvitationOffer(email="eva@example.org", office=office)
    officers = [RoleFactory(kind=RoleKind.SECRETARY, club=club).user for _ in range(2)]

    def sent_by(user):
        return lambda: invite(
            offer, acting=ActionContext(user.pk, NOON), url_of=lambda secret: secret
        )

    answer = second_waits(*map(sent_by, officers))

    assert (type(answer), str(answer)) == (RegisterRefusal, "invited_meanwhile")
    assert Invitation.objects.count() == 1
    # Later, one after the other: only the newest letter is valid.
    sent_by(officers[1])()
    assert Invitation.objects.open(NOON).get().invited_by == officers[1]


def test_two_concurrent_suspensions_of_a_player_create_one():
    player, board = PlayerFactory().pk, UserFactory().pk

    def suspend():
        days = {"from_date": TODAY, "to_date": date(2026, 8, 31)}
        return suspend_player(
            player, **days, reason="Cheated", acting=ActionContext(board, NOON)
        )

    answer = second_waits(suspend, suspend)
    assert (type(answer), str(answer)) == (RegisterRefusal, "suspended_already")
    assert Suspension.objects.count() == 1

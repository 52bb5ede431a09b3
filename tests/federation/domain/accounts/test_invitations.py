from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pghistory
import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from federation.domain.accounts.appointments import (
    agree_to_invitation,
    refuse_invitation,
)
from federation.domain.accounts.invitations import (
    InvitationOffer,
    accept_signed_in,
    accept_with_password,
    invite,
    invite_first_administrator,
    needs_password,
    open_invitation,
    withdraw_invitation,
)
from federation.domain.accounts.roles import RoleScope, end_role, holds
from federation.domain.authorship import ActionContext
from federation.domain.erasing import ask_to_be_erased
from federation.enums import RoleKind
from federation.models import Invitation, OutboxMail, Role, User
from tests.factories import (
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    secretary_of,
)
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
COMMITTEE = RoleScope(RoleKind.RULES_COMMITTEE)
OFFER = InvitationOffer(email="Eva@Example.org", office=COMMITTEE, language="en")
TODAY = date(2026, 6, 15)
PASSWORD = "grön häst på taket"


class Letters:
    """Sends invitations and remembers the secrets of their letters."""

    def __init__(self, at):
        self.at = at
        self.secrets = []

    def send(self, offer, by=None):
        return invite(
            offer,
            acting=ActionContext((by or UserFactory()).pk, self.at),
            url_of=self.url_of,
        )

    def agree(self, invitation, by):
        return agree_to_invitation(
            invitation.pk,
            acting=ActionContext(by.pk, self.at),
            url_of=self.url_of,
        )

    def url_of(self, secret):
        self.secrets.append(secret)
        return f"https://rank.example/invitation/{secret}/"

    def accept(self, *, name="Eva Ek", at=None):
        return accept_with_password(
            self.secrets[-1], name=name, password=PASSWORD, at=at or self.at
        )

    def accept_as(self, user):
        return accept_signed_in(
            self.secrets[-1], acting=ActionContext(user.pk, self.at)
        )


@pytest.fixture
def letters(now):
    return Letters(now)


def test_letter_contains_the_secret_and_the_database_only_its_digest(letters):
    invitation = letters.send(OFFER)
    secret, letter = letters.secrets[0], OutboxMail.objects.get()
    assert letter.to == "eva@example.org"
    assert letter.body.count(secret) == 1
    assert secret not in str(Invitation.objects.filter(pk=invitation.pk).values())
    assert len(secret) >= 43  # 32 random bytes


def test_letter_is_written_in_the_chosen_language(letters, settings, now):
    letters.send(OFFER)
    with translation.override("en"):
        letters.send(replace(OFFER, email="bo@example.org", language="sv"))
    assert [
        (letter.subject, letter.body.partition("\n")[0])
        for letter in OutboxMail.objects.order_by("pk")
    ] == [("Invitation to Rankbok", "Hello,"), ("Inbjudan till Rankbok", "Hej,")]


def test_names_are_not_escaped_in_the_letter(letters):
    club = ClubFactory(name="SK Ör & Vän")
    office = RoleScope(RoleKind.DEPUTY, club_id=club.pk)
    letters.send(replace(OFFER, office=office), by=UserFactory(name="Åke O'Hara"))
    first = OutboxMail.objects.get().body.splitlines()[2]
    assert first == (
        "Åke O'Hara has invited you to take on the role “Deputy secretary” for "
        "SK Ör & Vän at Rankbok."
    )


def test_new_person_accepts_with_a_password_and_gets_account_and_role(letters):
    invitation = letters.send(OFFER)
    user = letters.accept()
    invitation.refresh_from_db()
    assert (user.email, user.name) == ("eva@example.org", "Eva Ek")
    assert user.check_password(PASSWORD) is True
    assert holds(user.pk, COMMITTEE, TODAY) is True
    assert invitation.answered_by_id == user.pk
    address = EmailAddress.objects.get(user=user)
    assert (address.email, address.verified, address.primary) == (
        "eva@example.org",
        True,
        True,
    )


def test_owner_of_an_account_with_a_password_has_to_sign_in_to_accept(letters):
    user = UserFactory(email="eva@example.org")
    letters.send(OFFER)
    assert refusal_code(letters.accept) == "account_exists"
    letters.accept_as(user)
    assert holds(user.pk, COMMITTEE, TODAY) is True


def with_address(email, *, verified=True):
    """Return an account that has this address in addition to its own."""
    user = UserFactory()
    EmailAddress.objects.create(
        user=user, email=email, verified=verified, primary=False
    )
    return user


def test_letter_to_a_second_address_finds_the_account(letters):
    user = with_address("eva@example.org")
    invitation = letters.send(OFFER)
    assert needs_password(invitation) is False
    assert refusal_code(letters.accept) == "account_exists"
    letters.accept_as(user)
    assert refusal_code(letters.send, OFFER) == "holds_role"


def test_account_without_password_gets_one_through_its_second_address(letters):
    user = with_address("eva@example.org")
    user.set_unusable_password()
    user.save()
    letters.send(OFFER)
    assert letters.accept() == user
    assert list(
        EmailAddress.objects.filter(user=user)
        .exclude(email=user.email)
        .values_list("email", "verified", "primary")
    ) == [("eva@example.org", True, False)]


def test_unconfirmed_second_address_can_be_invited_as_new(letters):
    claimant = with_address("eva@example.org", verified=False)
    letters.send(OFFER)
    assert letters.accept() != claimant


def test_invited_address_belongs_to_the_account_that_confirmed_it(letters):
    UserFactory(email="eva@example.org").emailaddress_set.all().delete()
    owner = with_address("eva@example.org")
    owner.set_unusable_password()
    owner.save()
    letters.send(OFFER)
    assert letters.accept() == owner


def test_invitation_is_accepted_only_once(letters):
    letters.send(OFFER)
    letters.accept()
    assert refusal_code(letters.accept) == "not_open"


def test_invitation_is_valid_for_a_fortnight(letters, now):
    letters.send(OFFER)
    last = now + timedelta(days=14)
    secret = letters.secrets[0]
    assert open_invitation(secret, last - timedelta(seconds=1)) is not None
    assert open_invitation(secret, last) is None
    assert refusal_code(letters.accept, at=last) == "not_open"


@pytest.mark.parametrize("secret", ["", "x", "å" * 9000, "\udcff"])
def test_wrong_secret_opens_no_invitation(secret, now):
    assert open_invitation(secret, now) is None


def test_withdrawn_invitation_cannot_be_opened(letters, now):
    invitation = letters.send(OFFER)
    withdraw_invitation(invitation.pk, acting=ActionContext(UserFactory().pk, now))
    assert refusal_code(letters.accept) == "not_open"
    assert (
        refusal_code(
            withdraw_invitation, invitation.pk, acting=ActionContext(None, now)
        )
        == "not_open"
    )


def test_only_the_newest_letter_of_an_offer_is_valid(letters, now):
    for email in ("eva@example.org", " Eva@Example.org ", "EVA@example.org"):
        letters.send(replace(OFFER, email=email))
    assert [open_invitation(secret, now) is None for secret in letters.secrets] == [
        True,
        True,
        False,
    ]


def test_letters_with_other_offers_remain_valid(letters, now):
    club = ClubFactory().pk
    letters.send(replace(OFFER, office=RoleScope(RoleKind.SECRETARY, club_id=club)))
    letters.send(replace(OFFER, office=RoleScope(RoleKind.DEPUTY, club_id=club)))
    for _ in range(2):
        player = PlayerFactory()
        letters.send(InvitationOffer(email="eva@example.org", player_id=player.pk))
    assert [open_invitation(secret, now) is None for secret in letters.secrets] == [
        False
    ] * 4


def test_handed_over_role_ends_when_the_successor_accepts(letters):
    club = ClubFactory()
    office = RoleScope(RoleKind.SECRETARY, club_id=club.pk)
    before = secretary_of(club)
    letters.send(replace(OFFER, office=office, hands_over=True), by=before)
    assert holds(before.pk, office, TODAY) is True
    after = letters.accept()
    assert [holds(user.pk, office, TODAY) for user in (before, after)] == [False, True]


def dismiss(user, now):
    role = Role.objects.get(user=user)
    end_role(role.pk, acting=ActionContext(None, now))


def test_letters_of_a_dismissed_administrator_are_withdrawn(letters, now):
    dismissed = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    RoleFactory(kind=RoleKind.ADMINISTRATOR)
    made = letters.send(
        replace(OFFER, office=RoleScope(RoleKind.ADMINISTRATOR)), by=dismissed
    )
    letters.agree(made, RoleFactory(kind=RoleKind.BOARD).user)
    dismiss(dismissed, now)
    assert refusal_code(letters.accept) == "not_open"
    assert Invitation.objects.get().withdrawn_at == now


def test_letters_of_a_dismissed_secretary_are_withdrawn(letters, now):
    club = ClubFactory()
    dismissed = secretary_of(club)
    letters.send(
        replace(OFFER, office=RoleScope(RoleKind.DEPUTY, club_id=club.pk)), by=dismissed
    )
    dismiss(dismissed, now)
    assert refusal_code(letters.accept) == "not_open"


def test_letters_that_another_role_of_the_inviter_allows_stay_open(letters, now):
    club = ClubFactory()
    both = secretary_of(club)
    letters.send(
        replace(OFFER, office=RoleScope(RoleKind.DEPUTY, club_id=club.pk)), by=both
    )
    other = RoleFactory(user=both, kind=RoleKind.RATING_OFFICER)
    end_role(other.pk, acting=ActionContext(None, now))
    assert open_invitation(letters.secrets[0], now) is not None


def test_letters_of_other_inviters_stay_open(letters, now):
    club = ClubFactory()
    letters.send(
        replace(OFFER, office=RoleScope(RoleKind.DEPUTY, club_id=club.pk)),
        by=secretary_of(club),
    )
    dismiss(secretary_of(club), now)
    assert open_invitation(letters.secrets[0], now) is not None


def test_accepted_hand_over_withdraws_the_inviters_other_letters(letters, now):
    club = ClubFactory()
    before = secretary_of(club)
    deputy = RoleScope(RoleKind.DEPUTY, club_id=club.pk)
    secretary = RoleScope(RoleKind.SECRETARY, club_id=club.pk)
    letters.send(replace(OFFER, office=deputy, email="per@example.org"), by=before)
    letters.send(replace(OFFER, office=secretary, hands_over=True), by=before)
    letters.accept()
    assert list(
        Invitation.objects.order_by("pk").values_list("answered_at", "withdrawn_at")
    ) == [(None, now), (now, None)]


def test_last_administrator_can_hand_the_role_over(letters, now):
    office = RoleScope(RoleKind.ADMINISTRATOR)
    invite_first_administrator(
        "first@example.org", "First", at=now, url_of=letters.secrets.append
    )
    first = letters.accept(name="First")
    letters.send(replace(OFFER, office=office, hands_over=True), by=first)
    after = letters.accept()
    assert [holds(user.pk, office, TODAY) for user in (first, after)] == [False, True]


def test_role_that_is_not_held_cannot_be_handed_over(letters):
    offer = replace(OFFER, hands_over=True)
    assert refusal_code(letters.send, offer) == "nothing_to_hand_over"


def test_inviting_to_a_role_that_is_already_held_is_refused(letters):
    letters.send(OFFER)
    letters.accept()
    assert refusal_code(letters.send, OFFER) == "holds_role"
    player = PlayerFactory()
    UserFactory(player=player)
    offer = InvitationOffer(email="x@example.org", player_id=player.pk)
    assert refusal_code(letters.send, offer) == "player_has_account"


def test_accepted_letter_links_the_account_to_the_player(letters):
    player = PlayerFactory()
    letters.send(InvitationOffer(email="eva@example.org", player_id=player.pk))
    assert letters.accept().player_id == player.pk


def test_account_is_linked_to_one_player_only(letters):
    user = UserFactory(player=PlayerFactory())
    letters.send(InvitationOffer(email=user.email, player_id=PlayerFactory().pk))
    assert refusal_code(letters.accept_as, user) == "account_has_player"


def test_account_with_an_open_erasure_cannot_be_linked(letters, now):
    user = UserFactory()
    ask_to_be_erased(acting=ActionContext(user.pk, timezone.now()))
    letters.send(InvitationOffer(email=user.email, player_id=PlayerFactory().pk))
    assert refusal_code(letters.accept_as, user) == "account_leaves"


def test_first_accepted_of_two_letters_for_a_player_wins(letters):
    player = PlayerFactory()
    letters.send(InvitationOffer(email="a@example.org", player_id=player.pk))
    letters.send(InvitationOffer(email="b@example.org", player_id=player.pk))
    letters.accept()
    letters.secrets.pop()
    assert refusal_code(letters.accept) == "player_has_account"
    assert User.objects.filter(email="a@example.org").count() == 0


def test_first_administrator_sets_a_password_at_the_printed_url(letters, now):
    letters.secrets.append(
        invite_first_administrator(
            "first@example.org", "First", at=now, url_of=lambda secret: secret
        )
    )
    assert User.objects.get().name == "First"
    user = letters.accept(name="First")
    assert needs_password(Invitation.objects.get()) is False
    assert holds(user.pk, RoleScope(RoleKind.ADMINISTRATOR), TODAY) is True
    assert OutboxMail.objects.count() == 0


def test_first_administrator_whose_url_was_lost_gets_another(letters, now):
    for _ in range(2):
        invite_first_administrator(
            "first@example.org", "First", at=now, url_of=letters.secrets.append
        )
    assert open_invitation(letters.secrets[0], now) is None
    user = letters.accept(name="First")
    assert holds(user.pk, RoleScope(RoleKind.ADMINISTRATOR), TODAY) is True


# --- offices of the whole federation --------------------------------------------------
@pytest.fixture
def administrator():
    return RoleFactory(kind=RoleKind.ADMINISTRATOR).user


@pytest.fixture
def colleague():
    return RoleFactory(kind=RoleKind.BOARD).user


def test_letter_for_a_federation_role_waits_for_a_second_person(
    letters, administrator, colleague
):
    made = letters.send(OFFER, by=administrator)
    assert (letters.secrets, OutboxMail.objects.count()) == ([], 0)
    assert refusal_code(letters.agree, made, administrator) == "four_eyes"

    letters.agree(made, colleague)
    user = letters.accept()

    assert holds(user.pk, COMMITTEE, TODAY)
    made.refresh_from_db()
    assert (made.agreed_by, made.by_one) == (colleague, False)


def test_invited_user_cannot_agree_to_the_invitation(letters, administrator, colleague):
    made = letters.send(replace(OFFER, email=colleague.email), by=administrator)
    assert refusal_code(letters.agree, made, colleague) == "four_eyes"


def test_invited_user_cannot_agree_under_another_address(
    letters, administrator, colleague
):
    made = letters.send(replace(OFFER, email=colleague.email), by=administrator)
    change_address(colleague, "new@example.org")
    assert refusal_code(letters.agree, made, colleague) == "four_eyes"


def test_administrator_cannot_invite_a_former_address_of_their_own(
    letters, administrator
):
    own = replace(OFFER, email=administrator.email)
    change_address(administrator, "new@example.org")
    assert refusal_code(letters.send, own, by=administrator) == "own_role"


def change_address(user, email):
    """Give the account another address, which the owner has confirmed."""
    EmailAddress.objects.filter(user=user).update(email=email)
    User.objects.filter(pk=user.pk).update(email=email)


def test_audit_log_notes_that_one_person_proposed_and_agreed(
    letters, administrator, colleague, settings
):
    made = letters.send(OFFER, by=administrator)
    settings.FOUR_EYES = False
    with pghistory.context(url="/roles/"):
        letters.agree(made, administrator)
    made.refresh_from_db()
    assert (made.agreed_by, made.by_one) == (administrator, True)
    event = Invitation.pgh_event_model.objects.filter(pgh_obj=made).latest("pgh_id")
    assert event.pgh_context.metadata == {
        "url": "/roles/",
        "user": administrator.pk,
        "waived": "one person: four eyes are waived",
    }


def test_letter_for_a_federation_role_is_valid_for_a_fortnight_from_the_agreement(
    letters, administrator, colleague, now
):
    made = letters.send(OFFER, by=administrator)
    letters.at = now + timedelta(days=13)
    letters.agree(made, colleague)
    last = now + timedelta(days=27)
    [secret] = letters.secrets
    assert open_invitation(secret, last - timedelta(seconds=1)) == made
    assert open_invitation(secret, last) is None


def test_inviting_oneself_to_a_federation_role_is_refused(
    letters, administrator, colleague
):
    own = replace(OFFER, email=administrator.email)
    assert refusal_code(letters.send, own, by=administrator) == "own_role"


def test_administrator_may_become_secretary_of_a_club(letters, administrator):
    office = RoleScope(RoleKind.SECRETARY, club_id=ClubFactory().pk)
    own = replace(OFFER, email=administrator.email, office=office)
    letters.send(own, by=administrator)
    letters.accept_as(administrator)
    assert holds(administrator.pk, office, TODAY)


def test_federation_role_cannot_be_accepted_by_the_inviter_through_another_address(
    letters, administrator, colleague
):
    letters.agree(letters.send(OFFER, by=administrator), colleague)
    for user in (administrator, colleague):
        assert refusal_code(letters.accept_as, user) == "own_role"
    assert not Role.objects.filter(kind=RoleKind.RULES_COMMITTEE).exists()


def test_first_holder_of_a_federation_role_invites_alone_but_not_themselves(
    letters, administrator
):
    made = letters.send(OFFER, by=administrator)
    made.refresh_from_db()
    assert (made.by_one, made.agreed_by, len(letters.secrets)) == (True, None, 1)
    assert refusal_code(letters.accept_as, administrator) == "own_role"


def test_ending_the_roles_of_others_does_not_allow_appointing_alone(
    letters, administrator, now
):
    other = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    dismiss(other, now)
    assert letters.send(OFFER, by=administrator).agreed_at is None


def test_one_day_role_of_another_still_requires_agreement(letters, administrator, now):
    today = timezone.localdate(now)
    other = RoleFactory(kind=RoleKind.ADMINISTRATOR, from_date=today).user
    dismiss(other, now)
    assert not Role.objects.filter(user=other).exists()
    assert letters.send(OFFER, by=administrator).agreed_at is None


def test_appointment_is_refused_with_a_reason_and_withdrawn_without(
    letters, administrator, colleague, now
):
    made = letters.send(OFFER, by=administrator)
    facts = {"acting": ActionContext(colleague.pk, now)}
    assert refusal_code(refuse_invitation, made.pk, " ", **facts) == "answer"
    assert refusal_code(withdraw_invitation, made.pk, **facts) == "refuse_instead"
    refuse_invitation(made.pk, "Not elected", **facts)
    made.refresh_from_db()
    assert (made.refused_by, made.refusal) == (colleague, "Not elected")

    again = letters.send(OFFER, by=administrator)
    refuse_invitation(again.pk, "", acting=ActionContext(administrator.pk, now))
    assert refusal_code(letters.agree, again, colleague) == "settled"


def test_database_requires_two_people_for_an_agreed_invitation(
    letters, administrator, colleague, now
):
    made = letters.send(OFFER, by=administrator)
    rows = Invitation.objects.filter(pk=made.pk)
    with pytest.raises(IntegrityError, match="invitation_by_two"), transaction.atomic():
        rows.update(agreed_at=now, agreed_by=administrator)
    assert rows.update(agreed_at=now, agreed_by=colleague) == 1


def test_answered_invitation_is_unchanged_when_the_role_is_offered_again(letters, now):
    first = letters.send(OFFER)
    user = letters.accept()
    administrator = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    dismiss(user, now)
    letters.send(OFFER, by=administrator)
    first.refresh_from_db()
    assert (first.answered_by, first.withdrawn_at) == (user, None)


def test_inviter_who_accepts_their_own_letter_keeps_the_handed_over_role(letters):
    club = ClubFactory()
    office = RoleScope(RoleKind.SECRETARY, club_id=club.pk)
    before = secretary_of(club)
    letters.send(replace(OFFER, office=office, hands_over=True), by=before)
    letters.accept_as(before)
    assert holds(before.pk, office, TODAY) is True


def test_letter_without_hand_over_leaves_the_inviters_role(letters):
    club = ClubFactory()
    office = RoleScope(RoleKind.SECRETARY, club_id=club.pk)
    before = secretary_of(club)
    letters.send(replace(OFFER, office=office), by=before)
    after = letters.accept()
    assert [holds(user.pk, office, TODAY) for user in (before, after)] == [True, True]


def test_proposer_of_an_appointment_withdraws_it_without_a_reason(
    letters, administrator, colleague, now
):
    made = letters.send(OFFER, by=administrator)
    withdraw_invitation(made.pk, acting=ActionContext(administrator.pk, now))
    assert refusal_code(letters.agree, made, colleague) == "settled"


def test_appointment_waits_a_fortnight_for_agreement(
    letters, administrator, colleague, now
):
    made = letters.send(OFFER, by=administrator)
    letters.at = now + timedelta(days=14)
    assert refusal_code(letters.agree, made, colleague) == "settled"
    letters.at -= timedelta(seconds=1)
    assert letters.agree(made, colleague).agreed_at == letters.at


def test_role_begins_on_the_local_day_of_the_acceptance(letters):
    office = RoleScope(RoleKind.SECRETARY, club_id=ClubFactory().pk)
    letters.send(replace(OFFER, office=office))
    evening = datetime(2026, 6, 15, 22, 30, tzinfo=UTC)
    user = letters.accept(at=evening)
    assert Role.objects.get(user=user).from_date == date(2026, 6, 16)


def test_letter_for_a_player_gives_no_role_and_one_for_a_role_no_player(letters):
    player = PlayerFactory()
    letters.send(InvitationOffer(email="eva@example.org", player_id=player.pk))
    eva = letters.accept()
    letters.send(replace(OFFER, email="bo@example.org"))
    bo = letters.accept(name="Bo")
    assert list(Role.objects.values_list("user", flat=True)) == [bo.pk]
    assert (eva.player_id, bo.player_id) == (player.pk, None)

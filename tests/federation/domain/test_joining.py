from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from federation.domain.accounts.tries import count_try, forget_tries
from federation.domain.authorship import ActionContext
from federation.domain.joining import (
    WantedMember,
    answer_joining,
    request_joining,
    settle_joining,
    withdraw_joining,
)
from federation.domain.merging import merge_players, separate_players
from federation.domain.refusal import RegisterRefusal
from federation.enums import AnsweredAs, JoiningState, PlayerStatus, RoleKind
from federation.models import (
    JoiningRequest,
    Membership,
    OutboxMail,
    Role,
    TryCount,
    User,
)
from federation.permissions import actor_of
from federation.queries.joining import answerable, answers_as
from tests.factories import (
    CLOSED,
    NOON,
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
    member,
    officer,
    secretary_of,
)
from tests.letters import message_of
from tests.races import second_waits, together

TODAY = date(2026, 6, 15)
at_once = pytest.mark.django_db(transaction=True)
LATER = NOON + timedelta(days=31)


@pytest.fixture
def asking(db):
    return ClubFactory(name="Wasa SK")


def looked_up_request(club, player=None, *, by=None, at=NOON, **typed):
    """Return a request of the club, after the worker has looked it up."""
    typed = typed or {"number": player.national_id}
    request = request_joining(
        WantedMember(club_id=club.pk, from_date=TODAY, **typed),
        acting=ActionContext((by or secretary_of(club)).pk, at),
        address="192.0.2.1",
    )
    settle_joining(at=at)
    request.refresh_from_db()
    return request


def answer(request, user, *, accepts=True, role=AnsweredAs.CLUB, **facts):
    return answer_joining(
        request.pk,
        accepts=accepts,
        answered_as=role,
        acting=acting(user),
        **facts,
    )


def answering(user, request):
    actor = actor_of(user, TODAY)
    found = answerable(actor, NOON, TODAY).filter(pk=request.pk).first()
    return found and answers_as(actor, found)


# --- who answers ----------------------------------------------------------------
def test_player_and_main_club_are_written_to_and_may_answer(asking):
    club = ClubFactory()
    player, keeper = member(club), secretary_of(club)
    deputy = RoleFactory(kind=RoleKind.DEPUTY, club=club).user
    own, office = UserFactory(player=player), officer()
    request = looked_up_request(asking, player)
    assert sorted(OutboxMail.objects.values_list("to", flat=True)) == sorted(
        [keeper.email, deputy.email, own.email]
    )
    assert [answering(user, request) for user in (own, keeper, deputy, office)] == [
        AnsweredAs.PLAYER, AnsweredAs.CLUB, AnsweredAs.CLUB, None,
    ]  # fmt: skip


@pytest.mark.parametrize("has_club", [False, True])
def test_office_answers_if_no_one_else_can(asking, has_club):
    player = member() if has_club else PlayerFactory()
    office = officer()
    administrator = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    request = looked_up_request(asking, player)
    assert sorted(OutboxMail.objects.values_list("to", flat=True)) == sorted(
        [office.email, administrator.email]
    )
    assert [answering(user, request) for user in (office, administrator)] == [
        AnsweredAs.OFFICE
    ] * 2


def test_player_with_account_answers_alone_if_the_club_has_no_secretary(asking):
    player = member()
    own = UserFactory(player=player)
    office = officer()
    request = looked_up_request(asking, player)
    assert list(OutboxMail.objects.values_list("to", flat=True)) == [own.email]
    assert answering(office, request) is None


def test_strangers_and_the_requesting_club_cannot_answer(asking):
    club = ClubFactory()
    player, _keeper = member(club), secretary_of(club)
    request = looked_up_request(asking, player)
    others = (
        request.asked_by,
        secretary_of(asking),
        secretary_of(ClubFactory()),
        UserFactory(player=PlayerFactory()),
        RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=club.district).user,
        RoleFactory(kind=RoleKind.BOARD).user,
    )
    assert {answering(user, request) for user in others} == {None}


@pytest.mark.parametrize("has_club", [True, False])
def test_request_of_a_colleague_is_not_answered_by_the_club_in_another_role(
    asking, has_club
):
    club = ClubFactory()
    player = member(club) if has_club else PlayerFactory()
    both = secretary_of(club) if has_club else officer()
    assert answering(both, looked_up_request(asking, player))

    RoleFactory(user=both, kind=RoleKind.SECRETARY, club=asking)

    assert answering(both, JoiningRequest.objects.get()) is None


def test_office_answers_instead_of_a_former_club(asking):
    club = ClubFactory()
    MembershipFactory(club=club, to_date=date(2020, 1, 1))
    player = Membership.objects.get(club=club).player
    former, office = secretary_of(club), officer()
    request = looked_up_request(asking, player)
    assert [answering(user, request) for user in (former, office)] == [
        None, AnsweredAs.OFFICE,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "role_facts",
    [
        {"to_date": date(2026, 6, 14)},
        {f"user__{name}": value for name, value in CLOSED.items()},
    ],
)
def test_office_answers_instead_of_a_former_or_closed_secretary(asking, role_facts):
    club = ClubFactory()
    RoleFactory(kind=RoleKind.SECRETARY, club=club, **role_facts)
    office = officer()
    request = looked_up_request(asking, member(club))
    assert OutboxMail.objects.get().to == office.email
    assert answering(office, request) == AnsweredAs.OFFICE


def test_former_secretary_gets_no_letter_beside_a_current_one(asking):
    club = ClubFactory()
    ended = date(2026, 6, 14)
    RoleFactory(kind=RoleKind.SECRETARY, club=club, to_date=ended)
    keeper = secretary_of(club)
    looked_up_request(asking, member(club))
    assert OutboxMail.objects.get().to == keeper.email


def test_closed_account_of_the_player_lets_the_office_answer(asking):
    player, office = PlayerFactory(), officer()
    UserFactory(player=player, **CLOSED)
    request = looked_up_request(asking, player)
    assert OutboxMail.objects.get().to == office.email
    assert answering(office, request) == AnsweredAs.OFFICE


def test_club_left_in_the_meantime_can_no_longer_answer(asking):
    club = ClubFactory()
    player, keeper, office = member(club), secretary_of(club), officer()
    request = looked_up_request(asking, player)
    Membership.objects.filter(player=player).update(to_date=date(2026, 6, 14))
    assert [answering(user, request) for user in (keeper, office)] == [
        None, AnsweredAs.OFFICE,
    ]  # fmt: skip


def test_letter_addresses_the_player_and_hides_the_name_from_the_club(asking):
    club = ClubFactory()
    player = member(club, first_name="Åsa", last_name="Ek", visibility="hidden")
    keeper, own = secretary_of(club), UserFactory(player=player)
    looked_up_request(asking, player)
    first = {
        letter.to: message_of(letter).splitlines()[0]
        for letter in OutboxMail.objects.all()
    }
    number = player.national_id
    assert first == {
        own.email: "Wasa SK wants to add you as a member from 2026-06-15.",
        keeper.email: f"Wasa SK wants to add Hidden player ({number}) as a member"
        " from 2026-06-15.",
    }


def test_joining_letters_are_in_the_offices_language(asking):
    club = ClubFactory()
    player, keeper = member(club), secretary_of(club)
    with translation.override("sv"):
        request = looked_up_request(asking, player)
        answer(request, keeper)
    subjects = OutboxMail.objects.order_by("pk").values_list("subject", flat=True)
    assert list(subjects) == [
        "May Wasa SK add a member?",
        f"Your request has been accepted: {player.national_id}",
    ]


def test_sender_of_a_request_may_answer_only_as_the_player(asking):
    secretary = secretary_of(asking)
    RoleFactory(user=secretary, kind=RoleKind.RATING_OFFICER)
    mine, other = PlayerFactory(), PlayerFactory()
    secretary.player = mine
    secretary.save()
    about_me = looked_up_request(asking, mine, by=secretary)
    about_other = looked_up_request(asking, other, by=secretary)
    assert answering(secretary, about_me) == AnsweredAs.PLAYER
    assert answering(secretary, about_other) is None
    with pytest.raises(RegisterRefusal, match=r"^own_request$"):
        answer(about_other, secretary, role=AnsweredAs.OFFICE)
    with pytest.raises(RegisterRefusal, match=r"^not_player$"):
        answer(about_other, secretary, role=AnsweredAs.PLAYER)
    answer(about_me, secretary, role=AnsweredAs.PLAYER)
    assert Membership.objects.get().player == mine


def test_sender_cannot_answer_with_another_account_of_the_player(asking):
    first, player = secretary_of(asking), PlayerFactory()
    card = PlayerFactory()
    for user in (first, other := officer()):
        User.objects.update(player=None)
        user.player = card
        user.save()
    request = looked_up_request(asking, player, by=first)
    with pytest.raises(RegisterRefusal, match=r"^own_request$"):
        answer(request, other, role=AnsweredAs.OFFICE)


# --- the answer -------------------------------------------------------------------
def test_player_becomes_a_member_only_after_acceptance(asking):
    club = ClubFactory()
    player, keeper = member(club), secretary_of(club)
    request = looked_up_request(asking, player)
    memberships = Membership.objects.filter(player=player, club=asking)
    assert not memberships.exists()
    answer(request, keeper)
    assert list(memberships.values_list("from_date", "is_main")) == [(TODAY, False)]
    request.refresh_from_db()
    assert (request.state, request.settled_by) == (JoiningState.ACCEPTED, keeper)


def test_membership_begins_on_the_requested_day(asking):
    request, later = (
        looked_up_request(asking, PlayerFactory()),
        NOON + timedelta(days=9),
    )
    answer_joining(
        request.pk,
        accepts=True,
        answered_as=AnsweredAs.OFFICE,
        acting=ActionContext(officer().pk, later),
        reason="Welcome",
    )
    request.refresh_from_db()
    assert Membership.objects.get().from_date == TODAY
    assert (request.settled_at, request.reason) == (later, "")


def test_sender_who_answers_or_has_left_gets_no_letter(asking):
    secretary, former = secretary_of(asking), secretary_of(asking)
    player = PlayerFactory()
    secretary.player = player
    secretary.save()
    about_me = looked_up_request(asking, player, by=secretary)
    answer(about_me, secretary, role=AnsweredAs.PLAYER)
    request = looked_up_request(asking, PlayerFactory(), by=former)
    User.objects.filter(pk=former.pk).update(**CLOSED)
    answer(request, officer(), role=AnsweredAs.OFFICE)
    subjects = OutboxMail.objects.values_list("subject", flat=True)
    assert list(subjects) == ["May Wasa SK add a member?"]


def test_requesting_club_becomes_main_club_of_a_player_without_club(asking):
    request = looked_up_request(asking, PlayerFactory())
    answer(request, officer(), role=AnsweredAs.OFFICE)
    assert Membership.objects.get().is_main


def test_request_never_replaces_the_existing_main_club(asking):
    club = ClubFactory()
    player, keeper = member(club), secretary_of(club)
    request = looked_up_request(asking, number=player.national_id, is_main=True)
    with pytest.raises(RegisterRefusal, match=r"^has_main_club$"):
        answer(request, keeper)
    request.refresh_from_db()
    assert request.state == JoiningState.WAITING


def test_sender_is_notified_of_the_reason(asking):
    club = ClubFactory()
    player, keeper = member(club, last_name="Ekegren"), secretary_of(club)
    request = looked_up_request(asking, player)
    answer(request, keeper, accepts=False, reason=" Not  this year ")
    letter = OutboxMail.objects.get(to=request.asked_by.email)
    assert "Not this year" in letter.body
    assert "Ekegren" not in letter.subject + letter.body
    assert not Membership.objects.filter(club=asking).exists()


def test_joining_request_is_answered_once(asking):
    club = ClubFactory()
    request, keeper = looked_up_request(asking, member(club)), secretary_of(club)
    answer(request, keeper, accepts=False)
    for act in (
        lambda: answer(request, keeper),
        lambda: withdraw_joining(request.pk, acting=acting(keeper)),
    ):
        with pytest.raises(RegisterRefusal, match=r"^joining_settled$"):
            act()


def test_withdrawn_request_cannot_be_answered(asking):
    club = ClubFactory()
    request, keeper = looked_up_request(asking, member(club)), secretary_of(club)
    withdraw_joining(request.pk, acting=ActionContext(request.asked_by_id, NOON))
    with pytest.raises(RegisterRefusal, match=r"^joining_settled$"):
        answer(request, keeper)
    assert answering(keeper, request) is None


@pytest.mark.parametrize("exists", [True, False])
def test_unanswered_request_expires_with_the_same_outcome_for_every_player(
    asking, exists
):
    number = member().national_id if exists else "1-1"
    request = looked_up_request(asking, number=number)
    settle_joining(at=LATER)
    request.refresh_from_db()
    letter = OutboxMail.objects.get(to=request.asked_by.email)
    assert (request.state, request.settled_at) == (JoiningState.EXPIRED, LATER)
    assert letter.subject == f"Nobody has answered: {number}"
    assert "Perhaps there is no such player" in letter.body


@at_once
def test_two_concurrent_answers_count_as_one():
    club, asking = ClubFactory(), ClubFactory()
    keepers = [secretary_of(club), secretary_of(club)]
    request = looked_up_request(asking, member(club))
    answers = together(*(lambda user=user: answer(request, user) for user in keepers))
    assert sorted(type(each).__name__ for each in answers) == [
        "JoiningRequest", "RegisterRefusal",
    ]  # fmt: skip
    assert Membership.objects.filter(club=asking).count() == 1


# --- whom it means ------------------------------------------------------------------
def test_only_players_with_a_public_name_are_found_by_name(asking):
    facts = {"first_name": "Åsa", "last_name": "Ek", "birth_year": 1971}
    hidden = member(visibility="hidden", **facts)
    typed = {"name": "Asa Ek", "birth_year": 1971}
    assert looked_up_request(asking, **typed).player is None
    hidden.visibility = "public"
    hidden.save()
    assert looked_up_request(ClubFactory(), **typed).player == hidden


def test_ambiguous_name_and_year_find_no_player(asking):
    for _ in range(2):
        member(first_name="Åsa", last_name="Ek", birth_year=1971)
    assert looked_up_request(asking, name="Åsa Ek", birth_year=1971).player is None


def test_merged_card_of_the_same_name_does_not_make_it_ambiguous(asking):
    merged_card, remaining_card = (
        member(first_name="Åsa", last_name="Ek", birth_year=1971) for _ in range(2)
    )
    merge_players(merged_card.pk, remaining_card.pk, on=TODAY, acting=OFFICE)
    assert (
        looked_up_request(asking, name="Åsa Ek", birth_year=1971).player
        == remaining_card
    )


def test_number_of_a_merged_card_means_the_remaining_player(asking):
    merged_card, remaining_card = member(), member()
    merge_players(merged_card.pk, remaining_card.pk, on=TODAY, acting=OFFICE)
    assert looked_up_request(asking, merged_card).player == remaining_card


def test_deceased_players_and_members_cannot_be_requested(asking):
    dead = PlayerFactory(status=PlayerStatus.DECEASED)
    assert looked_up_request(asking, dead).player is None
    assert looked_up_request(asking, member(asking)).player is None
    assert OutboxMail.objects.count() == 0


def test_future_member_cannot_be_requested_but_former_member_can(asking):
    soon = MembershipFactory(club=asking, from_date=date(2026, 9, 1)).player
    former = MembershipFactory(club=asking, to_date=date(2020, 1, 1)).player
    assert looked_up_request(asking, soon).player is None
    assert looked_up_request(asking, former).player == former


def test_club_has_one_open_request_for_the_same_player(asking):
    player = member(first_name="Åsa", last_name="Ek", birth_year=1971)
    looked_up_request(asking, player)
    with pytest.raises(RegisterRefusal, match=r"^asked_already$"):
        looked_up_request(asking, player)
    by_name = looked_up_request(asking, name="Åsa Ek", birth_year=1971)
    assert (by_name.player, by_name.state) == (None, JoiningState.WAITING)
    assert looked_up_request(ClubFactory(), player).player == player


@pytest.mark.parametrize(
    ("wrong", "constraint"),
    [
        ({"number": ""}, "joining_by_number_or_name_and_year"),
        ({"name": "Åsa Ek"}, "joining_by_number_or_name_and_year"),
        ({"state": "accepted"}, "joining_settled_as_its_state_says"),
        ({"settled_at": NOON}, "joining_settled_as_its_state_says"),
        (
            {"state": "declined", "settled_at": NOON, "answered_as": "club"},
            "joining_settled_as_its_state_says",
        ),
        ({"reason": "x"}, "joining_reason_when_declined"),
        ({"expires_at": NOON}, "joining_open_for_a_while"),
        ({"looked_up_at": None}, "joining_player_found_when_looked_up"),
    ],
)
def test_database_constraints_refuse_impossible_requests(asking, wrong, constraint):
    request = looked_up_request(asking, member())
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        JoiningRequest.objects.filter(pk=request.pk).update(**wrong)


def test_database_refuses_an_answer_by_the_sender(asking):
    request = looked_up_request(asking, member())
    facts = {
        "state": "accepted", "settled_at": NOON, "settled_by": request.asked_by_id,
    }  # fmt: skip
    rows = JoiningRequest.objects.filter(pk=request.pk)
    with (
        pytest.raises(IntegrityError, match="joining_answered_by_another"),
        transaction.atomic(),
    ):
        rows.update(answered_as="office", **facts)
    rows.update(answered_as="player", **facts)


# --- tries -----------------------------------------------------------------------------
def counted(user_id, address="192.0.2.1", day=TODAY):
    count_try("joining", user_id=user_id, address=address, day=day)


@pytest.mark.django_db
def test_account_has_a_daily_limit_of_attempts(settings):
    settings.TRIES_A_DAY = 2
    counted(1)
    counted(1, "192.0.2.2")
    with pytest.raises(RegisterRefusal, match=r"^too_many_tries$"):
        counted(1, "192.0.2.3")
    counted(2)
    counted(1, day=TODAY + timedelta(days=1))


@pytest.mark.django_db
def test_address_has_three_times_the_limit_of_an_account(settings):
    settings.TRIES_A_DAY = 1
    for user_id in (1, 2, 3):
        counted(user_id)
    with pytest.raises(RegisterRefusal, match=r"^too_many_tries$"):
        counted(4)
    counted(4, "192.0.2.2")


@at_once
def test_concurrent_attempts_are_all_counted(settings):
    settings.TRIES_A_DAY = 3
    answers = together(*[lambda: counted(1)] * 8)
    assert [type(each) for each in answers].count(RegisterRefusal) == 5


@pytest.mark.django_db
def test_old_attempts_are_deleted_and_contain_no_names():
    counted(1)
    assert not TryCount.objects.filter(who__contains="192.0.2").exists()
    forget_tries(before=TODAY + timedelta(days=1))
    assert TryCount.objects.count() == 2
    forget_tries(before=TODAY + timedelta(days=2))
    assert TryCount.objects.count() == 0


# --- who cannot answer ----------------------------------------------------------------
def test_colleagues_of_the_sender_cannot_answer_as_the_players_club(asking):
    club = ClubFactory()
    player, keeper, asker = member(club), secretary_of(club), secretary_of(asking)
    colleague = RoleFactory(kind=RoleKind.DEPUTY, club=asking).user
    for user in (asker, colleague):
        RoleFactory(user=user, kind=RoleKind.DEPUTY, club=club)
    request = looked_up_request(asking, player, by=asker)
    assert list(OutboxMail.objects.values_list("to", flat=True)) == [keeper.email]
    assert [answering(user, request) for user in (asker, colleague, keeper)] == [
        None, None, AnsweredAs.CLUB,
    ]  # fmt: skip


def test_office_answers_if_the_players_club_has_only_the_requesting_people(asking):
    club = ClubFactory()
    player, asker, office = member(club), secretary_of(asking), officer()
    colleague = RoleFactory(kind=RoleKind.DEPUTY, club=asking).user
    for user in (asker, colleague):
        RoleFactory(user=user, kind=RoleKind.DEPUTY, club=club)
    request = looked_up_request(asking, player, by=asker)
    assert list(OutboxMail.objects.values_list("to", flat=True)) == [office.email]
    assert answering(office, request) == AnsweredAs.OFFICE


def test_officer_who_sent_a_request_for_a_club_gets_no_letter(asking):
    secretary, office = secretary_of(asking), officer()
    RoleFactory(user=secretary, kind=RoleKind.RATING_OFFICER)
    looked_up_request(asking, PlayerFactory())
    assert list(OutboxMail.objects.values_list("to", flat=True)) == [office.email]


def test_further_club_answers_only_if_there_is_no_main_club(asking):
    club, keeper = ClubFactory(), None
    keeper = secretary_of(club)
    guest, only = member(), PlayerFactory()
    for player in (guest, only):
        MembershipFactory(player=player, club=club, is_main=False)
    secretary_of(guest.memberships.get(is_main=True).club)
    answers = [
        answering(keeper, looked_up_request(asking, player)) for player in (guest, only)
    ]
    assert answers == [None, AnsweredAs.CLUB]


# --- days ---------------------------------------------------------------------------
def test_request_can_be_answered_until_it_expires(asking, settings):
    settings.JOINING_ANSWER_DAYS = 10
    first, second = (looked_up_request(asking, PlayerFactory()) for _ in range(2))
    by = {"accepts": False, "answered_as": AnsweredAs.OFFICE}
    user_id = officer().pk
    over = NOON + timedelta(days=10)
    with pytest.raises(RegisterRefusal, match=r"^joining_settled$"):
        answer_joining(first.pk, acting=ActionContext(user_id, over), **by)
    answered_at = over - timedelta(seconds=1)
    answer = ActionContext(user_id, answered_at)
    assert answer_joining(second.pk, acting=answer, **by).settled_at == answered_at


def test_open_requests_are_listed_oldest_first_without_expired_ones(asking, settings):
    settings.JOINING_ANSWER_DAYS = 30
    club = ClubFactory()
    player, keeper = member(club), secretary_of(club)
    late, early, _over = (
        looked_up_request(by, player, at=NOON - timedelta(days=days))
        for by, days in ((asking, 0), (ClubFactory(), 1), (ClubFactory(), 30))
    )
    found = answerable(actor_of(keeper, TODAY), NOON, TODAY)
    assert list(found) == [early, late]


def test_club_can_ask_again_after_a_refusal(asking):
    player, office = PlayerFactory(), officer()
    first = looked_up_request(asking, player)
    answer(first, office, accepts=False, role=AnsweredAs.OFFICE)
    assert looked_up_request(asking, player).player == player


def test_player_who_is_a_member_on_the_requested_day_is_not_found(asking):
    found = []
    for last in (TODAY, TODAY - timedelta(days=1)):
        player = MembershipFactory(club=asking, to_date=last).player
        found.append(looked_up_request(asking, player).player == player)
    assert found == [False, True]


@pytest.mark.django_db
def test_worker_deletes_attempts_from_before_yesterday():
    for days in range(3):
        counted(1, day=TODAY - timedelta(days=days))
    settle_joining(at=NOON)
    left = TryCount.objects.values_list("day", flat=True)
    assert set(left) == {TODAY, TODAY - timedelta(days=1)}


def test_withdrawn_request_names_who_withdrew_it_and_sends_no_letter(asking):
    request, colleague = (
        looked_up_request(asking, PlayerFactory()),
        secretary_of(asking),
    )
    OutboxMail.objects.all().delete()
    withdraw_joining(request.pk, acting=acting(colleague))
    request.refresh_from_db()
    assert (request.state, request.settled_by) == (JoiningState.WITHDRAWN, colleague)
    assert not OutboxMail.objects.exists()


def test_sender_who_has_left_the_club_since_cannot_answer_either(asking):
    club = ClubFactory()
    player, asker, office = member(club), secretary_of(asking), officer()
    RoleFactory(user=asker, kind=RoleKind.SECRETARY, club=club)
    request = looked_up_request(asking, player, by=asker)
    Role.objects.filter(user=asker, club=asking).update(to_date=date(2026, 6, 14))
    assert [answering(user, request) for user in (asker, office)] == [
        None, AnsweredAs.OFFICE,
    ]  # fmt: skip


# --- requests for a card that is merged while they wait ---------------------------
def test_request_for_a_merged_card_is_answered_for_the_card_that_stays(asking):
    merged_card, club = member(), ClubFactory()
    stays, keeper = member(club), secretary_of(club)
    request = looked_up_request(asking, merged_card)
    merge_players(merged_card.pk, stays.pk, on=TODAY, acting=OFFICE)

    assert answering(keeper, request) == AnsweredAs.CLUB
    answer(request, keeper)

    held = Membership.objects.filter(club=asking)
    assert list(held.values_list("player", flat=True)) == [stays.pk]


def test_request_that_still_waits_is_given_back_when_the_merge_is_undone(asking):
    merged_card, stays = member(), member()
    waits, answered = (
        looked_up_request(c, merged_card) for c in (asking, ClubFactory())
    )
    own = looked_up_request(ClubFactory(), stays)
    taken = merge_players(merged_card.pk, stays.pk, on=TODAY, acting=OFFICE)
    answer(answered, officer(), role=AnsweredAs.OFFICE, accepts=False)

    separate_players(merged_card.pk, stays.pk, taken, acting=OFFICE)

    for request, player in ((waits, merged_card), (answered, stays), (own, stays)):
        request.refresh_from_db()
        assert request.player == player


def test_club_that_asked_for_both_cards_is_answered_once(asking):
    merged_card, stays = member(), member()
    both = [looked_up_request(asking, card) for card in (merged_card, stays)]
    merge_players(merged_card.pk, stays.pk, on=TODAY, acting=OFFICE)

    office = officer()
    assert [answering(office, each) for each in both] == [None, AnsweredAs.OFFICE]


def test_request_for_a_merged_card_of_an_own_member_is_not_passed_on(asking):
    merged_card, stays = member(), member(asking)
    request = looked_up_request(asking, merged_card)
    merge_players(merged_card.pk, stays.pk, on=TODAY, acting=OFFICE)
    request.refresh_from_db()
    assert request.player == merged_card


@at_once
def test_answer_and_merge_at_the_same_time_wait_for_one_another():
    merged_card, stays, office = member(), member(), officer()
    request = looked_up_request(ClubFactory(), merged_card)

    def merge():
        return merge_players(merged_card.pk, stays.pk, on=TODAY, acting=OFFICE)

    def lock():
        JoiningRequest.objects.select_for_update().get(pk=request.pk)

    taken = second_waits(
        lock, merge, then=lambda: answer(request, office, role=AnsweredAs.OFFICE)
    )

    assert taken.joining_requests == ()
    assert Membership.objects.filter(player=stays, club=request.club).exists()


@at_once
def test_card_merged_while_it_is_looked_up_is_not_asked_about():
    merged_card, stays, club = member(), member(), ClubFactory()
    request = request_joining(
        WantedMember(club_id=club.pk, from_date=TODAY, number=merged_card.national_id),
        acting=ActionContext(secretary_of(club).pk, NOON),
        address="192.0.2.1",
    )
    looked_up = second_waits(
        lambda: merge_players(merged_card.pk, stays.pk, on=TODAY, acting=OFFICE),
        lambda: settle_joining(at=NOON),
    )
    assert (looked_up, settle_joining(at=NOON)) == (0, 1)
    request.refresh_from_db()
    assert request.player == stays

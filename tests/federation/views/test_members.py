import csv
from datetime import date, timedelta
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.accounts.suspensions import suspend_player
from federation.domain.merging import merge_players
from federation.enums import PlayerStatus, RoleKind, Visibility
from federation.models import Invitation, Membership, OutboxMail, Player
from tests.factories import (
    OFFICE,
    ClassMembershipFactory,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
    member,
    secretary_of,
)
from tests.federation.views.as_browsers import filled_in
from tests.tournaments.tournaments_made import entered, section

pytestmark = pytest.mark.django_db
LIST = reverse("federation:members")
NEW = reverse("federation:new_member")
FILE_QUERIES = 5


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True  # officers without a second factor


@pytest.fixture
def club():
    return ClubFactory(name="Wasa SK")


@pytest.fixture
def secretary(client, club):
    user = secretary_of(club)
    client.force_login(user)
    return user


def page_of(player, name="member"):
    return reverse(f"federation:{name}", args=[player.pk])


def listed(response):
    return [row.record.last_name for row in response.context["listing"].table.rows]


def filled(club, **facts):
    return {
        "first_name": "Anna",
        "last_name": "Berg",
        "birth_year": "1990",
        "country": "SWE",
        "club": club.pk,
        "member_from": "2026-01-01",
        **facts,
    }


# --- the list ---------------------------------------------------------------
def test_secretary_sees_members_of_the_own_club_in_swedish_order(
    client, secretary, club
):
    for name in ("Öst", "Ek", "Åkesson", "Wester", "Älv", "Éklund", "Zorn", "Vik"):
        member(club, last_name=name)
    member(last_name="Other")
    assert listed(client.get(LIST)) == [
        "Ek", "Éklund", "Vik", "Wester", "Zorn", "Åkesson", "Älv", "Öst",
    ]  # fmt: skip


@pytest.mark.parametrize("typed", ["akeson", "åkesson görel", "Gorel Akesson"])
def test_list_is_searched_with_text_as_people_type_it(client, secretary, club, typed):
    member(club, first_name="Görel", last_name="Åkesson")
    member(club, first_name="Bo", last_name="Ek")
    assert listed(client.get(LIST, {"q": typed})) == ["Åkesson"]


def test_htmx_gets_the_list_alone(client, secretary, club):
    member(club, last_name="Ek")
    headers = {"HX-Request": "true", "HX-Target": "list"}
    fragment = client.get(LIST, {"q": "ek"}, headers=headers)
    assert fragment.templates[0].name == "components/list.html"
    assert listed(fragment) == ["Ek"]


def test_former_members_are_listed_separately(client, secretary, club):
    member(club, last_name="Here")
    MembershipFactory(player__last_name="Gone", club=club, to_date=date(2020, 12, 31))
    moved = member(last_name="Elsewhere")
    MembershipFactory(player=moved, club=club, is_main=False, to_date=date(2020, 1, 1))
    assert [
        listed(client.get(LIST, {"show": show})) for show in ("", "former", "all")
    ] == [["Here"], ["Gone"], ["Gone", "Here"]]


def test_invalid_filter_is_reported_and_the_members_are_shown(client, secretary, club):
    member(club, last_name="Here")
    page = client.get(LIST, {"show": "nobody", "club": "x"})
    assert listed(page) == ["Here"]
    assert [line.partition(":")[0] for line in page.context["listing"].refused] == [
        "Show"
    ]


def test_district_officer_sees_the_clubs_of_the_district(client):
    district = DistrictFactory()
    member(ClubFactory(district=district), last_name="Inside")
    member(last_name="Outside")
    client.force_login(
        RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user
    )
    page = client.get(LIST)
    assert (listed(page), page.context["may_enter"]) == (["Inside"], False)


def test_staff_sees_all_players_and_filters_by_club(client, club):
    member(club, last_name="Here")
    member(last_name="There")
    PlayerFactory(last_name="Outsider")
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    assert [
        listed(client.get(LIST, filters))
        for filters in ({}, {"show": "all"}, {"club": club.pk})
    ] == [["Here", "There"], ["Here", "Outsider", "There"], ["Here"]]


@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_depend_on_the_number_of_members(
    client, secretary, club, count, django_assert_num_queries
):
    for _ in range(count):
        member(club)
    client.get(LIST)
    # session, user, roles, count, page, and the club's joining requests
    with django_assert_num_queries(7):
        client.get(LIST)


def test_hidden_member_is_shown_with_full_name_to_the_club(client, secretary, club):
    member(club, last_name="Ek", visibility=Visibility.HIDDEN)
    assert listed(client.get(LIST)) == ["Ek"]


def test_club_filter_shows_current_members(client, club):
    moved = member(last_name="Moved")
    last = timezone.localdate() - timedelta(days=1)
    MembershipFactory(player=moved, club=club, is_main=False, to_date=last)
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    assert [
        listed(client.get(LIST, {"club": club.pk, "show": show}))
        for show in ("", "all")
    ] == [[], ["Moved"]]


def test_future_member_is_listed_as_a_member(client, secretary, club):
    tomorrow = timezone.localdate() + timedelta(days=1)
    MembershipFactory(player__last_name="Soon", club=club, from_date=tomorrow)
    comes = {"player": member(last_name="Comes"), "is_main": False}
    MembershipFactory(club=club, from_date=tomorrow, **comes)
    assert listed(client.get(LIST)) == ["Comes", "Soon"]
    assert listed(client.get(LIST, {"show": "former"})) == []


def test_club_that_manages_a_member_sees_whether_there_is_an_account(
    client, secretary, club
):
    UserFactory(player=member(club, last_name="Berg"))
    member(club, last_name="Ek")
    rows = client.get(LIST).context["listing"].table.rows
    assert [str(row.get_cell("account")) for row in rows] == ["Yes", "–"]


# --- one member ---------------------------------------------------------------
def test_member_of_another_club_is_404(client, secretary):
    other = member()
    names = ("member", "edit_member", "visibility", "status", "invite_player")
    assert {client.get(page_of(other, name)).status_code for name in names} == {404}


def test_further_club_reads_the_file_without_editing(client, secretary, club):
    player = member()
    MembershipFactory(player=player, club=club, is_main=False)
    assert [
        client.get(page_of(player, name)).status_code
        for name in ("member", "edit_member")
    ] == [200, 404]


def test_file_shows_a_suspension(client, secretary, club):
    player, today = member(club), timezone.localdate()
    suspend_player(
        player.pk,
        from_date=today,
        to_date=today + timedelta(days=30),
        reason="Minutes 2026:4",
        acting=acting(),
    )
    page = client.get(page_of(player)).content.decode()
    assert page.count("Minutes 2026:4") == 2


def test_page_of_a_merged_card_redirects_to_the_player(client, secretary, club):
    merged_card, remaining_card = member(), member(club)
    merge_players(
        merged_card.pk, remaining_card.pk, on=timezone.localdate(), acting=OFFICE
    )
    assert client.get(page_of(merged_card)).url == page_of(remaining_card)
    client.force_login(secretary_of(ClubFactory()))
    assert client.get(page_of(merged_card)).status_code == 404


def test_file_shows_the_current_class(client, secretary, club):
    player, today = member(club), timezone.localdate()
    for player_class, days in (("III", -900), ("II", 0), ("I", 1)):
        begins = today + timedelta(days=days)
        ClassMembershipFactory(
            player=player, player_class=player_class, from_date=begins
        )
    assert client.get(page_of(player)).context["file"].class_held == "II"


def test_guests_club_sees_current_suspensions_without_their_reasons(
    client, secretary, club
):
    player, today = member(), timezone.localdate()
    MembershipFactory(player=player, club=club, is_main=False)
    for days in (-1, 0, 1):
        last = today + timedelta(days=days)
        facts = {"from_date": last, "to_date": last, "reason": "Minutes"}
        suspend_player(player.pk, acting=acting(secretary), **facts)
    file = client.get(page_of(player)).context["file"]
    tomorrow = today + timedelta(days=1)
    assert [(each.to_date, each.reason) for each in file.suspensions] == [
        (tomorrow, ""),
        (today, ""),
    ]


def test_file_shows_only_open_invitations(client, secretary, club):
    player = member(club)
    sent = {"email": "bo@example.org", "language": "sv"}
    client.post(page_of(player, "invite_player"), sent)
    for closed in ({"withdrawn_at": timezone.now()}, {"expires_at": timezone.now()}):
        client.post(page_of(player, "invite_player"), sent)
        Invitation.objects.filter(withdrawn_at=None).update(**closed)
        assert client.get(page_of(player)).context["file"].invitation is None


def test_secretary_can_end_only_current_memberships_of_the_own_club(
    client, secretary, club
):
    player = member(club)
    MembershipFactory(player=player, club=ClubFactory(name="Other"), is_main=False)
    ended = {"from_date": date(1990, 1, 1), "to_date": date(1999, 1, 1)}
    MembershipFactory(player=player, club=club, **ended)
    shown = client.get(page_of(player)).context["memberships"]
    assert sorted(
        (each.club.name, holds, may_end) for each, holds, may_end in shown
    ) == [
        ("Other", True, False), ("Wasa SK", False, True), ("Wasa SK", True, True),
    ]  # fmt: skip


def test_deputy_edits_a_member_but_gives_no_account(client, club):
    client.force_login(RoleFactory(kind=RoleKind.DEPUTY, club=club).user)
    shown = client.get(page_of(member(club))).context
    assert (shown["may_edit"], shown["may_link"]) == (True, False)


# --- adding -------------------------------------------------------------------
def test_new_player_is_added_as_a_member(client, secretary, club):
    response = client.post(NEW, filled(club))
    player = Player.objects.get()
    assert response.url == page_of(player)
    assert list(
        Membership.objects.values_list("player", "club", "from_date", "is_main")
    ) == [(player.pk, club.pk, date(2026, 1, 1), True)]


def test_likely_duplicates_are_shown_before_a_player_is_added(client, secretary, club):
    known = member(first_name="Anna", last_name="Bergh", birth_year=1990)
    page = client.post(NEW, filled(club))
    assert [each.pk for each in page.context["alike"]] == [known.pk]
    assert Player.objects.count() == 1
    client.post(NEW, filled(club, looked_at=known.pk))
    assert Player.objects.count() == 2


@pytest.mark.parametrize("born", ["1990", ""])
def test_sending_the_form_again_after_the_check_adds_the_player(
    client, secretary, club, born
):
    member(first_name="Anna", last_name="Berg", birth_year=1990)
    page = client.post(NEW, filled(club, birth_year=born))
    client.post(NEW, filled_in(page).dict())
    assert Player.objects.count() == 2


def test_changed_name_is_searched_for_duplicates_again(client, secretary, club):
    member(first_name="Anna", last_name="Berg", birth_year=1990)
    member(first_name="Bo", last_name="Ek", birth_year=1950)
    page = client.post(NEW, filled(club))
    other = filled_in(page).dict() | {
        "first_name": "Bo", "last_name": "Ek", "birth_year": "1950",
    }  # fmt: skip
    again = client.post(NEW, other)
    assert [each.name for each in again.context["alike"]] == ["Bo Ek"]
    client.post(NEW, filled_in(again).dict())
    assert Player.objects.count() == 3


@pytest.mark.parametrize("looked_at", ["0", "Anna Berg 1990", "²,١", ",", "9" * 190])
def test_forged_list_of_checked_duplicates_is_ignored(
    client, secretary, club, looked_at
):
    member(first_name="Anna", last_name="Berg", birth_year=1990)
    client.post(NEW, filled(club, looked_at=looked_at))
    assert Player.objects.count() == 1


def test_staff_adds_a_membership_of_any_player(client, club):
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    known = member(visibility=Visibility.HIDDEN)
    facts = {"club": club.pk, "from_date": "2026-02-01"}
    client.post(page_of(known, "join_club"), facts)
    assert Membership.objects.filter(player=known, club=club).exists()


def test_player_rejoins_the_last_club(client, secretary, club):
    former = PlayerFactory(visibility=Visibility.HIDDEN)
    MembershipFactory(player=former, club=club, to_date=date(2020, 1, 1))
    facts = {"club": club.pk, "from_date": "2026-02-01"}
    client.post(page_of(former, "join_club"), facts)
    assert Membership.objects.filter(player=former, club=club).count() == 2


def test_membership_in_a_closed_club_is_refused(client, secretary, club):
    second = ClubFactory(closed_date=timezone.localdate())
    RoleFactory(kind=RoleKind.DEPUTY, user=secretary, club=second)
    form = client.post(NEW, filled(second)).context["form"]
    assert (list(form.errors), Player.objects.count()) == (["club"], 0)


def test_likely_duplicates_show_their_club_and_whether_it_is_ones_own(
    client, secretary, club
):
    namesakes = {"first_name": "Anna", "last_name": "Berg"}
    ours = member(club, birth_year=1990, **namesakes)
    theirs = member(ClubFactory(name="Other"), birth_year=1991, **namesakes)
    MembershipFactory(player=theirs, club=club, is_main=False)
    page = client.post(NEW, filled(club))
    assert [(each.pk, each.club, each.is_kept) for each in page.context["alike"]] == [
        (ours.pk, "Wasa SK", True),
        (theirs.pk, "Other", False),
    ]


def test_membership_in_a_foreign_club_is_refused(client, secretary):
    foreign = ClubFactory()
    form = client.post(NEW, filled(foreign)).context["form"]
    assert (list(form.errors), Player.objects.count()) == (["club"], 0)


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"first_name": " "}, "first_name"),
        ({"first_name": "x" * 61}, "first_name"),
        ({"last_name": "1234"}, "last_name"),
        ({"birth_year": "1879"}, "birth_year"),
        ({"birth_year": "2999"}, "birth_year"),
        ({"birth_year": "nineteen"}, "birth_year"),
        ({"birth_year": "9" * 40}, "birth_year"),
        ({"country": "Sweden"}, "country"),
        ({"fide_id": "0"}, "fide_id"),
        ({"fide_id": str(2**31)}, "fide_id"),
        ({"fide_rating": "499"}, "fide_rating"),
        ({"fide_rating": "3501"}, "fide_rating"),
        ({"member_from": "31/12"}, "member_from"),
        ({"member_from": "9999-12-31"}, "member_from"),
        ({"gender": "x"}, "gender"),
        ({"title": "XX"}, "title"),
    ],
)
def test_errors_are_shown_at_their_field_and_the_input_is_kept(
    client, secretary, club, facts, field
):
    form = client.post(NEW, filled(club, **facts)).context["form"]
    assert list(form.errors) == [field]
    other_field = "first_name" if field != "first_name" else "last_name"
    assert form[other_field].value() == filled(club)[other_field]
    assert Player.objects.count() == 0


def test_fide_number_cannot_be_used_twice(client, secretary, club):
    PlayerFactory(fide_id=1700123, first_name="Per", last_name="Ovik")
    form = client.post(NEW, filled(club, fide_id="1700123")).context["form"]
    assert form.errors == {"fide_id": ["Another player has this FIDE number."]}


def test_existing_membership_is_reported_next_to_the_club(client, secretary, club):
    sent = {"club": club.pk, "from_date": "2026-02-01"}
    form = client.post(page_of(member(club), "join_club"), sent).context["form"]
    said = "The player is a member of the club already on that day, or later."
    assert form.errors == {"club": [said]}


def test_last_day_before_the_first_is_reported_next_to_the_day(client, secretary, club):
    membership = Membership.objects.get(player=member(club))
    path = reverse("federation:leave_club", args=[membership.pk])
    form = client.post(path, {"last_date": "1999-06-15"}).context["form"]
    assert form.errors == {
        "last_date": ["The last day is before the day when the player joined."]
    }


# --- editing ------------------------------------------------------------------
def written_again(client, player, **facts):
    """Return the edit page as its reader sees it, and the result of sending it."""
    form = client.get(page_of(player, "edit_member")).context["form"]
    stand = {name: form[name].initial or "" for name in form.fields}
    unseen = {
        form[name].html_initial_name: stand[name]
        for name in form.fields
        if name != "seen"
    }
    return stand | unseen | facts


def test_edit_is_saved(client, secretary, club):
    player = member(club)
    sent = written_again(client, player, last_name="Nyman", country="nor")
    assert client.post(page_of(player, "edit_member"), sent).url == page_of(player)
    player.refresh_from_db()
    assert (player.last_name, player.country) == ("Nyman", "NOR")


def test_conflict_shows_both_versions_and_the_second_save_overwrites(
    client, secretary, club
):
    player = member(club, first_name="Ann", last_name="Berg", birth_year=1980)
    path = page_of(player, "edit_member")
    mine = written_again(client, player, last_name="Mine")
    theirs = written_again(client, player, last_name="Theirs", birth_year="1981")
    client.post(path, theirs)
    page = client.post(path, mine)
    conflict, form = page.context["conflict"], page.context["form"]
    assert conflict.by == secretary.name
    assert [
        (line.label, line.theirs, line.yours, line.is_own_change)
        for line in conflict.differences
    ] == [
        ("Last name", "Theirs", "Mine", True),
        ("Year of birth", "1981", "1980", False),
    ]
    # Fields that the editor had not changed are taken over, the others are kept.
    assert [form[name].value() for name in ("last_name", "birth_year")] == [
        "Mine",
        "1981",
    ]
    client.post(path, form.data.dict())
    player.refresh_from_db()
    assert (player.last_name, player.birth_year) == ("Mine", 1981)


def test_form_that_is_sent_twice_is_saved_once_and_blames_nobody(
    client, secretary, club
):
    player = member(club)
    path = page_of(player, "edit_member")
    sent = filled_in(client.get(path)).dict() | {"last_name": "Mine"}
    answers = [client.post(path, sent, follow=True) for _ in range(2)]
    assert ["The changes are saved." in each.content.decode() for each in answers] == [
        True
    ] * 2
    player.refresh_from_db()
    assert player.last_name == "Mine"


@pytest.mark.parametrize(
    ("name", "mine", "theirs"),
    [
        ("visibility", "initials", Visibility.HIDDEN),
        ("status", "left", PlayerStatus.DECEASED),
    ],
)
def test_concurrently_changed_choice_is_shown_and_then_overwritten(
    client, secretary, club, name, mine, theirs
):
    player = member(club)
    path = page_of(player, name)
    sent = filled_in(client.get(path)).dict() | {name: mine}
    Player.objects.filter(pk=player.pk).update(**{name: theirs})
    page = client.post(path, sent)
    player.refresh_from_db()
    assert getattr(player, name) == theirs
    assert page.context["form"].errors == {
        name: [
            "Somebody else changed this while you were reading: now it is "
            f"“{theirs.label}”. Nothing is saved yet. Save again to let your choice replace "
            "it, or leave it as it is."
        ]
    }
    client.post(path, filled_in(page).dict())
    player.refresh_from_db()
    assert getattr(player, name) == mine


def test_visibility_of_a_name_is_changed(client, secretary, club):
    player = member(club, first_name="Bo", last_name="Ek")
    sent = {"visibility": "initials", "seen": "public"}
    client.post(page_of(player, "visibility"), sent)
    player.refresh_from_db()
    assert player.public_name == "B. E."


def test_ending_a_membership_redirects_to_the_list_if_the_file_is_no_longer_visible(
    client, secretary, club
):
    player = member()
    membership = MembershipFactory(player=player, club=club, is_main=False)
    yesterday = timezone.localdate() - timedelta(days=1)
    path = reverse("federation:leave_club", args=[membership.pk])
    assert client.post(path, {"last_date": yesterday}).url == LIST


def test_membership_of_another_club_cannot_be_ended(client, secretary):
    membership = MembershipFactory()
    path = reverse("federation:leave_club", args=[membership.pk])
    assert client.post(path, {"last_date": "2026-06-15"}).status_code == 404


def test_main_club_is_changed_by_its_secretary(client, secretary, club):
    player = member(club)
    further = MembershipFactory(player=player, is_main=False).club
    sent = {"club": further.pk, "from_date": "2026-07-01"}
    client.post(page_of(player, "main_club"), sent)
    membership = Membership.objects.on(date(2026, 7, 1)).get(
        player=player, is_main=True
    )
    assert membership.club_id == further.pk


def test_former_club_is_not_offered_as_main_club(client, secretary, club):
    player = member(club)
    yesterday = timezone.localdate() - timedelta(days=1)
    MembershipFactory(player=player, is_main=False, to_date=yesterday)
    further = MembershipFactory(player=player, is_main=False).club
    form = client.get(page_of(player, "main_club")).context["form"]
    assert list(form.fields["club"].queryset) == [further]


def test_page_says_what_to_do_first_if_there_is_no_other_club(client, secretary, club):
    form = client.get(page_of(member(club), "main_club")).context["form"]
    assert form.fields["club"].help_text == (
        "The player is a member of no other club. Enter that membership first."
    )


def test_account_is_offered_and_unlinked(client, secretary, club):
    player = member(club)
    sent = {"email": "bo@example.org", "language": "sv"}
    client.post(page_of(player, "invite_player"), sent)
    shown = client.get(page_of(player)).context["file"].invitation
    assert shown.email == "bo@example.org"
    user = UserFactory(player=player)
    client.post(page_of(player, "unlink_account"))
    user.refresh_from_db()
    assert user.player_id is None


def test_player_who_left_was_a_member_until_the_given_day(client, secretary, club):
    player = member(club)
    sent = {"status": "left", "seen": "active", "on": "2026-03-31"}
    client.post(page_of(player, "status"), sent)
    player.refresh_from_db()
    membership = Membership.objects.get(player=player)
    assert (player.status, membership.to_date) == ("left", date(2026, 3, 31))


def test_status_from_a_day_to_come_is_refused_beside_the_day(client, secretary, club):
    player, tomorrow = member(club), timezone.localdate() + timedelta(days=1)
    sent = {"status": "left", "seen": "active", "on": tomorrow.isoformat()}
    page = client.post(page_of(player, "status"), sent)
    assert page.context["form"].errors["on"][0].startswith("That day has not come yet")
    player.refresh_from_db()
    assert player.status == PlayerStatus.ACTIVE


def test_list_shows_who_is_hidden_and_who_has_left(client, secretary, club):
    member(club, last_name="A", visibility=Visibility.HIDDEN)
    member(club, last_name="B", visibility=Visibility.INITIALS)
    last = timezone.localdate() - timedelta(days=1)
    left = PlayerFactory(last_name="C", status=PlayerStatus.LEFT)
    MembershipFactory(player=left, club=club, to_date=last)
    rows = client.get(LIST, {"show": "all"}).context["listing"].table.rows
    assert [
        (row.record.last_name, str(row.get_cell("shown")), str(row.get_cell("status")))
        for row in rows
    ] == [("A", "Hidden", "–"), ("B", "Initials only", "–"), ("C", "–", "Left")]


@pytest.mark.parametrize(("later", "wrong"), [(0, []), (1, ["birth_year"])])
def test_year_of_birth_cannot_be_in_the_future(client, secretary, club, later, wrong):
    year = timezone.localdate().year + later
    page = client.post(NEW, filled(club, birth_year=str(year)))
    errors = list(page.context["form"].errors) if page.context else []
    assert (errors, Player.objects.count()) == (wrong, 1 - later)


def test_proposed_days_are_today(client, secretary, club):
    player = member(club)
    membership = Membership.objects.get(player=player)
    paths = {
        NEW: "member_from",
        page_of(player, "status"): "on",
        page_of(player, "join_club"): "from_date",
        page_of(player, "main_club"): "from_date",
        reverse("federation:leave_club", args=[membership.pk]): "last_date",
    }
    for path, field in paths.items():
        page = client.get(path)
        assert page.context["form"][field].value() == page.wsgi_request.today


@pytest.mark.parametrize(("days", "is_refused"), [(366, False), (367, True)])
def test_membership_more_than_a_year_ahead_is_a_mistyped_year(
    client, secretary, club, days, is_refused
):
    player = member(club)
    further = MembershipFactory(player=player, is_main=False, to_date=None).club
    membership = Membership.objects.get(player=player, club=club)
    former = MembershipFactory(club=club, to_date=date(2020, 1, 1)).player
    latest = timezone.localdate() + timedelta(days=366)
    day = (timezone.localdate() + timedelta(days=days)).isoformat()
    new = {"first_name": "Bo", "last_name": "Ek", "birth_year": 1990}
    sent = {
        NEW: ("member_from", {**new, "club": club.pk}),
        page_of(former, "join_club"): ("from_date", {"club": club.pk}),
        page_of(player, "main_club"): ("from_date", {"club": further.pk}),
        reverse("federation:leave_club", args=[membership.pk]): ("last_date", {}),
        reverse("federation:ask_for_member"): (
            "from_date", {"club": club.pk, "number": "123"},
        ),
    }  # fmt: skip
    message = f"Check the year. The latest day possible here is {latest.isoformat()}."
    for path, (field, facts) in sent.items():
        page = client.post(
            path, {**facts, field: day}, headers={"accept-language": "en"}
        )
        if page.context and "form" in page.context:
            errors = page.context["form"].errors.get(field, [])
            assert (message in errors) == is_refused, path
        else:
            assert not is_refused, path


def test_letter_to_a_player_is_in_the_chosen_language(client, secretary, club):
    player = member(club)
    for language, subject in (
        ("sv", "Inbjudan till Rankbok"),
        ("en", "Invitation to Rankbok"),
    ):
        sent = {"email": f"{language}@example.org", "language": language}
        client.post(page_of(player, "invite_player"), sent)
        letter = OutboxMail.objects.get(to=sent["email"])
        assert letter.subject == subject


# --- the list as a file --------------------------------------------------------
def file_of(client, kind="csv", **query):
    return client.get(reverse("federation:members_file", args=[kind]), query)


def test_file_has_the_members_whom_the_page_lists(client, secretary, club):
    berg = member(
        club, first_name="Anna", last_name="Berg", birth_year=1990, gender="f"
    )
    gone = MembershipFactory(club=club, to_date=date(2020, 12, 31)).player
    member(last_name="Other")
    page = client.get(LIST, {"q": "berg"})
    address = reverse("federation:members_file", args=["csv"])
    assert f'href="{address}?q=berg"' in page.text
    head, *lines = list(
        csv.reader(StringIO(file_of(client).getvalue().decode("utf-8-sig")))
    )
    assert [dict(zip(head, line, strict=True)) for line in lines] == [
        {
            "Last name": "Berg",
            "First name": "Anna",
            "Year of birth": "1990",
            "Gender": "Woman",
            "Player number": berg.national_id,
            "Club": "Wasa SK",
            "Member from": "2000-01-01",
            "Member until": "",
            "Class": "",
            "Title": "",
            "FIDE number": "",
            "Status": "Active",
            "Name shown": "Full name",
        }
    ]
    former = file_of(client, show="former").getvalue().decode()
    assert (gone.last_name in former, "2020-12-31" in former) == (True, True)
    assert "Berg" not in former


def test_file_with_an_invalid_filter_redirects_to_the_page_that_says_so(
    client, secretary, club
):
    answer = file_of(client, show="nobody")
    assert answer.url == f"{LIST}?show=nobody"


def test_file_is_for_those_who_see_the_page(client, club):
    assert file_of(client).status_code == 302
    client.force_login(UserFactory())
    assert file_of(client).status_code == 403
    client.force_login(secretary_of(club))
    assert file_of(client, "pdf").status_code == 404


def test_name_like_a_formula_is_computed_in_no_file(client, secretary, club):
    member(club, first_name="Bo", last_name="=1+1")
    assert "'=1+1" in file_of(client).getvalue().decode()
    sheet = ZipFile(BytesIO(file_of(client, "xlsx").getvalue()))
    written = sheet.read("xl/worksheets/sheet1.xml").decode()
    assert ("=1+1" in written, "<f>" in written) == (True, False)


@pytest.mark.parametrize("count", [1, 3])
def test_query_count_of_the_file_does_not_depend_on_the_number_of_members(
    client, secretary, club, count, django_assert_num_queries
):
    for _ in range(count):
        member(club)
    file_of(client)
    with django_assert_num_queries(FILE_QUERIES):
        file_of(client).getvalue()


# --- a card created by mistake -----------------------------------------------
def is_there(player) -> bool:
    return Player.objects.filter(pk=player.pk).exists()


def test_unused_card_is_removed_after_confirmation(client, secretary, club):
    newcomer = member(club, last_name="Ek")
    page = page_of(newcomer, "remove_member")
    assert page in client.get(page_of(newcomer)).content.decode()
    client.get(page)
    assert is_there(newcomer)

    answer = client.post(page)

    assert answer.url == LIST
    assert not is_there(newcomer)
    assert not Membership.objects.filter(player=newcomer.pk).exists()


@pytest.mark.parametrize("rests", ["entry", "account", "class", "other membership"])
def test_used_card_is_kept_with_its_membership(client, secretary, club, rests):
    known = member(club)
    if rests == "entry":
        entered(section(), known)
    elif rests == "account":
        UserFactory(player=known)
    elif rests == "class":
        ClassMembershipFactory(player=known)
    else:
        MembershipFactory(player=known, is_main=False)

    answer = client.post(page_of(known, "remove_member"))

    assert "This card is in use" in answer.content.decode()
    assert Membership.objects.filter(player=known, club=club).count() == 1


def test_card_of_another_club_cannot_be_removed(client, secretary):
    stranger = member()

    answer = client.post(page_of(stranger, "remove_member"))

    assert answer.status_code == 404
    assert is_there(stranger)


def test_former_club_is_not_shown_the_name_of_a_player_who_moved(
    client, secretary, club
):
    former = MembershipFactory(
        player=PlayerFactory(last_name="Hiddensson", visibility=Visibility.HIDDEN),
        club=club,
        from_date=date(2020, 1, 1),
        to_date=date(2023, 12, 31),
    )
    MembershipFactory(player=former.player, from_date=date(2024, 1, 1))
    path = reverse("federation:leave_club", args=[former.pk])
    answer = client.get(path)
    assert (answer.status_code, b"Hiddensson" in answer.content) == (404, False)
    assert client.post(path, {"last_date": "2022-12-31"}).status_code == 404

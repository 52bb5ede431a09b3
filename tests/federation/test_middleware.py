import pytest
from allauth.mfa.models import Authenticator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from federation.enums import TWO_FACTOR_ROLES, RoleKind
from tests.factories import ClubFactory, RoleFactory, UserFactory, secretary_of

pytestmark = pytest.mark.django_db
MINE = reverse("federation:my_account")
SET_UP = reverse("mfa_activate_totp")


def with_two_steps(user):
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={})
    return user


@pytest.mark.parametrize("kind", sorted(TWO_FACTOR_ROLES))
def test_officers_set_up_two_steps_before_anything_else(client, kind):
    client.force_login(RoleFactory(kind=kind).user)
    assert client.get(MINE).url == SET_UP


@pytest.mark.parametrize("kind", sorted(TWO_FACTOR_ROLES))
def test_nothing_can_be_done_meanwhile_either(client, kind):
    user = RoleFactory(kind=kind).user
    client.force_login(user)
    assert client.post(MINE, {"name": "Changed"}).url == SET_UP
    user.refresh_from_db()
    assert user.name != "Changed"


def test_the_way_to_set_it_up_the_way_out_and_the_language_stay_open(client):
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    answers = [
        client.get(reverse("mfa_index")),
        client.get(reverse("account_logout")),
        client.get("/healthz"),
        client.post(reverse("set_language"), {"language": "en"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 302]
    assert answers[-1].url != SET_UP


def test_behind_tls_the_health_page_answers_who_asks_as_the_proxy_does(
    client, settings
):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    by_proxy = client.get("/healthz", headers={"X-Forwarded-Proto": "https"})
    assert (by_proxy.status_code, client.get("/healthz").status_code) == (200, 301)


def test_with_two_steps_an_officer_goes_on(client):
    user = with_two_steps(RoleFactory(kind=RoleKind.RATING_OFFICER).user)
    client.force_login(user)
    assert client.get(MINE).status_code == 200


def test_spare_codes_alone_are_not_two_steps(client):
    user = RoleFactory(kind=RoleKind.RATING_OFFICER).user
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.RECOVERY_CODES, data={}
    )
    client.force_login(user)
    assert client.get(MINE).url == SET_UP


def test_secretaries_and_players_sign_in_without(client):
    codes = []
    for user in (secretary_of(ClubFactory()), UserFactory()):
        client.force_login(user)
        codes.append(client.get(MINE).status_code)
    assert codes == [200, 200]


def test_the_demo_goes_without(client, settings):
    settings.DEMO = True
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    assert client.get(MINE).status_code == 200


def test_a_role_that_has_ended_asks_for_nothing(client):
    role = RoleFactory(kind=RoleKind.ADMINISTRATOR, to_date="2020-01-01")
    client.force_login(role.user)
    assert client.get(MINE).status_code == 200


def test_a_hidden_character_is_refused_before_anything_is_done(client):
    user = UserFactory()
    client.force_login(user)
    answer = client.post(MINE, {"name": "A\x00nna"})
    user.refresh_from_db()
    assert (answer.status_code, user.name.startswith("User")) == (400, True)


def test_a_hidden_character_in_the_address_is_refused(client):
    assert client.get("/members/%00/").status_code == 400


@pytest.mark.parametrize("name", ["sessionid", "pinned", "django_language"])
def test_a_hidden_character_in_a_cookie_is_refused(client, name):
    client.cookies[name] = "abcdefgh\x00"
    assert client.get("/").status_code == 400


@pytest.mark.parametrize("language", ["sv", "en"])
def test_what_is_refused_is_refused_in_the_readers_language(client, language):
    with translation.override("en" if language == "sv" else "sv"):
        answer = client.get("/?q=%00", headers={"Accept-Language": language})
    assert f'<html lang="{language}"' in answer.content.decode()


@pytest.mark.parametrize("name", ["a\x00b.csv", "a.csv"])
def test_a_files_name_may_hold_anything_without_a_fault(client, name):
    client.force_login(UserFactory())
    sent = {"name": "Anna", "file": SimpleUploadedFile(name, b"\x00\xff")}
    assert client.post(MINE, sent).status_code in (302, 400)


def test_nobody_signs_up_by_themselves(client):
    sent = {"email": "new@example.org", "password1": "grön häst på taket"}
    client.post(reverse("account_signup"), sent)
    assert "_auth_user_id" not in client.session


# --- parts of a page ------------------------------------------------------------
PART = {"HX-Request": "true", "HX-Target": "list"}


def test_a_part_of_a_page_whose_reader_is_signed_out_loads_the_page_anew(client):
    answer = client.get(reverse("federation:members"), headers=PART)
    assert (answer.status_code, answer["HX-Refresh"], answer.content) == (
        204,
        "true",
        b"",
    )


def test_a_whole_page_leads_to_signing_in(client):
    path = reverse("federation:members")
    assert client.get(path).url == f"{reverse('account_login')}?next={path}"


def test_a_part_of_a_page_waits_for_the_second_factor_too(client):
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    answer = client.get(reverse("federation:members"), headers=PART)
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")


# --- the address of an act ------------------------------------------------------
def test_who_opens_the_address_of_a_button_is_told_so_in_words(client):
    response = client.get("/pin/")

    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "/pin/ is the address of a button" in response.content.decode()


def test_a_page_that_is_sent_something_is_not_called_a_button(client):
    response = client.post(reverse("ratings:current_list"))

    assert (response.status_code, response.content) == (405, b"")


@pytest.mark.parametrize(("kind", "packed"), [("csv", "gzip"), ("xlsx", None)])
def test_a_file_that_is_packed_already_is_not_packed_again(client, kind, packed):
    client.force_login(with_two_steps(RoleFactory(kind=RoleKind.ADMINISTRATOR).user))
    page = reverse("federation:audit_file", args=[kind])

    answer = client.get(page, headers={"Accept-Encoding": "gzip"})

    assert (answer.status_code, answer.get("Content-Encoding")) == (200, packed)

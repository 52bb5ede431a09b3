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
def test_officer_has_to_set_up_a_second_factor_first(client, kind):
    client.force_login(RoleFactory(kind=kind).user)
    assert client.get(MINE).url == SET_UP


@pytest.mark.parametrize("kind", sorted(TWO_FACTOR_ROLES))
def test_officer_without_second_factor_cannot_submit_anything(client, kind):
    user = RoleFactory(kind=kind).user
    client.force_login(user)
    assert client.post(MINE, {"name": "Changed"}).url == SET_UP
    user.refresh_from_db()
    assert user.name != "Changed"


def test_setting_up_signing_out_and_language_are_available_without_second_factor(
    client,
):
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    answers = [
        client.get(reverse("mfa_index")),
        client.get(reverse("account_logout")),
        client.get("/healthz"),
        client.post(reverse("set_language"), {"language": "en"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 302]
    assert answers[-1].url != SET_UP


def test_health_page_answers_behind_tls_only_to_requests_as_the_proxy_sends_them(
    client, settings
):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    by_proxy = client.get("/healthz", headers={"X-Forwarded-Proto": "https"})
    assert (by_proxy.status_code, client.get("/healthz").status_code) == (200, 301)


def test_officer_with_second_factor_can_continue(client):
    user = with_two_steps(RoleFactory(kind=RoleKind.RATING_OFFICER).user)
    client.force_login(user)
    assert client.get(MINE).status_code == 200


def test_recovery_codes_alone_are_no_second_factor(client):
    user = RoleFactory(kind=RoleKind.RATING_OFFICER).user
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.RECOVERY_CODES, data={}
    )
    client.force_login(user)
    assert client.get(MINE).url == SET_UP


def test_secretaries_and_players_need_no_second_factor(client):
    codes = []
    for user in (secretary_of(ClubFactory()), UserFactory()):
        client.force_login(user)
        codes.append(client.get(MINE).status_code)
    assert codes == [200, 200]


def test_demo_needs_no_second_factor(client, settings):
    settings.DEMO = True
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    assert client.get(MINE).status_code == 200


def test_ended_role_requires_no_second_factor(client):
    role = RoleFactory(kind=RoleKind.ADMINISTRATOR, to_date="2020-01-01")
    client.force_login(role.user)
    assert client.get(MINE).status_code == 200


def test_nul_character_is_refused_before_anything_is_done(client):
    user = UserFactory()
    client.force_login(user)
    answer = client.post(MINE, {"name": "A\x00nna"})
    user.refresh_from_db()
    assert (answer.status_code, user.name.startswith("User")) == (400, True)


def test_nul_character_in_the_url_is_refused(client):
    assert client.get("/members/%00/").status_code == 400


@pytest.mark.parametrize("name", ["sessionid", "pinned", "django_language"])
def test_nul_character_in_a_cookie_is_refused(client, name):
    client.cookies[name] = "abcdefgh\x00"
    assert client.get("/").status_code == 400


@pytest.mark.parametrize("language", ["sv", "en"])
def test_refusal_is_in_the_readers_language(client, language):
    with translation.override("en" if language == "sv" else "sv"):
        answer = client.get("/?q=%00", headers={"Accept-Language": language})
    assert f'<html lang="{language}"' in answer.content.decode()


@pytest.mark.parametrize("name", ["a\x00b.csv", "a.csv"])
def test_any_file_name_is_accepted_without_an_error(client, name):
    client.force_login(UserFactory())
    sent = {"name": "Anna", "file": SimpleUploadedFile(name, b"\x00\xff")}
    assert client.post(MINE, sent).status_code in (302, 400)


def test_no_one_can_sign_up(client):
    sent = {"email": "new@example.org", "password1": "grön häst på taket"}
    client.post(reverse("account_signup"), sent)
    assert "_auth_user_id" not in client.session


# --- parts of a page ------------------------------------------------------------
PART = {"HX-Request": "true", "HX-Target": "list"}


def test_part_of_a_page_of_a_signed_out_reader_reloads_the_page(client):
    answer = client.get(reverse("federation:members"), headers=PART)
    assert (answer.status_code, answer["HX-Refresh"], answer.content) == (
        204,
        "true",
        b"",
    )


def test_whole_page_redirects_to_sign_in(client):
    path = reverse("federation:members")
    assert client.get(path).url == f"{reverse('account_login')}?next={path}"


def test_part_of_a_page_reloads_for_the_second_factor_too(client):
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    answer = client.get(reverse("federation:members"), headers=PART)
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")


# --- the URL of an act ----------------------------------------------------------
def test_opening_the_url_of_an_act_shows_an_explanation(client):
    response = client.get("/pin/")

    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "/pin/ is the address of a button" in response.content.decode()


def test_post_to_a_page_is_refused_without_an_explanation(client):
    response = client.post(reverse("ratings:current_list"))

    assert (response.status_code, response.content) == (405, b"")


@pytest.mark.parametrize(("kind", "packed"), [("csv", "gzip"), ("xlsx", None)])
def test_compressed_file_is_not_compressed_again(client, kind, packed):
    client.force_login(with_two_steps(RoleFactory(kind=RoleKind.ADMINISTRATOR).user))
    page = reverse("federation:audit_file", args=[kind])

    answer = client.get(page, headers={"Accept-Encoding": "gzip"})

    assert (answer.status_code, answer.get("Content-Encoding")) == (200, packed)

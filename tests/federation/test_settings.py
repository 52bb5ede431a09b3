"""The settings of other installations than the one on which tests run."""

import runpy
from importlib.util import find_spec

import pytest
from allauth.core.internal.httpkit import get_client_ip
from django.urls import reverse

from federation.models import OutboxMail
from tests.factories import UserFactory


@pytest.mark.parametrize(("behind_tls", "trusted"), [("1", 1), ("0", 0)])
def test_proxy_header_is_trusted_only_behind_tls(monkeypatch, behind_tls, trusted):
    monkeypatch.setenv("BEHIND_TLS", behind_tls)
    settings = runpy.run_path(find_spec("federation.settings").origin)
    assert settings["ALLAUTH_TRUSTED_PROXY_COUNT"] == trusted


@pytest.mark.parametrize(("trusted", "address"), [(1, "203.0.113.5"), (0, "127.0.0.1")])
def test_limits_count_by_the_address_reported_by_the_proxy(
    rf, settings, trusted, address
):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = trusted
    request = rf.get("/", headers={"X-Forwarded-For": "198.51.100.9, 203.0.113.5"})
    assert get_client_ip(request) == address


@pytest.mark.django_db
def test_password_reset_for_an_unknown_address_answers_the_same_without_a_letter(
    client, settings
):
    settings.EMAIL_BACKEND = "federation.outbox.OutboxBackend"
    UserFactory(email="eva@example.org")
    answers = [
        client.post(reverse("account_reset_password"), {"email": email})
        for email in ("nobody@example.org", "eva@example.org")
    ]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {
        (302, reverse("account_reset_password_done"))
    }
    assert [letter.to for letter in OutboxMail.objects.all()] == ["eva@example.org"]


@pytest.mark.parametrize(
    ("behind_tls", "names"),
    [
        ("1", ("__Host-sessionid", "__Host-csrftoken")),
        ("0", ("sessionid", "csrftoken")),
    ],
)
def test_cookies_behind_tls_cannot_be_set_by_other_hosts(
    monkeypatch, behind_tls, names
):
    """With this prefix browsers require TLS, the whole host and no other domain."""
    monkeypatch.setenv("BEHIND_TLS", behind_tls)
    module_globals = runpy.run_path(find_spec("federation.settings").origin)
    assert (
        module_globals["SESSION_COOKIE_NAME"],
        module_globals["CSRF_COOKIE_NAME"],
    ) == names
    kinds = ("SESSION", "CSRF", "LANGUAGE")
    assert {module_globals[f"{kind}_COOKIE_SECURE"] for kind in kinds} == {
        behind_tls == "1"
    }
    assert not any(f"{kind}_COOKIE_DOMAIN" in module_globals for kind in kinds)


def test_password_may_be_in_a_file(monkeypatch, tmp_path):
    (tmp_path / "key").write_text("of the file\n")
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "key"))
    module_globals = runpy.run_path(find_spec("federation.settings").origin)
    assert module_globals["SECRET_KEY"] == "of the file"

"""Sign in as browsers do, from different network addresses."""

import time

from allauth.account.internal.flows import login
from django.test import Client
from django.urls import reverse

from federation.models import User

LOGIN = reverse("account_login")
RESET = reverse("account_reset_password")
PASSWORD = "a long pass phrase"
OWN, FOREIGN = "198.51.100.7", "203.0.113.9"


def browser(address: str = OWN, language: str = "en") -> Client:
    return Client(REMOTE_ADDR=address, headers={"Accept-Language": language})


def signs_in(client: Client, email: str, password: str = PASSWORD) -> bool:
    client.post(LOGIN, {"login": email, "password": password})
    return "_auth_user_id" in client.session


def force_recent_login(client: Client, user: User) -> None:
    """Sign the client in as a user who has just given the password again."""
    client.force_login(user)
    session = client.session
    shown = {"method": "password", "at": time.time(), "reauthenticated": True}
    session[login.AUTHENTICATION_METHODS_SESSION_KEY] = [shown]
    session[login._AUTHENTICATION_METHODS_USER_SESSION_KEY] = str(user.pk)  # noqa: SLF001
    session.save()


def tries_wrong_passwords(email: str, times: int, address: str = FOREIGN) -> None:
    """Try wrong passwords as a stranger, each time with an unknown browser."""
    for at in range(times):
        signs_in(browser(address), email, f"guess {at}")

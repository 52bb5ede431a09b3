"""Signing in as browsers do it, from this or that address of the network."""

from django.test import Client
from django.urls import reverse

LOGIN = reverse("account_login")
RESET = reverse("account_reset_password")
PASSWORD = "a long pass phrase"
OWN, FOREIGN = "198.51.100.7", "203.0.113.9"


def browser(address: str = OWN, language: str = "en") -> Client:
    return Client(REMOTE_ADDR=address, headers={"Accept-Language": language})


def signs_in(client: Client, email: str, password: str = PASSWORD) -> bool:
    client.post(LOGIN, {"login": email, "password": password})
    return "_auth_user_id" in client.session


def hammers(email: str, times: int, address: str = FOREIGN) -> None:
    """A stranger guesses, each time as a browser that was never here."""
    for at in range(times):
        signs_in(browser(address), email, f"guess {at}")

"""People in front of a browser, and all errors that the browser reports for the pages
that they see.
"""

import time
from functools import cache
from typing import Any

from allauth.mfa.totp.internal import auth
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response

from federation.models import User
from tests.federation.sign_in.browsers import force_recent_login
from tests.journeys.installation import HOST

PASSWORD = "a long pass phrase"
LONGEST_WAIT = 30_000
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SERVER_ERROR = 500


class HashedOnce(PBKDF2PasswordHasher):
    """Hash the pass phrase that everyone here has only once, and reuse the result."""

    def salt(self) -> str:
        return "pinchofsaltpinchofsalt"

    def encode(self, *phrase: Any) -> str:
        return _encoded(*phrase)


@cache
def _encoded(*phrase: Any) -> str:
    return PBKDF2PasswordHasher().encode(*phrase)


class Visitor:
    """A person with a browser window; `faults` are the errors that it reported."""

    def __init__(self, context: BrowserContext, *, script: bool) -> None:
        self.script = script
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()
        context.set_default_timeout(LONGEST_WAIT)
        self.page: Page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("response", self._answered)

    # --- navigation ----------------------------------------------------------------
    def open(self, page: str, *args: object, query: str = "") -> None:
        """Open a page by its URL name."""
        answer = self.page.goto(reverse(page, args=args) + query)
        assert answer is not None
        assert answer.ok, f"{self.page.url} answers {answer.status}"

    def sign_in(self, user: User) -> None:
        self.open("account_login")
        self.page.fill("main [name=login]", user.email)
        self.page.fill("main [name=password]", PASSWORD)
        self.page.press("main [name=password]", "Enter")
        self.page.wait_for_url(lambda url: "/account/login/" not in url)
        # A code that expired while it was typed is requested once more.
        for _look in range(2):
            if "/2fa/" in self.page.url:
                self.page.fill("[name=code]", code_of_the_moment())
                with self.page.expect_navigation():
                    self.page.press("[name=code]", "Enter")
        self.page.wait_for_url(lambda url: "/account/" not in url)

    def come_as(self, user: User) -> None:
        """Set the session of a signed-in user: signing in is not under test."""
        signed_in = Client()
        force_recent_login(signed_in, user)
        cookie = settings.SESSION_COOKIE_NAME
        value = signed_in.cookies[cookie].value
        self.page.context.add_cookies(
            [{"name": cookie, "value": value, "domain": HOST, "path": "/"}]
        )

    def find(self, selector: str, **facts: object) -> Locator:
        return self.page.locator(selector, **facts)

    def send(self, form: str) -> None:
        """Press the first button of a form and wait for the next page."""
        self.press(self.find(f"{form} button").first)

    def press(self, what: Locator) -> None:
        with self.page.expect_navigation(wait_until="load"):
            what.click()

    def wait_for(self, selector: str) -> Locator:
        """Wait for an element that appears by itself; without script, reload until it
        is there.
        """
        found = self.find(selector).first
        if self.script:
            found.wait_for()
            return found
        end = time.monotonic() + LONGEST_WAIT / 1000
        while not found.count():
            assert time.monotonic() < end, f"{selector} does not come"
            self.page.wait_for_timeout(100)
            self.page.reload()
        return found

    def text(self, selector: str) -> str:
        return self.find(selector).first.inner_text().strip()

    # --- messages of the browser ----------------------------------------------------
    def _heard(self, message: ConsoleMessage) -> None:
        error_text = message.text
        if message.type == "error" and not any(
            each in error_text for each in self.expected
        ):
            self.faults.append(f"{self.page.url}: {error_text}")

    def _answered(self, response: Response) -> None:
        if response.status >= SERVER_ERROR:
            self.faults.append(f"{response.url} answers {response.status}")


def with_second_factor(user: User) -> User:
    """Return the officer's account after giving it an authenticator app."""
    auth.TOTP.activate(user, SECRET)
    return user


def code_of_the_moment() -> str:
    (now,) = auth.yield_hotp_counters_from_time()
    return auth.format_hotp_value(auth.hotp_value(SECRET, now))

"""A secretary who sends in one tournament after another, and tries again whenever the
office gives no good answer, as a person would."""

import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

PATIENCE = 180.0
Problem = (OSError, http.client.HTTPException)


class NoGoodAnswerError(Exception):
    """The office did not take it."""


class Sender:
    def __init__(self, url: str, email: str, password: str) -> None:
        self.url = url
        self.login = {"login": email, "password": password}
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies)
        )
        self.sent: list[int] = []
        self.tried_again = 0

    def send_all(self, tournaments: list[int]) -> None:
        self._until_done(self._sign_in)
        for tournament in tournaments:
            self._until_done(lambda at=tournament: self._send(at))
            self.sent.append(tournament)

    def _sign_in(self) -> None:
        self._get("/account/login/")
        self._expect(self._post("/account/login/", self.login), "/today/")

    def _send(self, tournament: int) -> None:
        path = f"/tournaments/{tournament}/submit/"
        self._get(path)
        self._expect(self._post(path, {}), f"/tournaments/{tournament}/changes/")

    @staticmethod
    def _expect(came_to: str, path: str) -> None:
        if urllib.parse.urlsplit(came_to).path != path:
            raise NoGoodAnswerError(came_to)

    def _until_done(self, act) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                act()
            except (NoGoodAnswerError, *Problem) as problem:
                if time.monotonic() > end:
                    raise NoGoodAnswerError(problem) from problem
                self.tried_again += 1
                time.sleep(0.2)
            else:
                return

    def _get(self, path: str) -> str:
        with self.opener.open(self.url + path, timeout=10) as answer:
            return answer.geturl()

    def _post(self, path: str, told: dict[str, str]) -> str:
        token = {each.name: each.value for each in self.cookies}.get("csrftoken", "")
        body = urllib.parse.urlencode({**told, "csrfmiddlewaretoken": token})
        with self.opener.open(self.url + path, body.encode(), timeout=10) as answer:
            return answer.geturl()

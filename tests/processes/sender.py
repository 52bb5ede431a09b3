"""A secretary who submits one tournament after another."""

from tests.processes.visitor import Visitor, expect


class Sender(Visitor):
    def __init__(self, url: str, email: str, password: str) -> None:
        super().__init__(url)
        self.email, self.password = email, password
        self.sent: list[int] = []

    def send_all(self, tournaments: list[int]) -> None:
        self.until_done(lambda: self.sign_in(self.email, self.password))
        for tournament in tournaments:
            self.until_done(lambda at=tournament: self._send(at))
            self.sent.append(tournament)

    def _send(self, tournament: int) -> None:
        path = f"/tournaments/{tournament}/submit/"
        self.get(path)
        expect(self.post(path, {}), f"/tournaments/{tournament}/changes/")

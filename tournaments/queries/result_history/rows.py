"""Changes of results as an organiser reads them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor
from ratings.people.queries.names import Person, read_people
from tournaments.enums import ResultWay
from tournaments.models import ResultChange
from tournaments.queries.wording import BOARD_TEXTS, RESULT_NAMES, Words
from tournaments.rules.results import Result


@dataclass(frozen=True, slots=True)
class ResultChangeShown:
    """A change with the board's players. `is_last`: the board has not been changed
    since, so it can be undone.
    """

    change: ResultChange
    white: Person
    black: Person | None

    @property
    def was(self) -> Words:
        return _in_words(self.change.was)

    @property
    def became(self) -> Words:
        return _in_words(self.change.became)

    @property
    def is_last(self) -> bool:
        return self.change.version == self.change.pairing.version

    @property
    def way(self) -> Words:
        return ResultWay(self.change.way).label

    @property
    def is_by_office(self) -> bool:
        return self.change.way == ResultWay.OFFICE


def shown_changes(
    found: Iterable[ResultChange], actor: Actor, today: date
) -> list[ResultChangeShown]:
    """Return the changes, read `with_boards`."""
    found = list(found)
    sides = [(row.pairing.white, row.pairing.black) for row in found]
    ids = {entry.player_id for pair in sides for entry in pair if entry}
    persons = read_people(ids, actor, today)
    return [
        ResultChangeShown(
            row,
            persons[white.player_id],
            persons[black.player_id] if black else None,
        )
        for row, (white, black) in zip(found, sides, strict=True)
    ]


def _in_words(result: str) -> Words:
    found = Result(result)
    return BOARD_TEXTS[found] or RESULT_NAMES[found]

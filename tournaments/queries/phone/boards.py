"""The boards whose results can be entered with a phone code."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor
from ratings.people.queries.names import Person, read_people
from tournaments.models import Pairing
from tournaments.queries.entry_sheet import MAIN, REST, PossibleResult
from tournaments.queries.phone.permits import PhonePermit
from tournaments.queries.section_results import settled_boards
from tournaments.queries.wording import BOARD_TEXTS, RESULT_NAMES, Words, settled_words
from tournaments.rules.results import Result


@dataclass(frozen=True, slots=True)
class PhoneBoard:
    """A board with both players; byes are left out. `other_results` may be entered in
    addition to those of a played game.
    """

    pairing: Pairing
    white: Person
    black: Person
    settled: Words = ""
    """How a withdrawal has settled the board; empty for most boards."""
    other_results: tuple[Result, ...] = REST

    @property
    def text(self) -> Words:
        return BOARD_TEXTS[Result(self.pairing.result)]

    @property
    def is_missing(self) -> bool:
        return not self.settled and not Result(self.pairing.result).is_finished

    @property
    def has_other(self) -> bool:
        """Whether the result is one of `other_results`."""
        return bool(self.pairing.result) and self.pairing.result not in MAIN

    @property
    def answers(self) -> list[PossibleResult]:
        return self._offer(MAIN)

    @property
    def rest(self) -> list[PossibleResult]:
        return self._offer(self.other_results)

    def _offer(self, results: Sequence[Result]) -> list[PossibleResult]:
        recorded = self.pairing.result
        return [
            PossibleResult(
                each, BOARD_TEXTS[each], RESULT_NAMES[each], each == recorded
            )
            for each in results
        ]


def phone_boards(
    permit: PhonePermit, actor: Actor, today: date
) -> tuple[PhoneBoard, ...]:
    """Return the boards that a code allows, in order of rounds and boards."""
    rows = (
        Pairing.objects.filter(section=permit.code.section_id, black__isnull=False)
        .filter(round__in=permit.rounds)
        .select_related("white", "black")
        .in_order()
    )
    sides = [
        (row, row.white, row.black)
        for row in rows
        if row.black and permit.reaches(row.board)
    ]
    ids = {entry.player_id for _, *pair in sides for entry in pair}
    persons = read_people(ids, actor, today)
    settled = settled_boards(permit.code.section)
    return tuple(
        PhoneBoard(
            row,
            persons[white.player_id],
            persons[black.player_id],
            settled_words(settled.get(row.pk)),
            permit.other_results,
        )
        for row, white, black in sides
    )


def next_missing(boards: Sequence[PhoneBoard], after: int) -> PhoneBoard | None:
    """Return the first board after this one (by id) that waits for a result; after the
    last board the search goes on from the first.
    """
    place = next((n for n, each in enumerate(boards) if each.pairing.pk == after), -1)
    turned = [*boards[place + 1 :], *boards[: place + 1]]
    return next((each for each in turned if each.is_missing), None)

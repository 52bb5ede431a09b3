"""The lines of a pasted list, with the players who may be entered in a section."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor
from tournaments.formats.pasted_players import PastedPlayer
from tournaments.models import Section
from tournaments.queries.player_lists.pasted_lines import match_pasted
from tournaments.queries.suggestions import Suggestion, with_ratings


@dataclass(frozen=True, slots=True)
class PastedEntry:
    """A line with the players who may be meant, as a `MatchedLine`."""

    pasted: PastedPlayer
    suggestions: tuple[Suggestion, ...]
    sure: Suggestion | None = None
    wrong_birth: str = ""

    @property
    def unknown_numbers(self) -> str:
        """The numbers of a line from which no player was found."""
        return "" if self.suggestions else ", ".join(self.pasted.numbers)


def find_pasted(
    section: Section, pasted: Sequence[PastedPlayer], actor: Actor, today: date
) -> list[PastedEntry]:
    """Return each line with the players whom this reader may see; the number of queries
    does not depend on the number of lines.
    """
    matched, persons = match_pasted(pasted, actor, today)
    shown = {each.player_id: each for each in with_ratings(section, persons.items())}
    return [
        PastedEntry(
            each.pasted,
            tuple(shown[pk] for pk in each.players),
            shown[each.sure] if each.sure is not None else None,
            each.wrong_birth,
        )
        for each in matched
    ]

"""Are the games long enough for the pool to rate them."""

from collections import Counter
from collections.abc import Iterator

from tournaments.domain.checks.findings import FindingRow
from tournaments.domain.games import Gathered
from tournaments.domain.rated_games import judged_games
from tournaments.enums import UnratedReason


def too_short(gathered: Gathered) -> Iterator[FindingRow]:
    """Find, section by section, how many games are rated for nobody because of their
    thinking time, and what would have been enough for somebody.
    """
    found = Counter(
        (planned.section.name, min(side.minutes_asked for side in game.members))
        for planned, game in judged_games(gathered)
        if game.unrated_because == UnratedReason.TOO_SHORT
    )
    minutes = gathered.tournament.minutes
    for (section, asked), games in found.items():
        yield FindingRow(section, f"{games} × {minutes} min < {asked} min")

"""The rounds, points and opponents of a player that count for the class."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.classes.ranks import Rating
from tournaments.rules.classes.sections import ClassEntry, ClassGame, ClassSection
from tournaments.rules.sections import TournamentKind


@dataclass(frozen=True, slots=True)
class CountedRounds:
    """The rounds of one player that count, with their half points.

    `opponents` are those of the counted games; a bye has none, and an opponent met
    twice is repeated. `lost_by_withdrawal` are the remaining rounds of a player who
    withdrew; they are among `rounds` and give no points.
    """

    rounds: int
    half_points: int
    opponents: tuple[int, ...]
    byes_counted: int
    byes_left_out: int
    lost_by_withdrawal: int


def count_rounds(
    section: ClassSection, entry: ClassEntry, fewest_rounds: int = 0
) -> CountedRounds:
    """Count a player's rounds (SSF Bilaga 1 c and d; §7.7; §11.1a).

    A forfeit counts as a played game. A bye does not count, neither the round nor its
    point, unless fewer than `fewest_rounds` would remain. Games against annulled
    players do not count. For a player who withdrew every remaining game is counted as
    lost: in a Swiss section all announced rounds, in a Berger section against all
    players not yet met.
    """
    met = [game for game in entry.games if game.opponent is not None]
    byes = [game for game in entry.games if game.opponent is None]
    games = _against_counted(section, met)
    opponents = _opponents(section, entry, games)
    rounds = _rounds(section, entry, len(opponents), len(byes))
    takes_byes = rounds < fewest_rounds
    counted = [*games, *byes] if takes_byes else games
    return CountedRounds(
        rounds=rounds + (len(byes) if takes_byes else 0),
        half_points=sum(game.half_points for game in counted),
        opponents=opponents,
        byes_counted=len(byes) if takes_byes else 0,
        byes_left_out=0 if takes_byes else len(byes),
        lost_by_withdrawal=_remaining(entry, games, rounds),
    )


def opponents_mean(
    opponents: tuple[int, ...], ratings: Mapping[int, Rating | None]
) -> Fraction | None:
    """Return Rm, the exact mean; None without opponents or with an unrated one."""
    known = [ratings[opponent] for opponent in opponents]
    rated = [rating for rating in known if rating is not None]
    if not known or len(rated) < len(known):
        return None
    return Fraction(sum(rated), len(rated))


def _remaining(entry: ClassEntry, games: list[ClassGame], rounds: int) -> int:
    if not entry.withdrawn:
        return 0
    return rounds - sum(not game.awarded for game in games)


def _against_counted(section: ClassSection, games: list[ClassGame]) -> list[ClassGame]:
    annulled = {entry.id for entry in section.entries if entry.annulled}
    return [game for game in games if game.opponent not in annulled]


def _opponents(
    section: ClassSection, entry: ClassEntry, games: list[ClassGame]
) -> tuple[int, ...]:
    if entry.withdrawn and section.kind is TournamentKind.BERGER:
        return tuple(
            other.id
            for other in section.entries
            if other.id != entry.id and not other.annulled
            for _ in range(section.cycles)
        )
    return tuple(game.opponent for game in games if game.opponent is not None)


def _rounds(section: ClassSection, entry: ClassEntry, met: int, byes: int) -> int:
    if entry.withdrawn and section.kind is TournamentKind.SWISS:
        return max(section.scheduled_rounds - byes, met)
    return met

"""Which games of a tournament are rated, and why the others are not, as far as the
pool's rules decide it before the computation.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ratings.enums import RatingMethod
from ratings.models import Game, Report
from tournaments.domain.report_material import PlannedGame, ReportMaterial
from tournaments.domain.start_facts import BaseRatings, bases_by_day
from tournaments.domain.whole_events import mean_replaces_opponents
from tournaments.enums import UnratedReason
from tournaments.models import Entry, Pairing
from tournaments.rules.results import Result


@dataclass(frozen=True, slots=True)
class RatedSide:
    """What the rules need to know about one player of a game, on its day."""

    is_member: bool
    number: float | None
    required_minutes: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """What the rules need to know about a game.

    `asks_for_numbers`: no player gets a start rating by the rules, and no mean replaces
    the opponents' numbers.
    """

    is_played: bool
    minutes: int
    sides: tuple[RatedSide, RatedSide]
    asks_for_numbers: bool

    @property
    def members(self) -> tuple[RatedSide, ...]:
        """The sides that can have a rating here at all."""
        return tuple(side for side in self.sides if side.is_member)

    @property
    def unrated_because(self) -> UnratedReason | None:
        """Why the game is rated for neither player; None if it is rated."""
        if not self.is_played:
            return UnratedReason.NOT_PLAYED
        if not self.members:
            return UnratedReason.OUTSIDE
        if all(self.minutes < side.required_minutes for side in self.members):
            return UnratedReason.TOO_SHORT
        if self.asks_for_numbers and all(side.number is None for side in self.sides):
            return UnratedReason.UNRATED
        return None

    @property
    def for_one_only(self) -> bool:
        """Whether the game is rated, but too short for one of its members."""
        if self.unrated_because is not None:
            return False
        return any(self.minutes < side.required_minutes for side in self.members)


@dataclass(frozen=True, slots=True)
class RatedGames:
    """How many games are rated or not.

    `for_one_only` of the rated ones count for one player only, since they are too short
    for the other; `unrated` are the others by reason.
    """

    rated: int
    for_one_only: int
    unrated: tuple[tuple[UnratedReason, int], ...]

    @property
    def not_rated(self) -> int:
        """The number of all games that are not rated."""
        return sum(number for _reason, number in self.unrated)


def rated_games(material: ReportMaterial) -> RatedGames:
    """Count the games that would be submitted now, and those that were played and are
    not submitted.
    """
    not_sent = played_but_not_submitted(game.result for game in material.games)
    return _counted((game for _planned, game in judged_games(material)), not_sent)


def judged_games(material: ReportMaterial) -> list[tuple[PlannedGame, RatedGame]]:
    """Return the games that get a line in the ledger, with what the rules need to know
    about them.

    A day outside the tournament is reported as a separate error, and may have no
    ratings at all.
    """
    games = [game for game in material.lines if material.is_inside(game)]
    bases = material.bases(material.counted_on(game) for game in games)
    found = []
    for game in games:
        base = bases[material.counted_on(game)]
        white, black = (_side(material, game, each, base) for each in game.sides)
        means = mean_replaces_opponents(material, game)
        judged = RatedGame(
            is_played=game.result.is_played,
            minutes=material.tournament.minutes,
            sides=(white, black),
            asks_for_numbers=base.newcomers_stay_unrated and not means,
        )
        found.append((game, judged))
    return found


def rated_games_of(report: Report) -> RatedGames:
    """Count the games of a report as they were posted, and those of its tournament that
    were played and are not in it.
    """
    lines = list(Game.objects.between_players().filter(report=report))
    players = {each for line in lines for each in (line.white_id, line.black_id)}
    days = {line.base_on for line in lines}
    bases = bases_by_day(report.pool_id, players, days)
    is_whole = report.method != RatingMethod.GAMES
    posted = (_posted(line, bases[line.base_on], is_whole) for line in lines)
    keys = [line.key for line in lines]
    return _counted(posted, count_not_submitted(report.source_number, keys))


def count_not_submitted(
    tournament_id: int, sent: Collection[int] = ()
) -> Counter[UnratedReason]:
    """Return how many games of a tournament were played and are not submitted, by
    reason.

    `sent` are the keys of the games in its report, whatever their boards contain by
    now.
    """
    boards = Pairing.objects.filter(section__tournament=tournament_id)
    boards = boards.exclude(pk__in=sent)
    return played_but_not_submitted(
        map(Result, boards.values_list("result", flat=True))
    )


def reasons_not_sent(tournament_id: int, sent: Collection[int]) -> dict[str, int]:
    """Return the same as `count_not_submitted`, with the reasons in words."""
    found = count_not_submitted(tournament_id, sent).items()
    return {str(reason.label): number for reason, number in found}


def played_but_not_submitted(results: Iterable[Result]) -> Counter[UnratedReason]:
    """Return how many of these results were played and are not submitted, by reason."""
    return Counter(
        UnratedReason.LOST_BY_BOTH
        if result is Result.DOUBLE_LOSS
        else UnratedReason.ENTERED_UNRATED
        for result in results
        if result.is_played and result.is_finished and not result.is_rated
    )


def _counted(
    games: Iterable[RatedGame], not_sent: Counter[UnratedReason]
) -> RatedGames:
    judged = list(games)
    reasons = Counter(game.unrated_because for game in judged) + not_sent
    return RatedGames(
        rated=reasons.pop(None, 0),
        for_one_only=sum(game.for_one_only for game in judged),
        unrated=tuple((each, reasons[each]) for each in UnratedReason if reasons[each]),
    )


def _side(
    material: ReportMaterial, game: PlannedGame, entry: Entry, base: BaseRatings
) -> RatedSide:
    register, player = material.register, entry.player_id
    return _rated_side(
        base,
        base.known.get(player, entry.outside_rating),
        entry.player.birth_year,
        is_member=register.is_member(player, game.day),
        adopts=register.adopts(player, game.day),
    )


def _posted(line: Game, base: BaseRatings, is_whole: bool) -> RatedGame:  # noqa: FBT001
    known = base.known
    white = _rated_side(
        base,
        known.get(line.white_id, line.white_outside),
        line.white_birth_year,
        is_member=line.white_member,
        adopts=line.white_adopts,
    )
    black = _rated_side(
        base,
        known.get(line.black_id, line.black_outside),
        line.black_birth_year,
        is_member=line.black_member,
        adopts=line.black_adopts,
    )
    means = is_whole and line.white_mean is not None
    asks = base.newcomers_stay_unrated and not means
    return RatedGame(line.played, line.minutes, (white, black), asks)


def _rated_side(
    base: BaseRatings,
    number: float | None,
    birth_year: int | None,
    *,
    is_member: bool,
    adopts: bool,
) -> RatedSide:
    if number is None and is_member:
        number = base.default(birth_year)
    return RatedSide(is_member, number, base.required_minutes(number, adopts=adopts))

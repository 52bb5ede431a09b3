"""The norms and the preliminary computation of a whole tournament (Renju 2 §2, 1 §4).

Each player's working is shown: opponents as they count, the mean, each norm before and
after it is rounded.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from ratings.rules.explained import Note
from ratings.rules.norms import (
    Entrant,
    EntrantGame,
    EntrantNorms,
    NormOpponent,
    NormSetting,
    Preliminary,
    PreliminaryResult,
    RequiredNorm,
    TournamentNorms,
)
from ratings.rules.renju.columns import TOURNAMENTS
from ratings.rules.renju.conditions import tournament_obstacles
from ratings.rules.renju.dates import GameEnd, counting_games
from ratings.rules.renju.levels import BOARD_FROM, LEVELS, check_level
from ratings.rules.renju.needs import Needs, find_needs
from ratings.rules.renju.newcomers import RenjuNewcomer, rough_estimate
from ratings.rules.renju.norms import clamp_opponent
from ratings.rules.renju.records import InputGame, InputPlayer, RatedPlayer
from ratings.rules.renju.steps import RuleStep
from ratings.rules.renju.tournament import rate_tournament

OBTAIN: Final = Fraction(1, 2)
KEEP: Final = Fraction(1, 4)
UNIT: Final = Fraction(3, 20)
"""The numbers of 2 §2e: 0.5, 0.25 and 0.15 points a game."""
CITED: Final[Mapping[str, str]] = MappingProxyType({
    "opponent": "Renju 2 §2c",
    "mean": "Renju 2 §2d",
    "norm": "Renju 2 §2e-f",
    "reach": "Renju 3 §4",
    "newcomer": "Renju 4 §2",
})  # fmt: skip
STANDING: Final = (
    Note("all_finished", "Renju 2 §2"),
    Note("top_keeps", "Renju 2 §3"),
    Note("board_from", "Renju 1 §5", BOARD_FROM),
)
"""Rules that apply in every tournament, besides the norms."""
OF_TOURNAMENT: Final = frozenset({"too_few_participants", "unfinished_games"})
"""Obstacles that all players share: reported once."""
OF_PLAYER: Final = frozenset({"too_few_games", "too_few_near_games"})
"""Obstacles that games still to come may remove."""


def tournament_norms(
    setting: NormSetting, assumed: int | None = None
) -> TournamentNorms:
    """Return what all entrants need, assuming that all games that may count are
    finished.

    A forfeit that does not count as finished (3 §3) is left out. `assumed` is the index
    that new players count as for the others; without it each counts as of R0 of 4 §2
    for half of the points. UnknownLevel if it is no index.
    """
    if assumed is not None:
        check_level(assumed)
    levels = [_level(entrant) for entrant in setting.entrants]
    opponents = _opponents(setting)
    counted = [
        level or assumed or _even_estimate(faced, levels)
        for level, faced in zip(levels, opponents, strict=True)
    ]
    return TournamentNorms(
        entrants=tuple(
            _entrant_norms(place, entrant, opponents[place], levels, counted)
            for place, entrant in enumerate(setting.entrants)
        ),
        obstacles=_obstacles(setting, 0),
        standing=STANDING,
        cited=CITED,
    )


def preliminary_result(setting: NormSetting) -> Preliminary:
    """Return the tournament computed from the games finished so far (1 §4): what the
    norms alone give each entrant, on the levels of the first day.

    Other changes of a level during the tournament (2 §4) are left to the ranking
    itself.
    """
    players = [
        InputPlayer(place, _level(each), first_tournament=_is_first(each))
        for place, each in enumerate(setting.entrants)
    ]
    games = [
        InputGame(game.white, game.black, game.score, counts)
        for game, counts in _with_counting(setting)
    ]
    outcome = rate_tournament(players, games)
    unfinished = sum(game.score is None for game in games)
    left_out = OF_TOURNAMENT if setting.complete else OF_TOURNAMENT | OF_PLAYER
    return Preliminary(
        results=tuple(_result(player, left_out) for player in outcome.players),
        obstacles=_obstacles(setting, unfinished, finished=setting.complete),
        unsettled=tuple(map(int, outcome.cycle.players)) if outcome.cycle else (),
    )


def _obstacles(
    setting: NormSetting, unfinished: int, *, finished: bool = True
) -> tuple[Note, ...]:
    """Return why the tournament changes no ranking; whether it is sanctioned is left to
    the office.
    """
    steps = tournament_obstacles(
        len(setting.entrants), unfinished, sanctioned=True, finished=finished
    )
    return tuple(map(_note, steps))


def _result(player: RatedPlayer, left_out: frozenset[str]) -> PreliminaryResult:
    return PreliminaryResult(
        before=player.before,
        games=player.games,
        score=player.score,
        mean=player.mean,
        keep=player.keep,
        after=player.by_norms or player.before,
        notes=tuple(_note(step) for step in player.steps if step.code not in left_out),
    )


def _level(entrant: Entrant) -> int | None:
    """Return the level; None for a number that is no level, such as a chess rating."""
    rating = entrant.rating
    return int(rating) if rating is not None and rating in LEVELS else None


def _is_first(entrant: Entrant) -> bool:
    """Return whether no tournament of the player has been rated here (3 §4)."""
    had = entrant.memory[TOURNAMENTS] if entrant.memory else None
    return not (had or 0) > 0


def _with_counting(setting: NormSetting) -> Iterator[tuple[EntrantGame, bool]]:
    """Return each game, and whether it counts as finished for both (3 §3)."""
    first, last = setting.first_date, setting.last_date
    ends = [
        GameEnd(game.played, game.day and max(first, min(last, game.day)))
        for game in setting.games
    ]
    return zip(setting.games, counting_games(ends, first, last), strict=True)


def _opponents(setting: NormSetting) -> tuple[list[int], ...]:
    """Return each entrant's opponents by position, once for each game that may
    count.
    """
    faced: tuple[list[int], ...] = tuple([] for _ in setting.entrants)
    for game, counts in _with_counting(setting):
        if counts or game.score is None:
            faced[game.white].append(game.black)
            faced[game.black].append(game.white)
    return faced


def _even_estimate(faced: Sequence[int], levels: Sequence[int | None]) -> int:
    ranked = [level for place in faced if (level := levels[place])]
    return rough_estimate(
        RenjuNewcomer(
            row=0,
            games=len(faced),
            score=len(faced),
            ranked_games=len(ranked),
            ranked_score=len(ranked),
            ranked_total=sum(ranked),
            unranked=(),
        )
    )


def _entrant_norms(
    place: int,
    entrant: Entrant,
    faced: Sequence[int],
    levels: Sequence[int | None],
    counted: Sequence[int],
) -> EntrantNorms:
    own = levels[place]
    needs = _needs(entrant, own, [counted[each] for each in faced])
    return EntrantNorms(
        level=own,
        assumed=counted[place] if own is None else None,
        games=len(faced),
        opponents=tuple(_shown_opponents(own, faced, counted)),
        mean=needs.mean if needs else None,
        keep=_keep(own, needs),
        obtain=tuple(
            _norm_needed(norm.level, norm.norm, OBTAIN, needs) for norm in needs.obtain
        )
        if needs
        else (),
        obstacles=tuple(map(_note, needs.obstacles)) if needs else (),
    )


def _needs(entrant: Entrant, own: int | None, opponents: Sequence[int]) -> Needs | None:
    if not opponents:
        return None
    first = own is not None and _is_first(entrant)
    return find_needs(own, opponents, first_tournament=first)


def _shown_opponents(
    own: int | None, faced: Sequence[int], counted: Sequence[int]
) -> Iterator[NormOpponent]:
    """Yield each opponent once, in the order of the entrants."""
    for place, games in sorted(Counter(faced).items()):
        level = counted[place]
        yield NormOpponent(
            place, level, level if own is None else clamp_opponent(level, own), games
        )


def _keep(own: int | None, needs: Needs | None) -> RequiredNorm | None:
    if own is None or needs is None or needs.keep is None:
        return None
    return _norm_needed(own, needs.keep, KEEP, needs)


def _norm_needed(
    level: int, norm: int, at_mean: Fraction, needs: Needs
) -> RequiredNorm:
    above_mean = level * needs.games - needs.total
    return RequiredNorm(
        level=level,
        at_mean=at_mean,
        unit=UNIT,
        exact=at_mean * needs.games + UNIT * above_mean,
        score=norm,
    )


def _note(step: RuleStep) -> Note:
    return Note(step.code, step.paragraph, step.level, step.count)

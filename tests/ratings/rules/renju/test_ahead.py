"""A whole tournament's norms and its preliminary computation, computed by hand."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest

from ratings.rules.norms import (
    Entrant,
    EntrantGame,
    GivesNorms,
    NormOpponent,
    NormSetting,
    RequiredNorm,
    SetsDeadlines,
)
from ratings.rules.renju.levels import UnknownLevel
from ratings.rules.renju.system import SYSTEM
from ratings.rules.systems import systems
from tests.ratings.rules.renju.crosstable import level

FIRST, LAST = date(2026, 1, 10), date(2026, 9, 30)
HAD_ONE = (1.0, float("nan"), None)
"""The memory of a player who has played a tournament (3 §4)."""


def setting(*levels: str | None, cycles: int = 1, **facts) -> NormSetting:
    """Return a round robin without played games."""
    entrants = tuple(
        Entrant(None if each is None else level(each), HAD_ONE) for each in levels
    )
    pairs = combinations(range(len(levels)), 2)
    games = tuple(EntrantGame(*pair) for pair in pairs for _cycle in range(cycles))
    return NormSetting(entrants, games, FIRST, LAST, **facts)


def norms(norm_setting: NormSetting, **facts):
    return SYSTEM.norms_of(norm_setting, **facts)


def scores(these) -> list[tuple[int, int]]:
    return [(norm.level, norm.score) for norm in these]


def codes(notes) -> list[tuple[str, int | None]]:
    return [(note.code, note.count) for note in notes]


def test_renju_gives_norms_and_deadlines_but_ssf_does_not():
    for name, tells in (("renju", True), ("ssf_2008", False)):
        rating_system = systems()[name]
        assert isinstance(rating_system, GivesNorms) == tells
        assert isinstance(rating_system, SetsDeadlines) == tells


def test_deadlines_are_three_weeks_from_the_start_and_two_from_the_end():
    # 1 §§3-4.
    assert SYSTEM.conditions_due(FIRST) == date(2026, 1, 31)
    assert SYSTEM.computation_due(LAST) == date(2026, 10, 14)


def test_each_player_of_a_round_robin_gets_norms_against_the_others():
    # Eight players. The 1 dan (11) meets seven 1 kyus (10): S = 70, Pmean = 10.
    # Keep (0.25 + 0.15) * 7 = 2.80, 3; 2 dan (0.5 + 0.30) * 7 = 5.60, 5.5; 3 dan 6.65,
    # 6.5. A 1 kyu meets six of his own and the 1 dan: S = 71, Pmean = 10 1/7.
    # Keep (0.25 - 0.15/7) * 7 = 1.60, 1.5; 1 dan (0.5 + 0.15 * 6/7) * 7 = 4.40, 4.5.
    outcome = norms(setting("1 dan", *["1 kyu"] * 7))
    best, other = outcome.entrants[0], outcome.entrants[1]
    assert (best.games, best.mean, best.keep.score) == (7, 10, 6)
    assert scores(best.obtain) == [(12, 11), (13, 13)]
    assert (other.mean, other.keep.score) == (Fraction(71, 7), 3)
    assert scores(other.obtain) == [(11, 9), (12, 11)]
    assert (outcome.obstacles, best.obstacles, best.assumed) == ((), (), None)


def test_each_norm_shows_its_computation():
    best = norms(setting("1 dan", *["1 kyu"] * 7)).entrants[0]
    unit = Fraction(15, 100)
    assert best.keep == RequiredNorm(11, Fraction(1, 4), unit, Fraction(280, 100), 6)
    assert best.obtain[0] == RequiredNorm(
        12, Fraction(1, 2), unit, Fraction(56, 10), 11
    )


def test_opponents_are_shown_with_their_counted_level():
    # 2 §2c: 10 kyu (1) counts as three below 1 kyu (10).
    own = norms(setting("1 kyu", "10 kyu", "1 dan")).entrants[0]
    assert own.opponents == (NormOpponent(1, 1, 7, 1), NormOpponent(2, 11, 11, 1))


def test_double_round_robin_counts_each_opponent_twice():
    own = norms(setting(*["1 kyu"] * 5, cycles=2)).entrants[0]
    assert (own.games, {each.games for each in own.opponents}) == (8, {2})
    # N = 8, Pmean = 10: keep 2.0; 1 dan 5.2, 5; 2 dan 6.4, 6.5.
    assert own.keep.score == 4
    assert scores(own.obtain) == [(11, 10), (12, 13)]


def test_too_few_participants_or_games_are_reported_in_advance():
    outcome = norms(setting(*["1 kyu"] * 4))
    assert codes(outcome.obstacles) == [("too_few_participants", 4)]
    assert codes(outcome.entrants[0].obstacles) == [
        ("too_few_games", 3),
        ("too_few_near_games", 3),
    ]


def test_further_conditions_are_given_with_paragraphs():
    outcome = norms(setting("1 kyu", "1 kyu"))
    assert [(note.code, note.paragraph) for note in outcome.standing] == [
        ("all_finished", "Renju 2 §2"),
        ("top_keeps", "Renju 2 §3"),
        ("board_from", "Renju 1 §5"),
    ]


def test_new_player_counts_at_the_level_that_half_the_points_would_give():
    # Against 1 kyu, 1 dan, 1 dan (10, 11, 11): the mean 10 2/3 is nearest 11.
    outcome = norms(setting("1 kyu", "1 dan", "1 dan", None))
    assert outcome.entrants[3].assumed == 11
    assert outcome.entrants[0].opponents[-1] == NormOpponent(3, 11, 11, 1)


def test_assumed_level_of_a_new_player_can_be_changed():
    outcome = norms(setting("1 kyu", "1 kyu", None), assumed=level("2 dan"))
    assert outcome.entrants[0].opponents[-1].level == level("2 dan")
    with pytest.raises(UnknownLevel):
        norms(setting("1 kyu", None), assumed=21)
    with pytest.raises(UnknownLevel):
        norms(setting("1 kyu", "1 kyu"), assumed=21)


def test_all_count_as_10_kyu_among_new_players_only():
    outcome = norms(setting(None, None))
    assert [each.assumed for each in outcome.entrants] == [1, 1]


def test_new_player_has_no_keep_norm_and_needs_at_least_half_a_point():
    new = norms(setting(None, *["1 kyu"] * 7)).entrants[0]
    # N = 7, Pmean = 10: 1 kyu (10) 3.50; 10 kyu (1) below zero, so half a point.
    assert (new.level, new.keep) == (None, None)
    assert dict(scores(new.obtain))[10] == 7
    assert new.obtain[0].score == 1
    # 10 kyu: half a point a game less nine units of 0.15, in seven games.
    assert new.obtain[0].exact == Fraction(-595, 100)


def test_more_than_two_levels_are_given_in_the_first_tournament():
    # 3 §4.
    norm_setting = setting(*["1 kyu"] * 8)
    first = replace(norm_setting, entrants=(Entrant(10.0), *norm_setting.entrants[1:]))
    assert len(norms(norm_setting).entrants[0].obtain) == 2
    assert scores(norms(first).entrants[0].obtain)[2:] == [(13, 13)]


def test_invalid_level_counts_as_none():
    norm_setting = NormSetting((Entrant(2100.0), Entrant(10.0)), (), FIRST, LAST)
    assert [each.level for each in norms(norm_setting).entrants] == [None, 10]


def test_without_a_game_there_is_no_norm():
    alone = norms(NormSetting((Entrant(10.0),), (), FIRST, LAST)).entrants[0]
    assert (alone.games, alone.mean, alone.keep, alone.obtain) == (0, None, None, ())


def test_forfeit_counts_for_the_norms_only_after_three_months():
    # 3 §3: from 10 April on it counts as finished.
    norm_setting = setting(*["1 kyu"] * 3)
    early = EntrantGame(0, 1, 2, played=False, day=date(2026, 4, 9))
    late = replace(early, day=date(2026, 4, 10))
    for forfeit, games in ((early, 1), (late, 2)):
        changed = replace(norm_setting, games=(forfeit, *norm_setting.games[1:]))
        assert norms(changed).entrants[0].games == games


# --- preliminary ----------------------------------------------------------------
def played(norm_setting: NormSetting, *results: tuple[int, int, int]) -> NormSetting:
    """Return the setting with White's half points in these games."""
    known = {(white, black): score for white, black, score in results}
    games = tuple(
        replace(game, score=known.get((game.white, game.black)), day=date(2026, 2, 1))
        for game in norm_setting.games
    )
    return replace(norm_setting, games=games)


def test_preliminary_computation_uses_finished_games():
    # A 1 kyu has won all of two games against 1 kyus: 1 dan 1.3, 1.5; 2 dan 1.6, 1.5.
    norm_setting = played(setting(*["1 kyu"] * 5), (0, 1, 2), (0, 2, 2))
    outcome = SYSTEM.preliminary(norm_setting)
    best = outcome.results[0]
    assert (best.before, best.games, best.score, best.mean) == (10, 2, 4, 10)
    assert (best.keep, best.after) == (1, 12)
    assert codes(best.notes) == [("raised", None), ("limited", None)]
    assert codes(outcome.obstacles) == [("unfinished_games", 8)]


def test_preliminary_level_is_not_limited_in_the_first_tournament():
    # 3 §4; as above, and 4 dan (0.5 + 0.15 * 4) * 2 = 2.2, 2 points.
    norm_setting = setting(*["1 kyu"] * 5)
    first = replace(norm_setting, entrants=(Entrant(10.0), *norm_setting.entrants[1:]))
    best = SYSTEM.preliminary(played(first, (0, 1, 2), (0, 2, 2))).results[0]
    assert best.after == 14
    assert codes(best.notes) == [("raised", None), ("first_tournament", None)]


def test_player_below_the_keep_norm_is_shown_one_unit_lower():
    outcome = SYSTEM.preliminary(played(setting(*["1 kyu"] * 5), (0, 1, 2), (0, 2, 2)))
    # One lost game against an equal: keep 0.25, 0.5, the exact quarter upwards.
    assert (outcome.results[1].keep, outcome.results[1].after) == (1, 9)
    # A player without a game is unchanged.
    assert outcome.results[3].after == 10


def test_only_ranking_dates_are_shown_when_all_games_are_played():
    norm_setting = setting(*["1 kyu"] * 8, complete=True)
    drawn = replace(
        norm_setting, games=tuple(replace(g, score=1) for g in norm_setting.games)
    )
    outcome = SYSTEM.preliminary(drawn)
    assert outcome.obstacles == ()
    assert codes(outcome.results[0].notes) == [("kept", None)]


def test_too_few_games_are_reported_when_no_game_remains():
    norm_setting = setting(*["1 kyu"] * 5, complete=True)
    drawn = replace(
        norm_setting, games=tuple(replace(g, score=1) for g in norm_setting.games)
    )
    outcome = SYSTEM.preliminary(drawn).results[0]
    assert codes(outcome.notes)[1:] == [("too_few_games", 4), ("too_few_near_games", 4)]


def test_tournament_with_unpaired_rounds_is_not_finished():
    norm_setting = setting(*["1 kyu"] * 5)
    drawn = replace(
        norm_setting, games=tuple(replace(g, score=1) for g in norm_setting.games)
    )
    assert codes(SYSTEM.preliminary(drawn).obstacles) == [("unfinished_games", 0)]


def test_new_players_get_an_entry_level_by_their_results():
    # Two draws against 1 kyus: R0 = 10; 1 kyu 1.0 of 2 met. No player has fewer games.
    outcome = SYSTEM.preliminary(played(setting("1 kyu", "1 kyu", None), (0, 2, 1), (1, 2, 1)))  # fmt: skip
    assert (outcome.results[2].before, outcome.results[2].after) == (None, 10)


def test_new_players_whose_levels_never_settle_are_named():
    # As in test_entry_rankings_that_never_settle_are_detected: X and Y swing.
    entrants = tuple(map(Entrant, (None, None, 11.0, 12.0, 11.0)))
    table = {(0, 1): 0, (0, 2): 0, (0, 3): 1, (0, 4): 0, (1, 2): 0, (1, 3): 2, (1, 4): 0, (2, 3): 2, (2, 4): 0, (3, 4): 1}  # fmt: skip
    games = tuple(EntrantGame(*pair, score) for pair, score in table.items())
    outcome = SYSTEM.preliminary(
        NormSetting(entrants, games, FIRST, LAST, complete=True)
    )
    assert (outcome.results, outcome.unsettled) == ((), (0, 1))


def test_a_game_without_a_result_may_still_count():
    # No move has been made yet, and the first three months have not passed.
    norm_setting = setting(*["1 kyu"] * 3)
    waits = EntrantGame(0, 1, None, played=False, day=date(2026, 4, 9))
    changed = replace(norm_setting, games=(waits, *norm_setting.games[1:]))
    assert norms(changed).entrants[0].games == 2

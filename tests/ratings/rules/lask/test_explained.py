"""The ledger sheet of one player with every number (LASK text, point 5)."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from ratings.rules.calendar import day_number
from ratings.rules.explained import ExplainedGame, ExplainedStep, Measure
from ratings.rules.lask.system import SYSTEM
from ratings.rules.played import Method
from ratings.rules.step import Span
from tests.ratings.rules.columns import NONE, Person, Side, game
from tests.ratings.rules.explanations import STEP
from tests.ratings.rules.lask.test_system import SPRING, columns, known, long, rate

SUMMER = Span(day_number(date(2026, 6, 1)), day_number(date(2026, 8, 31)))
JULY = date(2026, 7, 5)
CITED = {
    "start": "LASK 10",
    "deduction": "LASK 6",
    "adjustment": "LASK 10",
    "rounding": "LASK Rankingregel 2",
    "floor": "LASK Rankingregel 2",
    "bonus": "LASK 11a",
}
NOT_ENTERED = {
    "rated": False,
    "difference": None,
    "table_low": None,
    "table_high": None,
    "compensation": None,
    "unhalved": None,
    "halved": False,
    "change": 0,
    "bonus": 0,
    "running_before": None,
    "running_after": None,
}


def test_a_sheet_has_every_number_of_the_spring():
    # D = 50, k = 2: 16 - 2; D = 70, k = 3 for a draw. Three ledger games with the one
    # of the autumn cost 9 (table 4): 1900 + 14 + 3 - 9 + 5.5 = 1913.5, up to 1914.
    games = [
        long(0, 2, 1),
        long(1, 0, 2),
        game(1, 2, 0, minutes=179, day=date(2026, 3, 15)),
        long(2, 1, 2, played=False),
        long(2, 1, 1),
    ]
    people = [Person(), Person(adjustment=5.5), Person()]
    arguments = columns(known(1850, 1900, 1970, games=1), games, people, SPRING)
    entered = {"rated": True, "reason": None, "halved": False, "bonus": 0}
    entered["paragraphs"] = ("LASK Rankingregel 1",)
    assert SYSTEM.explain_player(*arguments, player=1) == ExplainedStep(
        player=1,
        before=1900,
        start_from="rating",
        games=(
            ExplainedGame(
                row=1,
                colour="white",
                opponent=0,
                score=2,
                base=1900,
                opponent_base=1850,
                opponent_from="rating",
                difference=50,
                table_low=34,
                table_high=56,
                compensation=2,
                unhalved=14,
                change=14,
                running_before=1900,
                running_after=1914,
                **entered,
            ),
            ExplainedGame(
                row=2,
                colour="white",
                opponent=2,
                score=0,
                reason="too_short",
                base=1900,
                opponent_base=1970,
                opponent_from="rating",
                paragraphs=("LASK 4",),
                **NOT_ENTERED,
            ),
            ExplainedGame(
                row=3,
                colour="black",
                opponent=2,
                score=0,
                reason="forfeit",
                base=1900,
                opponent_base=1970,
                opponent_from="rating",
                paragraphs=("LASK 5",),
                **NOT_ENTERED,
            ),
            ExplainedGame(
                row=4,
                colour="black",
                opponent=2,
                score=1,
                base=1900,
                opponent_base=1970,
                opponent_from="rating",
                difference=70,
                table_low=57,
                table_high=79,
                compensation=3,
                unhalved=3,
                change=3,
                running_before=1914,
                running_after=1917,
                **entered,
            ),
        ),
        rated_games=2,
        score=3,
        change=17,
        bonus=0,
        deduction=-9,
        anniversaries=(),
        adjustment=5.5,
        assessed=None,
        raw=1913.5,
        rounded=1914,
        floored=False,
        after=1914,
        cited=CITED,
        measures=(Measure("season_games", None, 3, "LASK 6"),),
    )


def test_summer_bonus_follows_the_games_and_is_cited_beside_the_first_large_one():
    # Equals draw thrice; the second game is the first of a large event.
    games = [long(0, 1, 1, JULY) for _ in range(3)]
    lines, *rest = columns(known(1900, 1900), games, span=SUMMER)
    lines = replace(lines, large=np.array([False, True, True]))
    sheet = SYSTEM.explain_player(lines, *rest, player=1)
    plain, with_bonus = ("LASK Rankingregel 1",), ("LASK Rankingregel 1", "LASK 11a")
    assert [(line.bonus, line.paragraphs) for line in sheet.games] == [
        (0, plain),
        (0, with_bonus),
        (0, plain),
    ]
    # The running number is of games alone: the bonus is in the next season's base.
    assert [line.running_after for line in sheet.games] == [1900, 1900, 1900]
    assert (sheet.period_bonus, sheet.cited["bonus"]) == (16, "LASK 11a")
    assert (sheet.change, sheet.bonus, sheet.raw, sheet.after) == (0, 16, 1916, 1916)


def test_bonus_is_not_cited_beside_an_unrated_large_game():
    games = [long(0, 1, 1, JULY, played=played) for played in (False, True)]
    lines, *rest = columns(known(1900, 1900), games, span=SUMMER)
    lines = replace(lines, large=np.array([True, True]))
    sheet = SYSTEM.explain_player(lines, *rest, player=0)
    # Only a played game gives it (11a).
    assert ["LASK 11a" in line.paragraphs for line in sheet.games] == [False, True]


def test_bonus_is_cited_beside_a_game_of_the_summer_and_not_an_earlier_one():
    # Reported late: 30 May is before the summer, which alone gives the bonus (11a).
    days = (date(2026, 5, 30), date(2026, 7, 2))
    games = [long(0, 1, 1, day) for day in days]
    lines, *rest = columns(known(1900, 1900), games, span=SUMMER)
    lines = replace(lines, large=np.array([True, True]))
    sheet = SYSTEM.explain_player(lines, *rest, player=1)
    assert ["LASK 11a" in line.paragraphs for line in sheet.games] == [False, True]
    assert sheet.bonus == 16


@pytest.mark.parametrize("colour", ["white", "black"])
def test_an_event_rated_as_a_whole_shows_the_mean_on_either_side(colour):
    # 1900 against the mean 1950: D = 50, k = 2, a draw.
    pair = (0, 1) if colour == "white" else (1, 0)
    games = [game(*pair, 1, minutes=60, day=date(2026, 3, 15)), long(*pair, 1)]
    lines, *rest = columns(known(1900, 1700), games)
    means = {f"{colour}_mean": np.array([np.nan, 1950.0])}
    method = np.array([Method.GAMES, Method.MONRAD], np.int8)
    other = "black" if colour == "white" else "white"
    means[f"{other}_mean"] = np.array([np.nan, 1800.0])
    lines = replace(lines, event=np.array([1, 2]), method=method, **means)
    short, line = SYSTEM.explain_player(lines, *rest, player=0).games
    assert (short.opponent_base, short.opponent_from) == (1700, "rating")
    assert (line.opponent_base, line.opponent_from) == (1950, "section")
    assert (line.difference, line.compensation, line.change) == (50, 2, 2)
    assert line.paragraphs == ("LASK text, point 12",)


@pytest.mark.parametrize(
    ("method", "score", "reason"),
    [
        (Method.CONCENTRATED, 1, "no_game"),
        (Method.CONCENTRATED, 2, "forfeit"),
        (Method.MONRAD, 1, "forfeit"),
    ],
)
def test_two_of_a_section_without_a_game_have_no_forfeit(method, score, reason):
    lines, *rest = columns(known(1900, 1700), [long(0, 1, score, played=False)])
    lines = replace(lines, event=np.array([1]), method=np.array([method], np.int8))
    [line] = SYSTEM.explain_player(lines, *rest, player=0).games
    assert (line.rated, line.reason) == (False, reason)


def test_unrated_players_games_show_why_they_are_not_entered():
    guest = Side(1, member=False, outside=1800)
    games = [long(0, guest, 1), long(Side(0, member=False), guest, 1)]
    sheet = SYSTEM.explain_player(*columns(known(NONE, NONE), games), player=0)
    assert [(line.reason, line.paragraphs) for line in sheet.games] == [
        ("unrated", ("LASK 10",)),
        ("outside", ("LASK 8",)),
    ]
    assert [line.running_after for line in sheet.games] == [None, None]


def test_sheet_of_an_unrated_player_has_no_numbers():
    sheet = SYSTEM.explain_player(*columns(known(NONE, 1900), []), player=0)
    assert sheet == replace(STEP, cited=CITED)


def test_decided_start_rating_and_assessed_rating_are_shown():
    people = [Person(start=1699.5, assessed=1750), Person()]
    sheet = SYSTEM.explain_player(*columns(known(NONE, 1900), [], people), player=0)
    assert (sheet.before, sheet.start_from) == (1700, "decision")
    assert (sheet.raw, sheet.assessed, sheet.after) == (1700, 1750, 1750)


@pytest.mark.parametrize("colour", ["white", "black"])
def test_a_late_game_of_a_guest_is_counted_from_either_side(colour):
    # The guest has played later already: only the count of the season says it.
    guest = Side(1, member=False, outside=1800)
    games = [long(guest, 0, 1) if colour == "white" else long(0, guest, 1)]
    arguments = columns(known(1800, NONE), games)
    state = arguments[1]
    later = np.array([day_number(date(2027, 1, 1))] * 2, np.int32)
    lines, _, *rest = arguments
    outcome = SYSTEM.rate_step(lines, replace(state, last_played=later), *rest)
    assert outcome.touched.tolist() == [True, True]


@pytest.mark.parametrize("points", [1, -1])
def test_one_point_for_all_players_counts_as_a_decision(points):
    people = [Person(adjustment=points)] * 2
    outcome = rate(known(1800, 1700), [], people)
    assert outcome.after.tolist() == [1800 + points, 1700 + points]
    assert outcome.touched.tolist() == [True, True]

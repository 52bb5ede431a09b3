"""Explanation of one player's period under the FIDE rating system."""

from dataclasses import replace

from ratings.rules.elo.system import SYSTEM
from ratings.rules.explained import Measure
from tests.ratings.rules.columns import NONE, Person, Side, game
from tests.ratings.rules.elo.test_system import columns, known
from tests.ratings.rules.explanations import GAME, STEP

PLAIN = replace(
    GAME,
    base=2000,
    opponent_base=2500,
    paragraphs=("FIDE B.02, 8.3.2", "FIDE B.02, 8.3.3"),
)
RATED = replace(
    STEP,
    before=2000,
    start_from="rating",
    raw=2000,
    rounded=2000,
    after=2000,
    cited={
        "start": "FIDE B.02, 8.2",
        "adjustment": "FIDE B.02, 8.3.2",
        "rounding": "FIDE B.02, 8.3.4",
        "floor": "FIDE B.02, 7.2.1",
    },
    rounds_by=0.5,
)


def measures(career, highest):
    return (
        Measure("career_games", None, career, "FIDE B.02, 8.3.3"),
        Measure("highest", None, highest, "FIDE B.02, 8.3.3"),
    )


def explained(state, games, player=0, people=None):
    return SYSTEM.explain_player(*columns(state, games, people=people), player=player)


def test_explanation_has_every_number():
    # Win against 2500: D = 500 counts as 400, PD .08, 20 x .92 = 18.4. Draw with 2100:
    # D = -100, PD .36, 20 x .14 = 2.8. 21.2 is rounded 21, and 5 points are decided.
    state = known((2000, 50, 2000), (2500, 50, 2500), (2100, 9, 2100), (NONE,) * 3)
    games = [
        game(1, 2, 1),
        game(0, 1, 2),
        game(2, 0, 1),
        game(3, 0, 2),
        game(0, 1, 2, played=False),
    ]
    people = [Person(adjustment=5), Person(), Person(), Person()]
    assert explained(state, games, people=people) == replace(
        RATED,
        games=(
            replace(
                PLAIN,
                row=1,
                difference=400,
                change=18.4,
                expected=0.08,
                coefficient=20,
                paragraphs=("FIDE B.02, 8.3.1", *PLAIN.paragraphs),
            ),
            replace(
                PLAIN,
                row=2,
                colour="black",
                opponent=2,
                score=1,
                opponent_base=2100,
                difference=100,
                change=2.8,
                expected=0.36,
                coefficient=20,
            ),
            replace(
                PLAIN,
                row=3,
                colour="black",
                opponent=3,
                score=0,
                rated=False,
                reason="opponent_unrated",
                opponent_base=None,
                opponent_from=None,
                paragraphs=("FIDE B.02, 7.1",),
            ),
            replace(
                PLAIN,
                row=4,
                rated=False,
                reason="forfeit",
                paragraphs=("FIDE B.02, 7.1",),
            ),
        ),
        rated_games=2,
        score=3,
        change=21,
        adjustment=5,
        raw=2026.2,
        rounded=2026,
        after=2026,
        measures=measures(52, 2026),
    )


def test_newcomers_explanation_has_the_games_of_a_first_rating():
    # 2.5 of 5 against 2000 and two draws with 1800: Ra = 1942.86, dp = 0.
    state = known((NONE,) * 3, (2000, 50, 2000))
    games = [game(0, 1, score) for score in (2, 2, 1, 0, 0)]
    line = replace(PLAIN, base=None, opponent_base=2000, paragraphs=("FIDE B.02, 8.2",))
    assert explained(state, games) == replace(
        RATED,
        before=None,
        start_from=None,
        games=tuple(
            replace(line, row=row, score=score)
            for row, score in enumerate((2, 2, 1, 0, 0))
        ),
        rated_games=5,
        score=5,
        raw=None,
        rounded=None,
        after=1943,
        measures=measures(5, 1943),
    )


def test_unrated_player_has_no_highest_rating():
    found = explained(known((NONE,) * 3, (2000, 50, 2000)), [game(0, 1, 2)])
    assert (found.after, found.floored) == (None, False)
    assert found.measures == measures(0, None)


def test_player_falling_below_the_floor_sees_the_lost_rating():
    # K = 20, PD .50: 1405 - 10 = 1395 is below 1400.
    found = explained(known((1405, 50, 1500), (1405, 50, 1500)), [game(0, 1, 0)])
    assert (found.raw, found.rounded, found.floored) == (1395, 1395, True)
    assert found.after is None
    assert found.measures == measures(51, 1500)


def test_idle_player_has_no_measures():
    state = known((2000, 50, 2000), (2000, 50, 2000))
    assert explained(state, []) == RATED


def test_decided_ratings_are_named():
    state = known((NONE,) * 3, (2000, 50, 2000))
    people = [Person(start=1500), Person(assessed=2100)]
    start = explained(state, [], people=people)
    assert (start.before, start.start_from, start.after) == (1500, "decision", 1500)
    assessed = explained(state, [], player=1, people=people)
    assert (assessed.assessed, assessed.rounded, assessed.after) == (2100, 2000, 2100)


def test_guests_game_is_shown_as_unrated():
    state = known((2000, 50, 2000), (NONE,) * 3)
    games = [game(0, Side(1, member=False, outside=2000), 2)]
    found = explained(state, games, player=1)
    (line,) = found.games
    assert line == replace(
        PLAIN,
        colour="black",
        opponent=0,
        score=0,
        rated=False,
        reason="outside",
        base=None,
        opponent_base=2000,
        paragraphs=("FIDE B.02, 7.1",),
    )
    assert (found.before, found.rated_games, found.after) == (None, 0, None)

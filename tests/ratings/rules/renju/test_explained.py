"""Explanation of one player's tournament, or month, in the renju ranking."""

from dataclasses import replace
from datetime import date

from ratings.rules.explained import Norm, Note
from ratings.rules.renju.system import SYSTEM
from tests.ratings.rules.columns import Person, Side, game
from tests.ratings.rules.explanations import GAME, STEP
from tests.ratings.rules.renju.test_system import (
    MONTH,
    PLAYED_ON,
    columns,
    confirmed_on,
    ladder,
)

PLAIN = replace(GAME, base=10, opponent_base=10, paragraphs=("Renju 2 §2",))
CITED = {
    "start": "Renju 4 §2",
    "deduction": "Renju 2 §5",
    "adjustment": "Renju 1 §2",
    "rounding": "Renju 2 §2",
}
NOTHING = replace(STEP, cited=CITED)


def explained(people, games, player, **facts):
    return SYSTEM.explain_player(*columns(people, games, **facts), player)


def test_explanation_of_a_tournament_has_every_number():
    # C of the eight equals (`test_eight_equals_by_hand`): lost to A and B, won five;
    # 1 dan is met with 4.5 and 2 dan would take 5.5. Had 9 when it was booked, so two
    # units are written; a game that was not finished counts for nothing (3 §3).
    people, games = ladder()
    games = [*games, game(2, 0, 1, played=False, day=PLAYED_ON)]
    standing = [10, 10, 9, *[10] * 5]
    rows = [row for row, each in enumerate(games) if 2 in _players(each)]
    # 3.5 + 1.05 x (P - 10), in half points: 1 for 4 kyu (7), 13 for 3 dan (13).
    needed = {7: 1, 8: 3, 9: 5, 10: 7, 11: 9, 12: 11, 13: 13}
    assert explained(people, games, 2, standing=standing) == replace(
        NOTHING,
        player=2,
        before=10,
        start_from="rating",
        games=(
            *(
                replace(PLAIN, row=row, colour="black", opponent=other, score=0)
                for row, other in zip(rows, (0, 1), strict=False)
            ),
            *(
                replace(PLAIN, row=row, opponent=other)
                for row, other in zip(rows[2:], range(3, 8), strict=False)
            ),
            replace(
                PLAIN,
                row=len(games) - 1,
                opponent=0,
                score=1,
                rated=False,
                reason="forfeit",
                paragraphs=("Renju 3 §3",),
            ),
        ),
        rated_games=7,
        score=10,
        change=2,
        raw=12,
        rounded=12,
        after=11,
        rounds_by=float("inf"),
        meanwhile=-1,
        notes=(Note("raised", "Renju 2 §2g", 11),),
        norms=tuple(Norm(level, score, score <= 10) for level, score in needed.items()),
    )


def _players(each):
    return each.white.player, each.black.player


def test_games_of_a_player_from_outside_are_shown_as_unrated():
    people, games = ladder()
    people[7] = Person()
    outside = Side(7, member=False, outside=10.0)
    games = [
        replace(
            each,
            white=outside if each.white.player == 7 else each.white,
            black=outside if each.black.player == 7 else each.black,
        )
        for each in games
    ]
    found = explained(people, games, 7)
    assert (found.rated_games, found.score) == (0, 0)
    assert {(each.rated, each.reason, each.paragraphs) for each in found.games} == {
        (False, "outside", ("Renju 3 §3",))
    }
    assert explained(people, games, 0).games[0].reason is None


def test_month_explanation_shows_decisions():
    # Confirmed in January 2020, so five years are full (2 §5): the level of 10 and two
    # decided units counts as confirmed that day.
    memory = confirmed_on(date(2020, 1, 20))
    people = [Person(rating=10.0, adjustment=2)]
    assert explained(people, [], 0, span=MONTH, memory=memory) == replace(
        NOTHING,
        before=10,
        start_from="rating",
        adjustment=2,
        raw=12,
        rounded=12,
        after=12,
    )


def test_month_explanation_shows_that_a_level_falls():
    memory = confirmed_on(date(2020, 1, 20))
    assert explained(
        [Person(rating=10.0)], [], 0, span=MONTH, memory=memory
    ) == replace(
        NOTHING,
        before=10,
        start_from="rating",
        deduction=-1,
        raw=9,
        rounded=9,
        after=9,
    )


def test_month_explanation_shows_the_start_level():
    since = Note("start_confirmed", "Renju 2 §5", days=(date(2025, 1, 31),))
    assert explained([Person(start=12.0)], [], 0, span=MONTH) == replace(
        NOTHING,
        before=12,
        start_from="decision",
        raw=12,
        rounded=12,
        after=12,
        notes=(since,),
    )
    assert explained([Person()], [], 0, span=MONTH) == NOTHING


def test_norm_is_met_by_exactly_its_points():
    # C draws with the last: 9 half points, and 1 dan (11) takes as many.
    people, games = ladder()
    row = next(row for row, each in enumerate(games) if set(_players(each)) == {2, 7})
    games[row] = replace(games[row], score=1)
    step = explained(people, games, 2)
    needed = {7: 1, 8: 3, 9: 5, 10: 7, 11: 9, 12: 11, 13: 13}
    assert step.norms == tuple(
        Norm(level, score, level <= 11) for level, score in needed.items()
    )


def test_outside_level_is_distinguished_from_a_default_one():
    people, games = ladder()
    people[0] = people[1] = Person()
    games = [
        replace(
            each,
            white=Side(0, outside=10.0) if each.white.player == 0 else each.white,
            black=Side(0, outside=10.0) if each.black.player == 0 else each.black,
        )
        for each in games
    ]
    shown = {each.opponent: each for each in explained(people, games, 2).games}
    assert (shown[0].opponent_from, shown[0].opponent_base) == ("outside", 10)
    assert shown[1].opponent_from == "default"
    assert shown[3].opponent_from == "rating"
    assert explained(people, games, 0).start_from == "outside"

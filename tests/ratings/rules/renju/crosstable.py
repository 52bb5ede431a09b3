"""Correspondence tournaments written as crosstables, and random ones."""

from random import Random

from hypothesis import strategies as st

from ratings.rules.renju.levels import read_level
from ratings.rules.renju.records import InputGame, InputPlayer
from ratings.rules.renju.tournament import rate_tournament

NAMES = "ABCDEFGHIJKL"


def level(text: str) -> int:
    """Return the level of a text."""
    return read_level(text)


def ranked(*levels: str) -> list[InputPlayer]:
    """Return players A, B, C and so on with these levels."""
    return [
        InputPlayer(name, read_level(text))
        for name, text in zip(NAMES, levels, strict=False)
    ]


def games_of(players: list[InputPlayer], table: str) -> list[InputGame]:
    """Return a table's games: each row has a player's half points, `.` for no game.

    Both halves of the table are written and must agree.
    """
    rows = table.split()
    assert [len(row) for row in rows] == [len(players)] * len(players)
    games = []
    for a, row in enumerate(rows):
        for b in range(a):
            if row[b] == ".":
                assert rows[b][a] == "."
                continue
            assert int(row[b]) + int(rows[b][a]) == 2
            games.append(InputGame(players[b].id, players[a].id, int(rows[b][a])))
    return games


def rate(players: list[InputPlayer], table: str, **facts):
    """Return the result of every player of a tournament by name."""
    outcome = rate_tournament(players, games_of(players, table), **facts)
    assert outcome.cycle is None
    return {player.id: player for player in outcome.players}


def random_tournament(seed: int, new: int, known: int, meetings: int = 1):
    """Return a round robin of so many cycles with random results."""
    random = Random(seed)  # noqa: S311 - nothing is hidden in it
    players = [InputPlayer(place, None) for place in range(new)]
    players += [
        InputPlayer(
            new + place, random.randint(1, 20), first_tournament=random.random() < 0.2
        )
        for place in range(known)
    ]
    games = [
        InputGame(a, b, random.randint(0, 2))
        for a in range(new + known)
        for b in range(a)
        for _ in range(meetings)
    ]
    return players, games


LEVEL = st.integers(1, 20)
CHANGED = st.none() | LEVEL


@st.composite
def players_of(draw, most_new: int = 4) -> list[InputPlayer]:
    """Draw four to nine players, some of them new, some whose ranking has changed."""
    new = draw(st.integers(0, most_new))
    centre = draw(LEVEL)
    near = st.integers(max(1, centre - 4), min(20, centre + 4))
    known = draw(st.lists(near | LEVEL, min_size=4 - min(new, 4), max_size=9 - new))
    players = [InputPlayer(place, None) for place in range(new)]
    for own in known:
        changed = draw(st.booleans()) and draw(st.booleans())
        players.append(
            InputPlayer(
                len(players),
                own,
                at_three_months=draw(CHANGED) if changed else None,
                at_end=draw(CHANGED) if changed else None,
                first_tournament=draw(st.booleans()),
            )
        )
    return draw(st.permutations(players))


@st.composite
def tournaments(draw, most_new: int = 4) -> tuple[list[InputPlayer], list[InputGame]]:
    """Draw a tournament in which most players meet, some twice; a few games do not
    count or have no result."""
    players = draw(players_of(most_new))
    scores = st.sampled_from([0, 0, 1, 2, 2])
    games = []
    pairs = [(a, b) for a in range(len(players)) for b in range(a)]
    for a, b in pairs:
        for _ in range(draw(st.sampled_from([1, 1, 1, 1, 0, 2]))):
            counts = draw(st.sampled_from([True] * 9 + [False]))
            games.append(InputGame(players[a].id, players[b].id, draw(scores), counts))
    if draw(st.integers(0, 9)) == 0:
        games.append(InputGame(players[0].id, players[1].id, None))
    return players, games

"""Random steps for property tests, with numbers near every limit of the rules."""

from datetime import date, timedelta

from hypothesis import strategies as st

from ratings.rules.calendar import THREE_PERIODS, period_of
from tests.ratings.rules.columns import NONE, Game, Person, Side, Step

RATINGS = st.one_of(
    st.integers(700, 2700),
    st.sampled_from([799, 800, 999, 1000, 1010, 1199, 1200, 1215, 2199, 2200]),
).map(float)
MAYBE = st.one_of(st.just(NONE), RATINGS)
SELDOM = st.one_of(st.just(NONE), st.just(NONE), st.just(NONE), RATINGS)
MOSTLY = st.one_of(st.just(NONE), RATINGS, RATINGS, RATINGS, RATINGS, RATINGS)
DAYS = st.dates(date(2019, 1, 1), date(2026, 12, 31))


@st.composite
def sides(draw, player, *, plain):
    if plain:
        return Side(player)
    member = draw(st.sampled_from([True, True, True, False]))
    return Side(
        player,
        member=member,
        outside=draw(SELDOM if member else MOSTLY),
        adopts=draw(st.booleans()),
        born=draw(st.sampled_from([0, 1950, 2004, 2010, 2011, 2012])),
    )


@st.composite
def games(draw, period, players, *, plain):
    white = draw(st.integers(0, players - 1))
    black = draw(st.integers(0, players - 2))
    days = (period.last_date - period.first_date).days
    late = 0 if plain else draw(st.sampled_from([0, 0, 0, 0, 5, -200]))
    return Game(
        draw(sides(white, plain=plain)),
        draw(sides(black + (black >= white), plain=plain)),
        draw(st.integers(0, 2)),
        played=plain or draw(st.sampled_from([True, True, True, False])),
        minutes=120 if plain else draw(st.sampled_from([120, 120, 90, 60, 59, 15])),
        day=period.first_date + timedelta(days=draw(st.integers(0, days)) + late),
    )


@st.composite
def people(draw, *, plain):
    if plain:
        return Person(draw(RATINGS), draw(st.one_of(st.none(), DAYS)))
    return Person(
        rating=draw(MAYBE),
        last_played=draw(st.one_of(st.none(), DAYS)),
        adopts=draw(st.booleans()),
        start=draw(SELDOM),
        adjustment=draw(st.sampled_from([0, 0, 0, -100, 25, 12.5])),
        assessed=draw(SELDOM),
        bonus_withheld=draw(st.sampled_from([False, False, True])),
    )


@st.composite
def steps(draw, *, plain=False, players=None):
    """Draw a step. Plain: all players have a rating, all games are rated and no
    district adopts the bonus. `players`: their number, if it matters.
    """
    period = period_of(draw(DAYS), THREE_PERIODS)
    players = players or draw(st.integers(2, 7))
    played = draw(st.lists(games(period, players, plain=plain), max_size=20))
    return Step(
        [draw(people(plain=plain)) for _ in range(players)],
        sorted(played, key=lambda game: game.day),
        period.first_date,
        period.last_date,
    )

"""Whole renju tournaments compared with a slow implementation of the text, in
fractions.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.renju.tournament import rate_tournament
from tests.ratings.rules.renju.crosstable import tournaments

HALF, QUARTER, UNIT = Fraction(1, 2), Fraction(1, 4), Fraction(15, 100)


def to_half_points(points: Fraction) -> Fraction:
    """2 §2f: nearest half point, an exact quarter upwards."""
    return Fraction(floor(points * 2 + HALF), 2)


def within(level: int) -> int:
    return min(20, max(1, level))


@dataclass
class SlowReading:
    """One player, one paragraph at a time; points are points."""

    players: list
    games: list

    def __post_init__(self):
        self.by_id = {player.id: player for player in self.players}
        self.finished = [
            game for game in self.games if game.counts and game.score is not None
        ]

    def played(self, who, games=None):
        """Return opponent and own points of each finished game."""
        for game in self.finished if games is None else games:
            if game.a == who:
                yield game.b, Fraction(game.score, 2)
            if game.b == who:
                yield game.a, 1 - Fraction(game.score, 2)

    def norm(self, constant, level, opponents):
        mean = Fraction(sum(opponents), len(opponents))
        return to_half_points((constant + UNIT * (level - mean)) * len(opponents))

    # Article 4

    def rough(self, who):
        met = [
            (self.by_id[opponent].level, points)
            for opponent, points in self.played(who)
            if self.by_id[opponent].level is not None
        ]
        if not met:
            return 1
        mean = Fraction(sum(level for level, _ in met), len(met))
        share = sum(points for _, points in met) / len(met)
        return within(floor(mean + (share - HALF) / UNIT + HALF))

    def entry_rankings(self):
        """Return all levels, or None if those of new players never settle."""
        known = {player.id: player.level for player in self.players if player.level}
        new = [
            player.id
            for player in self.players
            if player.level is None and list(self.played(player.id))
        ]
        levels = {who: self.rough(who) for who in new}
        history = []
        while levels not in history:
            history.append(levels)
            levels = {who: self.entered(who, known | levels) for who in new}
        return known | levels if levels == history[-1] else None

    def entered(self, who, levels):
        met = list(self.played(who))
        scored = sum(points for _, points in met)
        opponents = [levels[opponent] for opponent, _ in met]
        reached = [
            level
            for level in range(1, 21)
            if max(HALF, self.norm(HALF, level, opponents)) <= scored
        ]
        return max(reached, default=1)

    # Articles 2 and 3

    def rate(self):
        levels = self.entry_rankings()
        if levels is None:
            return None
        return [self.after(player, levels) for player in self.players]

    def after(self, player, levels):
        unchanged = player.at_end or player.at_three_months or player.level
        if len(self.players) < 5 or any(game.score is None for game in self.games):
            return unchanged
        if player.level is None:
            return levels.get(player.id)
        if not self.has_norm(player, levels):
            return unchanged
        p1 = self.by_norms(player, levels)
        p0 = player.at_three_months or player.level
        p2 = player.at_end or p0
        if p1 >= p0:
            return max(p1, p2)
        return p2 - 1 if p2 >= p0 else p2

    def has_norm(self, player, levels):
        met = [levels[opponent] for opponent, _ in self.played(player.id)]
        near = [level for level in met if player.level - level <= 3]
        return len(met) >= 7 and len(near) >= 5

    def by_norms(self, player, levels):
        own = player.level
        opponents = [
            own + max(-3, min(3, levels[opponent] - own))
            for opponent, _ in self.played(player.id)
        ]
        scored = sum(points for _, points in self.played(player.id))
        highest = 20 if player.first_tournament else min(20, own + 2)
        for level in range(highest, own, -1):
            if scored >= self.norm(HALF, level, opponents):
                return level
        if scored >= self.norm(QUARTER, own, opponents) or self.is_top(player):
            return own
        return within(own - 1)

    def is_top(self, player):
        totals = [
            sum(points for _, points in self.played(other.id, self.with_result()))
            for other in self.players
        ]
        own = sum(points for _, points in self.played(player.id, self.with_result()))
        return own == max(totals)

    def with_result(self):
        return [game for game in self.games if game.score is not None]


def levels_of(outcome):
    if outcome.cycle:
        return None
    return [player.level for player in outcome.players]


@given(tournaments())
def test_tournament_agrees_with_a_slow_implementation_of_the_text(tournament):
    players, games = tournament
    outcome = rate_tournament(players, games)
    assert levels_of(outcome) == SlowReading(players, games).rate()


@given(tournaments(), st.data())
def test_the_order_of_games_and_players_does_not_matter(tournament, data):
    players, games = tournament
    before = rate_tournament(players, games)
    shuffled = data.draw(st.permutations(games))
    assert rate_tournament(players, shuffled) == before
    others = data.draw(st.permutations(players))
    after = rate_tournament(others, shuffled)
    assert (after.cycle is None) is (before.cycle is None)
    by_id = {player.id: player for player in after.players}
    assert [by_id[player.id] for player in before.players] == list(before.players)


@given(tournaments())
def test_side_of_a_player_does_not_matter(tournament):
    players, games = tournament
    turned = [
        replace(
            game,
            a=game.b,
            b=game.a,
            score=None if game.score is None else 2 - game.score,
        )
        for game in games
    ]
    assert rate_tournament(players, turned) == rate_tournament(players, games)


@given(tournaments())
def test_levels_stay_within_bounds_and_permitted_steps(tournament):
    players, games = tournament
    for player, rated in zip(
        players, rate_tournament(players, games).players, strict=False
    ):
        assert rated.level is None or 1 <= rated.level <= 20
        if player.level is None or rated.by_norms is None:
            continue
        assert rated.by_norms >= max(1, player.level - 1)
        assert player.first_tournament or rated.by_norms <= player.level + 2


@given(tournaments(most_new=0), st.data())
def test_a_point_more_never_gives_a_ranked_player_a_lower_level(tournament, data):
    players, games = tournament
    place = data.draw(st.integers(0, len(games) - 1)) if games else None
    if place is None or games[place].score in (None, 2):
        return
    better = list(games)
    better[place] = replace(games[place], score=games[place].score + 1)
    row = [player.id for player in players].index(games[place].a)
    before = rate_tournament(players, games).players[row]
    after = rate_tournament(players, better).players[row]
    assert after.level >= before.level
    assert (after.by_norms or 0) >= (before.by_norms or 0)


@given(tournaments())
def test_level_is_changed_only_if_the_norms_apply(tournament):
    players, games = tournament
    for player, rated in zip(
        players, rate_tournament(players, games).players, strict=False
    ):
        if not rated.holds:
            assert rated.level == (
                player.at_end or player.at_three_months or player.level
            )
            assert not rated.confirmed

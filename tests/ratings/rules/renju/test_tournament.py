"""Whole renju tournaments, computed by hand (Renju articles 2 to 4)."""

from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest

from ratings.rules.renju.records import InputGame, InputPlayer
from ratings.rules.renju.steps import PARAGRAPHS, Code, RuleStep
from ratings.rules.renju.tournament import rate_tournament
from tests.ratings.rules.renju.crosstable import games_of, level, ranked, rate

# Eight 1 kyus (10); A wins all, B all but one, and so on down to H.
EIGHT = ranked(*["1 kyu"] * 8)
LADDER = ".2222222 0.222222 00.22222 000.2222 0000.222 00000.22 000000.2 0000000."


def codes(player):
    return [step.code for step in player.steps]


def levels(rated):
    return [player.level for player in rated.values()]


def test_eight_equals_by_hand():
    # N = 7, Pmean = 10. Keep 1.75, up to 2.0; 1 dan 4.55, 4.5; 2 dan 5.6, 5.5;
    # 3 dan 6.65, 6.5. A has 7 and B 6: 2 dan, two units up. C has 5: 1 dan. D, E, F
    # have 4, 3, 2: kept. G and H have 1 and 0: a unit down.
    rated = rate(EIGHT, LADDER)
    assert levels(rated) == [12, 12, 11, 10, 10, 10, 9, 9]
    assert [player.score for player in rated.values()] == [14, 12, 10, 8, 6, 4, 2, 0]
    assert {player.games for player in rated.values()} == {7}
    assert {player.mean for player in rated.values()} == {Fraction(10)}
    assert {player.keep for player in rated.values()} == {4}
    # 3.5 + 1.05 * (P - 10) for P = 1 … 20, in half points.
    assert rated["A"].obtain == (
        -12, -10, -8, -6, -3, -1, 1, 3, 5, 7, 9, 11, 13, 15, 18, 20, 22, 24, 26, 28,
    )  # fmt: skip
    assert codes(rated["A"]) == ["raised", "limited"]
    assert [codes(rated[name]) for name in "CDH"] == [["raised"], ["kept"], ["lowered"]]


def test_meeting_the_obtain_norm_of_the_own_level_confirms_it():
    # 2 §5: D has met 3.5, the obtain-norm of 1 kyu, E has not. G fell to 2 kyu (9),
    # 3.5 - 1.05 = 2.45, 2.5, and has 1.
    rated = rate(EIGHT, LADDER)
    confirmed = [name for name, player in rated.items() if player.confirmed]
    assert confirmed == ["A", "B", "C", "D"]


def test_first_tournament_gives_the_level_of_the_norm_subject_to_the_board():
    # 3 §4, 1 §5: A has met the norm of 3 dan.
    players = [replace(EIGHT[0], first_tournament=True), *EIGHT[1:]]
    rated = rate(players, LADDER)
    assert rated["A"].level == level("3 dan")
    assert codes(rated["A"]) == ["raised", "first_tournament", "board"]


# A, 5 dan (15), against seven 2 dans (12): 3 won, 3 drawn, 1 lost, 4.5 points. Among
# themselves the others draw.
STRONG = ranked("5 dan", *["2 dan"] * 7)
DRAWN = ".2221110 0.111111 01.11111 011.1111 1111.111 11111.11 111111.1 2111111."


def test_top_scorer_keeps_the_level():
    # A: 1.75 + 0.15 * (105 - 84) = 4.9, 5.0, not met with 4.5; no player has more (2
    # §3).
    # H: 4 points; 15 + 6 * 12 = 87: 3 dan (13) 3.5 + 0.15 * (91 - 87) = 4.1, 4.0, met;
    # 4 dan 5.15, 5.0.
    # The rest have 3 or 3.5: keep 1.75 + 0.15 * (84 - 87) = 1.3, 1.5, met.
    rated = rate(STRONG, DRAWN)
    assert levels(rated) == [15, 12, 12, 12, 12, 12, 12, 13]
    assert codes(rated["A"]) == ["most_points"]
    assert codes(rated["H"]) == ["raised", "board"]
    assert [rated[name].confirmed for name in "AH"] == [False, True]


def test_shared_top_score_counts_for_all():
    # A drew with D as well: 4.0 points, as many as H, where 5.0 are required.
    shared = ".2211110 0.111111 01.11111 111.1111 1111.111 11111.11 111111.1 2111111."
    rated = rate(STRONG, shared)
    assert [rated[name].score for name in "AH"] == [8, 8]
    assert (rated["A"].level, codes(rated["A"])) == (15, ["most_points"])


# The same, but H beat G: 4.5 points, more than the 4.0 of A.
BEHIND = ".2211110 0.111111 01.11111 111.1111 1111.111 11111.11 111111.0 2111112."


def test_player_who_is_not_top_scorer_falls():
    rated = rate(STRONG, BEHIND)
    assert [rated[name].score for name in "AH"] == [8, 9]
    assert rated["A"].level == 14
    # Only a rising player waits for the board (1 §5).
    assert codes(rated["A"]) == ["lowered"]


def with_board(players, place, *decided):
    return [
        replace(player, board=decided) if place == row else player
        for row, player in enumerate(players)
    ]


THREE_DAN, TWO_DAN = level("3 dan"), level("2 dan")


def test_decision_of_the_board_is_applied():
    # H: 3 dan by the norms (`test_top_scorer_keeps_the_level`).
    confirmed = rate(with_board(STRONG, 7, (THREE_DAN, THREE_DAN)), DRAWN)["H"]
    assert (confirmed.level, codes(confirmed)) == (
        THREE_DAN,
        ["raised", "decided_by_board"],
    )
    lower = rate(with_board(STRONG, 7, (THREE_DAN, TWO_DAN)), DRAWN)["H"]
    assert (lower.level, codes(lower)) == (TWO_DAN, ["raised", "decided_by_board"])


def test_decision_of_the_board_about_another_level_is_ignored():
    four_dan = level("4 dan")
    rated = rate(with_board(STRONG, 7, (four_dan, four_dan)), DRAWN)["H"]
    assert (rated.level, codes(rated)) == (THREE_DAN, ["raised", "board"])


def test_decision_of_the_board_does_not_lower_the_previous_level():
    # After the decision for 1 dan, another tournament has given 2 dan.
    players = with_board(STRONG, 7, (THREE_DAN, level("1 dan")))
    assert rate(players, DRAWN)["H"].level == TWO_DAN


def test_points_of_a_game_that_does_not_count_are_part_of_the_total():
    # 2 §3, 3 §3: B forfeited a second game to A early. It is no finished game, but it
    # gives A 5.0 points in all, more than the 4.5 of H.
    games = [*games_of(STRONG, BEHIND), InputGame("A", "B", 2, counts=False)]
    a, b, *_ = rate_tournament(STRONG, games).players
    assert [(player.games, player.score) for player in (a, b)] == [(7, 8), (7, 6)]
    assert (a.level, codes(a)) == (15, ["most_points"])


def test_opponents_far_away_count_as_three_units():
    # A, 1 kyu (10), against 5 dan (15), 13, 12, 10, 8, 7 and 10 kyu (1): counted as
    # 13, 13, 12, 10, 8, 7, 7 = 70, Pmean = 10. Two were moved.
    players = [
        InputPlayer(name, own)
        for name, own in zip("ABCDEFGH", [10, 15, 13, 12, 10, 8, 7, 1], strict=True)
    ]
    a = rate(players, LADDER)["A"]
    assert (a.total, a.mean) == (70, 10)
    assert a.steps[0] == RuleStep("counted_as_three_away", count=2)
    assert a.steps[0].paragraph == "Renju 2 §2c"
    # Six of the seven are at most three units below.
    assert (a.holds, a.level) == (True, 12)


# Six 1 kyus who met once: five games each.
SIX = ranked(*["1 kyu"] * 6)
SIX_TABLE = ".22222 0.2222 00.222 000.22 0000.2 00000."


def test_tournament_with_four_participants_changes_no_level():
    # 3 §1. A has won nine games of nine.
    games = [InputGame(a, b, 2) for a, b in ("AB", "AC", "AD", "BC", "BD", "CD")] * 3
    outcome = rate_tournament(ranked(*["1 kyu"] * 4), games)
    assert [player.level for player in outcome.players] == [10] * 4
    assert {player.holds for player in outcome.players} == {False}
    assert outcome.players[0].by_norms == 12
    assert outcome.players[0].steps[-1] == RuleStep("too_few_participants", count=4)
    # Five are enough, also if the fifth has not finished a game. N = 9: 2 dan 7.2, 7.0;
    # 1 dan 5.85, 6.0; keep 2.25, up to 2.5. They have 9, 6, 3 and 0.
    five = rate_tournament(ranked(*["1 kyu"] * 5), games)
    assert [player.level for player in five.players] == [12, 11, 10, 9, 10]
    assert five.players[4].steps == (
        RuleStep("too_few_games", count=0),
        RuleStep("too_few_near_games", count=0),
    )


def test_only_sanctioned_tournaments_change_rankings():
    # 2 §1.
    rated = rate(EIGHT, LADDER, sanctioned=False)
    assert levels(rated) == [10] * 8
    assert codes(rated["H"]) == ["lowered", "not_sanctioned"]
    assert not rated["A"].confirmed


def test_norms_apply_only_when_all_games_are_finished():
    # 2 §2: they are still shown, for the finished games.
    games = [*games_of(EIGHT, LADDER), InputGame("G", "H", None)]
    outcome = rate_tournament(EIGHT, games)
    assert [player.level for player in outcome.players] == [10] * 8
    assert [player.by_norms for player in outcome.players][:3] == [12, 12, 11]
    assert outcome.players[0].steps[-1] == RuleStep("unfinished_games", count=1)


def test_six_finished_games_are_too_few_and_seven_are_enough():
    # 3 §2: a game that does not count is no finished game.
    games = games_of(EIGHT, LADDER)
    early = [replace(game, counts=game.b != "H") for game in games]
    a, *_, h = rate_tournament(EIGHT, early).players
    assert (a.games, a.level, a.steps[-1]) == (
        6,
        10,
        RuleStep("too_few_games", count=6),
    )
    assert (h.games, h.score, h.total, h.level, h.mean) == (0, 0, 0, 10, None)
    assert (h.obtain, h.keep, h.by_norms) == ((), None, None)
    assert rate(EIGHT, LADDER)["A"].holds


@pytest.mark.parametrize(("far", "holds"), [(2, True), (3, False)])
def test_five_games_against_players_at_most_three_units_below_are_required(far, holds):
    # 3 §2, A 1 kyu (10): 4 kyu (7) is three units below, 5 kyu (6) four.
    others = [level("4 kyu")] * (7 - far) + [level("5 kyu")] * far
    players = [InputPlayer("A", 10)]
    players += [
        InputPlayer(name, own) for name, own in zip("BCDEFGH", others, strict=True)
    ]
    a = rate(players, LADDER)["A"]
    assert (a.games, a.holds) == (7, holds)
    if not holds:
        assert a.steps[-1] == RuleStep("too_few_near_games", count=4)


def test_too_few_games_leave_the_ranking_changed_elsewhere():
    # Conditions not met: unchanged, so what it is when the tournament ends.
    players = [replace(SIX[0], at_three_months=12, at_end=13), *SIX[1:]]
    players[1] = replace(SIX[1], at_three_months=11)
    rated = rate(players, SIX_TABLE)
    assert levels(rated) == [13, 11, 10, 10, 10, 10]


def test_ranking_changed_during_the_tournament_is_combined():
    # 2 §4. A: P1 = 12 >= P0 = 10, P2 = 14: 14. G: P1 = 9 < P0 = 10, P2 = 12: 11.
    # H: P1 = 9 < P0 = 10, P2 = 8: 8. D: P1 = 10 < P0 = 11, P2 = P0: 10.
    changed = {"A": (None, 14), "D": (11, None), "G": (10, 12), "H": (None, 8)}
    players = [
        replace(player, at_three_months=p0, at_end=p2)
        for player in EIGHT
        for p0, p2 in [changed.get(player.id, (None, None))]
    ]
    rated = rate(players, LADDER)
    assert levels(rated) == [14, 12, 11, 10, 10, 10, 11, 8]
    assert [codes(rated[name])[-1] for name in "ADGH"] == [
        "later_ranking_higher",
        "later_ranking_lowered",
        "later_ranking_lowered",
        "later_ranking_stands",
    ]
    # The norms of the others are those of the rankings at the start.
    before = rate(EIGHT, LADDER)
    for name, player in rated.items():
        assert player.obtain == before[name].obtain
        assert player.by_norms == before[name].by_norms


NEW = [InputPlayer("X", None), InputPlayer("Y", None)]
WITH_NEW = ".0222220 2.222000 00.11111 001.1111 0011.111 02111.11 021111.1 2211111."


def test_entry_rankings_are_computed_before_ranked_players():
    # X 1 dan (11), Y 1 kyu (10): see renju/test_newcomers.
    # The 1 kyus: 5 * 10 + 11 + 10 = 71; keep 1.75 - 0.15 = 1.6, 1.5; 1 dan 3.5 + 0.15
    # * 6 = 4.4, 4.5; 2 dan 5.45, 5.5. F has 4.5, the others 2.5 or 3.5.
    rated = rate([*NEW, *SIX], WITH_NEW)
    assert levels(rated) == [11, 10, 10, 10, 10, 10, 10, 11]
    assert rated["F"].total == 71
    assert rated["X"].steps == (
        RuleStep("rough_estimate", 12, 6),
        RuleStep("settled", 11, 2),
        RuleStep("entry_is_final", 11),
    )
    assert (rated["X"].before, rated["X"].entry, rated["X"].keep) == (None, 11, None)
    assert rated["X"].confirmed
    # A new player's norm is at least half a point: 0.35 of 7 kyu … 4 kyu too.
    assert rated["X"].obtain[:8] == (1, 1, 1, 1, 1, 1, 1, 3)


def test_new_players_need_no_seven_games():
    # 3 §2 does not apply to them; five participants are required.
    players = [InputPlayer("X", None), *ranked(*["1 kyu"] * 4)]
    games = [InputGame("X", "A", 1), InputGame("X", "B", 1)]
    x = rate_tournament(players, games).players[0]
    # 1 dan: 1 + 0.15 * 2 = 1.3, 1.5, not met; 1 kyu: 1.0, met.
    assert (x.level, x.holds) == (10, True)
    four = rate_tournament(players[:4], games).players[0]
    assert (four.entry, four.level, four.holds) == (10, None, False)


def test_new_player_without_a_point_is_10_kyu():
    players = [InputPlayer("X", None), *ranked(*["5 dan"] * 7)]
    x = rate(players, ".0000000 2.222222 20.22222 200.2222 2000.222 20000.22 200000.2 2000000.")["X"]  # fmt: skip
    assert (x.level, x.obtain[0]) == (1, 1)
    assert codes(x)[-2:] == ["nothing_scored", "entry_is_final"]


def test_new_player_without_finished_games_has_no_ranking():
    players = [InputPlayer("X", None), *EIGHT]
    x = rate_tournament(players, games_of(EIGHT, LADDER)).players[0]
    assert (x.entry, x.level, x.mean, codes(x)) == (
        None,
        None,
        None,
        ["no_finished_game"],
    )


def test_new_player_may_have_got_a_ranking_in_another_tournament():
    # 2 §4 with P0 = P1 = 11, no level being known three months after the start: max.
    players = [replace(NEW[0], at_end=13), NEW[1], *SIX]
    x = rate(players, WITH_NEW)["X"]
    assert (x.entry, x.level) == (11, 13)
    assert codes(x)[-1] == "later_ranking_higher"


def test_decided_level_is_entry_and_final_ranking():
    decided = [replace(NEW[0], decided=13), replace(NEW[1], decided=8)]
    rated = rate([*decided, *SIX], WITH_NEW)
    assert [rated[name].level for name in "XY"] == [13, 8]
    assert codes(rated["X"]) == ["decided", "entry_is_final", "board"]
    assert rated["F"].total == 71
    # It applies without a finished game too.
    idle = rate_tournament(
        [replace(NEW[0], decided=9), *EIGHT], games_of(EIGHT, LADDER)
    )
    assert (idle.players[0].level, idle.players[0].confirmed) == (9, True)


def test_distance_to_a_new_opponent_is_by_the_entry_ranking():
    # X and Y drew and lost all other games. R0: 10 - 0.5 / 0.15 = 6.67, 7. Round 1,
    # total 67:
    # P = 7: 3.5 + 0.15 * (49 - 67) = 0.8, 1.0, not met; P = 6: at least 0.5, met: 6.
    # Round 2, total 66: P = 7: 0.95, 1.0: 6.
    # So A, 1 kyu (10), has met two who are more than three units below, counted as 7
    # each, and five 1 kyus.
    table = ".1000000 1.000000 22.22222 220.2222 2200.222 22000.22 220000.2 2200000."
    rated = rate([*NEW, *SIX], table)
    assert [rated[name].entry for name in "XY"] == [6, 6]
    assert (rated["A"].total, rated["A"].holds) == (64, True)
    assert rated["A"].steps[0] == RuleStep("counted_as_three_away", count=2)
    # One 1 kyu less, and only four are near.
    games = games_of([*NEW, *SIX], table)
    without_f = [
        replace(game, counts={game.a, game.b} != {"A", "F"}) for game in games
    ] + [InputGame("A", "X", 2)]
    a = rate_tournament([*NEW, *SIX], without_f).players[2]
    assert (a.games, a.holds) == (7, False)
    assert a.steps[-1] == RuleStep("too_few_near_games", count=4)


def test_tournament_without_players_has_an_empty_outcome():
    assert rate_tournament([], []).players == ()


def test_every_code_has_its_paragraph():
    assert PARAGRAPHS.keys() == set(get_args(Code))
    assert all(paragraph.startswith("Renju ") for paragraph in PARAGRAPHS.values())


def test_decided_level_does_not_confirm_a_level_from_another_tournament():
    # 2 §4 with P0 = P1 = 9, who has no finished game: max (9, 11).
    decided = replace(NEW[0], decided=9, at_end=11)
    x = rate_tournament([decided, *EIGHT], games_of(EIGHT, LADDER)).players[0]
    assert (x.entry, x.level, x.obtain, x.confirmed) == (9, 11, (), False)

"""Every number of the worked example of the Norwegian federation."""

import json
from pathlib import Path

import pytest

from tests.tournaments.rules.tiebreaks.records import record
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.unplayed import TieBreakEdition, adjusted_scores
from tournaments.rules.tiebreaks.values import StepKind

GOLDEN = json.loads(
    (Path(__file__).parents[3] / "golden" / "nsf_buchholz.json").read_text("utf-8")
)
KINDS = {
    "played": "played",
    "forfeit": "forfeit",
    "bye": "allocated_bye",
    "absent": "absent",
}
PLAYERS = {player["number"]: player for player in GOLDEN["players"]}
NAMES = {player["name"]: number for number, player in PLAYERS.items()}
CODES = {
    "buchholz": "buchholz_2009",
    "buchholz_cut_1": "buchholz_cut1_2009",
    "buchholz_median": "median_buchholz_2009",
}


def example():
    return record(
        {
            number: [
                (KINDS[own["kind"]], int(2 * own["points"]), own["opponent"])
                for own in player["rounds"]
            ]
            for number, player in PLAYERS.items()
        },
        GOLDEN["rounds"],
    )


def value(code, name):
    found = example()
    return TIE_BREAKS[code].compute(found, found.entries)[NAMES[name]]


@pytest.mark.parametrize("number", PLAYERS)
def test_every_number_of_the_example_is_reproduced(number):
    found = example()
    expected = PLAYERS[number]["expected"]
    assert found.scores[number] == 2 * expected["points"]
    for name, code in CODES.items():
        computed = TIE_BREAKS[code].compute(found, found.entries)[number]
        assert computed.key == (2 * expected[name],)
        # The working adds up to the number.
        left = [
            step.amount
            for place, step in enumerate(computed.working)
            if place not in computed.cut
        ]
        assert sum(left) == computed.key[0]


def test_a_virtual_opponent_can_be_the_one_struck():
    # Ingrid had a bye in round 1: a virtual opponent with 0 + 0 + ½ · 4 = 2 points.
    cut = value("buchholz_cut1_2009", "Ingrid")
    (place,) = cut.cut
    struck = cut.working[place]
    assert (struck.kind, struck.round, struck.score) == (
        StepKind.VIRTUAL_OPPONENT,
        1,
        4,
    )


def test_working_names_every_opponent_with_the_score_that_counts():
    steps = value("buchholz_2009", "Anita").working
    assert [(s.kind, s.round, s.opponents, s.score, s.actual) for s in steps] == [
        # Eva: 3 points, of which a bye and a forfeit lost count as draws: 3.
        (StepKind.OPPONENT, 1, (5,), 6, 6),
        (StepKind.OPPONENT, 2, (4,), 6, 6),
        (StepKind.OPPONENT, 3, (2,), 5, 5),
        # Lost by forfeit to Henrik with 1½ before: 1½ + 1 + ½ for the round after.
        (StepKind.VIRTUAL_OPPONENT, 4, (8,), 6, 6),
        # Frederik: 1½ points, his bye counts as a draw: 1.
        (StepKind.OPPONENT, 5, (6,), 2, 3),
    ]


@pytest.mark.parametrize("case", GOLDEN["virtual_opponent"])
def test_virtual_opponent_equals_that_of_the_text(case):
    before = [("played", 2, 2)] * int(case["score_before"])
    before += [("played", 1, 2)] * int(2 * case["score_before"] % 2)
    before += [("played", 0, 2)] * (case["round"] - 1 - len(before))
    kind = "allocated_bye" if case["score_in_round"] else "absent"
    after = [("played", 0, 2)] * (case["rounds"] - case["round"])
    rounds = [*before, (kind, 2 * case["score_in_round"]), *after]
    other = [("played", 0, 1)] * case["rounds"]
    found = record({1: rounds, 2: other}, case["rounds"])
    computed = TIE_BREAKS["buchholz_2009"].compute(found, (1,))[1]
    assert computed.working[case["round"] - 1].score == 2 * case["expected"]


def test_adjusted_score_equals_that_of_the_text():
    case = GOLDEN["adjusted_score"]
    rounds = [
        *[("played", 2, 2)] * case["wins"],
        *[("played", 1, 2)] * case["draws"],
        *[("played", 0, 2)] * case["losses"],
        *[("forfeit", 2, 2)] * case["forfeit_wins"],
        *[("allocated_bye", 2)] * case["byes"],
    ]
    found = record({1: rounds, 2: [("played", 0, 1)] * len(rounds)}, len(rounds))
    assert adjusted_scores(found, TieBreakEdition.VIRTUAL)[1] == 2 * case["expected"]


def test_average_rating_is_the_quotient_and_not_a_whole_number():
    # NSF 2017, "Gjennomsnittlig ratingmotstand": the sum of the opponents' ratings
    # divided by the number of games played. The text rounds nothing, so 1850 1/3 is
    # before 1850; FIDE C.07 10.1 rounds both to 1850.
    games = [("played", 2, 3), ("played", 2, 4), ("played", 2, 5)]
    players = {
        1: games,
        2: [*games[:2], ("played", 2, 6)],
        3: [("played", 0, 1), ("played", 0, 2), ("absent", 0)],
        4: [("played", 0, 2), ("played", 0, 1), ("absent", 0)],
        5: [("absent", 0), ("absent", 0), ("played", 0, 1)],
        6: [("absent", 0), ("absent", 0), ("played", 0, 2)],
    }
    ratings = {1: 2000, 2: 2000, 3: 1800, 4: 1850, 5: 1900, 6: 1901}
    found = record(players, 3, ratings=ratings)
    norwegian = TIE_BREAKS["average_rating_nsf"].compute(found, (1, 2))
    assert [norwegian[entry].key for entry in (1, 2)] == [(18_500_000,), (18_503_333,)]
    of_fide = TIE_BREAKS["average_rating"].compute(found, (1, 2))
    assert [of_fide[entry].key for entry in (1, 2)] == [(1850,), (1850,)]

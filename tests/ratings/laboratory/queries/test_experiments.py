"""The results of a finished experiment: `laboratory.queries.experiments`."""

from datetime import date

import pytest

from federation.enums import Visibility
from federation.permissions import NOBODY, actor_of
from ratings.laboratory.queries.experiments import candidates_of, result_shown_to, shown
from ratings.laboratory.queries.foretelling import TypicalDifference, answer_of
from ratings.models import Experiment
from tests.factories import NOON, PlayerFactory, chess_pool, officer
from tests.worlds import shared

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 15)
NOBODY_PLAYS = tuple((day, 0, None, None) for day in ("2026-03-31", "2026-06-15"))


def stretch(system="elo", begins=None, **parameters):
    return {"from": begins, "system": system, "parameters": parameters}


def foretold(number, loss, behind, limits, right=0.7):
    return {
        "candidate": number,
        "games": 10,
        "log_loss": loss,
        "brier": loss / 2,
        "behind": behind,
        "right": right,
        "behind_limits": limits,
        "calibration": [],
    }


def moved(player, places, ratings):
    return {"player": player.pk, "places": places, "ratings": ratings}


def course(label, *marks, left_out=()):
    return {
        "label": label,
        "marks": [
            {
                "date": day,
                "everybody": {"players": players, "mean": mean, "quantiles": quantiles},
                "young": {"players": 0, "mean": None, "quantiles": None},
            }
            for day, players, mean, quantiles in marks
        ],
        "surplus": [],
        "left_out": [{"reason": reason, "games": games} for reason, games in left_out],
    }


@shared
def people():
    return (
        PlayerFactory(first_name="Ada", last_name="Ek"),
        PlayerFactory(first_name="Bo", last_name="Al", visibility=Visibility.HIDDEN),
    )


@shared
def experiment(people):
    ada, bo = people
    labels = ("Own", "Elo", "None", "Swift")
    return Experiment.objects.create(
        pool=chess_pool(),
        name="What if",
        candidates=[{"label": label, "stretches": [stretch()]} for label in labels],
        posted=1,
        until_date=DAY,
        asked_at=NOON,
        sent_at=NOON,
        state="done",
        result={
            "candidates": [
                course(
                    "Own",
                    ("2026-03-31", 2, 1500.26, [1400, 1500.5]),
                    ("2026-06-15", 0, None, None),
                    left_out=[("no_such_level", 3)],
                ),
                course("Elo", *NOBODY_PLAYS),
                course("None", *NOBODY_PLAYS),
                course("Swift", *NOBODY_PLAYS, left_out=[("player_meets_themself", 1)]),
            ],
            "quality": [
                foretold(3, 0.6, 0, (0, 0), 0.72),
                foretold(0, 0.7, 0.1, (-0.1, 0.3)),
                foretold(1, 0.8, 0.2, (0.1, 0.3)),
            ],
            "distribution": {"width": 1, "classes": [[], [], [], []]},
            "movers": [
                [moved(ada, [3, 1], [1500.2, 1600.6])],
                [moved(bo, [1, 4], [1700, 1400])],
                [],
            ],
            "typical": [
                {"players": 2, "points": 4, "places": 1},
                {"players": 0, "points": None, "places": None},
                {"players": 2, "points": 12.5, "places": 3},
            ],
        },
    )


def test_best_predicting_candidate_is_listed_first_with_its_name(experiment):
    found = shown(experiment, NOBODY, DAY)
    assert [
        (row.place, row.label, row.behind, row.is_sure) for row in found.quality
    ] == [
        (1, "Swift", 0, False),
        (2, "Own", 0.1, False),
        (3, "Elo", 0.2, True),
    ]
    assert found.without_quality == ("None",)


def test_answer_compares_the_two_best_and_describes_the_bests_changes(experiment):
    answer = answer_of(experiment, shown(experiment, NOBODY, DAY).quality)
    assert (answer.best.label, answer.next_best.label) == ("Swift", "Own")
    assert (answer.best.right_share, answer.next_best.right_share) == (
        "72.0 %",
        "70.0 %",
    )
    assert answer.typical == TypicalDifference("Swift", 2, 12.5, 3)


def test_current_system_that_is_best_is_compared_with_the_next_best(experiment):
    experiment.result["quality"] = [
        foretold(0, 0.6, 0, (0, 0)),
        foretold(3, 0.7, 0.1, None),
    ]
    answer = answer_of(experiment, shown(experiment, NOBODY, DAY).quality)
    assert answer.typical == TypicalDifference("Elo", 2, 4, 1)
    assert not answer.next_best.is_sure


def test_single_predicting_candidate_gives_no_comparison(experiment):
    experiment.result["quality"] = [foretold(3, 0.6, 0, None)]
    assert answer_of(experiment, shown(experiment, NOBODY, DAY).quality) is None


def test_results_stored_without_limits_are_shown(experiment):
    for each in experiment.result["quality"]:
        del each["behind_limits"], each["right"]
        each["behind_within"] = 0.15
    found = shown(experiment, NOBODY, DAY).quality
    assert [row.is_sure for row in found] == [False, False, True]
    assert answer_of(experiment, found).best.right_share == "–"


def test_movers_are_listed_under_their_candidate(experiment, people):
    found = shown(experiment, NOBODY, DAY)
    assert [each.label for each in found.movers] == ["Elo", "None", "Swift"]
    (up,), (down,), nobody = (each.rows for each in found.movers)
    assert (up.who.name, up.rises, up.shown_ratings) == ("Ada Ek", 2, ("1500", "1601"))
    assert (down.who.pk, down.rises, nobody) == (0, -3, ())


def test_keys_of_hidden_players_are_not_revealed(experiment, people):
    ada, bo = people

    def keys(actor):
        movers = result_shown_to(experiment, actor, DAY)["movers"]
        return [[each["player"] for each in rows] for rows in movers]

    assert keys(NOBODY) == [[ada.pk], [None], []]
    assert keys(actor_of(officer(), DAY)) == [[ada.pk], [bo.pk], []]
    assert experiment.result["movers"][1][0]["player"] == bo.pk


def test_spreads_and_excluded_games_are_given_for_each_candidate(experiment):
    found = shown(experiment, NOBODY, DAY)
    assert [each.label for each in found.spreads] == ["Own", "Elo", "None", "Swift"]
    assert found.spreads[0].rows == (
        ("2026-03-31", 2, "1500.3", ("1400", "1501")),
        ("2026-06-15", 0, "–", ()),
    )
    assert [(each.label, each.reason, each.games) for each in found.left_out] == [
        ("Own", "no_such_level", 3),
        ("Swift", "player_meets_themself", 1),
    ]


def test_candidate_is_described_by_its_differences_from_the_system():
    stretches = [
        stretch("glicko2", None, tau=0.5, start_rd=300),
        stretch("gone", "2026-01-01", k=1) | {"conversion": {}},
    ]
    experiment = Experiment(candidates=[{"label": "x", "stretches": stretches}])
    ((first, second),) = (each.stretches for each in candidates_of(experiment))
    assert (first.parameters, first.from_date, first.is_converted) == (
        (("start_rd", 300),),
        None,
        False,
    )
    assert (second.parameters, second.from_date, second.is_converted) == (
        (("k", 1),),
        "2026-01-01",
        True,
    )

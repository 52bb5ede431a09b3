"""The renju calculator: JSON in, JSON out."""

import json

import pytest

from ratings.rules.renju.calculator import calculate, calculate_needs
from ratings.rules.renju.checks import BadTournament

NAMES = "abcdefgh"
# Eight 1 kyus; the first in the alphabet wins.
LADDER = {
    "players": [{"id": name, "level": "1 kyu"} for name in NAMES],
    "games": [
        {"a": a, "b": b, "score": 1}
        for place, a in enumerate(NAMES)
        for b in NAMES[place + 1 :]
    ],
}
# See renju/test_newcomers.
CYCLE = {
    "players": [
        {"id": 1, "level": None},
        {"id": 2, "level": None},
        {"id": 3, "level": "1 dan"},
        {"id": 4, "level": "2 dan"},
        {"id": 5, "level": "1 dan"},
    ],
    "games": [
        {"a": 1, "b": 2, "score": 0},
        {"a": 1, "b": 3, "score": 0},
        {"a": 1, "b": 4, "score": 0.5},
        {"a": 1, "b": 5, "score": 0.0},
        {"a": 2, "b": 3, "score": 0},
        {"a": 2, "b": 4, "score": 1},
        {"a": 2, "b": 5, "score": 0},
    ],
}


def refused(data, ask=calculate):
    with pytest.raises(BadTournament) as caught:
        ask(data)
    return caught.value.errors


def changed(part, place, **fields):
    """The ladder with one of its records changed."""
    records = [dict(record) for record in LADDER[part]]
    records[place].update(fields)
    return {**LADDER, part: records}


def test_player_gets_norms_and_level():
    # N = 7, Pmean = 10: keep 1.75, 2.0; 2 dan 5.6, 5.5; 3 dan 6.65, 6.5.
    answer = calculate(LADDER)
    assert answer["cycle"] is None
    assert [player["obtained"] for player in answer["players"]] == [
        "2 dan", "2 dan", "1 dan", "1 kyu", "1 kyu", "1 kyu", "2 kyu", "2 kyu",
    ]  # fmt: skip
    first = answer["players"][0]
    assert len(first["obtain"]) == 20
    assert first["obtain"][9:13] == [
        {"level": "1 kyu", "points": 3.5},
        {"level": "1 dan", "points": 4.5},
        {"level": "2 dan", "points": 5.5},
        {"level": "3 dan", "points": 6.5},
    ]
    assert {name: first[name] for name in first if name != "obtain"} == {
        "id": "a",
        "level": "1 kyu",
        "entry": "1 kyu",
        "games": 7,
        "score": 7.0,
        "mean": {"numerator": 10, "denominator": 1},
        "keep": 2.0,
        "by_norms": "2 dan",
        "holds": True,
        "obtained": "2 dan",
        "confirmed": True,
        "needs_board": False,
        "steps": [
            {"paragraph": "Renju 2 §2g", "code": "raised", "level": "2 dan",
             "count": None},
            {"paragraph": "Renju 3 §4", "code": "limited", "level": "3 dan",
             "count": None},
        ],
    }  # fmt: skip


def test_answer_is_json():
    for data in (LADDER, CYCLE, {"players": [], "games": []}):
        answer = calculate(json.loads(json.dumps(data)))
        assert json.loads(json.dumps(answer)) == answer


def test_error_for_a_cycle_names_its_players():
    assert calculate(CYCLE) == {
        "players": [],
        "cycle": {
            "players": [1, 2],
            "rounds": [["2 kyu", "1 kyu"], ["3 kyu", "1 dan"]],
        },
    }


def test_the_committees_decision_ends_the_cycle():
    players = [{"id": 1, "level": None, "decided": "2 kyu"}, *CYCLE["players"][1:]]
    answer = calculate({**CYCLE, "players": players})
    assert answer["cycle"] is None
    assert [player["obtained"] for player in answer["players"]][:2] == [
        "2 kyu",
        "1 dan",
    ]


def test_fields_of_a_player_and_a_game_are_read():
    # First tournament: 3 dan, the board; then 4 dan at the end of it.
    answer = calculate(changed("players", 0, first_tournament=True))
    assert answer["players"][0]["obtained"] == "3 dan"
    assert answer["players"][0]["needs_board"]
    later = calculate(changed("players", 0, at_three_months="1 dan", at_end="4 dan"))
    assert later["players"][0]["obtained"] == "4 dan"
    early = calculate(changed("games", 0, counts=False, key="first"))
    assert [player["games"] for player in early["players"]][:3] == [6, 6, 7]
    running = calculate(changed("games", 0, score=None, key=None))
    assert {player["obtained"] for player in running["players"]} == {"1 kyu"}
    unsanctioned = calculate({**LADDER, "sanctioned": False})
    assert {player["holds"] for player in unsanctioned["players"]} == {False}


def test_a_player_without_a_game_has_no_mean():
    answer = calculate({"players": [{"id": "a", "level": None}], "games": []})
    (player,) = answer["players"]
    assert (player["mean"], player["keep"], player["obtain"]) == (None, None, [])
    assert player["obtained"] is None


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"level": "11 kyu"}, {"players[0].level": "unknown_level"}),
        ({"level": 10}, {"players[0].level": "unknown_level"}),
        ({"level": ""}, {"players[0].level": "unknown_level"}),
        ({"decided": "1 dan"}, {"players[0].decided": "already_ranked"}),
        ({"id": "b"}, {"players[1].id": "duplicate_id"}),
        ({"id": None}, {"players[0].id": "not_an_id"}),
        ({"id": True}, {"players[0].id": "not_an_id"}),
        ({"id": 1.0}, {"players[0].id": "not_an_id"}),
        ({"id": ["a"]}, {"players[0].id": "not_an_id"}),
        ({"rank": "1 dan"}, {"players[0].rank": "unknown_field"}),
        ({"first_tournament": 1}, {"players[0].first_tournament": "not_true_or_false"}),
    ],
)
def test_invalid_player_is_refused(fields, errors):
    found = refused(changed("players", 0, **fields))
    assert errors.items() <= found.items()
    assert all(place.startswith(("players[", "games[")) for place in found)


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ({"score": 2}, {"games[0].score": "bad_score"}),
        ({"score": -1}, {"games[0].score": "bad_score"}),
        ({"score": 0.25}, {"games[0].score": "bad_score"}),
        ({"score": float("nan")}, {"games[0].score": "bad_score"}),
        ({"score": float("inf")}, {"games[0].score": "bad_score"}),
        ({"score": 10**400}, {"games[0].score": "bad_score"}),
        ({"score": True}, {"games[0].score": "bad_score"}),
        ({"score": "1"}, {"games[0].score": "bad_score"}),
        ({"score": [1]}, {"games[0].score": "bad_score"}),
        ({"b": "a"}, {"games[0].b": "plays_self"}),
        ({"b": "z"}, {"games[0].b": "unknown_id"}),
        ({"a": {}}, {"games[0].a": "not_an_id"}),
        ({"counts": "yes"}, {"games[0].counts": "not_true_or_false"}),
        ({"result": 1}, {"games[0].result": "unknown_field"}),
    ],
)
def test_invalid_game_is_refused(fields, errors):
    assert refused(changed("games", 0, **fields)) == errors


def test_duplicate_game_key_is_refused():
    games = [{**game, "key": "k"} for game in LADDER["games"][:2]]
    assert refused({**LADDER, "games": games}) == {"games[1].key": "duplicate_key"}


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        (None, {"input": "not_an_object", }),
        ([], {"input": "not_an_object"}),
        ({}, {"players": "missing", "games": "missing"}),
        ({"players": {}, "games": "x"}, {"players": "not_a_list", "games": "not_a_list"}),
        (
            {"players": [1], "games": [None], "sanctioned": "no", "extra": 1},
            {
                "extra": "unknown_field",
                "sanctioned": "not_true_or_false",
                "players[0]": "not_an_object",
                "games[0]": "not_an_object",
            },
        ),
        (
            {"players": [{}], "games": [{}]},
            {
                "players[0].id": "missing",
                "players[0].level": "missing",
                "games[0].a": "missing",
                "games[0].b": "missing",
                "games[0].score": "missing",
            },
        ),
    ],
)  # fmt: skip
def test_malformed_tournament_is_refused(data, errors):
    assert refused(data) == errors


def test_needs_are_levels_and_points():
    # See renju/test_needs: 2.0 keeps, 4.5 and 5.5 of seven rise.
    data = {"level": "1 kyu", "opponents": ["1 kyu"] * 7}
    assert calculate_needs(data) == {
        "games": 7,
        "mean": {"numerator": 10, "denominator": 1},
        "keep": 2.0,
        "obtain": [
            {"level": "1 dan", "points": 4.5},
            {"level": "2 dan", "points": 5.5},
        ],
        "hindrances": [],
    }
    first = calculate_needs({**data, "first_tournament": True})
    assert first["obtain"][2:] == [{"level": "3 dan", "points": 6.5}]
    new = calculate_needs({**data, "level": None})
    assert (new["keep"], len(new["obtain"])) == (None, 13)


def test_needs_name_unmet_conditions_of_a_norm():
    answer = calculate_needs({"level": "1 kyu", "opponents": ["1 kyu"] * 6})
    assert answer["hindrances"] == [
        {"paragraph": "Renju 3 §2", "code": "too_few_games", "level": None, "count": 6}
    ]


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ({"level": "1 kyu", "opponents": []}, {"opponents": "no_games"}),
        ({"level": "1 kyu"}, {"opponents": "missing"}),
        ({"opponents": ["1 dan"]}, {"level": "missing"}),
        ({"level": "x", "opponents": "1 dan"},
         {"level": "unknown_level", "opponents": "not_a_list"}),
        ({"level": None, "opponents": ["1 dan", None, "12 dan"]},
         {"opponents[1]": "unknown_level", "opponents[2]": "unknown_level"}),
        ("1 kyu", {"input": "not_an_object"}),
    ],
)  # fmt: skip
def test_malformed_needs_are_refused(data, errors):
    assert refused(data, calculate_needs) == errors

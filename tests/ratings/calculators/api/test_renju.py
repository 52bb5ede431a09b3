NAMES = "abcdefgh"
# Eight 1 kyus; the first in the alphabet wins (see renju/test_calculator).
LADDER = {
    "players": [{"id": name, "level": "1 kyu"} for name in NAMES],
    "games": [
        {"a": a, "b": b, "score": 1}
        for place, a in enumerate(NAMES)
        for b in NAMES[place + 1 :]
    ],
}


def test_each_player_has_norms_and_a_level(answer):
    # N = 7, Pmean = 10: 1 kyu 3.5, 1 dan 4.55, 2 dan 5.6, 3 dan 6.65, to half points.
    found = answer("renju", LADDER)
    first = found["players"][0]
    assert (first["pmean"], first["games"], first["obtained"]) == (10.0, 7, "2 dan")
    levels = ("1 kyu", "1 dan", "2 dan", "3 dan")
    assert [first["norms"][level] for level in levels] == [3.5, 4.5, 5.5, 6.5]
    assert [player["obtained"] for player in found["players"]] == [
        "2 dan", "2 dan", "1 dan", "1 kyu", "1 kyu", "1 kyu", "2 kyu", "2 kyu",
    ]  # fmt: skip
    assert found["cycle"] is None


def test_error_for_a_cycle_names_its_players(answer):
    levels = {"x": None, "y": None, "c": "1 dan", "d": "2 dan", "e": "1 dan"}
    games = [("x", "y", 0), ("x", "c", 0), ("x", "d", 0.5), ("x", "e", 0),
             ("y", "c", 0), ("y", "d", 1), ("y", "e", 0)]  # fmt: skip
    question = {
        "players": [{"id": name, "level": level} for name, level in levels.items()],
        "games": [{"a": a, "b": b, "score": score} for a, b, score in games],
    }
    assert answer("renju", question)["cycle"] == ["x", "y"]


def test_points_required_for_each_level_are_given_before_the_start(answer):
    # N = 8, Pmean = 10: 1 dan 8 (0.5 + 0.15) = 5.2, 2 dan 6.4; to keep 2.0.
    question = {"needs": {"level": "1 kyu", "opponents": ["1 kyu"] * 8}}
    assert answer("renju", question)["needs"]["obtain"] == [
        {"level": "1 dan", "points": 5.0},
        {"level": "2 dan", "points": 6.5},
    ]


def test_unknown_levels_and_players_and_games_with_oneself_are_refused(faults):
    unknown = [{"id": "a", "level": "0 dan"}, {"id": "b", "level": "11 kyu"}]
    assert faults("renju", {"players": unknown, "games": []}) == {
        "players[0].level": "unknown_level",
        "players[1].level": "unknown_level",
    }
    games = [
        {"a": "a", "b": "a", "score": 1},
        {"a": "a", "b": "z", "score": 0},
        {"a": "a", "b": "b", "score": 1, "key": 1},
        {"a": "a", "b": "b", "score": 1, "key": 1},
    ]
    assert faults("renju", {**LADDER, "games": games}) == {
        "games[0].b": "plays_self",
        "games[1].b": "unknown_id",
        "games[3].key": "duplicate_key",
    }


def test_duplicate_player_is_refused(faults):
    twice = [*LADDER["players"], {"id": "a", "level": None}]
    assert faults("renju", {**LADDER, "players": twice}) == {
        "players[8].id": "duplicate_id"
    }

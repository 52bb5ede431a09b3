"""FIDE's tie-breaks by `gacrux` (MIT, Otto Milvang), which is used only in tests."""

from decimal import Decimal

from gacrux.tiebreak import tiebreak

RESULTS = {
    "full_bye": "W",
    "half_bye": "D",
    "absent": "Z",
    "allocated_bye": "P",
}
START_DATES = {2024: "2025-01-01", 2026: "2026-06-01"}


def values(found, edition, acronym):
    """Return the tie-break of each player, in whole points."""
    points = found.points
    tournament = {
        "teamTournament": False,
        "tournamentType": "Round robin" if found.is_round_robin else "Swiss",
        "tournamentInfo": {"startDate": START_DATES[edition]},
        "numRounds": found.rounds_announced,
        "currentRound": found.rounds_played,
        "scoreSystem": {"game": _score_system(points)},
        "competitors": [
            {
                "cid": entry,
                "random": entry,
                "rating": {"rating": found.ratings[entry]}
                if entry in found.ratings
                else None,
            }
            for entry in found.entries
        ],
        "gameList": list(_games(found)),
    }
    params = {
        "tiebreak": ["PTS", acronym],
        "check": False,
        "pre_determined": found.is_round_robin,
        "swiss": not found.is_round_robin,
    }
    computed = tiebreak(tournament, found.rounds_played, params)
    result = computed.compute_tiebreaks(tournament, params)
    return {each["cid"]: each["tiebreakScore"][1] for each in result["competitors"]}


def _score_system(points):
    win, draw = Decimal(points.win) / 2, Decimal(points.draw) / 2
    return {
        "W": win, "D": draw, "L": Decimal("0.0"), "Z": Decimal("0.0"),
        "F": "W", "H": "D", "P": "W", "A": "D", "U": "Z",
    }  # fmt: skip


def _games(found):
    for entry in found.entries:
        for own in found.rounds[entry]:
            if own.opponent is None:
                yield {
                    "round": own.round,
                    "white": {"cid": entry, "result": RESULTS[own.kind]},
                    "black": None,
                    "played": own.kind == "allocated_bye",
                    "rated": False,
                }
            elif own.colour == "white":
                yield _game(found, entry, own)


def _game(found, entry, own):
    (other,) = [
        each for each in found.rounds[own.opponent]
        if each.round == own.round and each.opponent == entry
    ]  # fmt: skip
    return {
        "round": own.round,
        "white": {"cid": entry, "result": _letter(found, own)},
        "black": {"cid": own.opponent, "result": _letter(found, other)},
        "played": own.is_played,
        "rated": own.is_played,
    }


def _letter(found, own):
    if own.half_points == found.points.win:
        return "W"
    if own.half_points == found.points.draw:
        return "D"
    return "L" if own.is_played else "Z"

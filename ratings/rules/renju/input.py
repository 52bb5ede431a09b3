"""Read a tournament given as JSON, refusing anything unknown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ratings.rules.renju.checks import WIN, BadTournament
from ratings.rules.renju.levels import UnknownLevel, read_level
from ratings.rules.renju.records import InputGame, InputPlayer

Faults: TypeAlias = dict[str, str]
"""Codes by place, such as `players[1].level`."""

WHOLE: Final = "input"
"""The place of an error of the whole input."""


@dataclass(frozen=True, slots=True)
class InputField:
    """How to read a field; raises ValueError with a code for an invalid value."""

    read: Callable[[object], object]
    required: bool = False


@dataclass(frozen=True, slots=True)
class TournamentInput:
    """The arguments of `rate_tournament`."""

    players: tuple[InputPlayer, ...]
    games: tuple[InputGame, ...]
    sanctioned: bool


@dataclass(frozen=True, slots=True)
class NeedsInput:
    """The arguments of `find_needs`."""

    level: int | None
    opponents: tuple[int, ...]
    first_tournament: bool


def read_tournament(data: object) -> TournamentInput:
    """Return a tournament in the form described in `renju.calculator.calculate`;
    otherwise BadTournament.
    """
    faults: Faults = {}
    whole = _read_record(data, WHOLE, _TOURNAMENT, faults)
    players = _read_records(whole.get("players", []), "players", _PLAYER, faults)
    games = _read_records(whole.get("games", []), "games", _GAME, faults)
    if faults:
        raise BadTournament(faults)
    return TournamentInput(
        players=tuple(InputPlayer(**player) for player in players),
        games=tuple(InputGame(**game) for game in games),
        sanctioned=whole.get("sanctioned", True),
    )


def read_needs(data: object) -> NeedsInput:
    """Return needs in the form described in `renju.calculator.calculate_needs`;
    otherwise BadTournament.
    """
    faults: Faults = {}
    whole = _read_record(data, WHOLE, _NEEDS, faults)
    opponents = []
    for place, written in enumerate(whole.get("opponents", [])):
        try:
            opponents.append(_read_level(written))
        except ValueError as error:
            faults[f"opponents[{place}]"] = str(error)
    if faults:
        raise BadTournament(faults)
    first = whole.get("first_tournament", False)
    return NeedsInput(whole["level"], tuple(opponents), first)


def _read_records(
    items: list[object], name: str, fields: Mapping[str, InputField], faults: Faults
) -> list[dict[str, Any]]:
    return [
        _read_record(item, f"{name}[{place}]", fields, faults)
        for place, item in enumerate(items)
    ]


def _read_record(
    item: object, place: str, fields: Mapping[str, InputField], faults: Faults
) -> dict[str, Any]:
    """Return the fields that could be read; errors of the others go into `faults`."""
    if not isinstance(item, Mapping):
        faults[place] = "not_an_object"
        return {}
    prefix = "" if place == WHOLE else f"{place}."
    faults.update(
        (f"{prefix}{name}", "unknown_field") for name in item if name not in fields
    )
    values = {}
    for name, field in fields.items():
        try:
            values.update(_read_field(item, name, field))
        except ValueError as error:
            faults[f"{prefix}{name}"] = str(error)
    return values


def _read_field(
    item: Mapping[str, object], name: str, field: InputField
) -> dict[str, object]:
    if name in item:
        return {name: field.read(item[name])}
    if field.required:
        raise ValueError("missing")
    return {}


def _read_id(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("not_an_id")  # noqa: TRY004 - one kind of error
    return value


def _read_level(value: object) -> int:
    try:
        return read_level(value)
    except UnknownLevel:
        raise ValueError("unknown_level") from None


def _read_level_or_none(value: object) -> int | None:
    return None if value is None else _read_level(value)


def _read_score(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("bad_score")  # noqa: TRY004 - one kind of error
    if value not in (0, 0.5, 1):
        raise ValueError("bad_score")
    return int(WIN * value)


def _read_flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("not_true_or_false")  # noqa: TRY004 - one kind of error
    return value


def _read_list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise ValueError("not_a_list")  # noqa: TRY004 - one kind of error
    return list(value)


def _read_opponents(value: object) -> list[object]:
    opponents = _read_list(value)
    if not opponents:
        raise ValueError("no_games")
    return opponents


_TOURNAMENT = {
    "players": InputField(_read_list, required=True),
    "games": InputField(_read_list, required=True),
    "sanctioned": InputField(_read_flag),
}
_PLAYER = {
    "id": InputField(_read_id, required=True),
    "level": InputField(_read_level_or_none, required=True),
    "at_three_months": InputField(_read_level_or_none),
    "at_end": InputField(_read_level_or_none),
    "first_tournament": InputField(_read_flag),
    "decided": InputField(_read_level_or_none),
}
_GAME = {
    "a": InputField(_read_id, required=True),
    "b": InputField(_read_id, required=True),
    "score": InputField(_read_score, required=True),
    "counts": InputField(_read_flag),
    "key": InputField(lambda value: None if value is None else _read_id(value)),
}
_NEEDS = {
    "level": InputField(_read_level_or_none, required=True),
    "opponents": InputField(_read_opponents, required=True),
    "first_tournament": InputField(_read_flag),
}

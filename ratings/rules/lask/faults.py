"""All errors of a request to the LASK calculator.

`lask.calculator.calculate` stops at the first error; a client wants to see all of them
in one answer.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from ratings.rules.lask.calculator import calculate
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.request import RequestObject, read_list
from ratings.rules.lask.whole_numbers import BadEntry, check_score
from ratings.rules.reading import REQUEST

Faults: TypeAlias = dict[str, str]
"""Codes by place, such as games[1].score."""
Read: TypeAlias = Callable[[RequestObject, str], object]

PARTS: Final = frozenset({"games", "concentrated", "monrad", "initial", "goal"})


def read_result(entry: RequestObject, name: str) -> int:
    """Return the half points of one game; BadEntry for more than a win."""
    return check_score(name, entry.score(name), 1)


GAME: Final[Mapping[str, Read]] = {
    "own": RequestObject.rating,
    "opponent": RequestObject.rating,
    "score": read_result,
}
FIELDS: Final[Mapping[str, Read]] = {
    "own": RequestObject.rating,
    "rating": RequestObject.rating,
    "mean": RequestObject.rating,
    "goal": RequestObject.rating,
    "stronger": RequestObject.rating,
    "weaker": RequestObject.rating,
    "class_average": RequestObject.rating,
    "score": RequestObject.score,
    "quality_points": RequestObject.score,
    "share": RequestObject.number,
    "games": RequestObject.count,
    "rounds": RequestObject.count,
    "opponents": RequestObject.ratings,
    "ratings": RequestObject.ratings_or_none,
}
"""How a field is read, whichever part of the request contains it."""


def find_faults(request: object, parameters: LaskParameters) -> Faults:
    """Return a code for every invalid place; empty if the request can be answered."""
    if not isinstance(request, Mapping):
        return {REQUEST: "not_an_object"}
    faults = {name: "unknown_field" for name in request if name not in PARTS}
    part_names = [name for name in request if name in PARTS]
    if not part_names and not faults:
        faults[REQUEST] = "nothing_asked"
    for name in part_names:
        faults.update(_faults_of(name, request[name], parameters))
    return faults


def _faults_of(name: str, value: object, parameters: LaskParameters) -> Faults:
    found = dict(_in_games(value) if name == "games" else _in_fields(name, value))
    if found:
        return found
    # Fields that are valid separately may still contradict each other.
    return dict(_fault_raised_by(lambda: calculate({name: value}, parameters)))


def _in_games(value: object) -> Iterator[tuple[str, str]]:
    rows: list[object] = []
    yield from _fault_raised_by(lambda: rows.extend(read_list("games", value)))
    if value == []:
        yield "games", "empty"
    for row, game in enumerate(rows):
        yield from _in_game(f"games[{row}]", game)


def _in_game(place: str, game: object) -> Iterator[tuple[str, str]]:
    if not isinstance(game, Mapping):
        yield place, "not_an_object"
        return
    for name in game:
        if name not in GAME:
            yield f"{place}.{name}", "unknown_field"
    for name, read in GAME.items():
        yield from _read(place, RequestObject(game), name, read)


def _in_fields(place: str, value: object) -> Iterator[tuple[str, str]]:
    if not isinstance(value, Mapping):
        return
    for name in FIELDS.keys() & value.keys():
        yield from _read(place, RequestObject(value), name, FIELDS[name])


def _read(
    place: str, entry: RequestObject, name: str, read: Read
) -> Iterator[tuple[str, str]]:
    for field, code in _fault_raised_by(lambda: read(entry, name)):
        yield f"{place}.{field}", code


def _fault_raised_by(act: Callable[[], object]) -> Iterator[tuple[str, str]]:
    try:
        act()
    except BadEntry as error:
        yield error.field, error.code

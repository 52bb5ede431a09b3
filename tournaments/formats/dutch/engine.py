"""Pair by the Dutch system of FIDE, with `gacrux` in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tournaments.formats.dutch.file import write_dutch_file
from tournaments.rules.pairing.dutch import DutchBoard, DutchField, dutch_round
from tournaments.rules.pairing.dutch_reasons import no_pairing, with_reasons
from tournaments.rules.pairing.paired import (
    Bracket,
    ColourReason,
    NoPairingError,
    PairedRound,
)
from tournaments.rules.pairing.written import renumbered

ENGINE_VERSION = version("gacrux")
PROCESS = Path(__file__).with_name("process.py")
MOST_MEGABYTES = 4096
MOST_SECONDS = 30
NO_PAIRING = 505
_COLOUR_RULES = {
    "E.1": ColourReason.BOTH_WISHES,
    "E.2": ColourReason.STRONGER_WISH,
    "E.3": ColourReason.ALTERNATED,
    "E.4": ColourReason.WISH_OF_HIGHER,
    "E.5": ColourReason.FIRST_COLOUR,
}


class EngineError(Exception):
    """The engine gave no answer: it took too long, or it failed."""


def pair_dutch(
    field: DutchField, *, seconds: int = MOST_SECONDS, megabytes: int = MOST_MEGABYTES
) -> PairedRound:
    """Return the paired round, by pairing numbers.

    Raises NoPairingError if the rules allow no pairing, EngineError if the engine fails
    or needs more time or memory than `seconds` and `megabytes` allow.
    """
    # With gaps in the numbers the engine pairs wrongly, or not at all.
    own = dict(enumerate((player.number for player in field.players), start=1))
    places = {number: place for place, number in own.items()}
    try:
        return renumbered(_pair(field.renumbered(places), seconds, megabytes), own)
    except NoPairingError as refused:
        raise refused.renumbered(own) from refused


def _pair(field: DutchField, seconds: int, megabytes: int) -> PairedRound:
    answer = _answer(write_dutch_file(field), field.number, seconds, megabytes)
    status = answer["status"]
    rounds = answer.get("pairingResult", {}).get("roundpairing", [])
    if status["code"] not in (0, 1, NO_PAIRING) or (
        not rounds and status["code"] != NO_PAIRING
    ):
        raise EngineError("; ".join(map(str, status["error"])) or str(status["code"]))
    paired: Mapping[str, Any] = rounds[0] if rounds else {}
    found = [each for each in paired.get("pairing", []) if each]
    if not found:
        raise no_pairing(field)
    given = dutch_round(
        field.number,
        _boards(found),
        _brackets(found, paired.get("level2score", [[]])[0]),
    )
    return with_reasons(given, field)


def _answer(file: str, number: int, seconds: int, megabytes: int) -> dict[str, Any]:
    limits = [str(megabytes), str(seconds), str(number)]
    try:
        done = subprocess.run(  # noqa: S603 (our own program, numbers as arguments)
            [sys.executable, "-I", PROCESS, *limits],
            input=file,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired as late:
        msg = f"more than {seconds} seconds"
        raise EngineError(msg) from late
    except ValueError as unreadable:
        raise EngineError(done.stderr[-500:]) from unreadable
    return answer


def _boards(brackets: Sequence[Mapping[str, Any]]) -> Iterator[DutchBoard]:
    for bracket in brackets:
        for pair in bracket["pairs"]:
            levels = {pair["ca"]: pair["sa"], pair["cb"]: pair["sb"]}
            white, black = pair["w"], pair["b"]
            yield DutchBoard(
                white,
                black,
                (levels[white], levels[black]),
                _COLOUR_RULES.get(pair["colorrule"], ColourReason.ANOTHER_RULE),
            )


def _brackets(
    brackets: Sequence[Mapping[str, Any]], scores: Sequence[str]
) -> Iterator[Bracket]:
    """Yield the engine's brackets, except that of the bye alone, which has no score."""
    for bracket in brackets:
        if bracket["scorelevel"]:
            yield Bracket(
                half_points=round(float(scores[bracket["scorelevel"]]) * 2),
                players=tuple(filter(None, bracket["competitors"])),
                floated=tuple(filter(None, bracket["downfloaters"])),
            )

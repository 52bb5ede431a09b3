"""Data of a tournament file that are left out when its section is imported."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from django.utils.translation import gettext_noop as noted

from ratings.files.wording import FileMessage
from ratings.imports.formats.trf.reading import ReadTournament, lines_of
from tournaments.formats.trf.wishes import PairingWishes, PlayersLine

MOST_NAMED = 20
"""Maximum number of unknown players that are named for a line."""
_OTHER_POINTS = ("XXS", "BBW", "BBD", "BBL", "BBU", "BBF", "BBZ")
_POINTS = re.compile(r"([A-Z]{1,3})[\s=]*(\d{1,9}(?:\.\d{1,9})?)")
_SAME_AS = {"P": "W", "F": "W", "H": "D"}
"""Codes of byes, and the result whose points they have here; any other has none."""
_OWN_LETTERS = {"F": "FU+1", "H": "H=", "Z": "Z-0"}
"""Letters of a round without an opponent in players' lines, by the code of line 240."""


def left_out(
    text: str,
    tournament: ReadTournament,
    wishes: PairingWishes,
    *,
    points_are_of_withdrawals: bool = False,
) -> Iterator[tuple[int, FileMessage]]:
    """Yield lines with what is left out of them. `points_are_of_withdrawals`: points of
    single players and rounds (299) follow from the withdrawals and are not reported.
    """
    for number, line in enumerate(lines_of(text), start=1):
        is_single = line.startswith("299") and not points_are_of_withdrawals
        if is_single or line.startswith(_OTHER_POINTS):
            yield number, FileMessage(_OTHER)
        elif line.startswith("162") and (message := _points_left_out(line[3:])):
            yield number, message
    for each in wishes.lines:
        unknown = [n for n in each.players if n not in tournament.players]
        if unknown:
            yield each.line, _unknown_players(unknown)
        for message in _of_line(each, tournament, wishes.round):
            yield each.line, message


def _of_line(
    each: PlayersLine, tournament: ReadTournament, last: int
) -> Iterator[FileMessage]:
    """Yield what is left out of a line about players; `last` is the last round."""
    if each.code == "240":
        yield from _byes(each, tournament)
    elif each.code == "XXZ":
        yield FileMessage(_ABSENT)
    elif each.code == "260" and not each.first <= last <= each.last:
        yield FileMessage(_SOME_ROUNDS, first=each.first, last=each.last)


def _points_left_out(line: str) -> FileMessage | None:
    """Return the points that are left out because a section has points of a win, a draw
    and a loss only; None if there are none.
    """
    found = _POINTS.findall(line)
    if not found:
        return FileMessage(_UNREAD)
    usual = {"W": 1.0, "D": 0.5, "L": 0.0}
    points = usual | {code: float(message) for code, message in found if code in usual}
    left = [
        f"{code} {message}"
        for code, message in found
        if code not in usual and float(message) != points.get(_SAME_AS.get(code, ""), 0)
    ]
    return FileMessage(_POINTS_LEFT, points=", ".join(left)) if left else None


def _unknown_players(unknown: Iterable[int]) -> FileMessage:
    numbers = list(map(str, islice(unknown, MOST_NAMED + 1)))
    more = " …" if len(numbers) > MOST_NAMED else ""
    return FileMessage(_UNKNOWN, numbers=", ".join(numbers[:MOST_NAMED]) + more)


def _byes(each: PlayersLine, tournament: ReadTournament) -> Iterator[FileMessage]:
    number, players = each.first, tournament.players
    if all(len(player.cells) < number for player in players.values()):
        yield FileMessage(_TO_COME, round=number)
        return
    for rank in each.players:
        cells = players[rank].cells[number - 1 : number] if rank in players else ()
        for opponent, _colour, letter in cells:
            is_same = not opponent and letter in _OWN_LETTERS[each.bye]
            if letter.strip() and not is_same:
                yield FileMessage(_OWN_LINE, round=number, rank=rank)


_OTHER = noted("other points than those of a win, a draw and a loss (162) are left out")
_UNREAD = noted("it has not the columns of its kind")
_POINTS_LEFT = noted("points that are left out: %(points)s")
_UNKNOWN = noted("players whom the file does not have: %(numbers)s")
_SOME_ROUNDS = noted(
    "it is for rounds %(first)d to %(last)d, not to the last, and is left out"
)
_TO_COME = noted(
    "round %(round)d: nobody has played in it yet, and byes for it are left out"
)
_OWN_LINE = noted(
    "round %(round)d: what the line of number %(rank)d says is taken instead"
)
_ABSENT = noted("who is absent from the next round is left out")

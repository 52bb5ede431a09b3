"""Data that Rankbok writes to a tournament file and for which FIDE's format has no
line: comments (`###`), which other programs skip.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as noted

from ratings.files.wording import FileMessage
from ratings.imports.formats.trf.reading import lines_of
from tournaments.rules.tiebreaks.registry import TIE_BREAKS

_WITHDRAWN = re.compile(r"### withdrawn after round (\d{1,2}):((?: \d{1,4})+)\s*")
_ROUNDS = re.compile(r"### rounds announced: (\d{1,2}) \((.{1,200})\)\s*")
_TIE_BREAKS = re.compile(r"### tie-breaks:([a-z0-9_ ]{0,2000})")
_OWN = ("### withdrawn after round ", "### rounds announced:", "### tie-breaks:")
_UNREAD = noted("it has not the columns of its kind")


@dataclass(slots=True)
class OwnLines:
    """The data in the comment lines of a file.

    `withdrawn`: the round after which a player withdrew, by starting number;
    `tie_breaks` in codes of the registry, None if the file has no such line; `planned`:
    the rounds announced, if more or fewer are played, and why. `unread` are lines whose
    contents are invalid.
    """

    withdrawn: dict[int, int] = field(default_factory=dict)
    tie_breaks: tuple[str, ...] | None = None
    planned: tuple[int, str] | None = None
    unread: list[tuple[int, FileMessage]] = field(default_factory=list)


def own_lines(
    withdrawn: Mapping[int, int],
    planned: tuple[int, str] | None,
    tie_breaks: Sequence[str] | None,
) -> Iterator[str]:
    """Yield the comment lines; `withdrawn` and `planned` as in `OwnLines`."""
    for after in sorted(set(withdrawn.values())):
        numbers = sorted(n for n, left in withdrawn.items() if left == after)
        yield f"### withdrawn after round {after}: {' '.join(map(str, numbers))}"
    if planned is not None:
        rounds, reason = planned
        yield f"### rounds announced: {rounds} ({reason})"
    if tie_breaks is not None:
        yield f"### tie-breaks: {' '.join(tie_breaks)}".rstrip()


def read_own_lines(text: str, players: Mapping[int, object], rounds: int) -> OwnLines:
    """Return the comment lines of a file with these starting numbers and `rounds`
    rounds.
    """
    own = OwnLines()
    for number, line in enumerate(lines_of(text), start=1):
        if line.startswith(_OWN):
            is_read = _read_planned(own, line, rounds) or _read(
                own, line, players, rounds
            )
            if not is_read:
                own.unread.append((number, FileMessage(_UNREAD)))
    return own


def _read_planned(own: OwnLines, line: str, rounds: int) -> bool:
    found = _ROUNDS.fullmatch(line)
    if not found or not found[2].isprintable() or int(found[1]) in (0, rounds):
        return False
    own.planned = int(found[1]), found[2]
    return True


def _read(own: OwnLines, line: str, players: Mapping[int, object], rounds: int) -> bool:
    """Note the data of a line, and return whether they are valid."""
    if found := _WITHDRAWN.fullmatch(line):
        after, numbers = int(found[1]), [int(each) for each in found[2].split()]
        if after > rounds or not players.keys() >= {*numbers}:
            return False
        own.withdrawn |= dict.fromkeys(numbers, after)
        return True
    if found := _TIE_BREAKS.fullmatch(line.rstrip()):
        codes = tuple(found[1].split())
        if len({*codes}) < len(codes) or not TIE_BREAKS.keys() >= {*codes}:
            return False
        own.tie_breaks = codes
        return True
    return False

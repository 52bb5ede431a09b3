"""The answers about the events of a file, and how they change the games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as noted
from numpy.typing import NDArray

from ratings.enums import NOTED, FileFindingKind, FindingAnswer
from ratings.files.wording import FileMessage
from ratings.imports.formats.game_columns import Games
from ratings.models import ImportFile, ImportFinding
from ratings.rules.calendar import day_number

Mask = NDArray[np.bool_]

WAITS = FileMessage(noted("nobody has answered what the review asks about the event"))
_EVENT_OUT = FileMessage(noted("the event was left out"))
_GAME_OUT = FileMessage(noted("left out, as a player has another game in the round"))
_ROUND_OUT = FileMessage(noted("left out, as the round was not announced"))


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers about a file. Events, by their places in the file, that are `waiting` for
    an answer or are `left_out`; `days` by event and round; `dropped` games as event,
    line and round; `limits`: the last round that counts, by event.
    """

    waiting: frozenset[int] = frozenset()
    left_out: frozenset[int] = frozenset()
    days: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    dropped: frozenset[tuple[int, int, int]] = frozenset()
    limits: Mapping[int, int] = field(default_factory=dict)

    def apply_days(self, games: Games) -> None:
        """Write the days from the answers into the games."""
        for event, rounds in self.days.items():
            of_event = games["event"] == event
            for number, day in rounds.items():
                games["day"][of_event & (games["round"] == number)] = day

    def wait(self, games: Games) -> Mask:
        """Return which games belong to an event that waits for an answer."""
        return _in(games["event"], self.waiting)

    def refused(self, games: Games) -> Iterable[tuple[Mask, FileMessage]]:
        """Yield masks of the games that an answer leaves out, each with the reason."""
        yield _in(games["event"], self.left_out), _EVENT_OUT
        if self.dropped:
            keys = zip(*(games[name].tolist() for name in _KEY), strict=True)
            yield np.array([key in self.dropped for key in keys], np.bool_), _GAME_OUT
        beyond = np.zeros(len(games), np.bool_)
        for event, limit in self.limits.items():
            beyond |= (games["event"] == event) & (games["round"] > limit)
        yield beyond, _ROUND_OUT


_KEY = ("event", "line", "round")


def _in(events: Any, some: frozenset[int]) -> Mask:
    found: Mask = np.isin(events, list(some))
    return found


def answers_of(file: ImportFile) -> Answers:
    """Return the current answers about a file."""
    waiting, left_out, dropped = set(), set(), set()
    days: dict[int, dict[int, int]] = {}
    limits = {}
    for each in ImportFinding.objects.filter(file=file).order_by("pk"):
        if each.answer == FindingAnswer.OPEN and each.kind not in NOTED:
            waiting.add(each.event)
        elif each.answer == FindingAnswer.LEAVE_OUT:
            left_out.add(each.event)
        elif each.answer == FindingAnswer.MENDED:
            days.setdefault(each.event, {}).update(corrected_days(each))
            dropped |= {(each.event, *key) for key in _dropped(each)}
            if each.kind == FileFindingKind.ROUNDS:
                limits[each.event] = each.announced
    waiting -= left_out
    return Answers(
        frozenset(waiting), frozenset(left_out), days, frozenset(dropped), limits
    )


def corrected_days(finding: ImportFinding) -> dict[int, int]:
    """Return the corrected days of an answer, by round."""
    answered = finding.mends.get("days", {})
    return {
        number: day_number(date.fromisoformat(answered[str(place)]))
        for place, question in enumerate(finding.days)
        if str(place) in answered
        for number in question["rounds"]
    }


def _dropped(finding: ImportFinding) -> Iterable[tuple[int, int]]:
    return ((line, number) for line, number in finding.mends.get("games", ()))

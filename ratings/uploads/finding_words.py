"""Texts for the findings in a file, and for the possible answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings.enums import NOTED, WITH_DAYS, FileFindingKind, FindingAnswer
from ratings.uploads.domain.findings import question_digest
from ratings.uploads.queries.findings import FindingWithEvent
from ratings.uploads.words import translated

MOST_SHOWN = 10
"""Lines of a finding that are shown, at most."""
WHY: dict[FileFindingKind, Promise] = {
    FileFindingKind.FIRST_DAY: gettext_lazy(
        "Its games have no day until somebody gives one."
    ),
    FileFindingKind.DAYS: gettext_lazy("A day decides in which period a game counts."),
    FileFindingKind.POINTS: gettext_lazy(
        "Either a result or the points were changed afterwards."
    ),
    FileFindingKind.ROUNDS: gettext_lazy(
        "Perhaps the file has lines of another tournament."
    ),
    FileFindingKind.NAMESAKES: gettext_lazy(
        "They are taken for several people unless you say otherwise."
    ),
    FileFindingKind.TWICE: gettext_lazy(
        "Perhaps two people have been taken for one, or a game was entered twice."
    ),
    FileFindingKind.RANKS: gettext_lazy(
        "No rating depends on it, but it may be a sign of a damaged file."
    ),
    FileFindingKind.READ_AS: gettext_lazy("Give another day if one was read wrongly."),
    FileFindingKind.NOTES: gettext_lazy("There is nothing to answer."),
}
_RIGHT: dict[FileFindingKind, Promise] = {
    FileFindingKind.DAYS: gettext_lazy("The days are right as they stand"),
    FileFindingKind.POINTS: gettext_lazy("The results stand"),
    FileFindingKind.ROUNDS: gettext_lazy("All rounds count"),
    FileFindingKind.NAMESAKES: gettext_lazy("They are several people"),
    FileFindingKind.TWICE: gettext_lazy("All the games count"),
    FileFindingKind.RANKS: gettext_lazy("The ranks do not matter"),
    FileFindingKind.READ_AS: gettext_lazy("The days are right as they were read"),
}
_MENDED: dict[FileFindingKind, Promise] = {
    FileFindingKind.FIRST_DAY: gettext_lazy("The first day is the one below"),
    FileFindingKind.DAYS: gettext_lazy("The days below apply"),
    FileFindingKind.ROUNDS: gettext_lazy("Only the rounds that were announced count"),
    FileFindingKind.NAMESAKES: gettext_lazy("They are one person"),
    FileFindingKind.TWICE: gettext_lazy("The games that are ticked below are left out"),
    FileFindingKind.READ_AS: gettext_lazy("The days below apply"),
}


@dataclass(frozen=True, slots=True)
class CorrectableDay:
    """A day that can be corrected: its place, label and value."""

    place: int
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """An answer that was sent but not accepted: it is shown again, with the reason."""

    why: str
    answer: str
    days: Mapping[int, str]
    games: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class FindingQuestion:
    """A finding as a question on the page."""

    subject: FindingWithEvent
    lines: list[tuple[int, str]]
    more: int
    why: str
    answers: list[tuple[str, str]]
    """The possible answers, with their texts."""
    chosen: str
    days: list[CorrectableDay]
    games: list[tuple[str, str, bool]]
    people: list[str]
    seen: str
    """The digest of the question shown (`question_digest`)."""
    shown: str
    """The stored answer; empty if a rejected one is shown again."""
    error: str = ""


def question_of(
    question: FindingWithEvent, typed: TypedAnswer | None
) -> FindingQuestion:
    """Return the question as shown on the page, with a rejected answer, if any."""
    finding, kind = question.finding, FileFindingKind(question.finding.kind)
    details = finding.details[:MOST_SHOWN]
    return FindingQuestion(
        question,
        [(each["line"], translated(each["text"], each["facts"])) for each in details],
        len(finding.details) - len(details),
        str(WHY[kind]),
        list(_answers(kind)),
        typed.answer if typed else finding.answer,
        list(_days(finding, typed)) if kind in WITH_DAYS else [],
        list(_games(question, typed)),
        [question.names[place] for place in finding.players],
        question_digest(finding),
        "" if typed else finding.answer,
        typed.why if typed else "",
    )


def _answers(kind: FileFindingKind) -> Iterator[tuple[str, str]]:
    if kind in _RIGHT:
        yield FindingAnswer.AS_IT_STANDS.value, str(_RIGHT[kind])
    if kind in _MENDED:
        yield FindingAnswer.MENDED.value, str(_MENDED[kind])
    if kind not in NOTED:
        yield FindingAnswer.LEAVE_OUT.value, _("Leave the event out")


def _days(finding: Any, typed: TypedAnswer | None) -> Iterator[CorrectableDay]:
    mended = finding.mends.get("days", {})
    for place, question in enumerate(finding.days):
        if not question["rounds"]:
            continue
        value = mended.get(str(place), question["day"])
        if typed:
            value = typed.days.get(place, value)
        yield CorrectableDay(place, _label(question), value)


def _label(question: dict[str, Any]) -> str:
    rounds = ", ".join(map(str, question["rounds"]))
    if not question["first"]:
        return _("Day of round %(rounds)s") % {"rounds": rounds}
    return ngettext(
        "First day (of round %(rounds)s)",
        "First day (of rounds %(rounds)s)",
        len(question["rounds"]),
    ) % {"rounds": rounds}


def _games(
    question: FindingWithEvent, typed: TypedAnswer | None
) -> Iterator[tuple[str, str, bool]]:
    mended = question.finding.mends.get("games", ())
    out = typed.games if typed else {(line, at) for line, at in mended}
    for game in question.finding.games:
        facts = {
            "round": game["round"],
            "line": game["line"],
            "white": question.names[game["white"]],
            "black": question.names[game["black"]],
            "score": ("0–1", "½–½", "1–0")[game["score"]],
        }
        text = _("Round %(round)d: %(white)s – %(black)s %(score)s (line %(line)d)")
        key = game["line"], game["round"]
        yield f"{key[0]}-{key[1]}", text % facts, key in out


def accept_all_label(kind: FileFindingKind, count: int) -> str:
    """Return the label of the button that accepts all waiting findings of a kind."""
    text = ngettext(
        "%(kind)s: accept %(count)d as it is",
        "%(kind)s: accept all %(count)d as they are",
        count,
    )
    return text % {"kind": kind.label, "count": count}


REFUSALS = {
    "finding_needs_day": gettext_lazy("Give a day that differs from the file's."),
    "finding_day": gettext_lazy(
        "No game of the pool can be of that day: it lies in the future, or before the"
        " pool began or after it ended."
    ),
    "finding_game": gettext_lazy("Tick at least one game that is left out."),
    "finding_no_mend": gettext_lazy("Choose one of the answers."),
    "finding_event": gettext_lazy(
        "Another event in the file has the same name in that year."
    ),
    "finding_long_name": gettext_lazy(
        "With the year of that day the event's name is longer than 160 letters. "
        "Shorten it in the file (line 012) and upload the file again."
    ),
    "finding_moved": gettext_lazy(
        "The question has changed since the page was shown. Look again, then answer."
    ),
    "finding_posted": gettext_lazy(
        "The event has been posted from this file: it keeps its name with the year, "
        "and cannot be left out. Withdraw its report first."
    ),
}

"""Answers to the questions about unexpected data of a file's events."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.enums import (
    NOTED,
    WITH_DAYS,
    FileFindingKind,
    FindingAnswer,
    MatchChoice,
    ReportState,
)
from ratings.imports.domain.reports import source_number
from ratings.imports.formats.event_names import LONGEST_EVENT
from ratings.imports.formats.trf.reading import name_with_year
from ratings.models import ImportEvent, ImportFile, ImportFinding, ImportPlayer, Report
from ratings.rules.calendar import day_number
from ratings.uploads.domain.choices import changed_file, open_file
from ratings.uploads.domain.following import reports_of
from ratings.uploads.domain.opening import bounds_of
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.queries.findings import WAITING, later_namesakes

_ASKED = ("kind", "details", "days", "players", "games", "announced")
"""The fields that make up a question."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer. With MENDED, `days` are the corrected days, by their places in the
    question, or `games` those to be left out, by line and round. `seen` is the question
    that was answered (`question_digest`); empty for the current one.
    """

    answer: FindingAnswer
    days: Mapping[int, date] = field(default_factory=dict)
    games: Collection[tuple[int, int]] = ()
    seen: str = ""


def question_digest(finding: ImportFinding) -> str:
    """Return a text that identifies the question: it differs for another question."""
    question = json.dumps([getattr(finding, name) for name in _ASKED], sort_keys=True)
    return hashlib.sha256(question.encode()).hexdigest()[:16]


@transaction.atomic
def answer_finding(
    finding_id: int, given: GivenAnswer, *, today: date, acting: ActionContext
) -> bool:
    """Store the answer; return whether it changed anything.

    Refuses as `open_file`, and with `finding_moved` if the question has changed,
    `finding_needs_day` if no day is given, `finding_day` if the pool can have no game
    on a given day, `finding_game` if no game is chosen, `finding_no_mend` if
    the question allows no correction, `finding_posted` if an event that is posted would
    be left out or get another name, `finding_event` if another event of the file
    already has the name that results from the new year, and `finding_long_name` if that
    name is too long.
    """
    file, finding = _lock_question(finding_id, given.seen)
    mends = _mends(finding, given, file.pool_id, today)
    if (finding.answer, finding.mends) == (given.answer, mends):
        return False
    if given.answer == FindingAnswer.LEAVE_OUT:
        _refuse_posted(file, finding.event)
    finding.answer, finding.mends = given.answer, mends
    finding.answered_by_id, finding.answered_at = acting.person_id, acting.at
    finding.save()
    if finding.kind == FileFindingKind.NAMESAKES:
        _join(finding, acting)
    if any(question["first"] for question in finding.days):
        _name_event(file, finding)
    changed_file(file)
    return True


def _lock_question(finding_id: int, seen: str) -> tuple[ImportFile, ImportFinding]:
    findings = ImportFinding.objects.filter(pk=finding_id)
    file_id = findings.values_list("file", flat=True).first()
    file = None if file_id is None else open_file(file_id)
    finding = findings.first()
    if file is None or finding is None or seen not in ("", question_digest(finding)):
        raise ImportNotPossible("finding_moved")
    return file, finding


@transaction.atomic
def accept_as_they_are(
    file_id: int,
    kind: FileFindingKind,
    *,
    acting: ActionContext,
    besides: Collection[int] = (),
) -> int:
    """Answer all open questions of a kind, except those `besides`, with AS_IT_STANDS;
    return how many. Refuses as `open_file`, and with `finding_needs_day` for a kind
    that does not allow this answer.
    """
    file = open_file(file_id)
    if kind in NOTED or kind == FileFindingKind.FIRST_DAY:
        raise ImportNotPossible("finding_needs_day")
    waiting = ImportFinding.objects.filter(WAITING, file=file, kind=kind)
    changed = waiting.exclude(pk__in=besides).update(
        answer=FindingAnswer.AS_IT_STANDS,
        answered_by_id=acting.person_id,
        answered_at=acting.at,
    )
    if changed:
        changed_file(file)
    return changed


def _mends(
    finding: ImportFinding, given: GivenAnswer, pool_id: int, today: date
) -> dict[str, Any]:
    """Return the corrections of an answer as they are stored. Refuses corrections that
    do not fit the kind of finding.
    """
    if given.answer == FindingAnswer.AS_IT_STANDS:
        if finding.kind == FileFindingKind.FIRST_DAY:
            raise ImportNotPossible("finding_needs_day")
        return {}
    if given.answer != FindingAnswer.MENDED:
        return {}
    if finding.kind in WITH_DAYS:
        return {"days": _days(finding, given.days, pool_id, today)}
    if finding.kind == FileFindingKind.TWICE:
        shown = {(each["line"], each["round"]) for each in finding.games}
        games = sorted(shown.intersection(given.games))
        if not games:
            raise ImportNotPossible("finding_game")
        return {"games": [list(each) for each in games]}
    if finding.kind not in (FileFindingKind.NAMESAKES, FileFindingKind.ROUNDS):
        raise ImportNotPossible("finding_no_mend")
    return {}


def _days(
    finding: ImportFinding, given: Mapping[int, date], pool_id: int, today: date
) -> dict[str, str]:
    bounds = bounds_of(pool_id, today)
    days = {place: day for place, day in given.items() if place < len(finding.days)}
    if not days:
        raise ImportNotPossible("finding_needs_day")
    if any(bounds.outside(day_number(day)) for day in days.values()):
        raise ImportNotPossible("finding_day")
    return {str(place): day.isoformat() for place, day in sorted(days.items())}


def _join(finding: ImportFinding, acting: ActionContext) -> None:
    """Treat the namesakes as one person or, by another answer, as several again."""
    others = ImportPlayer.objects.filter(
        file=finding.file_id,
        place__in=later_namesakes(finding.file_id, finding.players),
    )
    if finding.answer == FindingAnswer.MENDED:
        others.update(choice=MatchChoice.SAME, chosen_by_id=acting.person_id)
    else:
        joined = others.filter(choice=MatchChoice.SAME)
        joined.update(choice=MatchChoice.UNDECIDED, chosen_by=None)


def _name_event(file: ImportFile, finding: ImportFinding) -> None:
    """Put the year of the answered first day, if there is one, into the event's name."""
    findings = ImportFinding.objects.filter(file=file, event=finding.event)
    name = finding.names["read"]
    for each in findings.filter(answer=FindingAnswer.MENDED, kind__in=WITH_DAYS):
        for place, question in enumerate(each.days):
            day = each.mends["days"].get(str(place))
            if question["first"] and day:
                began = date.fromisoformat(day)
                name = name_with_year(each.names["plain"], began)
    events = ImportEvent.objects.filter(file=file)
    if events.filter(place=finding.event, name=name).exists():
        return
    _refuse_posted(file, finding.event)
    if len(name) > LONGEST_EVENT:
        raise ImportNotPossible("finding_long_name")
    if events.exclude(place=finding.event).filter(name__iexact=name).exists():
        raise ImportNotPossible("finding_event")
    events.filter(place=finding.event).update(name=name)


def _refuse_posted(file: ImportFile, event: int) -> None:
    """Refuse if a report of the event was posted from this file and is not withdrawn."""
    name = ImportEvent.objects.values_list("name", flat=True).get(
        file=file, place=event
    )
    posted = reports_of(file).get(source_number(name))
    not_withdrawn = Report.objects.exclude(state=ReportState.WITHDRAWN)
    if posted is not None and not_withdrawn.filter(pk=posted).exists():
        raise ImportNotPossible("finding_posted")

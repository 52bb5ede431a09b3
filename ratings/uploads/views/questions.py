"""Answers to what the review asks about the events of a file."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.enums import FileFindingKind, FindingAnswer
from ratings.files.spellings import day_of
from ratings.files.wording import InvalidField
from ratings.models import ImportFile, ImportFinding
from ratings.rules.calendar import date_of
from ratings.uploads import words as import_words
from ratings.uploads.domain.findings import (
    GivenAnswer,
    accept_as_they_are,
    answer_finding,
)
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.finding_words import REFUSALS, TypedAnswer
from ratings.uploads.views.pages import file_of, import_page
from ratings.uploads.views.parts import RejectedFormData

QUESTIONS = "questions"
_ANSWER, _DAY, _GAME, _SHOWN, _SEEN = "finding-", "day-", "game-", "shown-", "question-"


@login_required
@require_POST
def import_questions(request: OfficeRequest, pk: int) -> HttpResponse:
    """Save the valid answers, and show the other questions again with what was sent."""
    allow(request.actor, Permission.IMPORT_HISTORY)
    file = file_of(pk)
    try:
        changed, rejected = _answer_each(request, file)
        if request.POST.get("all") in FileFindingKind.values:
            kind = FileFindingKind(request.POST["all"])
            acting = acting_in(request)
            changed += accept_as_they_are(pk, kind, acting=acting, besides=rejected)
    except ImportNotPossible as refused:
        messages.error(request, refusal_words(refused))
        return import_page(request, file_of(pk), status=409, part=QUESTIONS)
    if changed:
        text = ngettext("%(count)d answer saved.", "%(count)d answers saved.", changed)
        messages.success(request, text % {"count": changed})
    if rejected:
        sent = RejectedFormData(answers=rejected)
        return import_page(request, file_of(pk), 422, QUESTIONS, sent)
    return redirect(f"{reverse('ratings:import_file', args=[pk])}?show={QUESTIONS}")


def _answer_each(
    request: OfficeRequest, file: ImportFile
) -> tuple[int, dict[int, TypedAnswer]]:
    changed, rejected = 0, {}
    findings = list(ImportFinding.objects.filter(file=file).order_by("pk"))
    if _answers_others(request.POST, {each.pk for each in findings}):
        messages.error(request, str(REFUSALS["finding_moved"]))
    for finding in findings:
        typed = _typed(request.POST, finding)
        if typed is None:
            continue
        try:
            given = _given(typed, finding, request.POST.get(f"{_SEEN}{finding.pk}", ""))
            changed += answer_finding(
                finding.pk, given, today=request.today, acting=acting_in(request)
            )
        except InvalidField as wrong:
            why = import_words.translated(wrong.message.text, wrong.message.facts)
            rejected[finding.pk] = replace(typed, why=why)
        except ImportNotPossible as refused:
            if refused.code not in REFUSALS:
                raise
            why = refusal_words(refused)
            rejected[finding.pk] = replace(typed, why=why)
            if refused.code == "finding_moved":
                rejected[finding.pk] = TypedAnswer(why, "", {}, frozenset())
    return changed, rejected


def _answers_others(form: QueryDict, known: set[int]) -> bool:
    """Return whether the form answers a question that no longer exists."""
    answered = (re.fullmatch(rf"{_ANSWER}(\d{{1,18}})", name) for name in form)
    return any(each and int(each[1]) not in known for each in answered)


def _typed(form: QueryDict, finding: ImportFinding) -> TypedAnswer | None:
    """Return the answer sent to a question, None if it is as the page showed it. A
    changed day makes it MENDED, unless the event is now left out; so does a ticked game
    if the answer itself was not changed.
    """
    answer = form.get(f"{_ANSWER}{finding.pk}", "")
    before = form.get(f"{_SHOWN}{finding.pk}", finding.answer)
    days, shown = _days(form, finding)
    games = frozenset(
        (each["line"], each["round"])
        for each in finding.games
        if f"{_GAME}{finding.pk}-{each['line']}-{each['round']}" in form
    )
    other_games = games != {(line, at) for line, at in finding.mends.get("games", ())}
    is_new = answer != before
    is_typed = days != shown and not (is_new and answer == FindingAnswer.LEAVE_OUT)
    if is_typed or (other_games and games and not is_new):
        answer = FindingAnswer.MENDED
    elif not (is_new or other_games):
        return None
    if not answer or answer not in FindingAnswer.values:
        return None
    return TypedAnswer("", answer, days, games)


def _days(
    form: QueryDict, finding: ImportFinding
) -> tuple[Mapping[int, str], Mapping[int, str]]:
    """Return the days as they were sent, and as the page showed them; an empty field
    means the day in the file.
    """
    mended = finding.mends.get("days", {})
    sent, shown = {}, {}
    for place, each in enumerate(finding.days):
        key = f"{finding.pk}-{place}"
        now = mended.get(str(place), each["day"])
        shown[place] = form.get(f"{_SHOWN}{key}", now).strip() or each["day"]
        sent[place] = form.get(f"{_DAY}{key}", shown[place]).strip() or each["day"]
    return sent, shown


def _given(typed: TypedAnswer, finding: ImportFinding, seen: str) -> GivenAnswer:
    """Return the answer with its days parsed. Raises InvalidField for a day that is invalid."""
    days = {}
    if typed.answer == FindingAnswer.MENDED:
        days = {
            place: _day(text)
            for place, text in typed.days.items()
            if text != finding.days[place]["day"]
        }
    return GivenAnswer(FindingAnswer(typed.answer), days, typed.games, seen)


def _day(text: str) -> date:
    return date_of(day_of(text))

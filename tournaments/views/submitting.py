"""Submit results, and show what they changed."""

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.permissions import Permission
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from ratings.enums import COUNTING
from ratings.models import Report
from ratings.pools.queries.ended_pools import books_nothing_more
from ratings.review.queries.reports import accepted_fallback
from tournaments.domain.checks.all_checks import check_material
from tournaments.domain.checks.findings import Finding, Findings
from tournaments.domain.rated_games import rated_games, rated_games_of
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.report_material import read_report_material
from tournaments.domain.report_points import points_of_report
from tournaments.domain.submitting import (
    RECALLABLE,
    correct_results,
    recall_results,
    submission_blocker,
    submit_results,
)
from tournaments.enums import TournamentState
from tournaments.forms.playing import AnswersForm
from tournaments.models import Section, Tournament
from tournaments.queries.changes import changes_shown
from tournaments.queries.reports import counting_report, newest_report
from tournaments.queries.stages import TournamentStage, stages_of
from tournaments.views.access import address, organised_tournament, redirect_to

SUBMITTABLE_STATES = (TournamentState.RUNNING, TournamentState.FINISHED)
SENDER_WAITS = 2
"""Seconds between two requests for the changes by the page of the person who has just
submitted the results.
"""


@login_required
@reads_and_writes
def submit(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the findings, the answers and what happens next, and submit the results."""
    tournament = organised_tournament(request, pk, Permission.SUBMIT_RESULTS)
    if tournament.state not in SUBMITTABLE_STATES or submission_blocker(tournament):
        return redirect_to("changes" if newest_report(pk) else "tournament", pk)
    is_final = "interim" not in request.GET
    material = read_report_material(tournament)
    findings = check_material(material, is_final=is_final, today=request.today)
    form = AnswersForm(
        request.POST or None,
        kinds=[each.kind for each in findings.warnings],
        initial=_earlier_answers(pk) if findings.warnings else {},
    )
    if request.method == "POST" and _submit(request, pk, form, is_final=is_final):
        return redirect_to("changes", pk)
    context = {
        "tournament": tournament,
        "findings": findings,
        "form": form,
        "questions": _questions(findings, form),
        "is_final": is_final,
        "interim_is_possible": is_final
        and findings.errors
        and tournament.state == TournamentState.RUNNING
        and not check_material(material, is_final=False, today=request.today).errors,
        "rated": rated_games(material),
        "players": len(material.players),
        "books_nothing_more": books_nothing_more(tournament.pool, request.today),
    }
    return render(request, "tournaments/submitting/submit.html", context)


@login_required
@require_safe
def changes(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show what the newest report changed for each player; the part with the numbers
    reloads itself until they are computed.
    """
    tournament = organised_tournament(request, pk, Permission.SUBMIT_RESULTS)
    report = newest_report(pk)
    if report is None:
        raise Http404
    shown = changes_shown(report, request.actor, request.today)
    if shown.is_computed and shown.counts:
        shown = replace(shown, own_points=points_of_report(report, shown.number))
    again = address("tournaments:changes", pk)
    context = {
        "tournament": tournament,
        "shown": shown,
        "again": again,
        "seconds": SENDER_WAITS,
    }
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "tournaments/spectators/_changes.html", context)
    stages = stages_of(
        [tournament], request.today, timezone.now(), for_those_concerned=True
    )
    context |= {
        "report": report,
        "stage": stages[pk],
        "counts_before": counting_report(pk) is not None,
        "may_recall": report.state in RECALLABLE,
        "counts_instead": accepted_fallback(report),
        "may_correct": _may_correct(tournament, report),
        "open_sections": _sections_to_correct(tournament, stages[pk]),
        "report_url": address("ratings:report", report.pk),
        "rated": rated_games_of(report) if report.state in COUNTING else None,
    }
    return render(request, "tournaments/submitting/changes.html", context)


@login_required
@require_POST
def recall(request: OfficeRequest, pk: int) -> HttpResponse:
    organised_tournament(request, pk, Permission.SUBMIT_RESULTS)
    report = newest_report(pk)
    counts_instead = accepted_fallback(report) if report else None
    done = (
        _("Taken back. Version %(number)s counts, and the results can be changed.")
        % {"number": counts_instead.version}
        if counts_instead
        else _("Taken back. The results no longer count, and they can be changed.")
    )
    perform(request, lambda: recall_results(pk, acting=acting_in(request)), done)
    return redirect_to("tournament", pk)


@login_required
@require_POST
def correct(request: OfficeRequest, pk: int) -> HttpResponse:
    organised_tournament(request, pk, Permission.SUBMIT_RESULTS)
    perform(
        request,
        lambda: correct_results(pk, acting=acting_in(request)),
        _("The results can be changed now. Send them in again when they are right."),
    )
    return redirect_to("tournament", pk)


def _earlier_answers(pk: int) -> dict[str, str]:
    """Return the answers of the newest report, by kind of question."""
    report = newest_report(pk)
    return dict(report.warnings.values_list("kind", "answer")) if report else {}


def _submit(
    request: OfficeRequest, pk: int, form: AnswersForm, *, is_final: bool
) -> bool:
    answers = form.cleaned_data if form.fields and form.is_valid() else {}
    if form.errors:
        return False
    try:
        submit_results(
            pk, answers=answers, is_final=is_final, acting=acting_in(request)
        )
    except TournamentRefusal as refused:
        messages.error(request, refusal_words(refused))
        return False
    return True


def _questions(findings: Findings, form: AnswersForm) -> list[tuple[Finding, object]]:
    return [(finding, form[finding.kind]) for finding in findings.warnings]


def _sections_to_correct(
    tournament: Tournament, stage: TournamentStage
) -> list[Section]:
    """Return the sections whose results can be corrected because the report was
    returned or recalled.
    """
    if not stage.is_to_mend or tournament.state != TournamentState.RUNNING:
        return []
    return list(tournament.sections.exclude(started_at=None).in_order())


def _may_correct(tournament: Tournament, report: Report) -> bool:
    return (
        tournament.state == TournamentState.FINISHED and report.state not in RECALLABLE
    )

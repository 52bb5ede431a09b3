"""The parts of an import's review: players, clubs, rows left out, events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator

from federation.models import District
from federation.requests import OfficeRequest
from ratings.enums import ImportState
from ratings.imports.domain.players import IMPORTED_DISTRICT
from ratings.models import ImportClub, ImportFile, ImportPlayer
from ratings.pages.views.levels import format_as_pool
from ratings.uploads import finding_words, trial_words
from ratings.uploads import words as import_words
from ratings.uploads.domain.following import follow_events
from ratings.uploads.domain.player_lists import with_list_facts
from ratings.uploads.finding_words import TypedAnswer
from ratings.uploads.forms import ColumnsForm, MinutesForm
from ratings.uploads.list_words import list_words
from ratings.uploads.queries.clubs import (
    SIMILAR_TO_NO_CLUB,
    clubs_of,
    with_club_candidates,
)
from ratings.uploads.queries.findings import findings_of, waiting_by_kind, with_events
from ratings.uploads.queries.imports import (
    MatchStatus,
    PlayerCounts,
    TypedPlayer,
    events_of,
    faults_of,
    players_on,
    with_candidates,
)

PER_PAGE = 50
PLAYERS_PER_PAGE = 20
PARTS = ("players", "questions", "clubs", "rows", "events")


@dataclass(frozen=True, slots=True)
class RejectedFormData:
    """Form data that was sent but not accepted: it is shown on the page again."""

    minutes: MinutesForm | None = None
    typed: Mapping[int, TypedPlayer] = field(default_factory=dict)
    answers: Mapping[int, TypedAnswer] = field(default_factory=dict)
    """The answers by the id of their finding."""
    columns: ColumnsForm | None = None
    why_undone: str = ""


def part_of(
    request: OfficeRequest,
    file: ImportFile,
    sums: PlayerCounts,
    part: str,
    sent: RejectedFormData,
    findings: tuple[int, int],
) -> dict[str, Any]:
    """Return the context of a part: the given one, else the one in the query, else the
    questions while some wait, else the players.
    """
    part = part or request.GET.get("show", "")
    labels = import_words.part_labels(file, *findings)
    waiting = findings[1]
    usual = "questions" if waiting and "shelf" not in request.GET else PARTS[0]
    part = part if part in labels else usual
    parts = {"clubs": _clubs, "rows": _rows, "events": _events}
    tabs = [
        {"href": f"?show={each}", "label": label, "current": each == part}
        for each, label in labels.items()
    ]
    if part == "questions":
        shown = _questions(request, file, sent.answers)
    elif part in parts:
        shown = parts[part](request, file)
    else:
        shown = _players(request, file, sums, sent.typed)
    return {"part": part, "tabs": tabs, **shown}


def _questions(
    request: OfficeRequest, file: ImportFile, typed: Mapping[int, TypedAnswer]
) -> dict[str, Any]:
    page = _paged(request, findings_of(file), PLAYERS_PER_PAGE)
    again = list(findings_of(file).filter(pk__in=typed)) if typed else []
    others = [each for each in page.object_list if each.pk not in typed]
    questions = with_events(file, [*again, *others])
    together = [
        (kind.value, finding_words.accept_all_label(kind, count))
        for kind, count in waiting_by_kind(file).items()
        if count > 1
    ]
    return {
        "page": page,
        "rows": [
            finding_words.question_of(each, typed.get(each.finding.pk))
            for each in questions
        ],
        "together": together,
    }


def _players(
    request: OfficeRequest,
    file: ImportFile,
    sums: PlayerCounts,
    typed: Mapping[int, TypedPlayer],
) -> dict[str, Any]:
    status = chosen_status(request)
    page = _paged(request, players_on(file, status), PLAYERS_PER_PAGE)
    status_tabs = [
        {
            "href": f"?shelf={each}",
            "label": import_words.STATUSES[each] % {"count": sums.by_status[each]},
            "current": each == status,
        }
        for each in MatchStatus
    ]
    if file.listed:
        format_as_pool(file.pool_id, request.today)
    typed_rows = ImportPlayer.objects.filter(file=file, place__in=typed)
    first = list(typed_rows.order_by("place")) if typed else []
    others = [each for each in page.object_list if each.place not in typed]
    rows = with_candidates([*first, *others], request.today, typed)
    facts = with_list_facts(file, [row.player for row in rows])
    return {
        "page": page,
        "rows": list(zip(rows, map(list_words, facts), strict=True)),
        "shelf": status,
        "status_tabs": status_tabs,
    }


def _clubs(request: OfficeRequest, file: ImportFile) -> dict[str, Any]:
    page = _paged(request, clubs_of(file), PLAYERS_PER_PAGE)
    unlike = ImportClub.objects.filter(SIMILAR_TO_NO_CLUB, file=file).count()
    rows = with_club_candidates(list(page.object_list))
    return {"page": page, "rows": rows, "unlike": unlike, "home": _home()}


def _home() -> str:
    """Return the name of the district of new clubs, as `district_of_imports` finds it."""
    names = list(District.objects.values_list("name", flat=True)[:2])
    return names[0] if len(names) == 1 else IMPORTED_DISTRICT[1]


def _rows(request: OfficeRequest, file: ImportFile) -> dict[str, Any]:
    page = _paged(request, faults_of(file), PER_PAGE)
    rows = [(each, import_words.fault_words(each)) for each in page.object_list]
    return {"page": page, "rows": rows, "tables": list(file.headers)}


def _events(request: OfficeRequest, file: ImportFile) -> dict[str, Any]:
    page = _paged(request, events_of(file), PER_PAGE)
    events = list(page.object_list)
    if file.state != ImportState.POSTED:
        rows = [(each, None, trial_words.tried_words(each), None) for each in events]
        return {"page": page, "rows": rows}
    followed = follow_events(file, events)
    return {
        "page": page,
        "rows": [
            (
                each.event,
                (
                    trial_words.STATE_SIGNS[each.posted_state],
                    trial_words.posted_state_label(each.posted_state),
                ),
                trial_words.posted_state_words(each),
                each.report,
            )
            for each in followed
        ],
    }


def _paged(request: OfficeRequest, rows: Any, size: int) -> Page[Any]:
    return Paginator(rows, size).get_page(request.GET.get("page"))


def chosen_status(request: OfficeRequest) -> MatchStatus:
    """Return the status of the players that the page is to show."""
    chosen = request.POST.get("shelf") or request.GET.get("shelf", "")
    return MatchStatus(chosen) if chosen in list(MatchStatus) else MatchStatus.UNDECIDED

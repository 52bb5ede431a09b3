"""The content of the parts of a tournament's pages that keep themselves up to date."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from federation.requests import OfficeRequest
from ratings.corrections.queries.claim_words import CorrectionShown, shown_corrections
from ratings.corrections.queries.claims import corrections_in
from ratings.ledger.queries.version_log import VersionChange, changes_since_sent
from ratings.models import Report
from ratings.pools.queries.systems import SystemsOfPool
from ratings.rules.norms import GivesNorms
from tournaments.domain.norms import gather_norms
from tournaments.domain.rounds.round_pairings import seats_of
from tournaments.models import Section, Tournament
from tournaments.queries.reports import counts_as_final, newest_report, sections_by_game
from tournaments.queries.rounds.not_paired import not_paired
from tournaments.queries.rounds.proposed_round import explain_round
from tournaments.queries.section_shown import (
    RoundShown,
    SectionShown,
    shown_section,
    shown_sections,
)
from tournaments.queries.teams.league_table import league_shown, leagues_shown
from tournaments.rules.pairing.written import from_data
from tournaments.views.access import (
    RELATED,
    latest_publication,
    may_organise,
    refuse_hidden,
    set_rating_format_of,
)
from tournaments.views.norms import shown_preliminary


def tournament_part(
    request: OfficeRequest,
    found: Tournament,
    systems: SystemsOfPool,
    report: Report | None,
) -> dict[str, Any]:
    """Return every section with its standings and rounds, and what is computed from
    them. `systems` are those of the pool, `report` is the newest.
    """
    runs = may_organise(request.actor, found)
    published_at = None if runs else timezone.now()
    sections = shown_sections(found, request.actor, request.today, published_at)
    return {
        "tournament": found,
        "sections": sections,
        "leagues": leagues_shown(sections),
        "runs": runs,
        "report": report,
        "corrections": corrected_games(request, report),
        "changed_since": changed_since(request, report),
        **_by_norms(found, sections, systems, report, published_at),
    }


def round_part(request: OfficeRequest, section: Section, number: int) -> dict[str, Any]:
    """Return the boards of a round with their results and the reasons of the pairings."""
    shown = published_section(request, section)
    current = round_of(shown, number)
    record = section.round_pairings.filter(round=number).first()
    players = {player.entry.pk: player for player in shown.players}
    explained, is_changed = None, bool(record and record.change_reason)
    if record and record.proposal and current.boards:
        paired = from_data(record.proposal)
        boards = current.boards
        seats = {(b.white.entry.pk, b.black and b.black.entry.pk) for b in boards}
        is_changed = is_changed or seats != set(seats_of(paired))
        # A player who was only proposed may have been removed from the section since.
        if paired.players <= players.keys():
            explained = explain_round(paired, record.system, players)
    return {
        "section": section,
        "tournament": section.tournament,
        "shown": shown,
        "current": current,
        "record": record if current.boards else None,
        # Why the boards of a draft were changed is not public yet.
        "removed_because": record.change_reason
        if record and not current.boards and record.is_seen_at(timezone.now())
        else "",
        "is_later": bool(record and record.is_later_than(timezone.now())),
        "explained": explained,
        "is_changed": is_changed,
        "not_paired": not_paired(shown, current),
    }


def standings_part(
    request: OfficeRequest, section: Section, number: int
) -> dict[str, Any]:
    """Return the table after a round, with tie-breaks as of that round; of a league the
    table of its teams.
    """
    if section.is_played_by_teams:
        return _league_part(request, section, number)
    published_at = latest_publication(request, section.tournament)
    played = section.pairings.exclude(Q(result="") | Q(black=None))
    report = newest_report(section.tournament_id) if section.posted else None
    rounds = list(
        section.round_days.order_by("number").annotate(
            is_played=Exists(played.filter(round=OuterRef("number")))
        )
    )
    shown = shown_section(
        section,
        request.actor,
        request.today,
        published_at,
        until=number,
        days={each.number: each.date for each in rounds},
    )
    return {
        "report": report,
        "corrections": corrected_games(request, report),
        "section": section,
        "tournament": section.tournament,
        "shown": shown,
        "until": round_of(shown, number).number,
        "rounds": [each.number for each in rounds if each.is_played],
    }


def _league_part(
    request: OfficeRequest, section: Section, number: int
) -> dict[str, Any]:
    if not 1 <= number <= section.rounds:
        raise Http404
    shown = league_shown(section, request.actor, request.today, until=number)
    return {
        "section": section,
        "tournament": section.tournament,
        "league": shown,
        "until": number,
        "rounds": shown.rounds_with_results,
    }


def open_section(request: OfficeRequest, pk: int) -> Section:
    """Return a section that has started, if the reader may see its tournament (as in
    `open_tournament`); otherwise raise Http404.
    """
    rows = Section.objects.exclude(started_at=None).select_related(
        "league", *(f"tournament__{name}" for name in (*RELATED, "sanction"))
    )
    section = get_object_or_404(rows, pk=pk)
    refuse_hidden(request, section.tournament)
    set_rating_format_of(section.tournament, request.today)
    return section


def published_section(request: OfficeRequest, section: Section) -> SectionShown:
    """Return the section as published; drafts are included for the organiser only."""
    published_at = latest_publication(request, section.tournament)
    return shown_section(section, request.actor, request.today, published_at)


def round_of(shown: SectionShown, number: int) -> RoundShown:
    """Return a round of the section; raise Http404 if there is none."""
    if not 1 <= number <= len(shown.rounds):
        raise Http404
    return shown.rounds[number - 1]


def corrected_games(
    request: OfficeRequest, report: Report | None
) -> list[CorrectionShown]:
    """Return the office's corrections of submitted games, which are rated as corrected."""
    if report is None:
        return []
    return shown_corrections(corrections_in(report), request.actor, request.today)


def changed_since(request: OfficeRequest, report: Report | None) -> list[VersionChange]:
    """Return all changes made to the games since they were submitted."""
    if report is None:
        return []
    sections = partial(sections_by_game, report.source_number)
    return changes_since_sent(report, request.actor, request.today, sections)


def _by_norms(
    found: Tournament,
    sections: list[SectionShown],
    systems: SystemsOfPool,
    report: Report | None,
    published_at: datetime | None,
) -> dict[str, object]:
    """Return whether the tournament has norms, and the preliminary results as long as
    the final ones are not in the ledger; empty if its system has no norms.
    """
    if not isinstance(systems.on(found.start_date), GivesNorms):
        return {}
    material = gather_norms(found, published_at)
    if material is None:
        return {}
    in_ledger = counts_as_final(report)
    return {
        "has_norms": bool(material.places),
        "preliminary": None if in_ledger else shown_preliminary(material, sections),
    }

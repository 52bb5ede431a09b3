"""Norm pages: the norms of all entrants of a tournament, and one player's working."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.pages.views.levels import format_as_pool
from ratings.people.queries.names import Person, read_people
from ratings.rules.explained import Note
from ratings.rules.norms import (
    EntrantNorms,
    NormOpponent,
    PreliminaryResult,
    RequiredNorm,
    TournamentNorms,
)
from tournaments.domain.norms import NormMaterial, gather_norms
from tournaments.models import Entry, Section, Tournament
from tournaments.queries.section_shown import SectionShown
from tournaments.queries.standings.table import ShownPlayer
from tournaments.views.access import address, latest_publication, open_tournament


@dataclass(frozen=True, slots=True)
class EntrantShown:
    """An entrant's line: the norms to reach, and the points scored so far."""

    entry: Entry
    person: Person
    norms: EntrantNorms
    result: PreliminaryResult | None

    @property
    def is_new(self) -> bool:
        return self.norms.level is None

    @property
    def ends(self) -> tuple[RequiredNorm, ...]:
        """Return the lowest and the highest of the norms that a new player can obtain.
        Of several norms that need the same points only the highest counts.
        """
        best = {norm.score: norm for norm in self.norms.obtain}
        ordered = [best[score] for score in sorted(best)]
        return (ordered[0], ordered[-1]) if ordered else ()


@dataclass(frozen=True, slots=True)
class SectionNorms:
    """A section's table. `obstacles` are those that all of its ranked players share."""

    section: Section
    rows: tuple[EntrantShown, ...]
    obstacles: tuple[Note, ...]
    is_paired: bool

    @property
    def lacks_pairings(self) -> bool:
        """Return whether there are players, but none of their opponents is known."""
        return bool(self.rows) and not self.is_paired


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of the player whose working is shown."""

    person: Person
    faced: NormOpponent
    is_new: bool

    @property
    def total(self) -> int:
        return self.faced.counted * self.faced.games


@dataclass(frozen=True, slots=True)
class PreliminaryLine:
    """The result of one player's finished games."""

    player: ShownPlayer
    result: PreliminaryResult


@dataclass(frozen=True, slots=True)
class PreliminaryShown:
    """A tournament that is not in the ledger yet, computed from its finished games.
    `unsettled` are the new players about whom the committee has to decide.
    """

    lines: tuple[PreliminaryLine, ...]
    obstacles: tuple[Note, ...]
    unsettled: tuple[ShownPlayer, ...]

    @property
    def changes_nobody(self) -> bool:
        """Return whether there is an obstacle that no future game can remove."""
        return any(note.code != "unfinished_games" for note in self.obstacles)


def shown_preliminary(
    material: NormMaterial, sections: Iterable[SectionShown]
) -> PreliminaryShown | None:
    """Return each player once, in the order of entry; None if no game is finished."""
    if not material.has_result:
        return None
    players: dict[int, ShownPlayer] = {}
    for shown in sections:
        for player in shown.players:
            players.setdefault(material.places[player.entry.pk], player)
    preliminary = material.preliminary
    return PreliminaryShown(
        lines=tuple(
            PreliminaryLine(players[place], result)
            for place, result in enumerate(preliminary.results)
        ),
        obstacles=preliminary.obstacles,
        unsettled=tuple(players[place] for place in preliminary.unsettled),
    )


@require_safe
def norms(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the norms of all entrants, section by section."""
    tournament = open_tournament(request, pk)
    material = _material(request, tournament)
    assumed = _assumed(request, material)
    computed = material.norms(assumed)
    return render(
        request,
        "tournaments/norms/norms.html",
        {
            "tournament": tournament,
            "norms": computed,
            "sections": _sections(request, material, computed),
            **_choice(material, computed, assumed),
        },
    )


@require_safe
def entry_norms(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show one player's norms with the working by paragraphs."""
    entry = get_object_or_404(Entry.objects.select_related("section"), pk=pk)
    tournament = open_tournament(request, entry.section.tournament_id)
    material = _material(request, tournament)
    assumed = _assumed(request, material)
    computed = material.norms(assumed)
    own = computed.entrants[material.places[entry.pk]]
    shown = _people(request, material)
    person = shown[entry.player_id]
    return render(
        request,
        "tournaments/norms/entry_norms.html",
        {
            "tournament": tournament,
            "section": entry.section,
            "person": person,
            "norms": computed,
            "own": own,
            "opponents": _opponents(material, computed, own, shown),
            "total": sum(each.counted * each.games for each in own.opponents),
            "back": address("tournaments:norms", tournament.pk)
            + _assumed_as_query(assumed),
            **_choice(material, computed, assumed),
        },
    )


def _material(request: OfficeRequest, tournament: Tournament) -> NormMaterial:
    """Return the tournament's entrants, and write levels as the system of its first day
    does. Raises Http404 if no norms apply.
    """
    material = gather_norms(tournament, latest_publication(request, tournament))
    if material is None:
        raise Http404(_("No norms apply here."))
    format_as_pool(tournament.pool_id, tournament.start_date)
    return material


def _assumed(request: OfficeRequest, material: NormMaterial) -> int | None:
    """Return the level that the reader assumes for new players; None if it is not a
    level.
    """
    by_text = {str(level): level for level in material.system.levels}
    return by_text.get(request.GET.get("new", ""))


def _assumed_as_query(assumed: int | None) -> str:
    """Return the assumed level as a query string."""
    return "" if assumed is None else f"?new={assumed}"


def _choice(
    material: NormMaterial, computed: TournamentNorms, assumed: int | None
) -> dict[str, object]:
    return {
        "has_new": any(each.level is None for each in computed.entrants),
        "assumed": assumed,
        "kept": _assumed_as_query(assumed),
        "levels": material.system.levels,
    }


def _people(request: OfficeRequest, material: NormMaterial) -> dict[int, Person]:
    ids = {entry.player_id for each in material.sections for entry in each.entries}
    return read_people(ids, request.actor, request.today)


def _sections(
    request: OfficeRequest, material: NormMaterial, computed: TournamentNorms
) -> list[SectionNorms]:
    shown = _people(request, material)
    results = material.preliminary.results if material.has_result else ()
    return [
        _section(
            each.section,
            tuple(
                EntrantShown(
                    entry,
                    shown[entry.player_id],
                    computed.entrants[material.places[entry.pk]],
                    results[material.places[entry.pk]] if results else None,
                )
                for entry in each.entries
            ),
        )
        for each in material.sections
    ]


def _section(section: Section, rows: tuple[EntrantShown, ...]) -> SectionNorms:
    # No minimum number of games applies to new players.
    obstacles = [row.norms.obstacles for row in rows if not row.is_new]
    shared = (
        [note for note in obstacles[0] if all(note in each for each in obstacles)]
        if obstacles
        else []
    )
    return SectionNorms(
        section=section,
        rows=rows,
        obstacles=tuple(shared),
        is_paired=any(row.norms.games for row in rows),
    )


def _opponents(
    material: NormMaterial,
    computed: TournamentNorms,
    own: EntrantNorms,
    shown: Mapping[int, Person],
) -> list[Opponent]:
    person_at = {
        material.places[entry.pk]: shown[entry.player_id]
        for each in material.sections
        for entry in each.entries
    }
    return [
        Opponent(
            person_at[faced.place], faced, computed.entrants[faced.place].level is None
        )
        for faced in own.opponents
    ]

"""Players with several games in a round of an event, by the current player choices."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from ratings.enums import FileFindingKind, FindingAnswer
from ratings.imports.domain.rounds import (
    Part,
    Place,
    Played,
    games_in_round_reason,
    twice_in_round,
)
from ratings.imports.formats.findings import FindingDetail
from ratings.imports.formats.game_columns import COLOURS
from ratings.models import ImportFile, ImportFinding
from ratings.uploads.domain.gathering import NOBODY, PlayersOfFile, players_of_file
from ratings.uploads.domain.reading import parts_of
from ratings.uploads.domain.rows import details_of

MOST = 200
"""Games of an event that are shown for a choice, at most."""


@transaction.atomic
def store_double_games(file: ImportFile) -> None:
    """Store the findings of each event; an answer is kept while its finding is the same."""
    ImportFile.objects.select_for_update().get(pk=file.pk)
    found = _by_event(file)
    known = ImportFinding.objects.filter(file=file, kind=FileFindingKind.TWICE)
    known.exclude(event__in=found).delete()
    known_by_event = {each.event: each for each in known}
    for event, (details, games) in found.items():
        row = known_by_event.get(event)
        if row is None or row.games != games:
            ImportFinding.objects.update_or_create(
                file=file,
                event=event,
                kind=FileFindingKind.TWICE,
                defaults={
                    "details": details,
                    "games": games,
                    "answer": FindingAnswer.OPEN,
                    "mends": {},
                    "answered_by": None,
                    "answered_at": None,
                },
            )


def _by_event(
    file: ImportFile,
) -> dict[int, tuple[list[dict[str, Any]], list[Played]]]:
    found: dict[int, tuple[list[dict[str, Any]], list[Played]]] = {}
    for (event, number, _who), games in sorted(_found(file).items()):
        reason = games_in_round_reason(number, games)
        details, all_games = found.setdefault(event, ([], []))
        details.append(details_of(FindingDetail(games[0]["line"], reason)))
        all_games += [each for each in games if each not in all_games]
    return {
        event: (details[:MOST], games[:MOST])
        for event, (details, games) in found.items()
    }


def _found(file: ImportFile) -> dict[Place, list[Played]]:
    """Return the games of each player who has several in one round."""
    cast = players_of_file(file)
    return twice_in_round(lambda: _parts(file, cast))


def _parts(file: ImportFile, cast: PlayersOfFile) -> Iterator[Part]:
    """Yield the games in which both players are decided on."""
    for games in parts_of(file.pk):
        white, black = (cast.ids[games[colour]] for colour in COLOURS)
        decided = (white != NOBODY) & (black != NOBODY)
        yield games[decided], (white[decided], black[decided])

"""Players who stepped down a class on request, and what each had last played in."""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from ratings.ledger.queries.player_aliases import aliases_now
from tournaments.enums import TournamentState
from tournaments.models import Entry, StepDown

BEFORE_THE_FIRST = 0


@dataclass(frozen=True, slots=True)
class JudgedTournament:
    """A tournament in which classes were judged."""

    name: str
    last_day: date


def last_competition(player_id: int) -> JudgedTournament | None:
    """Return the last tournament that the office knows the player to have begun, with
    any card.
    """
    of_person = aliases_now().cards([player_id])
    entry = (
        Entry.objects.filter(
            player__in=of_person,
            section__gives_titles=True,
            section__started_at__isnull=False,
        )
        .exclude(section__tournament__state=TournamentState.CANCELLED)
        .exclude(withdrawn_after=BEFORE_THE_FIRST)
        .select_related("section__tournament")
        .order_by("-section__tournament__end_date", "-pk")
        .first()
    )
    if entry is None:
        return None
    tournament = entry.section.tournament
    return JudgedTournament(tournament.name, tournament.end_date)


def steps_down() -> QuerySet[StepDown]:
    """Return all of them, the newest first, including undone ones."""
    return StepDown.objects.select_related(
        "line__confirmed_by", "line__taken_back_by"
    ).order_by("-pk")

"""Tournaments in every state, made by the acts of the office."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from federation.models import Club, Player, User
from tests.factories import ClubFactory, acting, chess_pool, member
from tournaments.domain.entering import enter_players
from tournaments.domain.planning.sections import SectionDraft, add_section
from tournaments.domain.planning.tournaments import TournamentDraft, create_tournament
from tournaments.domain.results import ResultWish, enter_result, enter_results
from tournaments.domain.starting import start_section
from tournaments.domain.submitting import submit_results
from tournaments.models import Entry, Pairing, Section, Tournament

FIRST_DAY, LAST_DAY = date(2026, 5, 4), date(2026, 5, 25)


def draft(club: Club | None = None, **facts: Any) -> TournamentDraft:
    club = club or ClubFactory()
    return TournamentDraft(
        **{
            "name": "Spring cup",
            "organiser_id": club.pk,
            "district_id": club.district_id,
            "pool_id": chess_pool().pk,
            "start_date": FIRST_DAY,
            "end_date": LAST_DAY,
            "minutes": 120,
            **facts,
        }
    )


def tournament(club: Club | None = None, **facts: Any) -> Tournament:
    return create_tournament(draft(club, **facts), acting=acting())


def section(of: Tournament | None = None, **facts: Any) -> Section:
    of = of or tournament()
    letter = "ABCDEFGH"[of.sections.count()]
    named = SectionDraft(**{"name": f"Group {letter}", **facts})
    return add_section(of.pk, named, acting=acting())


def entered(of: Section, *players: Player) -> list[Entry]:
    return enter_players(of.pk, [player.pk for player in players], acting=acting())


def started(
    of: Section | None = None, *, size: int = 4, players: Sequence[Player] = (), **facts
) -> Section:
    """Start a section, with members of one club unless players are given."""
    of = of or section(**facts)
    club = of.tournament.organiser
    entered(of, *(players or [member(club) for _ in range(size)]))
    return start_section(of.pk, acting=acting())


def board(of: Section, white: int, black: int) -> Pairing:
    """Return the board of these pairing numbers, in either colour."""
    wanted = {white, black}
    played = of.pairings.exclude(black=None)
    for pairing in played.select_related("white", "black"):
        if {pairing.white.pairing_number, pairing.black.pairing_number} == wanted:
            return pairing
    raise LookupError(wanted)


def result(pairing: Pairing, text: str, **facts: Any) -> Pairing:
    pairing.refresh_from_db()
    return enter_result(pairing.pk, text, pairing.version, acting=acting(), **facts)


def played(of: Section, text: str = "1/2") -> Section:
    """Enter this result on every board that is still open."""
    wishes = [
        ResultWish(pairing.pk, text, pairing.version)
        for pairing in of.pairings.filter(result="")
    ]
    enter_results(of.pk, wishes, acting=acting())
    return of


def submitted(of: Section, *, by: User | None = None, is_final: bool = True):
    return submit_results(
        of.tournament_id, answers={}, is_final=is_final, acting=acting(by)
    )

"""Entering the players of a tournament file."""

from collections.abc import Mapping
from dataclasses import dataclass

from federation.domain.authorship import ActionContext
from federation.domain.players import DuplicateCheck, MatchesFound, PlayerDraft
from federation.domain.refusal import RegisterRefusal
from tournaments.domain.entering import (
    OutsideRating,
    enter_player,
    register_newcomer_and_enter,
)
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import Entry, Section


@dataclass(frozen=True, slots=True)
class NewcomerOfFile:
    """A player of the file who is not in the register."""

    draft: PlayerDraft
    joins_club: bool
    outside: OutsideRating | None = None
    looked: DuplicateCheck | None = None


ChosenPlayer = int | NewcomerOfFile
"""A player's id, or a newcomer."""


class PlayerRefusedError(Exception):
    """Why one player of the file cannot be entered."""

    def __init__(
        self, number: int, cause: TournamentRefusal | RegisterRefusal | MatchesFound
    ) -> None:
        self.number = number
        self.cause = cause
        super().__init__(f"number {number}")


def enter_players_of_file(
    section: Section, chosen: Mapping[int, ChosenPlayer], acting: ActionContext
) -> dict[int, Entry]:
    """Enter the players, by starting number, in the order of their numbers. Two players
    of a file are two people, however similar they are.
    """
    entries: dict[int, Entry] = {}
    for number in sorted(chosen):
        others = [each.player_id for each in entries.values()]
        try:
            entries[number] = _enter(section, chosen[number], others, acting)
        except (TournamentRefusal, RegisterRefusal, MatchesFound) as cause:
            raise PlayerRefusedError(number, cause) from cause
    return entries


def _enter(
    section: Section, chosen: ChosenPlayer, others: list[int], acting: ActionContext
) -> Entry:
    if isinstance(chosen, int):
        return enter_player(section.pk, chosen, acting=acting)
    return register_newcomer_and_enter(
        section.pk,
        chosen.draft,
        acting=acting,
        joins_club=chosen.joins_club,
        outside=chosen.outside,
        looked=chosen.looked and chosen.looked.besides(others),
    )

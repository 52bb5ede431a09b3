"""Matching the clubs of a player list with the register, and the choices for clubs that
are not in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.enums import ClubChoice
from ratings.imports.domain.players import known_clubs
from ratings.models import ImportClub, ImportFile, ImportPlayer
from ratings.uploads.domain.choices import changed_file, open_file
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.queries.clubs import SIMILAR_TO_NO_CLUB, likeliest_clubs


@dataclass(frozen=True, slots=True)
class ChosenClub:
    """What is done with a club of a file; `club_id` if it is that club of the register."""

    choice: ClubChoice
    club_id: int | None = None


def match_clubs(file: ImportFile) -> None:
    """Match the clubs whose name, ignoring case, is that of one in the register, and
    propose clubs with similar names; clubs matched earlier are left unchanged.
    """
    clubs = list(ImportClub.objects.filter(file=file, choice=ClubChoice.UNDECIDED))
    known = known_clubs() if clubs else {}
    for each in clubs:
        each.club_id = known.get(each.name.casefold())
        each.choice = ClubChoice.CLUB if each.club_id else ClubChoice.UNDECIDED
    _propose([each for each in clubs if not each.club_id])
    ImportClub.objects.bulk_update(clubs, ["choice", "club", "score"], batch_size=1000)


def _propose(clubs: Sequence[ImportClub]) -> None:
    alike = likeliest_clubs([each.name for each in clubs], 1)
    for each, found in zip(clubs, alike, strict=True):
        for likely in found:
            each.club_id, each.score = likely.club_id, likely.score


@transaction.atomic
def choose_clubs(
    file_id: int, choices: Mapping[int, ChosenClub], *, acting: ActionContext
) -> int:
    """Store the choices for clubs of a file, by place; return how many changed.

    Refuses as `open_file`, and with `clubs_are_in` for a club some of whose players
    have already been registered.
    """
    file = open_file(file_id)
    changed = 0
    for each in ImportClub.objects.filter(file=file, place__in=choices):
        changed += _store_choice(each, choices[each.place], acting)
    if changed:
        changed_file(file)
    return changed


@transaction.atomic
def create_the_remaining_clubs(file_id: int, *, acting: ActionContext) -> int:
    """Choose to create every club that is similar to none in the register; return how
    many.
    """
    file = open_file(file_id)
    changed = ImportClub.objects.filter(SIMILAR_TO_NO_CLUB, file=file).update(
        choice=ClubChoice.NEW, chosen_by_id=acting.person_id
    )
    if changed:
        changed_file(file)
    return changed


def _store_choice(club: ImportClub, chosen: ChosenClub, acting: ActionContext) -> bool:
    """Store the choice for a club; return whether it differs from the earlier one."""
    is_same = chosen.choice == club.choice
    if is_same and chosen.club_id in (None, club.club_id):
        return False
    settled = ImportPlayer.objects.filter(
        file=club.file_id, club_place=club.place, is_settled=True
    )
    if settled.exists():
        raise ImportNotPossible("clubs_are_in")
    club.choice, club.chosen_by_id = chosen.choice, acting.person_id
    if chosen.choice == ClubChoice.CLUB:
        club.club_id = chosen.club_id or club.club_id
    club.save(update_fields=["choice", "chosen_by", "club"])
    return True

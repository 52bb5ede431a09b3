"""Which clubs of the register a list of players means, and what somebody chooses for
those that it does not have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from federation.domain.authorship import ActionContext
from federation.domain.refusal import RegisterRefusal
from ratings.enums import ClubChoice
from ratings.imports.domain.players import known_clubs
from ratings.models import ImportClub, ImportFile, ImportPlayer
from ratings.uploads.domain.choices import changed_file, open_file
from ratings.uploads.queries.clubs import LIKE_NONE, likeliest_clubs


@dataclass(frozen=True, slots=True)
class ChosenClub:
    """What is done with a club of a file; a club of the register where it is that
    one.
    """

    choice: ClubChoice
    club_id: int | None = None


def match_clubs(file: ImportFile) -> None:
    """Decide on the clubs that have the very name of one in the register, in any case,
    and propose those that are alike; clubs matched earlier stay as they are.
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
    """Store what is done with clubs of a file, by place; return how many changed.

    Refuses with `import_is_posting` or `import_not_ready`, and with `clubs_are_in`
    for a club some of whose players were entered already.
    """
    file = open_file(file_id)
    changed = 0
    for each in ImportClub.objects.filter(file=file, place__in=choices):
        changed += _change(each, choices[each.place], acting)
    if changed:
        changed_file(file)
    return changed


@transaction.atomic
def take_the_rest_as_new_clubs(file_id: int, *, acting: ActionContext) -> int:
    """Whatever is like no club of the register is to be made; returns how many."""
    file = open_file(file_id)
    changed = ImportClub.objects.filter(LIKE_NONE, file=file).update(
        choice=ClubChoice.NEW, chosen_by_id=acting.person_id
    )
    if changed:
        changed_file(file)
    return changed


def _change(club: ImportClub, chosen: ChosenClub, acting: ActionContext) -> bool:
    stays = chosen.choice == club.choice
    if stays and chosen.club_id in (None, club.club_id):
        return False
    settled = ImportPlayer.objects.filter(
        file=club.file_id, club_place=club.place, is_settled=True
    )
    if settled.exists():
        raise RegisterRefusal("clubs_are_in")
    club.choice, club.chosen_by_id = chosen.choice, acting.person_id
    if chosen.choice == ClubChoice.CLUB:
        club.club_id = chosen.club_id or club.club_id
    club.save(update_fields=["choice", "chosen_by", "club"])
    return True

"""Finding the players of the register that the lines of a pasted list mean."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from federation.enums import Visibility
from federation.models import Player
from federation.models.sorting import fold
from federation.permissions import Actor
from federation.queries.duplicates import (
    SAME_YEAR,
    YEAR_UNKNOWN,
    SimilarPlayer,
    SoughtPerson,
    likely_duplicates_of_each,
)
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.people.queries.names import Person, read_people
from tournaments.formats.pasted_players import PastedPlayer

LARGEST_FIDE_ID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """A line with the players who may be meant, the likeliest first.

    `sure` is the one who is meant without doubt: by number, or the only one of exactly
    this name whose year of birth does not contradict it; nobody in a line with a
    `wrong_birth`, a year or day of birth that is impossible.
    """

    pasted: PastedPlayer
    players: tuple[int, ...]
    sure: int | None
    wrong_birth: str


def match_pasted(
    pasted: Sequence[PastedPlayer], actor: Actor, today: date
) -> tuple[list[MatchedLine], dict[int, Person]]:
    """Return each line with the players whom this reader may see, and these players;
    the number of queries does not depend on the number of lines.

    A line such as ‘Ahmed Khan, Elias’ has the last name first if somebody in the
    register has that first name; ‘Elias Ahmed, Kungsbacka’ has not.
    """
    pasted = _in_order_of_names(pasted)
    alike = likely_duplicates_of_each(
        [SoughtPerson(fold(each.name), each.birth_year) for each in pasted],
    )
    numbered = _numbered({number for each in pasted for number in each.numbers})
    meant = [
        [*_by_number(each, numbered), *(found.player_id for found in those)]
        for each, those in zip(pasted, alike, strict=True)
    ]
    read = read_people({pk for ids in meant for pk in ids}, actor, today)
    shown = {pk: who for pk, who in read.items() if who.is_open}
    matched = [
        _matched(each, those, numbered, shown)
        for each, those in zip(pasted, alike, strict=True)
    ]
    return matched, shown


def _in_order_of_names(pasted: Sequence[PastedPlayer]) -> list[PastedPlayer]:
    """Read as last name, first name what has a first name after the comma. Names that
    are hidden are left out, so that no answer depends on them.
    """
    asked = {each.may_be_first for each in pasted} - {""}
    known: set[str] = set()
    if asked:
        players = Player.objects.filter(visibility=Visibility.PUBLIC)
        named = players.filter(first_name__in=asked)
        known = set(named.values_list("first_name", flat=True).distinct())
    return [
        each.with_last_name_first() if each.may_be_first in known else each
        for each in pasted
    ]


def _matched(
    pasted: PastedPlayer,
    alike: Iterable[SimilarPlayer],
    numbered: Mapping[str, int],
    shown: Mapping[int, Person],
) -> MatchedLine:
    by_number = [pk for pk in _by_number(pasted, numbered) if pk in shown]
    named = [each for each in alike if each.player_id in shown]
    exact = [each.player_id for each in named if _is_exact(pasted, each)]
    ids = dict.fromkeys([*by_number, *(each.player_id for each in named)])
    sure = by_number or exact
    # Eight digits may be a number in the register, or at FIDE.
    wrong = [
        each for each in pasted.wrong_births if numbered.get(each) not in by_number
    ]
    return MatchedLine(
        pasted,
        tuple(ids),
        sure[0] if len(set(sure)) == 1 and not wrong else None,
        "".join(wrong[:1]),
    )


def _is_exact(pasted: PastedPlayer, found: SimilarPlayer) -> bool:
    if pasted.birth_year is not None:
        return found.score >= SAME_YEAR
    may_be = not pasted.years or found.birth_year in pasted.years
    return may_be and found.score >= YEAR_UNKNOWN


def _by_number(pasted: PastedPlayer, numbered: Mapping[str, int]) -> Iterator[int]:
    return (numbered[number] for number in pasted.numbers if number in numbered)


def _numbered(numbers: Iterable[str]) -> dict[str, int]:
    """Return the players of these player numbers and FIDE numbers; for a merged card
    the one that stays.
    """
    typed = set(numbers)
    of_fide = [
        int(each) for each in typed if each.isdecimal() and int(each) <= LARGEST_FIDE_ID
    ]
    leads = aliases_now().leads
    found: dict[str, int] = {}
    rows = Player.objects.filter(Q(fide_id__in=of_fide) | Q(national_id__in=typed))
    for pk, national, fide in rows.values_list("pk", "national_id", "fide_id"):
        found |= {
            number: leads.get(pk, pk)
            for number in (str(fide), national)
            if number in typed
        }
    return found

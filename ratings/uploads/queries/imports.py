"""Queries for the pages of an import."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)

from federation.models import Player
from federation.queries.duplicates import SoughtPerson, likely_duplicates_of_each
from federation.queries.members import with_main_club
from ratings.enums import EventVerdict, MatchChoice, MatchedBy
from ratings.imports.formats.people import start_number_of
from ratings.models import ImportEvent, ImportFault, ImportFile, ImportPlayer

SURE = 0.9
"""The least score of proposals that may be accepted together: the same name without a
known year of birth, or nearly the same name with the same year."""

MOST_WITH_THE_NAME = 8


class MatchStatus(StrEnum):
    """The groups of a file's players, by what is to be done with them."""

    UNDECIDED = "undecided"
    NAMED = "named"
    NUMBERED = "numbered"
    NEW = "new"
    LEFT_OUT = "out"


_BY_NUMBER = Q(matched_by__in=[MatchedBy.NUMBER, MatchedBy.FIDE_ID])
_KNOWN = Q(choice=MatchChoice.PLAYER)
_ENTERED = Q(matched_by=MatchedBy.ENTERED)
_TO_BE_ENTERED = Q(choice=MatchChoice.NEW)
_STATUSES = {
    MatchStatus.UNDECIDED: Q(choice=MatchChoice.UNDECIDED),
    MatchStatus.NAMED: _KNOWN & ~_BY_NUMBER & ~_ENTERED,
    MatchStatus.NUMBERED: _KNOWN & _BY_NUMBER,
    MatchStatus.NEW: _TO_BE_ENTERED | (_KNOWN & _ENTERED),
    MatchStatus.LEFT_OUT: Q(choice__in=[MatchChoice.LEAVE_OUT, MatchChoice.SAME]),
}
NEARLY_CERTAIN = Q(
    choice=MatchChoice.UNDECIDED,
    matched_by__in=[MatchedBy.ALIKE, MatchedBy.SAME_NAME, MatchedBy.BEFORE],
    score__gte=SURE,
    player__isnull=False,
)
_SAME_NAME = Player.objects.filter(sort_key=OuterRef("sort_key"), merged_into=None)
SIMILAR_TO_NOBODY = (
    Q(choice=MatchChoice.UNDECIDED, matched_by=MatchedBy.NOBODY)
    & ~Q(last_name="")
    # Another file may have registered them since.
    & ~Q(Exists(_SAME_NAME))
)
_VERDICTS = (
    EventVerdict.DIFFERS,
    EventVerdict.EMPTY,
    EventVerdict.KNOWN,
    EventVerdict.NEW,
)
"""The order of verdicts: events that need attention come first."""


@dataclass(frozen=True, slots=True)
class PlayerCandidate:
    """A player in the register whom a player of a file may be. The score is None if the
    name is not similar: found by number, or chosen by a person.
    """

    player: Player
    club: str
    score: float | None
    same_name: bool = False

    @property
    def percent(self) -> int | None:
        """The score in per cent."""
        return None if self.score is None else round(100 * self.score)


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """A text that was typed for a player of a file and is ambiguous or unknown, and what
    was ticked there; `found` are the players whom the text may mean.
    """

    text: str
    ticked: str = ""
    found: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of a file with the candidates in the register."""

    player: ImportPlayer
    candidates: tuple[PlayerCandidate, ...]
    typed: TypedPlayer | None = None

    @property
    def is_scored(self) -> bool:
        """Whether the score is worth showing: not if the names are the same."""
        by_likeness = self.player.matched_by in (MatchedBy.ALIKE, MatchedBy.CONFLICT)
        return by_likeness and self.player.score is not None

    @property
    def has_other_year(self) -> bool:
        """Whether a candidate has the same name and another year of birth."""
        year = self.player.birth_year
        return self.player.matched_by == MatchedBy.ALIKE and any(
            each.same_name and year and each.player.birth_year not in (None, year)
            for each in self.candidates
        )

    @property
    def has_come_since(self) -> bool:
        """Whether a similar player was registered after the register was searched."""
        was_nobody = self.player.matched_by in (MatchedBy.NOBODY, MatchedBy.UNLISTED)
        return was_nobody and any(
            each.same_name or each.score is not None for each in self.candidates
        )

    @property
    def has_one_name_of_theirs(self) -> bool:
        """Whether the file gives a single name that is one of the candidates' names."""
        was_nobody = self.player.matched_by in (MatchedBy.NOBODY, MatchedBy.UNLISTED)
        is_single = " " not in self.player.folded_name.strip()
        is_asked = was_nobody and is_single and self.player.choice != MatchChoice.PLAYER
        return is_asked and bool(self.candidates) and not self.has_come_since

    @property
    def start_number(self) -> int:
        """The start number, if nothing else distinguishes the player from a namesake;
        else 0.
        """
        return start_number_of(self.player.again)


@dataclass(frozen=True, slots=True)
class PlayerCounts:
    """How many players of a file have each status. Of the undecided, `sure` are almost
    certainly the proposed player, and `unlike` are similar to nobody in the register:
    each group can be decided together. `new_unlisted` are to be registered and on no
    line of a player list.
    """

    by_status: dict[MatchStatus, int]
    sure: int
    unlike: int
    new_unlisted: int

    @property
    def undecided(self) -> int:
        return self.by_status[MatchStatus.UNDECIDED]

    @property
    def new(self) -> int:
        return self.by_status[MatchStatus.NEW]


def imports_newest_first() -> "QuerySet[ImportFile]":
    return ImportFile.objects.select_related("pool", "uploaded_by").newest_first()


def waits_for_minutes(file: ImportFile) -> bool:
    """Return whether games lack a time control and their thinking time is not set."""
    return bool(file.defaulted.get("minutes")) and file.minutes is None


def sums_of(file: ImportFile) -> PlayerCounts:
    counted = ImportPlayer.objects.filter(file=file).aggregate(
        **{status.value: Count("pk", filter=q) for status, q in _STATUSES.items()},
        sure=Count("pk", filter=NEARLY_CERTAIN),
        unlike=Count("pk", filter=SIMILAR_TO_NOBODY),
        new_unlisted=Count("pk", filter=_TO_BE_ENTERED & Q(line=None)),
    )
    by_status = {status: counted[status.value] for status in MatchStatus}
    return PlayerCounts(
        by_status, counted["sure"], counted["unlike"], counted["new_unlisted"]
    )


def players_on(file: ImportFile, status: MatchStatus) -> "QuerySet[ImportPlayer]":
    """Return the players with a status, those with most games first: to decide on them
    allows most games to be posted.
    """
    players = ImportPlayer.objects.filter(_STATUSES[status], file=file)
    return players.order_by("-games", "place")


def with_candidates(
    some: Sequence[ImportPlayer],
    on: date,
    typed: Mapping[int, TypedPlayer] | None = None,
) -> list[PlayerRow]:
    """Return each player with the candidates in the register: the chosen or proposed
    one, players with similar names, those whom a typed text may mean, and, if the file
    gives a single name, those who have it among their names.
    """
    alike = likely_duplicates_of_each(
        [SoughtPerson(each.folded_name, each.birth_year) for each in some]
    )
    texts = typed or {}
    scores: list[dict[int, float | None]] = []
    for each, those in zip(some, alike, strict=True):
        found: dict[int, float | None] = (
            {each.player_id: None} if each.player_id else {}
        )
        found |= {like.player_id: like.score for like in those}
        meant = texts[each.place].found if each.place in texts else ()
        scores.append(dict.fromkeys(meant) | found)
    for place, named in _who_have_the_name(some).items():
        scores[place] = dict.fromkeys(named) | scores[place]
    ids = {player for found in scores for player in found}
    known = with_main_club(Player.objects.filter(pk__in=ids), on).in_bulk()
    return [
        PlayerRow(
            each,
            tuple(_candidate(each, known[pk], s) for pk, s in found.items()),
            texts.get(each.place),
        )
        for each, found in zip(some, scores, strict=True)
    ]


def _who_have_the_name(some: Sequence[ImportPlayer]) -> dict[int, tuple[int, ...]]:
    """Return, by place, the players of the register who have a single name among theirs.
    The search for similar names does not find them by a last name alone.
    """
    alone = {
        place: name
        for place, each in enumerate(some)
        if (name := each.folded_name.strip()) and " " not in name
    }
    if not alone:
        return {}
    named = Q()
    for name in set(alone.values()):
        named |= Q(search_text__contains=name)
    players = Player.objects.unmerged().filter(named).order_by("sort_key", "pk")
    known = [
        (pk, {*text.replace("-", " ").split()})
        for pk, text in players.values_list("pk", "search_text")
    ]
    return {
        place: tuple(pk for pk, words in known if name in words)[:MOST_WITH_THE_NAME]
        for place, name in alone.items()
    }


def _candidate(
    imported: ImportPlayer, player: Player, score: float | None
) -> PlayerCandidate:
    club = getattr(player, "club_name", "") or ""
    return PlayerCandidate(player, club, score, player.sort_key == imported.sort_key)


def faults_of(file: ImportFile) -> "QuerySet[ImportFault]":
    return ImportFault.objects.filter(file=file).order_by("line", "pk")


def all_faults(file: ImportFile, member: str = "") -> Iterator[ImportFault]:
    """Yield the faults, of one file of a zip or of all, for a download; they are never
    all in memory at once.
    """
    faults = faults_of(file)
    of_one = faults.filter(member=member) if member else faults
    return of_one.iterator(chunk_size=2000)


def events_of(file: ImportFile) -> "QuerySet[ImportEvent]":
    rank = Case(
        *(When(verdict=each, then=Value(at)) for at, each in enumerate(_VERDICTS)),
        default=Value(len(_VERDICTS)),
        output_field=IntegerField(),
    )
    return ImportEvent.objects.filter(file=file).order_by(rank, "place")

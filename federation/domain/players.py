"""The register of players: their data, their status and how much of them is public."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from federation.domain.authorship import ActionContext, written_by
from federation.domain.cards import lock_card, lock_remaining_card
from federation.domain.memberships import end_memberships, join_club
from federation.domain.refusal import ChangedMeanwhile, RegisterRefusal, refusing_taken
from federation.domain.versions import VersionedFacts, require_seen
from federation.enums import PlayerStatus, Visibility
from federation.models import Player
from federation.queries.duplicates import LikelyDuplicate, likely_duplicates
from federation.rules.national_id import with_check_digit

AnyFacts = TypeVar("AnyFacts", bound="PlayerFacts")
GONE = (PlayerStatus.LEFT, PlayerStatus.DECEASED)
NEWCOMERS = 7_120_365
"""Key of the advisory lock held while searching for duplicates before a player is
added.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFacts(VersionedFacts):
    """The data of a player. Ratings are FIDE's, whole numbers (`rules.fide`); countries
    are FIDE's codes of three letters.
    """

    first_name: str
    last_name: str
    birth_year: int | None = None
    gender: str = ""
    title: str = ""
    country: str = "SWE"
    fide_id: int | None = None
    fide_rating: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDraft(PlayerFacts):
    """A player to be added to the register. A given number is kept as it is; without
    one the next is assigned.
    """

    national_id: str = ""
    status: str = PlayerStatus.ACTIVE
    visibility: str = Visibility.PUBLIC


@dataclass(frozen=True, slots=True)
class DuplicateCheck:
    """Which duplicates of a new player to report: `others` are the players whom the
    user has checked and found to be different people; `among` limits the search to
    players who may be shown to the user. Players hidden from the user are left out as
    if not in the register; officers find the two cards later when they search it for
    duplicates.
    """

    others: Collection[int] = ()
    among: Q = field(default_factory=Q)

    def besides(self, others: Collection[int]) -> "DuplicateCheck":
        """Return the check without these players either: they are of the same list as
        the new one, where each line is another person.
        """
        return replace(self, others=frozenset((*self.others, *others)))


class MatchesFound(Exception):
    """The new player may be in the register already; `matches` are the likeliest
    players.
    """

    def __init__(self, matches: list[LikelyDuplicate]) -> None:
        """Store all of the likeliest, also those whom the user has checked before."""
        super().__init__("maybe known")
        self.matches = matches


@transaction.atomic
def register_player(
    draft: PlayerDraft,
    *,
    acting: ActionContext,
    club_id: int | None = None,
    member_from: date | None = None,
    looked: DuplicateCheck | None = None,
) -> Player:
    """Register a player, as a member of a club when one is given: from `member_from`,
    or else from the local day of the act.

    With `looked` raises `MatchesFound` when anyone whom the user has not checked is
    likely to be the same person. Refuses with `number_taken` or `fide_id_taken` when
    another player has it.
    """
    if looked is not None:
        _require_unknown(draft, looked)
    with written_by(acting.user_id):
        player = _enter(draft)
        if club_id is not None:
            join_club(
                player.pk,
                club_id,
                from_date=member_from or timezone.localdate(acting.at),
                acting=acting,
            )
    return player


@transaction.atomic
def edit_player(
    player_id: int, facts: PlayerFacts, *, seen: str, acting: ActionContext
) -> Player:
    """Store the facts if no one has changed them since the version that was seen;
    otherwise raise `EditedMeanwhile` and change nothing.

    Refuses with `fide_id_taken` when another player has the FIDE number, and with
    `merged_card`.
    """
    player = lock_card(player_id)
    require_seen(PlayerFacts.of(player), seen)
    tidied = asdict(_tidied(facts))
    for name, value in tidied.items():
        setattr(player, name, value)
    with (
        written_by(acting.user_id),
        refusing_taken(lambda: _refuse_taken(facts, of=player_id)),
    ):
        player.save(update_fields=list(tidied))
    return player


@transaction.atomic
def set_status(
    player_id: int,
    status: PlayerStatus,
    *,
    on: date,
    acting: ActionContext,
    seen: str | None = None,
) -> Player:
    """Store whether the player is active, has left or is deceased. A player who has
    left or is deceased is no longer a member of any club after the day.

    Refuses with `ChangedMeanwhile` if `seen` is given and somebody else has stored a
    third status, with `status_ahead` if the player is to have left or died on a day to
    come, with `before_joining` if the player had joined no club by that day, and with
    `merged_card`.
    """
    player = lock_card(player_id)
    _refuse_changed("status", status, PlayerStatus(player.status), seen)
    if status in GONE and on > timezone.localdate(acting.at):
        raise RegisterRefusal("status_ahead")
    player.status = status
    with written_by(acting.user_id):
        player.save(update_fields=["status"])
        if status in GONE:
            end_memberships(player_id, last_date=on, acting=acting)
    return player


@transaction.atomic
def set_visibility(
    player_id: int,
    visibility: Visibility,
    *,
    acting: ActionContext,
    seen: str | None = None,
) -> Player:
    """Store how much of the player's name is public, on every page, file and earlier
    list alike. A card that was merged in the meantime is shown as the one it leads to,
    so the choice is stored there.

    Refuses with `ChangedMeanwhile` if `seen` is given and somebody else has made a
    third choice.
    """
    player = lock_remaining_card(player_id)
    _refuse_changed("visibility", visibility, Visibility(player.visibility), seen)
    player.visibility = visibility
    with written_by(acting.user_id):
        player.save(update_fields=["visibility"])
    return player


def _require_unknown(draft: PlayerDraft, looked: DuplicateCheck) -> None:
    # If a button is pressed twice, or two secretaries add a player concurrently, the
    # second request waits here and finds the player added by the first.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [NEWCOMERS])
    matches = likely_duplicates(
        draft.first_name, draft.last_name, draft.birth_year, among=looked.among
    )
    if any(match.player.pk not in looked.others for match in matches):
        raise MatchesFound(matches)


def _enter(draft: PlayerDraft) -> Player:
    number = draft.national_id.strip() or next_numbers(1)[0]

    def refuse() -> None:
        _refuse_taken_number(draft)
        _refuse_taken(draft, of=None)

    with refusing_taken(refuse):
        return Player.objects.create(
            **asdict(replace(_tidied(draft), national_id=number))
        )


def next_numbers(count: int) -> list[str]:
    """Draw the next player numbers; numbers that somebody has, such as imported
    players, are skipped.
    """
    free: list[str] = []
    with connection.cursor() as cursor:
        while len(free) < count:
            cursor.execute(
                "SELECT nextval('federation_player_number') FROM generate_series(1, %s)",
                [count - len(free)],
            )
            drawn = [with_check_digit(int(number)) for (number,) in cursor.fetchall()]
            held = Player.objects.filter(national_id__in=drawn)
            taken = set(held.values_list("national_id", flat=True))
            free += [number for number in drawn if number not in taken]
    return free


def _refuse_changed(
    field: str,
    choice: PlayerStatus | Visibility,
    now: PlayerStatus | Visibility,
    seen: str | None,
) -> None:
    # A button that is pressed twice finds its own choice.
    if seen is not None and now not in (seen, choice):
        raise ChangedMeanwhile(field, now)


def _refuse_taken_number(draft: PlayerDraft) -> None:
    number = draft.national_id.strip()
    if number and Player.objects.filter(national_id=number).exists():
        raise RegisterRefusal("number_taken")


def _refuse_taken(facts: PlayerFacts, *, of: int | None) -> None:
    if not facts.fide_id:
        return
    holder = Player.objects.filter(fide_id=facts.fide_id).first()
    if holder is not None and holder.pk != of:
        raise RegisterRefusal("fide_id_taken")


def _tidied(facts: AnyFacts) -> AnyFacts:
    return replace(
        facts,
        first_name=" ".join(facts.first_name.split()),
        last_name=" ".join(facts.last_name.split()),
        title=facts.title.strip().upper(),
        country=facts.country.strip().upper(),
    )

"""Correction requests in words: the game, the change and the state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from federation.permissions import Actor
from ratings.corrections.queries.game_versions import GameVersion
from ratings.enums import ClaimState
from ratings.models import Claim
from ratings.people.queries.names import Person, read_people

SIGNS: dict[str, str] = {
    ClaimState.OPEN: "waiting",
    ClaimState.ALLOWED: "done",
    ClaimState.REFUSED: "refused",
    ClaimState.WITHDRAWN: "withdrawn",
    ClaimState.MENDED: "done",
    ClaimState.GONE: "withdrawn",
}
"""The symbol shown before each state."""


@dataclass(frozen=True, slots=True)
class ClaimStateShown:
    """The state of a request, in one word with its symbol."""

    sign: str
    label: str


def state_of_claim(claim: Claim) -> ClaimStateShown:
    """Return the state of a request; of a correction that has ended, how it ended."""
    if claim.is_lifted:
        return ClaimStateShown("withdrawn", _("Lifted"))
    if claim.is_replaced:
        return ClaimStateShown("withdrawn", _("Replaced by a later one"))
    return ClaimStateShown(SIGNS[claim.state], claim.get_state_display())


Names = Mapping[int, str]
"""The players' names, as this reader may see them."""


def game_when_filed(claim: Claim) -> GameVersion:
    """Return what the ledger said when the request was made."""
    return GameVersion(
        claim.white_id, claim.black_id, claim.score, claim.played, claim.played_date
    )


def requested_game(claim: Claim) -> GameVersion | None:
    """Return what is requested; None where the game should be removed."""
    if "rated" in claim.facets:
        return None
    return GameVersion(
        claim.to_white_id,
        claim.to_black_id,
        claim.to_score,
        claim.to_played,
        claim.to_date,
    )


def change_in_words(claim: Claim, names: Names) -> str:
    """Return what a request changes, in one sentence without a full stop."""
    facts = {
        "was": game_when_filed(claim).result,
        "result": "",
        "white": names.get(claim.to_white_id, "–"),
        "black": names.get(claim.to_black_id, "–"),
        "day": claim.played_date.isoformat(),
        "other": claim.to_date.isoformat(),
    }
    should = requested_game(claim)
    if should is None:
        return _("not to be rated")
    facts["result"] = should.result
    words = {
        "players": _("White is %(white)s and Black is %(black)s"),
        "result": _("the result is %(result)s instead of %(was)s"),
        "day": _("the day is %(other)s instead of %(day)s"),
    }
    facets = claim.facets
    return ", ".join(words[name] % facts for name in words if name in facets)


def game_in_words(claim: Claim, names: Names) -> str:
    """Return in words the game that the request is about, as it was recorded."""
    return f"{names.get(claim.white_id, '–')} – {names.get(claim.black_id, '–')}"


def with_games_named(
    claims: Sequence[Claim], actor: Actor, today: date
) -> list[tuple[Claim, str]]:
    """Return each request with its game in words, the players named as this reader may
    see them.
    """
    ids = {pk for claim in claims for pk in claim.player_ids}
    found = read_people(ids, actor, today) if claims else {}
    names = {pk: each.distinct_name for pk, each in found.items()}
    return [(claim, game_in_words(claim, names)) for claim in claims]


@dataclass(frozen=True, slots=True)
class CorrectionShown:
    """A correction as everyone may read it: its outcome, without anyone's private
    words.
    """

    claim: Claim
    white: Person | None
    black: Person | None
    change: str
    game: str


def shown_corrections(
    claims: Sequence[Claim], actor: Actor, today: date
) -> list[CorrectionShown]:
    """Return corrections for display, with the players as this reader may see them."""
    ids = {pk for claim in claims for pk in claim.player_ids}
    found = read_people(ids, actor, today) if claims else {}
    names = {pk: each.distinct_name for pk, each in found.items()}
    return [
        CorrectionShown(
            claim,
            found.get(claim.white_id),
            found.get(claim.black_id),
            change_in_words(claim, names),
            game_in_words(claim, names),
        )
        for claim in claims
    ]

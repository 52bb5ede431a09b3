"""Correction requests that reverse a correction: the game as it was before."""

from typing import Any

from django.utils.translation import gettext as _

from ratings.corrections.queries.claim_words import requested_game
from ratings.corrections.queries.game_versions import GameVersion
from ratings.enums import ClaimScope, ClaimState
from ratings.models import Claim, Game


def is_reversible(claim: Claim, game: Game | None) -> bool:
    """Return whether the correction can only be undone by another one: it changed what
    the organiser submits, and the game still has its values.
    """
    if (claim.state, claim.scope) != (ClaimState.ALLOWED, ClaimScope.STANDINGS):
        return False
    return game is not None and GameVersion.of(game) == requested_game(claim)


def reversed_claim(claim: Claim) -> dict[str, Any]:
    """Return the initial values of a new request that gives the game its former
    content.
    """
    side = "white" if claim.white_id != claim.to_white_id else "black"
    player = claim.white if side == "white" else claim.black
    return {
        "result": str(claim.score),
        "day": claim.played_date,
        "side": side,
        "who": player.national_id,
        "player": str(player.pk),
        "text": _("Correction request no. %(number)s was wrong.")
        % {"number": claim.pk},
    }

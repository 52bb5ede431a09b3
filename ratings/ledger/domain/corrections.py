"""Corrections that the office has allowed for the rating only. They hold in every later
version of the report, so that submitting the results again does not undo them
unnoticed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext
from federation.models import Player
from federation.queries.register_facts import read_register
from ratings.enums import ClaimState, OutsideKind, RatingMethod
from ratings.ledger.domain.drafts import (
    DraftSide,
    GameLine,
    ReportDraft,
    without_empty_lines,
)
from ratings.models import Claim, Report

ON_CLAIM_SETTLED: list[Callable[..., None]] = []
"""Functions that write the letter about a request that a new version has settled. They
are called with the request and `acting` in the same transaction, and registered when
the office starts.
"""
OVERRIDDEN = "rating_only"
"""The kind of warning that lists the games to which such corrections were applied."""


def apply_corrections(
    draft: ReportDraft,
) -> tuple[Sequence[GameLine], tuple[str, ...]]:
    """Apply the corrections for the rating only to the lines of a draft. Return the
    lines, and the games in which the draft differed, each as its round and board (3.1).
    """
    held = Claim.objects.of_source(draft).in_effect()
    lines = {line.key: line for line in draft.lines}
    games = {line.key for line in without_empty_lines(draft.lines, draft.method)}
    changed: dict[int, str] = {}
    for claim in held:
        if claim.key not in games:
            continue
        line = lines[claim.key]
        corrected = _corrected(line, claim)
        if corrected is not None:
            lines[claim.key] = corrected
        elif draft.method == RatingMethod.CONCENTRATED:
            # Both players still belong to the section, and to its mean.
            lines[claim.key] = line.emptied()
        else:
            del lines[claim.key]
        if corrected != line:
            changed[claim.key] = f"{line.round}.{line.board}"
    return list(lines.values()), tuple(changed.values())


def correction_answer() -> str:
    """Return the answer that is stored with a warning of the kind OVERRIDDEN, in the
    federation's language.
    """
    with translation.override(settings.LANGUAGE_CODE):
        return _("Decided by the rating office in a correction request.")


def close_settled_claims(
    report: Report,
    lines: Sequence[GameLine],
    *,
    acting: ActionContext,
    outcome: Report | None = None,
) -> None:
    """Close the open claims about the report's source that are settled by `lines`,
    which count from now on: the game is gone, or it has the result that was requested.
    Everyone concerned gets a letter. Without `outcome` no version counts any more.
    """
    by_key = {line.key: line for line in without_empty_lines(lines, report.method)}
    waiting = Claim.objects.of_source(report).open()
    for claim in waiting.select_for_update(of=["self"]).order_by("pk"):
        state = _settled_state(claim, by_key.get(claim.key))
        if state:
            claim.state = state
            claim.decided_at = acting.at
            claim.decided_by_id = acting.user_id
            claim.outcome = outcome
            claim.save(update_fields=["state", "decided_at", "decided_by", "outcome"])
            for notify in ON_CLAIM_SETTLED:
                notify(claim, acting=acting)


def _settled_state(claim: Claim, line: GameLine | None) -> ClaimState | None:
    if line is None:
        return ClaimState.GONE
    corrected = _corrected(line, claim)
    return ClaimState.MENDED if corrected == line else None


def _corrected(line: GameLine, claim: Claim) -> GameLine | None:
    """Return the line as the claim requests it; None where it should be removed."""
    facets = claim.facets
    if "rated" in facets:
        return None
    if "day" in facets:
        # Before the players: the facts of a player who enters the game are those of
        # this day.
        line = _on_day(line, claim)
    if "players" in facets:
        # The mean of a player's opponents moves with the player.
        means = {
            line.white.player_id: line.white_mean,
            line.black.player_id: line.black_mean,
        }
        line = replace(
            line,
            white=_side(line, claim.to_white_id),
            black=_side(line, claim.to_black_id),
            white_mean=means.get(claim.to_white_id, line.white_mean),
            black_mean=means.get(claim.to_black_id, line.black_mean),
        )
    if "result" in facets:
        line = replace(line, score=claim.to_score, played=claim.to_played)
    return line


def _on_day(line: GameLine, claim: Claim) -> GameLine:
    """Move a game to another day. In an edition that books by date, `base_on` and
    `booked_on` move with it; in a tournament that is rated as a whole they stay.
    """
    day, was = claim.to_date, line.played_date
    return replace(
        line,
        played_date=day,
        base_on=day if line.base_on == was else line.base_on,
        booked_on=day if line.booked_on == was else line.booked_on,
    )


def _side(line: GameLine, player_id: int) -> DraftSide:
    for side in (line.white, line.black):
        if side.player_id == player_id:
            return side
    return _new_side(line, player_id)


def _new_side(line: GameLine, player_id: int) -> DraftSide:
    """Return the side of a player whom a correction puts into the game, with the
    register's facts of the day.
    """
    player = Player.objects.get(pk=player_id)
    day = line.played_date
    register = read_register([player_id], day, day)
    is_member = register.is_member(player_id, day)
    outside = None if is_member else player.fide_rating
    return replace(
        line.white,
        player_id=player_id,
        is_member=is_member,
        birth_year=player.birth_year or 0,
        adopts=register.adopts(player_id, day),
        outside=outside,
        outside_kind=OutsideKind.FIDE if outside else OutsideKind.NONE,
    )

"""Correction requests: a user reports that one game is wrong, and those concerned may
answer. The officer's decisions are in `claim_decisions`.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import closes, starts
from federation.domain.reasons import NO_REASONS, Reasons
from federation.domain.refusal import Refusal
from federation.models import Player
from ratings.corrections.domain.letters import (
    notify_outcome,
    write_to_those_who_may_answer,
)
from ratings.corrections.queries.claims import counting_version, is_newest_unsettled
from ratings.corrections.queries.game_versions import GameVersion
from ratings.corrections.queries.respondents import respondents_of
from ratings.enums import COUNTING, ClaimKind, ClaimState, ReportState
from ratings.ledger.domain.editions import NoEdition, edition_in_force
from ratings.ledger.domain.sources import newest_locked
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Claim, ClaimAnswer, CurrentRating, Game, Report
from ratings.pools.domain.pools import PoolEnded, refuse_ended


@dataclass(frozen=True, slots=True)
class ClaimDraft:
    """The draft of a correction request. The game is named by its key and a report that
    contains it. `claimant_id` is the player for whom it is filed; None if a club or the
    office files it.
    """

    report_id: int
    key: int
    kind: ClaimKind
    wanted: GameVersion | None
    text: str
    claimant_id: int | None = None
    by_organiser: bool = False


class ClaimNotPossible(Refusal):
    """A refusal; each function lists its codes."""


@transaction.atomic
@starts(Matter.CORRECTION)
def file_claim(draft: ClaimDraft, *, acting: ActionContext) -> Claim:
    """Store a correction request and ask those concerned. It changes no result yet.

    Refusals: `gone` when the report no longer counts or has no such game, `unsettled`
    when the newest version is held or returned and an older one counts,
    `open_already`, `text` without words, `same` when nothing would change,
    `same_player`, `future` or `not_rated_then` for the day, and `unknown_player` for a
    player whom the rules cannot rate.
    """
    named = Report.objects.get(pk=draft.report_id)
    report = lock_counting_version(named)
    if report is None:
        is_unsettled = counting_version(named) and is_newest_unsettled(named)
        raise ClaimNotPossible("unsettled" if is_unsettled else "gone")
    game = report.lines.between_players().filter(key=draft.key).first()
    if game is None:
        raise ClaimNotPossible("gone")
    if not draft.text.strip():
        raise ClaimNotPossible("text")
    claim = _claim(draft, report, game, acting)
    _refuse_impossible(claim, timezone.localdate(acting.at))
    with written_by(acting.user_id):
        claim.save()
    write_to_those_who_may_answer(claim, acting=acting)
    return claim


@transaction.atomic
def answer_claim(
    claim_id: int,
    player_id: int | None,
    *,
    agrees: bool,
    text: str,
    acting: ActionContext,
) -> ClaimAnswer:
    """Store the answer of a respondent: a player, or the organiser if `player_id` is
    None. Each may answer once, as long as the request is open.

    Refusals: `settled`, `not_asked`, `answered`, or `text` when a respondent who does
    not agree gives no words.
    """
    claim = open_locked(claim_id)
    respondents = {
        each.player_id: each
        for each in respondents_of(claim, timezone.localdate(acting.at))
    }
    if player_id not in respondents:
        raise ClaimNotPossible("not_asked")
    if respondents[player_id].answer:
        raise ClaimNotPossible("answered")
    if not agrees and not text.strip():
        raise ClaimNotPossible("text")
    return ClaimAnswer.objects.create(
        claim=claim,
        player_id=player_id,
        agrees=agrees,
        text=text.strip(),
        by_id=acting.person_id,
        at=acting.at,
    )


@transaction.atomic
@closes(Matter.CORRECTION)
def withdraw_claim(claim_id: int, *, acting: ActionContext) -> Claim:
    """Withdraw a request for the user who filed it. Refusals: `settled` or `not_yours`."""
    claim = open_locked(claim_id)
    if claim.filed_by_id != acting.user_id:
        raise ClaimNotPossible("not_yours")
    return settle(claim, ClaimState.WITHDRAWN, NO_REASONS, acting)


# --- the request ---------------------------------------------------------------------
def _claim(
    draft: ClaimDraft, report: Report, game: Game, acting: ActionContext
) -> Claim:
    wanted = draft.wanted or GameVersion.of(game)
    today = timezone.localdate(acting.at)
    return Claim(
        pool_id=report.pool_id,
        source_kind=report.source_kind,
        source_number=report.source_number,
        key=game.key,
        report=report,
        kind=draft.kind,
        white_id=game.white_id,
        black_id=game.black_id,
        score=game.score,
        played=game.played,
        played_date=game.played_date,
        to_white_id=wanted.white_id,
        to_black_id=wanted.black_id,
        to_score=wanted.score,
        to_played=wanted.played,
        to_date=wanted.day,
        text=draft.text.strip(),
        claimant_id=draft.claimant_id,
        by_organiser=draft.by_organiser,
        filed_by_id=acting.person_id,
        filed_at=acting.at,
        answers_until=today + timedelta(days=settings.CLAIM_ANSWER_DAYS),
    )


def _refuse_impossible(claim: Claim, today: date) -> None:
    same_game = Claim.objects.of_source(claim).filter(key=claim.key)
    if same_game.open().exists():
        raise ClaimNotPossible("open_already")
    if not claim.facets:
        raise ClaimNotPossible("same")
    person = aliases_now().person
    if person(claim.to_white_id) == person(claim.to_black_id):
        raise ClaimNotPossible("same_player")
    _refuse_day(claim, today)
    _refuse_unknown_player(claim)


def _refuse_day(claim: Claim, today: date) -> None:
    if "day" not in claim.facets:
        return
    if claim.to_date > today:
        raise ClaimNotPossible("future")
    try:
        edition_in_force(claim.pool_id, claim.to_date)
        refuse_ended(claim.pool_id, claim.to_date)
    except (NoEdition, PoolEnded):
        raise ClaimNotPossible("not_rated_then") from None


def _refuse_unknown_player(claim: Claim) -> None:
    """Refuse a new player of the game who has no rating, here or with FIDE, and was
    never a member: the rules need a rating or a start for every player.
    """
    entering = {claim.to_white_id, claim.to_black_id} - {claim.white_id, claim.black_id}
    rated = CurrentRating.objects.filter(pool_id=claim.pool_id, player_id__in=entering)
    known = Player.objects.filter(pk__in=entering).filter(
        Q(memberships__isnull=False)
        | Q(fide_rating__isnull=False)
        | Q(pk__in=rated.values("player_id"))
    )
    if known.distinct().count() != len(entering):
        raise ClaimNotPossible("unknown_player")


def newest_version(report: Report) -> Report:
    """Return the newest version of the report's source, locked."""
    return newest_locked(report) or report


def lock_counting_version(report: Report) -> Report | None:
    """Lock the newest version of the report's source and return the version that
    counts: an older one if the newest has been withdrawn. Return None if there is none,
    or as long as the newest is held or returned.
    """
    newest = newest_version(report)
    if newest.state in COUNTING:
        return newest
    if newest.state != ReportState.WITHDRAWN:
        return None
    return newest.versions().counting().select_for_update().first()


def open_locked(claim_id: int) -> Claim:
    """Return the request, locked and still open. Refusal: `settled`."""
    claim = (
        Claim.objects.select_for_update(of=["self"])
        .select_related("report", "filed_by")
        .get(pk=claim_id)
    )
    if claim.state != ClaimState.OPEN:
        raise ClaimNotPossible("settled")
    return claim


def settle(
    claim: Claim, state: ClaimState, reasons: Reasons, acting: ActionContext
) -> Claim:
    """End a request without changing any result, and notify everyone concerned."""
    with written_by(acting.user_id):
        mark(claim, state, reasons, acting)
    notify_outcome(claim, acting=acting)
    return claim


def mark(
    claim: Claim, state: ClaimState, reasons: Reasons, acting: ActionContext
) -> None:
    """Store how a request ended, by whom and why."""
    claim.state = state
    claim.reason, claim.public_reason = reasons.internal, reasons.public
    claim.decided_by_id = acting.user_id
    claim.decided_at = acting.at
    claim.save(
        update_fields=[
            "state", "scope", "reason", "public_reason", "decided_by", "decided_at",
        ]
    )  # fmt: skip

"""Correction requests: whom they concern, and which are open or settled."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q

from federation.permissions import Actor, Permission, may
from ratings.enums import ClaimState, ReportState
from ratings.ledger.queries.player_aliases import aliases_as_of, aliases_now
from ratings.models import Claim, ClaimAnswer, Counting, Game, Report
from ratings.models.claims import ClaimQuerySet

UNSETTLED = frozenset({ReportState.HELD, ReportState.RETURNED})


class ClaimPart(StrEnum):
    OPEN = "open"
    SETTLED = "settled"


def may_see_claim(actor: Actor, claim: Claim) -> bool:
    """Return whether the actor is concerned: the user who filed the request, the
    players, also one to be added to the game, those who submit results for the
    organiser or its district, and the officers.
    """
    if not actor.signed_in:
        return False
    report = claim.report
    return (
        claim.filed_by_id == actor.user_id
        or not claim.player_ids.isdisjoint(cards_of(actor))
        or may(
            actor,
            Permission.SUBMIT_RESULTS,
            club_id=report.organiser_id,
            district_id=report.district_id,
        )
        or may(actor, Permission.DECIDE_CLAIMS)
    )


def cards_of(actor: Actor) -> list[int]:
    """Return the actor's player with all cards that lead to it; a game keeps the card
    under which it was played.
    """
    return [] if actor.player_id is None else aliases_now().cards([actor.player_id])


def claim_to_show(pk: int) -> Claim | None:
    return (
        Claim.objects.select_related(
            "report__organiser", "report__district", "pool", "filed_by", "decided_by",
            "claimant", "outcome", "lifted_by",
        )
        .filter(pk=pk)
        .first()
    )  # fmt: skip


def counting_version(report: Report) -> Report | None:
    """Return the version of the report's source that counts now."""
    return report.versions().counting().first()


def is_newest_unsettled(report: Report) -> bool:
    """Return whether the newest version of the report's source is held or returned: no
    request can be made as long as it is, although an older version counts.
    """
    newest = report.versions().first()
    return newest is not None and newest.state in UNSETTLED


def game_now(claim: Claim) -> Game | None:
    """Return the game as it is in the version that counts."""
    counting = counting_version(claim.report)
    lines = counting.lines.between_players() if counting else Game.objects.none()
    return lines.filter(key=claim.key).first()


def open_claim_about(report: Report, key: int) -> Claim | None:
    return Claim.objects.of_source(report).open().filter(key=key).first()


def sender_of_results(report: Report) -> int | None:
    """Return who sent the newest version, leaving out versions made by a decision about
    a correction request.
    """
    decided = Claim.objects.of_source(report).filter(state=ClaimState.ALLOWED)
    sent = report.versions()
    for made in ("outcome", "lifted_in"):
        sent = sent.exclude(pk__in=decided.exclude(**{made: None}).values(made))
    newest = sent.first()
    return newest.sent_by_id if newest else None


# --- lists -------------------------------------------------------------------------
_CONDITIONS = {
    ClaimPart.OPEN: Q(state=ClaimState.OPEN),
    ClaimPart.SETTLED: ~Q(state=ClaimState.OPEN),
}


def claims_in(part: ClaimPart) -> ClaimQuerySet:
    """Return the open ones, the oldest first, or the settled ones, the newest first."""
    order = ("filed_at", "pk") if part == ClaimPart.OPEN else ("-decided_at", "-pk")
    return (
        Claim.objects.filter(_CONDITIONS[part])
        .select_related("report__organiser", "report__district", "filed_by")
        .order_by(*order)
    )


def claim_counts_by_part() -> dict[ClaimPart, int]:
    counted = Claim.objects.aggregate(
        **{part.value: Count("pk", filter=on) for part, on in _CONDITIONS.items()}
    )
    return {part: counted[part.value] for part in ClaimPart}


@dataclass(frozen=True, slots=True)
class ClaimsDesk:
    """The requests that wait for the actor: `to_answer` wait for their answer, `own`
    are those they filed; `to_decide` is how many are open, for an officer.
    """

    to_answer: tuple[Claim, ...]
    own: tuple[Claim, ...]
    to_decide: int | None

    @property
    def is_empty(self) -> bool:
        return not (self.to_answer or self.own or self.to_decide is not None)


def claims_desk(actor: Actor) -> ClaimsDesk:
    waiting = (
        Claim.objects.open()
        .select_related("report", "white", "black")
        .order_by("answers_until", "pk")
    )
    return ClaimsDesk(
        to_answer=tuple(waiting.filter(_may_answer(actor)).distinct()),
        own=tuple(waiting.filter(filed_by=actor.user_id)),
        to_decide=Claim.objects.open().count()
        if may(actor, Permission.DECIDE_CLAIMS)
        else None,
    )


def _may_answer(actor: Actor) -> Q:
    """Select the requests that the actor may answer as a player or for the organiser
    and that have no such answer yet.
    """
    clubs = actor.club_ids(Permission.SUBMIT_RESULTS)
    districts = actor.district_ids(Permission.SUBMIT_RESULTS)
    answered = ClaimAnswer.objects.filter(player=None).values("claim")
    organises = Q(report__organiser__in=clubs) | Q(
        report__organiser=None, report__district__in=districts
    )
    wanted = organises & Q(by_organiser=False) & ~Q(pk__in=answered)
    own = cards_of(actor)
    if not own:
        return wanted
    own_answers = ClaimAnswer.objects.filter(player__in=own).values("claim")
    is_claimant = Q(claimant__in=own, claimant__isnull=False)
    return wanted | _speaks_of(own) & ~is_claimant & ~Q(pk__in=own_answers)


def _speaks_of(cards: Collection[int]) -> Q:
    return (
        Q(white__in=cards)
        | Q(black__in=cards)
        | Q(to_white__in=cards)
        | Q(to_black__in=cards)
    )


# --- what the public reads -----------------------------------------------------------
def corrections_of(
    pool_id: int, player_id: int, days: tuple[date, date], number: int
) -> list[Claim]:
    """Return the corrections of the player's games of these days that had been made by
    a posting number, the oldest first. One whose version was stopped is left out while
    an older version counts instead.
    """
    first, last = days
    counts = Counting.objects.as_of(number).filter(
        report__pool=pool_id,
        report__source_kind=OuterRef("source_kind"),
        report__source_number=OuterRef("source_number"),
        report__version__gte=OuterRef("outcome__version"),
    )
    return list(
        Claim.objects.filter(Exists(counts), pool=pool_id, state=ClaimState.ALLOWED)
        .filter(_speaks_of(aliases_as_of(pool_id, number).cards([player_id])))
        .filter(Q(played_date__range=(first, last)) | Q(to_date__range=(first, last)))
        .select_related("report__pool")
        .order_by("decided_at", "pk")
        .distinct()
    )


def corrections_between(pool_id: int, after: int, until: int) -> list[Claim]:
    """Return the corrections posted after one posting number and up to another, the
    oldest first: the causes of a revised list.
    """
    return list(
        Claim.objects.filter(
            pool=pool_id,
            state=ClaimState.ALLOWED,
            outcome__countings__span__startswith__gt=after,
            outcome__countings__span__startswith__lte=until,
        )
        .select_related("report__pool")
        .order_by("decided_at", "pk")
        .distinct()
    )


def corrections_in(report: Report) -> list[Claim]:
    """Return the corrections that made this version or one before it."""
    return list(
        Claim.objects.of_source(report)
        .filter(state=ClaimState.ALLOWED, outcome__version__lte=report.version)
        .select_related("report__pool")
        .order_by("decided_at", "pk")
    )

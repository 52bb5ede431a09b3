"""For each act that needs two people a case that waits: proposed by one user, to be
agreed to by another, through `domain` and on the page.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from django.urls import reverse

from federation.agreements import Matter
from federation.domain.accounts.appointments import agree_to_invitation
from federation.domain.accounts.invitations import InvitationOffer, invite
from federation.domain.accounts.roles import RoleScope
from federation.domain.authorship import ActionContext
from federation.domain.erasing import ask_to_erase_player, confirm_erasure
from federation.enums import RoleKind
from federation.models import User
from ratings.board.domain.board import BoardDraft, decide_level
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.earlier_lists.domain.earlier_lists import approve_earlier_lists
from ratings.editions.domain.edition_proposals import approve_edition, propose_edition
from ratings.editions.domain.policy_proposals import approve_policy, propose_policy
from ratings.enums import ClaimScope, DecisionKind, ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft, approve_act, propose_act
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import accept_report
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import ClubReturn, Decision, Edition
from ratings.returns.domain.returning import (
    ask_for_returns,
    draft_of,
    receive_return,
    send_return,
)
from ratings.uploads.domain.posting import agree_to_post, ask_to_post, request_digest
from tests.factories import (
    NOON,
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    acting,
    chess_pool,
    line,
    member,
    posted,
    rated_by,
)
from tests.ratings import earlier_list_files
from tests.ratings.correction_requests import LATER, Match, allowed, filed
from tests.ratings.lask_pool import kept_by_lask, long
from tests.ratings.rating_lists import SPRING, accepted, decided, rated, up_to_date
from tests.ratings.renju_pool import THREE_DAN, cup, cup_players
from tests.ratings.uploads.bringing import reviewed, table

AUTUMN = date(2026, 9, 1)


@dataclass(frozen=True)
class Waiting:
    """A case that waits for a second person: how to agree in `domain` and on which
    page.
    """

    agree: Callable[[User], Any]
    page: str
    form_data: Mapping[str, Any]
    is_done: Callable[[], bool]


def report(maker: User) -> Waiting:
    made = posted(line(rated(1900), rated(1800), 2, SPRING), by=maker)
    return Waiting(
        lambda user: accept_report(made.pk, acting=acting(user)),
        reverse("ratings:judge", args=[made.pk]),
        {"act": "accept", "seen": "submitted"},
        lambda: _fresh(made).state == "accepted",
    )


def history(maker: User) -> Waiting:
    PlayerFactory(national_id="1"), PlayerFactory(national_id="2")
    file = reviewed(table("2026-06-08,1,2,1,Open"), by=maker)
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=acting(maker))
    file.refresh_from_db()
    return Waiting(
        lambda user: agree_to_post(
            file.pk, seen=request_digest(file), acting=acting(user)
        ),
        reverse("ratings:answer_import", args=[file.pk]),
        {"act": "approve", "seen": request_digest(file)},
        lambda: _fresh(file).state == "posting",
    )


def earlier_lists(maker: User) -> Waiting:
    PlayerFactory(national_id="85")
    with tempfile.TemporaryDirectory() as folder:
        made = earlier_list_files.proposed(
            Path(folder), "1985-01-01,85,,,1850,,,,", by=maker
        )
    return Waiting(
        lambda user: approve_earlier_lists(made.pk, acting=acting(user)),
        reverse("ratings:earlier_lists_file", args=[made.pk]),
        {"act": "approve"},
        lambda: _fresh(made).approved_at is not None,
    )


def decision(maker: User) -> Waiting:
    draft = DecisionDraft(
        chess_pool().pk, DecisionKind.START, member().pk, SPRING, 1900, "Known"
    )
    made = make_decision(draft, acting=acting(maker))
    return Waiting(
        lambda user: confirm_decision(made.pk, acting=acting(user)),
        reverse("ratings:settle_decision", args=[made.pk]),
        {"act": "confirm"},
        lambda: _fresh(made).span is not None,
    )


def correction(maker: User) -> Waiting:
    match = Match().accepted()
    claim = filed(match, by=maker)
    form_data = {"reason": "Both sheets", "seen": match.newest.pk}

    def agree(user: User) -> object:
        facts = {"seen": form_data["seen"], "acting": acting(user, LATER)}
        return allow_claim(claim.pk, ClaimScope.RATING, "Both sheets", **facts)

    return Waiting(
        agree,
        reverse("ratings:decide_claim", args=[claim.pk]),
        {"act": "allow", "scope": "rating", **form_data},
        lambda: _fresh(claim).state == "allowed",
    )


def merge(maker: User) -> Waiting:
    one, other = rated(1900), rated(1800)
    made = propose_merge(MergeDraft(one.pk, other.pk, "One man"), acting=acting(maker))
    return Waiting(
        lambda user: confirm_merge(made.pk, acting=acting(user)),
        reverse("ratings:compare_players", args=[one.pk, other.pk]),
        {"act": "confirm", "merge": made.pk},
        lambda: _fresh(made).is_in_force,
    )


def level(maker: User) -> Waiting:
    """The maker submitted the cup."""
    rated_by("renju")
    players = cup_players()
    event = cup(players, by=maker)
    draft = BoardDraft(players[-1].pk, event.pk, THREE_DAN, THREE_DAN)
    return Waiting(
        lambda user: decide_level(draft, acting=acting(user)),
        reverse("ratings:decide_level", args=[event.pk, players[-1].pk]),
        {"seen": THREE_DAN, "level": THREE_DAN, "reason": ""},
        lambda: Decision.objects.filter(kind="board").exists(),
    )


def club_return(maker: User) -> Waiting:
    kept_by_lask()
    club = ClubFactory()
    players = [member(club), member(club)]
    for player in players:
        decided(player, 1900)
    accepted(long(*players, 2, date(2025, 9, 6)), organiser_id=club.pk)
    june = date(2026, 6, 3)
    open_period_of_today(chess_pool(), today=june, acting=ActionContext(None, NOON))
    up_to_date()
    ask_for_returns(chess_pool().pk, today=june)
    owed = ClubReturn.objects.get()
    sent = send_return(owed.pk, seen=draft_of(owed).number, acting=acting(maker))
    seen = sent.posting_number or 0
    return Waiting(
        lambda user: receive_return(sent.pk, seen=seen, acting=acting(user)),
        reverse("ratings:judge_return", args=[sent.pk]),
        {"act": "receive", "seen": seen},
        lambda: _fresh(sent).state == "received",
    )


def edition(maker: User) -> Waiting:
    numbers = {"halving_from": 2000}
    draft = EditionDraft(chess_pool().pk, AUTUMN, "ssf_2008", numbers, reason="Minutes")
    made = propose_edition(draft, acting=acting(maker))
    return Waiting(
        lambda user: approve_edition(made.pk, acting=acting(user)),
        reverse("ratings:edition_proposal", args=[made.pk]),
        {"act": "approve"},
        lambda: Edition.objects.filter(from_date=AUTUMN).exists(),
    )


def policy(maker: User) -> Waiting:
    made = propose_policy(
        chess_pool().pk, carries=True, reason="Minutes", acting=acting(maker)
    )
    return Waiting(
        lambda user: approve_policy(made.pk, acting=acting(user)),
        reverse("ratings:policy_proposal", args=[made.pk]),
        {"act": "approve"},
        lambda: chess_pool().carries_from is not None,
    )


def revocation(maker: User) -> Waiting:
    rated(1900)
    made = Decision.objects.get()
    return _act(
        maker,
        ActDraft(ProposedKind.REVOCATION, made.pk, "A slip"),
        lambda: _fresh(made).span.upper is not None,
    )


def lifting(maker: User) -> Waiting:
    match = Match().accepted()
    claim = allowed(match, filed(match))
    return _act(
        maker,
        ActDraft(ProposedKind.LIFTING, claim.pk, "Another game"),
        lambda: not _fresh(claim).is_in_effect,
    )


def undoing_merge(maker: User) -> Waiting:
    one, other = rated(1900), rated(1800)
    officers = [RoleFactory().user, RoleFactory().user]
    draft = MergeDraft(one.pk, other.pk, "One man")
    made = propose_merge(draft, acting=acting(officers[0]))
    confirm_merge(made.pk, acting=acting(officers[1]))
    return _act(
        maker,
        ActDraft(ProposedKind.UNDOING_MERGE, made.pk, "Two men"),
        lambda: not _fresh(made).is_in_force,
    )


def withdrawal(maker: User) -> Waiting:
    made = adopt_draft(
        EditionDraft(
            pool_id=chess_pool().pk,
            from_date=AUTUMN,
            system="ssf_2008",
            parameters={"halving_from": 2000},
        ),
        acting=ActionContext(None, NOON),
    )
    return _act(
        maker,
        ActDraft(ProposedKind.EDITION_WITHDRAWAL, made.pk, "A slip"),
        lambda: not Edition.objects.filter(pk=made.pk).exists(),
    )


def last_day(maker: User) -> Waiting:
    day = date(2027, 12, 31)
    draft = ActDraft(ProposedKind.LAST_DAY, chess_pool().pk, "Minutes", last_day=day)
    return _act(maker, draft, lambda: chess_pool().ends_on == day)


def fide_beside(maker: User) -> Waiting:
    pool = chess_pool()
    type(pool).objects.filter(pk=pool.pk).update(fide_tempo="")
    draft = ActDraft(ProposedKind.FIDE_BESIDE, pool.pk, "Minutes", fide_tempo="blitz")
    return _act(maker, draft, lambda: chess_pool().fide_tempo == "blitz")


def appointment(maker: User) -> Waiting:
    offer = InvitationOffer(
        email="new@example.org", office=RoleScope(RoleKind.BOARD), reason="Elected"
    )
    made = invite(offer, acting=ActionContext(maker.pk, _now()), url_of=str)

    def agree(user: User) -> object:
        return agree_to_invitation(
            made.pk, acting=ActionContext(user.pk, _now()), url_of=str
        )

    return Waiting(
        agree,
        reverse("federation:agree_invitation", args=[made.pk]),
        {"act": "approve"},
        lambda: _fresh(made).agreed_at is not None,
    )


def erasure(maker: User) -> Waiting:
    player = PlayerFactory()
    made = ask_to_erase_player(
        player.pk, reason="A letter", acting=ActionContext(maker.pk, _now())
    )

    def agree(user: User) -> object:
        return confirm_erasure(made.pk, acting=ActionContext(user.pk, _now()))

    return Waiting(
        agree,
        reverse("federation:erasure", args=[made.pk]),
        {"act": "approve"},
        lambda: _fresh(made).confirmed_at is not None,
    )


CASES: Mapping[Matter, Callable[[User], Waiting]] = {
    Matter.REPORT: report,
    Matter.HISTORY: history,
    Matter.EARLIER_LISTS: earlier_lists,
    Matter.DECISION: decision,
    Matter.REVOCATION: revocation,
    Matter.CORRECTION: correction,
    Matter.LIFTING: lifting,
    Matter.MERGE: merge,
    Matter.UNDOING_MERGE: undoing_merge,
    Matter.LEVEL: level,
    Matter.ANNUAL_RETURN: club_return,
    Matter.EDITION: edition,
    Matter.EDITION_WITHDRAWAL: withdrawal,
    Matter.POLICY: policy,
    Matter.LAST_DAY: last_day,
    Matter.FIDE_BESIDE: fide_beside,
    Matter.APPOINTMENT: appointment,
    Matter.ERASURE: erasure,
}


def _act(maker: User, draft: ActDraft, is_done: Callable[[], bool]) -> Waiting:
    made = propose_act(draft, acting=acting(maker))
    return Waiting(
        lambda user: approve_act(made.pk, acting=acting(user)),
        reverse("ratings:proposed_act", args=[made.pk]),
        {"act": "approve"},
        is_done,
    )


def _now() -> Any:
    """Return the current time: pages use the clock, and an old invitation is not open."""
    from django.utils import timezone  # noqa: PLC0415

    return timezone.now()


def _fresh(row: Any) -> Any:
    return type(row).objects.get(pk=row.pk)

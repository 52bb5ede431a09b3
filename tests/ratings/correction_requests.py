"""Games with a correction request: Adam 1950 – Bertil 2220, a win for White, in a
league match that a club has sent in (SSF rating, Examples: +26 and −13).
"""

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from federation.domain.authorship import ActionContext
from federation.models import Club, Player, User
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.corrections.domain.claims import ClaimDraft, answer_claim, file_claim
from ratings.corrections.queries.game_versions import GameVersion
from ratings.enums import ClaimKind, ClaimScope
from ratings.ledger.domain.reports import accept_report
from ratings.models import Claim, Game, Report
from tests.factories import (
    NOON,
    ClubFactory,
    UserFactory,
    acting,
    line,
    officer,
    posted,
    secretary_of,
)
from tests.ratings.rating_lists import SPRING, rated

LATER = NOON + timedelta(days=15)
"""A time after the respondents' deadline."""


def account_of(player: Player, **facts: Any) -> User:
    """Return the player's own account; it is created if missing."""
    known = User.objects.filter(player=player).first()
    return known or UserFactory(player=player, **facts)


@dataclass
class Match:
    """A league match of two boards with its people; `source_kind` sets its source."""

    source_kind: str = "league"
    club: Club = field(default_factory=lambda: ClubFactory(name="SK Rockaden"))
    adam: Player = field(init=False)
    bertil: Player = field(init=False)
    report: Report = field(init=False)

    def __post_init__(self) -> None:
        self.adam = rated(1950, first_name="Adam", last_name="Ek")
        self.bertil = rated(2220, first_name="Bertil", last_name="Öberg")
        self.sender = secretary_of(self.club)
        self.officer = officer()
        self.report = self.sent(2)

    def sent(self, score: int, **facts: Any) -> Report:
        """Report the match as its club would, with this result on the first board."""
        return posted(
            line(self.adam, self.bertil, score, SPRING, key=1, **facts),
            line(self.bertil, self.adam, 1, date(2026, 3, 1), key=2, round=2),
            by=self.sender,
            source_kind=self.source_kind,
            source_number=77,
            name="Spring Match",
            organiser_id=self.club.pk,
        )

    def accepted(self) -> "Match":
        accept_report(self.report.pk, acting=acting(officer()))
        self.report.refresh_from_db()
        return self

    @property
    def newest(self) -> Report:
        return self.report.versions()[0]

    def game(self, key: int = 1) -> Game:
        return self.newest.lines.get(key=key)


def wanted(game: Game, **changes: Any) -> GameVersion:
    """Return the game as reported, with these values changed."""
    return replace(GameVersion.of(game), **changes)


def filed(
    match: Match,
    by: User | None = None,
    *,
    kind: ClaimKind = ClaimKind.RESULT,
    at: Any = NOON,
    key: int = 1,
    **changes: Any,
) -> Claim:
    """File a request as Adam; by default it says that the game was drawn."""
    by = by or account_of(match.adam)
    is_result = kind == ClaimKind.RESULT
    changes = changes or ({"score": 1} if is_result else {})
    draft = ClaimDraft(
        report_id=match.report.pk,
        key=key,
        kind=kind,
        wanted=wanted(match.game(key), **changes) if changes else None,
        text="We agreed on a draw.",
        claimant_id=by.player_id,
    )
    return file_claim(draft, acting=ActionContext(by.pk, at))


def allowed(
    match: Match,
    claim: Claim,
    *,
    scope: ClaimScope = ClaimScope.RATING,
    by: User | None = None,
    at: Any = LATER,
) -> Claim:
    return allow_claim(
        claim.pk,
        scope,
        "Both score sheets say so.",
        public_reason="Entered the wrong way round.",
        seen=match.newest.pk,
        acting=ActionContext((by or match.officer).pk, at),
    )


def answered(claim: Claim, player: Player | None, by: User, **facts: Any) -> None:
    answer_facts = {"agrees": True, "text": "", **facts}
    answer_claim(
        claim.pk,
        player.pk if player else None,
        acting=acting(by),
        **answer_facts,
    )

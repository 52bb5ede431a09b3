"""The boards of a round: the typed form, and the rows with which it is shown again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.domain.rounds.boards import Pair
from tournaments.domain.rounds.round_pairings import AT_ONCE, RoundPublication
from tournaments.models import RoundPairing
from tournaments.queries.rounds.wording_of_pairings import SYSTEM_NAMES

MOST_BOARDS = 2000
DIGITS = 4
LONGEST_REASON = 200
PairingRow = tuple[str, str]


class UnreadableBoardsError(ValueError):
    """The typed boards cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class BoardsTyped:
    """The form as it was sent. `proposed` is what the system proposed to the user, as
    written by `pairs_text`; `left_out` is the number of lines beyond the maximum that
    is read.
    """

    rows: tuple[PairingRow, ...]
    reason: str
    publish_at: str
    is_draft: bool
    system: str
    proposed: str
    seen: tuple[int, ...]
    left_out: int = 0

    @property
    def pairs(self) -> list[Pair]:
        """The typed boards; empty lines are no boards. Raises UnreadableBoardsError."""
        if self.left_out:
            raise UnreadableBoardsError(
                _("Boards that are not shown here and were not saved: %(number)s.")
                % {"number": self.left_out}
            )
        return [
            (_number(white), _number(black) if black else None)
            for white, black in self.rows
            if white or black
        ]

    @property
    def publication(self) -> RoundPublication:
        """When the round is published. Raises UnreadableBoardsError if the text is no
        time.
        """
        if self.is_draft:
            return RoundPublication(is_draft=True)
        if not self.publish_at:
            return AT_ONCE
        try:
            moment: datetime = forms.DateTimeField().clean(self.publish_at)
        except ValidationError as error:
            raise UnreadableBoardsError(
                _("“%(typed)s” is not a day with a time.") % {"typed": self.publish_at}
            ) from error
        return RoundPublication(at=moment)

    def is_recorded_in(self, record: RoundPairing | None, now: datetime) -> bool:
        """Return whether the round is published, or will be, as the form asks, and with
        its reason.
        """
        if record is None:
            return not self.is_draft
        if self.is_draft or self.publish_at:
            is_as_asked = record.published_at == self.publication.at
        else:
            is_as_asked = record.is_seen_at(now)
        return is_as_asked and record.change_reason in ("", self.reason)

    @property
    def pairs_proposed(self) -> list[Pair]:
        """The pairs that the system proposed; text that is no pair of numbers is
        skipped.
        """
        found: list[Pair] = []
        for each in self.proposed.split()[:MOST_BOARDS]:
            white, _dash, black = each.partition("-")
            if is_number(white) and (not black or is_number(black)):
                found.append((int(white), int(black) if black else None))
        return found


def boards_typed(post: QueryDict) -> BoardsTyped:
    """Read the form of the boards page."""
    whites, blacks = post.getlist("white"), post.getlist("black")
    system = post.get("system", "")
    return BoardsTyped(
        rows=tuple(
            (white.strip(), black.strip())
            for white, black in zip(
                whites[:MOST_BOARDS], blacks[:MOST_BOARDS], strict=False
            )
        ),
        left_out=max(0, min(len(whites), len(blacks)) - MOST_BOARDS),
        reason=post.get("reason", "").strip()[:LONGEST_REASON],
        publish_at=post.get("publish_at", "").strip()[:40],
        is_draft="draft" in post,
        system=system if system in SYSTEM_NAMES else "",
        proposed=post.get("proposed", ""),
        seen=tuple(
            int(each) for each in post.get("seen", "").split(",") if _is_id(each)
        ),
    )


def pairs_text(rows: Sequence[PairingRow]) -> str:
    """Return the pairs as one line, for a hidden field."""
    return " ".join(f"{white}-{black}" for white, black in rows)


def is_number(text: str) -> bool:
    """Return whether the text can be a pairing number or the number of a round."""
    return text.isascii() and text.isdigit() and len(text) <= DIGITS


def _number(text: str) -> int:
    if not is_number(text):
        raise UnreadableBoardsError(
            _("“%(typed)s” is not the number of a player.") % {"typed": text[:20]}
        )
    return int(text)


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19  # noqa: PLR2004 (bigint)

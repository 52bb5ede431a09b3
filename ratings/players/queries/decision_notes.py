"""The decisions that an explanation shows besides the games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from federation.formats.import_reasons import reason_in_words
from federation.permissions import Actor, Permission, may
from ratings.enums import ACTIVITY_DECISIONS, DecisionKind
from ratings.ledger.queries.player_aliases import aliases_as_of
from ratings.models import Decision, Report

_LASTING = ACTIVITY_DECISIONS | {DecisionKind.START}


@dataclass(frozen=True, slots=True)
class DecisionNote:
    """A decision that may affect the step: what was decided and, as far as the reader
    may know, who decided and why.
    """

    kind: DecisionKind
    points: int | None
    on_date: date
    reason: str
    made_by: str
    made_at: datetime
    confirmed_by: str | None
    of_everybody: bool

    @property
    def label(self) -> str:
        return str(self.kind.label)


def decision_notes(
    pool_id: int,
    player_id: int,
    days: tuple[date, date],
    number: int,
    report_id: int = 0,
    *,
    reader: Actor,
) -> list[DecisionNote]:
    """Return the decisions that could affect the player's step of these days, as of a
    posting number, the oldest first: start ratings from before too; the one by which
    the player is already active over the board, if the step is a period; others only of
    these days, and the board's only if they are about the event of the report.

    Officers and the player read the reason and whose decision it was; everyone else
    only the public reason.
    """
    first, last = days
    cards = aliases_as_of(pool_id, number).cards([player_id])
    is_concerned = reader.player_id in cards or may(reader, Permission.DECIDE_RATINGS)
    rows = (
        Decision.objects.filter(pool_id=pool_id, on_date__lte=last)
        .filter(Q(span__contains=number))
        .filter(Q(player__in=cards) | Q(player=None))
        .filter(Q(kind__in=_LASTING) | Q(on_date__gte=first))
        .filter(~Q(kind=DecisionKind.BOARD) | _about_event(report_id))
        .select_related("made_by", "confirmed_by")
        .order_by("on_date", "pk")
    )
    lasting = None if report_id else _active_from(rows, first)
    return [
        _note(row, in_full=is_concerned)
        for row in rows
        if row.kind not in ACTIVITY_DECISIONS or row.on_date >= first or row == lasting
    ]


def _active_from(rows: Iterable[Decision], day: date) -> Decision | None:
    """Return the decision by which a player is active over the board on a day and was
    before it; `rows` are the player's, the oldest first.
    """
    found = None
    for row in rows:
        if row.kind == DecisionKind.INACTIVE and row.on_date <= day:
            found = None
        elif row.kind == DecisionKind.ACTIVE and row.on_date < day:
            found = found or row
    return found


def _note(row: Decision, *, in_full: bool) -> DecisionNote:
    # The reason of an imported decision was written by no person: it names the file.
    sees_reason = in_full or row.made_by_id is None
    # The names of the board's members are public: they are on the player's page.
    is_named = sees_reason or row.kind == DecisionKind.BOARD
    return DecisionNote(
        kind=DecisionKind(row.kind),
        points=row.points,
        on_date=row.on_date,
        reason=reason_in_words(row.reason if sees_reason else row.public_reason),
        made_by=str((is_named and row.made_by) or _("Rating office")),
        made_at=row.made_at,
        confirmed_by=_second(row) if is_named else None,
        of_everybody=row.player_id is None,
    )


def _about_event(report_id: int) -> Q:
    """Select the decisions about any version of the report's event."""
    event = Report.objects.filter(pk=report_id).values("source_kind", "source_number")
    return Q(
        Exists(
            event.filter(
                source_kind=OuterRef("report__source_kind"),
                source_number=OuterRef("report__source_number"),
            )
        )
    )


def _second(row: Decision) -> str | None:
    """Return the person who confirmed the decision, if it was not its maker."""
    is_another = row.confirmed_by_id != row.made_by_id
    return str(row.confirmed_by) if row.confirmed_by and is_another else None

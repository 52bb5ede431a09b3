"""What decided movements write into the class register, and what has to hold first."""

from federation.domain.classes import ClassLine, enter_in_class_register
from federation.models import ClassMembership
from ratings.enums import ReportState
from ratings.pools.domain.postings import ActionContext
from ratings.pools.domain.reasons import Reasons
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import ClassMovement
from tournaments.queries.reports import SOURCE_KIND, newest_report


def refuse_unaccepted(tournament_id: int) -> None:
    """Refusals: `not_accepted` while the office has not accepted the final report.

    The class register is only added to: nothing may enter it that its sender can
    still take back.
    """
    report = newest_report(tournament_id)
    if report is None or not report.is_final or report.state != ReportState.ACCEPTED:
        raise TournamentRefusal("not_accepted")


def write_line_if_moved(
    movement: ClassMovement, acting: ActionContext
) -> ClassMembership | None:
    """Add the movement's class to the register, from the tournament's last day; nothing
    where the class stays as it was.
    """
    if movement.to_class == movement.from_class:
        return None
    return write_line(movement, acting)


def write_line(movement: ClassMovement, acting: ActionContext) -> ClassMembership:
    """Add the movement's class to the register, from the tournament's last day."""
    tournament = movement.section.tournament
    line = ClassLine(
        player_id=movement.entry.player_id,
        player_class=movement.to_class,
        from_date=tournament.end_date,
        cause=f"{tournament.name}, {movement.section.name}",
        paragraph=movement.reasoning["paragraph"],
        source_kind=SOURCE_KIND,
        source_number=tournament.pk,
    )
    return enter_in_class_register(line, user_id=acting.user_id, at=acting.at)


def stated(reason: str, public_reason: str) -> Reasons:
    """Return both reasons, stripped; refusal: `reason` when there is none for the
    committee.
    """
    said = Reasons(reason, public_reason).trimmed
    if not said.internal:
        raise TournamentRefusal("reason")
    return said

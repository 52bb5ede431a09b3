"""What decided movements write into the class register, and what has to hold first."""

from federation.domain.classes import ClassLine, enter_in_class_register
from ratings.enums import ReportState
from ratings.pools.domain.postings import ActionContext
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import ClassMovement
from tournaments.queries.reports import SOURCE_KIND, newest_report


def refuse_unaccepted(tournament_id: int) -> None:
    """Refused `not_accepted` while the office has not accepted the final report.

    The class register is only added to: nothing may enter it that its sender can
    still take back.
    """
    report = newest_report(tournament_id)
    if report is None or not report.is_final or report.state != ReportState.ACCEPTED:
        raise TournamentRefusal("not_accepted")


def write_line(movement: ClassMovement, acting: ActionContext) -> None:
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
    enter_in_class_register(line, user_id=acting.user_id, at=acting.at)


def stated(reason: str) -> str:
    """The reason without its margins; Refused `reason` when there is none."""
    if not reason.strip():
        raise TournamentRefusal("reason")
    return reason.strip()

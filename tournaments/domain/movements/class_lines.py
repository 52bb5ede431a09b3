"""What decided movements write in the class register, and the conditions for it."""

from collections.abc import Iterable

from federation.domain.authorship import ActionContext
from federation.domain.classes import ClassLine, enter_lines_in_class_register
from ratings.enums import ReportState
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import ClassMovement
from tournaments.queries.reports import SOURCE_KIND, newest_report


def refuse_unaccepted(tournament_id: int) -> None:
    """Refuse (`not_accepted`) while the office has not accepted the final report.

    Lines of the class register are only ever added: nothing may enter it that the
    sender of the report can still recall.
    """
    report = newest_report(tournament_id)
    if report is None or not report.is_final or report.state != ReportState.ACCEPTED:
        raise TournamentRefusal("not_accepted")


def write_lines(movements: Iterable[ClassMovement], acting: ActionContext) -> None:
    """Add the class of each of the movements to the register, from its tournament's
    last day, and set the movement's line to the added one; the caller saves it.
    """
    movements = list(movements)
    lines = enter_lines_in_class_register(map(_line, movements), acting=acting)
    for movement, line in zip(movements, lines, strict=True):
        movement.line = line


def _line(movement: ClassMovement) -> ClassLine:
    tournament = movement.section.tournament
    return ClassLine(
        player_id=movement.entry.player_id,
        player_class=movement.to_class,
        from_date=tournament.end_date,
        cause=f"{tournament.name}, {movement.section.name}",
        paragraph=movement.reasoning["paragraph"],
        source_kind=SOURCE_KIND,
        source_number=tournament.pk,
    )

"""What decided movements write in the class register, and the conditions for it."""

from collections.abc import Iterable

from federation.domain.authorship import ActionContext
from federation.domain.classes import ClassLine, enter_lines_in_class_register
from ratings.enums import ReportState
from ratings.ledger.queries.player_aliases import aliases_now
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
    last day, and set the movement's line to the added one; the caller saves it. If the
    player's card was merged, the class is that of the card that remains: a line of a
    merged card has no effect.
    """
    movements = list(movements)
    if not movements:
        return
    persons = aliases_now().persons(each.entry.player_id for each in movements)
    added = [_line(each, persons[each.entry.player_id]) for each in movements]
    lines = enter_lines_in_class_register(added, acting=acting)
    for movement, line in zip(movements, lines, strict=True):
        movement.line = line


def _line(movement: ClassMovement, player_id: int) -> ClassLine:
    tournament = movement.section.tournament
    return ClassLine(
        player_id=player_id,
        player_class=movement.to_class,
        from_date=tournament.end_date,
        cause=f"{tournament.name}, {movement.section.name}",
        paragraph=movement.reasoning["paragraph"],
        source_kind=SOURCE_KIND,
        source_number=tournament.pk,
    )

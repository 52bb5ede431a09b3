"""Boards of matches that are changed on another page than that of their match."""

from collections.abc import Sequence

from federation.domain.authorship import ActionContext
from tournaments.domain.captains.letters import notify_of_changed_results
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import Pairing, TeamMatch
from tournaments.queries.teams.leagues import boards_in
from tournaments.rules.results import Result

NOT_ENTERED = {
    "entered_by": None,
    "entered_for": None,
    "entered_at": None,
    "objection": "",
    "objected_by": None,
}


def note_changed_boards(
    boards: Sequence[Pairing], acting: ActionContext, *, of_match_page: bool = False
) -> None:
    """Record that these boards of a section have another result now; the caller holds
    the lock.

    A match that waits for a captain is no longer entered: the results are not those
    that were entered or objected to. Its captains are notified, as they are of a
    correction of a confirmed match, unless the change was made on the page of the
    match. Each board of a confirmed match keeps a result, else it would count 0–0:
    refusal `match_needs_result`.
    """
    if not boards:
        return
    changed = {(each.section_id, each.round, each.board): each for each in boards}
    matches = TeamMatch.objects.filter(
        section=boards[0].section_id, round__in={each.round for each in boards}
    ).select_related("section__league", "section__tournament", "home", "away")
    for match in matches:
        own = [changed[key] for key in boards_in(match) if key in changed]
        if not own:
            continue
        was_entered = match.confirmed_at or match.entered_at
        if was_entered and not of_match_page:
            notify_of_changed_results(match, acting)
        if match.confirmed_at is None:
            TeamMatch.objects.filter(pk=match.pk).update(**NOT_ENTERED)
        elif not all(Result(each.result).is_finished for each in own):
            raise TournamentRefusal("match_needs_result")

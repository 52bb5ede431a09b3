"""Compare what the office acknowledged to people with what it has stored: everything
acknowledged is there exactly once, and nothing else.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.processes.chaos.people import Approver, Reviewer, Secretary, Tournament

EARLIER, NEWEST = {"superseded", "withdrawn"}, {"submitted", "accepted"}


def faults_of(
    seen: dict[str, Any],
    secretaries: list[Secretary],
    reviewer: Reviewer,
    approver: Approver,
) -> Iterator[str]:
    """Yield the faults; `seen`: what the audit has found."""
    for secretary in secretaries:
        for tournament in secretary.tournaments:
            for fault in faults_of_tournament(seen, tournament):
                yield f"tournament {tournament.number}: {fault}"
    yield from faults_of_acceptances(seen, reviewer)
    yield from faults_of_approvals(seen, approver)
    yield from seen["differences"]
    if not seen["replayed"]:
        yield "the pool could not be replayed"
    if seen["postings"] != list(range(1, len(seen["postings"]) + 1)):
        yield f"numbers of postings: {seen['postings']}"


def faults_of_tournament(seen: dict[str, Any], tournament: Tournament) -> Iterator[str]:
    number = str(tournament.number)
    versions = seen["versions"].get(number, [])
    if len(versions) != tournament.sent:
        yield f"sent in {tournament.sent} times, there are {versions}"
    if set(versions[:-1]) - EARLIER or set(versions[-1:]) - NEWEST:
        yield f"its reports are {versions}"
    if seen["counting"].get(number, 0) != bool(tournament.sent):
        yield f"{seen['counting'].get(number, 0)} reports count"
    opened = seen["openings"].get(number, 0)
    if opened != tournament.opened:
        yield f"opened {tournament.opened} times, there are {opened}"
    for board in tournament.boards:
        entered = seen["results"].get(str(board.number), [])
        if entered != board.results:
            yield f"board {board.number}: entered {board.results}, there are {entered}"
        counts = seen["ledger"].get(str(board.number))
        if tournament.sent and counts != board.results[-1]:
            yield f"board {board.number}: {counts} counts, and not {board.results[-1]}"


def faults_of_acceptances(seen: dict[str, Any], reviewer: Reviewer) -> Iterator[str]:
    for report in reviewer.accepted:
        times = seen["acceptances"].get(str(report), 0)
        if times != 1:
            yield f"report {report} was accepted {times} times"


def faults_of_approvals(seen: dict[str, Any], approver: Approver) -> Iterator[str]:
    """Every approval leads to a list or is refused because the proposal had changed."""
    stored = Counter((period, moved) for period, moved, _state in seen["approvals"])
    for approved in approver.approved:
        if stored[approved] != 1:
            yield f"approval {approved} is there {stored[approved]} times"
    published = Counter(
        period for period, _, state in seen["approvals"] if state == "published"
    )
    lists = Counter(period for period, _revision in seen["lists"])
    if lists != published:
        yield f"lists by period {dict(lists)}, approvals {dict(published)}"
    if len({tuple(each) for each in seen["lists"]}) != len(seen["lists"]):
        yield f"a list is there twice: {seen['lists']}"

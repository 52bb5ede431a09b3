"""Reports what several people did in an office.

    python -m tests.processes.chaos.audit

prints as JSON the stored state of each tournament and board, how often each report was
accepted, which lists were approved and published, and which rows a full replay computes
differently.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import django

from tests.processes.commands.audit import beside_a_replay


def main() -> None:
    from ratings.models import Approval, Pool, Posting, RatingList  # noqa: PLC0415

    numbers = Posting.objects.order_by("number").values_list("number", flat=True)
    seen = {
        "versions": versions(),
        "counting": counting(),
        "ledger": ledger(),
        "results": results(),
        "openings": openings(),
        "acceptances": acceptances(),
        "approvals": list(Approval.objects.values_list("period", "moved", "state")),
        "lists": list(RatingList.objects.values_list("period", "revision")),
        "postings": list(numbers),
        **beside_a_replay(Pool.objects.get(code="chess-long").pk),
    }
    sys.stdout.write(json.dumps(seen) + "\n")


def versions() -> dict[int, list[str]]:
    """Return the states of each tournament's reports, in order."""
    from ratings.models import Report  # noqa: PLC0415

    found = defaultdict(list)
    reports = Report.objects.order_by("source_number", "version")
    for tournament, state in reports.values_list("source_number", "state"):
        found[tournament].append(state)
    return found


def counting() -> dict[int, int]:
    """Return how many reports of each tournament count now."""
    from ratings.models import Counting  # noqa: PLC0415

    now = Counting.objects.filter(span__endswith=None)
    return Counter(now.values_list("report__source_number", flat=True))


def ledger() -> dict[int, str]:
    """Return the result of each board, as it counts now."""
    from ratings.models import Counting, Game  # noqa: PLC0415

    now = Counting.objects.filter(span__endswith=None).values("report")
    games = Game.objects.filter(report__in=now).values_list("key", "score")
    return {board: ("0-1", "1/2", "1-0")[score] for board, score in games}


def results() -> dict[int, list[str]]:
    """Return the results that were entered at each board, in order."""
    from tournaments.models import ResultChange  # noqa: PLC0415

    found = defaultdict(list)
    changes = ResultChange.objects.order_by("pairing", "version")
    for board, became in changes.values_list("pairing", "became"):
        found[board].append(became)
    return found


def openings() -> dict[int, int]:
    """Return how often each tournament was reopened after its end."""
    events = events_of("tournaments", "TournamentEvent")
    return Counter(
        each for each, was, became in events if (was, became) == ("finished", "running")
    )


def acceptances() -> dict[int, int]:
    """Return how often each report was accepted by a person: it becomes accepted again,
    without an act, when a later version is withdrawn.
    """
    events = events_of("ratings", "ReportEvent")
    return Counter(
        each
        for each, was, became in events
        if (was, became) == ("submitted", "accepted")
    )


def events_of(app: str, model: str) -> Iterator[tuple[int, str, str]]:
    """Yield for each event of the audit log the row it is about, and the state before
    and after.
    """
    from django.apps import apps  # noqa: PLC0415

    events: Iterable[tuple[int, str]] = (
        apps.get_model(app, model)
        .objects.order_by("pgh_id")
        .values_list("pgh_obj", "state")
    )
    states: defaultdict[int, str] = defaultdict(str)
    for each, state in events:
        yield each, states[each], state
        states[each] = state


if __name__ == "__main__":
    django.setup()
    main()

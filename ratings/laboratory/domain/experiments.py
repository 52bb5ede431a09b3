"""Experiments of the laboratory: requested, run by a worker, stored, shared.

Nothing of a pool is changed. An experiment is run by the worker that sets its state
first; a worker that reports no progress for a while is taken for dead, and another
takes over.
"""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from federation.domain.authorship import ActionContext
from federation.models import User
from ratings.enums import DecisionsInExperiment, ExperimentState
from ratings.laboratory.domain.comparison import Candidate, candidate_of, compare
from ratings.laboratory.domain.history import PoolHistory, read_history
from ratings.laboratory.queries.starting_numbers import starting_numbers
from ratings.models import Edition, Experiment, Pool
from ratings.pools.queries.snapshots import one_snapshot
from ratings.rules.parameters import BadParameters
from ratings.rules.systems import systems
from ratings.signals import experiment_requested

MOST_CANDIDATES = 6
TAKEN_FOR_DEAD_AFTER = timedelta(seconds=60)
"""A worker reports progress twice a second; one that has been silent for so long is
dead.
"""
GRACE = timedelta(seconds=30)
"""A message that was sent this recently is not taken for lost."""
SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class CandidateDraft:
    """A system for the whole history, with the parameters that differ from those that
    it starts with (`starting_numbers`); without a system, the pool's own editions.

    If the pool has had no other system, the parameters that differ are set in each of
    its editions, and everything else stays as it was rated.
    """

    label: str
    system: str | None = None
    parameters: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ExperimentDraft:
    """A request for an experiment."""

    pool_id: int
    name: str
    candidates: Sequence[CandidateDraft]
    decisions: DecisionsInExperiment = DecisionsInExperiment.ALL
    measured_from: date | None = None


class BadCandidate(Exception):
    """A candidate (by its place) cannot be used: `errors` has a code by field, with the
    field `system` for a system that does not exist.
    """

    def __init__(self, place: int, errors: Mapping[str, str]) -> None:
        """Store the candidate's place and its errors."""
        super().__init__(f"candidate {place}: {errors}")
        self.place = place
        self.errors = dict(errors)


class TooManyCandidates(Exception):
    """There are no candidates, or more than `MOST_CANDIDATES`."""


class ExperimentStopped(Exception):
    """Somebody stopped the experiment while a worker ran it."""


@transaction.atomic
def request_experiment(
    draft: ExperimentDraft, *, today: date, acting: ActionContext
) -> Experiment:
    """Store an experiment for a worker to run, on the ledger as it is now. A button that
    is pressed twice requests one: the same user's same experiment is returned, unless
    it failed or was stopped.

    Raises BadCandidate or TooManyCandidates.
    """
    if not 0 < len(draft.candidates) <= MOST_CANDIDATES:
        raise TooManyCandidates
    candidates = [
        _stored(draft.pool_id, place, each)
        for place, each in enumerate(draft.candidates)
    ]
    wanted = {
        "pool_id": draft.pool_id,
        "name": draft.name,
        "candidates": candidates,
        "decisions": draft.decisions,
        "measured_from": draft.measured_from,
        "posted": Pool.objects.get(pk=draft.pool_id).posted,
        "until_date": today,
        "asked_by_id": acting.user_id,
    }
    if acting.user_id is not None:  # The second request waits for the first.
        User.objects.select_for_update().get(pk=acting.user_id)
    ended = (ExperimentState.FAILED, ExperimentState.STOPPED)
    same = Experiment.objects.exclude(state__in=ended).filter(**wanted)
    if found := same.newest_first().first():
        return found
    experiment = Experiment.objects.create(
        **wanted, asked_at=acting.at, sent_at=acting.at
    )
    transaction.on_commit(
        lambda: experiment_requested.send_robust(
            sender=None, experiment_id=experiment.pk
        )
    )
    return experiment


def _stored(pool_id: int, place: int, draft: CandidateDraft) -> dict[str, Any]:
    if draft.system is None:
        return {"label": draft.label, "stretches": _of_the_pool(pool_id)}
    known = systems().get(draft.system)
    if known is None:
        raise BadCandidate(place, {"system": "unknown_system"})
    base = starting_numbers(pool_id, known.name)
    given = draft.parameters or {}
    differing = {
        name: value
        for name, value in given.items()
        if name not in base or base[name] != value
    }
    own = _of_the_pool(pool_id)
    if {each["system"] for each in own} != {known.name}:
        own = [{"from": None, "system": known.name, "parameters": base}]
    try:
        stretches = [
            stretch
            | {
                "parameters": known.Parameters.from_json(
                    stretch["parameters"] | differing
                ).to_json()
            }
            for stretch in own
        ]
    except BadParameters as fault:
        raise BadCandidate(place, fault.errors) from fault
    return {"label": draft.label, "stretches": stretches}


def _of_the_pool(pool_id: int) -> list[dict[str, Any]]:
    return [
        {
            "from": edition.from_date.isoformat(),
            "system": edition.system,
            "parameters": edition.parameters,
            "conversion": edition.conversion,
        }
        for edition in Edition.objects.filter(pool_id=pool_id).order_by("from_date")
    ]


# --- the worker -------------------------------------------------------------------------
def run_experiment_now(experiment_id: int, *, at: datetime) -> int | None:
    """Run an experiment that waits, or whose worker has died, and store the result.

    Return how many games its history has; None if another worker is running it, or it is
    done or was stopped. An error is stored in the experiment and raised.
    """
    if not _claimed(experiment_id, at):
        return None
    experiment = Experiment.objects.get(pk=experiment_id)
    clock = _Clock(at)
    try:
        pool = _read(experiment)
        result = _compared(experiment, pool, clock)
    except ExperimentStopped:
        return None
    except Exception as error:
        _finish(experiment_id, clock, state=ExperimentState.FAILED, error=repr(error))
        raise
    _finish(experiment_id, clock, state=ExperimentState.DONE, result=result)
    return len(pool.history.lines)


class _Clock:
    """The times of a run, counted from its start."""

    def __init__(self, at: datetime) -> None:
        self._at = at
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    @property
    def now(self) -> datetime:
        return self._at + timedelta(seconds=self.seconds)


def _claimed(experiment_id: int, at: datetime) -> bool:
    free = Q(state=ExperimentState.WAITING) | Q(
        state=ExperimentState.RUNNING, heard_at__lt=at - TAKEN_FOR_DEAD_AFTER
    )
    return bool(
        Experiment.objects.filter(free, pk=experiment_id).update(
            state=ExperimentState.RUNNING, heard_at=at, done=0
        )
    )


def _read(experiment: Experiment) -> PoolHistory:
    with one_snapshot():
        return read_history(
            experiment.pool_id,
            experiment.posted,
            DecisionsInExperiment(experiment.decisions),
            experiment.until_date,
        )


def _compared(
    experiment: Experiment, pool: PoolHistory, clock: _Clock
) -> dict[str, Any]:
    candidates: list[Candidate] = list(map(candidate_of, experiment.candidates))
    row = Experiment.objects.filter(pk=experiment.pk, state=ExperimentState.RUNNING)
    row.update(whole=len(candidates) * len(pool.history.lines))
    return compare(
        pool, candidates, experiment.measured_from, _progress_reporter(row, clock)
    )


def _progress_reporter(row: Any, clock: _Clock) -> Callable[[int], None]:
    def report(games: int) -> None:
        if not row.update(done=games, heard_at=clock.now):
            raise ExperimentStopped

    return report


def _finish(experiment_id: int, clock: _Clock, **kwargs: Any) -> None:
    """Store the result, unless another worker stored one first or it was stopped."""
    Experiment.objects.filter(pk=experiment_id, state=ExperimentState.RUNNING).update(
        milliseconds=1000 * clock.seconds, heard_at=clock.now, **kwargs
    )


def experiments_overdue(*, at: datetime) -> list[int]:
    """Return the experiments whose message or worker was lost, oldest first, and note
    the time, so that each is sent again only after a while.
    """
    lost = Q(state=ExperimentState.WAITING, sent_at__lt=at - GRACE) | Q(
        state=ExperimentState.RUNNING,
        heard_at__lt=at - TAKEN_FOR_DEAD_AFTER,
        sent_at__lt=at - TAKEN_FOR_DEAD_AFTER,
    )
    overdue = list(
        Experiment.objects.filter(lost).order_by("pk").values_list("pk", flat=True)
    )
    Experiment.objects.filter(pk__in=overdue).update(sent_at=at)
    return overdue


# --- the link ----------------------------------------------------------------------------
def share_experiment(experiment_id: int) -> str:
    """Create the secret of an address at which anyone may read the result, and return
    it; return the existing secret if there is one.
    """
    row = Experiment.objects.filter(pk=experiment_id)
    row.filter(secret=None).update(secret=secrets.token_urlsafe(SECRET_BYTES))
    return str(row.values_list("secret", flat=True).get())


def stop_sharing(experiment_id: int) -> None:
    """Revoke the secret address."""
    Experiment.objects.filter(pk=experiment_id).update(secret=None)

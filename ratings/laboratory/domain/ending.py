"""Experiments of the laboratory that somebody ends: stopped before they are done, or
deleted afterwards.
"""

from ratings.enums import UNFINISHED_EXPERIMENTS, ExperimentState
from ratings.models import Experiment


def stop_experiment(experiment_id: int) -> bool:
    """Stop an experiment that waits or runs, and return whether it did: its worker stops
    at its next report of progress.
    """
    row = Experiment.objects.filter(pk=experiment_id, state__in=UNFINISHED_EXPERIMENTS)
    return bool(row.update(state=ExperimentState.STOPPED))


def delete_experiment(experiment_id: int) -> bool:
    """Delete an experiment with its result and link, and return whether it did; one that
    waits or runs must be stopped first.
    """
    row = Experiment.objects.filter(pk=experiment_id)
    gone, _rows = row.exclude(state__in=UNFINISHED_EXPERIMENTS).delete()
    return bool(gone)

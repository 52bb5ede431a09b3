"""How well the candidates of an experiment predicted results, and the conclusion from
that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.defaultfilters import floatformat

from federation.formats.figures import NOTHING
from ratings.laboratory.queries.charts import Json
from ratings.laboratory.queries.levels import systems_of_candidate
from ratings.models import Experiment


@dataclass(frozen=True, slots=True)
class QualityRow:
    """How well one candidate predicted; `is_sure`: the difference to the best one is
    not by chance.
    """

    place: int
    candidate: int
    label: str
    log_loss: float
    brier: float
    right: float | None
    behind: float
    limits: tuple[float, float] | None

    @property
    def right_share(self) -> str:
        """The share of decided games that the favourite won."""
        if self.right is None:
            return NOTHING
        return f"{floatformat(100 * self.right, 1)} %"

    @property
    def is_sure(self) -> bool:
        return self.limits is not None and self.limits[0] > 0


@dataclass(frozen=True, slots=True)
class TypicalDifference:
    """By how much half of the active players would differ at most, under another
    candidate, from their present ratings.
    """

    label: str
    players: int
    points: float | None
    places: float


@dataclass(frozen=True, slots=True)
class BestCandidates:
    """The two candidates that predict best, and what the better one would change."""

    best: QualityRow
    next_best: QualityRow
    typical: TypicalDifference | None


def answer_of(
    experiment: Experiment, quality: tuple[QualityRow, ...]
) -> BestCandidates | None:
    """Return the comparison; None if fewer than two candidates make predictions."""
    if len(quality) < 2:  # noqa: PLR2004 - one cannot be compared
        return None
    best, following = quality[:2]
    return BestCandidates(best, following, _typical(experiment, best))


def _typical(experiment: Experiment, best: QualityRow) -> TypicalDifference | None:
    """Return the typical difference under the best candidate, or under the first other
    one if the pool's own is best. Points are left out where ratings are levels.
    """
    result: Json = experiment.result or {}
    number = max(best.candidate, 1)
    compared = [experiment.candidates[0], experiment.candidates[number]]
    has_numbers = all(systems_of_candidate(each).has_numbers for each in compared)
    measured = result.get("typical")
    if not measured or measured[number - 1]["places"] is None:
        return None
    row = measured[number - 1]
    return TypicalDifference(
        result["candidates"][number]["label"],
        row["players"],
        row["points"] if has_numbers else None,
        row["places"],
    )


def quality_rows(result: Json, labels: Sequence[str]) -> tuple[QualityRow, ...]:
    return tuple(
        QualityRow(
            place,
            each["candidate"],
            labels[each["candidate"]],
            each["log_loss"],
            each["brier"],
            each.get("right"),
            each["behind"],
            _limits(each),
        )
        for place, each in enumerate(result["quality"], start=1)
    )


def _limits(quality: Json) -> tuple[float, float] | None:
    """Return the limits between which the mean lies. Results stored before 2026-11-23
    have the half width instead.
    """
    if "behind_limits" in quality:
        limits = quality["behind_limits"]
        return (limits[0], limits[1]) if limits else None
    within = quality["behind_within"]
    if within is None:
        return None
    return quality["behind"] - within, quality["behind"] + within


def without_quality(result: Json, labels: Sequence[str]) -> tuple[str, ...]:
    predicting = {each["candidate"] for each in result["quality"]}
    if not predicting:
        return ()
    return tuple(
        label for number, label in enumerate(labels) if number not in predicting
    )

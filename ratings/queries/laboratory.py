"""What came of an experiment, as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from federation.permissions import Actor
from ratings.models import Experiment
from ratings.parameter_words import system_label
from ratings.queries.laboratory_charts import (
    Chart,
    Json,
    calibration,
    distribution,
    means,
    percent,
    surplus,
)
from ratings.queries.names import Person, people
from ratings.rules.populations import QUANTILES
from ratings.rules.systems import systems


@dataclass(frozen=True, slots=True)
class Stretch:
    system: str
    from_date: str | None
    parameters: tuple[tuple[str, Any], ...]
    """Those that differ from the system's own."""
    is_converted: bool
    """Are the ratings before it converted."""


@dataclass(frozen=True, slots=True)
class Candidate:
    number: int
    label: str
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class QualityRow:
    """How well one candidate foretold; `is_sure`: no chance made the difference."""

    place: int
    label: str
    log_loss: float
    brier: float
    behind: float
    within: float | None

    @property
    def is_sure(self) -> bool:
        return self.within is not None and self.behind > self.within


@dataclass(frozen=True, slots=True)
class MoverRow:
    who: Person | None
    player_id: int
    places: tuple[int, int]
    ratings: tuple[float, float]

    @property
    def rises(self) -> int:
        return self.places[0] - self.places[1]


@dataclass(frozen=True, slots=True)
class Movers:
    label: str
    rows: tuple[MoverRow, ...]


@dataclass(frozen=True, slots=True)
class SpreadTable:
    label: str
    rows: tuple[tuple[str, int, float | None, tuple[float, ...]], ...]
    """Day, players, mean and quantiles."""


@dataclass(frozen=True, slots=True)
class LeftOutRow:
    label: str
    reason: str
    games: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that a finished experiment says."""

    quality: tuple[QualityRow, ...]
    without_quality: tuple[str, ...]
    """Candidates that foretell nothing."""
    calibration: Chart
    inflation: Chart
    spreads: tuple[SpreadTable, ...]
    distribution: Chart
    movers: tuple[Movers, ...]
    young: Chart
    surplus: Chart
    left_out: tuple[LeftOutRow, ...]


def experiments_to_show() -> "QuerySet[Experiment]":
    """The newest first, with pool and asker, without the results."""
    found = Experiment.objects.select_related("pool", "asked_by").without_result()
    return found.newest_first()


def candidates_of(experiment: Experiment) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(
            number, each["label"], tuple(_stretch(part) for part in each["stretches"])
        )
        for number, each in enumerate(experiment.candidates)
    )


def _stretch(stored: Json) -> Stretch:
    known = systems().get(stored["system"])
    usual = known.Parameters.from_json({}).to_json() if known else {}
    differing = tuple(
        (name, value)
        for name, value in stored["parameters"].items()
        if usual.get(name) != value
    )
    is_converted = stored.get("conversion") is not None
    return Stretch(
        system_label(stored["system"]), stored["from"], differing, is_converted
    )


def shown(experiment: Experiment, actor: Actor, today: date) -> Shown:
    """What a finished experiment says to this reader."""
    result: Json = experiment.result or {}
    labels = tuple(each["label"] for each in result["candidates"])
    return Shown(
        quality=_quality(result, labels),
        without_quality=_without_quality(result, labels),
        calibration=calibration(result, labels),
        inflation=means(
            result, labels, "everybody", _("Mean rating of those who play")
        ),
        spreads=_spreads(result),
        distribution=distribution(result, labels),
        movers=_movers(result, labels, actor, today),
        young=means(result, labels, "young", _("Mean rating of the young")),
        surplus=surplus(result, labels),
        left_out=_left_out(result),
    )


# --- foretelling ---------------------------------------------------------------------------
def _quality(result: Json, labels: Sequence[str]) -> tuple[QualityRow, ...]:
    return tuple(
        QualityRow(
            place,
            labels[each["candidate"]],
            each["log_loss"],
            each["brier"],
            each["behind"],
            each["behind_within"],
        )
        for place, each in enumerate(result["quality"], start=1)
    )


def _without_quality(result: Json, labels: Sequence[str]) -> tuple[str, ...]:
    foretold = {each["candidate"] for each in result["quality"]}
    if not foretold:
        return ()
    return tuple(label for number, label in enumerate(labels) if number not in foretold)


# --- ratings -------------------------------------------------------------------------------
def _spreads(result: Json) -> tuple[SpreadTable, ...]:
    return tuple(
        SpreadTable(each["label"], tuple(_spread(mark) for mark in each["marks"]))
        for each in result["candidates"]
    )


def _spread(mark: Json) -> tuple[str, int, float | None, tuple[float, ...]]:
    spread = mark["everybody"]
    return (
        mark["date"],
        spread["players"],
        spread["mean"],
        tuple(spread["quantiles"] or ()),
    )


def quantile_labels() -> list[str]:
    return [percent(share) for share in QUANTILES]


def _movers(
    result: Json, labels: Sequence[str], actor: Actor, today: date
) -> tuple[Movers, ...]:
    ids = {each["player"] for rows in result["movers"] for each in rows}
    known = people(ids, actor, today) if ids else {}
    return tuple(
        Movers(label, tuple(_mover(each, known) for each in rows))
        for label, rows in zip(labels[1:], result["movers"], strict=True)
    )


def _mover(stored: Json, known: dict[int, Person]) -> MoverRow:
    first, second = stored["places"]
    before, after = stored["ratings"]
    return MoverRow(
        known.get(stored["player"]), stored["player"], (first, second), (before, after)
    )


def _left_out(result: Json) -> tuple[LeftOutRow, ...]:
    return tuple(
        LeftOutRow(each["label"], left["reason"], left["games"])
        for each in result["candidates"]
        for left in each["left_out"]
    )

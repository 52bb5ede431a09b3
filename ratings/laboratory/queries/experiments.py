"""The result of an experiment, as its page shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from federation.formats.figures import NOTHING
from federation.permissions import Actor
from ratings.laboratory.queries.charts import (
    Chart,
    Json,
    calibration,
    distribution,
    means,
    percent,
    surplus,
)
from ratings.laboratory.queries.foretelling import (
    QualityRow,
    quality_rows,
    without_quality,
)
from ratings.laboratory.queries.levels import (
    levels_of_all,
    mean_text,
    rated,
    systems_of_candidate,
)
from ratings.models import Experiment
from ratings.people.queries.names import Person, read_people
from ratings.pools.queries.systems import SystemsOfPool
from ratings.rules.backtest.populations import QUANTILES
from ratings.rules.protocol import HasLevels
from ratings.rules.systems import systems
from ratings.system_words.lookup import system_label


@dataclass(frozen=True, slots=True)
class SystemSpanShown:
    system: str
    """The system's name."""
    system_label: str
    from_date: str | None
    parameters: tuple[tuple[str, Any], ...]
    """Those that differ from the system's defaults."""
    is_converted: bool
    """Whether the ratings before it are converted."""


@dataclass(frozen=True, slots=True)
class NamedCandidate:
    number: int
    label: str
    stretches: tuple[SystemSpanShown, ...]


@dataclass(frozen=True, slots=True)
class MoverRow:
    """A player under the first candidate and under another one; `levels` where these
    ratings are levels.
    """

    who: Person | None
    places: tuple[int, int]
    ratings: tuple[float, float]
    levels: tuple[HasLevels | None, HasLevels | None]

    @property
    def rises(self) -> int:
        return self.places[0] - self.places[1]

    @property
    def shown_ratings(self) -> tuple[str, str]:
        """Both ratings as they are displayed."""
        one, other = zip(self.levels, self.ratings, strict=True)
        return rated(*one), rated(*other)


@dataclass(frozen=True, slots=True)
class Movers:
    label: str
    rows: tuple[MoverRow, ...]


@dataclass(frozen=True, slots=True)
class SpreadTable:
    label: str
    rows: tuple[tuple[str, int, str, tuple[str, ...]], ...]
    """Day, number of players, mean and quantiles; without players there are no
    quantiles.
    """


@dataclass(frozen=True, slots=True)
class LeftOutRow:
    label: str
    reason: str
    games: int


@dataclass(frozen=True, slots=True)
class ExperimentShown:
    """Everything on the page of a finished experiment."""

    quality: tuple[QualityRow, ...]
    without_quality: tuple[str, ...]
    """Candidates that make no predictions."""
    calibration: Chart
    inflation: Chart
    spreads: tuple[SpreadTable, ...]
    distribution: Chart
    movers: tuple[Movers, ...]
    young: Chart
    surplus: Chart
    left_out: tuple[LeftOutRow, ...]


def experiments_to_show() -> "QuerySet[Experiment]":
    """Return the experiments, the newest first, with their pools and the users who
    requested them, without the results.
    """
    found = Experiment.objects.select_related("pool", "asked_by").without_result()
    return found.newest_first()


def candidates_of(experiment: Experiment) -> tuple[NamedCandidate, ...]:
    return tuple(
        NamedCandidate(
            number, each["label"], tuple(_stretch(part) for part in each["stretches"])
        )
        for number, each in enumerate(experiment.candidates)
    )


def _stretch(stored: Json) -> SystemSpanShown:
    known = systems().get(stored["system"])
    usual = known.Parameters.from_json({}).to_json() if known else {}
    differing = tuple(
        (name, value)
        for name, value in stored["parameters"].items()
        if usual.get(name) != value
    )
    is_converted = stored.get("conversion") is not None
    return SystemSpanShown(
        stored["system"],
        system_label(stored["system"]),
        stored["from"],
        differing,
        is_converted,
    )


def shown(experiment: Experiment, actor: Actor, today: date) -> ExperimentShown:
    """Return the page of a finished experiment as this reader may see it."""
    result: Json = experiment.result or {}
    labels = tuple(each["label"] for each in result["candidates"])
    systems = tuple(map(systems_of_candidate, experiment.candidates))
    return ExperimentShown(
        quality=quality_rows(result, labels),
        without_quality=without_quality(result, labels),
        calibration=calibration(result, labels),
        inflation=means(
            result, labels, systems, "everybody", _("Mean rating of those who play")
        ),
        spreads=_spreads(result, systems),
        distribution=distribution(result, labels, levels_of_all(systems)),
        movers=_movers(
            result,
            labels,
            read_people(_moved(result), actor, today),
            [each.levels_on(experiment.until_date) for each in systems],
        ),
        young=means(result, labels, systems, "young", _("Mean rating of the young")),
        surplus=surplus(result, labels),
        left_out=_left_out(result),
    )


# --- ratings -------------------------------------------------------------------------------
def _spreads(result: Json, systems: Sequence[SystemsOfPool]) -> tuple[SpreadTable, ...]:
    return tuple(
        SpreadTable(
            each["label"], tuple(_spread(mark, those) for mark in each["marks"])
        )
        for each, those in zip(result["candidates"], systems, strict=True)
    )


def _spread(
    mark: Json, systems: SystemsOfPool
) -> tuple[str, int, str, tuple[str, ...]]:
    spread = mark["everybody"]
    levels, mean = systems.levels_on(_day(mark)), spread["mean"]
    return (
        mark["date"],
        spread["players"],
        NOTHING if mean is None else mean_text(levels, floatformat(mean, 1), mean),
        tuple(rated(levels, each) for each in spread["quantiles"] or ()),
    )


def _day(mark: Json) -> date:
    return date.fromisoformat(mark["date"])


def quantile_labels() -> list[str]:
    return [percent(share) for share in QUANTILES]


def result_shown_to(experiment: Experiment, actor: Actor, today: date) -> Json | None:
    """Return the stored result. Among the players whose ratings differ, only those whom
    this reader may see have their key.
    """
    result: Json | None = experiment.result
    if not result:
        return result
    known = read_people(_moved(result), actor, today)
    shown = {pk for pk, who in known.items() if who.is_open}
    return result | {
        "movers": [
            [
                row | {"player": row["player"] if row["player"] in shown else None}
                for row in rows
            ]
            for rows in result["movers"]
        ]
    }


def _moved(result: Json) -> set[int]:
    return {each["player"] for rows in result["movers"] for each in rows}


def _movers(
    result: Json,
    labels: Sequence[str],
    known: Mapping[int, Person],
    levels: Sequence[HasLevels | None],
) -> tuple[Movers, ...]:
    compared = zip(labels[1:], levels[1:], result["movers"], strict=True)
    return tuple(
        Movers(label, tuple(_mover(each, known, (levels[0], those)) for each in rows))
        for label, those, rows in compared
    )


def _mover(
    stored: Json,
    known: Mapping[int, Person],
    levels: tuple[HasLevels | None, HasLevels | None],
) -> MoverRow:
    first, second = stored["places"]
    before, after = stored["ratings"]
    return MoverRow(
        known.get(stored["player"]),
        (first, second),
        (before, after),
        levels,
    )


def _left_out(result: Json) -> tuple[LeftOutRow, ...]:
    return tuple(
        LeftOutRow(each["label"], left["reason"], left["games"])
        for each in result["candidates"]
        for left in each["left_out"]
    )

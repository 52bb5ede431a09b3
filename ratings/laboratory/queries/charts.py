"""The charts of an experiment, each with the table from which it is drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from federation.formats.figures import MINUS, NOTHING
from ratings.laboratory.queries.levels import levels_of_all, mean_text, names_of
from ratings.pages.level_words import level_words
from ratings.pools.queries.systems import SystemsOfPool
from ratings.rules.protocol import HasLevels

Json = dict[str, Any]
Scale = Literal["time", "number"]
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of the table behind a chart; `x` is a day or a number for the picture."""

    x: str
    label: str
    values: tuple[float | None, ...]
    shown: tuple[str, ...]

    @property
    def cells(self) -> tuple[tuple[float | None, str], ...]:
        return tuple(zip(self.values, self.shown, strict=True))


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines plotted over a day or a number, which is the first column of its table."""

    caption: str
    first: str
    series: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    scale: Scale = "time"
    steps: bool = False
    diagonal: bool = False
    names: Mapping[int, str] = field(default_factory=dict)
    """The names of whole ratings, where every candidate rates by levels."""


def calibration(result: Json, labels: Sequence[str]) -> Chart:
    """Return the chart of actual scores, by class of expected score."""
    found = sorted(result["quality"], key=lambda each: int(each["candidate"]))
    bins = [each["calibration"] for each in found]
    return Chart(
        caption=_("Points scored and points expected"),
        first=_("Expected"),
        series=tuple(labels[each["candidate"]] for each in found),
        rows=tuple(
            _row(
                f"{(low['low'] + low['high']) / 2:.2f}",
                f"{percent(low['low'])}–{percent(low['high'])}",
                [each[at]["scored"] for each in bins],
                percent,
            )
            for at, low in enumerate(bins[0] if bins else ())
        ),
        scale="number",
        diagonal=True,
    )


def means(
    result: Json,
    labels: Sequence[str],
    systems: Sequence[SystemsOfPool],
    of: str,
    caption: str,
) -> Chart:
    """Return the chart of a mean rating; `of` is the key of that mean, `systems` are
    those of the candidates.
    """
    marks = [each["marks"] for each in result["candidates"]]
    return Chart(
        caption=caption,
        first=_("Day"),
        series=tuple(labels),
        rows=tuple(
            _marked(day["date"], [each[at][of]["mean"] for each in marks], systems)
            for at, day in enumerate(marks[0] if marks else ())
        ),
        names=names_of(levels_of_all(systems)),
    )


def _marked(
    day: str, means: Sequence[float | None], systems: Sequence[SystemsOfPool]
) -> ChartRow:
    levels = [each.levels_on(date.fromisoformat(day)) for each in systems]
    values = tuple(
        NOTHING if mean is None else mean_text(those, points(mean), mean)
        for those, mean in zip(levels, means, strict=True)
    )
    return ChartRow(day, day, tuple(means), values)


def distribution(
    result: Json, labels: Sequence[str], levels: HasLevels | None
) -> Chart:
    """Return the chart of the distribution of ratings; `levels` if all candidates have
    the same ones.
    """
    width = result["distribution"]["width"]
    counts = [
        {each["low"]: each["players"] for each in classes}
        for classes in result["distribution"]["classes"]
    ]
    lows = sorted({low for column in counts for low in column})
    return Chart(
        caption=_("How many who play have which rating"),
        first=_("Rating"),
        series=tuple(labels),
        rows=tuple(
            _row(
                str(low),
                f"{_end(low, levels)}–{_end(low + width - 1, levels)}"
                if width > 1
                else _end(low, levels),
                [column.get(low, 0) for column in counts],
                _whole,
            )
            for low in lows
        ),
        scale="number",
        steps=True,
        names=names_of(levels),
    )


def _end(low: float, levels: HasLevels | None) -> str:
    """Format an end of a class of the distribution."""
    return level_words(levels, low) if levels else _whole(low)


def surplus(result: Json, labels: Sequence[str]) -> Chart:
    """Return the chart of the young players' points above expectation in 100 games, by
    year.
    """
    columns = [
        {each["year"]: HUNDRED * each["a_game"] for each in candidate["surplus"]}
        for candidate in result["candidates"]
    ]
    years = sorted({year for column in columns for year in column})
    return Chart(
        caption=_(
            "Points that the young scored beyond what was expected of them, in 100 "
            "games against adults"
        ),
        first=_("Year"),
        series=tuple(labels),
        rows=tuple(
            _row(str(year), str(year), [each.get(year) for each in columns], points)
            for year in years
        ),
        scale="number",
    )


def _row(x: str, label: str, values: Iterable[float | None], written: Any) -> ChartRow:
    known = tuple(values)
    return ChartRow(
        x,
        label,
        known,
        tuple(NOTHING if value is None else written(value) for value in known),
    )


def percent(share: float) -> str:
    return f"{round(HUNDRED * share)} %"


def points(value: float) -> str:
    return str(number_format(round(value, 1), 1)).replace("-", MINUS)


def _whole(value: float) -> str:
    return str(int(value)).replace("-", MINUS)

"""An experiment as a file: all of it as JSON, or its numbers as a table."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponseBase, JsonResponse

from federation.formats.csv_files import CsvRow
from federation.views.files import as_file
from federation.views.table_files import TableFile, table_file
from ratings.laboratory.queries.experiments import ExperimentShown, Movers
from ratings.models import Experiment
from ratings.rules.backtest.populations import QUANTILES

QUALITY = (
    "games", "log_loss", "brier", "right",
    "behind", "behind_low", "behind_high", "behind_within",
)  # fmt: skip
HEADER = ("measure", "candidate", "at", "statistic", "value")
Json = dict[str, Any]


def as_json(experiment: Experiment, result: Json | None) -> JsonResponse:
    """Return the inputs, and the result as this reader may see it. Players are given by
    their number in the database, as in the addresses of their pages, because their
    names are in the register.
    """
    content = {
        "name": experiment.name,
        "pool": experiment.pool.code,
        "posting": experiment.posted,
        "until": experiment.until_date.isoformat(),
        "decisions": experiment.decisions,
        "measured_from": (
            experiment.measured_from.isoformat() if experiment.measured_from else None
        ),
        "asked_at": experiment.asked_at.isoformat(),
        "milliseconds": experiment.milliseconds,
        "candidates": experiment.candidates,
        "result": result,
    }
    response = JsonResponse(
        content, json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    return as_file(response, f"experiment-{experiment.pk}.json")


def as_table(
    experiment: Experiment, shown: ExperimentShown, kind: str
) -> HttpResponseBase:
    """Return a table with one number on each line; players are given by the name that
    is shown. Raises Http404 for an unknown kind of file.
    """
    rows = _rows(experiment.result or {}, shown.movers)
    name = f"experiment-{experiment.pk}"
    return table_file(TableFile(name, name, HEADER, rows), kind)


def _rows(result: Json, movers: tuple[Movers, ...]) -> Iterator[CsvRow]:
    labels = [each["label"] for each in result["candidates"]]
    for each in result["quality"]:
        yield from _quality(labels[each["candidate"]], each)
    for each in result["candidates"]:
        yield from _course(each)
    for label, classes in zip(labels, result["distribution"]["classes"], strict=True):
        for each in classes:
            yield ("distribution", label, each["low"], "players", each["players"])
    for compared in movers:
        yield from _moved(compared, labels[0])


def _quality(label: str, each: Json) -> Iterator[CsvRow]:
    low, high = each.get("behind_limits") or (None, None)
    measures = each | {"behind_low": low, "behind_high": high}
    for name in QUALITY:
        if measures.get(name) is not None:
            yield ("quality", label, "", name, measures[name])
    for part in each["calibration"]:
        yield ("calibration", label, part["low"], "games", part["games"])
        if part["games"]:
            yield ("calibration", label, part["low"], "expected", part["expected"])
            yield ("calibration", label, part["low"], "scored", part["scored"])


def _course(each: Json) -> Iterator[CsvRow]:
    label = each["label"]
    for mark in each["marks"]:
        for who in ("everybody", "young"):
            yield from _spread(f"ratings of {who}", label, mark["date"], mark[who])
    for year in each["surplus"]:
        yield ("surplus of the young", label, year["year"], "games", year["games"])
        yield ("surplus of the young", label, year["year"], "a_game", year["a_game"])
    for left in each["left_out"]:
        yield ("left out", label, "", left["reason"], left["games"])


def _spread(measure: str, label: str, at: str, spread: Json) -> Iterator[CsvRow]:
    yield (measure, label, at, "players", spread["players"])
    if spread["players"]:
        yield (measure, label, at, "mean", spread["mean"])
        for share, value in zip(QUANTILES, spread["quantiles"], strict=True):
            yield (measure, label, at, f"quantile {share}", value)


def _moved(compared: Movers, first: str) -> Iterator[CsvRow]:
    for row in compared.rows:
        who, key = (row.who.name, row.who.pk or "") if row.who else ("", "")
        for label, place, rating in zip(
            (first, compared.label), row.places, row.ratings, strict=True
        ):
            yield (f"mover {who}", label, key, "place", place)
            yield (f"mover {who}", label, key, "rating", rating)

"""Pages that compute the effect of a game, a tournament or a goal.

The question is in the address, so that the address alone gives the answer.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.calculators.forms import CalculatorForm
from ratings.calculators.found import all_pages
from ratings.calculators.page import GAMES, Calculator
from ratings.calculators.questions import (
    PlacedQuestion,
    WrittenGame,
    read_lines,
    with_spare_lines,
)
from ratings.calculators.words import why
from ratings.pages.views.paragraphs import Paragraph, legend
from ratings.rules.calculators import calculate
from ratings.rules.elo.parameters import edition
from ratings.rules.parameters import BadParameters
from ratings.rules.renju.levels import LEVELS, level_text

ON_LINE = {"opponent", "rating", "rd", "score", None}
"""The parts of a game that are fields on its line; the others have a field above."""
FIELDS = {"class": "class_name"}
"""The fields whose names differ from those in the question."""
_PLACE = re.compile(r"(?P<list>[\w.]+)\[(?P<row>\d+)\](?:\.(?P<name>\w+))?")


@dataclass(frozen=True, slots=True)
class CalculationOutcome:
    """The result of a calculation: an answer, or errors that are shown next to the
    fields.
    """

    form: CalculatorForm
    lines: list[WrittenGame]
    answer: dict[str, Any] = field(default_factory=dict)


@require_safe
def calculators(request: OfficeRequest) -> HttpResponse:
    listed = [
        {"system": name, "title": page.title, "summary": page.summary}
        for name, page in all_pages().items()
    ]
    return render(
        request, "ratings/calculators/calculators.html", {"calculators": listed}
    )


@require_safe
def calculator(request: OfficeRequest, system: str) -> HttpResponse:
    of_system = all_pages().get(system)
    kinds = of_system.kinds if of_system else {}
    kind = request.GET.get("kind", GAMES)
    if of_system is None or kind not in kinds:
        raise Http404(_("There is no such calculator."))
    page = kinds[kind]
    worked = _work(request, system, page)
    context = {
        "system": system,
        "title": of_system.title,
        "lead": of_system.summary,
        "kind": kind,
        "kinds": _tabs(kinds, kind),
        "page": page,
        "answer_template": f"ratings/calculators/_calculator_{page.answer}.html",
        "form": worked.form,
        "lines": with_spare_lines(worked.lines, page.columns),
        "answer": worked.answer,
        "aim": _aim(worked.answer),
        **_columns(worked.answer),
        "legend": _paragraphs_cited(worked.answer),
        "levels": [level_text(level) for level in LEVELS],
        "own_level": worked.form.written("level"),
    }
    return render(request, "ratings/calculators/calculator.html", context)


def _tabs(kinds: Mapping[str, Calculator], chosen: str) -> list[dict[str, Any]]:
    return [
        {"href": f"?kind={name}", "label": each.label, "current": name == chosen}
        for name, each in kinds.items()
        if each.label
    ]


def _work(request: OfficeRequest, system: str, page: Calculator) -> CalculationOutcome:
    if not request.GET.keys() - {"kind"}:
        return CalculationOutcome(page.form(), [])
    form = page.form(request.GET)
    lines = read_lines(request.GET, page.columns) if page.columns else []
    form.full_clean()
    placed = [each for each in page.ask(form, lines) if each.question]
    if not placed:
        form.add_error(None, _nothing(page))
    answer: dict[str, Any] = {}
    for each in placed:
        found = _answer(system, each, form)
        answer |= {each.part: found} if each.part else found
    return CalculationOutcome(form, lines, {} if _at_fault(form, lines) else answer)


def _nothing(page: Calculator) -> str:
    if "goal" in page.form.base_fields:
        return _("Enter at least one opponent, with a result or with a goal.")
    return _("Enter at least one opponent.")


def _answer(
    system: str, placed: PlacedQuestion, form: CalculatorForm
) -> dict[str, Any]:
    """Return the answer; empty if the rules refuse, with the reasons added to the
    fields.
    """
    try:
        return calculate(system, placed.question)
    except BadParameters as bad:
        for path, code in bad.errors.items():
            _add_error_at_path(path, why(code, path), placed, form)
        return {}


def _add_error_at_path(
    path: str, reason: str, placed: PlacedQuestion, form: CalculatorForm
) -> None:
    """Add a reason to the line or the field that it is about."""
    place = _PLACE.fullmatch(path)
    if place and place["list"] in form.fields:
        text = _("Line %(number)s: %(reason)s")
        number = placed.lines[place["list"]][int(place["row"])].number
        form.add_error(place["list"], text % {"number": number, "reason": reason})
    elif place and place["name"] in ON_LINE:
        faults = placed.lines[place["list"]][int(place["row"])].faults
        faults += [] if reason in faults else [reason]
    else:
        _add_error_to_field(path, reason, form)


def _add_error_to_field(path: str, reason: str, form: CalculatorForm) -> None:
    last = path.rpartition(".")[2]
    # In a question to the Elo calculator the goal itself is `goal.rating`.
    name = "goal" if path == "goal.rating" else FIELDS.get(last, last)
    if name not in form.fields:
        form.add_error(None, reason)
    elif name not in form.errors:
        form.add_error(name, reason)


def _at_fault(form: CalculatorForm, lines: Sequence[WrittenGame]) -> bool:
    return bool(form.errors) or any(line.faults for line in lines)


def _columns(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the optional columns of the ledger, and how many columns there are before
    the running one.
    """
    has_halving = any(game.get("halved") for game in answer.get("games", ()))
    wide = 7 + has_halving + bool(answer.get("bonus"))
    return {"has_halving": has_halving, "wide": wide}


def _aim(answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what is needed for a goal, in one form for all systems."""
    if "aim" not in answer:
        return answer.get("goal")
    aim = answer["aim"]
    return {
        "goal": aim["goal"],
        "games": len(aim["games"]),
        "score": aim["wins_for_goal"],
    }


def _paragraphs_cited(answer: Any) -> list[Paragraph]:
    """Return each paragraph of an answer once, with its words, in the order of citing,
    and with the parameters of the edition that the answer names.
    """
    names = list(dict.fromkeys(_names_cited(answer)))
    numbers = edition(answer["edition"]) if "edition" in answer else None
    return [each for name in names for each in legend([name], numbers)]


def _names_cited(answer: Any) -> Iterator[str]:
    """Yield the paragraphs of the lines first, then those of the totals."""
    parts = answer
    if isinstance(answer, Mapping):
        parts = [part for name, part in answer.items() if name != "paragraphs"]
    if isinstance(parts, list | tuple):
        for part in parts:
            yield from _names_cited(part)
    if isinstance(answer, Mapping):
        yield from answer.get("paragraphs", ())

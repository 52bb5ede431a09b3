"""An explanation as the lines of a ledger, ready to be displayed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from math import isinf

from django.utils.formats import number_format
from django.utils.functional import Promise

from federation.formats import figures
from ratings.engine.domain.explaining import CarriedPoints, Explanation
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import EditionInForce
from ratings.pages.views.note_words import note_words
from ratings.pages.views.paragraphs import Paragraph, legend, margin
from ratings.people.queries.names import Person
from ratings.players.queries.decision_notes import DecisionNote
from ratings.players.queries.explanations import GameFacts, Origin
from ratings.players.words import ORIGINS, OUTSIDE, reason_words
from ratings.rules.calendar import date_of
from ratings.rules.explained import ExplainedGame, ExplainedStep, Measure, Norm, Note
from ratings.system_words.lookup import measure_words, period_bonus_words


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A game. `event` is set only on the first of successive lines of an event;
    `origin` says where the opponent's number comes from if it is not a rating that was
    computed in the pool.
    """

    number: int
    event: GameFacts | None
    facts: GameFacts | None
    opponent: Person | None
    result: str
    game: ExplainedGame
    margin: str
    origin: Promise | str
    reason: Promise | str
    row: str


@dataclass(frozen=True, slots=True)
class ShownMeasure:
    """A formatted value that the system stores besides the rating."""

    name: Promise | str
    margin: str
    before: str
    after: str
    between: tuple[str, str] | None
    """The ends of the interval around the rating."""


@dataclass(frozen=True, slots=True)
class ShownNote:
    """The effect of a paragraph, in words."""

    words: str
    margin: str


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The whole step, with flags for the columns and parts that are shown only if used."""

    step: ExplainedStep
    lines: tuple[LedgerLine, ...]
    decisions: tuple[DecisionNote, ...]
    start_decision: DecisionNote | None
    start_origin: Promise | str
    anniversaries: tuple[date, ...]
    cited: Mapping[str, str]
    legend: tuple[Paragraph, ...]
    has_difference: bool
    has_table: bool
    has_expected: bool
    has_coefficient: bool
    has_halving: bool
    has_bonus: bool
    period_bonus: Promise | str
    measures: tuple[ShownMeasure, ...]
    notes: tuple["ShownNote", ...]
    norms: tuple[Norm, ...]
    by_norms: bool
    """Whether norms give the change, so that no single game has one."""
    carried: tuple[CarriedPoints, ...]

    @property
    def points(self) -> str:
        """The score in the rated games."""
        return figures.halves(self.step.score)

    @property
    def wide(self) -> int:
        """The number of columns from the opponent to the one before the running number."""
        return self.wide_less + 1 + self.has_bonus

    @property
    def wide_less(self) -> int:
        """The number of columns from the opponent to the one before the change."""
        return 4 + self.between

    @property
    def between(self) -> int:
        """The number of columns between the two base ratings and the change."""
        row_and_k = 2 * self.has_table
        expected = self.has_expected + self.has_coefficient
        return self.has_difference + row_and_k + expected + self.has_halving

    @property
    def rounds_change(self) -> bool:
        """Whether the sum of the games' changes is rounded: by a K, or as parts of a
        mean.
        """
        return self.has_coefficient or not (self.has_table or self.has_expected)

    @property
    def is_rounded(self) -> bool:
        """Whether the number was rounded; a level is decided or reached, and never
        rounded.
        """
        is_level = bool(figures.rating_name(self.step.rounded))
        return self.step.raw != self.step.rounded and not is_level


def origins_of(explanation: Explanation) -> dict[int, Origin]:
    """Return the game (report and key) behind each row of the step's games."""
    return {
        game.row: (
            int(explanation.reports[game.row]),
            int(explanation.keys[game.row]),
        )
        for game in explanation.step.games
    }


def opponents_of(explanation: Explanation) -> dict[int, int]:
    """Return the opponent's id behind each row of the step's games."""
    return {
        game.row: int(explanation.players[game.opponent])
        for game in explanation.step.games
    }


def write_ledger(
    explanation: Explanation,
    facts: Mapping[Origin, GameFacts],
    people: Mapping[int, Person],
    notes: list[DecisionNote],
    edition: EditionInForce,
) -> LedgerView:
    """Return the ledger of an explanation; `edition` is the one by which the step was
    rated.
    """
    step = explanation.step
    started = [note for note in notes if note.kind == DecisionKind.START]
    others = [note for note in notes if note.kind != DecisionKind.START]
    is_rated = any(game.rated for game in step.games)
    has_table = _any(step, "table_low") or not (is_rated or step.norms or step.notes)
    by_decision = step.start_from == "decision" and step.before is not None
    return LedgerView(
        step=step,
        lines=_lines(explanation, facts, people),
        decisions=tuple(others),
        start_decision=started[-1] if started and by_decision else None,
        start_origin=ORIGINS.get(step.start_from or "", ""),
        anniversaries=tuple(date_of(day) for day in step.anniversaries),
        cited={part: margin([name]) for part, name in step.cited.items()},
        legend=tuple(legend(_cited(step), edition.parameters)),
        has_difference=has_table or _any(step, "difference"),
        has_table=has_table,
        has_expected=_any(step, "expected"),
        has_coefficient=_any(step, "coefficient"),
        has_halving=any(game.halved for game in step.games),
        has_bonus=any(game.bonus for game in step.games),
        period_bonus=period_bonus_words(edition.system.name),
        measures=tuple(
            _measure(edition.system.name, measure) for measure in step.measures
        ),
        notes=tuple(shown_note(note) for note in step.notes),
        norms=step.norms,
        by_norms=isinf(step.rounds_by),
        carried=explanation.carried,
    )


def shown_note(note: Note) -> ShownNote:
    """Return the effect of a paragraph in words, with its place for the margin."""
    return ShownNote(note_words(note), margin([note.paragraph]))


def _any(step: ExplainedStep, part: str) -> bool:
    return any(getattr(game, part) is not None for game in step.games)


def _measure(system: str, measure: Measure) -> ShownMeasure:
    ends = None
    if measure.between is not None:
        low, high = measure.between
        ends = figures.plain(round(low)), figures.plain(round(high))
    return ShownMeasure(
        measure_words(system, measure.name),
        margin([measure.paragraph]),
        _written(measure.before),
        _written(measure.after),
        ends,
    )


def _written(value: float | None) -> str:
    """Format a number; one below 1 gets five decimals, so that small numbers stay
    distinct.
    """
    if value is None or abs(value) >= 1 or value == 0:
        return figures.plain(value)
    return number_format(round(value, 5), use_l10n=True)


def _lines(
    explanation: Explanation,
    facts: Mapping[Origin, GameFacts],
    people: Mapping[int, Person],
) -> tuple[LedgerLine, ...]:
    origins, opponents = origins_of(explanation), opponents_of(explanation)
    lines: list[LedgerLine] = []
    report = 0
    for number, game in enumerate(explanation.step.games, start=1):
        known = facts.get(origins[game.row])
        begins = known is not None and known.report_id != report
        report = known.report_id if known else report
        opponent = people.get(opponents[game.row])
        lines.append(_line(number, game, known, opponent, begins=begins))
    return tuple(lines)


def _line(
    number: int,
    game: ExplainedGame,
    facts: GameFacts | None,
    opponent: Person | None,
    *,
    begins: bool,
) -> LedgerLine:
    return LedgerLine(
        number=number,
        event=facts if begins else None,
        facts=facts,
        opponent=opponent,
        result=_result(game),
        game=game,
        margin=margin(game.paragraphs),
        origin=_origin(game, facts),
        reason=reason_words(game.reason),
        row=_table_row(game),
    )


def _result(game: ExplainedGame) -> str:
    if game.reason == "forfeit":
        return {0: figures.MINUS, 2: "+"}.get(game.score, "½")
    if game.reason == "no_game":
        return figures.MINUS
    return figures.halves(game.score)


def _origin(game: ExplainedGame, facts: GameFacts | None) -> Promise | str:
    if game.opponent_from == "outside" and facts:
        theirs = "black" if game.colour == "white" else "white"
        kind = facts.outside_kinds[theirs]
        return OUTSIDE.get(kind, ORIGINS["outside"])
    return ORIGINS.get(game.opponent_from or "", "")


def _table_row(game: ExplainedGame) -> str:
    if game.table_low is None:
        return ""
    if game.table_high is None:
        return f"≥ {game.table_low}"
    return f"{game.table_low}–{game.table_high}"


def _cited(step: ExplainedStep) -> set[str]:
    """Return the paragraphs cited in the page's margin; those of the step's parts only
    if the part has an effect.
    """
    cited = {
        "start": step.start_from not in (None, "rating"),
        "deduction": bool(step.deduction),
        "adjustment": bool(step.adjustment) or step.assessed is not None,
        "rounding": step.raw != step.rounded,
        "floor": step.floored,
        "bonus": bool(step.period_bonus),
    }
    parts = {step.cited[part] for part, is_said in cited.items() if is_said}
    parts |= {measure.paragraph for measure in step.measures}
    parts |= {note.paragraph for note in step.notes}
    return parts.union(*(game.paragraphs for game in step.games))

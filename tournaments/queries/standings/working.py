"""The working of a player's tie-breaks: what each line is, and what it adds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from federation.formats.figures import halves
from ratings.people.queries.names import Person
from tournaments.queries.section_results import SectionResults
from tournaments.queries.standings.words import (
    Words,
    paragraph_in_words,
    tie_break_name,
)
from tournaments.queries.wording import amount_text, tie_break_text
from tournaments.rules.standings import Standing
from tournaments.rules.tiebreaks.record import Record
from tournaments.rules.tiebreaks.registry import find_tie_breaks
from tournaments.rules.tiebreaks.values import (
    StepKind,
    TieBreak,
    TieBreakValue,
    Unit,
    WorkingLine,
)

SUMMED = frozenset(
    {
        StepKind.OPPONENT,
        StepKind.BYE,
        StepKind.VIRTUAL_OPPONENT,
        StepKind.DUMMY,
        StepKind.ROUND,
        StepKind.GAME,
        StepKind.ENCOUNTER,
    }
)


@dataclass(frozen=True, slots=True)
class WorkingLineShown:
    """One line; `is_cut`: it is struck out and does not count."""

    round: int | None
    opponents: tuple[str, ...]
    words: str
    amount: str
    is_cut: bool


@dataclass(frozen=True, slots=True)
class WorkingShown:
    """A tie-break of one player. `is_needed` is false for one that only concerns tied
    players, if this player is not tied.
    """

    code: str
    name: Words
    acronym: str
    paragraph: str
    text: str
    is_needed: bool
    separated: bool
    is_sum: bool
    lines: tuple[WorkingLineShown, ...]


def shown_working(
    results: SectionResults, standing: Standing, persons: Mapping[int, Person]
) -> list[WorkingShown]:
    """Return every announced tie-break of the player in this row."""
    announced = find_tie_breaks(results.section.tie_breaks)
    values = zip(announced, standing.tie_breaks, strict=True)
    return [
        _shown(results, standing, tie_break, value, persons)
        for tie_break, value in values
    ]


def _shown(
    results: SectionResults,
    standing: Standing,
    tie_break: TieBreak,
    value: TieBreakValue | None,
    persons: Mapping[int, Person],
) -> WorkingShown:
    working = value.working if value else ()
    return WorkingShown(
        code=tie_break.code,
        name=tie_break_name(tie_break.acronym),
        acronym=tie_break.acronym,
        paragraph=paragraph_in_words(tie_break.paragraph),
        text=tie_break_text(tie_break.code, value),
        is_needed=value is not None,
        separated=standing.separated_by == tie_break.code,
        is_sum=bool(working) and all(step.kind in SUMMED for step in working),
        lines=tuple(_lines(results, tie_break.unit, value, persons)) if value else (),
    )


def _lines(
    results: SectionResults,
    unit: Unit,
    value: TieBreakValue,
    persons: Mapping[int, Person],
) -> Iterator[WorkingLineShown]:
    for place, step in enumerate(value.working):
        shown = step.total if step.kind in _BY_TOTAL else step.amount
        yield WorkingLineShown(
            round=step.round,
            opponents=tuple(
                _named(results, persons, opponent) for opponent in step.opponents
            ),
            words=step_words(results.record, unit, step),
            amount=amount_text(unit, shown or 0),
            is_cut=place in value.cut,
        )


_BY_TOTAL = (StepKind.STRUCK_GROUP, StepKind.DROPPED_ROUND)


def _named(results: SectionResults, persons: Mapping[int, Person], entry: int) -> str:
    """Return the player by starting number, since places may be shared and change."""
    found = results.entry[entry]
    return f"{found.pairing_number} {persons[found.player_id].distinct_name}"


def step_words(record: Record, unit: Unit, step: WorkingLine) -> str:
    """Return what a line is, in the reader's language."""
    match step.kind:
        case StepKind.OPPONENT:
            return _by_own(_opponent_words(step), unit, step)
        case StepKind.VIRTUAL_OPPONENT:
            return _by_own(_virtual_words(record, step), unit, step)
        case StepKind.DUMMY:
            return _by_own(_dummy_words(step), unit, step)
        case StepKind.GAME | StepKind.ENCOUNTER | StepKind.RATING:
            return _game_words(step)
    return _other_words(step)


def _opponent_words(step: WorkingLine) -> str:
    if step.score == step.actual:
        return _("score %(score)s") % {"score": halves(step.score)}
    return _("score %(actual)s, counts as %(score)s: unplayed rounds are draws") % {
        "actual": halves(step.actual),
        "score": halves(step.score),
    }


def _virtual_words(record: Record, step: WorkingLine) -> str:
    rest = record.rounds_played - (step.round or 0)
    gained = record.points.win - step.own
    before = step.score - gained - record.points.draw * rest
    return _(
        "not played: a virtual opponent with %(before)s before the round, %(gained)s in"
        " it and a draw in each of %(rest)s later rounds, %(score)s"
    ) % {
        "before": halves(before),
        "gained": halves(gained),
        "rest": rest,
        "score": halves(step.score),
    }


def _dummy_words(step: WorkingLine) -> str:
    text = _("not played: a dummy with the player’s own score, counts as %(score)s") % {
        "score": halves(step.score)
    }
    if step.opponents:
        text = _(
            "forfeit: a dummy with the player’s own score, counts as %(score)s"
        ) % {"score": halves(step.score)}
    if not step.is_voluntary:
        return text
    return f"{text} – " + _("the player chose not to play")


def _by_own(text: str, unit: Unit, step: WorkingLine) -> str:
    return f"{text} × {halves(step.own)}" if unit is Unit.QUARTER_POINTS else text


def _game_words(step: WorkingLine) -> str:
    if step.kind is StepKind.RATING:
        return _("rating; %(points)s points scored") % {"points": halves(step.own)}
    if not step.opponents:
        return _("a round without a game")
    return _("game")


def _other_words(step: WorkingLine) -> str:
    words = {
        StepKind.STRUCK_GROUP: _("without the results against those with %(score)s"),
        StepKind.ROUND: _("score after the round"),
        StepKind.DROPPED_ROUND: _("the sum without the rounds up to this one"),
        StepKind.BYE: _("bye, an opponent with %(score)s"),
        StepKind.OPPONENT_VALUE: _("the opponent’s own number"),
        StepKind.OWN_RATING: _("the player’s own rating"),
        StepKind.NUMBER: _("the pairing number"),
        StepKind.LOT: _("the place in the drawing of lots"),
    }
    return words[step.kind] % {"score": halves(step.score)}

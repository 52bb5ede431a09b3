"""Class movements with their reasoning, as they are shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import floor

from django.db.models import F, Q, QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from federation.formats.figures import halves, plain
from federation.formats.regulations import paragraph_text
from federation.models import ClassMembership
from federation.permissions import Actor, Permission
from ratings.enums import ReportState
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.people.queries.names import Person, read_people
from tournaments.enums import MovementState, StartGround
from tournaments.models import ClassMovement, Section
from tournaments.queries.reports import newest_reports
from tournaments.queries.wording import BRANCH_WORDS, MOVEMENT_NAMES, Words
from tournaments.rules.classes.counting import CountedRounds
from tournaments.rules.classes.proposals import Branch, Movement, Reasoning
from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.tables import ClassTableRow

START_PARAGRAPHS: dict[str, str] = {
    StartGround.DISPENSATION: "SSF §7.5",
    StartGround.VACANCY: "SSF §7.6",
    StartGround.CHOICE: "SSF §7.1",
}


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One step of the reasoning."""

    label: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class MovementShown:
    """A movement with names and reasoning.

    `register_class` is the class register's present value, if it differs from the class
    at the start.
    """

    movement: ClassMovement
    person: Person
    reasoning: Reasoning
    register_class: str
    is_accepted: bool

    @property
    def gets_first_class(self) -> bool:
        """Whether it gives a class to a player who has none.

        Such a player neither rises nor falls, although the rules' outcome may say so:
        it is relative to the class by which they judged.
        """
        return bool(self.movement.to_class) and not self.movement.from_class

    @property
    def started_higher(self) -> bool:
        """Whether the rules judged by the class in which the player started: a higher
        one than the own, or one noted for a player without a class.
        """
        own, start = self.movement.from_class, self.movement.entry.starts_in
        return bool(start) and (not own or ClassRank(start).is_above(ClassRank(own)))

    @property
    def outcome(self) -> Words:
        own, given = self.movement.from_class, self.movement.to_class
        if not given or not (self.gets_first_class or self.started_higher):
            return MOVEMENT_NAMES[self.movement.kind]
        if given == own:
            return MOVEMENT_NAMES[Movement.STAYS]
        return _("Gets class %(class)s") % {"class": given}

    @property
    def why(self) -> Words:
        words = BRANCH_WORDS[self.reasoning.branch]
        if not self.gets_first_class:
            return words
        if self.reasoning.branch == Branch.NOTHING_TO_LOSE:
            return _("Had no class; whoever plays is in class III at least.")
        return _("Had no class. %(why)s") % {"why": words}

    @property
    def paragraph(self) -> str:
        return paragraph_text(self.reasoning.paragraph)

    @property
    def now_outcome(self) -> Words:
        """The rules' outcome after a correction; empty if it is the same."""
        movement = self.movement
        if not movement.now_kind:
            return ""
        return MOVEMENT_NAMES.get(movement.now_kind, _("No longer any outcome"))

    @property
    def needs_look(self) -> bool:
        return bool(self.movement.now_kind) and self.movement.looked_at is None

    @property
    def is_for_committee(self) -> bool:
        return self.movement.kind == Movement.COMMITTEE

    @property
    def means_something(self) -> bool:
        """Whether it changes the class register or is decided; other proposals need no
        decision.
        """
        moves = self.movement.to_class != self.movement.from_class
        return moves or self.movement.state != MovementState.PROPOSED

    @property
    def lines(self) -> list[ReasonLine]:
        why = ReasonLine(_("Why"), str(self.why), self.paragraph)
        return [*self._judged_as(), *_lines(self.reasoning), why]

    def _judged_as(self) -> Iterable[ReasonLine]:
        entry = self.movement.entry
        if self.started_higher:
            judged = f"{entry.starts_in}, {entry.get_start_ground_display()}"
            paragraph = paragraph_text(START_PARAGRAPHS[entry.start_ground])
            yield ReasonLine(_("Judged as class"), judged, paragraph)

    @property
    def score(self) -> str:
        counted = self.reasoning.counted
        return "" if counted is None else _score(counted)


def to_decide() -> QuerySet[ClassMovement]:
    """Return the proposals that would change the class register or are left to the
    committee.
    """
    return ClassMovement.objects.proposed().filter(
        ~Q(to_class=F("from_class")) | Q(kind=Movement.COMMITTEE)
    )


def decided() -> QuerySet[ClassMovement]:
    """Return the decided movements, the latest first, those of a section together."""
    return ClassMovement.objects.exclude(state=MovementState.PROPOSED).order_by(
        "-decided_at", "-section", "-pk"
    )


def movements_for_committee(
    movements: Iterable[ClassMovement], actor: Actor, today: date
) -> list[MovementShown]:
    """Return movements for the pages on which they are decided: there the reader also
    sees the names that are hidden from the public.
    """
    needed_for = Permission.CONFIRM_MOVEMENTS
    return shown_movements(movements, actor, today, needed_for=needed_for)


def shown_movements(
    movements: Iterable[ClassMovement],
    actor: Actor,
    today: date,
    *,
    needed_for: Permission = Permission.SEE_MEMBERS,
) -> list[MovementShown]:
    """Return movements with names as the reader may see them, in five queries."""
    rows = list(movements)
    player_ids = {row.entry.player_id for row in rows}
    persons = read_people(player_ids, actor, today, needed_for=needed_for)
    cards = aliases_now().persons(player_ids)
    lines = ClassMembership.objects.on(today).filter(player__in=cards.values())
    held = {line.player_id: line.player_class for line in lines}
    reports = newest_reports({row.section.tournament_id for row in rows})
    accepted = {
        number
        for number, report in reports.items()
        if report.is_final and report.state == ReportState.ACCEPTED
    }
    return [
        MovementShown(
            movement=row,
            person=persons[row.entry.player_id],
            reasoning=Reasoning.from_data(row.reasoning),
            register_class=_if_different(
                held.get(cards[row.entry.player_id], ""), row.from_class
            ),
            is_accepted=row.section.tournament_id in accepted,
        )
        for row in rows
    ]


def _if_different(held: str, at_start: str) -> str:
    return held if held != at_start else ""


def _lines(reasoning: Reasoning) -> Iterable[ReasonLine]:
    counted = reasoning.counted
    if reasoning.places:
        yield ReasonLine(
            _("Place"), "–".join(map(str, dict.fromkeys(reasoning.places)))
        )
    if counted is not None:
        yield ReasonLine(
            _("Score"),
            _score(counted),
            _rounds_note(counted.byes_left_out, counted.lost_by_withdrawal),
        )
    yield from _difference(reasoning)
    yield from _requirements(reasoning)


def _score(counted: CountedRounds) -> str:
    return _("%(points)s of %(rounds)s") % {
        "points": halves(counted.half_points),
        "rounds": counted.rounds,
    }


def _rounds_note(byes: int, lost: int) -> str:
    if lost:
        return _("%(count)s remaining games counted as lost") % {"count": lost}
    return _("%(count)s byes left out") % {"count": byes} if byes else ""


def _difference(reasoning: Reasoning) -> Iterable[ReasonLine]:
    if reasoning.class_mean is not None and reasoning.opponents_mean is not None:
        yield ReasonLine(_("Mean of the class, Rk"), str(reasoning.class_mean))
        yield ReasonLine(
            _("Mean of the opponents, Rm"), _mean(reasoning.opponents_mean)
        )
        yield ReasonLine(
            _("Difference, d = Rk − Rm"),
            plain(reasoning.difference),
            _("rounded down"),
        )


def _requirements(reasoning: Reasoning) -> Iterable[ReasonLine]:
    if reasoning.promotion_requires is not None:
        yield ReasonLine(
            _("Needed to rise"),
            halves(reasoning.promotion_requires),
            _row(reasoning.promotion_row),
        )
    if reasoning.staying_requires is not None:
        yield ReasonLine(
            _("Needed to stay"),
            halves(reasoning.staying_requires),
            _row(reasoning.staying_row),
        )


def _mean(mean: Fraction) -> str:
    # number_format cuts off what it does not show; it does not round.
    hundredths = floor(mean * 100 + Fraction(1, 2))
    return number_format(Decimal(hundredths) / 100, decimal_pos=2, use_l10n=True)


def _row(row: ClassTableRow | None) -> str:
    if row is None:
        return ""
    if row.lower is None:
        return _("table: d up to %(upper)s") % {"upper": plain(row.upper)}
    if row.upper is None:
        return _("table: d over %(lower)s") % {"lower": plain(row.lower)}
    return _("table: d over %(lower)s, up to %(upper)s") % {
        "lower": plain(row.lower),
        "upper": plain(row.upper),
    }


def movements_by_section(
    sections: list[Section], actor: Actor, today: date
) -> dict[int, tuple[MovementShown, ...]]:
    """Return the class movements of sections by section id."""
    if not any(section.gives_titles for section in sections):
        return {}
    rows = (
        ClassMovement.objects.filter(section__in=sections)
        .select_related("entry", "section")
        .order_by("entry__pairing_number")
    )
    found: dict[int, tuple[MovementShown, ...]] = {}
    for shown in shown_movements(rows, actor, today):
        section_id = shown.movement.section_id
        found[section_id] = (*found.get(section_id, ()), shown)
    return found

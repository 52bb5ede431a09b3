"""A section as the rules see it: its boards counted, its players ranked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from types import MappingProxyType

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.enums import ROUND_ROBINS, SectionPoints
from tournaments.models import Absence, Entry, Pairing, RoundPairing, Section
from tournaments.queries.rating_tables import rating_tables
from tournaments.rules import sections as rules
from tournaments.rules.points import SCHACKFYRAN, THREE_ONE_NIL, USUAL, PointSystem
from tournaments.rules.results import Result
from tournaments.rules.scores import CountedSection, count_section
from tournaments.rules.standings import Standing, rank_section
from tournaments.rules.tiebreaks.counted import record_of
from tournaments.rules.tiebreaks.lots import draw_lots
from tournaments.rules.tiebreaks.record import Record
from tournaments.rules.withdrawals import CountedBoard

POINTS: Mapping[SectionPoints, PointSystem] = MappingProxyType(
    {
        SectionPoints.USUAL: USUAL,
        SectionPoints.THREE_ONE_NIL: THREE_ONE_NIL,
        SectionPoints.SCHACKFYRAN: SCHACKFYRAN,
    }
)


@dataclass(frozen=True)
class SectionResults:
    """A section with its entries (players loaded) and boards in order; with `until` as
    it was after that round.
    """

    section: Section
    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...]
    absences: tuple[Absence, ...] = ()
    until: int | None = None

    @cached_property
    def counted(self) -> CountedSection:
        return count_section(self.in_rules)

    @cached_property
    def what_counts(self) -> Mapping[int, CountedBoard]:
        """What each board counts, by pairing; a rest in a round robin is no board."""
        seated = (
            pairing
            for pairing in self.pairings
            if pairing.black_id is not None or not self.is_round_robin
        )
        boards = zip(seated, self.counted.boards, strict=False)
        return {pairing.pk: counted for pairing, counted in boards}

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return rank_section(self.counted, self.section.tie_breaks, self.record)

    @cached_property
    def record(self) -> Record:
        """The input of the tie-breaks, with the ratings of the start."""
        return record_of(
            self.counted,
            ratings=dict(self._ratings()),
            rating_tables=rating_tables(),
            lots=self._lots(),
        )

    def _ratings(self) -> Iterator[tuple[int, int]]:
        for entry in self.entries:
            rating = entry.rating if entry.rating is not None else entry.outside_rating
            if rating is not None:
                yield entry.pk, round(rating)

    def _lots(self) -> tuple[int, ...]:
        if not self.section.lots_seed or self.until is not None:
            return ()
        by_number = {entry.pairing_number: entry.pk for entry in self.entries}
        drawn = draw_lots(self.section.lots_seed, by_number)
        return tuple(by_number[number] for number in drawn)

    @cached_property
    def entry(self) -> dict[int, Entry]:
        return {entry.pk: entry for entry in self.entries}

    @property
    def is_round_robin(self) -> bool:
        return self.section.format in ROUND_ROBINS

    @cached_property
    def in_rules(self) -> rules.Section:
        berger = rules.TournamentKind.BERGER
        return rules.Section(
            kind=berger if self.is_round_robin else rules.TournamentKind.SWISS,
            rounds=self.section.rounds,
            entries=tuple(
                rules.Entry(e.pk, e.pairing_number, self._has_left(e))
                for e in self.entries
            ),
            boards=tuple(self._boards),
            cycles=self.section.cycles,
            points=points_of(self.section),
        )

    def _has_left(self, entry: Entry) -> bool:
        left = entry.withdrawn_after
        return left is not None and (self.until is None or left <= self.until)

    def _result(self, pairing: Pairing) -> Result:
        is_later = self.until is not None and pairing.round > self.until
        return Result.NOT_PLAYED if is_later else Result(pairing.result)

    @property
    def _boards(self) -> Iterator[rules.Board]:
        """Yield the boards that are paired, and the byes of `granted`."""
        for p in self.pairings:
            yield rules.Board(p.round, p.white_id, p.black_id, self._result(p))
        for absence in self.granted:
            yield rules.Board(
                absence.round, absence.entry_id, None, Result(absence.bye)
            )

    @cached_property
    def granted(self) -> tuple[Absence, ...]:
        """The absences that give points, of players who have no board in the round."""
        rounds = {pairing.round for pairing in self.pairings}
        seated = {
            (p.round, each) for p in self.pairings for each in (p.white_id, p.black_id)
        }
        return tuple(
            absence
            for absence in self.absences
            if absence.bye != Result.ZERO_BYE
            and absence.round in rounds
            and (absence.round, absence.entry_id) not in seated
        )


def read_section_results(section: Section) -> SectionResults:
    return SectionResults(
        section,
        tuple(section.entries.in_order().select_related("player")),
        tuple(section.pairings.in_order()),
        tuple(_granted([section.pk])),
    )


def read_results_of(
    sections: list[Section],
    published_at: datetime | None = None,
    until: int | None = None,
) -> list[SectionResults]:
    """Return the results of several sections, in three queries.

    With `published_at` without the rounds that are a draft at that moment, with `until`
    as they were after that round.
    """
    ids = [section.pk for section in sections]
    entries = Entry.objects.filter(section__in=ids).in_order().select_related("player")
    pairings = Pairing.objects.filter(section__in=ids).in_order()
    if published_at:
        pairings = pairings.filter(~Exists(_drafts(published_at)))
    entered: dict[int, list[Entry]] = {pk: [] for pk in ids}
    for entry in entries:
        entered[entry.section_id].append(entry)
    paired: dict[int, list[Pairing]] = {pk: [] for pk in ids}
    drawn = {each.pk for each in sections if each.format in ROUND_ROBINS}
    for pairing in pairings:
        is_drawn = pairing.section_id in drawn
        if until is None or pairing.round <= until or is_drawn:
            paired[pairing.section_id].append(pairing)
    absent: dict[int, list[Absence]] = {pk: [] for pk in ids}
    for absence in _granted(ids):
        absent[absence.entry.section_id].append(absence)
    return [
        SectionResults(
            section,
            tuple(entered[section.pk]),
            tuple(paired[section.pk]),
            tuple(absent[section.pk]),
            until,
        )
        for section in sections
    ]


def _granted(sections: list[int]) -> QuerySet[Absence]:
    """Return the absences that give points, of players who had not left by then."""
    rows = Absence.objects.before_leaving().filter(entry__section__in=sections)
    return rows.exclude(bye=Result.ZERO_BYE).select_related("entry").order_by("pk")


def settled_boards(section: Section) -> Mapping[int, CountedBoard]:
    """Return the boards that a withdrawal has settled, by pairing."""
    if section.format not in ROUND_ROBINS:
        return {}
    if not section.entries.exclude(withdrawn_after=None).exists():
        return {}
    found = read_section_results(section).what_counts
    return {pk: counted for pk, counted in found.items() if counted.is_settled}


def points_of(section: Section) -> PointSystem:
    """Return what a win, a draw and a loss are worth in the section."""
    return POINTS[SectionPoints(section.point_system)]


def needs_lots(results: SectionResults) -> bool:
    """Return whether the section is over, announces lots that are not drawn yet, and
    has players who would share a place without them.
    """
    return (
        "lots" in results.section.tie_breaks
        and not results.section.lots_seed
        and results.counted.is_complete
        and any(row.is_shared for row in results.standings)
    )


def _drafts(moment: datetime) -> QuerySet[RoundPairing]:
    """Return the draft that a board belongs to, for a query of boards."""
    rows = RoundPairing.objects.not_published_at(moment)
    return rows.filter(section=OuterRef("section"), round=OuterRef("round"))

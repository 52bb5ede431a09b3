"""A section as the rules see it: its boards counted, its players ranked."""

from dataclasses import dataclass
from functools import cached_property

from tournaments.enums import ROUND_ROBINS, SectionFormat
from tournaments.models import Entry, Pairing, Section
from tournaments.rules import sections as rules
from tournaments.rules.results import Result
from tournaments.rules.scores import CountedSection, count_section
from tournaments.rules.standings import Standing, rank_section


@dataclass(frozen=True)
class Sheet:
    """A section with its entries (players loaded) and boards in order."""

    section: Section
    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...]

    @cached_property
    def counted(self) -> CountedSection:
        return count_section(self._as_rules())

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return rank_section(self.counted, self.section.tie_breaks)

    @cached_property
    def entry(self) -> dict[int, Entry]:
        return {entry.pk: entry for entry in self.entries}

    @property
    def is_round_robin(self) -> bool:
        return self.section.format in ROUND_ROBINS

    @property
    def cycles(self) -> int:
        return 2 if self.section.format == SectionFormat.DOUBLE_ROUND_ROBIN else 1

    def _as_rules(self) -> rules.Section:
        berger = rules.PairingSystem.BERGER
        return rules.Section(
            system=berger if self.is_round_robin else rules.PairingSystem.SWISS,
            rounds=self.section.rounds,
            entries=tuple(
                rules.Entry(e.pk, e.pairing_number, e.withdrawn_after is not None)
                for e in self.entries
            ),
            boards=tuple(
                rules.Board(p.round, p.white_id, p.black_id, Result(p.result))
                for p in self.pairings
            ),
            cycles=self.cycles,
        )


def read_sheet(section: Section) -> Sheet:
    return Sheet(
        section,
        tuple(section.entries.in_order().select_related("player")),
        tuple(section.pairings.in_order()),
    )


def read_sheets(sections: list[Section]) -> list[Sheet]:
    """The same for several sections, in two queries."""
    ids = [section.pk for section in sections]
    entries = Entry.objects.filter(section__in=ids).in_order().select_related("player")
    pairings = Pairing.objects.filter(section__in=ids).in_order()
    entered: dict[int, list[Entry]] = {pk: [] for pk in ids}
    for entry in entries:
        entered[entry.section_id].append(entry)
    paired: dict[int, list[Pairing]] = {pk: [] for pk in ids}
    for pairing in pairings:
        paired[pairing.section_id].append(pairing)
    return [
        Sheet(section, tuple(entered[section.pk]), tuple(paired[section.pk]))
        for section in sections
    ]

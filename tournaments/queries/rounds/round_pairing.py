"""The round that a section's pairing system gives, from its present boards."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.enums import SectionPairing
from tournaments.formats.dutch.engine import pair_dutch
from tournaments.models import Absence, KeptApart, Section
from tournaments.queries.section_results import SectionResults
from tournaments.rules import sections as rules
from tournaments.rules.pairing.dutch import dutch_field
from tournaments.rules.pairing.field import Field, field_before_round
from tournaments.rules.pairing.paired import NoPairingError, PairedRound
from tournaments.rules.pairing.systems import avoid_pairs_if_possible, pair_round
from tournaments.rules.pairing.written import renumbered
from tournaments.rules.results import Colour, Result


@dataclass(frozen=True, slots=True)
class RoundObstacle:
    """What is missing before a round can be paired: an earlier round without boards
    (its number), or boards without a result, as round and board.
    """

    unpaired_round: int | None = None
    results: tuple[tuple[int, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.unpaired_round or self.results)


def missing_before(results: SectionResults, number: int) -> RoundObstacle:
    """Return what is missing; adjourned and postponed games do not prevent pairing."""
    earlier = [pairing for pairing in results.pairings if pairing.round < number]
    paired = {pairing.round for pairing in earlier}
    for each in range(1, number):
        if each not in paired:
            return RoundObstacle(unpaired_round=each)
    return RoundObstacle(
        results=tuple(
            (pairing.round, pairing.board)
            for pairing in earlier
            if pairing.result == Result.NOT_PLAYED
        )
    )


@dataclass(frozen=True, slots=True)
class RoundToPair:
    """The complete input by which a system pairs a round.

    Two of them are equal if none of it has changed in between. `section` has only the
    earlier rounds.
    """

    number: int
    system: str
    section: rules.Section
    absent: frozenset[int]
    forbidden: frozenset[frozenset[int]]
    avoided: frozenset[frozenset[int]]
    first_colour: Colour
    virtual_points: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Half points by pairing number and round, for accelerated rounds."""

    @property
    def field(self) -> Field:
        """The players to be paired."""
        return field_before_round(self.section, self.number, self.absent).keeping_apart(
            self.forbidden, self.avoided
        )


def round_to_pair(results: SectionResults, number: int, system: str) -> RoundToPair:
    """Return the present input of the round, without players who have left."""
    forbidden, avoided = _kept_apart(results.section)
    return RoundToPair(
        number=number,
        system=system,
        section=_before_round(results, number),
        absent=absent_in(results.section, number),
        forbidden=forbidden,
        avoided=avoided,
        first_colour=Colour(results.section.first_colour or Colour.WHITE),
        virtual_points=_virtual_points(results, number)
        if system == SectionPairing.DUTCH_2026
        else (),
    )


def pair(to_pair: RoundToPair) -> PairedRound:
    """Return the round by entry ids, without players who are absent or have left.

    The earlier rounds must be complete (`missing_before`). Raises NoPairingError, and
    EngineError if the Dutch engine gives no answer.
    """
    if to_pair.system == SectionPairing.DUTCH_2026:
        return _pair_dutch(to_pair)
    return pair_round(to_pair.system, to_pair.field)


def _before_round(results: SectionResults, number: int) -> rules.Section:
    """Return the section for the rules; a player who leaves after a later round is
    still paired.
    """
    entries = tuple(
        rules.Entry(each.pk, each.pairing_number, each.has_left(number))
        for each in results.entries
    )
    section = results.in_rules
    earlier = tuple(board for board in section.boards if board.round < number)
    return replace(section, entries=entries, boards=earlier)


def absent_in(section: Section, number: int) -> frozenset[int]:
    """Return ids of the entries that miss the round."""
    return frozenset(byes_in(section, number))


def byes_in(section: Section, number: int) -> Mapping[int, str]:
    """Return the byes of the entries that miss the round, by id."""
    rows = Absence.objects.filter(entry__section=section, round=number)
    return dict(rows.values_list("entry", "bye"))


def _pair_dutch(to_pair: RoundToPair) -> PairedRound:
    section = to_pair.section
    ids = {entry.number: entry.id for entry in section.entries}

    def pair_field(field: Field) -> PairedRound:
        given = dutch_field(
            section,
            to_pair.number,
            to_pair.first_colour,
            to_pair.absent,
            field.forbidden,
        )
        given = replace(given, virtual_points=dict(to_pair.virtual_points))
        try:
            return renumbered(pair_dutch(given), ids)
        except NoPairingError as refused:
            raise refused.renumbered(ids) from refused

    return avoid_pairs_if_possible(pair_field, to_pair.field)


def _virtual_points(
    results: SectionResults, number: int
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the virtual half points of all players in the upper group, for each round
    until this one.
    """
    last = results.section.last_accelerated
    return tuple(
        (
            entry.pairing_number,
            tuple(
                results.section.virtual_half_points(entry.pairing_number, each)
                for each in range(1, number + 1)
            ),
        )
        for entry in results.entries
        if last is not None and entry.pairing_number <= last
    )


def _kept_apart(
    section: Section,
) -> tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]:
    """Return the pairs that never meet, and those that should not."""
    rows = list(KeptApart.objects.filter(section=section))
    strict, avoided = (
        frozenset(
            frozenset((row.one_id, row.other_id))
            for row in rows
            if row.is_strict == is_strict
        )
        for is_strict in (True, False)
    )
    return strict, avoided

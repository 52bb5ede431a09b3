"""Exporting and importing tournaments with withdrawals, latecomers and absences gives
the same standings and the same next round.
"""

from random import Random

import pytest

from tests.factories import acting, member
from tests.tournaments.domain.test_importing import file_of
from tests.tournaments.tournaments_made import (
    entered,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.entering import enter_player
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.importing import import_section
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.keeping_apart import keep_apart
from tournaments.domain.rounds.round_pairings import (
    HowPaired,
    ProposalSeen,
    record_absences,
    seats_of,
)
from tournaments.formats.whole_files import read_whole
from tournaments.queries.player_lists.section_file import FEDERATION
from tournaments.queries.rounds.round_pairing import pair, round_to_pair
from tournaments.queries.section_results import read_section_results
from tournaments.rules.pairing.paired import NoPairingError

pytestmark = pytest.mark.django_db
SYSTEMS = ("monrad", "nordic", "dutch_2026", "dutch_2026")
RESULTS = ("1-0", "0-1", "1/2", "1-0", "0-1", "+-", "-+", "--")
BYES = ("half-bye", "zero-bye", "full-bye")


def seats(group, number):
    """Return the seats that the system proposes for the round; None if it cannot."""
    group.refresh_from_db()
    try:
        paired = pair(
            round_to_pair(read_section_results(group), number, group.pairing_system)
        )
    except NoPairingError:
        return None
    return seats_of(paired)


def who_meets(group, number):
    who = {None: None, **dict(group.entries.values_list("pk", "player"))}
    found = seats(group, number)
    return found and [(who[white], who[black]) for white, black in found]


def begun(random, **facts):
    """Start a section; perhaps remove one of its players and keep two apart."""
    of = tournament()
    group = section(of, format="boards", **facts)
    entered(group, *(member(of.organiser) for _ in range(random.randint(7, 12))))
    group = started(group, players=[member(of.organiser)])
    if random.random() < 0.5:
        remove_entry(random.choice(list(group.entries.in_order())).pk, acting=acting())
    if random.random() < 0.5:
        pks = group.entries.in_order().values_list("pk", flat=True)
        pair_apart = tuple(random.sample(list(pks), 2))
        keep_apart(
            group.pk, pair_apart, is_strict=True, reason="Family", acting=acting()
        )
    return group


def play_round(random, group, number):
    """Play a round with absences, and perhaps a withdrawal and a latecomer after it."""
    away = {
        entry.pk: random.choice(BYES)
        for entry in group.entries.in_order()
        if random.random() < 0.08
    }
    record_absences(group.pk, number, away, acting=acting())
    if (proposed := seats(group, number)) is None:
        return False
    of = dict(group.entries.values_list("pk", "pairing_number"))
    how = HowPaired(ProposalSeen(group.pairing_system, proposed))
    boards = [(of[white], of.get(black)) for white, black in proposed]
    set_boards(group.pk, number, boards, acting=acting(), paired=how)
    for each in group.pairings.filter(round=number, black__isnull=False).in_order():
        result(each, random.choice(RESULTS))
    if random.random() < 0.3:
        remaining = list(group.entries.filter(withdrawn_after=None).in_order())
        withdraw_entry(random.choice(remaining).pk, number, acting=acting())
    if random.random() < 0.3:
        late = member(group.tournament.organiser)
        enter_player(group.pk, late.pk, acting=acting())
    return True


def ended_early(group):
    group.refresh_from_db()
    draft = SectionDraft(
        name=group.name,
        format="boards",
        rounds=group.rounds - 1,
        pairing_system=group.pairing_system,
        acceleration=group.acceleration,
        tie_breaks=tuple(group.tie_breaks),
        rounds_reason="The hall is closed.",
    )
    change_section(group.pk, draft, acting=acting())


def tournament_of(seed):
    """Return a section and the number of its next round."""
    random = Random(seed)  # noqa: S311
    system = random.choice(SYSTEMS)
    is_accelerated = system == "dutch_2026" and random.random() < 0.6
    group = begun(
        random,
        rounds=random.choice((4, 5, 6, 7)),
        pairing_system=system,
        acceleration="baku" if is_accelerated else "",
    )
    last = random.randint(1, min(3, group.rounds - 1))
    number = 1
    while number <= last and play_round(random, group, number):
        number += 1
    if number > last and group.rounds > number and random.random() < 0.4:
        ended_early(group)
    return group, number


def standings(group):
    results = read_section_results(group)
    return sorted(
        (
            results.entry[row.entry].player_id,
            row.first_place,
            results.counted.scores[row.entry].half_points,
        )
        for row in results.standings
    )


def ahead(group):
    """Return the half points added for pairing to each player in accelerated rounds."""
    return {
        (entry.player_id, number): group.virtual_half_points(
            entry.pairing_number, number
        )
        for entry in group.entries.in_order()
        for number in range(1, group.rounds + 1)
    }


def announced(group):
    return (
        group.rounds, group.planned_rounds, group.rounds_reason, group.pairing_system,
        group.acceleration, group.first_colour,
    )  # fmt: skip


def again(group):
    players = dict(group.entries.values_list("pairing_number", "player"))
    copy = section(tournament(group.tournament.organiser), format="boards", rounds=9)
    read = read_whole(file_of(group), FEDERATION)
    assert not read.faults
    return import_section(copy.pk, read, players, acting=acting())


@pytest.mark.parametrize("seed", range(18))
def test_exported_and_imported_tournament_continues_identically(seed):
    group, number = tournament_of(seed)
    copy = again(group)
    group.refresh_from_db()
    copy.refresh_from_db()
    assert standings(copy) == standings(group)
    assert announced(copy) == announced(group)
    assert ahead(copy) == ahead(group)
    assert who_meets(copy, number) == who_meets(group, number)


@pytest.mark.parametrize("missing", [1, 3, 6])
def test_accelerated_players_are_the_same_after_import_if_a_number_is_missing(missing):
    group = started(
        section(
            format="boards", rounds=7, pairing_system="dutch_2026", acceleration="baku"
        ),
        size=12,
    )
    remove_entry(group.entries.get(pairing_number=missing).pk, acting=acting())
    copy = again(group)
    assert (copy.acceleration, ahead(copy)) == ("baku", ahead(group))


def test_announced_but_unplayed_rounds_are_imported_with_their_reason():
    group = started(section(format="boards", rounds=5), size=4)
    ended_early(group)
    copy = again(group)
    assert announced(copy) == (4, 5, "The hall is closed.", "hand", "", "")

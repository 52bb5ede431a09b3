"""The checks before a submission: errors block, warnings want an answer."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from federation.enums import Visibility
from ratings.enums import RatingMethod
from tournaments.domain.games import Gathered, PlannedGame
from tournaments.domain.improbable import improbable_pairs
from tournaments.domain.whole_events import (
    sections_with_idle_mean,
    sections_without_mean,
    stands_for_opponent,
)
from tournaments.enums import ERRORS, FindingKind
from tournaments.models import Entry
from tournaments.queries.sheets import Sheet
from tournaments.queries.wording import BOARD_TEXTS

SectionAndName = tuple[str, str]


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One thing found: the section's name, and what, in words that need no
    language: round.board, names as everybody may see them, result, day.
    """

    section: str
    text: str

    @property
    def whole(self) -> str:
        """Both, for a reader who does not see the section separately."""
        return f"{self.section}: {self.text}" if self.section else self.text


@dataclass(frozen=True, slots=True)
class Finding:
    """Everything found of one kind."""

    kind: FindingKind
    rows: tuple[FindingRow, ...]

    @property
    def blocks(self) -> bool:
        """An error; otherwise it needs an answer."""
        return self.kind in ERRORS


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found, errors first, in the order of `FindingKind`."""

    all: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What blocks the submission."""
        return tuple(finding for finding in self.all if finding.blocks)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What needs an answer, one for each kind."""
        return tuple(finding for finding in self.all if not finding.blocks)


def check_gathered(gathered: Gathered, *, is_final: bool, today: date) -> Findings:
    """Check a tournament's results as they would be submitted today.

    What is missing, sections and results, matters only in a final report.
    """
    found: dict[FindingKind, list[FindingRow]] = {
        FindingKind.NOT_STARTED: list(_not_started(gathered)) if is_final else [],
        FindingKind.NOTHING_PLAYED: list(_nothing_played(gathered)),
        FindingKind.MISSING: list(_missing(gathered)) if is_final else [],
        FindingKind.TWO_IN_ROUND: list(_two_in_round(gathered)),
        FindingKind.DATE_OUTSIDE: list(_outside_days(gathered)),
        FindingKind.DATE_IN_FUTURE: list(_days_to_come(gathered, today)),
        FindingKind.POOL_ENDED: list(_after_pool(gathered)),
        FindingKind.OUTSIDE_UNRATED: list(_outside_unrated(gathered)),
        FindingKind.WHOLE_INTERIM: [] if is_final else list(_whole(gathered)),
        FindingKind.NO_MEAN: list(_no_mean(gathered)),
        FindingKind.MEAN_GIVEN: list(_mean_given(gathered)),
        FindingKind.SUSPENDED: list(_suspended(gathered)),
        FindingKind.NON_MEMBER: list(_non_members(gathered)),
        FindingKind.PLAYER_TWICE: list(_twice(gathered)),
        FindingKind.IMPLAUSIBLE: list(_implausible(gathered)),
    }
    return Findings(
        tuple(Finding(kind, tuple(rows)) for kind, rows in found.items() if rows)
    )


def _not_started(gathered: Gathered) -> Iterator[FindingRow]:
    for section in gathered.tournament.sections.filter(started_at=None).in_order():
        yield FindingRow("", section.name)


def _nothing_played(gathered: Gathered) -> Iterator[FindingRow]:
    if not gathered.lines:
        yield FindingRow("", gathered.tournament.name)


def _missing(gathered: Gathered) -> Iterator[FindingRow]:
    for sheet in gathered.sheets:
        awaited = {
            (counted.board.round, counted.board.white)
            for counted in sheet.counted.boards
            if not counted.annulled and not counted.board.result.is_finished
        }
        for game in gathered.games:
            seat = (game.pairing.round, game.pairing.white_id)
            if game.section == sheet.section and seat in awaited:
                yield _row(game)
        yield from _rounds_without_boards(sheet)


def _rounds_without_boards(sheet: Sheet) -> Iterator[FindingRow]:
    paired = {pairing.round for pairing in sheet.pairings}
    for number in range(1, sheet.section.rounds + 1):
        if number not in paired and not sheet.is_round_robin:
            yield FindingRow(sheet.section.name, f"{number}.")


def _two_in_round(gathered: Gathered) -> Iterator[FindingRow]:
    for sheet in gathered.sheets:
        seats = Counter(
            (pairing.round, entry_id)
            for pairing in sheet.pairings
            for entry_id in (pairing.white_id, pairing.black_id)
            if entry_id is not None
        )
        for (number, entry_id), times in sorted(seats.items()):
            if times > 1:
                name = _called(sheet.entry[entry_id])
                yield FindingRow(sheet.section.name, f"{number}. {name}")


def _outside_days(gathered: Gathered) -> Iterator[FindingRow]:
    for game in gathered.lines:
        if not gathered.is_inside(game):
            yield _row(game, game.day.isoformat())


def _days_to_come(gathered: Gathered, today: date) -> Iterator[FindingRow]:
    # A forfeit may be known before its round.
    for game in gathered.lines:
        if game.result.is_played and game.day > today:
            yield _row(game, game.day.isoformat())


def _after_pool(gathered: Gathered) -> Iterator[FindingRow]:
    ends_on = gathered.tournament.pool.ends_on
    for game in gathered.lines:
        if ends_on is not None and gathered.counted_on(game) > ends_on:
            yield _row(game, game.day.isoformat())


def _outside_unrated(gathered: Gathered) -> Iterator[FindingRow]:
    # Only who meets a member needs a number: nobody else is rated. A day outside
    # the tournament is an error of its own, and may have no ratings at all.
    games = [
        game
        for game in gathered.lines
        if game.result.is_played and gathered.is_inside(game)
    ]
    bases = gathered.bases(gathered.counted_on(game) for game in games)
    register = gathered.register
    unknown = {}
    for game in games:
        base = bases[gathered.counted_on(game)]
        if not base.asks_of_outsiders or not base.rates(gathered.tournament.minutes):
            continue
        if stands_for_opponent(gathered, game):
            continue
        for entry, other in (game.sides, game.sides[::-1]):
            if (
                entry.outside_rating is None
                and entry.player_id not in base.known
                and not register.is_member(entry.player_id, game.day)
                and register.is_member(other.player_id, game.day)
            ):
                unknown[entry.pk] = FindingRow(game.section.name, _name(entry))
    yield from unknown.values()


def _whole(gathered: Gathered) -> Iterator[FindingRow]:
    if gathered.tournament.method != RatingMethod.GAMES:
        yield FindingRow("", gathered.tournament.name)


def _no_mean(gathered: Gathered) -> Iterator[FindingRow]:
    for sheet, entry in sections_without_mean(gathered):
        yield FindingRow(sheet.section.name, _name(entry) if entry else "")


def _mean_given(gathered: Gathered) -> Iterator[FindingRow]:
    for sheet in sections_with_idle_mean(gathered):
        yield FindingRow(sheet.section.name, str(sheet.section.mean_rating))


def _suspended(gathered: Gathered) -> Iterator[FindingRow]:
    for game in gathered.lines:
        for entry in game.sides:
            if gathered.register.is_suspended(entry.player_id, game.day):
                yield _row(game, f"{_name(entry)}, {game.day.isoformat()}")


def _non_members(gathered: Gathered) -> Iterator[FindingRow]:
    # A player who was never a member and has an outside rating was entered on
    # purpose; a former member may just have forgotten to renew.
    strangers = {
        entry.player_id: FindingRow(game.section.name, _name(entry))
        for game in gathered.lines
        for entry in game.sides
        if not gathered.register.is_member(entry.player_id, game.day)
        and not (entry.outside_kind and entry.player_id not in gathered.ever_members)
    }
    yield from strangers.values()


def _twice(gathered: Gathered) -> Iterator[FindingRow]:
    seen: dict[tuple[str, int | None], list[SectionAndName]] = defaultdict(list)
    for sheet in gathered.sheets:
        for entry in sheet.entries:
            player = entry.player
            if player.visibility != Visibility.PUBLIC:
                continue  # a namesake would find out the name
            likeness = (player.full_name.casefold(), player.birth_year)
            seen[likeness].append((sheet.section.name, _name(entry)))
    for rows in seen.values():
        if len(rows) > 1:
            yield from (FindingRow(section, text) for section, text in rows)


def _implausible(gathered: Gathered) -> Iterator[FindingRow]:
    for pair in improbable_pairs(gathered):
        chance = f"1:{1 / pair.chance:.0f}" if pair.chance else ""
        yield from (_row(game, chance) for game in pair.games)


def _row(game: PlannedGame, more: str = "") -> FindingRow:
    where = f"{game.pairing.round}.{game.pairing.board}"
    names = f"{_called(game.white)} – {_called(game.black)}"
    text = " ".join(filter(None, (where, names, _printed(game), more and f"({more})")))
    return FindingRow(game.section.name, text)


def _printed(game: PlannedGame) -> str:
    return str(BOARD_TEXTS[game.result])


def _name(entry: Entry) -> str:
    is_told = entry.player.birth_year and entry.player.visibility == Visibility.PUBLIC
    return f"{_called(entry)}, {entry.player.birth_year}" if is_told else _called(entry)


def _called(entry: Entry) -> str:
    """Return the name as everybody may see it, with the pairing number where it is not
    shown in full.
    """
    if entry.player.visibility == Visibility.PUBLIC:
        return entry.player.full_name
    return f"{entry.player.public_name} ({entry.pairing_number})"

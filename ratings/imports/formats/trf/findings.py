"""Find unexpected data in a tournament file whose lines can all be read."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from datetime import date
from fractions import Fraction
from itertools import filterfalse
from typing import Any

from django.utils.translation import gettext_noop as noted

from federation.formats.figures import halves
from ratings.enums import FileFindingKind
from ratings.files.wording import FileMessage
from ratings.imports.formats.findings import DayInDoubt, FileFinding, FindingDetail
from ratings.imports.formats.trf.days import DayNote
from ratings.imports.formats.trf.players import CELL, FIRST_CELL, RESULTS, TrfPlayer
from ratings.imports.formats.trf.reading import ReadTournament

_HALF_POINTS = {code: score for code, (score, _played) in RESULTS.items()}
_HALF_POINTS |= {"H": 1, "F": 2, "U": 2, "Z": 0, " ": 0}
_FULL_BYES = "FU"
_SHORTEST = 89
"""The least length of a line that has points and rank, in columns."""


Facts = dict[str, Any]
DayCheck = Callable[[date], FileMessage | None]
"""Returns why no game can be on a day; None if one can."""


def findings_of(
    tournament: ReadTournament, rounds: Collection[int], outside: DayCheck
) -> Iterator[FileFinding]:
    """Yield the findings of a file; `rounds` are those with games."""
    yield from _days(tournament, rounds, outside)
    for kind, details in (
        (FileFindingKind.POINTS, _points(tournament)),
        (FileFindingKind.RANKS, _ranks(tournament)),
        (FileFindingKind.NOTES, _notes(tournament)),
    ):
        found = tuple(details)
        if found:
            yield FileFinding(kind, found)
    more = tuple(_more_rounds(tournament))
    if more:
        yield FileFinding(FileFindingKind.ROUNDS, more, limit=tournament.announced)


# --- days -----------------------------------------------------------------------
def _days(
    tournament: ReadTournament, rounds: Collection[int], outside: DayCheck
) -> Iterator[FileFinding]:
    lines = tournament.day_lines
    dated = sorted(set(rounds) & set(tournament.days))
    undated = tuple(sorted(set(rounds) - set(dated)))
    first_day = tournament.start.isoformat() if tournament.start else ""
    in_doubt = (DayInDoubt(undated, first_day, first=True), *_own(tournament, rounds))
    unread = tuple(_details(lines.unread))
    if tournament.start is None:
        details = unread or (FindingDetail(1, FileMessage(_NO_FIRST_DAY)),)
        kind = FileFindingKind.FIRST_DAY if undated else FileFindingKind.READ_AS
        yield FileFinding(kind, details, in_doubt[:1] if undated else in_doubt[1:])
        unread = ()
    odd = [*unread, *_unexpected_days(tournament, dated)]
    if tournament.start and undated and (why := outside(tournament.start)):
        odd.append(FindingDetail(lines.lines["042"], why))
    odd += [
        FindingDetail(lines.columns[number][0], why)
        for number in dated
        if (why := outside(tournament.days[number]))
    ]
    if odd:
        yield FileFinding(FileFindingKind.DAYS, odd, in_doubt)
    read_as = tuple(_details(lines.read_as))
    if read_as:
        yield FileFinding(FileFindingKind.READ_AS, read_as, in_doubt)


def _own(tournament: ReadTournament, rounds: Collection[int]) -> tuple[DayInDoubt, ...]:
    """Return the days of rounds for which the file gives one, readable or not."""
    days = tournament.days
    return tuple(
        DayInDoubt((number,), days[number].isoformat() if number in days else "")
        for number in sorted(tournament.day_lines.columns)
        if number in rounds
    )


def _details(notes: Collection[DayNote]) -> Iterator[FindingDetail]:
    return (FindingDetail(each.line, each.message) for each in notes)


def _unexpected_days(
    tournament: ReadTournament, dated: Collection[int]
) -> Iterator[FindingDetail]:
    start, end = tournament.start, tournament.end
    lines = tournament.day_lines
    if start and end and end < start:
        facts: Facts = {"start": start.isoformat(), "end": end.isoformat()}
        yield FindingDetail(lines.lines["052"], FileMessage(_END_FIRST, **facts))
        end = None
    before = None
    for number in dated:
        day, (line, column) = tournament.days[number], lines.columns[number]
        for is_odd, text, other in (
            (start and day < start, _TOO_EARLY, start),
            (end and day > end, _TOO_LATE, end),
            (before and day < before, _FALLS, before),
        ):
            if is_odd:
                facts = {"round": number, "at": column, "day": day.isoformat()}
                yield FindingDetail(line, FileMessage(text, other=str(other), **facts))
        before = day


_NO_FIRST_DAY = noted("the line 042 with the tournament's first day is missing")
_END_FIRST = noted("the last day, %(end)s, is before the first, %(start)s")
_TOO_EARLY = noted(
    "round %(round)d, column %(at)d: %(day)s is before the tournament's first day, "
    "%(other)s"
)
_TOO_LATE = noted(
    "round %(round)d, column %(at)d: %(day)s is after the tournament's last day, "
    "%(other)s"
)
_FALLS = noted(
    "round %(round)d, column %(at)d: %(day)s is before the previous round, %(other)s"
)


# --- points, ranks, rounds --------------------------------------------------------
def _points(tournament: ReadTournament) -> Iterator[FindingDetail]:
    players = tournament.players if tournament.has_usual_points else {}
    for number, player in players.items():
        if not player.points:
            continue
        given = _half_points(player.points)
        sums = sum(_HALF_POINTS[result] for _who, _colour, result in player.cells)
        sums += tournament.beside_results[number]
        if given is None:
            reason = FileMessage(_NO_POINTS, said=player.points, at=81)
            yield FindingDetail(player.line, reason)
        elif given != sums:
            reason = FileMessage(
                _OTHER_POINTS, said=player.points, at=81, points=halves(sums)
            )
            yield FindingDetail(player.line, reason)


def _half_points(text: str) -> Fraction | None:
    try:
        return Fraction(text.replace(",", ".")) * 2
    except (ValueError, ZeroDivisionError):
        return None


def _ranks(tournament: ReadTournament) -> Iterator[FindingDetail]:
    players = tournament.players.values()
    if not any(each.place for each in players):
        return
    most = len(players)
    times = Counter(each.place for each in players)
    for each in filterfalse(_is_short, players):
        text = ""
        if not each.place:
            text = _NO_RANK
        elif not each.place.isascii() or not each.place.isdecimal():
            text = _ODD_RANK
        elif not 1 <= int(each.place) <= most:
            text = _FAR_RANK
        elif times[each.place] > 1:
            text = _RANK_TWICE
        if text:
            facts: Facts = {"said": each.place, "at": 86, "most": most}
            yield FindingDetail(each.line, FileMessage(text, **facts))


def _more_rounds(tournament: ReadTournament) -> Iterator[FindingDetail]:
    announced = tournament.announced
    for player in tournament.players.values() if announced else ():
        for number, (opponent, _colour, _result) in enumerate(player.cells, start=1):
            if opponent and number > announced:
                column = FIRST_CELL + CELL * (number - 1) + 1
                facts: Facts = {"round": number, "at": column, "announced": announced}
                yield FindingDetail(player.line, FileMessage(_UNANNOUNCED, **facts))


_NO_POINTS = noted("‘%(said)s’ in column %(at)d is not a number of points")
_OTHER_POINTS = noted(
    "%(said)s points are given in column %(at)d, but the results give %(points)s"
)
_NO_RANK = noted("the rank in column %(at)d is missing")
_ODD_RANK = noted("‘%(said)s’ in column %(at)d is not a rank")
_FAR_RANK = noted("rank %(said)s in column %(at)d: there are %(most)d players")
_RANK_TWICE = noted("rank %(said)s in column %(at)d occurs more than once")
_UNANNOUNCED = noted(
    "round %(round)d, column %(at)d, has a game, and %(announced)d rounds are announced"
)


# --- notes without a question -----------------------------------------------------
def _notes(tournament: ReadTournament) -> Iterator[FindingDetail]:
    before = 0
    for rank, player in tournament.players.items():
        if rank < before:
            facts: Facts = {"rank": rank, "before": before, "at": 5}
            yield FindingDetail(player.line, FileMessage(_OUT_OF_ORDER, **facts))
        before = rank
        yield from _notes_of(rank, player)
    missing = set(range(1, max(tournament.players, default=0))) - {*tournament.players}
    if missing:
        numbers = ", ".join(map(str, sorted(missing)[:20]))
        last = max(each.line for each in tournament.players.values())
        yield FindingDetail(last, FileMessage(_MISSING, numbers=numbers))


def _is_short(player: TrfPlayer) -> bool:
    return 0 < player.length < _SHORTEST


def _notes_of(rank: int, player: TrfPlayer) -> Iterator[FindingDetail]:
    if _is_short(player):
        yield FindingDetail(player.line, FileMessage(_SHORT_LINE, length=player.length))
    if player.other_id:
        yield FindingDetail(
            player.line, FileMessage(_OTHER_ID, said=player.other_id, at=58)
        )
    byes = [
        number
        for number, (opponent, _colour, result) in enumerate(player.cells, start=1)
        if not opponent and result in _FULL_BYES
    ]
    if len(byes) > 1:
        rounds = ", ".join(map(str, byes))
        yield FindingDetail(
            player.line, FileMessage(_TWO_BYES, rank=rank, rounds=rounds)
        )
    for number, (opponent, _colour, result) in enumerate(player.cells, start=1):
        if not opponent and result in RESULTS:
            column = FIRST_CELL + CELL * (number - 1) + 8
            facts: Facts = {"round": number, "at": column, "said": result}
            yield FindingDetail(player.line, FileMessage(_AGAINST_NOBODY, **facts))


_OUT_OF_ORDER = noted(
    "start number %(rank)d in column %(at)d comes after number %(before)d"
)
_MISSING = noted("start numbers that nobody has: %(numbers)s")
_SHORT_LINE = noted("the line ends after %(length)d columns, before points and rank")
_OTHER_ID = noted(
    "‘%(said)s’ in column %(at)d is not a FIDE number: it only tells namesakes apart"
)
_TWO_BYES = noted("number %(rank)d has more than one bye: rounds %(rounds)s")
_AGAINST_NOBODY = noted(
    "round %(round)d: ‘%(said)s’ in column %(at)d without an opponent is not a game"
)


# --- namesakes ------------------------------------------------------------------
def namesakes(tournament: ReadTournament, playing: Collection[int]) -> list[list[int]]:
    """Return groups of start numbers with games that have the same name, and neither
    number nor year of birth to distinguish them.
    """
    named: dict[tuple[str, str], list[int]] = defaultdict(list)
    for rank in sorted(playing):
        person = tournament.person(rank)
        if not (person.number or person.fide_id or person.birth_year):
            name = person.first_name.casefold(), person.last_name.casefold()
            named[name].append(rank)
    return [ranks for ranks in named.values() if len(ranks) > 1]


def are_distinguished(tournament: ReadTournament, ranks: list[int]) -> bool:
    """Return whether all namesakes have numbers of another kind than FIDE's, and these
    differ.
    """
    numbers = [tournament.players[rank].other_id for rank in ranks]
    return all(numbers) and len(set(numbers)) == len(numbers)


def namesake_detail(tournament: ReadTournament, ranks: list[int]) -> FindingDetail:
    """Return the detail of a finding about start numbers with the same name."""
    line = tournament.players[ranks[-1]].line
    return FindingDetail(
        line, FileMessage(_NAMESAKES, numbers=", ".join(map(str, ranks)))
    )


_NAMESAKES = noted(
    "start numbers %(numbers)s have one name, and neither number nor year of birth"
    " tells them apart"
)

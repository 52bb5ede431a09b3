"""Identify the players in a table of boards: by number, by name, or by both in
different rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from django.utils.translation import gettext_noop as noted

from federation.rules.birth_years import LAST_BIRTH_YEAR
from ratings.files.spellings import birth_year_of, fide_id_of, name_of, refuse_walkover
from ratings.files.wording import FileMessage, InvalidField
from ratings.imports.formats.people import LONGEST_NUMBER, NamedPerson
from tournaments.formats.pasted_players import MOST_PLAYERS

LONGEST_START_NUMBER = 4
_WHO = ("_id", "_fide_id", "_name", "_birth_year")
_NO_OPPONENT = frozenset(
    {
        "-", "–", "—", "bye", "(bye)", "fri", "frirond", "frilott", "spelfri", "fribrikke",
        "står över", "spielfrei", "not paired",
    }
)  # fmt: skip
"""Written in place of a name if there is no opponent."""


@dataclass(frozen=True, slots=True)
class Mention:
    """The data that a row gives about a player."""

    line: int
    number: int | None
    person: NamedPerson

    @property
    def name(self) -> str:
        return f"{self.person.first_name} {self.person.last_name}".strip()

    @property
    def facts(self) -> Mapping[str, object]:
        """All data given, by kind."""
        who = self.person
        given = {
            "number": self.number,
            "id": who.number,
            "fide_id": who.fide_id,
            "name": self.name.casefold(),
            "birth_year": who.birth_year,
        }
        return {fact: each for fact, each in given.items() if each}

    @property
    def keys(self) -> list[tuple[str, object]]:
        """The numbers given; each identifies one player."""
        return [each for each in self.facts.items() if each[0] in _NUMBERS]


@dataclass(slots=True)
class BoardPlayer:
    """A player of the table: all data given about them, merged, with the line of the
    first mention.
    """

    mention: Mention
    lines: dict[str, int]
    """For each kind of data, the row that gives it first."""

    @property
    def person(self) -> NamedPerson:
        return self.mention.person

    @property
    def number(self) -> int | None:
        return self.mention.number

    @property
    def line(self) -> int:
        return self.mention.line

    @property
    def called(self) -> str:
        """The name or, without one, a number."""
        mention = self.mention
        return mention.name or mention.person.number or str(mention.number or "")


@dataclass(slots=True)
class BoardPlayers:
    """All players, in the order in which their rows were processed."""

    players: list[BoardPlayer] = field(default_factory=list)
    by_key: dict[tuple[str, object], BoardPlayer] = field(default_factory=dict)
    by_name: dict[str, list[BoardPlayer]] = field(default_factory=dict)


Meant = Mapping[Mention, BoardPlayer | FileMessage]
"""The player whom each mention means, or why that cannot be determined."""


def mention_of(line: int, row: Mapping[str, str], colour: str) -> Mention | None:
    """Return the data that a row gives about the player of a colour; None if it names
    no player. Raises InvalidField.
    """
    bare = row.get(colour, "")
    number = row.get(f"{colour}_number", "")
    number_id, fide, name, year = (row.get(f"{colour}{each}", "") for each in _WHO)
    if bare.isascii() and bare.isdecimal():
        if len(bare) <= LONGEST_START_NUMBER:
            number = number or bare
        else:
            number_id = number_id or bare
    else:
        name = name or bare
    if len(number_id) > LONGEST_NUMBER:
        raise InvalidField(
            noted("the id is longer than %(most)d letters"), most=LONGEST_NUMBER
        )
    if not (number or number_id or fide):
        refuse_walkover(name)
    has_name = name and name.casefold() not in _NO_OPPONENT
    first, last = name_of(name) if has_name else ("", "")
    born = birth_year_of(year, LAST_BIRTH_YEAR)
    person = NamedPerson(number_id, fide_id_of(fide), first, last, born)
    mention = Mention(line, _start_number(number), person)
    return mention if mention.keys or mention.name else None


def _start_number(text: str) -> int | None:
    if not text:
        return None
    digits = text.lstrip("0")
    is_number = digits.isascii() and digits.isdecimal()
    if not is_number or len(digits) > LONGEST_START_NUMBER:
        raise InvalidField(noted("‘%(said)s’ is not a start number"), said=text)
    return int(digits)


def identify_players(mentions: Sequence[Mention]) -> tuple[list[BoardPlayer], Meant]:
    """Return the players in the order of their first mention, and the player of each
    mention. Mentions with most numbers are processed first, those with a name alone
    last: such a name means the one player who has it, with or without a number. Raises
    InvalidField if there are too many players.
    """
    among = BoardPlayers()
    meant: dict[Mention, BoardPlayer | FileMessage] = {}
    by_facts: dict[tuple[tuple[str, object], ...], BoardPlayer | FileMessage] = {}
    for mention in sorted(mentions, key=_most_numbers_first):
        # Identical data mean the same player: mentions with more data have already been
        # processed.
        facts = tuple(mention.facts.items())
        if facts not in by_facts:
            try:
                by_facts[facts] = _player(among, mention)
            except InvalidField as wrong:
                by_facts[facts] = wrong.message
        meant[mention] = by_facts[facts]
        if len(among.players) > MOST_PLAYERS:
            raise InvalidField(
                noted("the table has more than %(most)d players"), most=MOST_PLAYERS
            )
    places = {
        id(each): at
        for at, each in reversed([*enumerate(_players_mentioned(mentions, meant))])
    }
    return sorted(among.players, key=lambda each: places[id(each)]), meant


def _most_numbers_first(mention: Mention) -> tuple[int, bool]:
    return -len(mention.keys), not mention.person.birth_year


def _players_mentioned(
    mentions: Sequence[Mention], meant: Meant
) -> Iterator[BoardPlayer]:
    for mention in mentions:
        player = meant[mention]
        if isinstance(player, BoardPlayer):
            yield player


def _player(among: BoardPlayers, mention: Mention) -> BoardPlayer:
    """Return the player whom a mention means, possibly a new one. Raises InvalidField."""
    player = _known(among, mention)
    if player is None:
        player = BoardPlayer(mention, dict.fromkeys(mention.facts, mention.line))
        among.players.append(player)
    else:
        _refuse_contradiction(player, mention)
        _add(player, mention)
    among.by_key |= dict.fromkeys(mention.keys, player)
    named = among.by_name.setdefault(mention.name.casefold(), [])
    if mention.name and not any(each is player for each in named):
        named.append(player)
    return player


def _known(among: BoardPlayers, mention: Mention) -> BoardPlayer | None:
    """Return the known player by number or, without a known number, by name; None if
    there is none. Raises InvalidField if the data fit two players.
    """
    found = {id(each): each for key in mention.keys if (each := among.by_key.get(key))}
    if not found and mention.name:
        named = among.by_name.get(mention.name.casefold(), [])
        found = {id(each): each for each in named if not _contradiction(each, mention)}
        if len(found) > 1:
            raise InvalidField(_TWO_NAMES, name=mention.name, **_two_of(found))
    if len(found) > 1:
        one, other, *_more = found.values()
        names = {"name": one.called, "other": other.called}
        raise InvalidField(_TWO_NUMBERS, **names, **_two_of(found))
    return next(iter(found.values()), None)


def _two_of(found: Mapping[int, BoardPlayer]) -> dict[str, int]:
    one, other, *_more = (each.line for each in found.values())
    return {"line": one, "at": other}


def _contradiction(player: BoardPlayer, mention: Mention) -> str:
    """Return the kind of data in which player and mention differ; "" if they can be one
    person.
    """
    known, facts = player.mention.facts, mention.facts
    return next(
        (each for each in facts if known.get(each, facts[each]) != facts[each]), ""
    )


def _refuse_contradiction(player: BoardPlayer, mention: Mention) -> None:
    fact = _contradiction(player, mention)
    if fact:
        here, there = (
            _value_in_words(mention, fact),
            _value_in_words(player.mention, fact),
        )
        raise InvalidField(
            _CONTRADICTIONS[fact], said=here, other=there, line=player.lines[fact]
        )


def _value_in_words(mention: Mention, fact: str) -> str:
    return mention.name if fact == "name" else str(mention.facts[fact])


def _add(player: BoardPlayer, mention: Mention) -> None:
    """Add the data of a row that earlier rows did not give."""
    known, person = player.mention.person, mention.person
    for fact in mention.facts:
        player.lines.setdefault(fact, mention.line)
    named = known if known.last_name else person
    player.mention = Mention(
        min(player.line, mention.line),
        player.number or mention.number,
        replace(
            known,
            number=known.number or person.number,
            fide_id=known.fide_id or person.fide_id,
            first_name=named.first_name,
            last_name=named.last_name,
            birth_year=known.birth_year or person.birth_year,
        ),
    )


_NUMBERS = ("number", "id", "fide_id")
_CONTRADICTIONS = MappingProxyType(
    {
        "number": noted(
            "start number %(said)s here and %(other)s in line %(line)d for one player"
        ),
        "id": noted(
            "player number %(said)s here and %(other)s in line %(line)d for one player"
        ),
        "fide_id": noted(
            "FIDE number %(said)s here and %(other)s in line %(line)d for one player"
        ),
        "name": noted("%(said)s here and %(other)s in line %(line)d for one player"),
        "birth_year": noted(
            "year of birth %(said)s here and %(other)s in line %(line)d for one player"
        ),
    }
)
_TWO_NAMES = noted(
    "%(name)s is the name of two players, on lines %(line)d and %(at)d: enter the number"
)
_TWO_NUMBERS = noted(
    "one player here, and two in lines %(line)d and %(at)d: %(name)s and %(other)s"
)


def number_players(players: list[BoardPlayer]) -> Mapping[int, int]:
    """Return starting numbers by player; players without one get the next free numbers."""
    given = {player.number for player in players}
    free = (number for number in range(1, 2 * len(players) + 1) if number not in given)
    return {
        id(each): next(free) if each.number is None else each.number for each in players
    }

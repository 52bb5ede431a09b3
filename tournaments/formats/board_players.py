"""Who is meant in a table of boards: players by number, by name, or by both in turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

from ratings.files.spellings import birth_year_of, fide_id_of, name_of
from ratings.files.wording import Said, Wrong
from ratings.imports.formats.people import LONGEST_NUMBER, NamedPerson
from tournaments.formats.pasted_players import MOST_PLAYERS

LONGEST_START_NUMBER = 4
LAST_YEAR = 2100
_WHO = ("_id", "_fide_id", "_name", "_birth_year")
_NOBODY = frozenset({"-", "–", "—", "bye", "(bye)", "fri", "frirond", "spielfrei"})
"""What stands in place of a name where nobody is met."""


@dataclass(frozen=True, slots=True)
class Mention:
    """What a row says of a player."""

    line: int
    number: int | None
    person: NamedPerson

    @property
    def name(self) -> str:
        return f"{self.person.first_name} {self.person.last_name}".strip()

    @property
    def facts(self) -> Mapping[str, object]:
        """Everything that is said, by what it is."""
        who = self.person
        said = {
            "number": self.number,
            "id": who.number,
            "fide_id": who.fide_id,
            "name": self.name.casefold(),
            "birth_year": who.birth_year,
        }
        return {fact: each for fact, each in said.items() if each}

    @property
    def keys(self) -> list[tuple[str, object]]:
        """The numbers, each of which is one player's."""
        return [each for each in self.facts.items() if each[0] in _NUMBERS]


@dataclass(slots=True)
class BoardPlayer:
    """Somebody of the table: everything that is said of them together, with the line of
    the first mention.
    """

    told: Mention
    lines: dict[str, int]
    """The row that says a fact first."""

    @property
    def person(self) -> NamedPerson:
        return self.told.person

    @property
    def number(self) -> int | None:
        return self.told.number

    @property
    def line(self) -> int:
        return self.told.line

    @property
    def called(self) -> str:
        """The name, or else a number."""
        told = self.told
        return told.name or told.person.number or str(told.number or "")


@dataclass(slots=True)
class BoardPlayers:
    """Everybody, in the order in which the rows were looked at."""

    players: list[BoardPlayer] = field(default_factory=list)
    by_key: dict[tuple[str, object], BoardPlayer] = field(default_factory=dict)
    by_name: dict[str, list[BoardPlayer]] = field(default_factory=dict)


Meant = Mapping[Mention, BoardPlayer | Said]
"""Who a mention means, or why nobody can say."""


def mention_of(line: int, said: Mapping[str, str], colour: str) -> Mention | None:
    """Return what a row says of the player of a colour; None where it names nobody.
    Raises Wrong.
    """
    bare = said.get(colour, "")
    number = said.get(f"{colour}_number", "")
    number_id, fide, name, year = (said.get(f"{colour}{each}", "") for each in _WHO)
    if bare.isascii() and bare.isdecimal():
        if len(bare) <= LONGEST_START_NUMBER:
            number = number or bare
        else:
            number_id = number_id or bare
    else:
        name = name or bare
    if len(number_id) > LONGEST_NUMBER:
        raise Wrong(_("the id is longer than %(most)d letters"), most=LONGEST_NUMBER)
    is_somebody = name and name.casefold() not in _NOBODY
    first, last = name_of(name) if is_somebody else ("", "")
    born = birth_year_of(year, LAST_YEAR)
    person = NamedPerson(number_id, fide_id_of(fide), first, last, born)
    found = Mention(line, _start_number(number), person)
    return found if found.keys or found.name else None


def _start_number(said: str) -> int | None:
    if not said:
        return None
    digits = said.lstrip("0")
    is_number = digits.isascii() and digits.isdecimal()
    if not is_number or len(digits) > LONGEST_START_NUMBER:
        raise Wrong(_("‘%(said)s’ is no start number"), said=said)
    return int(digits)


def players_meant(mentions: Sequence[Mention]) -> tuple[list[BoardPlayer], Meant]:
    """Return the players in the order of their first mention, and who each mention
    means. Whoever says most is looked at first, a name alone last: it means the one
    player of that name, with a number or without. Raises Wrong for more than fit.
    """
    among = BoardPlayers()
    meant: dict[Mention, BoardPlayer | Said] = {}
    again: dict[tuple[tuple[str, object], ...], BoardPlayer | Said] = {}
    for mention in sorted(mentions, key=_by_what_is_said):
        # The same words mean the same: whoever says more has been looked at before.
        words = tuple(mention.facts.items())
        if words not in again:
            try:
                again[words] = _player(among, mention)
            except Wrong as wrong:
                again[words] = wrong.said
        meant[mention] = again[words]
        if len(among.players) > MOST_PLAYERS:
            raise Wrong(
                _("the table has more than %(most)d players"), most=MOST_PLAYERS
            )
    places = {
        id(each): at for at, each in reversed([*enumerate(_met(mentions, meant))])
    }
    return sorted(among.players, key=lambda each: places[id(each)]), meant


def _by_what_is_said(mention: Mention) -> tuple[int, bool]:
    return -len(mention.keys), not mention.person.birth_year


def _met(mentions: Sequence[Mention], meant: Meant) -> Iterator[BoardPlayer]:
    for mention in mentions:
        player = meant[mention]
        if isinstance(player, BoardPlayer):
            yield player


def _player(among: BoardPlayers, mention: Mention) -> BoardPlayer:
    """Return the player whom a mention means, perhaps a new one. Raises Wrong."""
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
    """By a number, or else by the name. Raises Wrong where that is two players'."""
    found = {id(each): each for key in mention.keys if (each := among.by_key.get(key))}
    if not found and mention.name:
        named = among.by_name.get(mention.name.casefold(), [])
        found = {id(each): each for each in named if not _contradiction(each, mention)}
        if len(found) > 1:
            raise Wrong(_TWO_NAMES, name=mention.name, **_two_of(found))
    if len(found) > 1:
        one, other, *_more = found.values()
        names = {"name": one.called, "other": other.called}
        raise Wrong(_TWO_NUMBERS, **names, **_two_of(found))
    return next(iter(found.values()), None)


def _two_of(found: Mapping[int, BoardPlayer]) -> dict[str, int]:
    one, other, *_more = (each.line for each in found.values())
    return {"line": one, "at": other}


def _contradiction(player: BoardPlayer, mention: Mention) -> str:
    """Return what is said otherwise of the two; nothing where they can be one."""
    known, said = player.told.facts, mention.facts
    return next(
        (each for each in said if known.get(each, said[each]) != said[each]), ""
    )


def _refuse_contradiction(player: BoardPlayer, mention: Mention) -> None:
    fact = _contradiction(player, mention)
    if fact:
        here, there = _in_words(mention, fact), _in_words(player.told, fact)
        raise Wrong(
            _CONTRADICTIONS[fact], said=here, other=there, line=player.lines[fact]
        )


def _in_words(told: Mention, fact: str) -> str:
    return told.name if fact == "name" else str(told.facts[fact])


def _add(player: BoardPlayer, mention: Mention) -> None:
    """Add what one row says and another leaves out."""
    known, person = player.told.person, mention.person
    for fact in mention.facts:
        player.lines.setdefault(fact, mention.line)
    named = known if known.last_name else person
    player.told = Mention(
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
        "number": _(
            "start number %(said)s here and %(other)s in line %(line)d for one player"
        ),
        "id": _(
            "player number %(said)s here and %(other)s in line %(line)d for one player"
        ),
        "fide_id": _(
            "FIDE number %(said)s here and %(other)s in line %(line)d for one player"
        ),
        "name": _("%(said)s here and %(other)s in line %(line)d for one player"),
        "birth_year": _(
            "year of birth %(said)s here and %(other)s in line %(line)d for one player"
        ),
    }
)
_TWO_NAMES = _(
    "%(name)s is the name of two players, in lines %(line)d and %(at)d: write the number"
)
_TWO_NUMBERS = _(
    "one player here, and two in lines %(line)d and %(at)d: %(name)s and %(other)s"
)

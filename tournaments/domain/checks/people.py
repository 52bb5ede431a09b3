"""Checks of the players: whether they may play and are the persons meant."""

from collections import defaultdict
from collections.abc import Iterator

from federation.queries.namesakes import near_namesakes
from ratings.enums import OutsideKind
from tournaments.domain.checks.findings import (
    FindingRow,
    game_row,
    is_public,
    name_and_year,
)
from tournaments.domain.report_material import ReportMaterial
from tournaments.domain.whole_events import mean_replaces_opponents

SectionAndName = tuple[str, str]


def outside_unrated(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the players from outside without a rating whom a member has met; a game
    without a member is not rated.
    """
    return _unrated_between(material, are_members=False)


def members_unrated(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the members without a rating who met a player from outside, in a system
    where games give nobody a first rating: such a game is not rated. Games against
    members stop the computation, which names them.
    """
    return _unrated_between(material, are_members=True)


def _unrated_between(
    material: ReportMaterial, *, are_members: bool
) -> Iterator[FindingRow]:
    """Find, in games between a member and a player from outside, the members or the
    others who need a rating and have none; a section that is rated on its mean may have
    such players.

    A day outside the tournament is reported as a separate error, and may have no
    ratings at all.
    """
    games = [
        game
        for game in material.lines
        if game.result.is_played and material.is_inside(game)
    ]
    bases = material.bases(material.counted_on(game) for game in games)
    register = material.register
    unknown = {}
    for game in games:
        base = bases[material.counted_on(game)]
        need = base.members_need_number if are_members else base.outsiders_need_number
        if not need or not base.rates(material.tournament.minutes):
            continue
        if mean_replaces_opponents(material, game):
            continue
        for entry, other in (game.sides, game.sides[::-1]):
            if (
                entry.outside_rating is None
                and entry.player_id not in base.known
                and register.is_member(entry.player_id, game.day) == are_members
                and register.is_member(other.player_id, game.day) != are_members
            ):
                unknown[entry.pk] = FindingRow(game.section.name, name_and_year(entry))
    yield from unknown.values()


def fide_without_number(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the players from outside whose FIDE rating cannot be looked up, because no
    FIDE number says whose it is.
    """
    found = {
        entry.pk: FindingRow(game.section.name, name_and_year(entry))
        for game in material.lines
        for entry in game.sides
        if entry.outside_kind == OutsideKind.FIDE
        and not entry.player.fide_id
        and not material.register.is_member(entry.player_id, game.day)
    }
    yield from found.values()


def suspended(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the games of players who were suspended on the day."""
    for game in material.lines:
        for entry in game.sides:
            if material.register.is_suspended(entry.player_id, game.day):
                yield game_row(game, f"{name_and_year(entry)}, {game.day.isoformat()}")


def non_members(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the players who were not members on the day of a game.

    A player who was never a member and has an outside rating was entered on purpose; a
    former member may just have forgotten to renew.
    """
    strangers = {
        entry.player_id: FindingRow(game.section.name, name_and_year(entry))
        for game in material.lines
        for entry in game.sides
        if not material.register.is_member(entry.player_id, game.day)
        and not (entry.outside_kind and entry.player_id not in material.ever_members)
    }
    yield from strangers.values()


def entered_twice(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the entries with the same name and birth year."""
    seen: dict[tuple[str, int | None], list[SectionAndName]] = defaultdict(list)
    for results in material.sections:
        for entry in results.entries:
            player = entry.player
            if is_public(entry):
                likeness = (player.full_name.casefold(), player.birth_year)
                seen[likeness].append((results.section.name, name_and_year(entry)))
    for rows in seen.values():
        if len(rows) > 1:
            yield from (FindingRow(section, text) for section, text in rows)


def resembling_members(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find the players who resemble a member of the same club and birth year, entered
    or not: the other player may have been meant.
    """
    entries = {
        entry.player_id: (results.section.name, entry)
        for results in material.sections
        for entry in results.entries
        if is_public(entry)
    }
    for pair in near_namesakes(entries):
        section, entry = entries[pair.player_id]
        other = pair.other
        if other.pk in entries and (
            other.full_name.casefold() == entry.player.full_name.casefold()
            or other.pk < entry.player_id
        ):
            continue  # entered twice, or the pair is reported already
        text = f"{name_and_year(entry)} ~ {other.full_name}, {other.birth_year}"
        yield FindingRow(section, f"{text} ({other.national_id}, {pair.club})")

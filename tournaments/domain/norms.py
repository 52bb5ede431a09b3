"""A tournament as seen by a rating system that has norms.

The ledger rates all sections of a tournament as one, so the norms and the preliminary
computation are those of all its games too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import combinations

from ratings.ledger.domain.editions import NoEdition, edition_in_force
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.rules.norms import (
    Entrant,
    EntrantGame,
    GivesNorms,
    NormSetting,
    Preliminary,
    TournamentNorms,
)
from tournaments.domain.start_facts import base_ratings, memories
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.queries.section_results import SectionResults, read_results_of
from tournaments.rules.results import Result


@dataclass(frozen=True)
class NormMaterial:
    """A tournament with the system of norms by which its pool rates it.

    `places` are the indices of the entries (by id) among the entrants of the setting: a
    player entered in two sections has one.
    """

    system: GivesNorms
    setting: NormSetting
    sections: tuple[SectionResults, ...]
    places: Mapping[int, int]

    @cached_property
    def preliminary(self) -> Preliminary:
        """The preliminary computation from the games finished so far."""
        return self.system.preliminary(self.setting)

    @property
    def has_result(self) -> bool:
        """Whether any game is finished, so that the computation is possible."""
        return any(game.score is not None for game in self.setting.games)

    def norms(self, assumed: int | None = None) -> TournamentNorms:
        """Return the norms of all entrants; see `GivesNorms.norms_of`."""
        return self.system.norms_of(self.setting, assumed=assumed)


def system_of_norms(tournament: Tournament) -> GivesNorms | None:
    """Return the system that rates the tournament, if it is one with norms."""
    try:
        system = edition_in_force(tournament.pool_id, tournament.start_date).system
    except NoEdition:
        return None
    return system if isinstance(system, GivesNorms) else None


def gather_norms(
    tournament: Tournament, published_at: datetime | None = None
) -> NormMaterial | None:
    """Read the tournament's entries and games; None if its system has no norms.

    With `published_at` the rounds that are a draft at that moment are left out.

    A section that has started counts with the levels recorded then, one that has not
    with those of the tournament's first day as they are known now. Games that will
    never be played are left out: those of a player who has withdrawn, and those that
    have no line in the ledger.
    """
    system = system_of_norms(tournament)
    if system is None:
        return None
    all_results = tuple(
        read_results_of(list(tournament.sections.in_order()), published_at)
    )
    entries = [entry for results in all_results for entry in results.entries]
    persons = aliases_now().persons(entry.player_id for entry in entries)
    place_of = {person: at for at, person in enumerate(dict.fromkeys(persons.values()))}
    places = {entry.pk: place_of[persons[entry.player_id]] for entry in entries}
    setting = NormSetting(
        entrants=tuple(_entrants(tournament, all_results, persons)),
        games=tuple(_games(tournament, all_results, places)),
        first_date=tournament.start_date,
        last_date=tournament.end_date,
        complete=all(map(_is_complete, all_results)),
    )
    return NormMaterial(system, setting, all_results, places)


def _entrants(
    tournament: Tournament,
    all_results: Iterable[SectionResults],
    persons: Mapping[int, int],
) -> Iterator[Entrant]:
    """Yield the entrants in the order of entry, a player with two cards once."""
    had = memories(tournament.pool_id, set(persons.values()), tournament.start_date)
    levels = _levels(tournament, all_results)
    known: dict[int, float | None] = {}
    for card, person in persons.items():
        if known.get(person) is None:
            known[person] = levels[card]
    for person, level in known.items():
        yield Entrant(level, had.get(person))


def _is_complete(results: SectionResults) -> bool:
    return results.section.started_at is not None and results.counted.is_complete


def _levels(
    tournament: Tournament, all_results: Iterable[SectionResults]
) -> dict[int, float | None]:
    """Return by card the level recorded at the start, else that of the first day, else
    the number from outside.
    """
    recorded: dict[int, float | None] = {}
    coming: list[Entry] = []
    for results in all_results:
        if results.section.started_at:
            recorded |= {entry.player_id: entry.rating for entry in results.entries}
        else:
            coming += results.entries
    if not coming:
        return recorded
    ids = [entry.player_id for entry in coming]
    known = base_ratings(tournament.pool_id, ids, tournament.start_date).known
    return {
        entry.player_id: known.get(entry.player_id, entry.outside_rating)
        for entry in coming
    } | recorded


def _games(
    tournament: Tournament,
    all_results: tuple[SectionResults, ...],
    places: Mapping[int, int],
) -> Iterator[EntrantGame]:
    rounds = Round.objects.filter(
        section__in=[results.section for results in all_results]
    )
    days = {(day.section_id, day.number): day.date for day in rounds}
    for results in all_results:
        if results.section.started_at:
            games = _paired(results, places, days)
        else:
            games = _planned(results, places)
        yield from (game for game in games if game.white != game.black)


def _planned(
    results: SectionResults, places: Mapping[int, int]
) -> Iterator[EntrantGame]:
    """Yield the planned games of a round robin: all players meet each other; the rounds
    are not known yet.
    """
    if not results.is_round_robin:
        return
    for white, black in combinations(results.entries, 2):
        for _cycle in range(results.section.cycles):
            yield EntrantGame(places[white.pk], places[black.pk])


def _paired(
    results: SectionResults,
    places: Mapping[int, int],
    days: Mapping[tuple[int, int], date],
) -> Iterator[EntrantGame]:
    for pairing in results.pairings:
        if pairing.black_id is not None and _may_count(results, pairing):
            result = Result(pairing.result)
            yield EntrantGame(
                white=places[pairing.white_id],
                black=places[pairing.black_id],
                score=result.white_half_points if result.is_finished else None,
                played=result.is_played,
                day=pairing.finished_date
                or days.get((results.section.pk, pairing.round)),
            )


def _may_count(results: SectionResults, pairing: Pairing) -> bool:
    result = Result(pairing.result)
    if result.is_finished:
        return result.is_rated
    sides = (pairing.white_id, pairing.black_id)
    return all(results.entry[side].withdrawn_after is None for side in sides if side)

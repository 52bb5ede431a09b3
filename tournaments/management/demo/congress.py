"""A congress of six sections that is open for entries: by class, mixed, for juniors."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from federation.domain.authorship import ActionContext
from federation.models import ClassMembership, User
from tournaments.domain.entering import enter_players
from tournaments.domain.entry_requests.asking import ask_to_play
from tournaments.domain.entry_requests.opening import EntryOpening, open_entries
from tournaments.domain.planning.sections import SectionDraft
from tournaments.domain.planning.tournaments import TournamentDraft, create_tournament
from tournaments.enums import Acceleration, SectionFormat, SectionPairing
from tournaments.management.demo.calendar import LONG
from tournaments.management.demo.clock import acting
from tournaments.management.demo.people import HOME, DemoPlayer
from tournaments.management.demo.setting import DemoSetting
from tournaments.models import Section, Tournament

DAY = timedelta(days=1)
ROUNDS = 7
ENTERED = 8
MOST_MIXED = 10
WAIT = 2
"""Number of players ahead of the demo's own player, who is third on the waiting list.
"""


@dataclass(frozen=True, slots=True)
class _Group:
    name: str
    for_class: str = ""
    is_junior: bool = False
    most: int | None = 24
    needs_answer: bool = False
    system: str = SectionPairing.MONRAD


GROUPS = (
    _Group("Klass I", for_class="I"),
    _Group("Klass II", for_class="II"),
    _Group("Klass III", for_class="III", system=SectionPairing.NORDIC),
    _Group("Blandad grupp", most=MOST_MIXED, system=SectionPairing.DUTCH_2026),
    _Group("Juniorer", is_junior=True),
    _Group("Inbjudna", needs_answer=True, most=12),
)
MIXED, INVITED = "Blandad grupp", "Inbjudna"


def open_congress(setting: DemoSetting, today: date) -> Tournament:
    """Announce the congress, with players in every section and a waiting list for the
    mixed one.
    """
    start = today + 45 * DAY
    tournament = _announce(setting, start, today)
    free = _available(setting, start)
    sections = {each.name: each for each in tournament.sections.all()}
    for group in GROUPS:
        _open(setting, sections[group.name], group, start, today)
    for group in GROUPS:
        wanted = MOST_MIXED if group.name == MIXED else ENTERED
        fitting = _fitting(free, group, start)[:wanted]
        free = [each for each in free if each not in fitting]
        enter_players(
            sections[group.name].pk,
            [each.player.pk for each in fitting],
            acting=_secretary(setting, today),
        )
    _ask(setting, sections[MIXED], free[:WAIT], today)
    _ask_as(setting.cast.users["spelare"], sections[MIXED], today, hour=18)
    _ask(setting, sections[INVITED], free[WAIT : 2 * WAIT], today)
    return tournament


def _announce(setting: DemoSetting, start: date, today: date) -> Tournament:
    club = setting.cast.clubs[HOME]
    minutes, time_control = LONG
    return create_tournament(
        TournamentDraft(
            name="Springarens kongress",
            organiser_id=club.pk,
            district_id=club.district_id,
            pool_id=setting.pool.pk,
            start_date=start,
            end_date=start + (ROUNDS - 1) * DAY,
            minutes=minutes,
            place=club.town,
            time_control=time_control,
        ),
        acting=_secretary(setting, today),
        sections=[
            SectionDraft(
                group.name,
                SectionFormat.BOARDS,
                rounds=ROUNDS,
                pairing_system=group.system,
                acceleration=Acceleration.BAKU
                if group.system == SectionPairing.DUTCH_2026
                else Acceleration.NONE,
            )
            for group in GROUPS
        ],
    )


def _open(
    setting: DemoSetting, section: Section, group: _Group, start: date, today: date
) -> None:
    opening = EntryOpening(
        from_date=today - 7 * DAY,
        to_date=start - 7 * DAY,
        most=group.most,
        needs_answer=group.needs_answer,
        for_class=group.for_class,
        born_from=start.year - 20 if group.is_junior else None,
    )
    open_entries(section.pk, opening, acting=_secretary(setting, today))


def _available(setting: DemoSetting, start: date) -> list[DemoPlayer]:
    """Return the members on that day who may play, strongest first, without the demo's
    own player.
    """
    own = setting.cast.users["spelare"].player_id
    people = [
        each
        for each in setting.cast.people
        if each.plays_on(start, start)
        and not each.is_suspended
        and each.player.pk != own
    ]
    return sorted(people, key=lambda each: (-each.strength, each.player.pk))


def _fitting(people: list[DemoPlayer], group: _Group, start: date) -> list[DemoPlayer]:
    if group.is_junior:
        first_year = start.year - 20
        return [each for each in people if (each.player.birth_year or 0) >= first_year]
    if not group.for_class:
        return people
    held = ClassMembership.objects.on(start).values_list("player", "player_class")
    class_of = dict(held)
    return [each for each in people if class_of.get(each.player.pk) == group.for_class]


def _ask(
    setting: DemoSetting, section: Section, people: Iterable[DemoPlayer], today: date
) -> None:
    """Send entry requests of players to whom the secretary has given accounts."""
    for member in people:
        _secretary(setting, today)
        number = member.player.national_id
        user = User.objects.create_user(
            f"spelare{number}@demo.example",
            None,
            name=member.player.full_name,
            player=member.player,
        )
        _ask_as(user, section, today, hour=12)


def _ask_as(user: User, section: Section, today: date, *, hour: int) -> None:
    player_id = user.player_id
    if player_id is not None:
        at = acting(user.pk, today - DAY, hour)
        ask_to_play(section.pk, player_id, acting=at)


def _secretary(setting: DemoSetting, today: date) -> ActionContext:
    club = setting.cast.clubs[HOME]
    return acting(setting.cast.secretaries[club.pk].pk, today - 7 * DAY)

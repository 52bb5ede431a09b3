"""Let the invented players play: every entry, board and result is made by the office's
own acts, and results are drawn from the hidden strengths.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from federation.domain.authorship import ActionContext
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.reports import accept_report, clear_warnings
from ratings.models import Pool, Report
from tournaments.domain.entering import enter_players
from tournaments.domain.planning.sections import SectionDraft
from tournaments.domain.planning.tournaments import TournamentDraft, create_tournament
from tournaments.domain.results import ResultWish, enter_results
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, ProposalSeen, seats_of
from tournaments.domain.starting import start_section
from tournaments.domain.submitting import submit_results
from tournaments.enums import PeriodRule, SectionFormat, SectionPairing
from tournaments.management.demo.clock import acting
from tournaments.management.demo.people import DemoPeople, DemoPlayer
from tournaments.models import Pairing, Section, Tournament
from tournaments.queries.rounds.round_pairing import pair, round_to_pair
from tournaments.queries.section_results import read_section_results
from tournaments.rules.results import Result

WIN, DRAW, LOSS = Result.WHITE_WIN, Result.DRAW, Result.BLACK_WIN


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """A tournament that will be played."""

    name: str
    club: str
    start: date
    dates: tuple[date, ...]
    minutes: int
    time_control: str
    sections: tuple[tuple[str, tuple[DemoPlayer, ...]], ...]
    format: str = SectionFormat.ROUND_ROBIN
    pairing_system: str = SectionPairing.MONRAD
    paired_ahead: timedelta = timedelta()
    """How long before its day a round is paired."""
    rule: str = PeriodRule.BY_DATE
    gives_titles: bool = False
    tie_breaks: tuple[str, ...] | None = None

    @property
    def end(self) -> date:
        return self.dates[-1]


@dataclass(slots=True)
class DemoSetting:
    """The setting of the demo: its people, the random numbers, the pool, and who acts."""

    cast: DemoPeople
    random: Random
    pool: Pool
    origin: date
    draws: float = 0.5
    """Twice the share of draws between equals."""

    def act(self, plan: TournamentPlan, day: date) -> ActionContext:
        return acting(self.cast.secretaries[self.cast.clubs[plan.club].pk].pk, day)

    def officer(self, day: date) -> ActionContext:
        return acting(self.cast.users["ratingansvarig2"].pk, day, 21)

    def compute(self, at: datetime) -> None:
        compute_pool(self.pool.pk, at=at, cause="demo")


def announce(setting: DemoSetting, plan: TournamentPlan) -> Tournament:
    """Return the tournament with its sections and entries, not started."""
    club = setting.cast.clubs[plan.club]
    announced = setting.act(plan, plan.start)
    tournament = create_tournament(
        TournamentDraft(
            name=plan.name,
            organiser_id=club.pk,
            district_id=club.district_id,
            pool_id=setting.pool.pk,
            start_date=plan.start,
            end_date=plan.end,
            minutes=plan.minutes,
            place=club.town,
            time_control=plan.time_control,
            period_rule=plan.rule,
        ),
        acting=announced,
        sections=[
            SectionDraft(
                name,
                plan.format,
                rounds=len(plan.dates),
                pairing_system=plan.pairing_system
                if plan.format == SectionFormat.BOARDS
                else SectionPairing.BY_HAND,
                gives_titles=plan.gives_titles,
                tie_breaks=plan.tie_breaks,
            )
            for name, _people in plan.sections
        ],
    )
    sections = tournament.sections.in_order()
    for section, (_name, people) in zip(sections, plan.sections, strict=True):
        enter_players(section.pk, [each.player.pk for each in people], acting=announced)
    return tournament


def play(
    setting: DemoSetting, plan: TournamentPlan, *, until: date | None = None
) -> Tournament:
    """Announce a tournament and play its rounds up to a day (all of them by default)."""
    tournament = announce(setting, plan)
    for section, (_name, people) in zip(
        tournament.sections.in_order(), plan.sections, strict=True
    ):
        started = start_section(
            section.pk,
            acting=setting.act(plan, plan.start),
            round_dates=plan.dates[: _rounds(plan, len(people))],
        )
        by_player = {each.player.pk: each for each in people}
        if plan.format == SectionFormat.BOARDS:
            _play_swiss(setting, plan, started, by_player, until)
        else:
            _play_round_robin(setting, plan, started, by_player, until)
    return tournament


def _rounds(plan: TournamentPlan, people: int) -> int:
    if plan.format == SectionFormat.BOARDS:
        return len(plan.dates)
    return people - 1 + people % 2


def _play_round_robin(
    setting: DemoSetting,
    plan: TournamentPlan,
    section: Section,
    people: dict[int, DemoPlayer],
    until: date | None,
) -> None:
    wishes = []
    days = dict(section.round_days.values_list("number", "date"))
    boards = section.pairings.select_related("white", "black").order_by(
        "round", "board"
    )
    for board in boards:
        day = days[board.round]
        if board.black is None or (until and day > until):
            continue
        white = people[board.white.player_id]
        black = people[board.black.player_id]
        result = draw_result(setting, white, black, day)
        wishes.append(ResultWish(board.pk, result, board.version))
    enter_results(
        section.pk, wishes, acting=setting.act(plan, min(until or plan.end, plan.end))
    )


def _play_swiss(
    setting: DemoSetting,
    plan: TournamentPlan,
    section: Section,
    people: dict[int, DemoPlayer],
    until: date | None,
) -> None:
    """Pair and play each round; a round after `until` is at most paired."""
    players = dict(section.entries.values_list("pk", "player"))
    for number, day in enumerate(plan.dates, start=1):
        if until and day > until + plan.paired_ahead:
            break
        boards = _pair(section, number, setting.act(plan, min(day, until or day)))
        if until and day > until:
            break
        wishes = [
            ResultWish(
                board.pk,
                draw_result(
                    setting,
                    people[players[board.white_id]],
                    people[players[board.black_id]],
                    day,
                ),
                board.version,
            )
            for board in boards
            if board.black_id is not None
        ]
        enter_results(section.pk, wishes, acting=setting.act(plan, day))


def _pair(section: Section, number: int, context: ActionContext) -> list[Pairing]:
    """Pair a round by the section's system and publish it, as a secretary does."""
    system = section.pairing_system
    seats = seats_of(pair(round_to_pair(read_section_results(section), number, system)))
    numbers = dict(section.entries.values_list("pk", "pairing_number"))
    return set_boards(
        section.pk,
        number,
        [(numbers[white], numbers.get(black or 0)) for white, black in seats],
        acting=context,
        paired=HowPaired(ProposalSeen(system, seats)),
    )


def draw_result(
    setting: DemoSetting, white: DemoPlayer, black: DemoPlayer, day: date
) -> Result:
    luck = setting.random.random()
    if luck < 0.012:
        return setting.random.choice((Result.FORFEIT_WHITE, Result.FORFEIT_BLACK))
    difference = white.strength_on(day, setting.origin) - black.strength_on(
        day, setting.origin
    )
    expected = 1 / (1 + 10 ** (-(difference + 30) / 400))
    draw = setting.draws * min(expected, 1 - expected)
    luck = setting.random.random()
    if luck < expected - draw / 2:
        return WIN
    return DRAW if luck < expected + draw / 2 else LOSS


def submit(
    setting: DemoSetting,
    plan: TournamentPlan,
    tournament: Tournament,
    day: date,
    *,
    is_final: bool = True,
) -> Report:
    """Submit the results, as the secretary, and compute the ratings."""
    context = setting.act(plan, day)
    report = submit_results(
        tournament.pk, answers=ANSWERS, is_final=is_final, acting=context
    )
    setting.compute(context.at)
    return report


ANSWERS = {
    "non_member": "Spelaren har anmält sig till klubben, avgiften är på väg.",
    "implausible": "Vi har kontrollerat protokollen: resultaten stämmer.",
    "player_twice": "Det är två olika personer, far och son.",
    "near_namesake": "Det är rätt spelare, de två är olika personer.",
    "far_from_expected": "Vi har kontrollerat protokollen: resultaten stämmer.",
    "too_short": "Partierna spelades snabbare, det är vi medvetna om.",
    "days_fall": "Ronden fick skjutas upp.",
    "full_day": "Ronderna spelades på samma dag, det är vi medvetna om.",
    "reported_twice": "De möttes i båda turneringarna.",
    "suspended": "Avstängningen meddelades oss efter första ronden.",
}


def accept(setting: DemoSetting, report: Report, day: date) -> None:
    context = setting.officer(day)
    kinds = list(report.warnings.values_list("kind", flat=True))
    clear_warnings(report.pk, kinds, acting=context)
    accept_report(report.pk, acting=context)

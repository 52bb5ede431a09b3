"""For each kind of finding a tournament in which the checks find it.

A case yields a section of a tournament of the club. After the `yield` an error is
corrected; a finding that needs an answer is left unchanged.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta

from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.models import Club, Player, Suspension
from ratings.models import Pool
from tests.factories import (
    ClubFactory,
    PlayerFactory,
    UserFactory,
    acting,
    member,
    secretary_of,
)
from tests.ratings.lask_pool import kept_by_lask
from tests.ratings.rating_lists import decided
from tests.tournaments.teams import begun, confirmed, seen, started_league
from tests.tournaments.teams import entered as entered_for_home
from tests.tournaments.tournaments_made import (
    FIRST_DAY,
    board,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.entering import OutsideRating, set_outside
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.results import enter_result
from tournaments.domain.starting import set_round_dates
from tournaments.domain.teams.match_results import confirm_match
from tournaments.enums import FindingKind
from tournaments.models import Section

Case = Callable[[Club], Iterator[Section]]
CASES: dict[FindingKind, Case] = {}


def case(kind: FindingKind) -> Callable[[Case], Case]:
    """Register the function as the case of this kind."""

    def keep(provoke: Case) -> Case:
        assert kind not in CASES
        CASES[kind] = provoke
        return provoke

    return keep


# --- errors -------------------------------------------------------------------------
@case(FindingKind.NOT_STARTED)
def a_second_section_waits(club: Club) -> Iterator[Section]:
    of = tournament(club)
    group = played(started(section(of), size=2))
    other = section(of, name="Group B")
    yield group
    played(started(other, size=2))


@case(FindingKind.NOTHING_PLAYED)
def no_result_is_entered(club: Club) -> Iterator[Section]:
    group = started(section(tournament(club)), size=2)
    yield group
    played(group)


@case(FindingKind.MISSING)
def one_result_is_missing(club: Club) -> Iterator[Section]:
    group = started(section(tournament(club)), size=4)
    result(board(group, 1, 2), "1-0")
    yield group
    played(group)


@case(FindingKind.UNCONFIRMED)
def a_match_that_waits_for_the_other_captain(club: Club) -> Iterator[Section]:
    group = started_league(club, ClubFactory(), of=section(tournament(club)), cycles=2)
    one, other = group.matches.order_by("round")
    confirmed(begun(one), "1-0", "1/2", "1/2", "0-1")
    entered_for_home(begun(other), "1-0", "1/2", "1/2", "0-1")
    yield group
    away = acting(secretary_of(other.away.club))
    confirm_match(other.pk, side=other.away_id, seen=seen(other), acting=away)


@case(FindingKind.TWO_IN_ROUND)
def two_boards_in_a_round(club: Club) -> Iterator[Section]:
    group = played(started(section(tournament(club)), size=4))
    white, black = group.entries.in_order()[:2]
    facts = {"round": 2, "board": 3, "result": "1-0"}
    surplus = group.pairings.create(white=white, black=black, **facts)
    yield group
    surplus.delete()


@case(FindingKind.DATE_OUTSIDE)
def a_day_after_the_last(club: Club) -> Iterator[Section]:
    group = started(section(tournament(club)), size=2)
    one = result(board(group, 1, 2), "1-0", finished_date=date(2026, 5, 26))
    yield group
    result(one, "1-0", finished_date=date(2026, 5, 25))


@case(FindingKind.DATE_IN_FUTURE)
def a_day_to_come(club: Club) -> Iterator[Section]:
    today = timezone.localdate()
    days = {"start_date": today, "end_date": today + timedelta(days=9)}
    group = started(section(tournament(club, **days)), size=2)
    now = ActionContext(UserFactory().pk, timezone.now())
    one = board(group, 1, 2)
    tomorrow = today + timedelta(days=1)
    enter_result(one.pk, "1-0", 0, acting=now, finished_date=tomorrow)
    yield group
    enter_result(one.pk, "1-0", 1, acting=now, finished_date=today)


@case(FindingKind.POOL_ENDED)
def the_pool_ends_before(club: Club) -> Iterator[Section]:
    group = played(started(section(tournament(club)), size=2))
    Pool.objects.update(ends_on=FIRST_DAY - timedelta(days=1))
    yield group
    Pool.objects.update(ends_on=None)


@case(FindingKind.OUTSIDE_UNRATED)
def a_guest_without_a_number(club: Club) -> Iterator[Section]:
    guest = PlayerFactory(first_name="Liv", last_name="Dahl")
    group = started(section(tournament(club)), players=[member(club), guest])
    yield played(group)
    guessed = OutsideRating(1800, "estimate", "The Oslo club")
    set_outside(group.entries.get(player=guest).pk, guessed, acting=acting())


@case(FindingKind.WHOLE_INTERIM)
def a_whole_tournament_that_goes_on(club: Club) -> Iterator[Section]:
    """The final report can be submitted: nothing has to be corrected."""
    yield played(_rated_as_a_whole(club, "concentrated"))


@case(FindingKind.NO_MEAN)
def a_monrad_tournament_without_a_mean(club: Club) -> Iterator[Section]:
    group = played(_rated_as_a_whole(club, "monrad"))
    yield group
    _give_mean(group, 1850, "class I, by Rut")


@case(FindingKind.MEAN_GIVEN)
def a_mean_though_all_are_rated(club: Club) -> Iterator[Section]:
    group = played(_rated_as_a_whole(club, "concentrated"))
    _give_mean(group, 1850, "class I, by Rut")
    yield group
    _give_mean(group, None, "")


def _rated_as_a_whole(club: Club, method: str) -> Section:
    kept_by_lask()
    facts = {"method": method, "period_rule": "first_day", "minutes": 180}
    players = _rated_members(club, 1900, 1800)
    return started(section(tournament(club, **facts)), players=players)


def _give_mean(group: Section, mean: int | None, reason: str) -> None:
    draft = SectionDraft(
        name=group.name,
        format=group.format,
        rounds=group.rounds,
        tie_breaks=tuple(group.tie_breaks),
        mean_rating=mean,
        mean_reason=reason,
    )
    change_section(group.pk, draft, acting=acting())


# --- questions ----------------------------------------------------------------------
@case(FindingKind.SUSPENDED)
def a_player_is_barred(club: Club) -> Iterator[Section]:
    barred = member(club)
    Suspension.objects.create(
        player=barred,
        from_date=date(2026, 5, 1),
        to_date=date(2026, 5, 31),
        reason="Walked off",
        decided_by=UserFactory(),
    )
    players = [barred, member(club)]
    yield played(started(section(tournament(club)), players=players))


@case(FindingKind.NON_MEMBER)
def two_who_are_in_no_club(club: Club) -> Iterator[Section]:
    players = [PlayerFactory(), PlayerFactory()]
    yield played(started(section(tournament(club)), players=players))


@case(FindingKind.PLAYER_TWICE)
def one_name_in_two_entries(club: Club) -> Iterator[Section]:
    same = {"first_name": "Åke", "last_name": "Berg", "birth_year": 1970}
    players = [member(club, **same), member(**same)]
    yield played(started(section(tournament(club)), players=players))


@case(FindingKind.NEAR_NAMESAKE)
def a_clubmate_with_one_other_letter(club: Club) -> Iterator[Section]:
    same = {"first_name": "Stefan", "birth_year": 1961}
    entered = member(club, last_name="Berglund", **same)
    member(club, last_name="Berglind", **same)
    players = [entered, member(club)]
    yield played(started(section(tournament(club)), players=players))


@case(FindingKind.IMPLAUSIBLE)
def the_weaker_wins_twice(club: Club) -> Iterator[Section]:
    players = _rated_members(club, 2300, 1700)
    group = started(section(tournament(club), format="double"), players=players)
    _loses(group, players[0])
    yield group


@case(FindingKind.MEMBER_UNRATED)
def a_member_of_a_lask_club_without_a_number_meets_a_guest(
    club: Club,
) -> Iterator[Section]:
    kept_by_lask()
    guest = PlayerFactory(first_name="Liv", last_name="Dahl", fide_rating=1900)
    made = tournament(club, minutes=180)
    yield played(started(section(made), players=[member(club), guest]))


@case(FindingKind.FIDE_WITHOUT_NUMBER)
def a_guest_whose_card_has_a_rating_and_no_number(club: Club) -> Iterator[Section]:
    guest = PlayerFactory(
        first_name="Liv", last_name="Dahl", fide_rating=1900, fide_id=None
    )
    players = [*_rated_members(club, 1900), guest]
    yield played(started(section(tournament(club)), players=players))


@case(FindingKind.FAR_FROM_EXPECTED)
def a_master_loses_to_two_beginners(club: Club) -> Iterator[Section]:
    players = _rated_members(club, 2440, 1069, 1000)
    group = started(section(tournament(club)), players=players)
    _loses(group, players[0])
    yield played(group)


@case(FindingKind.TOO_SHORT)
def twenty_minutes_in_a_pool_of_long_games(club: Club) -> Iterator[Section]:
    yield played(started(section(tournament(club, minutes=20)), size=4))


@case(FindingKind.DAYS_FALL)
def a_round_that_was_postponed(club: Club) -> Iterator[Section]:
    group = played(started(section(tournament(club)), size=4))
    days = [FIRST_DAY, date(2026, 5, 18), date(2026, 5, 11)]
    set_round_dates(group.pk, days, acting=acting())
    yield group


@case(FindingKind.FULL_DAY)
def three_long_rounds_in_a_day(club: Club) -> Iterator[Section]:
    made = tournament(club, start_date=FIRST_DAY, end_date=FIRST_DAY)
    yield played(started(section(made), size=4))


@case(FindingKind.REPORTED_TWICE)
def the_same_game_in_another_tournament(club: Club) -> Iterator[Section]:
    players = [member(club), member(club)]
    first = tournament(club, name="First cup")
    submitted(played(started(section(first), players=players)))
    yield played(started(section(tournament(club)), players=players))


def _rated_members(club: Club, *ratings: int) -> list[Player]:
    players = [member(club) for _ in ratings]
    for player, rating in zip(players, ratings, strict=True):
        decided(player, rating)
    return players


def _loses(group: Section, loser: Player) -> None:
    """Let the entry lose every game."""
    for one in group.pairings.select_related("white", "black"):
        if loser.pk == one.white.player_id:
            result(one, "0-1")
        elif one.black and loser.pk == one.black.player_id:
            result(one, "1-0")

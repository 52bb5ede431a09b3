"""Sections that are played by teams: `tournaments.domain.teams.leagues`."""

from datetime import timedelta

import pytest

from tests.factories import NOON, ClubFactory, UserFactory, acting
from tests.refusals import refusal_code
from tests.tournaments.domain.entry_requests.cases import (
    account,
    asks,
    letters_to,
    opened,
    states,
)
from tests.tournaments.sanctions import sanctioned, terms
from tests.tournaments.teams import (
    begun,
    league,
    line_up,
    members_of,
    seen,
    started_league,
)
from tests.tournaments.tournaments_made import FIRST_DAY, section
from tournaments.domain.entry_requests.opening import (
    EntryOpening,
    close_entries,
    open_entries,
)
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.domain.starting import default_dates, undo_start
from tournaments.domain.teams.leagues import (
    LeagueDraft,
    remove_team,
    set_league,
    start_league,
)
from tournaments.domain.teams.line_ups import begin_match, reopen_line_ups
from tournaments.domain.teams.match_results import decide_match
from tournaments.enums import Bye, SectionPairing
from tournaments.models import Absence, Sanction, Section

pytestmark = pytest.mark.django_db


def test_section_becomes_a_league_with_the_usual_points():
    """The point system of games is the usual one; matches have points of their own."""
    of = section(format="boards", rounds=5, point_system="3-1-0")
    set_league(of.pk, LeagueDraft(), acting=acting())
    of.refresh_from_db()
    assert of.point_system == "usual"


def test_accelerated_section_loses_acceleration_when_it_becomes_a_league():
    of = section(
        format="boards", rounds=5, pairing_system="dutch_2026", acceleration="baku"
    )
    set_league(of.pk, LeagueDraft(), acting=acting())
    of.refresh_from_db()
    assert (of.pairing_system, of.acceleration) == (SectionPairing.BY_HAND, "")


@pytest.mark.parametrize(
    "facts",
    [
        {"format": "round_robin"},
        {"format": "boards", "pairing_system": "monrad"},
        {
            "format": "boards",
            "pairing_system": "dutch_2026",
            "acceleration": "baku",
        },
    ],
)
def test_league_with_a_pairing_system_is_refused(facts):
    of = league()
    draft = SectionDraft(of.name, **facts)
    assert refusal_code(change_section, of.pk, draft) == "by_teams"


def test_players_cannot_enter_a_league_themselves():
    days = EntryOpening(from_date=FIRST_DAY, to_date=FIRST_DAY)
    assert refusal_code(open_entries, league().pk, days) == "by_teams"

    of = section()
    open_entries(of.pk, days, acting=acting())
    assert refusal_code(set_league, of.pk, LeagueDraft()) == "entries_open"

    close_entries(of.pk, acting=acting())
    assert set_league(of.pk, LeagueDraft(), acting=acting()).section == of


def test_start_of_a_league_declines_entry_requests_of_single_players():
    of, user = opened(needs_answer=True), account()
    asks(of, user)
    close_entries(of.pk, acting=acting())
    league(of=of)

    start_league(of.pk, acting=acting())

    assert states(of) == ["declined"]
    assert letters_to(user)[-1] == "Your entry has been declined: Spring cup"


def test_league_with_a_single_team_does_not_start():
    of = league(ClubFactory())
    with pytest.raises(TournamentRefusal) as refused:
        start_league(of.pk, acting=acting())
    facts = refused.value.code, refused.value.facts
    assert facts == ("too_few_teams", {"least": 2})


def test_start_of_the_last_section_dates_the_invoice_even_if_it_is_a_league():
    terms()
    of = section()
    sanctioned(of)
    league(of=of)
    assert Sanction.objects.get().invoice_date is None

    start_league(of.pk, acting=acting())

    assert Sanction.objects.get().invoice_date == NOON.date()


def test_removed_team_leaves_no_gap_in_the_numbers():
    of = league(*(ClubFactory() for _ in range(4)))
    names = list(of.teams.order_by("number").values_list("name", flat=True))

    remove_team(of.teams.get(number=2).pk, acting=acting())

    assert list(of.teams.order_by("number").values_list("number", "name")) == [
        (1, names[0]), (2, names[2]), (3, names[3]),
    ]  # fmt: skip


def test_second_cycle_of_a_league_exchanges_home_and_away():
    of = started_league(ClubFactory(), ClubFactory(), cycles=2)
    homes = of.matches.order_by("round").values_list("home__number", "away__number")
    one, other = homes
    assert (of.rounds, one) == (2, other[::-1])


def test_lots_of_a_league_are_drawn_at_its_start_and_record_their_drawer():
    of, by = league(), UserFactory()
    start_league(of.pk, acting=acting(by))
    of.refresh_from_db()
    assert (of.lots_drawn_by, of.lots_drawn_at, len(of.lots_seed)) == (by, NOON, 16)


def test_league_can_be_renamed():
    of = league()
    change_section(of.pk, SectionDraft("Division 1", format="boards"), acting=acting())
    assert Section.objects.get(pk=of.pk).name == "Division 1"


def test_absence_from_a_round_of_a_league_is_refused():
    of = started_league()
    match = begun(of.matches.get())
    entry = match.section.entries.first()
    absent = {entry.pk: Bye.NONE}
    assert refusal_code(record_absences, of.pk, 1, absent) == "by_teams"
    assert not Absence.objects.exists()


def test_rounds_of_a_league_have_the_given_days_or_one_a_week():
    of = league(ClubFactory(), ClubFactory(), ClubFactory(), ClubFactory())
    days = [FIRST_DAY, FIRST_DAY + timedelta(2), FIRST_DAY + timedelta(5)]
    start_league(of.pk, acting=acting(), round_dates=days)
    assert dates_of(of) == days
    other = league(of=section(of.tournament, name="B"))
    start_league(other.pk, acting=acting())
    assert dates_of(other) == default_dates(other)


def dates_of(section):
    return list(section.round_days.order_by("number").values_list("date", flat=True))


def test_start_of_a_league_can_be_undone_until_a_match_has_begun():
    of = started_league()
    match = of.matches.get()
    line_up(match, match.home, members_of(match.home))
    begin_match(match.pk, acting=acting())
    assert refusal_code(undo_start, of.pk) == "match_under_way"

    reopen_line_ups(match.pk, acting=acting())
    undo_start(of.pk, acting=acting())
    of.refresh_from_db()
    assert (of.started_at, of.matches.count(), of.teams.count()) == (None, 0, 2)


def test_start_of_a_league_cannot_be_undone_after_a_confirmed_match():
    of = started_league()
    match = of.matches.get()
    line_up(match, match.home, members_of(match.home))
    begin_match(match.pk, acting=acting())
    decide_match(match.pk, "They did not come", seen=seen(match), acting=acting())
    assert refusal_code(undo_start, of.pk) == "match_under_way"

"""SSF §7.3c: a player who for seven years has played in no competition where classes are
judged may step down one class on request.
"""

from datetime import date, timedelta

import pytest
from django.utils import translation

from federation.domain.classes import ClassLine, enter_in_class_register
from federation.models import ClassMembership
from federation.queries.personal_data import read_personal_data
from federation.queries.persons import person_of_player
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import (
    NOON,
    OFFICE,
    ClassMembershipFactory,
    PlayerFactory,
    acting,
    line,
    member,
)
from tests.ratings.rating_lists import accepted, published, rated, up_to_date
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import entered, section, started, tournament
from tournaments.domain.movements.stepping_down import step_down, undo_step_down
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.starting import start_section
from tournaments.models import StepDown
from tournaments.queries.movements.stepping_down import (
    JudgedTournament,
    last_competition,
    steps_down,
)

pytestmark = pytest.mark.django_db
TODAY = NOON.date()
SEVEN_YEARS_AGO = TODAY.replace(year=TODAY.year - 7)
REASON = "Letter of 3 November"


def of_class(name="II", **facts):
    player = member()
    ClassMembershipFactory(player=player, player_class=name, **facts)
    return player


def class_held(player):
    line = ClassMembership.objects.on(TODAY).get(player=player)
    return line.player_class


def stepped(player, last=SEVEN_YEARS_AGO, by=None):
    return step_down(player.pk, last, REASON, acting=acting(by))


@pytest.mark.parametrize(("own", "below"), [("M", "I"), ("I", "II"), ("II", "III")])
def test_player_steps_down_one_class_from_the_day_given(own, below):
    player, by = of_class(own), acting()

    made = step_down(player.pk, SEVEN_YEARS_AGO, f" {REASON} ", acting=by)

    assert (made.from_class, made.last_played, made.reason) == (
        own,
        SEVEN_YEARS_AGO,
        REASON,
    )
    line = made.line
    assert (line.player_class, line.from_date, line.paragraph) == (
        below,
        TODAY,
        "SSF §7.3c",
    )
    assert (line.confirmed_by_id, line.confirmed_at) == (by.user_id, NOON)
    assert class_held(player) == below


def test_stepping_down_too_early_is_refused_with_the_first_possible_day():
    player = of_class()
    with pytest.raises(TournamentRefusal) as refused:
        stepped(player, SEVEN_YEARS_AGO + timedelta(days=1))
    assert refused.value.code == "step_early"
    assert refused.value.facts == {"day": TODAY + timedelta(days=1)}
    assert class_held(player) == "II"


def played_in(player, **facts):
    """Start a section with class movements in a tournament that ended less than seven years ago."""
    facts = {"gives_titles": True, **facts}
    last = SEVEN_YEARS_AGO + timedelta(days=30)
    held_then = tournament(start_date=last - timedelta(days=20), end_date=last)
    return started(section(held_then, **facts), players=[player, member()])


def test_last_competition_known_to_the_office_is_named_in_the_refusal():
    player = of_class()
    group = played_in(player)
    with pytest.raises(TournamentRefusal) as refused:
        stepped(player)
    assert refused.value.code == "step_played"
    assert refused.value.facts == {
        "name": group.tournament.name,
        "day": group.tournament.end_date,
        "opens_on": TODAY + timedelta(days=30),
    }


def test_player_steps_down_from_the_current_class():
    player = of_class("I")
    fallen = SEVEN_YEARS_AGO + timedelta(days=10)
    ClassMembershipFactory(player=player, player_class="II", from_date=fallen)

    assert stepped(player).from_class == "II"
    assert class_held(player) == "III"


def test_competition_with_the_latest_last_day_counts():
    player = of_class()
    newest = played_in(player).tournament
    older = tournament(
        start_date=newest.start_date - timedelta(days=40),
        end_date=newest.end_date - timedelta(days=20),
        name="Older",
    )
    started(section(older, gives_titles=True), players=[player, member()])
    longest = tournament(
        start_date=newest.start_date + timedelta(days=1),
        end_date=newest.end_date - timedelta(days=1),
        name="Within",
    )
    started(section(longest, gives_titles=True), players=[player, member()])

    assert last_competition(player.pk) == JudgedTournament(newest.name, newest.end_date)


def test_step_down_on_the_last_day_of_the_known_competition_is_too_early():
    player = of_class()
    group = played_in(player)
    last = group.tournament.end_date
    with pytest.raises(TournamentRefusal) as refused:
        stepped(player, last)
    assert (refused.value.code, refused.value.facts) == (
        "step_early",
        {"day": TODAY + timedelta(days=30)},
    )


def test_section_that_has_not_started_is_no_competition():
    player = of_class()
    entered(section(gives_titles=True), player, member())
    assert last_competition(player.pk) is None


def test_cause_in_the_register_is_in_the_language_of_the_office(settings):
    settings.LANGUAGE_CODE = "sv"
    with translation.override("en"):
        made = stepped(of_class())
    assert made.line.cause == "På egen begäran"


def test_game_under_another_card_counts_for_the_player():
    player, other = of_class(), member()
    played_in(other)
    draft = MergeDraft(other.pk, player.pk, "One and the same")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())
    assert refusal_code(step_down, player.pk, SEVEN_YEARS_AGO, REASON) == "step_played"


def test_section_without_titles_does_not_count():
    player = of_class()
    played_in(player, gives_titles=False)
    stepped(player)
    assert class_held(player) == "III"


def test_cancelled_tournament_does_not_count():
    player = of_class()
    group = played_in(player)
    cancel_tournament(group.tournament_id, acting=acting())
    stepped(player)
    assert class_held(player) == "III"


def test_player_who_left_before_the_first_round_has_not_played():
    player = of_class()
    group = played_in(player, format="boards", rounds=5)
    group.entries.filter(player=player).update(withdrawn_after=0)
    stepped(player)
    assert class_held(player) == "III"


@pytest.mark.parametrize(
    ("name", "facts", "code"),
    [("III", {}, "step_lowest"), ("M", {"for_life": True}, "step_for_life")],
)
def test_player_of_the_lowest_class_is_refused(name, facts, code):
    player = of_class(name, **facts)
    assert refusal_code(step_down, player.pk, SEVEN_YEARS_AGO, REASON) == code


def test_player_without_class_is_refused():
    assert (
        refusal_code(step_down, member().pk, SEVEN_YEARS_AGO, REASON) == "step_no_class"
    )


def test_reason_is_required():
    assert refusal_code(step_down, of_class().pk, SEVEN_YEARS_AGO, " ") == "reason"


def test_merged_card_cannot_step_down():
    card = PlayerFactory(merged_into=of_class())
    assert refusal_code(step_down, card.pk, SEVEN_YEARS_AGO, REASON) == "gone"


def test_export_of_personal_data_contains_the_step_down():
    player = of_class()
    made = stepped(player)
    held_of = read_personal_data(person_of_player(player.pk))
    [rows] = [
        each.rows for each in held_of.sections if each.label == "tournaments.StepDown"
    ]
    assert [(row["id"], row["reason"]) for row in rows] == [(made.pk, REASON)]


# --- undoing ----------------------------------------------------------------------
def test_undone_step_down_can_be_entered_again():
    player, by = of_class(), acting()
    made = stepped(player)

    undo_step_down(made.pk, acting=by)

    assert class_held(player) == "II"
    line = ClassMembership.every_line.get(pk=made.line_id)
    assert (line.taken_back_by_id, line.taken_back_at) == (by.user_id, by.at)
    assert refusal_code(undo_step_down, made.pk) == "step_undone"
    stepped(player)
    assert class_held(player) == "III"
    assert StepDown.objects.count() == 2


def test_undoing_removes_only_its_own_step_down():
    first, second = of_class(), of_class()
    stepped(first)
    undo_step_down(stepped(second).pk, acting=acting())
    assert [class_held(each) for each in (first, second)] == ["III", "II"]
    assert refusal_code(undo_step_down, 0) == "gone"


def test_step_down_cannot_be_undone_after_a_later_class_change():
    player = of_class()
    made = stepped(player)
    later = ClassLine(player.pk, "I", TODAY, "By mistake")
    enter_in_class_register(later, acting=OFFICE)
    assert refusal_code(undo_step_down, made.pk) == "step_later"


def test_step_down_cannot_be_undone_after_a_tournament_in_the_new_class_began():
    player = of_class()
    made = stepped(player)
    group = section(
        tournament(start_date=TODAY, end_date=TODAY + timedelta(days=20)),
        gives_titles=True,
    )
    entered(group, player, member())
    start_section(group.pk, acting=acting())
    assert refusal_code(undo_step_down, made.pk) == "step_begun"
    assert class_held(player) == "III"


def test_step_down_cannot_be_undone_after_an_approved_list_shows_the_new_class():
    player = rated(1750)
    ClassMembershipFactory(player=player, player_class="II")
    made = stepped(player)
    accepted(line(player, member(), 1, TODAY))
    up_to_date()
    published(TODAY)
    assert refusal_code(undo_step_down, made.pk) == "step_listed"


def test_undone_step_downs_stay_listed_newest_first():
    first, second = stepped(of_class()), stepped(of_class("I"))
    undo_step_down(first.pk, acting=acting())
    assert list(steps_down()) == [second, first]


def test_undoing_an_unknown_step_down_is_refused():
    assert refusal_code(undo_step_down, 1) == "gone"


def test_seven_years_from_a_leap_day_end_on_the_first_of_march():
    player = of_class()
    with pytest.raises(TournamentRefusal) as refused:
        stepped(player, date(2024, 2, 29))
    assert refused.value.facts == {"day": date(2031, 3, 1)}

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError

from ratings.ledger.domain.reports import accept_report, hold_report, return_report
from ratings.models import Pool
from ratings.pools.domain.pools import end_pool
from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    acting,
    computed,
    line,
    member,
    officer,
    posted,
    second_pool,
)
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    board,
    draft,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.planning.sections import (
    SectionDraft,
    add_section,
    change_section,
    remove_section,
)
from tournaments.domain.planning.tournaments import change_tournament, create_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.report_material import read_report_material
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.starting import set_round_dates
from tournaments.domain.submitting import recall_results
from tournaments.models import Section

pytestmark = pytest.mark.django_db

SSF_2025_BERGER = [
    "direct_encounter", "sonneborn_berger_2024", "wins", "black_games",
]  # fmt: skip
SSF_2025_SWISS = ["buchholz_cut1_2024", "wins", "black_games", "lots"]


def test_new_tournament_is_in_preparation():
    made = create_tournament(draft(), acting=acting())

    assert made.state == "draft"


def test_last_day_before_the_first_is_refused():
    with pytest.raises(ValidationError):
        create_tournament(draft(end_date=date(2026, 5, 3)), acting=acting())


def test_tournament_before_the_first_rating_system_is_refused():
    old = draft(start_date=date(1990, 1, 1), end_date=date(1990, 1, 2))

    with pytest.raises(TournamentRefusal) as refused:
        create_tournament(old, acting=acting())
    assert (refused.value.code, refused.value.facts) == (
        "no_edition",
        {"day": date(1990, 1, 1)},
    )


def test_change_of_a_section_is_a_new_version_of_its_tournament():
    group = section()
    before = group.tournament.version
    facts = SectionDraft(group.name, group.format, mean_rating=1800, mean_reason="Rut")

    change_section(group.pk, facts, acting=acting())

    group.tournament.refresh_from_db()
    assert group.tournament.version == before + 1


def test_tournament_must_end_before_its_pool():
    in_time = draft(end_date=date(2026, 5, 5))
    end_pool(in_time.pool_id, in_time.end_date, acting=acting())
    late = draft(end_date=date(2026, 5, 6))

    assert create_tournament(in_time, acting=acting()).pk
    assert refusal_code(create_tournament, late) == "pool_ended"


def test_change_increments_the_version():
    made = tournament()

    changed = change_tournament(
        made.pk, draft(made.organiser, name="Autumn cup"), acting=acting()
    )

    assert (changed.name, changed.version) == ("Autumn cup", 1)


def test_finished_tournament_is_not_changed():
    group = played(started(size=2))
    submitted(group)

    code = refusal_code(change_tournament, group.tournament_id, draft())
    assert code == "state"


def test_sections_are_numbered_and_announce_the_standard_tie_breaks():
    section(name="Another tournament's")
    made = tournament()

    first = section(made)
    second = section(made, name="B", format="boards", rounds=5)

    assert (first.number, first.tie_breaks) == (1, SSF_2025_BERGER)
    assert (second.number, second.tie_breaks) == (2, SSF_2025_SWISS)


def test_tournament_of_earlier_years_announces_the_rules_of_2008():
    of = tournament(start_date=date(2025, 6, 30), end_date=date(2025, 7, 30))

    assert section(of).tie_breaks == ["berger_elimination", "lots"]
    swiss = section(of, name="B", format="boards", rounds=5)
    assert swiss.tie_breaks == ["progressive", "lots"]
    since = tournament(start_date=date(2025, 7, 1), end_date=date(2025, 7, 30))
    assert section(since).tie_breaks == SSF_2025_BERGER


def test_unknown_tie_break_is_refused():
    draft_with_unknown = SectionDraft("A", tie_breaks=("wishes",))

    assert (
        refusal_code(add_section, tournament().pk, draft_with_unknown) == "tie_breaks"
    )


def test_started_section_keeps_its_format():
    group = started(size=2)

    code = refusal_code(change_section, group.pk, SectionDraft("A", format="boards"))
    assert code == "started"


def test_started_section_keeps_its_point_system():
    made = section(point_system="3-1-0")
    start = started(made, size=2)
    draft = SectionDraft("Group A", point_system="usual")

    assert refusal_code(change_section, start.pk, draft) == "points_announced"
    start.refresh_from_db()
    assert start.point_system == "3-1-0"


def test_section_with_other_points_cannot_give_titles():
    with pytest.raises(ValidationError, match="Class movements are based on"):
        section(point_system="3-2-1", gives_titles=True)


def test_section_that_has_not_started_can_be_removed():
    group = section()

    remove_section(group.pk, acting=acting())

    assert not Section.objects.exists()


def test_started_section_cannot_be_removed():
    assert refusal_code(remove_section, started(size=2).pk) == "started"


def test_tournament_whose_results_count_cannot_be_cancelled():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")
    submitted(group, is_final=False)

    assert refusal_code(cancel_tournament, group.tournament_id) == "counting"


def interim(group):
    result(board(group, 1, 2), "1-0")
    return submitted(group, is_final=False)


def test_tournament_whose_report_is_held_cannot_be_cancelled():
    group = started(size=3)
    hold_report(interim(group).pk, "Who is Ek?", acting=acting(officer()))

    assert refusal_code(cancel_tournament, group.tournament_id) == "held"


def test_tournament_whose_report_is_withdrawn_or_returned_can_be_cancelled():
    recalled, returned = started(size=3), started(size=3)
    interim(recalled)
    recall_results(recalled.tournament_id, acting=acting())
    return_report(interim(returned).pk, "Wrong day", acting=acting(officer()))

    for group in (recalled, returned):
        called_off = cancel_tournament(group.tournament_id, acting=acting())
        assert called_off.state == "cancelled"


def test_pool_and_period_rule_are_fixed_after_the_first_submission():
    group = started(size=3)
    report = interim(group)
    return_report(report.pk, "Wrong day", acting=acting(officer()))
    other = Pool.objects.create(code="rapid", name="Rapid")
    club = group.tournament.organiser

    moved = draft(club, pool_id=other.pk)
    assert refusal_code(change_tournament, group.tournament_id, moved) == "pool_stands"
    ruled = draft(club, period_rule="first_day")
    assert (
        refusal_code(change_tournament, group.tournament_id, ruled) == "period_stands"
    )
    renamed = change_tournament(
        group.tournament_id, draft(club, name="Autumn cup"), acting=acting()
    )
    assert renamed.name == "Autumn cup"


def test_change_of_pool_after_the_start_records_the_ratings_again():
    made = tournament()
    one, other = member(made.organiser), member(made.organiser)
    posted(line(one, other, 2, date(2026, 3, 3)))
    computed()
    group = started(section(made), players=[one, other])
    ratings = group.entries.in_order().values_list("rating", flat=True)
    assert list(ratings) == [1316, 1284]

    moved = draft(made.organiser, pool_id=second_pool().pk)
    change_tournament(made.pk, moved, acting=acting())

    assert list(ratings.all()) == [1300, 1300]


def test_change_of_first_day_after_the_start_records_the_classes_again():
    made = tournament()
    one, other = member(made.organiser), member(made.organiser)
    ClassMembershipFactory(player=one, player_class="II", from_date=made.start_date)
    group = started(section(made, gives_titles=True), players=[one, other])
    classes = group.entries.in_order().values_list("class_at_start", flat=True)
    assert list(classes) == ["II", ""]
    earlier = draft(made.organiser, start_date=made.start_date - timedelta(days=1))

    change_tournament(made.pk, earlier, acting=acting())

    assert list(classes.all()) == ["", ""]


def test_tie_breaks_are_fixed_at_the_start():
    # SSF §10: they are announced before the start.
    group = started(size=2)
    other = SectionDraft("A", tie_breaks=("wins", "lots"))

    assert refusal_code(change_section, group.pk, other) == "announced"
    assert change_section(group.pk, SectionDraft("B"), acting=acting()).name == "B"


def days_of(group) -> list[str]:
    days = group.round_days.order_by("number").values_list("date", flat=True)
    return [day.isoformat() for day in days]


def test_added_round_has_the_last_known_day_until_its_own_is_given():
    group = started(size=4, format="boards", rounds=2)
    set_round_dates(group.pk, [date(2026, 5, 4), date(2026, 5, 11)], acting=acting())
    longer = SectionDraft("A", format="boards", rounds=4, rounds_reason="A free day")

    change_section(group.pk, longer, acting=acting())
    set_boards(group.pk, 4, [(1, 2)], acting=acting())

    assert days_of(group) == ["2026-05-04", "2026-05-11", "2026-05-11", "2026-05-11"]
    (game,) = read_report_material(group.tournament).games
    assert game.day == date(2026, 5, 11)


def test_added_round_is_never_dated_after_the_last_day():
    group = started(size=4, format="boards", rounds=2)
    type(group.tournament).objects.update(end_date=date(2026, 5, 12))

    longer = SectionDraft("A", format="boards", rounds=3, rounds_reason="A free day")
    change_section(group.pk, longer, acting=acting())

    assert days_of(group)[2] == "2026-05-12"


def test_removed_round_has_no_day():
    group = started(size=4, format="boards", rounds=3)

    shorter = SectionDraft("A", format="boards", rounds=2, rounds_reason="The hall")
    change_section(group.pk, shorter, acting=acting())

    assert len(days_of(group)) == 2


def test_tournament_in_preparation_can_be_cancelled():
    assert cancel_tournament(tournament().pk, acting=acting()).state == "cancelled"


def test_act_on_a_deleted_row_is_refused():
    assert refusal_code(remove_section, 999_999) == "gone"
    assert refusal_code(cancel_tournament, 999_999) == "gone"


def test_district_organises_without_a_club():
    district = ClubFactory().district
    plan = draft(organiser_id=None, district_id=district.pk)

    assert create_tournament(plan, acting=acting()).organiser is None


def test_new_tournament_records_author_and_time_and_orders_its_sections():
    by = acting()
    sections = [SectionDraft("Open"), SectionDraft("Juniors", "boards", rounds=5)]

    made = create_tournament(draft(), sections=sections, acting=by)

    assert (made.created_by_id, made.created_at) == (by.person_id, by.at)
    stored_sections = made.sections.order_by("number").values_list(
        "number", "name", "rounds"
    )
    assert list(stored_sections) == [(1, "Open", 1), (2, "Juniors", 5)]


def test_double_round_robin_announces_the_tie_breaks_of_a_round_robin():
    assert section(format="double").tie_breaks == SSF_2025_BERGER


def test_change_of_format_before_the_start_changes_the_tie_breaks():
    group = section()
    swiss = SectionDraft("Open", "boards", rounds=7, gives_titles=True)

    changed = change_section(group.pk, swiss, acting=acting())

    changed.refresh_from_db()
    assert (changed.name, changed.format, changed.rounds) == ("Open", "boards", 7)
    assert (changed.tie_breaks, changed.gives_titles) == (SSF_2025_SWISS, True)


def test_renamed_round_robin_keeps_its_rounds_and_their_days():
    group = started(size=4)
    days = days_of(group)

    change_section(group.pk, SectionDraft("Open"), acting=acting())

    group.refresh_from_db()
    assert (group.name, group.rounds, days_of(group)) == ("Open", 3, days)


def test_paired_rounds_cannot_be_removed():
    group = started(size=4, format="boards", rounds=3)
    set_boards(group.pk, 2, [(1, 2)], acting=acting())
    shorter = SectionDraft("A", "boards", rounds=1)

    with pytest.raises(TournamentRefusal) as refused:
        change_section(group.pk, shorter, acting=acting())
    assert (refused.value.code, refused.value.facts) == ("rounds_paired", {"round": 2})
    two = SectionDraft("A", "boards", rounds=2, rounds_reason="The hall")
    assert change_section(group.pk, two, acting=acting()).rounds == 2


def test_only_the_named_section_is_removed():
    made = tournament()
    remaining, removed, elsewhere = section(made), section(made, name="B"), section()

    remove_section(removed.pk, acting=acting())

    assert set(Section.objects.all()) == {remaining, elsewhere}


def test_tournament_with_an_accepted_report_cannot_be_cancelled_after_a_later_return():
    group = started(size=3)
    accept_report(interim(group).pk, acting=acting(officer()))
    result(board(group, 1, 3), "1-0")
    later = submitted(group, is_final=False)
    return_report(later.pk, "Wrong day", acting=acting(officer()))

    assert refusal_code(cancel_tournament, group.tournament_id) == "counting"


def test_tournament_cannot_be_moved_beyond_the_last_day_of_its_pool():
    made = tournament()
    end_pool(made.pool_id, made.end_date, acting=acting())
    late = draft(made.organiser, end_date=date(2026, 5, 26))

    with pytest.raises(TournamentRefusal) as refused:
        change_tournament(made.pk, late, acting=acting())
    assert (refused.value.code, refused.value.facts) == (
        "pool_ended",
        {"day": date(2026, 5, 25)},
    )

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from tests.factories import ClubFactory
from tests.tournaments.makers import (
    board,
    draft,
    hand,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tests.tournaments.refused import refusal
from tournaments.domain.planning import (
    SectionDraft,
    add_section,
    cancel_tournament,
    change_section,
    change_tournament,
    create_tournament,
    finish_tournament,
    remove_section,
)
from tournaments.models import Section

pytestmark = pytest.mark.django_db


def test_a_new_tournament_is_in_preparation():
    made = create_tournament(draft(), hand=hand())

    assert made.state == "draft"


def test_the_last_day_never_comes_before_the_first():
    with pytest.raises(ValidationError):
        create_tournament(draft(end_date=date(2026, 5, 3)), hand=hand())


def test_no_tournament_is_older_than_the_first_rating_system():
    old = draft(start_date=date(1990, 1, 1), end_date=date(1990, 1, 2))

    assert refusal(create_tournament, old) == "no_edition"


def test_a_change_counts_up_the_version():
    made = tournament()

    changed = change_tournament(
        made.pk, draft(made.organiser, name="Autumn cup"), hand=hand()
    )

    assert (changed.name, changed.version) == ("Autumn cup", 1)


def test_a_finished_tournament_is_not_changed():
    group = played(started(size=2))
    finish_tournament(group.tournament_id, hand=hand())

    code = refusal(change_tournament, group.tournament_id, draft())
    assert code == "state"


def test_sections_are_numbered_in_order_and_announce_the_standard_tie_breaks():
    made = tournament()

    first = section(made)
    second = section(made, name="B", format="boards", rounds=5)

    assert (first.number, first.tie_breaks) == (1, ["berger_elimination", "lots"])
    assert (second.number, second.tie_breaks) == (2, ["progressive", "lots"])


def test_an_unknown_tie_break_is_refused():
    asked = SectionDraft("A", tie_breaks=("wishes",))

    assert refusal(add_section, tournament().pk, asked) == "tie_breaks"


def test_a_section_keeps_its_form_once_it_has_started():
    group = started(size=2)

    code = refusal(change_section, group.pk, SectionDraft("A", format="boards"))
    assert code == "started"


def test_a_section_that_has_not_started_can_be_taken_away():
    group = section()

    remove_section(group.pk, hand=hand())

    assert not Section.objects.exists()


def test_a_started_section_is_not_taken_away():
    assert refusal(remove_section, started(size=2).pk) == "started"


def test_nothing_is_finished_while_a_result_is_missing():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")

    assert refusal(finish_tournament, group.tournament_id) == "missing"


def test_a_tournament_whose_results_count_is_not_called_off():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")
    submitted(group, is_final=False)

    assert refusal(cancel_tournament, group.tournament_id) == "submitted"


def test_a_tournament_in_preparation_is_called_off():
    assert cancel_tournament(tournament().pk, hand=hand()).state == "cancelled"


def test_an_act_on_what_is_gone_is_refused():
    assert refusal(remove_section, 999_999) == "gone"
    assert refusal(cancel_tournament, 999_999) == "gone"


def test_a_district_arranges_without_a_club():
    district = ClubFactory().district
    plan = draft(organiser_id=None, district_id=district.pk)

    assert create_tournament(plan, hand=hand()).organiser is None

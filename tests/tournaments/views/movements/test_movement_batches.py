"""Movements confirmed or rejected together are undone from their page or directly
afterwards.
"""

import pytest
from django.utils import translation

from federation.enums import RoleKind
from federation.queries.audit import AuditQuery, log_page
from federation.queries.audit_fields import CODES
from federation.queries.audit_words import in_words
from tests.factories import RoleFactory, UserFactory, acting
from tests.ratings.page_text import text
from tests.tournaments.pages import html_of, url
from tests.tournaments.views.movements.test_movements import corrected, judged, of
from tournaments.domain.movements.deciding import confirm_movements, reject_movements
from tournaments.domain.movements.undoing import undo_batch
from tournaments.models import ClassMovement
from tournaments.queries.wording import MOVEMENT_NAMES

pytestmark = pytest.mark.django_db


def confirmed(*groups):
    ids = [of(group, 1).pk for group in groups]
    return confirm_movements(ids, acting=acting())[0].batch


def test_undoing_is_offered_directly_afterwards(client, committee):
    group = judged()

    shown = html_of(
        client.post(url("movements"), {"movement": [of(group, 1).pk]}, follow=True)
    )

    batch = of(group, 1).batch
    assert f'action="{url("movement_batch", batch.pk)}"' in shown
    undone = html_of(client.post(url("movement_batch", batch.pk), follow=True))
    assert "Undone: 1 proposal is waiting again" in undone
    assert of(group, 1).state == "proposed"
    batch.refresh_from_db()
    assert batch.undone_by == committee
    again = html_of(client.get(url("movements"), {"settled": batch.pk}))
    assert "Undo the whole batch" not in again


@pytest.mark.parametrize("settled", ["", "x", "0", "9" * 30, "9" * 5000, "²"])
def test_invalid_batch_is_not_offered(client, committee, settled):
    answer = client.get(url("movements"), {"settled": settled})

    assert answer.status_code == 200
    assert "Undo the whole batch" not in html_of(answer)


def test_list_of_batches_shows_author_time_and_undoing(client, committee):
    assert "Nothing is decided yet" in html_of(client.get(url("movement_batches")))
    undo_batch(confirmed(judged(), judged()).pk, acting=acting(committee))
    reject_movements([of(judged(), 1).pk], "Wrong", acting=acting())

    shown = html_of(client.get(url("movement_batches")))

    assert "2 movements confirmed" in shown
    assert f"undone by {committee}" in shown
    assert "1 movement rejected" in shown


def test_batch_that_cannot_be_undone_says_why(client, committee):
    batch = corrected(judged()).batch
    movement = batch.movements.get()
    form_data = {"act": "keep", "reason": "So be it"}
    client.post(url("movement", movement.pk), form_data)

    shown = html_of(client.get(url("movement_batch", batch.pk)))
    refused = html_of(client.post(url("movement_batch", batch.pk), follow=True))

    for answer in (shown, refused):
        assert "The committee has since decided on part of this batch again" in answer
    assert "Undo the whole batch" not in shown
    movement.refresh_from_db()
    assert movement.state == "confirmed"


def test_undone_batch_still_shows_its_contents(client, committee):
    movement = of(judged(), 1)
    form_data = {"public_reason": "Not sanctioned."}
    batch = reject_movements([movement.pk], "Wrong", **form_data, acting=acting())[
        0
    ].batch
    undo_batch(batch.pk, acting=acting(committee))

    answer = client.get(url("movement_batch", batch.pk))

    shown = html_of(answer)
    (contained,) = answer.context["contained"]
    assert "What was decided, and has been undone" in shown
    assert movement.entry.player.full_name in shown
    assert (contained.settled.movement_id, contained.settled.reason) == (
        movement.pk,
        "Wrong",
    )
    assert (contained.settled.from_class, contained.settled.to_class) == (
        movement.from_class,
        movement.to_class,
    )
    assert "Not sanctioned." in shown


def test_batch_shows_who_settled_and_undid_it_and_the_class_changes(client, committee):
    other = UserFactory(name="Eva Other")
    movement = of(judged(), 1)
    batch = confirm_movements([movement.pk], acting=acting(committee))[0].batch
    name = movement.entry.player.full_name
    page = url("movement_batch", batch.pk)
    assert (
        f"Confirmed {committee}, 2026-06-15 14:00 {name} II → I Spring cup, Group A"
        in (text(client.get(page)))
    )

    undo_batch(batch.pk, acting=acting(other))

    assert (
        f"Undone {committee}, 2026-06-15 14:00 ; undone by Eva Other, 2026-06-15 14:00"
        f" What was decided, and has been undone {name} II → I Spring cup, Group A"
    ) in text(client.get(page))
    assert (
        f"2026-06-15 14:00 : 1 movement confirmed {committee}; undone by Eva Other,"
        " 2026-06-15 14:00 Undone"
    ) in text(client.get(url("movement_batches")))


@pytest.mark.parametrize("kind", [RoleKind.RATING_OFFICER, RoleKind.BOARD])
def test_only_the_committee_undoes_a_batch(client, kind):
    batch = confirmed(judged())
    client.force_login(RoleFactory(kind=kind).user)

    assert client.get(url("movement_batch", batch.pk)).status_code == 403
    assert client.post(url("movement_batch", batch.pk)).status_code == 403
    assert client.get(url("movement_batches")).status_code == 403
    batch.refresh_from_db()
    assert batch.undone_at is None


def test_query_count_does_not_depend_on_the_number_of_batches(
    client, committee, django_assert_num_queries, django_assert_max_num_queries
):
    one = confirmed(judged())
    pages = url("movement_batches"), url("movement_batch", one.pk)
    query_counts = []
    for page in pages:
        with django_assert_max_num_queries(25) as captured:
            client.get(page)
        query_counts.append(len(captured))
    many = confirmed(judged(), judged(), judged())

    for page, number in zip(
        (pages[0], url("movement_batch", many.pk)), query_counts, strict=True
    ):
        with django_assert_num_queries(number):
            client.get(page)


def in_log(kind):
    """Return the texts of the audit log about all rows of a kind, in Swedish."""
    with translation.override("sv"):
        query_counts = in_words(log_page(AuditQuery(kind=kind), {}, 50).entries)
    return {each.after for line in query_counts for each in line.differences}


def test_audit_log_shows_movements_in_the_language_of_the_reader(committee):
    group = judged()
    movement = of(group, 1)
    batch = confirmed(group)
    reject_movements([of(judged(), 1).pk], "Wrong", acting=acting())
    line = ClassMovement.objects.get(pk=movement.pk).line

    undo_batch(batch.pk, acting=acting(committee))
    shown = in_log("classmovement")

    assert {"1 flyttning bekräftad", "1 flyttning avslagen"} <= shown
    assert {"Flyttas upp", "Stannar kvar"} <= shown
    assert f"klass I från och med {line.from_date}" in shown
    assert f"{movement.entry.player.full_name} (1)" in shown
    assert "turnering" in in_log("classmembership")
    for code in ("promoted", "stays", "1 confirmed", "1 rejected", str(line)):
        assert code not in shown


def test_audit_log_uses_the_same_words_for_outcomes_as_the_pages():
    assert CODES["kind"] is CODES["now_kind"] is MOVEMENT_NAMES

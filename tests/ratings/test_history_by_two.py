"""A history file changes no rating until a second officer has approved it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client

from ratings.models import CurrentRating, ImportFile, Report
from ratings.uploads.domain.posting import (
    agree_to_post,
    ask_to_post,
    refuse_to_post,
    request_digest,
)
from ratings.uploads.domain.refusals import ImportNotPossible
from tests.factories import acting, chess_pool, computed, member, officer
from tests.ratings.rating_lists import decided
from tests.ratings.uploads.bringing import (
    agree,
    reviewed,
    table,
    with_minutes,
    worked_on,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def friends():
    """A player whom an officer wants to favour, and fifty who lose."""
    friend = member(national_id="1")
    decided(friend, 1215)
    for number in range(2, 22):
        decided(member(national_id=str(number)), 1600)
    return friend


def last_week():
    games = [f"2026-06-{8 + n % 6:02},1,{n},1,Open {n}" for n in range(2, 22)]
    return table(*games)


def signed_in(user, settings):
    settings.DEMO = True
    browser = Client()
    browser.force_login(user)
    return browser


def rating(player):
    computed()
    return CurrentRating.objects.filter(player_id=player.pk).values_list("rating", flat=True).first()  # fmt: skip


def test_one_officer_alone_changes_no_rating_by_a_file_of_recent_games(
    friends, settings
):
    mine = signed_in(officer(), settings)
    content = SimpleUploadedFile("games.csv", last_week())
    mine.post("/imports/", {"pool": chess_pool().pk, "file": content})
    file = with_minutes(worked_on(ImportFile.objects.get()), 120)
    page = f"/imports/{file.pk}/"
    before = rating(friends)

    mine.post(f"{page}post/", {"seen": file.chosen})
    worked_on(file)
    assert (Report.objects.count(), rating(friends)) == (0, before)

    form_data = {"act": "approve", "seen": request_digest(worked_on(file))}
    assert mine.post(f"{page}answer/", form_data).status_code == 409
    worked_on(file)
    assert (Report.objects.count(), rating(friends)) == (0, before)

    theirs = signed_in(officer(), settings)
    assert theirs.post(f"{page}answer/", form_data).status_code == 302
    worked_on(file)
    assert {each.state for each in Report.objects.all()} == {"accepted"}
    assert rating(friends) > 1400


def test_each_report_names_requester_and_approver(friends):
    file = reviewed(last_week())
    one = officer()
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=acting(one))
    agree(file)
    file = worked_on(file)
    report = Report.objects.first()
    assert (report.sent_by, report.decided_by) == (one, file.confirmed_by)


def test_posting_is_refused_with_a_reason_and_reviewed_again(friends):
    file = reviewed(last_week())
    mine, theirs = acting(officer()), acting(officer())
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=mine)
    with pytest.raises(ImportNotPossible, match=r"^import_answer$"):
        refuse_to_post(file.pk, " ", acting=theirs)
    file = refuse_to_post(file.pk, "These are no old games", acting=theirs)
    assert (file.state, file.answer) == ("review", "These are no old games")
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=mine)
    assert refuse_to_post(file.pk, "", acting=mine).state == "review"
    assert not Report.objects.exists()


def test_repeated_request_must_be_seen_again(friends):
    """The request is withdrawn, changed and repeated between viewing and approving."""
    file = reviewed(last_week())
    mine = acting(officer())
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=mine)
    file.refresh_from_db()
    seen = request_digest(file)
    refuse_to_post(file.pk, "", acting=mine)
    ask_to_post(file.pk, seen=file.chosen, replaces=True, acting=mine)
    file.refresh_from_db()
    assert request_digest(file) != seen


def test_request_different_from_the_one_seen_is_not_approved(friends):
    file = reviewed(last_week())
    mine, theirs = acting(officer()), acting(officer())
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=mine)
    file.refresh_from_db()
    seen = request_digest(file)
    refuse_to_post(file.pk, "", acting=mine)
    ask_to_post(file.pk, seen=file.chosen, replaces=True, acting=mine)

    with pytest.raises(ImportNotPossible, match=r"^import_moved$"):
        agree_to_post(file.pk, seen=seen, acting=theirs)
    assert ImportFile.objects.get().state == "asked"


def test_request_is_approved_only_once(friends):
    file = reviewed(last_week())
    ask_to_post(
        file.pk,
        seen=file.chosen,
        replaces=False,
        acting=acting(officer()),
    )
    agree(file)
    with pytest.raises(ImportNotPossible, match=r"^import_settled$"):
        agree(file)


def test_database_constraint_requires_two_users(friends):
    file = reviewed(last_week())
    mine = officer()
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=acting(mine))
    rows = ImportFile.objects.filter(pk=file.pk)
    for who in (None, mine):
        with pytest.raises(IntegrityError, match="import_by_two"), transaction.atomic():
            rows.update(state="posting", confirmed_by=who)


def test_file_says_so_if_four_eyes_are_waived(friends, settings):
    settings.FOUR_EYES = False
    file = reviewed(last_week())
    ask_to_post(
        file.pk,
        seen=file.chosen,
        replaces=False,
        acting=acting(officer()),
    )
    file = worked_on(file)
    assert (file.state, file.by_one) == ("posted", True)

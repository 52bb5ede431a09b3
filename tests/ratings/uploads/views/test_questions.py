"""Answering the review's findings about a file's events on the page."""

import re

import pytest

from ratings.enums import FileFindingKind, FindingAnswer
from ratings.models import ImportEvent, ImportFinding
from tests.factories import PlayerFactory
from tests.ratings.imports.formats.trf.files import days, player, tournament
from tests.ratings.page_text import text
from tests.ratings.uploads.bringing import (
    TODAY,
    answered,
    posted_file,
    reviewed,
    table,
    worked_on,
)

pytestmark = pytest.mark.django_db
FIELD = re.compile(
    r'<input(?=[^>]*\bname="(?P<name>(?:finding|day|game|shown|question)-[^"]*)")'
    r"(?P<rest>[^>]*)>"
)
VALUE = re.compile(r'\bvalue="([^"]*)"')
FALLING = tournament(
    player(1, "Ek, Ada", (2, "w", "1"), (2, "b", "="), born="1950/01/02"),
    player(2, "Al, Bo", (1, "b", "0"), (1, "w", "="), born="1951/01/02"),
    days("23/03/15", "23/03/14"),
)
TWICE = table(
    "2023-03-14,1,2,1,Open,1",
    "2023-03-14,1,3,0,Open,1",
    header="date,white,black,score,event,round",
)


@pytest.fixture
def three(db):
    for number, (first, last) in enumerate(
        [("Ada", "Ek"), ("Bo", "Al"), ("Cy", "By")], start=1
    ):
        PlayerFactory(
            national_id=str(number),
            first_name=first,
            last_name=last,
            birth_year=1949 + number,
        )


def address(file):
    return f"/imports/{file.pk}/questions/"


def form_of(page):
    """Return the form data that a browser submits if nothing is changed."""
    sent = {}
    for found in FIELD.finditer(page.content.decode()):
        kind = "radio" in found[0] or "checkbox" in found[0]
        if kind and " checked" not in found[0]:
            continue
        value = VALUE.search(found[0])
        sent[found["name"]] = value[1] if value else "on"
    return sent


def shown(client, file):
    return client.get(f"/imports/{file.pk}/?show=questions")


def stored(file, kind):
    finding = ImportFinding.objects.get(file=file, kind=kind)
    return finding.answer, finding.mends


def test_changed_days_are_reset_by_confirming_the_original(as_officer, three):
    file = reviewed(FALLING.encode(), "club.trf")
    pk = ImportFinding.objects.get(file=file).pk
    form = form_of(shown(as_officer, file))
    as_officer.post(address(file), form | {f"day-{pk}-2": "2023-03-16"})
    assert stored(file, FileFindingKind.DAYS) == (
        "mended",
        {"days": {"2": "2023-03-16"}},
    )

    form = form_of(shown(as_officer, worked_on(file)))
    assert (form[f"finding-{pk}"], form[f"day-{pk}-2"]) == ("mended", "2023-03-16")
    as_officer.post(address(file), form | {f"finding-{pk}": "as_is"})

    assert stored(file, FileFindingKind.DAYS) == ("as_is", {})


def test_submitting_an_unchanged_page_changes_nothing(as_officer, three):
    file = reviewed(FALLING.encode(), "club.trf")
    form = form_of(shown(as_officer, file))
    pk = ImportFinding.objects.get(file=file).pk
    as_officer.post(address(file), form | {f"finding-{pk}": "out"})

    # Another user's answer is kept if an older page is submitted unchanged.
    as_officer.post(address(file), form)

    assert stored(file, FileFindingKind.DAYS) == ("out", {})


def test_invalid_day_is_asked_again_and_can_then_be_confirmed(as_officer, three):
    file = reviewed(FALLING.encode(), "club.trf")
    pk = ImportFinding.objects.get(file=file).pk
    form = form_of(shown(as_officer, file))
    page = as_officer.post(address(file), form | {f"day-{pk}-2": "someday"})
    assert page.status_code == 422
    assert "date ‘someday’ is not written as 1987-03-14" in text(page)

    form = form_of(page)
    assert (form[f"finding-{pk}"], form[f"day-{pk}-2"]) == ("mended", "someday")
    assert as_officer.post(address(file), form).status_code == 422
    as_officer.post(address(file), form | {f"finding-{pk}": "as_is"})

    assert stored(file, FileFindingKind.DAYS) == ("as_is", {})


def test_ticked_game_is_left_out_and_unticked_one_is_restored(as_officer, three):
    file = reviewed(TWICE)
    pk = ImportFinding.objects.get(file=file).pk
    form = form_of(shown(as_officer, file))
    as_officer.post(address(file), form | {f"game-{pk}-3-1": "on"})
    assert stored(file, FileFindingKind.TWICE) == ("mended", {"games": [[3, 1]]})

    form = form_of(shown(as_officer, worked_on(file)))
    del form[f"game-{pk}-3-1"]
    as_officer.post(address(file), form | {f"game-{pk}-2-1": "on"})

    assert stored(file, FileFindingKind.TWICE) == ("mended", {"games": [[2, 1]]})


def test_changed_finding_is_asked_again(as_officer, three):
    file = reviewed(TWICE)
    finding = ImportFinding.objects.get(file=file)
    form = form_of(shown(as_officer, file)) | {f"game-{finding.pk}-2-1": "on"}
    finding.games = finding.games[::-1]
    finding.save()

    page = as_officer.post(address(file), form)

    assert page.status_code == 422
    assert "The question has changed since the page was shown." in text(page)
    assert stored(file, FileFindingKind.TWICE) == ("", {})


def test_answering_an_obsolete_finding_is_reported(as_officer, three):
    file = reviewed(TWICE)
    finding = ImportFinding.objects.get(file=file)
    form = form_of(shown(as_officer, file)) | {f"finding-{finding.pk}": "as_is"}
    finding.delete()

    page = as_officer.post(address(file), form, follow=True)

    assert page.status_code == 200
    assert "The question has changed since the page was shown." in text(page)


def test_accepting_all_of_a_kind_saves_the_other_answers(as_officer, three):
    event = player(1, "Ek, Ada", (2, "w", "1"), born="1950/01/02").replace(
        "  1.0    1", "  2.5    1"
    )
    other = player(2, "Al, Bo", (1, "b", "0"), born="1951/01/02", place="7").replace(
        "  0.0", "  0.5"
    )
    file = reviewed(tournament(event, other, start="no day").encode(), "club.trf")
    first, points, ranks = (
        ImportFinding.objects.get(file=file, kind=kind).pk
        for kind in (
            FileFindingKind.FIRST_DAY,
            FileFindingKind.POINTS,
            FileFindingKind.RANKS,
        )
    )
    form = form_of(shown(as_officer, file))

    page = as_officer.post(
        address(file),
        form
        | {
            f"day-{first}-0": "2023-03-14",
            f"finding-{points}": "out",
            "all": FileFindingKind.RANKS,
        },
        follow=True,
    )

    assert "2 answers saved." in text(page)
    assert stored(file, FileFindingKind.FIRST_DAY)[0] == FindingAnswer.MENDED
    assert stored(file, FileFindingKind.POINTS)[0] == FindingAnswer.LEAVE_OUT
    # The event is left out: it needs no other answer.
    assert stored(file, FileFindingKind.RANKS)[0] == FindingAnswer.OPEN
    assert "nothing to answer: the event is left out" in text(page)
    assert ranks


def test_invalid_answer_is_not_accepted_with_the_rest(as_officer, three):
    file = reviewed(FALLING.encode(), "club.trf")
    pk = ImportFinding.objects.get(file=file).pk
    form = form_of(shown(as_officer, file)) | {f"day-{pk}-2": "x"}

    page = as_officer.post(address(file), form | {"all": FileFindingKind.DAYS})

    assert page.status_code == 422
    assert stored(file, FileFindingKind.DAYS) == ("", {})


def test_posted_event_is_not_renamed_and_the_page_says_why(as_officer, three):
    unread = FALLING.replace("042 2023/03/14", "042 some time").replace(
        days("23/03/15", "23/03/14"), ""
    )
    file = reviewed(unread.encode(), "club.trf")
    pk = ImportFinding.objects.get(file=file).pk
    at = {0: TODAY.replace(year=2023)}
    posted_file(
        answered(file, FileFindingKind.FIRST_DAY, FindingAnswer.MENDED, days=at)
    )
    form = form_of(shown(as_officer, file))

    page = as_officer.post(address(file), form | {f"day-{pk}-0": "2022-03-14"})

    assert page.status_code == 422
    assert "The event has been posted from this file" in text(page)
    assert ImportEvent.objects.get(file=file).name == "Club Open 2023"

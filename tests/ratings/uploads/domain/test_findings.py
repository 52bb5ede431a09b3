"""Answers to the review's findings about a file's events."""

from datetime import date, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import FileFindingKind, FindingAnswer, MatchChoice
from ratings.imports.formats.event_names import LONGEST_EVENT
from ratings.ledger.domain.reports import withdraw_report
from ratings.models import ImportEvent, ImportFinding, Report
from ratings.uploads.domain.choices import PlayerChoice, choose
from ratings.uploads.domain.findings import (
    GivenAnswer,
    accept_as_they_are,
    answer_finding,
    question_digest,
)
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.queries.findings import count_findings, waiting_by_kind
from tests.factories import NOON, PlayerFactory, officer
from tests.ratings.imports.formats.trf.files import player, tournament
from tests.ratings.uploads.bringing import (
    TODAY,
    answered,
    posted_file,
    reviewed,
    table,
    worked_on,
)
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
OPEN_DAY = tournament(
    player(1, "Ek, Ada", (2, "w", "1"), born="1950/01/02"),
    player(2, "Al, Bo", (1, "b", "0"), born="1951/01/02"),
    start="some time",
)
TWICE = table(
    "2023-03-14,1,2,1,Open,1",
    "2023-03-14,1,3,0,Open,1",
    header="date,white,black,score,event,round",
)
FIRST = FileFindingKind.FIRST_DAY
MENDED, OUT = FindingAnswer.MENDED, FindingAnswer.LEAVE_OUT


def on(day):
    return {0: date.fromisoformat(day)}


def answer(file, kind, given_answer):
    finding = ImportFinding.objects.get(file=file, kind=kind)
    acting = ActionContext(officer().pk, NOON)
    return answer_finding(finding.pk, given_answer, today=TODAY, acting=acting)


def refused(file, kind, given_answer):
    return refusal_code(answer, file, kind, given_answer)


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


@pytest.fixture
def posted(three):
    """A posted event whose first day was given as an answer."""
    file = reviewed(OPEN_DAY.encode(), "club.trf")
    return posted_file(answered(file, FIRST, MENDED, days=on("2023-03-14")))


# --- an event that is posted keeps its name ----------------------------------------
def test_answer_cannot_rename_a_posted_event(posted):
    given_answer = GivenAnswer(MENDED, on("2022-03-14"))

    assert refused(posted, FIRST, given_answer) == "finding_posted"
    assert ImportEvent.objects.get(file=posted).name == "Club Open 2023"
    assert Report.objects.count() == 1


def test_answer_cannot_leave_out_a_posted_event(posted):
    assert refused(posted, FIRST, GivenAnswer(OUT)) == "finding_posted"


def test_a_posted_event_may_get_another_day_of_the_same_year(posted):
    assert answer(posted, FIRST, GivenAnswer(MENDED, on("2023-03-15")))


def test_an_event_whose_report_is_withdrawn_may_get_another_name(posted):
    withdraw_report(
        Report.objects.get().pk, "Wrong year", acting=ActionContext(officer().pk, NOON)
    )

    assert answer(posted, FIRST, GivenAnswer(MENDED, on("2022-03-14")))
    assert ImportEvent.objects.get(file=posted).name == "Club Open 2022"


def test_name_too_long_with_its_year_is_refused_with_a_message(three):
    name = "A" * (LONGEST_EVENT - 2)
    text = OPEN_DAY.replace("Club Open", name)
    file = reviewed(text.encode(), "club.trf")

    given_answer = GivenAnswer(MENDED, on("2023-03-14"))

    assert refused(file, FIRST, given_answer) == "finding_long_name"


# --- an event that is left out needs no answer -------------------------------------
def test_left_out_event_needs_no_other_answer(three):
    text = OPEN_DAY.replace("  1.0    1", "  2.5    1")
    file = reviewed(text.encode(), "club.trf")
    assert count_findings(file) == (2, 2)

    file = answered(file, FIRST, OUT)

    assert count_findings(file) == (2, 0)
    assert waiting_by_kind(file) == {}
    assert file.waiting_games == 0
    acting = ActionContext(officer().pk, NOON)
    assert accept_as_they_are(file.pk, FileFindingKind.POINTS, acting=acting) == 0

    file = answered(file, FIRST, MENDED, days=on("2023-03-14"))

    assert count_findings(file) == (2, 1)
    assert file.waiting_games == 1


# --- a question that has changed ------------------------------------------------------
def test_games_are_left_out_by_line_and_round(three):
    file = reviewed(TWICE)

    file = answered(file, FileFindingKind.TWICE, MENDED, games={(3, 1)})

    assert file.new_games == 1
    assert ImportFinding.objects.get(file=file).mends == {"games": [[3, 1]]}


def test_game_not_named_in_the_finding_cannot_be_left_out(three):
    file = reviewed(TWICE)

    given_answer = GivenAnswer(MENDED, games={(9, 1)})

    assert refused(file, FileFindingKind.TWICE, given_answer) == "finding_game"


def test_answer_to_a_changed_finding_is_refused(three):
    more = table(
        "2023-03-14,1,2,1,Open,1",
        "2023-03-14,1,3,0,Open,1",
        "2023-03-14,2,3,0,Open,1",
        header="date,white,black,score,event,round",
    )
    file = reviewed(more)
    finding = ImportFinding.objects.get(file=file)
    seen = question_digest(finding)
    acting = ActionContext(officer().pk, NOON)
    choose(file.pk, {2: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting)
    worked_on(file)

    given_answer = GivenAnswer(MENDED, games={(2, 1)}, seen=seen)
    with pytest.raises(ImportNotPossible) as refusal:
        answer_finding(finding.pk, given_answer, today=TODAY, acting=acting)

    assert refusal.value.code == "finding_moved"


def test_finding_about_other_games_is_open_again(three):
    more = table(
        "2023-03-14,1,2,1,Open,1",
        "2023-03-14,1,3,0,Open,1",
        "2023-03-14,4,3,0,Open,1",
        header="date,white,black,score,event,round",
    )
    PlayerFactory(national_id="4")
    file = answered(reviewed(more), FileFindingKind.TWICE, MENDED, games={(3, 1)})
    acting = ActionContext(officer().pk, NOON)

    choose(file.pk, {2: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting)
    worked_on(file)

    reopened = ImportFinding.objects.get(file=file)
    assert (reopened.answer, reopened.mends) == (FindingAnswer.OPEN, {})
    assert (reopened.answered_by, reopened.answered_at) == (None, None)


def test_answer_to_a_finding_with_other_games_is_refused(three):
    file = reviewed(TWICE)
    finding = ImportFinding.objects.get(file=file)
    seen = question_digest(finding)
    finding.games = finding.games[::-1]
    finding.save()

    given_answer = GivenAnswer(MENDED, games={(2, 1)}, seen=seen)

    assert refused(file, FileFindingKind.TWICE, given_answer) == "finding_moved"


# --- the name of an event and its days ------------------------------------------------
def two_events(first="Club Open", second="Club Cup"):
    """Upload a zip of two tournaments with unreadable first days."""
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for name, event in (("a.trf", first), ("b.trf", second)):
            archive.writestr(name, OPEN_DAY.replace("Club Open", event))
    return content.getvalue()


def answer_of(file, event, day):
    finding = ImportFinding.objects.get(file=file, kind=FIRST, event=event)
    acting = ActionContext(officer().pk, NOON)
    return answer_finding(
        finding.pk, GivenAnswer(MENDED, on(day)), today=TODAY, acting=acting
    )


def names(file):
    events = ImportEvent.objects.filter(file=file).order_by("place")
    return list(events.values_list("name", flat=True))


def test_each_event_gets_the_year_of_its_own_first_day(three):
    file = reviewed(two_events(), "two.zip")

    answer_of(file, 0, "2022-03-14")
    answer_of(file, 1, "2023-03-14")

    assert names(file) == ["Club Open 2022", "Club Cup 2023"]


def test_year_in_the_name_is_removed_with_its_answer(three):
    file = reviewed(OPEN_DAY.encode(), "club.trf")
    [before] = names(file)
    answer(file, FIRST, GivenAnswer(MENDED, on("2022-03-14")))
    assert names(file) == ["Club Open 2022"]

    answer(file, FIRST, GivenAnswer(OUT))

    assert names(file) == [before]


def test_name_used_by_another_event_of_the_file_is_refused(three):
    file = reviewed(two_events("Club Open", "CLUB OPEN 2022"), "two.zip")
    finding = ImportFinding.objects.get(file=file, kind=FIRST, event=0)

    with pytest.raises(ImportNotPossible) as refusal:
        answer_finding(
            finding.pk,
            GivenAnswer(MENDED, on("2022-03-14")),
            today=TODAY,
            acting=ActionContext(officer().pk, NOON),
        )

    assert refusal.value.code == "finding_event"


@pytest.mark.parametrize(
    ("given_answer", "code"),
    [
        (GivenAnswer(FindingAnswer.AS_IT_STANDS), "finding_needs_day"),
        (GivenAnswer(MENDED), "finding_needs_day"),
        (GivenAnswer(MENDED, {1: TODAY}), "finding_needs_day"),
        (GivenAnswer(MENDED, {0: TODAY + timedelta(days=1)}), "finding_day"),
    ],
)
def test_first_day_must_be_valid(three, given_answer, code):
    file = reviewed(OPEN_DAY.encode(), "club.trf")

    assert refused(file, FIRST, given_answer) == code


def test_day_of_a_game_may_be_today(three):
    file = reviewed(OPEN_DAY.encode(), "club.trf")

    assert answer(file, FIRST, GivenAnswer(MENDED, {0: TODAY}))
    assert not answer(file, FIRST, GivenAnswer(MENDED, {0: TODAY}))


def test_confirming_all_findings_is_limited_to_kind_file_and_exceptions(three):
    text = OPEN_DAY.replace("  1.0    1", "  2.5    1")
    file, other = (
        reviewed(text.encode(), "a.trf"),
        reviewed(f"{text}\n".encode(), "b.trf"),
    )
    acting = ActionContext(officer().pk, NOON)
    points = ImportFinding.objects.get(file=file, kind=FileFindingKind.POINTS)

    besides = accept_as_they_are(
        file.pk, FileFindingKind.POINTS, acting=acting, besides=[points.pk]
    )
    taken = accept_as_they_are(file.pk, FileFindingKind.POINTS, acting=acting)

    assert (besides, taken) == (0, 1)
    points.refresh_from_db()
    assert (points.answer, points.answered_by_id, points.answered_at) == (
        FindingAnswer.AS_IT_STANDS,
        acting.user_id,
        NOON,
    )
    assert waiting_by_kind(file) == {}
    assert waiting_by_kind(other) == {FileFindingKind.POINTS: 1}
    with pytest.raises(ImportNotPossible) as refusal:
        accept_as_they_are(file.pk, FIRST, acting=acting)
    assert refusal.value.code == "finding_needs_day"

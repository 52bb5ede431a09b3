"""History files as uploaded by a user, and the worker's steps on them."""

from datetime import date

from federation.domain.authorship import ActionContext
from ratings.models import (
    ImportEvent,
    ImportFault,
    ImportFile,
    ImportFinding,
    ImportPlayer,
)
from ratings.uploads.domain.choices import set_minutes
from ratings.uploads.domain.findings import GivenAnswer, answer_finding
from ratings.uploads.domain.gathering import USUAL_MINUTES
from ratings.uploads.domain.posting import agree_to_post, ask_to_post, request_digest
from ratings.uploads.domain.uploading import StoredUpload, Upload, store_upload
from ratings.uploads.domain.work import process_import
from tests.factories import NOON, chess_pool, officer

TODAY = date(2026, 6, 15)
HEADER = "date,white,black,score,event"
NAMED = "date,white_name,white_birth_year,black_name,black_birth_year,score,event,round"


def upload(content, name="games.csv"):
    return Upload(name, len(content), lambda: [content[:7], content[7:]])


def table(*rows, header=HEADER, encoding="utf-8", ends="\n"):
    return ends.join((header, *rows)).encode(encoding)


def brought(
    content, name="games.csv", by=None, pool=None, *, minutes=USUAL_MINUTES
) -> StoredUpload:
    """Upload a file; the time control is given by hand in case the file has none."""
    acting = ActionContext((by or officer()).pk, NOON)
    taken = store_upload(
        (pool or chess_pool()).pk, upload(content, name), acting=acting
    )
    ImportFile.objects.filter(pk=taken.file.pk).update(minutes=minutes)
    taken.file.refresh_from_db()
    return taken


def worked_on(file) -> ImportFile:
    process_import(file.pk, today=TODAY)
    file.refresh_from_db()
    return file


def reviewed(
    content, name="games.csv", by=None, *, minutes=USUAL_MINUTES
) -> ImportFile:
    """Upload a file, and read, match and check it."""
    return worked_on(brought(content, name, by, minutes=minutes).file)


def posted_file(file, *, replaces=False) -> ImportFile:
    asked_and_agreed(file, replaces=replaces)
    return worked_on(file)


def asked_and_agreed(file, *, replaces=False) -> None:
    """Request the posting as one officer and approve it as another."""
    acting = ActionContext(officer().pk, NOON)
    file.refresh_from_db()
    ask_to_post(file.pk, seen=file.chosen, replaces=replaces, acting=acting)
    agree(file)


def with_minutes(file, minutes) -> ImportFile:
    """Return the same file, checked with the time control given by an officer."""
    set_minutes(file.pk, minutes, acting=ActionContext(officer().pk, NOON))
    return worked_on(file)


def agree(file) -> None:
    """Approve the requested posting as another officer."""
    file.refresh_from_db()
    agree_to_post(
        file.pk, seen=request_digest(file), acting=ActionContext(officer().pk, NOON)
    )


def faults(file):
    rows = ImportFault.objects.filter(file=file).order_by("line", "pk")
    return [(each.line, _words(each)) for each in rows]


def _words(fault):
    message = fault.text % fault.facts if fault.facts else fault.text
    return f"{fault.about}: {message}" if fault.about else message


def found(file):
    """Return event, kind, line and text of each finding."""
    names = dict(ImportEvent.objects.filter(file=file).values_list("place", "name"))
    return [
        (names[each.event], each.kind, detail["line"], words_of(detail))
        for each in ImportFinding.objects.filter(file=file).order_by("event", "pk")
        for detail in each.details
    ]


def words_of(detail):
    text, facts = detail["text"], detail["facts"]
    return text % facts if facts else text


def answered(file, kind, answer, event=0, days=None, games=()) -> ImportFile:
    """Answer a finding of the file and return the file checked again."""
    finding = ImportFinding.objects.get(file=file, kind=kind, event=event)
    given_answer = GivenAnswer(answer, days or {}, games)
    acting = ActionContext(officer().pk, NOON)
    answer_finding(finding.pk, given_answer, today=TODAY, acting=acting)
    return worked_on(file)


def matches(file):
    """Return kind of match, player, score and choice by the file's name or number."""
    return {
        str(each): (each.matched_by, each.player, each.score, each.choice)
        for each in ImportPlayer.objects.filter(file=file).select_related("player")
    }

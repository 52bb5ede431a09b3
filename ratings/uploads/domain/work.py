"""The work of a worker on a file of history, depending on the file's state."""

from collections.abc import Callable
from datetime import date

from django.db import InterfaceError, OperationalError, transaction
from django.utils.translation import gettext_noop as noted

from ratings.enums import IMPORT_CONTINUES, ImportState
from ratings.models import ImportFile
from ratings.uploads.domain.checking import check_file
from ratings.uploads.domain.file_lock import lock_import
from ratings.uploads.domain.matching import match_players
from ratings.uploads.domain.posting import post_file
from ratings.uploads.domain.reading import read_file

Work = Callable[[], None]


def process_import(file_id: int, *, today: date) -> bool:
    """Process a file until it waits for a person; do nothing if another worker has it.
    Return whether anything was done.

    Any error except a lost database connection is stored with the file, so that it is
    not tried for ever, and raised.
    """
    done = False
    # If a choice was made during the last check, its worker found the file locked. So
    # the state is looked at again after the lock is released.
    while _next(file_id, today):
        with lock_import(file_id) as ours:
            if not ours:
                return done
            while work := _next(file_id, today):
                _work_or_give_up(file_id, work)
                done = True
    return done


def _next(file_id: int, today: date) -> Work | None:
    file = ImportFile.objects.filter(pk=file_id).first()
    match file.state if file else None:
        case ImportState.READING:
            return lambda: read_file(file_id, today=today)
        case ImportState.MATCHING:
            return lambda: match_players(file_id)
        case ImportState.REVIEW if file and not file.is_checked:
            return lambda: check_file(file_id, today=today)
        case ImportState.POSTING:
            return lambda: post_file(file_id, today=today)
    return None


def _work_or_give_up(file_id: int, work: Work) -> None:
    try:
        work()
    except (OperationalError, InterfaceError):
        raise
    except Exception as fault:
        _give_up(file_id, fault)
        raise


@transaction.atomic
def _give_up(file_id: int, fault: Exception) -> None:
    """Store an error with the file: a file not read yet is refused, another one can be
    tried again. One that has been deleted or posted in the meantime is left unchanged.
    """
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state not in {*IMPORT_CONTINUES, ImportState.REVIEW}:
        return
    file.problem = {
        "text": noted(
            "Processing the file failed (%(fault)s). Nothing that was posted is lost."
        ),
        "facts": {"fault": repr(fault)[:300]},
    }
    if file.state in (ImportState.READING, ImportState.MATCHING):
        file.state = ImportState.REFUSED
    else:
        file.state, file.checked = ImportState.REVIEW, file.chosen
    file.save(update_fields=["problem", "state", "checked"])

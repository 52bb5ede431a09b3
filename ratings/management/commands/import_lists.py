from datetime import date
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.management.office_command import OfficeCommand
from federation.models import User
from federation.permissions import Permission, actor_of, may
from federation.views.refusals import refusal_words
from ratings.earlier_lists.domain.earlier_lists import (
    EarlierDraft,
    EarlierListsNotPossible,
    InvalidLists,
    propose_earlier_lists,
)
from ratings.earlier_lists.formats.list_rows import OPTIONAL, REQUIRED
from ratings.files.text_files import NotATable, TextFile
from ratings.management.command_input import pool_by_code, rejects, table_at
from ratings.models import EarlierLists, Pool


class Command(OfficeCommand):
    help = (
        "Proposes rating lists that were published before, a line for each player of"
        " each list: valid_from,rating,id,fide_id,name,birth_year,club,class,change,games."
        " An officer other than the one named approves them in the browser. Exit status"
        " 0: they wait; 1: some rows are wrong, and nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--pool", required=True, metavar="CODE")
        parser.add_argument("--source", required=True, help="where they were published")
        parser.add_argument(
            "--by", required=True, metavar="EMAIL", help="the officer who proposes them"
        )
        parser.add_argument("--rejects", metavar="FILE", help="wrong rows, as CSV")

    def handle(self, *args: Any, **options: Any) -> None:
        pool = pool_by_code(options["pool"])
        user = _officer(options["by"], timezone.localdate())
        with table_at(
            options["file"], rejects=options["rejects"], out=self.stdout
        ) as file:
            made = self._propose(pool, file, user, options)
        page = reverse("ratings:earlier_lists_file", args=[made.pk])
        self.stdout.write(f"They wait for another officer: {page}")

    def _propose(
        self, pool: Pool, file: TextFile, user: User, options: dict[str, Any]
    ) -> EarlierLists:
        today = timezone.localdate()
        draft = EarlierDraft(pool.pk, file, options["source"])
        acting = ActionContext(user.pk, timezone.now())
        columns = (*REQUIRED, *OPTIONAL)
        with rejects(file, options["rejects"], columns, self.stderr) as record:
            try:
                return propose_earlier_lists(draft, today=today, acting=acting)
            except InvalidLists as wrong:
                record(wrong.refusals)
                count = len(wrong.refusals)
                raise CommandError(
                    f"{count} rows are wrong. Nothing is kept."
                ) from wrong
            except NotATable as error:
                raise CommandError(str(error)) from error
            except EarlierListsNotPossible as refused:
                raise CommandError(refusal_words(refused)) from refused


def _officer(email: str, today: date) -> User:
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    if user is None:
        raise CommandError(f"There is no account ‘{email}’ that is open.")
    if not may(actor_of(user, today), Permission.IMPORT_HISTORY):
        raise CommandError(f"‘{email}’ may not bring in what was published before.")
    return user

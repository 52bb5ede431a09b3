"""What an act answers when things as they stand do not allow it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from django.db.models import TextChoices


class Refusal(Exception):  # noqa: N818 - an answer to a person, not a fault
    """An act was not carried out; nothing was written. `code` says why, `facts` fill in
    the sentence; each act names the codes it may answer with. Every subject has a
    refusal of its own, since each has sentences of its own.
    """

    def __init__(self, code: str, /, **facts: object) -> None:
        """Names why not, with what the sentence needs."""
        super().__init__(code)
        self.code = code
        self.facts = facts


class RegisterRefusal(Refusal):
    """The register's state does not allow the act."""


class ChangedMeanwhile(RegisterRefusal):
    """Somebody else made another choice after the page was opened: `now` is what
    holds in the field of that name.
    """

    def __init__(self, field: str, now: TextChoices) -> None:
        """Names the field and its choice of now."""
        super().__init__("changed_meanwhile")
        self.field = field
        self.now = now


@contextmanager
def refusing_taken(refuse: Callable[[], None]) -> Iterator[None]:
    """Writes what only one may hold: `refuse` looks first who holds it. When somebody
    else wrote it at that very moment, the database alone knows: then `refuse` looks once
    more and says so.
    """
    refuse()
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        refuse()
        raise

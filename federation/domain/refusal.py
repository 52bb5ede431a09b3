"""The exceptions with which an act is refused when it is not possible now."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from django.db.models import TextChoices


class Refusal(Exception):
    """An act was not carried out; nothing was written. `code` is the reason, `facts`
    fill in the message; each act documents its codes. Every subject has a refusal class
    of its own, since each has messages of its own.
    """

    def __init__(self, code: str, /, **kwargs: object) -> None:
        """Store the code of the refusal and the facts for its message."""
        super().__init__(code)
        self.code = code
        self.facts = kwargs


RefusalFactory = Callable[[str], Exception]
"""Makes the exception of a refusal from its code."""


class RegisterRefusal(Refusal):
    """The register's state does not allow the act."""


class ChangedMeanwhile(RegisterRefusal):
    """Another user made a different choice after the page was opened: `now` is the
    current value of the field named `field`.
    """

    def __init__(self, field: str, now: TextChoices) -> None:
        """Store the field and its current value."""
        super().__init__("changed_meanwhile")
        self.field = field
        self.now = now


@contextmanager
def refusing_taken(refuse: Callable[[], None]) -> Iterator[None]:
    """Write a value that must be unique: `refuse` checks first whether it is taken. If
    another transaction writes it concurrently, only the database notices: then `refuse`
    checks once more and raises the refusal.
    """
    refuse()
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        refuse()
        raise

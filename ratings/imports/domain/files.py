"""Functions for both kinds of files of a history, players and games."""

from datetime import date
from typing import Protocol

from federation.formats.import_reasons import reason_of_import
from ratings.files.spellings import RatingSpellings
from ratings.files.text_files import NotATable
from ratings.models import Edition, Pool
from ratings.pools.queries.systems import systems_of


def first_day_of(pool_id: int) -> date:
    """Return the first day of the pool's first edition; raises NotATable if none."""
    editions = Edition.objects.filter(pool_id=pool_id).order_by("from_date")
    first = editions.values_list("from_date", flat=True).first()
    if first is None:
        raise NotATable("The pool has no edition: nothing says how it is rated.")
    return first


def last_day_of(pool_id: int) -> date:
    """Return the pool's last day; `date.max` if it does not end."""
    ends_on = Pool.objects.values_list("ends_on", flat=True).get(pk=pool_id)
    return ends_on or date.max


class NamedFile(Protocol):
    """A file with its name and the SHA-256 of its bytes, in hex."""

    @property
    def name(self) -> str:
        """The file name given by the person who uploaded it."""

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, in hex."""


def cause_of(file: NamedFile) -> str:
    """Return the public reason of a decision that was imported from the file."""
    return reason_of_import(file.name)


def reason_of(file: NamedFile) -> str:
    """Return the reason for the journal's postings: the file, by its digest."""
    return f"{cause_of(file)} (SHA-256 {file.digest})"


def spellings_of(pool_id: int) -> RatingSpellings:
    """Return how a file's ratings are parsed for a pool."""
    systems = systems_of(pool_id)
    return RatingSpellings(systems.levels, systems.has_numbers)

"""The published lists of a pool. They are few and small, so a page reads them all at
once and selects its own list, its neighbours and its revisions.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from ratings.models import RatingList


@dataclass(frozen=True, slots=True)
class Publication:
    """A published list; `listed`, `players` and `games` are its counts.

    `brought_in`: it was published before the office computed any; of its period only
    the end is known, the day before it became valid.
    """

    pk: int
    pool_id: int
    number: int
    valid_from: date
    revision: int
    start_date: date
    end_date: date
    reconstructed: bool
    posting_number: int
    listed: int
    players: int
    games: int
    approved_by: str | None
    approved_at: datetime
    published_at: datetime
    comment: str
    input_digest: str
    brought_in: bool = False


_COLUMNS = (
    "pk", "pool_id", "number", "valid_from", "revision", "posting_number", "listed",
    "players", "games", "approved_by__name", "approved_at", "published_at",
    "comment", "input_digest",
)  # fmt: skip
_OF_PERIOD = ("period__start_date", "period__end_date", "period__reconstructed")


@dataclass(frozen=True, slots=True)
class PublishedLists:
    """All publications of a pool, the newest first: by the day from which they are
    valid, then by revision.
    """

    lists: tuple[Publication, ...]

    @property
    def newest(self) -> Publication | None:
        return next(iter(self.lists), None)

    def numbered(self, number: int) -> Publication | None:
        return next((each for each in self.lists if each.number == number), None)

    def beside(self, publication: Publication) -> list[Publication]:
        """Return the original and its revisions, in the order of publication."""
        same = [
            each for each in self.lists if each.valid_from == publication.valid_from
        ]
        return same[::-1]

    def valid_on(self, day: date) -> list[Publication]:
        """Return the list that was valid on the day, with its revisions, the latest
        first.
        """
        past = [each for each in self.lists if each.valid_from <= day]
        return [each for each in past if each.valid_from == past[0].valid_from]

    def before(self, publication: Publication) -> Publication | None:
        """Return the list that was valid before this one when this one was published;
        an imported earlier list counts as published then.
        """
        return next(
            (
                each
                for each in self.lists
                if each.valid_from < publication.valid_from
                and (each.brought_in or each.number < publication.number)
            ),
            None,
        )

    def course(self, up_to: Publication | None, since: date) -> list[Publication]:
        """Return one list for each day of validity from `since` to that of `up_to`, the
        oldest first, in the versions published when `up_to` was published (None: all
        days, in the newest versions).
        """
        known = [
            each
            for each in self.lists
            if each.valid_from >= since
            and (
                up_to is None
                or (
                    (each.brought_in or each.number <= up_to.number)
                    and each.valid_from < up_to.valid_from
                )
            )
        ]
        latest = {each.valid_from: each for each in reversed(known)}
        line = [latest[day] for day in sorted(latest)]
        return [*line, up_to] if up_to else line


def publications(pool_id: int) -> PublishedLists:
    lists = RatingList.published.filter(pool_id=pool_id).newest_first()
    return PublishedLists(
        tuple(map(_publication, lists.values(*_COLUMNS, *_OF_PERIOD)))
    )


def _publication(row: dict[str, Any]) -> Publication:
    start, end, reconstructed = (row.pop(name) for name in _OF_PERIOD)
    approved_by = row.pop("approved_by__name")
    brought_in = end is None
    end = end or row["valid_from"] - timedelta(days=1)
    return Publication(
        **row,
        start_date=start or end,
        end_date=end,
        reconstructed=bool(reconstructed),
        approved_by=approved_by,
        brought_in=brought_in,
    )

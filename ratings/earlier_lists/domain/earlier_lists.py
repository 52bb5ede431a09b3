"""Rating lists that were published before the office computed any: read from a file,
proposed by one officer, approved by another, and then shown with the office's own.

They are read-only from the start: nothing is computed from them, and they can explain
no more than they contain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection, transaction
from django.db.models import Max, Min
from django.utils.translation import gettext_noop as noted

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import agrees, closes, starts
from federation.domain.reasons import require_reason
from federation.domain.refusal import Refusal
from federation.rules.names import without_unsuitable
from ratings.earlier_lists.domain.matching import MatchedRow, match_lines
from ratings.earlier_lists.formats.list_rows import (
    ListedRow,
    ListSpellings,
    open_lists,
    read_listed,
)
from ratings.enums import ApprovalState
from ratings.files.text_files import TextFile
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import FileMessage
from ratings.four_eyes.domain.settling import (
    refuse_own,
    reject_or_withdraw,
    sign,
    waiting_locked,
)
from ratings.imports.domain.files import spellings_of
from ratings.imports.domain.players import known_clubs
from ratings.ledger.domain.editions import lock_periods
from ratings.lists.domain.facets import store_facets
from ratings.lists.queries.listing import salt_of_ties
from ratings.models import Approval, EarlierLine, EarlierLists, Pool, RatingList
from ratings.pools.domain.computation_lock import lock_computation
from ratings.rules.calendar import date_of, day_number

MOST_ROWS = 200_000
LONGEST_NAME = 200
_ENTRIES = """
INSERT INTO ratings_listentry (pool_id, list_id, player_id, position, rank, rating,
  base, change, games, start_from, club_id, district_id, player_class, age_group,
  gender)
SELECT %(pool)s, %(list)s, line.player_id,
  row_number() OVER (ORDER BY line.rating DESC, md5(%(ties)s || player.id)),
  rank() OVER (ORDER BY line.rating DESC), line.rating, line.rating - line.change,
  line.change, line.games, 0, line.club_id, club.district_id, line.player_class, '',
  player.gender
FROM ratings_earlierline line
JOIN federation_player player ON player.id = line.player_id
LEFT JOIN federation_club club ON club.id = line.club_id
WHERE line.file_id = %(file)s AND line.valid_from = %(valid_from)s
"""
_COUNTS = """
SELECT count(*), count(*) FILTER (WHERE games > 0), coalesce(sum(games), 0)
FROM ratings_earlierline WHERE file_id = %(file)s AND valid_from = %(valid_from)s
"""


class EarlierListsNotPossible(Refusal):
    """The file's lists cannot be added, or the proposal to add them cannot be settled."""


class InvalidLists(Exception):
    """Some rows of a file are invalid: nothing of it is stored, since a list with some
    of its lines is not the one that was published.
    """

    def __init__(self, refusals: Sequence[RefusedRow]) -> None:
        """Store the refused lines with their reasons."""
        super().__init__(len(refusals))
        self.refusals = sorted(refusals, key=lambda each: each.line)


@dataclass(frozen=True, slots=True)
class EarlierDraft:
    """A file of lists for a pool; `source` states where they were published."""

    pool_id: int
    file: TextFile
    source: str


@transaction.atomic
@starts(Matter.EARLIER_LISTS)
def propose_earlier_lists(
    draft: EarlierDraft, *, today: date, acting: ActionContext
) -> EarlierLists:
    """Store the lists of a file; only the office sees them until another officer
    approves them.

    Raises NotATable or InvalidLists. Refusals: `reason`; `lists_known` when the file
    waits already or is approved; `lists_too_many` for more rows than one file may have;
    `lists_none` for a file without any.
    """
    source = require_reason(draft.source, EarlierListsNotPossible)
    pool = Pool.objects.select_for_update().get(pk=draft.pool_id)
    same = EarlierLists.objects.filter(pool=pool, digest=draft.file.digest)
    if same.filter(rejected_at=None).exists():
        raise EarlierListsNotPossible("lists_known")
    matched = _read(draft, today)
    if not matched:
        raise EarlierListsNotPossible("lists_none")
    clubs = known_clubs()
    named = {each.row.club for each in matched if each.row.club}
    with written_by(acting.user_id):
        proposal = EarlierLists.objects.create(
            pool=pool,
            name=without_unsuitable(draft.file.name)[-LONGEST_NAME:],
            digest=draft.file.digest,
            reason=source,
            unknown_clubs=sorted(
                name for name in named if name.casefold() not in clubs
            ),
            made_by_id=acting.person_id,
            made_at=acting.at,
        )
    EarlierLine.objects.bulk_create(
        (_line(proposal, each, clubs) for each in matched), batch_size=2000
    )
    return proposal


@transaction.atomic
@agrees(Matter.EARLIER_LISTS)
def approve_earlier_lists(proposal_id: int, *, acting: ActionContext) -> EarlierLists:
    """Approve the lists as another officer: they are published. Refusals: `settled`,
    `four_eyes`, `lists_late` when one of them is now valid from a day after the pool's
    first approved period began, or `lists_day_taken` when there is a list of the same
    day now.
    """
    proposal = waiting_locked(
        EarlierLists.objects.all(), proposal_id, EarlierListsNotPossible
    )
    refuse_own(Matter.EARLIER_LISTS, proposal, acting, EarlierListsNotPossible)
    # Wait for a transaction that approves a period or builds its list.
    lock_computation(proposal.pool_id)
    lock_periods(proposal.pool_id, date.min)
    lines = EarlierLine.objects.filter(file=proposal)
    days = list(lines.order_by("valid_from").values_list("valid_from").distinct())
    terms = _Terms.of(proposal.pool_id)
    for (day,) in days:
        if problem := terms.problem(day):
            raise EarlierListsNotPossible(problem)
    sign(proposal, acting)
    for (day,) in days:
        _publish(proposal, day, acting)
    lines.delete()
    return proposal


@transaction.atomic
@closes(Matter.EARLIER_LISTS)
def reject_earlier_lists(
    proposal_id: int, *, answer: str, acting: ActionContext
) -> EarlierLists:
    """Reject a proposal; see `reject_or_withdraw`. Refusals: `settled` or `answer`."""
    proposal = waiting_locked(
        EarlierLists.objects.all(), proposal_id, EarlierListsNotPossible
    )
    reject_or_withdraw(proposal, answer, acting, EarlierListsNotPossible)
    EarlierLine.objects.filter(file=proposal).delete()
    return proposal


# --- reading --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Terms:
    """The days from which a pool's published lists are valid, and the first day of its
    first period for which a list was approved (`until`).
    """

    taken: frozenset[date]
    until: date

    @classmethod
    def of(cls, pool_id: int) -> "_Terms":
        lists = RatingList.published.filter(pool=pool_id)
        approved = Approval.objects.filter(period__pool=pool_id).exclude(
            state=ApprovalState.REFUSED
        )
        first = approved.aggregate(first=Min("period__start_date"))["first"]
        days = lists.values_list("valid_from", flat=True)
        return cls(frozenset(days), first or date.max)

    def problem(self, day: date) -> str:
        if day > self.until:
            return "lists_late"
        return "lists_day_taken" if day in self.taken else ""


_PROBLEMS = {
    "lists_late": noted(
        "the list is valid from a day after the pool’s first approved period began"
    ),
    "lists_day_taken": noted("the pool has a list that is valid from that day"),
}


def _read(draft: EarlierDraft, today: date) -> list[MatchedRow]:
    spelled = ListSpellings(day_number(today), today.year, spellings_of(draft.pool_id))
    rows: list[ListedRow] = []
    refused: list[RefusedRow] = []
    with draft.file.open() as text:
        table = open_lists(text)
        for chunk in table.chunks():
            right, wrong = read_listed(chunk, table.places, spelled)
            rows += right
            refused += wrong
            if len(rows) + len(refused) > MOST_ROWS:
                raise EarlierListsNotPossible("lists_too_many")
    matched, unknown = match_lines(rows)
    refused += [*unknown, *_of_wrong_days(rows, _Terms.of(draft.pool_id))]
    if refused:
        raise InvalidLists(refused)
    return matched


def _of_wrong_days(rows: Sequence[ListedRow], terms: _Terms) -> list[RefusedRow]:
    """Return the first line of each list whose day is refused."""
    first: dict[int, ListedRow] = {}
    for row in rows:
        first.setdefault(row.valid_from, row)
    return [
        RefusedRow(row.line, FileMessage(_PROBLEMS[problem]), row.row)
        for number, row in first.items()
        if (problem := terms.problem(date_of(number)))
    ]


def _line(
    proposal: EarlierLists, each: MatchedRow, clubs: dict[str, int]
) -> EarlierLine:
    return EarlierLine(
        file=proposal,
        valid_from=date_of(each.row.valid_from),
        player_id=each.player_id,
        rating=each.row.rating,
        change=each.row.change,
        games=each.row.games,
        club_id=clubs.get(each.row.club.casefold()),
        player_class=each.row.player_class,
    )


# --- publishing -----------------------------------------------------------------
def _publish(proposal: EarlierLists, day: date, acting: ActionContext) -> None:
    parameters: dict[str, Any] = {
        "pool": proposal.pool_id,
        "file": proposal.pk,
        "valid_from": day,
    }
    lists = RatingList.published.filter(pool=proposal.pool_id)
    last = lists.aggregate(last=Max("number"))["last"] or 0
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, parameters)
        listed, players, games = cursor.fetchone()
        made = RatingList.published.create(
            pool_id=proposal.pool_id,
            brought_in=proposal,
            number=last + 1,
            valid_from=day,
            posting_number=0,
            approved_by_id=acting.person_id,
            approved_at=acting.at,
            published_at=acting.at,
            comment=proposal.reason,
            listed=listed,
            players=players,
            games=games,
            input_digest=proposal.digest,
        )
        ties = salt_of_ties()
        cursor.execute(_ENTRIES, {**parameters, "list": made.pk, "ties": ties})
    store_facets(made)

"""The sentences for the refusals of every subject (`federation/views/refusals.py`)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise

from federation.domain.refusal import Refusal
from federation.views.refusals import NOT_NOW, SENTENCES, refusal_words
from ratings.board.domain.board import BoardCannotDecide
from ratings.board.words import REFUSALS as OF_BOARD
from ratings.corrections.domain.claims import ClaimNotPossible
from ratings.corrections.words import REFUSALS as OF_CLAIMS
from ratings.decisions.domain.decisions import DecisionNotPossible
from ratings.decisions.words import REFUSALS as OF_DECISIONS
from ratings.earlier_lists.domain.earlier_lists import EarlierListsNotPossible
from ratings.earlier_lists.words import REFUSALS as OF_EARLIER_LISTS
from ratings.editions import words as edition_words
from ratings.four_eyes.domain.proposed_acts import ActNotPossible
from ratings.four_eyes.words import REFUSALS as OF_ACTS
from ratings.ledger.domain.editions import EditionNotPossible
from ratings.ledger.domain.reports import ReportNotPossible
from ratings.ledger.domain.sources import SourceRefused
from ratings.lists.domain.publishing import ApprovalNotPossible
from ratings.lists.words import REFUSALS as OF_LISTS
from ratings.merges.domain.merges import MergeNotPossible
from ratings.merges.words import REFUSALS as OF_MERGES
from ratings.pools.domain.pools import PoolNotPossible
from ratings.pools.words import REFUSALS as OF_POOLS
from ratings.returns.domain.returning import ReturnNotPossible
from ratings.returns.words import REFUSALS as OF_RETURNS
from ratings.review import words as report_words
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.finding_words import REFUSALS as OF_FINDINGS
from ratings.uploads.words import REFUSALS as OF_IMPORTS

REFUSALS: dict[type[Refusal], Mapping[str, Promise]] = {
    ActNotPossible: OF_ACTS,
    ApprovalNotPossible: OF_LISTS,
    BoardCannotDecide: OF_BOARD,
    ClaimNotPossible: OF_CLAIMS,
    DecisionNotPossible: OF_DECISIONS,
    EarlierListsNotPossible: OF_EARLIER_LISTS,
    ImportNotPossible: {**OF_IMPORTS, **OF_FINDINGS},
    MergeNotPossible: OF_MERGES,
    PoolNotPossible: OF_POOLS,
    ReturnNotPossible: OF_RETURNS,
}


def register() -> None:
    """Add the sentences of this app to those of the others."""
    SENTENCES.update({kind: _sentence_in(words) for kind, words in REFUSALS.items()})
    SENTENCES[EditionNotPossible] = edition_words.sentence_of
    SENTENCES[SourceRefused] = _sentence_of_source
    SENTENCES[ReportNotPossible] = report_words.sentence_of


def _sentence_in(words: Mapping[str, Promise]) -> Callable[[Any], str]:
    return lambda refused: str(words.get(refused.code, NOT_NOW))


def _sentence_of_source(refused: SourceRefused) -> str:
    """Return the words of correction requests, or those of the source's own refusal."""
    if refused.code in OF_CLAIMS:
        return str(OF_CLAIMS[refused.code])
    cause = refused.__cause__
    return refusal_words(cause) if isinstance(cause, Refusal) else str(NOT_NOW)

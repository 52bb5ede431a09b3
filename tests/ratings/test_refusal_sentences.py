"""Every refusal in the source has a sentence: `federation.views.refusals` and
`ratings.refusal_sentences`.
"""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from federation.domain.refusal import Refusal, RegisterRefusal
from federation.views.refusals import REFUSALS as OF_REGISTER
from federation.views.refusals import refusal_words
from ratings.ledger.domain.sources import SourceRefused
from ratings.lists.domain.chains import ChainNotPossible
from ratings.lists.views.proposal_chains import CHAIN_REFUSALS
from ratings.merges.domain.merges import MergeNotPossible
from ratings.refusal_sentences import REFUSALS
from tournaments.domain.refusals import TournamentRefusal

UNKNOWN = "That is not possible now."
TABLES = {
    # Those of a merge are raised again as MergeNotPossible.
    RegisterRefusal.__name__: {**OF_REGISTER, **REFUSALS[MergeNotPossible]},
    ChainNotPossible.__name__: CHAIN_REFUSALS,
    **{kind.__name__: table for kind, table in REFUSALS.items()},
}
OF_EVERY_PROPOSAL = ("settled", "answer", "four_eyes", "reason")
"""Raised by what all proposals share, with the class that it is given."""


@cache
def codes_by_class() -> dict[str, set[str]]:
    """Return the codes in the source with which each class of refusals is raised."""
    found = defaultdict(set)
    for app in ("federation", "ratings", "tournaments"):
        for path in Path(app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.args
                    and isinstance(node.args[0], ast.Constant)
                ):
                    found[node.func.id].add(node.args[0].value)
    return found


@pytest.mark.parametrize("name", TABLES)
def test_every_code_in_the_source_has_a_sentence(name):
    codes = codes_by_class()[name]
    assert codes, "no refusal of this class is raised: the test sees nothing"
    assert codes - TABLES[name].keys() == set()


@pytest.mark.parametrize(
    "kind", [kind for kind in REFUSALS if "answer" in REFUSALS[kind]]
)
@pytest.mark.parametrize("code", OF_EVERY_PROPOSAL)
def test_refusal_of_a_proposal_has_its_sentence_in_every_subject(kind, code):
    assert refusal_words(kind(code)) != UNKNOWN


@pytest.mark.parametrize("code", OF_REGISTER)
def test_refusal_of_the_register_is_explained_in_every_app(code):
    assert refusal_words(RegisterRefusal(code)) == str(OF_REGISTER[code]) != UNKNOWN


def test_refusal_without_a_sentence_of_its_own_is_reported_in_general_words():
    assert refusal_words(Refusal("unheard_of")) == UNKNOWN


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("date_outside", {"first": "4 May", "last": "25 May", "rounds": "3"}),
        ("pool_ended", {"day": "30 April"}),
    ],
)
def test_refusal_of_a_tournament_is_explained_in_its_own_words(code, facts):
    refused = SourceRefused(code)
    refused.__cause__ = TournamentRefusal(code, **facts)
    assert refusal_words(refused) == refusal_words(refused.__cause__) != UNKNOWN
    assert all(fact in refusal_words(refused) for fact in facts.values())

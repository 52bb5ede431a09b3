"""An experiment about a pool of levels shows kyu and dan for candidates that have
levels.
"""

import json
import re
from datetime import date
from html import unescape

import pytest

from federation.domain.authorship import ActionContext
from ratings.laboratory.domain.experiments import (
    CandidateDraft,
    ExperimentDraft,
    request_experiment,
    run_experiment_now,
)
from tests.factories import NOON, UserFactory, chess_pool, officer, rated_by
from tests.ratings.levels import a_game, levels
from tests.ratings.page_text import text

AS_IT_IS, ELO = CandidateDraft("As it is"), CandidateDraft("Elo", "elo")
RENJU = CandidateDraft("Renju", "renju")
pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client, settings):
    settings.DEMO = True
    client.force_login(officer())
    return client


@pytest.fixture(autouse=True)
def renju():
    rated_by("renju")
    a_game()


def run(*candidates):
    draft = ExperimentDraft(chess_pool().pk, "What if", candidates)
    acting = ActionContext(UserFactory().pk, NOON)
    experiment = request_experiment(draft, today=date(2026, 6, 15), acting=acting)
    run_experiment_now(experiment.pk, at=NOON)
    return f"/laboratory/{experiment.pk}/"


def test_means_and_quantiles_are_levels_and_so_are_the_axes(office):
    """The mean of 3 kyu (8) and 1 dan (11) is 9.5: 1 kyu is the nearest above."""
    shown = office.get(run(AS_IT_IS, RENJU))

    assert "1 kyu (9.5)" in text(shown)
    assert {"3 kyu", "1 dan"} <= set(levels(shown))
    names = re.search(r'data-names="(.*?)"', shown.content.decode())
    assert json.loads(unescape(names[1]))["8"] == "3 kyu"


def test_axes_are_numbers_if_any_candidate_has_numbers(office):
    shown = office.get(run(AS_IT_IS, ELO))

    assert "data-names" not in shown.content.decode()
    assert "1 kyu (9.5)" in text(shown)

"""A rating system is added by adding its folder: with nothing but `../another/ladder`
added, the office rates by it, explains every number, changes its parameters from a day
on, writes its lists and tries it in the laboratory.
"""

import sys
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse

import ratings.rules
import ratings.system_words
from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from ratings.calculators.shared_answers import GamesAnswer
from ratings.calculators.shared_questions import GamesQuestion
from ratings.engine.domain.computation import replay_whole_pool
from ratings.laboratory.domain.experiments import (
    CandidateDraft,
    ExperimentDraft,
    request_experiment,
    run_experiment_now,
)
from ratings.models import Change, Edition, EditionProposal, Experiment, Pool
from ratings.pools.domain.pools import system_by_name
from ratings.rules.prediction import predictions
from ratings.rules.systems import modules_of_systems, systems
from ratings.system_words.lookup import words_by_paragraph, words_of_systems
from tests.factories import (
    NOON,
    RoleFactory,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
)
from tests.ratings.page_text import foot, rows, text
from tests.ratings.rating_lists import accepted, corrected, published

pytestmark = pytest.mark.django_db
JANUARY, FEBRUARY = date(2026, 1, 5), date(2026, 2, 5)


@pytest.fixture(autouse=True)
def ladder(monkeypatch):
    """Add the ladder's folder to those of the systems until the test ends."""
    folder = str(Path(__file__).parents[2] / "ladder_system")
    path = [*ratings.rules.__path__, folder]
    monkeypatch.setattr(ratings.rules, "__path__", path)
    _forget_systems()
    yield
    _forget_systems()


@pytest.fixture
def ladder_words(ladder, monkeypatch):
    """Add the ladder's texts, a module of the same name, until the test ends."""
    folder = str(Path(__file__).parents[2] / "ladder_words")
    path = [*ratings.system_words.__path__, folder]
    monkeypatch.setattr(ratings.system_words, "__path__", path)
    _forget_systems()
    yield
    sys.modules.pop("ratings.system_words.ladder", None)


def _forget_systems():
    for found in (
        modules_of_systems,
        systems,
        predictions,
        words_of_systems,
        words_by_paragraph,
    ):
        found.cache_clear()


@pytest.fixture
def pool():
    """The pool of the tests, rated by the ladder."""
    Edition.objects.filter(pool=chess_pool()).update(system="ladder", parameters={})
    return chess_pool()


@pytest.fixture
def two_wins(pool):
    winner, loser = member(last_name="Upp"), member(last_name="Ned")
    accepted(line(winner, loser, 2, JANUARY), name="New Year Open")
    accepted(line(winner, loser, 2, FEBRUARY), name="Candlemas Open")
    computed()
    return winner, loser


def changes():
    return list(
        Change.objects.order_by("ended_on", "player_id").values_list(
            "player_id", "before", "after", "memory"
        )
    )


def test_command_opens_a_pool_rated_by_the_system(capsys):
    call_command("create_pool", "rungs", "--system", "ladder", "--from", "2020-01-01")
    assert Pool.objects.get(code="rungs").editions.get().system == "ladder"
    assert "ladder from 2020-01-01" in capsys.readouterr().out


def test_system_is_identified_by_its_folder_name(monkeypatch, tmp_path):
    folder = tmp_path / "rungs"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "system.py").write_text(
        "from ratings.rules.ladder.system import Ladder\n"
        'SYSTEM = Ladder(name="ssf_of_rungs")\n'
    )
    path = [*ratings.rules.__path__, str(tmp_path)]
    monkeypatch.setattr(ratings.rules, "__path__", path)
    _forget_systems()
    called = [system_by_name(name) for name in ("ssf", "SSF 2008", "rungs", "of_rungs")]
    assert called == ["ssf_2008", "ssf_2008", "ssf_of_rungs", "ssf_of_rungs"]


def test_system_rates_and_stores_its_memory(two_wins):
    winner, loser = two_wins
    assert changes() == [
        (winner.pk, 100.0, 101.0, [1.0]),
        (loser.pk, 100.0, 99.0, [0.0]),
        (winner.pk, 101.0, 102.0, [2.0]),
        (loser.pk, 99.0, 98.0, [0.0]),
    ]


def test_incremental_run_equals_replay(pool):
    winner, loser = member(), member()
    posted(line(winner, loser, 2, JANUARY, key=1), source_number=1)
    posted(line(winner, loser, 2, FEBRUARY))
    computed()
    posted(line(winner, loser, 0, JANUARY, key=1), source_number=1)
    computed()
    followed = changes()

    replay_whole_pool(pool.pk, at=NOON)

    assert changes() == followed


def test_every_number_is_explained(two_wins, client, english):
    winner, loser = two_wins
    page = client.get(f"/players/{winner.pk}/period/2026-01-31/")
    first, event, game = rows(page)
    assert (first[-1], event[2]) == ("100", "New Year Open")
    assert (game[0], game[2], game[-2]) == (
        "Ladder 1",
        f"{loser.full_name} as White",
        "+1",
    )
    assert "matches the stored rating" in text(page)
    below = foot(page)
    assert below[1] == ["Ladder 1", "", "raised: 1, 2026-01-05", ""]
    assert below[-1] == ["Ladder 1", "", "rd", "0 → 1"]


def test_a_module_of_texts_names_what_is_shown(two_wins, ladder_words, client, english):
    winner, _loser = two_wins
    page = client.get(f"/players/{winner.pk}/period/2026-01-31/")
    assert foot(page)[1] == ["Ladder 1", "", "one rung up on 2026-01-05", ""]
    assert foot(page)[-1][2] == "Rungs won"
    assert "A win is one rung up, a loss one rung down." in text(page)
    assert "by these rules: Ladder of rungs" in text(page)


def test_reason_for_an_unrated_game_is_shown(pool, client, english):
    adam, bertil = member(), member()
    accepted(line(adam, bertil, 1, JANUARY), line(adam, bertil, 2, JANUARY))
    computed()
    page = client.get(f"/players/{adam.pk}/period/2026-01-31/")
    reasons = [row[2] for row in rows(page)[2:]]
    opponent = f"{bertil.full_name} as White"
    assert reasons == [f"{opponent} nobody won", opponent]
    against = client.get(f"/players/{adam.pk}/against/{bertil.pk}/")
    assert "nobody won" in text(against)


def test_report_that_cannot_be_rated_is_held_with_a_reason(pool):
    report = posted(line(member(), member(), 2, JANUARY, minutes=1))
    computed()
    report.refresh_from_db()
    assert report.state == "held"
    assert "(over too soon)" in report.reason


def test_published_lists_explanation_never_changes(pool, client, english):
    adam, bertil = member(), member()
    corrected(adam, bertil, 2)
    published(FEBRUARY)
    corrected(adam, bertil, 0)
    computed()
    page = client.get(f"/list/1/players/{adam.pk}/")
    assert rows(page)[-1][-2] == "+1"
    assert "matches the stored rating" in text(page)


def test_list_in_fide_layout_has_the_systems_coefficients(pool, client):
    corrected(member(last_name="Upp"), member(last_name="Ned"), 2)
    published(FEBRUARY)
    file = client.get("/list/1/fide.txt").getvalue().decode("cp1252")
    head, *lines = file.splitlines()
    place = head.index("K ")
    assert [(line[15:18], line[place]) for line in lines] == [
        ("Upp", "2"),
        ("Ned", "1"),
    ]


def test_two_users_change_its_parameters_from_a_day(two_wins, signed_in, english):
    one, other = (
        signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user) for _ in range(2)
    )
    address = "/pools/chess-long/propose/"
    page = one.get(f"{address}?system=ladder")
    shown = page.context["numbers"]
    assert [(each.label, each.help_text, each.value()) for each in shown][1:] == [
        ("rungs", "", 1),
        ("start", "", 100),
        ("table", "", 1),
    ]
    form_data = {
        "system": "ladder",
        "from_date": "2026-07-01",
        "reason": "Steeper.",
        "p_period_starts": page.context["numbers"]["p_period_starts"].value(),
        "p_rungs": "51",
        "p_start": "100",
        "p_table": "1",
        "piece-TOTAL_FORMS": "0",
        "piece-INITIAL_FORMS": "0",
        "conversion_kind": "keep",
        "step": "look",
    }
    refused = one.post(address, form_data)
    assert refused.context["numbers"].errors == {
        "p_rungs": ["This number is too high."]
    }
    form_data |= {"p_rungs": "5"}
    seal = one.post(address, form_data).context["shown"]
    one.post(address, form_data | {"step": "save", "shown": seal})
    made = EditionProposal.objects.get()
    other.post(reverse("ratings:edition_proposal", args=[made.pk]), {"act": "approve"})
    winner, loser = two_wins
    posted(line(winner, loser, 2, date(2026, 7, 5)))
    computed()
    assert Change.objects.get(player_id=winner.pk, ended_on="2026-07-31").after == 107.0
    assert Change.objects.get(player_id=winner.pk, ended_on="2026-02-28").after == 102.0


def test_laboratory_compares_the_system(two_wins):
    ways = (CandidateDraft("As it is rated"), CandidateDraft("Glicko", "glicko2", {}))
    draft = ExperimentDraft(chess_pool().pk, "Ladder or Glicko?", ways)
    acting = ActionContext(UserFactory().pk, NOON)
    requested = request_experiment(draft, today=date(2026, 6, 15), acting=acting)
    run_experiment_now(requested.pk, at=NOON)
    experiment = Experiment.objects.get(pk=requested.pk)
    assert experiment.state == "done"
    foretold = experiment.result["quality"]
    assert [(each["candidate"], each["games"]) for each in foretold] == [(0, 1), (1, 1)]


def test_system_has_a_calculator_page_and_api(english):
    request_data = {"own": 100, "games": [{"opponent": 90, "score": 1}]}
    answer = english.post(
        "/api/v1/calculators/ladder", request_data, content_type="application/json"
    )
    question, described = GamesQuestion, GamesAnswer
    question.model_validate(request_data)
    described.model_validate(answer.json(), extra="forbid")
    assert answer.json() == {
        "own": 100,
        "games": [
            {
                "opponent": 90,
                "score": 1.0,
                "rated": True,
                "change": 1.0,
                "paragraphs": ["Ladder 1"],
            }
        ],
        "score": 1.0,
        "change": 1.0,
        "new_rating": 101.0,
    }
    assert "ladder" in text(english.get(reverse("ratings:calculators")))
    assert "ladder" in text(english.get(reverse("ratings:api_docs")))
    address = reverse("ratings:calculator", args=["ladder"])
    assert english.get(address).status_code == 200
    page = english.get(f"{address}?own=100&opponent=90&result=1")
    page_text = text(page)
    assert "Ladder 1 90 1 +1" in page_text
    assert "New rating 101" in page_text


def test_calculator_reports_errors(english):
    request_data = {"own": -1, "games": [{"opponent": "x", "score": 2}], "more": 1}
    answer = english.post(
        "/api/v1/calculators/ladder", request_data, content_type="application/json"
    )
    assert answer.status_code == 422
    assert {each["path"] for each in answer.json()["errors"]} == {
        "own", "games[0].opponent", "games[0].score", "more",
    }  # fmt: skip
    assert english.get("/api/v1/calculators/ladder").status_code == 405
    address = reverse("ratings:calculator", args=["ladder"])
    assert english.get(f"{address}?own=&opponent=90&result=1").status_code == 200
    assert english.get(f"{address}?own=1").status_code == 200

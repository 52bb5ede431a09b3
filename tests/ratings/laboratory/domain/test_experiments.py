"""Experiments of the laboratory: requested, run, stored, shared."""

from datetime import date, timedelta
from math import isnan
from time import sleep

import pytest
from django.db import IntegrityError

from federation.domain.authorship import ActionContext
from ratings.enums import DecisionKind, DecisionsInExperiment
from ratings.laboratory.domain import comparison, experiments
from ratings.laboratory.domain.ending import delete_experiment, stop_experiment
from ratings.laboratory.domain.experiments import (
    BadCandidate,
    CandidateDraft,
    ExperimentDraft,
    TooManyCandidates,
    experiments_overdue,
    request_experiment,
    run_experiment_now,
    share_experiment,
    stop_sharing,
)
from ratings.laboratory.domain.history import read_history
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import hold_report
from ratings.models import (
    Change,
    CurrentRating,
    Decision,
    Edition,
    Experiment,
    Game,
    Posting,
)
from ratings.pools.domain.pools import create_pool
from ratings.rules.backtest.run import run_backtest
from ratings.rules.calendar import FIVE_PERIODS, day_number
from ratings.rules.conversion import FIDE_2024
from ratings.rules.systems import systems
from ratings.signals import experiment_requested
from tests.factories import (
    NOON,
    UserFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    side,
)
from tests.races import together
from tests.ratings.rating_lists import decided, rated

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
SPRING = date(2026, 2, 1)
AS_IT_IS = CandidateDraft("As it is")
ELO = CandidateDraft("Elo", "elo")
GLICKO = CandidateDraft("Glicko-2", "glicko2")


def requested(*candidates, **facts):
    draft = ExperimentDraft(
        chess_pool().pk, "What if", candidates or (AS_IT_IS, ELO), **facts
    )
    return request_experiment(draft, today=TODAY, acting=acting())


def run(*candidates, **facts):
    experiment = requested(*candidates, **facts)
    run_experiment_now(experiment.pk, at=NOON)
    experiment.refresh_from_db()
    assert experiment.state == "done", experiment.error
    return experiment


@pytest.mark.django_db(transaction=True)
def test_same_experiment_requested_twice_at_the_same_moment_is_one():
    draft = ExperimentDraft(chess_pool().pk, "What if", (AS_IT_IS, ELO))
    by = acting(UserFactory())

    def request():
        return request_experiment(draft, today=TODAY, acting=by).pk

    [first, *others] = together(*[request] * 3)
    assert others == [first] * 2
    run_experiment_now(first, at=NOON)
    assert request() == first


def test_failed_experiment_can_be_requested_again_by_the_same_user():
    by = acting(UserFactory())
    draft = ExperimentDraft(chess_pool().pk, "What if", (AS_IT_IS, ELO))
    failed = request_experiment(draft, today=TODAY, acting=by)
    Experiment.objects.update(state="failed", error="Full disk")
    assert request_experiment(draft, today=TODAY, acting=by).pk != failed.pk


def test_match_length_is_read_although_some_games_have_none():
    one, other = rated(1950), rated(2220)
    posted(
        line(one, other, 2, date(2026, 2, 1), length=7),
        line(other, one, 0, date(2026, 2, 2)),
    )
    read = experiments._read(requested())  # noqa: SLF001 - what the worker reads
    assert read.history.lines.length.tolist() == [7, 0]


def a_year_of_games():
    """Post games of four rated players, a newcomer and a guest in every period."""
    people = [rated(points) for points in (1950, 2220, 1500, 1180)]
    child = member(birth_year=2013)
    guest = side(member(), is_member=False, outside=1800, outside_kind="fide")
    for month in (1, 3, 5, 9, 11):
        day = date(2025, month, 10)
        pairs = [(0, 1, 2), (1, 2, 1), (2, 3, 2), (3, 0, 1), (0, 2, 0)]
        posted(
            *(line(people[w], people[b], won, day) for w, b, won in pairs),
            line(side(child, adopts=True), side(people[3], adopts=True), 2, day),
            line(people[1], guest, 1, day),
            line(guest, people[2], 2, day),
            line(people[2], people[0], 2, day, played=False),
            line(people[2], people[1], 2, day, minutes=15),
        )
    decided(people[2], 25, kind=DecisionKind.ADJUSTMENT, on=date(2025, 5, 20))
    decided(people[3], 1250, kind=DecisionKind.ASSESSED, on=date(2025, 9, 20))
    open_period_of_today(chess_pool(), today=TODAY, acting=ActionContext(None, NOON))
    return people


def live():
    return dict(CurrentRating.objects.values_list("player_id", "rating"))


def replayed(experiment):
    """Return every player's last rating under the first candidate."""
    pool = experiments._read(experiment)  # noqa: SLF001 - what the worker reads
    candidate = experiments.candidate_of(experiment.candidates[0])
    result = run_backtest(pool.history, candidate.stretches, pool.decided)
    return {
        int(player): rating
        for player, rating in zip(pool.ids, result.rating.tolist(), strict=True)
        if not isnan(rating)
    }


@pytest.mark.parametrize(
    "system", [name for name, found in systems().items() if found.unit == "period"]
)
def test_experiment_with_the_pools_editions_gives_the_live_ratings(system):
    """The laboratory and the engine compute the same numbers in different ways."""
    adopted(system, chess_pool().editions.get().from_date)
    a_year_of_games()
    computed()

    assert replayed(requested(AS_IT_IS)) == live()


def test_laboratory_uses_the_facts_of_events():
    """LASK rates some events as a whole, on a mean, and adds a bonus for large ones."""
    adopted("lask_1970", chess_pool().editions.get().from_date)
    people = [rated(1700 + 60 * place) for place in range(4)]

    def event(day, **facts):
        means = facts.pop("means", {})
        posted(
            *(
                line(people[0], other, score, day, minutes=200, **means)
                for other, score in zip(people[1:], (2, 1, 0), strict=True)
            ),
            **facts,
        )

    event(date(2025, 2, 3), method="concentrated")
    event(
        date(2025, 4, 7),
        method="monrad",
        means={"white_mean": 1790, "black_mean": 1690},
    )
    event(date(2025, 7, 4), is_large=True)
    open_period_of_today(chess_pool(), today=TODAY, acting=ActionContext(None, NOON))
    computed()

    assert replayed(requested(AS_IT_IS)) == live()


def test_an_empty_line_of_a_section_is_no_game_of_the_history():
    adopted("lask_1970", chess_pool().editions.get().from_date)
    one, other, third = (rated(1700) for _ in range(3))
    posted(
        line(one, other, 2, SPRING, minutes=200),
        line(one, third, 2, SPRING, played=False),
        line(other, third, 1, SPRING, played=False),
        method="concentrated",
    )
    computed()

    assert run(AS_IT_IS, ELO).result["games"] == 2


def adopted(system, day, **parameters):
    adopt_draft(
        EditionDraft(
            pool_id=chess_pool().pk,
            from_date=day,
            system=system,
            parameters=parameters,
        ),
        acting=ActionContext(None, NOON),
    )


def tournaments(*, levels):
    """Post tournaments: some overlap, some last for months, one is still running."""
    low, high = (5, 14) if levels else (950, 1300)
    people = [member() for _ in range(8)]
    for place, player in enumerate(people[:6]):
        draft = low + (high - low) * place // 6
        start_rating(player, draft)
    days = [(1, 5, 9), (1, 7, 7), (2, 1, 28), (2, 10, 12), (5, 1, 25), (5, 20, 28)]
    for number, (month, first, last) in enumerate(days):
        pairs = [(w, b) for w in range(8) for b in range(w) if (w + b + number) % 3]
        posted(
            *(
                line(
                    people[w], people[b], (w * b + number) % 3, date(2025, month, last)
                )
                for w, b in pairs
            ),
            start_date=date(2025, month, first),
            end_date=date(2025, month + 4 * (number == 2), last),
            is_final=number != 5,
        )
    open_period_of_today(chess_pool(), today=TODAY, acting=ActionContext(None, NOON))


def start_rating(player, points):
    return Decision.objects.create(
        pool=chess_pool(),
        kind=DecisionKind.START,
        player=player,
        on_date=date(2025, 1, 1),
        points=points,
        reason="known strength",
        made_at=NOON,
        confirmed_at=NOON,
        span=(1, None),
    )


@pytest.mark.parametrize(("system", "levels"), [("scrabble", False), ("renju", True)])
def test_experiment_with_the_pools_tournaments_gives_the_live_ratings(system, levels):
    adopted(system, chess_pool().editions.get().from_date)
    tournaments(levels=levels)
    computed()

    assert replayed(requested(AS_IT_IS)) == live()
    assert live()


@pytest.mark.parametrize("day", [date(2025, 2, 1), date(2025, 5, 1)])
def test_experiment_with_alternating_kinds_of_system_gives_the_live_ratings(day):
    adopted("scrabble", date(2025, 1, 1))
    adopted("glicko2", day)
    tournaments(levels=False)
    computed()

    assert replayed(requested(AS_IT_IS)) == live()


def test_pool_of_tournaments_is_tried_by_period_on_days_of_games():
    adopted("scrabble", chess_pool().editions.get().from_date)
    tournaments(levels=False)

    result = run(AS_IT_IS, CandidateDraft("G", "glicko2")).result

    assert result["measured_games"] > 0
    assert result["candidates"][1]["left_out"] == []


def test_experiment_with_a_change_of_system_gives_the_live_ratings():
    five = [list(day) for day in FIVE_PERIODS]
    adopted("ssf_2008", date(2025, 1, 1), period_starts=five)
    adopted("elo", date(2025, 5, 1))
    adopted("glicko2", date(2025, 9, 1))
    a_year_of_games()
    computed()

    assert replayed(requested(AS_IT_IS)) == live()


@pytest.mark.parametrize("system", ["ssf_2008", "glicko2"])
def test_experiment_applies_the_pools_conversions(system):
    adopted("ssf_2008", date(2025, 1, 1))
    adopted(system, date(2025, 5, 1))
    Edition.objects.filter(from_date=date(2025, 5, 1)).update(
        conversion=FIDE_2024.to_json()
    )
    a_year_of_games()
    computed()

    assert replayed(requested(AS_IT_IS)) == live()


def test_experiment_changes_no_stored_ratings():
    a_year_of_games()
    computed()
    before = [
        list(model.objects.order_by("pk").values_list())
        for model in (Change, CurrentRating, Game, Posting)
    ]

    run(AS_IT_IS, ELO, GLICKO)

    assert before == [
        list(model.objects.order_by("pk").values_list())
        for model in (Change, CurrentRating, Game, Posting)
    ]


def test_results_of_every_candidate_are_stored():
    adam, bertil = rated(1950), rated(2220)
    posted(line(adam, bertil, 2, SPRING), line(bertil, adam, 1, SPRING))

    result = run(AS_IT_IS, ELO).result

    assert (result["games"], result["measured_games"], result["players"]) == (2, 2, 2)
    assert (result["first_date"], result["last_date"]) == ("2026-02-01", "2026-06-15")
    assert [each["label"] for each in result["candidates"]] == ["As it is", "Elo"]
    own, elo = result["candidates"]
    # SSF rating, point 3: +26 and −10 for Adam, half of −26 and +10 for Bertil … 1950
    # wins 26 and draws 10; 2220 loses 13 and loses 5.
    assert own["marks"][-1]["everybody"]["mean"] == (1986 + 2202) / 2
    assert (own["rated_ends"], elo["rated_ends"]) == (4, 4)
    assert [each["candidate"] for each in result["quality"]] in ([0, 1], [1, 0])
    assert result["quality"][0]["behind"] == 0
    assert result["movers"] == [[]]


def test_movers_are_compared_with_the_first_candidate():
    low, high = rated(1500), rated(1505)
    posted(line(low, high, 2, SPRING))
    other = CandidateDraft(
        "Nothing but what is decided", "elo", {"k_rules": [{"k": 1}]}
    )

    ((up, down),) = run(AS_IT_IS, other).result["movers"]

    assert (up["player"], up["places"], up["ratings"]) == (
        high.pk,
        [2, 1],
        [1489, 1504],
    )
    assert (down["player"], down["places"]) == (low.pk, [1, 2])


def test_only_games_from_the_chosen_day_are_predicted():
    adam, bertil = rated(1950), rated(2220)
    posted(line(adam, bertil, 2, SPRING), line(bertil, adam, 1, date(2026, 5, 5)))

    result = run(measured_from=date(2026, 5, 1)).result

    assert (result["games"], result["measured_games"]) == (2, 1)


def test_decisions_may_be_excluded():
    adam, bertil = rated(1950), rated(2220)
    decided(adam, 100, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    posted(line(adam, bertil, 1, SPRING))

    def mean(decisions):
        result = run(AS_IT_IS, decisions=decisions).result
        return result["candidates"][0]["marks"][-1]["everybody"]["mean"]

    # 1950 + 10, 2220 − 5; adults begin with 1300 by default.
    assert mean(DecisionsInExperiment.ALL) == (1960 + 100 + 2215) / 2
    assert mean(DecisionsInExperiment.STARTS) == (1960 + 2215) / 2
    assert mean(DecisionsInExperiment.NONE) == 1300


def test_experiment_reads_the_ledger_as_of_its_request():
    adam, bertil = rated(1950), rated(2220)
    report = posted(line(adam, bertil, 2, SPRING))
    experiment = requested()
    hold_report(report.pk, reason="Look at it", acting=ActionContext(None, NOON))

    run_experiment_now(experiment.pk, at=NOON)

    experiment.refresh_from_db()
    assert experiment.result["games"] == 1
    assert run().result["games"] == 0


def test_the_same_inputs_give_the_same_result():
    a_year_of_games()
    assert run(AS_IT_IS, ELO, GLICKO).result == run(AS_IT_IS, ELO, GLICKO).result


def test_an_empty_pool_has_a_result():
    result = run().result
    assert (result["games"], result["quality"], result["movers"]) == (0, [], [[]])


# --- requesting -----------------------------------------------------------------------
def test_request_is_stored_with_every_parameter():
    experiment = requested(AS_IT_IS, CandidateDraft("Swift", "glicko2", {"tau": 1.2}))

    own, swift = experiment.candidates
    assert (own["label"], swift["label"]) == ("As it is", "Swift")
    assert own["stretches"][0]["system"] == chess_pool().editions.get().system
    (only,) = swift["stretches"]
    assert (only["from"], only["system"]) == (None, "glicko2")
    assert (only["parameters"]["tau"], only["parameters"]["start_rd"]) == (1.2, 350)
    assert experiment.posted == chess_pool().posted


def test_worker_is_notified_after_the_commit(django_capture_on_commit_callbacks):
    heard = []

    def listen(sender, *, experiment_id, **_):
        heard.append(experiment_id)

    experiment_requested.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            experiment = requested()
            assert heard == []
    finally:
        experiment_requested.disconnect(listen)
    assert heard == [experiment.pk]


@pytest.mark.parametrize(
    ("candidate", "errors"),
    [
        (CandidateDraft("x", "chess960"), {"system": "unknown_system"}),
        (
            CandidateDraft("x", "ssf_2008", {"halving_from": "2200", "colour": 1}),
            {"halving_from": "not_whole", "colour": "unknown_field"},
        ),
    ],
)
def test_invalid_candidate_is_reported_with_its_fields(candidate, errors):
    with pytest.raises(BadCandidate) as caught:
        requested(AS_IT_IS, candidate)
    assert (caught.value.place, caught.value.errors) == (1, errors)
    assert not Experiment.objects.exists()


@pytest.mark.parametrize("count", [0, 7])
def test_an_experiment_has_one_to_six_candidates(count):
    draft = ExperimentDraft(chess_pool().pk, "Many", [ELO] * count)
    with pytest.raises(TooManyCandidates):
        request_experiment(draft, today=TODAY, acting=ActionContext(None, NOON))


# --- running -------------------------------------------------------------------------------
def test_an_experiment_is_run_once():
    experiment = run()
    assert run_experiment_now(experiment.pk, at=NOON) is None


def test_run_claimed_by_a_worker_is_not_taken_over():
    experiment = requested()
    Experiment.objects.filter(pk=experiment.pk).update(state="running", heard_at=NOON)

    soon, late = NOON + timedelta(seconds=59), NOON + timedelta(seconds=61)
    assert run_experiment_now(experiment.pk, at=soon) is None
    assert run_experiment_now(experiment.pk, at=late) == 0


def test_progress_is_written_while_it_runs():
    a_year_of_games()
    experiment = run(AS_IT_IS, ELO)
    assert (experiment.done, experiment.whole) == (100, 100)
    assert experiment.heard_at >= NOON
    assert experiment.milliseconds > 0


def test_error_is_stored_and_raised():
    experiment = requested()
    broken = [
        {
            "label": "x",
            "stretches": [{"from": None, "system": "gone", "parameters": {}}],
        }
    ]
    Experiment.objects.filter(pk=experiment.pk).update(candidates=broken)

    with pytest.raises(KeyError):
        run_experiment_now(experiment.pk, at=NOON)

    experiment.refresh_from_db()
    assert (experiment.state, experiment.error) == ("failed", "KeyError('gone')")


# --- stopping and deleting ----------------------------------------------------------------
def test_stopped_experiment_is_not_run_nor_found_overdue():
    experiment = requested()
    assert stop_experiment(experiment.pk)
    assert run_experiment_now(experiment.pk, at=NOON) is None
    assert experiments_overdue(at=NOON + timedelta(days=1)) == []
    experiment.refresh_from_db()
    assert (experiment.state, experiment.result) == ("stopped", None)


def test_worker_of_a_stopped_experiment_stops_at_its_next_step(monkeypatch):
    a_year_of_games()
    experiment = requested(AS_IT_IS, ELO)
    steps = []

    def slow(*args):
        for step in range(1000):
            args[-1](step)
            steps.append(step)
            sleep(0.01)
        return run_backtest(*args)

    monkeypatch.setattr(comparison, "OFTEN", 0.05)
    monkeypatch.setattr(comparison, "run_backtest", slow)

    def stop_then_compare(*args):
        stop_experiment(experiment.pk)
        return comparison.compare(*args)

    monkeypatch.setattr(experiments, "compare", stop_then_compare)
    assert run_experiment_now(experiment.pk, at=NOON) is None
    assert len(steps) < 500
    experiment.refresh_from_db()
    assert (experiment.state, experiment.result) == ("stopped", None)


def test_result_of_an_experiment_stopped_at_the_end_is_not_stored(monkeypatch):
    experiment = requested()

    def finish(pool, candidates, measured_from, report):
        stop_experiment(experiment.pk)
        return {}

    monkeypatch.setattr(experiments, "compare", finish)
    run_experiment_now(experiment.pk, at=NOON)
    experiment.refresh_from_db()
    assert (experiment.state, experiment.result) == ("stopped", None)


def test_stopped_experiment_can_be_requested_again_by_the_same_user():
    first = requested()
    stop_experiment(first.pk)
    assert requested().pk != first.pk


def test_finished_experiment_cannot_be_stopped():
    experiment = run()
    assert not stop_experiment(experiment.pk)
    experiment.refresh_from_db()
    assert experiment.state == "done"


@pytest.mark.parametrize("state", ["waiting", "running"])
def test_unfinished_experiment_is_not_deleted(state):
    experiment = requested()
    Experiment.objects.filter(pk=experiment.pk).update(state=state, heard_at=NOON)
    assert not delete_experiment(experiment.pk)
    assert Experiment.objects.filter(pk=experiment.pk).exists()


def test_one_experiment_is_deleted_and_no_other():
    kept, gone = run(), run()
    assert delete_experiment(gone.pk)
    assert not delete_experiment(gone.pk)
    assert Experiment.objects.get().pk == kept.pk


def test_lost_message_and_dead_worker_are_found_after_a_delay():
    waiting, running = requested(), requested()
    Experiment.objects.filter(pk=running.pk).update(state="running", heard_at=NOON)

    def lying(seconds):
        return experiments_overdue(at=NOON + timedelta(seconds=seconds))

    assert lying(29) == []
    assert lying(31) == [waiting.pk]
    assert lying(45) == []
    assert lying(62) == [waiting.pk, running.pk]


def test_experiment_is_done_only_with_a_result():
    experiment = requested()
    with pytest.raises(IntegrityError, match="experiment_done_has_result"):
        Experiment.objects.filter(pk=experiment.pk).update(state="done")


# --- the link ------------------------------------------------------------------------------
def test_link_is_unchanged_until_revoked():
    experiment = run()
    secret = share_experiment(experiment.pk)
    assert share_experiment(experiment.pk) == secret
    assert Experiment.objects.get(secret=secret) == experiment

    stop_sharing(experiment.pk)

    assert share_experiment(experiment.pk) != secret


def test_a_link_to_one_experiment_opens_no_other():
    first, second = requested(), requested()
    secret = share_experiment(first.pk)
    assert share_experiment(second.pk) != secret
    stop_sharing(second.pk)
    assert list(Experiment.objects.order_by("pk").values_list("secret", flat=True)) == [
        secret,
        None,
    ]


# --- unrelated data ----------------------------------------------------------
def another_pool():
    return create_pool(
        code="other",
        name="Other",
        system="renju",
        parameters={},
        from_date=date(1990, 1, 1),
    )


def test_games_and_editions_of_another_pool_are_ignored():
    other, (adam, bertil) = another_pool(), (rated(1950), rated(2220))
    posted(line(adam, bertil, 2, SPRING))
    posted(line(adam, bertil, 0, SPRING), pool_id=other.pk)

    experiment = run(AS_IT_IS)

    (stretch,) = experiment.candidates[0]["stretches"]
    assert stretch["system"] == chess_pool().editions.get().system
    assert (experiment.result["games"], experiment.posted) == (1, chess_pool().posted)


def test_experiment_about_another_pool_uses_that_pools_editions_in_order():
    other = another_pool()
    for day, system in ((date(2024, 5, 1), "elo"), (date(2023, 5, 1), "glicko2")):
        Edition.objects.create(pool=other, from_date=day, system=system, parameters={})
    draft = ExperimentDraft(other.pk, "What if", (AS_IT_IS,))
    made = request_experiment(draft, today=TODAY, acting=ActionContext(None, NOON))
    stretches = made.candidates[0]["stretches"]
    assert [(each["from"], each["system"]) for each in stretches] == [
        ("1990-01-01", "renju"),
        ("2023-05-01", "glicko2"),
        ("2024-05-01", "elo"),
    ]


def test_games_of_the_first_measured_day_are_predicted():
    adam, bertil = rated(1950), rated(2220)
    posted(
        line(adam, bertil, 2, SPRING - timedelta(days=1)),
        line(adam, bertil, 2, SPRING),
    )

    assert run(measured_from=SPRING).result["measured_games"] == 1


def test_unplayed_games_are_not_predicted():
    adam, bertil = rated(1950), rated(2220)
    posted(line(adam, bertil, 2, SPRING), line(adam, bertil, 2, SPRING, played=False))

    result = run().result

    assert (result["games"], result["measured_games"]) == (2, 1)


def test_run_does_not_change_other_experiments():
    first, second, third = requested(), requested(), requested()
    Experiment.objects.filter(pk=third.pk).update(state="running", heard_at=NOON)
    run_experiment_now(first.pk, at=NOON)
    states = Experiment.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["done", "waiting", "running"]
    for other in (second, third):
        other.refresh_from_db()
        assert (other.whole, other.milliseconds, other.result) == (0, None, None)


def test_ratings_are_measured_at_ends_of_quarters_and_on_the_last_day():
    adam, bertil = rated(1950), rated(2220)
    posted(line(adam, bertil, 2, date(2025, 11, 30)), line(adam, bertil, 2, SPRING))

    marks = run().result["candidates"][0]["marks"]

    assert [each["date"] for each in marks] == [
        "2025-12-31",
        "2026-03-31",
        "2026-06-15",
    ]


def test_games_of_an_event_rated_as_a_whole_count_from_their_own_days():
    adopted("scrabble", chess_pool().editions.get().from_date)
    adam, bertil = rated(1000), rated(1100)
    days = [SPRING, SPRING + timedelta(days=40)]
    posted(*(line(adam, bertil, 2, day, key=key) for key, day in enumerate(days)))
    read = read_history(
        chess_pool().pk, chess_pool().posted, DecisionsInExperiment.NONE, TODAY
    )
    assert read.history.booked.tolist() == [day_number(day) for day in days]

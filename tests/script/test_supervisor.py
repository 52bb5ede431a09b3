import pytest

from script.supervisor import Part, RunningPart


@pytest.fixture
def running():
    return RunningPart(Part("web", ["true"], None, {}))


def test_part_that_keeps_ending_is_restarted_with_growing_delay(running):
    delays = [running.note_end(now=0.0) for _ in range(10)]
    assert delays == [0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]


def test_part_that_ran_well_is_restarted_at_once(running):
    for _ in range(5):
        running.note_end(now=0.0)
    running.process, running.started_at = object(), 100.0
    assert running.note_end(now=111.0) == 0.0


def test_part_that_ran_briefly_waits_longer_than_the_last_time(running):
    for _ in range(3):
        running.note_end(now=0.0)
    running.process, running.started_at = object(), 100.0
    assert (running.note_end(now=109.0), running.start_at) == (1.0, 110.0)

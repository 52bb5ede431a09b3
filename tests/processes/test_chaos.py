"""Several people work while parts of the office are killed, stopped and starved: a
short form of `bench.chaos`.
"""

import sys

import pytest

from tests.processes.chaos.mishaps import OF_TWENTY
from tests.processes.chaos.run import chaos

pytestmark = pytest.mark.processes
MISHAPS = len(OF_TWENTY)


def test_acknowledged_acts_are_stored_once_whatever_happens_to_the_parts(
    chance, servers_at_hand
):
    seed = chance.randrange(10**6)

    outcome = chaos(MISHAPS, seed, lambda text: sys.stdout.write(f"{text}\n"))

    assert outcome.faults == []
    assert outcome.acknowledged["submission"] > 0
    assert outcome.rows > 0

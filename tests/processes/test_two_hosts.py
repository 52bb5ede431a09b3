"""An office on two machines whose connection is cut: a short form of `bench.two_hosts`."""

import os
import subprocess
import sys

import pytest

from script.checkout import ROOT
from tests.processes.hosts.acts import ACTS
from tests.processes.hosts.network import what_is_missing
from tests.processes.hosts.run import command

pytestmark = pytest.mark.processes


def test_first_machine_continues_alone_and_nothing_is_lost_or_duplicated(
    chance, servers_at_hand
):
    if missing := what_is_missing():
        pytest.skip(missing)
    inherited = {
        name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ
    }

    done = subprocess.run(  # noqa: S603
        command(len(ACTS), chance.randrange(10**6)),
        env=inherited | {"LANG": "C"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("done elsewhere") == len(ACTS)

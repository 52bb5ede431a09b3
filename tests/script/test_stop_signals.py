import os
import signal

import pytest

from script.stop_signals import Stopped, StopSignals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_stop_is_noticed_at_the_next_wait(number):
    # As in a terminal, also where the tests themselves were started with nohup.
    before = signal.signal(number, signal.SIG_DFL)
    try:
        with StopSignals() as signals:
            os.kill(os.getpid(), number)
            with pytest.raises(Stopped):
                signals.wait(10)
    finally:
        signal.signal(number, before)


def test_it_is_noticed_at_every_later_wait_too():
    with StopSignals() as signals:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(2):
            with pytest.raises(Stopped):
                signals.wait(10)


def test_a_closed_terminal_does_not_stop_what_was_started_with_nohup():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with StopSignals() as signals:
            os.kill(os.getpid(), signal.SIGHUP)
            signals.wait(0.01)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_afterwards_signals_mean_what_they_meant_before():
    before = signal.getsignal(signal.SIGINT)
    with StopSignals():
        pass
    assert signal.getsignal(signal.SIGINT) == before

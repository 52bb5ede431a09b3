import os
import signal

import pytest

from script.stop_signals import StopRequested, StopSignals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stop_signal_is_noticed_at_the_next_wait(number):
    # As in a terminal, also where the tests themselves were started with nohup.
    before = signal.signal(number, signal.SIG_DFL)
    try:
        with StopSignals() as signals:
            os.kill(os.getpid(), number)
            with pytest.raises(StopRequested):
                signals.wait(10)
    finally:
        signal.signal(number, before)


def test_stop_signal_is_noticed_at_every_later_wait():
    with StopSignals() as signals:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(2):
            with pytest.raises(StopRequested):
                signals.wait(10)


def test_closed_terminal_does_not_stop_a_process_started_with_nohup():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with StopSignals() as signals:
            os.kill(os.getpid(), signal.SIGHUP)
            signals.wait(0.01)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_signal_handlers_are_restored_afterwards():
    before = signal.getsignal(signal.SIGINT)
    with StopSignals():
        pass
    assert signal.getsignal(signal.SIGINT) == before

import socket

import pytest

from script.ports import LOWEST, free_port, web_port
from script.progress import SetUpError


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_used_port_is_reported_with_a_solution(taken):
    with pytest.raises(SetUpError) as refused:
        web_port(str(taken), "127.0.0.1")
    assert str(refused.value) == (
        f"Port {taken} is taken by another program. Stop that one, or choose"
        f" another: PORT={taken + 1} script/server"
    )


@pytest.mark.parametrize("text", ["", "http", "0", "65536", "-1", "8000 ", "８０００"])
def test_invalid_port_is_refused(text):
    with pytest.raises(SetUpError, match="must be a number from 1 to 65535"):
        web_port(text, "127.0.0.1")


def test_free_port_is_used():
    port = free_port(LOWEST)
    assert web_port(str(port), "127.0.0.1") == port


def test_next_port_is_chosen_when_one_is_used():
    with socket.create_server(("127.0.0.1", free_port(LOWEST))) as server:
        taken = server.getsockname()[1]
        assert free_port(taken) > taken

"""Ports on this machine."""

import socket
from contextlib import closing

from script.progress import SetUpError

# Below the range from which the system assigns ports to outgoing connections: such a
# port may be in use when a server restarts.
LOWEST, HIGHEST = 15432, 32000


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise SetUpError(
                f"Only root may use port {port}: set PORT to another."
            ) from None
        except OSError:
            return False
    return True


def free_port(start: int) -> int:
    return next(port for port in range(start, HIGHEST) if is_free(port))


def web_port(text: str, host: str) -> int:
    """Return the port for the web server, checked before anything is started."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 2**16):
        raise SetUpError(f"PORT is {text!r}: it must be a number from 1 to 65535.")
    if not is_free(int(text), host):
        raise SetUpError(
            f"Port {text} is taken by another program. Stop that one, or choose"
            f" another: PORT={int(text) % 65535 + 1} script/server"
        )
    return int(text)

"""Say in words whether a part of the office is well, and end with status 0 if so:

python -m script.healthcheck              the web server of this container
python -m script.healthcheck worker NAME  the worker of this queue, on this machine
python -m script.healthcheck beat         the clock
"""

import argparse
import os
import socket
import sys

from environs import FileAwareEnv
from redis.exceptions import RedisError

from federation.watching.alive import (
    SCHEDULER,
    SILENCE,
    last_heartbeats,
    valkey_at,
    valkey_time,
)
from script.office import QUEUES, first_host, web_server_fault


def main() -> int:
    parser = argparse.ArgumentParser("script.healthcheck")
    parts = parser.add_subparsers(dest="part")
    parts.add_parser("web")
    parts.add_parser("worker").add_argument("queue", choices=QUEUES)
    parts.add_parser("beat")
    options = parser.parse_args()
    if options.part == "worker":
        fault = missing_heartbeat(f"{options.queue}@{socket.gethostname()}")
    elif options.part == "beat":
        fault = missing_heartbeat(SCHEDULER)
    else:
        fault = _fault_of_web()
    print(fault or "well")
    return 1 if fault else 0


def _fault_of_web() -> str:
    host = first_host(os.environ.get("ALLOWED_HOSTS", ""))
    return web_server_fault("127.0.0.1", int(os.environ.get("PORT", "8000")), host)


def missing_heartbeat(name: str) -> str:
    """Return "" if a worker, or the scheduler, has sent a heartbeat lately; otherwise
    what is wrong.
    """
    url = FileAwareEnv(strip_whitespace=True).str("REDIS_URL")
    try:
        valkey = valkey_at(url)
        at, now = last_heartbeats(valkey).get(name), valkey_time(valkey)
    except (RedisError, OSError):
        return f"Valkey does not answer: nobody knows of {name}"
    if at is None:
        return f"{name} has never said that it is there"
    silent = now - at
    return f"{name} has said nothing for {silent:.0f} s" if silent > SILENCE else ""


if __name__ == "__main__":
    sys.exit(main())

"""The office's pages served by the web server's own protocol, and by WSGI as before.

Both servers run with the same code, database and number of processes and threads; they
take turns, so that other work on the machine affects both. Needs `wrk`, and beside an
office that runs with its demo (`. var/environment`):

    python -m bench.web_server --rounds 5
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

from script.office import APPLICATION, WEB, answers

SERVERS = {
    "wsgi": "--interface wsgi --workers 2 --blocking-threads 4 --no-ws"
    " federation.wsgi:application",
    "rsgi": f"{WEB} {APPLICATION}",
}
PATHS = ("/healthz", "/static/vendor/htmx/htmx.min.js", "/list/")
PORT = 8790
WARM = 40
"""Requests before the measurement: the first of each process reads templates."""
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--connections", type=int, default=8)
    options = parser.parse_args()
    seen: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for _ in range(options.rounds):
        for name, started in SERVERS.items():
            with served(started) as pids:
                for path in PATHS:
                    measured = requests_per_second(
                        path, pids, options.seconds, options.connections
                    )
                    seen.setdefault((path, name), []).append(measured)
                    rate, cost = measured
                    print(f"{name} {path}: {rate:.0f} a second, {cost:.2f} ms")
    for path in PATHS:
        compare(path, seen[path, "wsgi"], seen[path, "rsgi"])


@contextmanager
def served(options: str) -> Iterator[list[int]]:
    """Start a server, and yield the ids of its processes once it answers."""
    command = [sys.executable, "-m", "granian", "--port", str(PORT), *options.split()]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while not answers("127.0.0.1", PORT, "localhost"):
            time.sleep(0.2)
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
        yield [int(pid) for pid in children.split()]
    finally:
        server.terminate()
        server.wait()


def requests_per_second(
    path: str, pids: list[int], seconds: int, connections: int
) -> tuple[float, float]:
    """Return requests per second, and the server's processor time per request in
    milliseconds.
    """
    wrk = ["wrk", "--threads=1", f"--connections={connections}", "--timeout=10s"]
    at = f"http://127.0.0.1:{PORT}{path}"
    for _ in range(WARM):
        urlopen(at, timeout=60).close()
    before = processor_time(pids)
    output = subprocess.run(
        [*wrk, f"--duration={seconds}s", at], check=True, capture_output=True, text=True
    ).stdout
    assert "Non-2xx" not in output, output
    found = re.search(r"(\d+) requests in ([\d.]+)s", output)
    assert found, output
    count = int(found[1])
    assert count, output
    spent = processor_time(pids) - before
    return count / float(found[2]), 1000 * spent / count


def processor_time(pids: list[int]) -> float:
    spent = 0.0
    for pid in pids:
        with suppress(FileNotFoundError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) / TICKS
    return spent


def memory(pids: list[int]) -> list[float]:
    """Return the mebibytes of memory of each process, with its share of shared ones."""
    parts = (Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids)
    return [
        int(re.findall(r"^Pss:\s+(\d+) kB", each, re.MULTILINE)[0]) / 1024
        for each in parts
    ]


def compare(
    path: str, wsgi: list[tuple[float, float]], rsgi: list[tuple[float, float]]
) -> None:
    for what, at, unit in (("rate", 0, "a second"), ("processor time", 1, "ms")):
        old, new = ([each[at] for each in seen] for seen in (wsgi, rsgi))
        ratios = [one / other for one, other in zip(new, old, strict=True)]
        print(
            f"{path} {what}: WSGI {statistics.median(old):.2f},"
            f" RSGI {statistics.median(new):.2f} {unit};"
            f" ratio {statistics.median(ratios):.2f}"
            f" ({min(ratios):.2f} to {max(ratios):.2f})"
        )


if __name__ == "__main__":
    main()

"""Lists, players and explanations as readers request them: cached, confirmed by 304,
and made for each reader as before (a cookie of pins makes a page personal).

Needs `wrk`, and beside an office that runs with its demo (`. var/environment`):

    python -m bench.shared_pages --seconds 5
"""

import argparse
import os
import random
import re
import subprocess
import tempfile
from collections.abc import Iterable
from urllib.request import Request, urlopen

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
django.setup()

from bench.web_server import PORT, memory, processor_time, served
from federation.models import Player
from ratings.models import ListEntry, RatingList
from script.office import APPLICATION, WEB

CONNECTIONS = (16, 64, 256)
LISTS, PLAYERS, EXPLANATIONS = 5, 200, 100
OFTEN = {"list": 50, "player": 30, "explanation": 20}
"""Requests out of a hundred; half of those for lists are for the first page."""
PACKED = {"Accept-Encoding": "gzip, deflate, br", "Accept-Language": "sv"}
LUA = """
local paths, at = {%s}, 0
math.randomseed(1)
request = function()
  local found = paths[math.random(#paths)]
  local headers = {["Accept-Encoding"] = "gzip, deflate, br", ["Accept-Language"] = "sv"}
  if found[2] ~= "" then headers["If-None-Match"] = found[2] end
  %s
  return wrk.format("GET", found[1], headers)
end
"""
WITH_PINS = 'headers["Cookie"] = "pinned=p1"'


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--without", action="store_true", help="made for each, too")
    options = parser.parse_args()
    addresses = mixed_addresses()
    with served(f"{WEB} {APPLICATION}") as pids:
        marks = {path: mark_of(path) for path in sorted(set(addresses))}
        measured("warm", [(path, "") for path in addresses], pids, 16, 3)
        for connections in CONNECTIONS:
            plain = [(path, "") for path in addresses]
            measured("kept", plain, pids, connections, options.seconds)
            known = [(path, marks[path]) for path in addresses]
            measured("304", known, pids, connections, options.seconds)
        if options.without:
            measured("made", plain, pids, 16, options.seconds, WITH_PINS)
        sizes = ", ".join(f"{size:.0f}" for size in memory(pids))
        print(f"MB in memory, process by process: {sizes}")


def mixed_addresses() -> list[str]:
    """Return a thousand random addresses, in the proportions in which readers open
    them.
    """
    drawn = random.Random(1)  # noqa: S311
    newest = RatingList.objects.order_by("pool_id", "-number")[0]
    entries = ListEntry.objects.filter(
        pool_id=newest.pool_id, list_id=newest.pk, position__isnull=False
    )
    ranked = list(entries.order_by("position").values_list("player_id", flat=True))
    open_to_all = set(
        Player.objects.filter(pk__in=ranked, visibility="public").values_list(
            "pk", flat=True
        )
    )
    shown = [pk for pk in ranked if pk in open_to_all]
    players = [f"/players/{pk}/" for pk in shown[:PLAYERS]]
    working = [f"/list/{newest.number}{path}" for path in players[:EXPLANATIONS]]
    pages = [f"/list/?page={number}" for number in range(2, LISTS + 1)]
    lists = ["/list/"] * len(pages) + pages
    kinds = {"list": lists, "player": players, "explanation": working}
    return [
        drawn.choice(kinds[kind])
        for _ in range(10)
        for kind, often in OFTEN.items()
        for _ in range(often)
    ]


def mark_of(path: str) -> str:
    request = Request(f"http://127.0.0.1:{PORT}{path}", headers=PACKED)
    with urlopen(request, timeout=60) as answer:  # noqa: S310
        if path == "/list/":
            print(
                f"/list/: {len(answer.read())} bytes by {answer.headers['Content-Encoding']}"
            )
        return str(answer.headers["ETag"])


def measured(
    name: str,
    requests: Iterable[tuple[str, str]],
    pids: list[int],
    connections: int,
    seconds: int,
    more: str = "",
) -> None:
    lines = ",".join(f"{{{path!r}, {mark!r}}}" for path, mark in requests)
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(LUA % (lines, more))
        script.flush()
        wrk = ["wrk", "--threads=1", f"--connections={connections}", "--timeout=30s"]
        wrk += [f"--duration={seconds}s", "--latency", "--script", script.name]
        before = processor_time(pids)
        output = subprocess.run(
            [*wrk, f"http://127.0.0.1:{PORT}"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        spent = processor_time(pids) - before
    found = re.search(r"(\d+) requests in ([\d.]+)s, ([\d.]+)(\w+) read", output)
    assert found, output
    count = int(found[1])
    tails = dict(re.findall(r"(50|99)%\s+(\S+)", output))
    print(
        f"{name}, {connections} connections: {count / float(found[2]):.0f} a second,"
        f" {1000 * spent / count:.3f} ms of processor time, median {tails['50']},"
        f" 99th percentile {tails['99']}, {found[3]}{found[4]} read in all"
    )
    wrong = re.search(r"Non-2xx.*|Socket errors.*", output)
    if wrong and name != "304":
        print("  " + wrong[0])


if __name__ == "__main__":
    main()

"""A name that is changed at one machine is changed at both as soon as the act ends.

    python -m tests.processes.hosts.names URL URL

repeatedly renames the player with the lowest number, requests the player's page from
both machines after each change, and prints as JSON what they did not show.
"""

import json
import sys
import urllib.request
from collections.abc import Iterator, Sequence

import django

from tests.processes.hosts.office import Host

TIMES = 20


def faults_of_names(one: Host, two: Host) -> Iterator[str]:
    for office in (one, two):
        yield from office.ask("hosts.names", one.url, two.url)


def main(urls: Sequence[str]) -> None:
    from federation.models import Player  # noqa: PLC0415

    [first, *_] = Player.objects.order_by("pk").values_list("pk", flat=True)
    missing = []
    for number in range(TIMES):
        name = f"Renamed-{number}"
        Player.objects.filter(pk=first).update(last_name=name)
        missing += [
            f"{url} does not show {name}, which was said already"
            for url in urls
            if name not in page_of(url, first)
        ]
    sys.stdout.write(json.dumps(missing) + "\n")


def page_of(url: str, player: int) -> str:
    """Return the shared page of a player."""
    with urllib.request.urlopen(f"{url}/players/{player}/", timeout=30) as page:  # noqa: S310
        return page.read().decode()


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1:])

"""A name that is changed at one machine is changed at both as soon as the act ends.

    python -m tests.processes.hosts.names NAME

gives it to the player with the lowest number, whose number it prints.
"""

import json
import sys
import urllib.request
from collections.abc import Iterator
from random import Random

import django

from tests.processes.hosts.office import Host

TIMES = 4


def faults_of_names(one: Host, two: Host, chance: Random) -> Iterator[str]:
    for number in range(TIMES):
        name = f"Renamed-{number}"
        player = chance.choice((one, two)).ask("hosts.names", name)
        for at, office in enumerate((one, two), start=1):
            if name not in page_of(office, player):
                yield f"machine {at} does not show {name}, which was said already"


def page_of(office: Host, player: int) -> str:
    """As it is kept for everybody."""
    with urllib.request.urlopen(f"{office.url}/players/{player}/", timeout=30) as page:  # noqa: S310
        return page.read().decode()


def main(name: str) -> None:
    from federation.models import Player  # noqa: PLC0415

    player = Player.objects.order_by("pk").first()
    Player.objects.filter(pk=player.pk).update(last_name=name)
    sys.stdout.write(json.dumps(player.pk) + "\n")


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1])

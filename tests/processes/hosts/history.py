"""Upload a file of history to an office, as two officers do.

    python -m tests.processes.hosts.history read
    python -m tests.processes.hosts.history post FILE

prints its number: after the first a worker reads it, after the second it posts it.
"""

import json
import sys

import django

PLAYERS, ROWS, EVENTS = 40, 2_000, 20
FIRST_PLAYER = 700_000


def main(act: str, file_id: int) -> None:
    from federation.models import Player, User  # noqa: PLC0415
    from ratings.models import ImportFile  # noqa: PLC0415
    from tests.factories import PlayerFactory, UserFactory  # noqa: PLC0415
    from tests.ratings.uploads.bringing import asked_and_agreed, brought  # noqa: PLC0415

    # Each process numbers its factories' rows from zero.
    for factory, model in ((UserFactory, User), (PlayerFactory, Player)):
        factory.reset_sequence(1000 + model.objects.count())
    if act == "read":
        for number in range(PLAYERS):
            PlayerFactory(national_id=str(FIRST_PLAYER + number))
        file_id = brought(games()).file.pk
    else:
        asked_and_agreed(ImportFile.objects.get(pk=file_id))
    sys.stdout.write(json.dumps(file_id) + "\n")


def games() -> bytes:
    """Return games of the years before all tournaments of the season."""
    from tests.ratings.uploads.bringing import table  # noqa: PLC0415

    return table(
        *(
            f"2021-{1 + n % 12:02}-{1 + n % 28:02},{FIRST_PLAYER + n % PLAYERS},"
            f"{FIRST_PLAYER + (n + 1 + n % (PLAYERS - 1)) % PLAYERS},"
            f"{'1=0'[n % 3]},Event {n * EVENTS // ROWS},{1 + n % 999}"
            for n in range(ROWS)
        ),
        header="date,white,black,score,event,round",
    )


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 0)

"""Fill an office for people who work in it concurrently.

    python -m tests.processes.chaos.season CLUBS TOURNAMENTS_OF_EACH

prints as JSON the secretaries' log-ins and tournaments, with the boards of each and
their results, and the cookies of two rating officers.
"""

import json
import random
import sys
from datetime import timedelta

import django

from tests.processes.commands.officer_signed_in import cookie_of_an_officer
from tests.processes.commands.season_to_submit import PLAYERS, season_of

HALF_A_YEAR = timedelta(weeks=26)
"""The time between a club's tournaments, so that each is on another list."""


def main(clubs: int, tournaments: int) -> None:
    from tests.factories import ClubFactory, member  # noqa: PLC0415

    chance = random.Random(0)  # noqa: S311
    federation = [ClubFactory() for _ in range(clubs)]
    # Clubs' members play those of other clubs, so that each submission changes many
    # ratings.
    players = [member(club) for club in federation for _ in range(PLAYERS // clubs)]
    secretaries = []
    for club in federation:
        season = season_of(club, players, tournaments, chance, HALF_A_YEAR)
        numbers = season["tournaments"]
        secretaries.append(season | {"tournaments": [boards_of(n) for n in numbers]})
    output = {
        "secretaries": secretaries,
        "reviewer": cookie_of_an_officer(),
        "approver": cookie_of_an_officer(),
    }
    sys.stdout.write(json.dumps(output) + "\n")


def boards_of(tournament: int) -> dict:
    from tournaments.models import Pairing  # noqa: PLC0415

    played = Pairing.objects.filter(section__tournament=tournament, black__isnull=False)
    boards = [
        {"number": number, "version": version, "results": [result]}
        for number, version, result in played.values_list("pk", "version", "result")
    ]
    return {"number": tournament, "boards": boards}


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))

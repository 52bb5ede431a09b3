"""Fill an office with tournaments that are played but not sent in.

    python -m tests.processes.commands.season_to_submit HOW_MANY

prints the secretary's log-in and the tournaments' ids as JSON.
"""

import json
import random
import sys
from datetime import date, timedelta

import django

PLAYERS, IN_EACH = 16, 5
FIRST_DAY = date(2024, 1, 8)
THREE_WEEKS = timedelta(weeks=3)
PASSWORD = "a long pass phrase"


def main(how_many: int) -> None:
    from tests.factories import ClubFactory, member  # noqa: PLC0415

    club = ClubFactory(name="Springarna")
    players = [member(club) for _ in range(PLAYERS)]
    season = season_of(club, players, how_many, random.Random(0))  # noqa: S311
    sys.stdout.write(json.dumps(season) + "\n")


def season_of(
    club, players, how_many: int, chance: random.Random, apart: timedelta = THREE_WEEKS
) -> dict:
    """Return a new secretary's log-in and the club's tournaments."""
    from tests.factories import secretary_of  # noqa: PLC0415

    secretary = secretary_of(club)
    tournaments = [
        played(secretary, club, chance.sample(players, IN_EACH), at, chance, apart)
        for at in range(how_many)
    ]
    return {"email": secretary.email, "password": PASSWORD, "tournaments": tournaments}


def played(
    secretary,
    club,
    players,
    at: int,
    chance: random.Random,
    apart: timedelta = THREE_WEEKS,
) -> int:
    """Play one tournament and return its id; many are spread over several periods."""
    from federation.domain.authorship import ActionContext  # noqa: PLC0415
    from tests.factories import NOON  # noqa: PLC0415
    from tests.tournaments.tournaments_made import draft  # noqa: PLC0415
    from tournaments.domain import entering, results, starting  # noqa: PLC0415
    from tournaments.domain.planning import tournaments  # noqa: PLC0415

    acting = ActionContext(secretary.pk, NOON)
    day = FIRST_DAY + at * apart
    days = {"start_date": day, "end_date": day + timedelta(days=10)}
    tournament = tournaments.create_tournament(
        draft(club, name=f"Tournament {at}", **days),
        sections=[tournaments.SectionDraft(name="A")],
        acting=acting,
    )
    section = tournament.sections.get()
    for player in players:
        entering.enter_player(section.pk, player.pk, acting=acting)
    starting.start_section(section.pk, acting=acting)
    for pairing in section.pairings.exclude(black=None):
        result = chance.choice(("1-0", "1/2", "0-1"))
        results.enter_result(pairing.pk, result, pairing.version, acting=acting)
    return tournament.pk


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]))

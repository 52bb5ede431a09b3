"""Fill an office with published lists, one of them revised, and with tournaments that
are played but not sent in; with or without running workers.

    python -m tests.processes.commands.office_with_lists HOW_MANY [same-names]

prints the secretary's log-in and the tournaments' ids as JSON. `same-names`: with a
tournament of which two sections have the same name, which earlier releases allowed.
"""

import json
import sys
import time
from datetime import date

import django

LONGEST_WAIT = 120.0
LONG_AFTER = date(2030, 1, 1)


def main(how_many: int, *, same_names: bool) -> None:
    from tests.factories import ClubFactory, line, member, secretary_of  # noqa: PLC0415
    from tests.processes.commands.season_to_submit import IN_EACH, PASSWORD, played  # noqa: PLC0415
    from tests.ratings.rating_lists import (  # noqa: PLC0415
        SPRING,
        SUMMER,
        accepted,
        corrected,
        rulebook_game,
    )

    adam, bertil, _ = rulebook_game()
    publish(SPRING)
    accepted(line(adam, bertil, 0, SUMMER), source_number=78, name="Summer Open")
    publish(SUMMER)
    corrected(adam, bertil, 1)
    publish(SPRING)
    club = ClubFactory(name="Springarna")
    players, secretary = [member(club) for _ in range(IN_EACH)], secretary_of(club)
    tournaments = [
        played(secretary, club, players, at, FIRST) for at in range(how_many)
    ]
    if same_names:
        namesakes(secretary, club)
    output = {
        "email": secretary.email,
        "password": PASSWORD,
        "tournaments": tournaments,
    }
    sys.stdout.write(json.dumps(output) + "\n")


class FIRST:
    """A random generator that always takes the first."""

    @staticmethod
    def choice(of):
        return of[0]


def publish(day: date) -> None:
    """Approve and publish the list; a worker may publish it before this does."""
    from federation.domain.authorship import ActionContext  # noqa: PLC0415
    from ratings.lists.domain.publishing import approve_list, publish_list  # noqa: PLC0415
    from ratings.lists.queries.listing import proposal_seen  # noqa: PLC0415
    from ratings.models import RatingList  # noqa: PLC0415
    from tests.factories import NOON, UserFactory  # noqa: PLC0415
    from tests.ratings.rating_lists import open_next_period, period  # noqa: PLC0415

    open_next_period(period(day))
    settle()
    before, ended = RatingList.objects.count(), period(day)
    acting = ActionContext(UserFactory().pk, NOON)
    approval = approve_list(
        ended.pk, seen=proposal_seen(ended), comment="", today=LONG_AFTER, acting=acting
    )
    publish_list(approval.pk, at=NOON)
    until(lambda: RatingList.objects.count() > before)
    settle()


def settle() -> None:
    from ratings.models import Computation, Pool  # noqa: PLC0415
    from tests.ratings.rating_lists import up_to_date  # noqa: PLC0415

    def is_computed() -> bool:
        pool = Pool.objects.get(code="chess-long")
        return Computation.objects.get(pool=pool).computed == pool.posted

    up_to_date()
    until(is_computed)


def until(condition) -> None:
    end = time.monotonic() + LONGEST_WAIT
    while not condition():
        assert time.monotonic() < end, "the workers do not come to it"
        time.sleep(0.2)


def namesakes(secretary, club) -> None:
    from federation.domain.authorship import ActionContext  # noqa: PLC0415
    from tests.factories import NOON  # noqa: PLC0415
    from tests.tournaments.tournaments_made import draft  # noqa: PLC0415
    from tournaments.domain.planning import tournaments  # noqa: PLC0415

    tournaments.create_tournament(
        draft(club, name="Two groups"),
        sections=[
            tournaments.SectionDraft(name=name) for name in ("Group A", "group A")
        ],
        acting=ActionContext(secretary.pk, NOON),
    )


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]), same_names=sys.argv[2:] == ["same-names"])

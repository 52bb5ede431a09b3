"""Putting back removed teams."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.locking import count_change
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.removals.putting_back import lock_removal, write_rows
from tournaments.domain.teams.leagues import LeagueDraft, number_teams, set_league
from tournaments.models import League, Removal, Section, Team


@transaction.atomic
def put_back_teams(removal_id: int, *, acting: ActionContext) -> Section:
    """Put back teams with their numbers, and return the section.

    If play by teams was stopped and not resumed since, the rules of the matches are put
    back too.

    Refusals: `gone` after 30 days, `started`, `no_league`, `team_name` if another team
    has the name, and as `set_league`.
    """
    removal, tournament = lock_removal(removal_id, acting)
    section = removal.section
    if section is None:
        raise TournamentRefusal("gone")
    if section.started_at:
        raise TournamentRefusal("started")
    if not League.objects.filter(section=section).exists():
        _put_back_league(removal, section, acting)
    _put_back_in_order(removal, section)
    removal.delete()
    count_change(tournament)
    return section


def _put_back_league(removal: Removal, section: Section, acting: ActionContext) -> None:
    rows = removal.rows_of(League)
    if not rows:
        raise TournamentRefusal("no_league")
    facts = rows[0]["fields"]
    rules = {each.name: facts[each.name] for each in fields(LeagueDraft)}
    set_league(section.pk, LeagueDraft(**rules), acting=acting)


def _put_back_in_order(removal: Removal, section: Section) -> None:
    rows = sorted(removal.rows_of(Team), key=_number)
    numbers = [_number(row) for row in rows]
    order = list(section.teams.order_by("number"))
    if {row["fields"]["name"] for row in rows} & {team.name for team in order}:
        raise TournamentRefusal("team_name")
    for free, row in enumerate(rows, start=len(order) + 1):
        row["fields"]["number"] = free
    write_rows(rows)
    teams = Team.objects.in_bulk([row["pk"] for row in rows])
    for number, row in zip(numbers, rows, strict=True):
        order.insert(number - 1, teams[row["pk"]])
    number_teams(order)


def _number(row: Mapping[str, Any]) -> int:
    number: int = row["fields"]["number"]
    return number

"""Letters to the leaders of teams, written in the transaction that causes them."""

from collections.abc import Iterable, Sequence
from datetime import date

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from federation.enums import CLUB_ROLES
from federation.models import Role, User
from tournaments.domain.refusals import TournamentRefusal
from tournaments.models import Team, TeamMatch
from tournaments.queries.teams.words import TEAM_REFUSALS


def notify_to_line_up_again(
    match: TeamMatch,
    team: Team,
    obstacles: Iterable[TournamentRefusal],
    acting: ActionContext,
) -> None:
    """Notify a team that the other one has handed in its line-up, and that the match
    cannot begin because a player in the team's own line-up can no longer play.
    """
    with translation.override(settings.LANGUAGE_CODE):
        subject = _("Hand in your line-up again: %(match)s") % _facts(match)
        says = _(
            "%(other)s has handed in its line-up for %(match)s, round %(round)s of "
            "%(event)s. The match has not begun, because yours is no longer valid. "
            "Hand it in again."
        ) % {**_facts(match), "other": match.other(team.pk).name}
        link = link_to("tournaments:line_up", match.pk, team.pk)
        _write([team], subject, (says, _reasons(obstacles), link), acting)


def notify_of_empty_boards(
    match: TeamMatch,
    team: Team,
    obstacles: Iterable[TournamentRefusal],
    acting: ActionContext,
) -> None:
    """Notify a team that the match has begun without those players of its line-up who
    cannot play.
    """
    with translation.override(settings.LANGUAGE_CODE):
        subject = _("The match began without some of your players: %(match)s")
        says = _(
            "%(match)s, round %(round)s of %(event)s, has begun. Anyone who could no "
            "longer play was left out of your line-up, and the board is empty."
        )
        link = link_to("tournaments:match", match.pk)
        parts = (says % _facts(match), _reasons(obstacles), link)
        _write([team], subject % _facts(match), parts, acting)


def notify_of_changed_results(match: TeamMatch, acting: ActionContext) -> None:
    """Notify both teams that a result of their match, which was entered or confirmed,
    was changed on another page.
    """
    with translation.override(settings.LANGUAGE_CODE):
        subject = _("A result has been changed: %(match)s") % _facts(match)
        says = (
            _(
                "A result of %(match)s, round %(round)s of %(event)s, has been corrected"
                " after the match was confirmed."
            )
            if match.confirmed_at
            else _(
                "A result of %(match)s, round %(round)s of %(event)s, has been "
                "changed on a page other than that of the match. What was entered is "
                "no longer waiting to be confirmed: look at the results, and enter "
                "them again."
            )
        )
        link = link_to("tournaments:match", match.pk)
        parts = (says % _facts(match), link)
        _write([match.home, match.away], subject, parts, acting)


def notify_of_withdrawal(team: Team, acting: ActionContext) -> None:
    """Notify all teams of a league that one of them has withdrawn, or that it plays on
    after all.
    """
    section = team.section
    facts = {
        "team": team.name,
        "section": section.name,
        "event": section.tournament.name,
        "reason": team.withdrawal_reason,
    }
    with translation.override(settings.LANGUAGE_CODE):
        subject = (
            _("A team has withdrawn: %(team)s")
            if team.withdrawn_at
            else _("A team plays on after all: %(team)s")
        )
        link = link_to("tournaments:league", section.pk)
        parts = (_withdrawal_in_words(team) % facts, link)
        teams = list(section.teams.order_by("number"))
        _write(teams, subject % facts, parts, acting)


def _withdrawal_in_words(team: Team) -> str:
    if not team.withdrawn_at:
        return _(
            "%(team)s had withdrawn from %(section)s of %(event)s, and plays on after "
            "all: its matches count, and those that have not begun are played."
        )
    if team.matches_struck:
        return _(
            "%(team)s has withdrawn from %(section)s of %(event)s: %(reason)s\n\nIts "
            "matches that have not begun are not played, and none of its matches counts "
            "in the table. The games that were played are rated."
        )
    return _(
        "%(team)s has withdrawn from %(section)s of %(event)s: %(reason)s\n\nIts matches "
        "that have not begun are not played: the opponents win them by forfeit on all "
        "boards."
    )


def leaders_of(team: Team, day: date) -> list[User]:
    """Return the captain, or, without a captain whose account is active, the accounts
    that hold an office in the club.
    """
    captain = User.objects.filter(pk=team.captain_id, is_active=True)
    held = Role.objects.on(day).filter(kind__in=CLUB_ROLES, club_id=team.club_id)
    office = User.objects.filter(pk__in=held.values("user_id"), is_active=True)
    return [*captain] or list(office.order_by("pk"))


def _write(
    teams: Sequence[Team], subject: str, parts: tuple[str, ...], acting: ActionContext
) -> None:
    """Write one letter to each leader of these teams, except to the acting user."""
    day = timezone.localdate(acting.at)
    people = {each.pk: each for team in teams for each in leaders_of(team, day)}
    people.pop(acting.user_id or 0, None)
    for each in people.values():
        write_signed_letter(
            to=each.email, name=each.name, subject=subject, parts=parts, at=acting.at
        )


def _facts(match: TeamMatch) -> dict[str, object]:
    return {
        "match": f"{match.home.name} – {match.away.name}",
        "round": match.round,
        "event": match.section.tournament.name,
    }


def _reasons(obstacles: Iterable[TournamentRefusal]) -> str:
    return "\n".join(str(TEAM_REFUSALS[each.code]) % each.facts for each in obstacles)

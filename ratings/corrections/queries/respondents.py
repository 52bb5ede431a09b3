"""Who may answer a correction request, and whose answers are outstanding."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from federation.models import Role, User
from federation.permissions import MATRIX, Actor, Permission
from ratings.enums import ClaimState
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Claim, ClaimAnswer, Report


@dataclass(frozen=True, slots=True)
class Respondent:
    """A player, or the organiser (`player_id` None), who may answer a request. `users`
    are the accounts that may answer for them; without any the request does not wait for
    them.
    """

    player_id: int | None
    users: tuple[User, ...]
    answer: ClaimAnswer | None

    @property
    def is_waited_for(self) -> bool:
        return self.answer is None and bool(self.users)


def respondents_of(claim: Claim, today: date) -> list[Respondent]:
    """Return all respondents of the claim, the players first: the players in either
    version of the game except the claimant, and the organiser unless the claim is the
    organiser's own.
    """
    answers = {
        answer.player_id: answer
        for answer in claim.answers.select_related("by").order_by("pk")
    }
    ids = sorted(claim.player_ids - {claim.claimant_id})
    persons = aliases_now().persons(ids)
    users = {user.player_id: user for user in _accounts_of(persons.values())}
    respondents = [
        Respondent(pk, (users[who],) if who in users else (), answers.get(pk))
        for pk, who in persons.items()
    ]
    if _has_organiser(claim.report) and not claim.by_organiser:
        speakers = tuple(organisers_of(claim.report, today))
        respondents.append(Respondent(None, speakers, answers.get(None)))
    return respondents


def waited_for(claims: Collection[Claim], today: date) -> frozenset[int]:
    """Return the ids of those requests that are open and that a respondent with an
    account may still answer.
    """
    open_claims = [
        each
        for each in claims
        if each.state == ClaimState.OPEN and today <= each.answers_until
    ]
    answers = ClaimAnswer.objects.filter(claim__in=open_claims)
    answered: set[tuple[int, int | None]] = set(answers.values_list("claim", "player"))
    cards = {pk for each in open_claims for pk in each.player_ids - {each.claimant_id}}
    persons = aliases_now().persons(sorted(cards))
    owners = {user.player_id for user in _accounts_of(persons.values())}
    clubs, districts = _organisers_with_accounts(
        [each.report for each in open_claims], today
    )

    def organiser_is(claim: Claim) -> bool:
        report = claim.report
        known = (
            report.organiser_id in clubs
            if report.organiser_id is not None
            else report.district_id in districts
        )
        return known and not claim.by_organiser and (claim.pk, None) not in answered

    return frozenset(
        each.pk
        for each in open_claims
        if organiser_is(each)
        or any(
            persons[pk] in owners and (each.pk, pk) not in answered
            for pk in each.player_ids - {each.claimant_id}
        )
    )


def _organisers_with_accounts(
    reports: Iterable[Report], today: date
) -> tuple[set[int | None], set[int | None]]:
    """Return the clubs and the districts of these reports that have a user who submits
    results.
    """
    kinds = MATRIX[Permission.SUBMIT_RESULTS]
    roles = Role.objects.on(today).filter(kind__in=kinds, user__is_active=True)
    named = [(each.organiser_id, each.district_id) for each in reports]
    clubs = roles.filter(club__in={club for club, _ in named if club})
    districts = roles.filter(
        district__in={district for _, district in named if district}
    )
    return (
        set(clubs.values_list("club", flat=True)),
        set(districts.values_list("district", flat=True)),
    )


def organisers_of(report: Report, today: date) -> QuerySet[User]:
    """Return the users who submit results for the report's club today, or for its
    district where no club arranged the event.
    """
    kinds = MATRIX[Permission.SUBMIT_RESULTS]
    roles = Role.objects.on(today).filter(kind__in=kinds)
    if report.organiser_id is not None:
        roles = roles.filter(club=report.organiser_id)
    else:
        roles = roles.filter(district=report.district_id, district__isnull=False)
    return User.objects.filter(pk__in=roles.values("user"), is_active=True).order_by(
        "pk"
    )


def may_answer_for(actor: Actor, claim: Claim, respondent: Respondent) -> bool:
    """Return whether the actor is this respondent, or acts for the organiser."""
    if respondent.player_id is None:
        return may_speak_for_organiser(actor, claim.report)
    return actor.user_id in {user.pk for user in respondent.users}


def may_speak_for_organiser(actor: Actor, report: Report) -> bool:
    """Return whether the actor has a role for the club or district itself; the office's
    own officers do not speak for it.
    """
    if report.organiser_id is not None:
        return report.organiser_id in actor.club_ids(Permission.SUBMIT_RESULTS)
    return report.district_id in actor.district_ids(Permission.SUBMIT_RESULTS)


def _accounts_of(player_ids: Iterable[int]) -> QuerySet[User]:
    return User.objects.filter(player__in=list(player_ids), is_active=True)


def _has_organiser(report: Report) -> bool:
    return report.organiser_id is not None or report.district_id is not None

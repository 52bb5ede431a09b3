"""Letters to those concerned by a correction request, written in its transaction."""

from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from federation.models import Player, User
from ratings.corrections.queries.claim_words import change_in_words, game_in_words
from ratings.corrections.queries.respondents import Respondent, respondents_of
from ratings.enums import ClaimState
from ratings.models import Claim

_OUTCOMES = {
    ClaimState.ALLOWED: gettext_lazy("The correction has been made: %(event)s"),
    ClaimState.REFUSED: gettext_lazy("No correction will be made: %(event)s"),
    ClaimState.WITHDRAWN: gettext_lazy(
        "The correction request has been withdrawn: %(event)s"
    ),
    ClaimState.MENDED: gettext_lazy("The organiser has corrected it: %(event)s"),
    ClaimState.GONE: gettext_lazy("The correction request is closed: %(event)s"),
}
_MEANINGS = {
    ClaimState.ALLOWED: gettext_lazy(
        "The corrected report counts, and the ratings are recomputed. A published "
        "list stays as it is; what changes comes in a revised one."
    ),
    ClaimState.REFUSED: gettext_lazy("The game stays as it was."),
    ClaimState.WITHDRAWN: gettext_lazy("The game stays as it was."),
    ClaimState.MENDED: gettext_lazy(
        "The results were sent in again with the change that was asked for."
    ),
    ClaimState.GONE: gettext_lazy(
        "The results were sent in again and this game is no longer among them."
    ),
}


def write_to_those_who_may_answer(claim: Claim, *, acting: ActionContext) -> None:
    """Write to every respondent that the request was made, and until when they can
    answer.
    """
    recipients = (user for each in _respondents(claim, acting) for user in each.users)
    with translation.override(settings.LANGUAGE_CODE):
        subject = _("Is this right? %(event)s") % {"event": claim.report.name}
        parts = _parts(
            claim,
            _(
                "You can say what you know about it until %(day)s: sign in and open "
                "“Waiting for you”. The rating office then decides."
            )
            % {"day": claim.answers_until.isoformat()},
        )
        _write(recipients, subject, parts, acting)


def notify_outcome(claim: Claim, *, acting: ActionContext) -> None:
    """Write to everyone concerned how the request ended, and why."""
    users = [user for each in _respondents(claim, acting) for user in each.users]
    state = ClaimState(claim.state)
    with translation.override(settings.LANGUAGE_CODE):
        why = _("Reason: %(reason)s") % {"reason": claim.reason}
        scope = _("It applies to: %(scope)s.") % {
            "scope": claim.get_scope_display().lower()
        }
        parts = _parts(
            claim,
            why if claim.reason else "",
            scope if claim.scope else "",
            _meaning(claim, state),
        )
        subject = str(_OUTCOMES[state]) % {"event": claim.report.name}
        _write([*users, claim.filed_by], subject, parts, acting)


def notify_lifted(claim: Claim, *, acting: ActionContext) -> None:
    """Write to everyone concerned that a correction no longer holds, and why."""
    users = [user for each in _respondents(claim, acting) for user in each.users]
    with translation.override(settings.LANGUAGE_CODE):
        parts = _parts(
            claim,
            _("Reason: %(reason)s") % {"reason": claim.lifted_reason},
            _(
                "The correction no longer applies: the game is rated as it was "
                "reported. A published list stays as it is."
            ),
        )
        subject = _("The correction has been lifted: %(event)s")
        subject %= {"event": claim.report.name}
        _write([*users, claim.filed_by], subject, parts, acting)


def _meaning(claim: Claim, state: ClaimState) -> str:
    if state == ClaimState.GONE and claim.outcome_id is None:
        return _("The report with this game was withdrawn: the game is not rated.")
    if state == ClaimState.ALLOWED and claim.pool.carries_from is not None:
        return _("The corrected report counts. A published list stays as it is.")
    return str(_MEANINGS[state])


def _respondents(claim: Claim, acting: ActionContext) -> list[Respondent]:
    return respondents_of(claim, timezone.localdate(acting.at))


def _parts(claim: Claim, *more: str) -> tuple[str, ...]:
    names = {
        player.pk: player.public_name
        for player in Player.objects.filter(pk__in=claim.player_ids)
    }
    facts = _("Correction request no. %(number)d, %(event)s, %(day)s: %(game)s.") % {
        "number": claim.pk,
        "event": claim.report.name,
        "day": claim.played_date.isoformat(),
        "game": game_in_words(claim, names),
    }
    wanted = _("It says: %(change)s.") % {"change": change_in_words(claim, names)}
    where = link_to("ratings:claim", claim.pk)
    return facts, wanted, *more, where


def _write(
    users: Iterable[User], subject: str, parts: Iterable[str], acting: ActionContext
) -> None:
    """Write one letter to each active user, except the one who acts."""
    for user in {user.pk: user for user in users}.values():
        if user.is_active and user.pk != acting.user_id:
            write_signed_letter(
                to=user.email,
                name=user.name,
                subject=subject,
                parts=parts,
                at=acting.at,
            )

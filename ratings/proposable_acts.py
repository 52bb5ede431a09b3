"""The acts on one existing row for which two people are needed, one entry each: the
function that carries the act out, what it is about, and what it means in words. A new
act needs an entry here and a `ProposedKind`.
"""

from datetime import date
from typing import Any

from django.apps import apps
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.authorship import ActionContext
from ratings.corrections.domain.lifting import lift_correction
from ratings.corrections.queries.moved_lists import moved_lists_in_words
from ratings.decisions import words as decision_words
from ratings.decisions.domain.decisions import revoke_decision
from ratings.decisions.queries.decisions import levels_of_each
from ratings.editions.domain.edition_proposals import withdraw_edition
from ratings.enums import FideTempo, ProposedKind
from ratings.four_eyes.domain.proposed_acts import PROPOSABLE, ProposableAct
from ratings.four_eyes.views.proposed_acts import WORDS, WordsOfAct
from ratings.merges.domain.merges import undo_merge
from ratings.models import Claim, Decision, Edition, Merge, Pool, ProposedAct
from ratings.pools.domain.pools import end_pool, show_fide_beside
from ratings.system_words.lookup import system_label


def register() -> None:
    """Register every such act."""
    PROPOSABLE.update(ACTS)
    WORDS.update(WORDS_OF_ACTS)


def _revoke(proposal: ProposedAct, acting: ActionContext) -> None:
    revoke_decision(proposal.subject, acting=acting, reason=proposal.reason)


def _lift(proposal: ProposedAct, acting: ActionContext) -> None:
    lift_correction(
        proposal.subject,
        proposal.reason,
        public_reason=proposal.public_reason,
        acting=acting,
    )


def _undo_merge(proposal: ProposedAct, acting: ActionContext) -> None:
    undo_merge(proposal.subject, reason=proposal.reason, acting=acting)


def _withdraw(proposal: ProposedAct, acting: ActionContext) -> None:
    withdraw_edition(proposal.subject, reason=proposal.reason, acting=acting)


def _end(proposal: ProposedAct, acting: ActionContext) -> None:
    end_pool(proposal.subject, proposal.last_day, acting=acting)


def _show_fide(proposal: ProposedAct, acting: ActionContext) -> None:
    show_fide_beside(proposal.subject, proposal.fide_tempo, acting=acting)


def _about_decision(proposed: ProposedAct) -> str:
    decision = Decision.objects.select_related("player").get(pk=proposed.subject)
    levels = levels_of_each([decision])[decision.pk]
    return decision_words.decision_sentence(
        decision.kind, decision.player, decision.points, decision.on_date, levels
    )


def _about_correction(proposed: ProposedAct) -> str:
    return _("Correction request no. %(number)s") % {"number": proposed.subject}


def _lists_of_correction(proposed: ProposedAct) -> str:
    claim = Claim.objects.select_related("pool").get(pk=proposed.subject)
    return moved_lists_in_words(claim, timezone.localdate())


def _about_merge(proposed: ProposedAct) -> str:
    merge = Merge.objects.select_related("gone", "stays").get(pk=proposed.subject)
    return f"{merge.gone.full_name} → {merge.stays.full_name}"


def _about_edition(proposed: ProposedAct) -> str:
    edition = Edition.objects.filter(pk=proposed.subject).first()
    if edition:
        return _of_pool(proposed, _edition_words(edition))
    # Its row is deleted; the audit log has what it contained.
    logged = apps.get_model("ratings", "EditionEvent").objects
    gone = logged.filter(pgh_obj_id=proposed.subject).order_by("pgh_id").last()
    if gone is None:
        return _of_pool(proposed, _("the edition is withdrawn"))
    words = _("%(edition)s, which is withdrawn") % {"edition": _edition_words(gone)}
    return _of_pool(proposed, words)


def _edition_words(edition: Any) -> str:
    return f"{system_label(edition.system)}, {edition.from_date}"


def _about_last_day(proposed: ProposedAct) -> str:
    return _of_pool(proposed, _last_day_words(proposed.last_day))


def _about_fide(proposed: ProposedAct) -> str:
    if not proposed.fide_tempo:
        return _of_pool(proposed, _("no FIDE rating shown beside"))
    tempo = FideTempo(proposed.fide_tempo).label
    words = _("FIDE’s rating for %(tempo)s shown beside") % {"tempo": tempo}
    return _of_pool(proposed, words)


def _of_pool(proposed: ProposedAct, words: str) -> str:
    return f"{proposed.pool.label}: {words}" if proposed.pool else ""


def _last_day_words(last_day: date | None) -> str:
    if last_day is None:
        return _("no last day: the pool goes on")
    return _("the last day is %(day)s") % {"day": last_day.isoformat()}


def _decisions_page(_proposed: ProposedAct) -> str:
    return reverse("ratings:decisions") + "?shelf=standing"


def _correction_page(proposed: ProposedAct) -> str:
    return reverse("ratings:claim", args=[proposed.subject])


def _merge_page(proposed: ProposedAct) -> str:
    merge = Merge.objects.get(pk=proposed.subject)
    return reverse("ratings:compare_players", args=[merge.gone_id, merge.stays_id])


def _pool_page(proposed: ProposedAct) -> str:
    code = proposed.pool.code if proposed.pool else ""
    return reverse("ratings:pool", args=[code])


ACTS = {
    ProposedKind.REVOCATION: ProposableAct(Decision, _revoke),
    ProposedKind.LIFTING: ProposableAct(Claim, _lift),
    ProposedKind.UNDOING_MERGE: ProposableAct(Merge, _undo_merge),
    ProposedKind.EDITION_WITHDRAWAL: ProposableAct(Edition, _withdraw),
    ProposedKind.LAST_DAY: ProposableAct(Pool, _end),
    ProposedKind.FIDE_BESIDE: ProposableAct(Pool, _show_fide),
}
WORDS_OF_ACTS = {
    ProposedKind.REVOCATION: WordsOfAct(
        _about_decision,
        _decisions_page,
        gettext_lazy(
            "The ratings are computed as if the decision had not been made. Lists that"
            " are published stay as they are."
        ),
    ),
    ProposedKind.LIFTING: WordsOfAct(
        _about_correction,
        _correction_page,
        gettext_lazy(
            "The game is rated again as it was reported. The results are posted once "
            "more, the ratings are recomputed, and everybody concerned is notified."
        ),
        _lists_of_correction,
    ),
    ProposedKind.UNDOING_MERGE: WordsOfAct(
        _about_merge,
        _merge_page,
        gettext_lazy(
            "The ratings are computed as if the two had not been merged, and the"
            " register gives back what it moved. Lists that are published stay as they"
            " are."
        ),
    ),
    ProposedKind.EDITION_WITHDRAWAL: WordsOfAct(
        _about_edition,
        _pool_page,
        gettext_lazy(
            "Then it never applies, and the edition before it goes on. The ratings "
            "are computed as if it had not been adopted."
        ),
    ),
    ProposedKind.LAST_DAY: WordsOfAct(
        _about_last_day,
        _pool_page,
        gettext_lazy(
            "From the day after its last one the pool takes no results and opens no"
            " period. Its lists and ratings stay as they are."
        ),
    ),
    ProposedKind.FIDE_BESIDE: WordsOfAct(
        _about_fide,
        _pool_page,
        gettext_lazy(
            "It is shown beside the pool’s own ratings, and is copied to "
            "tournament entries of players without a rating here. Nothing that is "
            "posted changes."
        ),
    ),
}

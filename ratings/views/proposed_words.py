"""What a proposed act is about, and what follows from it, in words."""

from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings.enums import FideTempo, ProposedKind
from ratings.models import Decision, Edition, Merge, ProposedAct
from ratings.parameter_words import system_label
from ratings.queries.decisions import levels_of_each
from ratings.views.decision_words import statement

FOLLOWS = {
    ProposedKind.REVOCATION: gettext_lazy(
        "The ratings are computed as if the decision had not been made. Lists that are"
        " published stay as they are."
    ),
    ProposedKind.LIFTING: gettext_lazy(
        "The game counts for the rating again as the results have it. They are posted"
        " once more, the ratings are computed anew, and everybody concerned is told."
    ),
    ProposedKind.UNDOING_MERGE: gettext_lazy(
        "The ratings are computed as if the two had not been merged, and the register"
        " gives back what it moved. Lists that are published stay as they are."
    ),
    ProposedKind.WITHDRAWAL: gettext_lazy(
        "It never holds then, and the edition before it goes on. The ratings are"
        " computed as if it had not been adopted."
    ),
    ProposedKind.LAST_DAY: gettext_lazy(
        "From the day after its last one the pool takes no results and opens no"
        " period. Its lists and ratings stay as they are."
    ),
    ProposedKind.FIDE_BESIDE: gettext_lazy(
        "It stands beside the pool’s own ratings, and entries to a tournament take it"
        " along for players without a rating here. Nothing that is posted changes."
    ),
}


def about_words(proposed: ProposedAct) -> str:
    """The row that it is about, and what becomes of it."""
    match proposed.kind:
        case ProposedKind.REVOCATION:
            return _decision_words(proposed.subject)
        case ProposedKind.UNDOING_MERGE:
            merge = Merge.objects.select_related("gone", "stays").get(
                pk=proposed.subject
            )
            return f"{merge.gone.full_name} → {merge.stays.full_name}"
        case ProposedKind.LIFTING:
            return _("Correction request no. %(number)s") % {"number": proposed.subject}
    return f"{proposed.pool.label}: {_pool_words(proposed)}" if proposed.pool else ""


def _decision_words(decision_id: int) -> str:
    decision = Decision.objects.select_related("player").get(pk=decision_id)
    levels = levels_of_each([decision])[decision.pk]
    return statement(
        decision.kind, decision.player, decision.points, decision.on_date, levels
    )


def _pool_words(proposed: ProposedAct) -> str:
    match proposed.kind:
        case ProposedKind.LAST_DAY:
            return _last_day_words(proposed.last_day)
        case ProposedKind.FIDE_BESIDE if proposed.fide_tempo:
            tempo = FideTempo(proposed.fide_tempo).label
            return _("FIDE’s rating for %(tempo)s beside") % {"tempo": tempo}
        case ProposedKind.FIDE_BESIDE:
            return _("no FIDE rating beside")
    edition = Edition.objects.filter(pk=proposed.subject).first()
    if edition is None:
        return _("the edition is withdrawn")
    return f"{system_label(edition.system)}, {edition.from_date}"


def _last_day_words(last_day: date | None) -> str:
    if last_day is None:
        return _("no last day: the pool goes on")
    return _("the last day is %(day)s") % {"day": last_day.isoformat()}


def address_of(proposed: ProposedAct) -> str:
    """The page of what it is about."""
    match proposed.kind:
        case ProposedKind.REVOCATION:
            return reverse("ratings:decisions") + "?shelf=standing"
        case ProposedKind.UNDOING_MERGE:
            merge = Merge.objects.get(pk=proposed.subject)
            return reverse(
                "ratings:compare_players", args=[merge.gone_id, merge.stays_id]
            )
        case ProposedKind.LIFTING:
            return reverse("ratings:claim", args=[proposed.subject])
    code = proposed.pool.code if proposed.pool else ""
    return reverse("ratings:pool", args=[code])

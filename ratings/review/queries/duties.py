"""What is not settled for a person in the ledger."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q
from django.utils.translation import gettext as _

from federation.queries.persons import PersonNumbers
from ratings.enums import ClaimState, ImportState
from ratings.models import Claim, Decision, Game, ImportPlayer, Merge, Report

OPEN_FILES = (
    ImportState.READING,
    ImportState.MATCHING,
    ImportState.REVIEW,
    ImportState.ASKED,
    ImportState.POSTING,
)


def unsettled_in_ledger(person: PersonNumbers, today: date) -> Iterable[str]:
    """Yield the person's reports, correction requests, decisions, merges and files that
    are not settled.
    """
    for report in _reports(person):
        yield _("Results waiting for the office: %(name)s") % {"name": report.name}
    for claim in _claims(person):
        yield _("Correction request %(number)s is open") % {"number": claim.pk}
    decisions = Decision.objects.filter(confirmed_at=None, rejected_at=None)
    if decisions.filter(player__in=person.cards).exists():
        yield _("A decision about the rating is waiting to be confirmed")
    merges = Merge.objects.filter(confirmed_at=None, rejected_at=None)
    if merges.filter(Q(gone__in=person.cards) | Q(stays__in=person.cards)).exists():
        yield _("A merge of the player’s cards is waiting to be confirmed")
    files = ImportPlayer.objects.filter(
        player__in=person.cards, file__state__in=OPEN_FILES
    )
    for name in files.order_by("file").values_list("file__name", flat=True).distinct():
        yield _("A file of earlier games is not posted yet: %(name)s") % {"name": name}


def _reports(person: PersonNumbers) -> Iterable[Report]:
    pending = Report.objects.pending()
    played = Game.objects.filter(
        Q(white__in=person.cards) | Q(black__in=person.cards), report__in=pending
    )
    concerned = Q(pk__in=played.values("report")) | Q(sent_by__in=person.accounts)
    return pending.filter(concerned).order_by("pk")


def _claims(person: PersonNumbers) -> Iterable[Claim]:
    cards = Q()
    for name in ("white", "black", "to_white", "to_black", "claimant"):
        cards |= Q(**{f"{name}__in": person.cards})
    concerned = cards | Q(filed_by__in=person.accounts)
    return Claim.objects.filter(concerned, state=ClaimState.OPEN).order_by("pk")

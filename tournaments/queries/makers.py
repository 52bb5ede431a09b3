"""The accounts that contributed to a tournament's results."""

from django.apps import apps

from tournaments.models import (
    Entry,
    Pairing,
    PhoneCode,
    Round,
    Section,
    TeamMatch,
    Tournament,
)


def contributors_of(tournament_id: int) -> set[int]:
    """Return the accounts that entered or changed the tournament, entered a result that
    is still valid or decided a match, gave out a code by which results were entered,
    set the day of a round, or set or removed a number from outside: a player's rating,
    or the mean of a section.
    """
    tournament = Tournament.objects.filter(pk=tournament_id)
    boards = Pairing.objects.filter(section__tournament=tournament_id)
    entries = Entry.objects.filter(section__tournament=tournament_id)
    sections = Section.objects.filter(tournament=tournament_id)
    matches = TeamMatch.objects.filter(section__tournament=tournament_id)
    decided = matches.exclude(decision="")
    codes = PhoneCode.objects.filter(
        section__tournament=tournament_id, changes__isnull=False
    )
    days = Round.objects.filter(section__tournament=tournament_id)
    found = {
        *tournament.values_list("created_by", flat=True),
        *boards.values_list("changed_by", flat=True).distinct(),
        *codes.values_list("made_by", flat=True).distinct(),
        *decided.values_list("confirmed_by", flat=True).distinct(),
        *entries.values_list("estimated_by", flat=True).distinct(),
        *sections.values_list("mean_by", flat=True),
        *days.values_list("set_by", flat=True).distinct(),
        *_who_changed(tournament_id),
    }
    return {each for each in found if each is not None}


def _who_changed(tournament_id: int) -> set[int]:
    """Return the authors in the audit log of changes to the tournament itself."""
    versions = apps.get_model("tournaments", "TournamentEvent")
    users = versions._default_manager.filter(  # noqa: SLF001
        pgh_obj=tournament_id, pgh_context__metadata__user__isnull=False
    ).values_list("pgh_context__metadata__user", flat=True)
    return {int(each) for each in users.distinct()}

"""Texts about imported player lists, for the officer who reviews them."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.formats.figures import rating_text
from ratings.imports.domain.players import RegisterDifference
from ratings.models import ImportFile
from ratings.uploads.domain.player_lists import ListFacts


def list_words(facts: ListFacts | None) -> list[str]:
    """Return texts for what a player list says of a player, and for what differs in the
    register.
    """
    if facts is None:
        return []
    lines = [_("Line %(line)d of the list.") % {"line": facts.line}]
    if facts.club:
        lines.append(_("Club: %(club)s.") % {"club": facts.club})
    if facts.start is not None:
        start = rating_text(facts.start)
        lines.append(_("Start rating: %(start)s.") % {"start": start})
    lines += [_differs(each) for each in facts.differences]
    return lines


def _differs(each: RegisterDifference) -> str:
    held = each.held
    if isinstance(held, int) and each.what == "start rating":
        held = rating_text(held)
    facts = {"what": _(each.what), "held": held}
    if held != "":
        return _("The register says otherwise, and is kept: %(what)s %(held)s.") % facts
    return _("The register has something else, and is kept: %(what)s.") % facts


def missing_data_words(file: ImportFile) -> list[str]:
    """Return texts about data that player lists lack."""
    counts = (
        (_births, "no_birth_year"), (_clubs, "no_club"), (_starts, "no_start_rating"),
    )  # fmt: skip
    return [
        words(file.defaulted[name])
        for words, name in counts
        if file.defaulted.get(name)
    ]


def _births(count: int) -> str:
    return ngettext(
        "%(count)d player on the list has no year of birth, and none is entered.",
        "%(count)d players on the list have no year of birth, and none is entered.",
        count,
    ) % {"count": count}


def _clubs(count: int) -> str:
    return ngettext(
        "%(count)d player on the list has no club: a new player without one does not "
        "become a member anywhere.",
        "%(count)d players on the list have no club: new players without one do not "
        "become members anywhere.",
        count,
    ) % {"count": count}


def _starts(count: int) -> str:
    return ngettext(
        "%(count)d player on the list has no start rating: it comes from the first "
        "games.",
        "%(count)d players on the list have no start rating: it comes from the first "
        "games.",
        count,
    ) % {"count": count}


def from_lists(file: ImportFile) -> Iterator[str]:
    """Yield texts about what posting would do with player lists."""
    if not file.listed:
        return
    sentences = (
        (file.new_listed, _entered),
        (file.new_starts, _decided),
        (file.waiting_listed, _waiting),
    )
    for count, sentence in sentences:
        if count:
            yield sentence(count)
    if not (file.new_listed or file.new_starts or file.waiting_listed):
        yield _("Everybody on the list of players is in the register already.")


def _entered(count: int) -> str:
    return ngettext(
        "%(count)d player on the list is entered in the register.",
        "%(count)d players on the list are entered in the register.",
        count,
    ) % {"count": count}


def _decided(count: int) -> str:
    return ngettext(
        "%(count)d start rating is decided, from the pool's first day on.",
        "%(count)d start ratings are decided, from the pool's first day on.",
        count,
    ) % {"count": count}


def _waiting(count: int) -> str:
    return ngettext(
        "%(count)d player on the list is not included, as the player or the club is "
        "undecided or left out.",
        "%(count)d players on the list are not included, as they or their clubs are "
        "undecided or left out.",
        count,
    ) % {"count": count}


def imported_lists_words(file: ImportFile) -> str:
    """Return a text about what has been imported from player lists."""
    return _("From the list: %(players)s entered, %(starts)s decided") % {
        "players": ngettext(
            "%(count)d player", "%(count)d players", file.posted_players
        )
        % {"count": file.posted_players},
        "starts": ngettext(
            "%(count)d start rating", "%(count)d start ratings", file.posted_starts
        )
        % {"count": file.posted_starts},
    }

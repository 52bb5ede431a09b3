"""A player's name on the pages of a tournament that has started."""

from collections.abc import Iterator, Mapping

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from federation.formats.figures import halves
from ratings.corrections.queries.claim_words import CorrectionShown
from tournaments.models import Section, Tournament
from tournaments.queries.section_shown import SectionShown
from tournaments.queries.standings.cells import CellShown
from tournaments.queries.standings.table import RowShown, ShownPlayer
from tournaments.queries.teams.league_table import LeagueShown

register = template.Library()


@register.simple_tag
def scorecard_link(
    *, player: ShownPlayer, tournament: Tournament, shown_beside: str = ""
) -> SafeString:
    """Return the name as a link to the player's scorecard in this tournament, with what
    distinguishes the player from a namesake; `shown_beside`: "club" if the club is shown
    beside the name anyway.
    """
    person = player.person
    distinction = person.year_apart if shown_beside == "club" else person.apart
    return format_html(
        '<a href="{}">{}</a>{}',
        reverse("tournaments:scorecard", args=[tournament.pk, player.entry.pk]),
        person.name,
        format_html(' <small class="apart">{}</small>', distinction)
        if distinction
        else "",
    )


@register.filter
def of_section(
    leagues: Mapping[int, LeagueShown], section: Section
) -> LeagueShown | None:
    """Return the league of the section; None where it is not played by teams."""
    return leagues.get(section.pk)


@register.simple_tag(takes_context=True)
def corrections_in(
    context: Context, *, row: RowShown, cell: CellShown
) -> list[CorrectionShown]:
    """Return those of the page's corrections that concern games in a cell of the
    crosstable.
    """
    report = context.get("report")
    of_report = [
        each
        for each in context.get("corrections") or ()
        if not each.claim.lifted_by_id
        and report
        and each.claim.source_kind == report.source_kind
        and each.claim.source_number == report.source_number
    ]
    keys = set(_keys_in(context["shown"], row, cell)) if of_report else set()
    return [each for each in of_report if each.claim.key in keys]


def _keys_in(shown: SectionShown, row: RowShown, cell: CellShown) -> Iterator[int]:
    for each in shown.rounds:
        for board in each.boards:
            if row.player not in (board.white, board.black):
                continue
            other = board.black if row.player == board.white else board.white
            if (each.number, other.entry.pk if other else None) in cell.games:
                yield board.pairing.pk


@register.simple_tag
def paired_with(*, section: Section, row: RowShown, number: int) -> SafeString | str:
    """Return the points with which a player is paired in an accelerated round; "" if
    they are those scored.
    """
    more = section.virtual_half_points(row.player.number, number)
    if not more:
        return ""
    return format_html(" <small>({})</small>", halves(row.half_points + more))


@register.simple_tag
def virtual_points(*, section: Section, number: int) -> str:
    """Return the virtual points of the upper group of an accelerated section for a
    round; "" if there are none.
    """
    more = section.virtual_half_points(1, number)
    return halves(more) if more else ""

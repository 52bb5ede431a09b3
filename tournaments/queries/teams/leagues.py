"""Matches of leagues that are not confirmed."""

from collections.abc import Iterator, Sequence

from tournaments.models import Pairing, Section, TeamMatch


def unconfirmed_matches(sections: Sequence[Section]) -> tuple[TeamMatch, ...]:
    """Return the matches of these sections that are not confirmed, in order."""
    rows = TeamMatch.objects.filter(section__in=sections, confirmed_at=None)
    return tuple(
        rows.with_teams()
        .select_related("section__league")
        .order_by("section", "round", "number")
    )


def boards_in(match: TeamMatch) -> Iterator[tuple[int, int, int]]:
    """Yield section, round and number of each board of the match."""
    size = match.section.league.boards
    first = (match.number - 1) * size
    for board in range(first + 1, first + size + 1):
        yield match.section_id, match.round, board


def is_confirmed(pairing: Pairing) -> bool:
    """Return whether the board belongs to a match that is confirmed."""
    matches = TeamMatch.objects.filter(
        section=pairing.section_id, round=pairing.round, confirmed_at__isnull=False
    ).select_related("section__league")
    board = (pairing.section_id, pairing.round, pairing.board)
    return any(board in boards_in(match) for match in matches)

"""The comparison of two cards of the register, line by line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ratings.merges.queries.merges import PlayedCard, RatedInPool
from ratings.pages.level_words import level_words

CardValues = Callable[[PlayedCard], list[str]]


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of the comparison of two cards; `differs` is whether it contradicts, or
    may contradict, that they are one person. A value missing on one card contradicts
    nothing.
    """

    label: str
    one: Sequence[str]
    other: Sequence[str]
    differs: bool


def card_lines(one: PlayedCard, other: PlayedCard) -> list[CardLine]:
    fields: list[tuple[str, CardValues, bool]] = [
        (_("Player number"), lambda card: [card.player.national_id], False),
        (_("FIDE number"), lambda card: [str(card.player.fide_id or "")], True),
        (_("Year of birth"), lambda card: [str(card.player.birth_year or "")], True),
        (_("Gender"), lambda card: [card.player.get_gender_display()], True),
        (_("Title"), lambda card: [card.player.title], True),
        (_("Country"), lambda card: [card.player.country], True),
        (_("Status"), lambda card: [card.player.get_status_display()], False),
        (_("Clubs"), _clubs, False),
        (_("Class"), lambda card: [card.player_class], False),
        (_("Account"), _account, False),
        (_("Start rating by decision"), _starts, True),
        (_("Rating now"), _ratings, False),
        (_("First and last game"), _days, False),
    ]
    lines = [
        _line(label, values(one), values(other), is_evidence=is_evidence)
        for label, values, is_evidence in fields
    ]
    years = sorted(one.games.keys() | other.games.keys(), reverse=True)
    return lines + [_games(year, one, other) for year in years]


def _line(
    label: str, one: list[str], other: list[str], *, is_evidence: bool
) -> CardLine:
    ours, theirs = ([each for each in values if each] for values in (one, other))
    differs = bool(is_evidence and ours and theirs and ours != theirs)
    return CardLine(label, ours, theirs, differs)


def _games(year: int, one: PlayedCard, other: PlayedCard) -> CardLine:
    label = _("Games in %(year)d") % {"year": year}
    ours, theirs = ([str(card.games.get(year, 0))] for card in (one, other))
    return CardLine(label, ours, theirs, differs=False)


def _clubs(card: PlayedCard) -> list[str]:
    return [
        f"{each.club.name} {each.from_date:%Y-%m-%d}–"
        + (f"{each.to_date:%Y-%m-%d}" if each.to_date else "")
        for each in card.card.memberships
    ]


def _account(card: PlayedCard) -> list[str]:
    return [card.card.account.email] if card.card.account else []


def _ratings(card: PlayedCard) -> list[str]:
    return [f"{each.pool}: {_rating(each)}" for each in card.ratings]


def _starts(card: PlayedCard) -> list[str]:
    return [f"{each.pool}: {_rating(each)}" for each in card.starts]


def _rating(each: RatedInPool) -> str:
    return level_words(each.levels, each.rating) if each.levels else f"{each.rating:g}"


def _days(card: PlayedCard) -> list[str]:
    if card.first is None or card.last is None:
        return []
    return [f"{card.first:%Y-%m-%d} – {card.last:%Y-%m-%d}"]

"""A decision and its effects in words, for the officers who make or confirm it."""

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.formats.figures import plain
from federation.models import Player
from ratings.decisions.queries.impacts import DecisionImpact
from ratings.enums import ACTIVITY_DECISIONS, DecisionKind
from ratings.pages.level_words import change_words, rating_words
from ratings.rules.protocol import HasLevels

REFUSALS = {
    "settled": gettext_lazy(
        "This has changed since you opened the page: the decision is already settled."
    ),
    "four_eyes": gettext_lazy(
        "You made this decision, or it is about you: another officer has to confirm it."
    ),
    "reason": gettext_lazy("Say why this is decided."),
    "final": gettext_lazy("The board has decided: that is final."),
    "not_here": gettext_lazy("Activity over the board does not keep a rating here."),
    "waits": gettext_lazy(
        "The same decision is already waiting: it is among those to be confirmed."
    ),
}


def decision_sentence(
    kind: str,
    player: Player | None,
    points: int | None,
    on_date: date,
    levels: HasLevels | None = None,
    *,
    name: str = "",
) -> str:
    """Return the decision in one sentence; `levels` where the pool is rated by them,
    `name` as it is to be shown.
    """
    facts = {
        "player": name or (player.full_name if player else ""),
        "points": rating_words(levels, points),
        "signed": change_words(levels, points),
        "day": on_date.isoformat(),
    }
    match kind:
        case DecisionKind.START:
            text = _(
                "%(player)s starts at %(points)s, if the first game is played in "
                "the period that includes %(day)s or later."
            )
        case DecisionKind.ADJUSTMENT:
            text = _(
                "%(player)s's rating changes by %(signed)s in the period that "
                "includes %(day)s, in addition to what the games give."
            )
        case DecisionKind.ASSESSED:
            text = _(
                "%(player)s's rating is %(points)s when the period that includes "
                "%(day)s ends, whatever its games give."
            )
        case DecisionKind.ACTIVE:
            text = _(
                "%(player)s is continuously active over the board from %(day)s, and"
                " keeps the level without confirming it."
            )
        case DecisionKind.INACTIVE:
            text = _(
                "%(player)s is no longer active over the board from %(day)s, and "
                "has to confirm the level like everybody else."
            )
        case _withheld if player:
            text = _("%(player)s gets no bonus in the period that includes %(day)s.")
        case _withheld:
            text = _("Nobody gets a bonus in the period that includes %(day)s.")
    return text % facts


def effect_sentences(
    kind: str,
    points: int | None,
    seen: DecisionImpact,
    *,
    own: int = 0,
    levels: HasLevels | None = None,
) -> list[str]:
    """Return the effects, as far as they can be known; `own` is 1 if the decision
    itself is among the counted ones of its kind, otherwise 0.
    """
    lasts = kind in ACTIVITY_DECISIONS
    sentences = [
        "" if lasts else _period(seen),
        _effect(kind, points, seen, levels),
        _doubled(seen.same_kind - own),
        _lists(seen.lists),
    ]
    return [each for each in sentences if each]


def _period(seen: DecisionImpact) -> str:
    if seen.period:
        return _("The period is %(first)s – %(last)s.") % {
            "first": seen.period.start_date.isoformat(),
            "last": seen.period.end_date.isoformat(),
        }
    if seen.is_before_all:
        return ""
    return _("No period includes that day yet: it waits until one is opened.")


def _effect(
    kind: str, points: int | None, seen: DecisionImpact, levels: HasLevels | None
) -> str:
    match kind:
        case DecisionKind.START:
            return _start(seen)
        case DecisionKind.WITHHOLD_BONUS:
            return _bonus(seen)
        case DecisionKind.ADJUSTMENT:
            return _adjusted(points or 0, seen, levels)
        case DecisionKind.ASSESSED:
            return _assessed(seen, levels)
    return _kept(seen)


def _assessed(seen: DecisionImpact, levels: HasLevels | None) -> str:
    if seen.after is None:
        return ""
    return _("As it is computed now the period ends at %(now)s.") % {
        "now": rating_words(levels, seen.after)
    }


def _kept(seen: DecisionImpact) -> str:
    if seen.rating is None:
        return _("The player has no level yet.")
    return _(
        "It takes effect on the day that completes five years without a "
        "confirmation: the months from this day on are recomputed."
    )


def _start(seen: DecisionImpact) -> str:
    first = seen.first_rated_on
    if first is None:
        return _("The player has no rating yet.")
    if seen.period and first < seen.period.start_date:
        return _(
            "But the player has had a rating since the period that began %(first)s,"
            " so it changes nothing."
        ) % {"first": first.isoformat()}
    return _(
        "The player's first period began %(first)s; it and all that follow are "
        "recomputed."
    ) % {"first": first.isoformat()}


def _adjusted(points: int, seen: DecisionImpact, levels: HasLevels | None) -> str:
    now = seen.rating if seen.after is None else seen.after
    if now is None:
        return _("The player has no rating yet, so there is nothing to adjust.")
    facts = {
        "now": rating_words(levels, now),
        "then": rating_words(levels, round(now + points)),
    }
    if seen.after is None:
        return _("The rating is %(now)s now; with this about %(then)s.") % facts
    return (
        _(
            "As it is computed now the period ends at %(now)s; with this at about"
            " %(then)s."
        )
        % facts
    )


def _bonus(seen: DecisionImpact) -> str:
    if not seen.bonus_players:
        return _("No bonus is given there now.")
    return ngettext(
        "Now %(points)s bonus points are given there to %(count)d player.",
        "Now %(points)s bonus points are given there to %(count)d players.",
        seen.bonus_players,
    ) % {"points": plain(seen.bonus), "count": seen.bonus_players}


def _doubled(others: int) -> str:
    if others < 1:
        return ""
    return ngettext(
        "There is %(count)d decision of this kind about the same player and day"
        " already.",
        "There are %(count)d decisions of this kind about the same player and day"
        " already.",
        others,
    ) % {"count": others}


def _lists(count: int) -> str:
    if not count:
        return _("No published list is affected.")
    return ngettext(
        "%(count)d published list comes after that day: what changes waits as a"
        " revised list, and the published one stays as it is.",
        "%(count)d published lists come after that day: what changes waits as"
        " revised lists, and the published ones stay as they are.",
        count,
    ) % {"count": count}

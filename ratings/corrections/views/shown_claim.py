"""The content of a correction request's page: its respondents, and the versions of the
game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from ratings.corrections.forms import CorrectionAnswerForm
from ratings.corrections.queries.claim_words import game_when_filed, requested_game
from ratings.corrections.queries.game_versions import GameVersion
from ratings.corrections.queries.respondents import Respondent, may_answer_for
from ratings.enums import ClaimState
from ratings.models import Claim, Game
from ratings.people.queries.names import Person


@dataclass(frozen=True, slots=True)
class RespondentShown:
    """One of the respondents with the name, and an answer form for a user who may
    answer.
    """

    respondent: Respondent
    name: str
    form: CorrectionAnswerForm | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """One fact of a game, in its three versions."""

    label: str
    then: str
    now: str
    should: str

    @property
    def differs(self) -> bool:
        return self.then != self.should


def claimant_words(shown: Claim, persons: dict[int, Person]) -> str:
    person = persons.get(shown.claimant_id or 0)
    return person.distinct_name if person else str(shown.filed_by)


def shown_respondents(
    request: OfficeRequest,
    shown: Claim,
    respondents: Sequence[Respondent],
    names: dict[int, str],
    typed: CorrectionAnswerForm | None,
) -> list[RespondentShown]:
    answering = [
        each.player_id
        for each in respondents
        if shown.state == ClaimState.OPEN
        and each.answer is None
        and may_answer_for(request.actor, shown, each)
    ]
    if typed and answering and typed.respondent_id not in answering:
        # The user may not answer for this respondent (any more): the typed text is put
        # into the first form that the user may send.
        typed = typed.on_behalf_of(answering[0])
    return [
        RespondentShown(
            each,
            names.get(each.player_id, "–")
            if each.player_id is not None
            else shown.report.sender,
            _answer_form(each, typed) if each.player_id in answering else None,
        )
        for each in respondents
    ]


def _answer_form(
    respondent: Respondent, typed: CorrectionAnswerForm | None
) -> CorrectionAnswerForm:
    if typed and typed.respondent_id == respondent.player_id:
        return typed
    return CorrectionAnswerForm(
        initial={"player": respondent.player_id},
        auto_id=f"id_{respondent.player_id or 0}_%s",
    )


def game_rows(shown: Claim, game: Game | None, names: dict[int, str]) -> list[GameRow]:
    """Return the facts of the game; `names`: the players', as links or plain text."""
    then, should = game_when_filed(shown), requested_game(shown)
    now = GameVersion.of(game) if game else None
    parts: list[tuple[str, Callable[[GameVersion], str]]] = [
        (_("White"), lambda version: names.get(version.white_id, "–")),
        (_("Black"), lambda version: names.get(version.black_id, "–")),
        (_("Result"), lambda version: version.result),
        (_("Day"), lambda version: version.day.isoformat()),
    ]
    return [
        GameRow(
            label,
            part(then),
            part(now) if now else _("not in the report"),
            part(should) if should else _("not rated"),
        )
        for label, part in parts
    ]

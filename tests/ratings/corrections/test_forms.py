"""The fields of a correction request by its kind, and the game that results."""

from datetime import date

import pytest

from ratings.corrections.forms import ClaimDecision, ClaimForm, CorrectionAnswerForm
from ratings.corrections.queries.game_versions import GameVersion
from ratings.enums import ClaimKind, ClaimScope
from ratings.models import Game

DAY, OTHER_DAY = date(2026, 2, 1), date(2026, 2, 3)
WHITE, BLACK, THIRD = 11, 12, 13
NAMES = ("Adam Ek", "Bertil Öberg")


class Found:
    def __init__(self, pk, name, number):
        self.pk, self.full_name, self.national_id = pk, name, number


def game(score=2, *, played=True):
    return Game(
        white_id=WHITE, black_id=BLACK, score=score, played=played, played_date=DAY
    )


def form(kind, sent=None, *, of=None, found=()):
    data = None if sent is None else {"text": "See the sheet", **sent}
    return ClaimForm(data, game=of or game(), kind=kind, names=NAMES, found=found)


def wanted(kind, sent=None, **facts):
    made = form(kind, sent or {}, **facts)
    assert made.errors == {}
    return made.wanted


# --- what is offered ---------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "of", "offered"),
    [
        (
            ClaimKind.RESULT,
            game(2),
            [("1", "½–½  a draw"), ("0", "0–1  Bertil Öberg won")],
        ),
        (
            ClaimKind.RESULT,
            game(1),
            [("2", "1–0  Adam Ek won"), ("0", "0–1  Bertil Öberg won")],
        ),
        (
            ClaimKind.RESULT,
            game(2, played=False),
            [("0", "– +  not played: Adam Ek did not come")],
        ),
        (
            ClaimKind.FORFEIT,
            game(2),
            [
                ("2", "+ –  not played: Bertil Öberg did not come"),
                ("0", "– +  not played: Adam Ek did not come"),
            ],
        ),
        (
            ClaimKind.FORFEIT,
            game(0, played=False),
            [
                ("2", "1–0  Adam Ek won"),
                ("1", "½–½  a draw"),
                ("0", "0–1  Bertil Öberg won"),
            ],
        ),
    ],
)
def test_every_result_but_the_current_one_is_offered(kind, of, offered):
    assert list(form(kind, of=of).fields["result"].choices) == offered


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (ClaimKind.RESULT, ["result", "text"]),
        (ClaimKind.FORFEIT, ["result", "text"]),
        (ClaimKind.DATE, ["day", "text"]),
        (ClaimKind.COLOUR, ["text"]),
        (ClaimKind.OPPONENT, ["side", "who", "player", "text"]),
        (ClaimKind.NOT_RATED, ["text"]),
    ],
)
def test_form_has_only_the_fields_of_its_kind(kind, fields):
    assert list(form(kind).fields) == fields


# --- what the game should say ------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "sent", "of", "says"),
    [
        (ClaimKind.RESULT, {"result": "1"}, game(2), (WHITE, BLACK, 1, True, DAY)),
        (
            ClaimKind.RESULT,
            {"result": "0"},
            game(2, played=False),
            (WHITE, BLACK, 0, False, DAY),
        ),
        (ClaimKind.FORFEIT, {"result": "2"}, game(2), (WHITE, BLACK, 2, False, DAY)),
        (
            ClaimKind.FORFEIT,
            {"result": "1"},
            game(2, played=False),
            (WHITE, BLACK, 1, True, DAY),
        ),
        (ClaimKind.COLOUR, {}, game(2), (BLACK, WHITE, 0, True, DAY)),
        (ClaimKind.COLOUR, {}, game(1), (BLACK, WHITE, 1, True, DAY)),
        (
            ClaimKind.COLOUR,
            {},
            game(0, played=False),
            (BLACK, WHITE, 2, False, DAY),
        ),
        (
            ClaimKind.DATE,
            {"day": "2026-02-03"},
            game(2),
            (WHITE, BLACK, 2, True, OTHER_DAY),
        ),
    ],
)
def test_wanted_game_differs_only_in_the_requested_field(kind, sent, of, says):
    assert wanted(kind, sent, of=of) == GameVersion(*says)


@pytest.mark.parametrize(
    ("side", "says"),
    [
        ("white", (THIRD, BLACK, 0, True, DAY)),
        ("black", (WHITE, THIRD, 0, True, DAY)),
    ],
)
def test_replacement_player_takes_the_place_of_the_one_who_did_not_play(side, says):
    found = [Found(THIRD, "Cecilia Ek", "900013")]
    sent = {"side": side, "who": "cecilia", "player": f"{THIRD}"}
    assert wanted(ClaimKind.OPPONENT, sent, of=game(0), found=found) == GameVersion(
        *says
    )


def test_game_that_should_not_count_is_wanted_removed():
    assert wanted(ClaimKind.NOT_RATED) is None


# --- who played instead --------------------------------------------------------------
def test_found_players_are_distinguished_by_number():
    found = [Found(13, "Cecilia Ek", "900013"), Found(14, "Cecilia Ek", "900014")]
    made = form(ClaimKind.OPPONENT, {"side": "white", "who": "cecilia"}, found=found)
    assert list(made.fields["player"].choices) == [
        ("13", "Cecilia Ek · 900013"), ("14", "Cecilia Ek · 900014"),
    ]  # fmt: skip
    assert made.errors == {"player": ["Choose one of the players found."]}


def test_empty_player_search_is_reported_at_its_field():
    made = form(ClaimKind.OPPONENT, {"side": "white", "who": "nobody"})
    assert made.errors == {"who": ["Nobody was found. Write the number or the name."]}


def test_player_outside_the_search_result_is_refused():
    found = [Found(13, "Cecilia Ek", "900013")]
    sent = {"side": "white", "who": "cecilia", "player": "14"}
    assert form(ClaimKind.OPPONENT, sent, found=found).errors == {
        "player": ["Choose one of the players found."]
    }


# --- a respondent's answer --------------------------------------------------
@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({"agrees": "yes", "text": ""}, {}),
        ({"agrees": "no", "text": "I won"}, {}),
        ({"agrees": "no", "text": ""}, {"text": ["Say how it really was."]}),
        ({"agrees": "", "text": "x"}, {"agrees": ["Say yes or no."]}),
    ],
)
def test_answering_no_requires_a_text(sent, errors):
    assert CorrectionAnswerForm(sent).errors == errors


def test_text_stays_with_the_respondent_it_was_written_for():
    made = CorrectionAnswerForm({"agrees": "no", "text": "I won", "player": "11"})
    assert made.is_valid()
    again, other = made.again(), made.on_behalf_of(12)
    organisers = made.on_behalf_of(None)
    assert [each.respondent_id for each in (made, again, other, organisers)] == [
        11, 11, 12, None,
    ]  # fmt: skip
    assert [each["text"].value() for each in (again, other, organisers)] == [
        "I won"
    ] * 3


def test_form_is_shown_for_each_respondent_without_answer():
    form = CorrectionAnswerForm().on_behalf_of(12)
    assert (form.is_bound, form.respondent_id) == (False, 12)


# --- the decision ----------------------------------------------------------------------
def test_scope_is_required_for_allowing_but_not_for_refusing():
    scopes = (ClaimScope.STANDINGS, ClaimScope.RATING)
    sent = {"reason": "See the sheet"}
    assert ClaimDecision(sent, scopes=scopes, is_refusal=True).errors == {}
    assert list(ClaimDecision(sent, scopes=scopes).errors) == ["scope"]


def test_decision_shown_again_keeps_its_text_but_not_the_version_seen():
    scopes = (ClaimScope.STANDINGS, ClaimScope.RATING)
    sent = {
        "seen": "7", "scope": "rating", "reason": "See the sheet", "public_reason": "Typo",
    }  # fmt: skip
    made = ClaimDecision(sent, scopes=scopes)
    assert made.is_valid()
    again = made.again()
    assert {name: again[name].value() for name in sent} == {**sent, "seen": None}


def test_only_rating_scope_is_offered_if_standings_cannot_be_corrected():
    made = ClaimDecision(scopes=(ClaimScope.RATING,))
    assert (list(made.fields["scope"].choices), made["scope"].value()) == (
        [("rating", "Rating only")], "rating",
    )  # fmt: skip

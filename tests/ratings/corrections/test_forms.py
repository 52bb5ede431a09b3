"""What a correction request asks for by its kind, and what it then says of the game."""

from datetime import date

import pytest

from ratings.corrections.domain.claims import WantedGame
from ratings.corrections.forms import ClaimDecision, ClaimForm, CorrectionAnswerForm
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
def test_every_result_is_offered_but_the_one_that_stands(kind, of, offered):
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
def test_only_what_the_kind_needs_is_asked_for(kind, fields):
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
def test_the_game_says_what_was_asked_and_else_what_it_said(kind, sent, of, says):
    assert wanted(kind, sent, of=of) == WantedGame(*says)


@pytest.mark.parametrize(
    ("side", "says"),
    [
        ("white", (THIRD, BLACK, 0, True, DAY)),
        ("black", (WHITE, THIRD, 0, True, DAY)),
    ],
)
def test_somebody_else_stands_in_the_place_of_whoever_did_not_play(side, says):
    found = [Found(THIRD, "Cecilia Ek", "900013")]
    sent = {"side": side, "who": "cecilia", "player": f"{THIRD}"}
    assert wanted(ClaimKind.OPPONENT, sent, of=game(0), found=found) == WantedGame(
        *says
    )


def test_a_game_that_should_not_count_is_wanted_no_more():
    assert wanted(ClaimKind.NOT_RATED) is None


# --- who played instead --------------------------------------------------------------
def test_those_found_are_told_apart_by_their_numbers():
    found = [Found(13, "Cecilia Ek", "900013"), Found(14, "Cecilia Ek", "900014")]
    made = form(ClaimKind.OPPONENT, {"side": "white", "who": "cecilia"}, found=found)
    assert list(made.fields["player"].choices) == [
        ("13", "Cecilia Ek · 900013"), ("14", "Cecilia Ek · 900014"),
    ]  # fmt: skip
    assert made.errors == {"player": ["Choose one of the players found."]}


def test_nobody_found_is_said_beside_what_was_written():
    made = form(ClaimKind.OPPONENT, {"side": "white", "who": "nobody"})
    assert made.errors == {"who": ["Nobody was found. Write the number or the name."]}


def test_somebody_who_is_not_among_those_found_is_not_taken():
    found = [Found(13, "Cecilia Ek", "900013")]
    sent = {"side": "white", "who": "cecilia", "player": "14"}
    assert form(ClaimKind.OPPONENT, sent, found=found).errors == {
        "player": ["Choose one of the players found."]
    }


# --- the answer of whoever is asked --------------------------------------------------
@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({"agrees": "yes", "text": ""}, {}),
        ({"agrees": "no", "text": "I won"}, {}),
        ({"agrees": "no", "text": ""}, {"text": ["Say how it really was."]}),
        ({"agrees": "", "text": "x"}, {"agrees": ["Say yes or no."]}),
    ],
)
def test_whoever_says_no_says_how_it_was(sent, errors):
    assert CorrectionAnswerForm(sent).errors == errors


def test_words_stay_with_the_respondent_they_were_written_for():
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


def test_what_was_not_answered_yet_is_asked_of_each_respondent():
    asked = CorrectionAnswerForm().on_behalf_of(12)
    assert (asked.is_bound, asked.respondent_id) == (False, 12)


# --- the decision ----------------------------------------------------------------------
def test_a_refusal_needs_no_scope_and_what_is_allowed_does():
    scopes = (ClaimScope.STANDINGS, ClaimScope.RATING)
    sent = {"reason": "See the sheet"}
    assert ClaimDecision(sent, scopes=scopes, is_refusal=True).errors == {}
    assert list(ClaimDecision(sent, scopes=scopes).errors) == ["scope"]


def test_a_decision_that_has_to_be_looked_at_again_keeps_its_words_and_not_the_look():
    scopes = (ClaimScope.STANDINGS, ClaimScope.RATING)
    sent = {
        "seen": "7", "scope": "rating", "reason": "See the sheet", "public_reason": "Typo",
    }  # fmt: skip
    made = ClaimDecision(sent, scopes=scopes)
    assert made.is_valid()
    again = made.again()
    assert {name: again[name].value() for name in sent} == {**sent, "seen": None}


def test_where_only_the_rating_can_be_corrected_nothing_else_is_offered():
    made = ClaimDecision(scopes=(ClaimScope.RATING,))
    assert (list(made.fields["scope"].choices), made["scope"].value()) == (
        [("rating", "Rating only")], "rating",
    )  # fmt: skip

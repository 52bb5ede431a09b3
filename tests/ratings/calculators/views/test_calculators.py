"""The calculators' pages as users see them. None queries the database."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from ratings.calculators.found import own_pages
from ratings.calculators.questions import MOST_LINES, number_of
from ratings.calculators.words import REASONS
from ratings.pages.views.note_words import step_words
from ratings.rules.calculators import CALCULATORS
from ratings.rules.renju.ahead import STANDING
from ratings.rules.renju.steps import PARAGRAPHS
from ratings.system_words.renju import NOTES
from tests.ratings.page_text import foot, rows, text

LINES, LEDGER = 0, 1


@pytest.fixture
def reader() -> Client:
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def page(reader):
    def opened(system, **query):
        response = reader.get(reverse("ratings:calculator", args=[system]), query)
        assert response.status_code == 200
        return response

    return opened


def test_every_calculator_is_listed_with_a_link(reader):
    listed = reader.get(reverse("ratings:calculators"))
    assert own_pages().keys() == CALCULATORS.keys()
    for system in CALCULATORS:
        assert f'href="/calculators/{system}/"' in listed.content.decode()


def test_menu_links_to_the_list_of_calculators(reader):
    assert 'href="/calculators/"' in reader.get("/api/docs").content.decode()


@pytest.mark.parametrize(
    ("system", "kind"),
    [(system, kind) for system, page in own_pages().items() for kind in page.kinds],
)
def test_empty_form_shows_neither_result_nor_error(page, system, kind):
    response = page(system, **({"kind": kind} if kind else {}))
    assert "field-error" not in response.content.decode()
    assert response.context["answer"] == {}


@pytest.mark.parametrize("path", ["/calculators/chess/", "/calculators/ssf/?kind=x"])
def test_unknown_calculator_page_is_not_found(reader, path):
    assert reader.get(path).status_code == 404


def test_win_of_adam_over_bertil_is_explained_line_by_line(page):
    response = page("ssf", own="1950", opponent="2220", result="1")
    assert rows(response, LEDGER) == [
        ["3", "2220", "1", "1950", "270", "237–270", "10", "+26", "1976"]
    ]
    assert foot(response) == [
        ["", "1 game", "", "", "", "", "", "+26", ""],
        ["", "New rating", "1976"],
    ]


def test_halving_and_rounding_cite_their_paragraphs(page):
    # 2245 - 2222 = 23 is row 11-33, k = 1: the loss costs 15, half of it 7½.
    response = page("ssf", own="2222", opponent=["2245"], result=["0"])
    assert rows(response, LEDGER) == [
        ["3, 4", "2245", "0", "2222", "23", "11–33", "1", "−15", "−7½", "2214½"]
    ]
    assert foot(response)[1:] == [
        ["5, 4", "Half points are rounded up: 2214½ becomes 2215", "2215"],
        ["", "New rating", "2215"],
    ]
    assert "From a base rating of 2200 the change is halved" in text(response)


def test_bonus_is_shown_game_by_game(page):
    # See ssf/test_calculator.
    response = page(
        "ssf", own="990", bonus="on", opponent=["1000"] * 3, result=["1", "0", "1"]
    )
    assert [row[-2] for row in rows(response, LEDGER)] == ["+20", "+10", "+10"]
    assert foot(response)[-1] == ["", "New rating", "1046"]


def test_a_game_without_a_result_counts_for_the_goal_alone(page):
    # 1900 against two equals: 1910 takes 1½ of 2 (ssf/test_calculator).
    response = page(
        "ssf", own="1900", goal="1910", opponent=["1900", "1900"], result=["1", ""]
    )
    assert len(rows(response, LEDGER)) == 1
    assert "To reach 1910 it takes a score of 1½ in 2 games That makes 1916." in text(
        response
    )


def test_unreachable_goal_is_reported(page):
    response = page("lask", own="1900", goal="1917", opponent="1900", result="")
    assert "No score in 1 game reaches 1917 Winning everything gives 1916." in text(
        response
    )


def test_lask_shows_the_ledger_example_of_the_rules(page):
    response = page("lask", own="1900", opponent=["1850", "1970"], result=["1", "0.5"])
    assert [row[-2:] for row in rows(response, LEDGER)] == [
        ["+14", "1914"],
        ["+3", "1917"],
    ]
    assert rows(response, LEDGER)[0][0] == "LASK ranking rule 1"


def test_lask_computes_the_concentrated_tournament_of_the_rules(page):
    response = page(
        "lask", kind="concentrated", rating="1900", mean="1950", score="5½", games="9"
    )
    assert "By the strength +2 · 9 = +18 Change +50" in text(response)
    assert "New rating 1950" in text(response)


def test_lask_computes_a_monrad_tournament(page):
    # 2b: M = 1800 + 11 (36 - 32) = 1844.
    response = page(
        "lask", kind="monrad", rating="1900", mean="1800", quality_points="36",
        score="5", rounds="8",
    )  # fmt: skip
    assert "M 1844 formula 2b" in text(response)


def test_lask_computes_a_first_rating_of_the_rules(page):
    response = page("lask", kind="initial", class_name="II", score="6,5", games="9")
    assert "Score in per cent 73 Difference by the table +175 First rating 1950" in (
        text(response)
    )


def test_scrabble_shows_four_decimals_and_remaining_wins_needed(page):
    # 10 (1 - 0.4641) = 5.359; four wins of 0.9641 expected of two games are too many.
    response = page(
        "scrabble", rating="1000", goal="1010", opponent=["1009", "1000"],
        result=["1", ""],
    )  # fmt: skip
    assert rows(response, LEDGER) == [["", "1009", "0.4641"]]
    assert foot(response)[2] == ["", "10 · (1 − 0.4641)", "5.3590"]
    assert foot(response)[3] == ["Rounding", "New rating", "1005"]
    assert "To reach 1010 it takes a score of 2 in 2 games" in text(response)


def test_elo_cites_the_cap_and_rounds_once(page):
    response = page(
        "elo", edition="2025-10", own="2000", k="20", opponent="2500", result="1"
    )
    assert rows(response, LEDGER) == [
        ["8.3.1, 8.3.2", "2500", "1", "500", "400", "0.08", "0.92", "20", "18.40"]
    ]
    assert foot(response)[1:] == [
        ["8.3.4", "Rounded once", "+18"],
        ["", "New rating", "2018"],
    ]


def test_elo_computes_a_first_rating_if_own_rating_is_blank(page):
    # Ra = 1800; 4½ + 1 of 7 is 0.79, dp 230.
    response = page(
        "elo", edition="2025-10", own="", k="20", opponent=["1800"] * 5,
        result=["1", "1", "1", "1", "0.5"],
    )  # fmt: skip
    assert "Ru 2030 First rating 2030" in text(response)
    assert "It is not published" not in text(response)


def test_glicko_shows_the_paper_step_by_step(page):
    response = page(
        "glicko2", rating="1500", rd="200", volatility="0.06", tau="0.5",
        opponent=["1400", "1550", "1700"], opponent_rd=["30", "100", "300"],
        result=["1", "0", "0"],
    )  # fmt: skip
    page_text = text(response)
    # The paper prints 1.7785 and -0.4834, from numbers that it has rounded.
    for step in ("Step 3 v = 1.7790", "Step 4 Δ = −0.4839", "σ′ = 0.059996"):
        assert step in page_text
    assert "Step 8 r′ = 1464.05, RD′ = 151.52" in page_text


def test_renju_shows_points_required_for_each_level(page):
    # N = 8, Pmean = 10: keep 2, 1 dan 5.2, 2 dan 6.4.
    response = page(
        "renju", level="1 kyu", level_of_opponent=["1 kyu", ""], count=["8", ""]
    )
    assert rows(response, LEDGER) == [
        ["Keep 1 kyu", "2"],
        ["1 dan", "5"],
        ["2 dan", "6½"],
    ]
    assert "8 games, Pmean 10.00" in text(response)


def test_renju_says_if_a_level_is_kept_without_a_point(page):
    # N = 8, Pmean = 12 as three units away would be 13: 8 (0.25 + 0.15 (10 - 12)).
    response = page("renju", level="1 kyu", level_of_opponent="2 dan", count="8")
    assert rows(response, LEDGER)[0] == ["Keep 1 kyu", "−½ met without a point"]


def test_renju_warns_of_too_few_games(page):
    response = page("renju", level="1 kyu", level_of_opponent="9 kyu", count="6")
    page_text = text(response)
    assert "6 games are not enough: norms apply from seven finished games." in page_text
    assert "Only 0 games are against players at most three units below" in page_text


def test_errors_are_shown_next_to_the_input(page):
    response = page(
        "ssf", own="19x0", goal="1.5", opponent=["2220", "-1"], result=["1", "2"]
    )
    page_text = response.content.decode()
    assert response.context["answer"] == {}
    assert 'value="19x0"' in page_text
    assert response.context["form"].errors == {
        "own": ["This has to be a whole number."],
        "goal": ["This has to be a whole number."],
    }
    assert [line.faults for line in response.context["lines"][:2]] == [
        [],
        ["This number is too low.", "These are more points than there are games."],
    ]


def test_form_without_opponents_reports_them_missing(page):
    response = page("ssf", own="1950", opponent="", result="")
    assert "Enter at least one opponent, with a result or with a goal." in text(
        response
    )


def test_invalid_number_of_games_is_refused(page):
    response = page("renju", level="1 kyu", level_of_opponent="1 kyu", count="51")
    assert response.context["lines"][0].faults == ["This number is too high."]
    assert response.context["answer"] == {}


def test_form_has_three_blank_lines_and_at_most_a_hundred_lines(page):
    many = page("ssf", own="1950", opponent=["1950"] * 20, result=["1"] * 20)
    assert len(rows(many, LINES)) == 23
    most = page("ssf", own="1950", opponent=["1950"] * 200, result=["1"] * 200)
    assert len(rows(most, LINES)) == MOST_LINES


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("1950", 1950),
        (" 1 950 ", 1950),
        ("−5", -5),
        ("0,5", 0.5),
        ("½", 0.5),
        ("5½", 5.5),
        ("0.06", 0.06),
        ("1e9", "1e9"),
        ("१२", "१२"),
        ("", ""),
        ("9" * 30, "9" * 30),
    ],
)
def test_numbers_are_accepted_in_common_notations(written, number):
    assert number_of(written) == number


def test_only_safe_methods_are_allowed(reader):
    assert reader.post("/calculators/ssf/", {"own": "1950"}).status_code == 405


def test_api_page_shows_real_responses(reader):
    page_text = text(reader.get(reverse("ratings:api_docs")))
    assert "POST /api/v1/calculators/ssf" in page_text
    assert '"change": 26.0' in page_text
    assert '"path": "games[0].opponent", "code": "not_whole"' in page_text
    assert "600 questions a minute from one address" in page_text


def test_pages_have_no_inline_script_or_style(reader):
    for path in ("/api/docs", "/calculators/", "/calculators/ssf/?own=1"):
        page_text = reader.get(path).content.decode()
        assert "<script>" not in page_text
        assert "<style" not in page_text
        assert " style=" not in page_text


def test_every_error_code_has_a_message():
    assert all(str(reason).endswith(".") for reason in REASONS.values())


LADDER = {
    "players": "\n".join(f"{name}; 1 kyu" for name in "abcdefgh"),
    "games": "\n".join(
        f"{a}; {b}; 1"
        for place, a in enumerate("abcdefgh")
        for b in "abcdefgh"[place + 1 :]
    ),
}


def test_renju_rates_a_whole_tournament_citing_paragraphs(page):
    # See renju/test_calculator.
    response = page("renju", kind="tournament", **LADDER)
    first, *_others = shown = rows(response)
    assert [row[-1] for row in shown] == [
        "2 dan", "2 dan", "1 dan", "1 kyu", "1 kyu", "1 kyu", "2 kyu", "2 kyu",
    ]  # fmt: skip
    assert first == [
        "a", "1 kyu", "7 / 7", "10.00", "2",
        "the norm of 2 dan is met (Renju 2 § 2g) ; the norm of 3 dan is met, but nobody"
        " rises by more than two units (Renju 3 § 4)",
        "2 dan",
    ]  # fmt: skip
    # 7 (0.5 + 0.15 (i - 10)) for 2 kyu, i = 9, to 3 dan: 2.45, 3.5, 4.55, 5.6, 6.65.
    assert rows(response, 1)[0][9:14] == ["2½", "3½", "4½", "5½", "6½"]


def test_renju_reports_levels_that_never_settle(page):
    response = page(
        "renju", kind="tournament",
        players="x;\ny;\nc; 1 dan\nd; 2 dan\ne; 1 dan",
        games="x;y;0\nx;c;0\nx;d;½\nx;e;0\n\ny\tc\t0\ny;d;1\ny;e;0",
    )  # fmt: skip
    assert "These levels never settle" in text(response)
    assert "2 kyu, 1 kyu 3 kyu, 1 dan" in text(response)
    assert "x, y" in text(response)


def test_renju_reports_invalid_lines_of_a_tournament(page):
    response = page(
        "renju", kind="tournament", players="a; 11 kyu\nb", games="a; b; 2\n\na"
    )
    assert response.context["form"].errors == {
        "players": ["Line 1: There is no such level: they go from 10 kyu to 10 dan."],
        "games": [
            "Line 1: The score of a game is 0, 0.5 or 1.",
            "Line 3: The score of a game is 0, 0.5 or 1.",
        ],
    }


def test_every_step_of_the_renju_rules_has_a_text():
    notes = {"kept_active", "start_confirmed", *(note.code for note in STANDING)}
    assert NOTES.keys() == PARAGRAPHS.keys() | notes
    days = (date(2026, 1, 1), date(2020, 1, 1))
    for code in NOTES:
        words = step_words({"code": code, "level": "2 dan", "count": 3, "days": days})
        assert words
        assert "%" not in words


def test_elo_goal_counts_all_opponents_and_change_counts_played_games_only(page):
    response = page(
        "elo", edition="2025-10", own="2000", k="20", goal="2010",
        opponent=["2000", "2000"], result=["1", ""],
    )  # fmt: skip
    answer = response.context["answer"]
    assert len(answer["games"]) == 1
    assert (answer["goal"]["games"], response.context["aim"]) == (2, answer["goal"])
    assert answer["performance"]["games"] == 1


def test_elo_goal_that_is_reached_by_a_bonus_says_so(page):
    # Ireland: 123 points for the games and a bonus of 85 (see test_calculator_json.py).
    question = {"edition": "ireland", "own": "1500", "k": "32", "result": [""] * 6}
    reached = page("elo", **question, goal="1708", opponent=["1600"] * 6)
    assert "To reach 1708 it takes a score of 6 in 6 games That makes 1708." in text(
        reached
    )
    assert "A bonus of 85 is included." in text(reached)
    without = page("elo", **question, goal="1501", opponent=["1600"] * 6)
    assert "it takes" in text(without)
    assert "A bonus of" not in text(without)


def test_elo_goal_counts_the_length_of_the_matches(page):
    # See test_goal_counts_the_length_of_the_matches of the rules.
    question = {"edition": "backgammon", "own": "1800", "k": "4", "goal": "1806"}
    response = page("elo", **question, length="7", opponent=["1900"], result=[""])
    assert "it takes a score of 1 in 1 game That makes 1806.09." in text(response)


def test_elo_first_rating_shows_no_single_games(page):
    response = page("elo", edition="2025-10", opponent=["1800"] * 5, result=["1"] * 5)
    answer = response.context["answer"]
    assert ("first_rating" in answer, "games" in answer) == (True, False)


def test_glicko_computes_a_period_without_a_game(page):
    response = page(
        "glicko2", rating="1500", rd="200", volatility="0.06", tau="0.5",
        opponent="", opponent_rd="", result="",
    )  # fmt: skip
    assert response.context["answer"]["rating"] == 1500
    assert response.context["answer"]["rd"] > 200


def test_lask_uses_number_of_games_if_fewer_than_monrad_rounds(page):
    query = {
        "kind": "monrad", "rating": "1900", "mean": "1800", "quality_points": "36",
        "score": "5", "rounds": "8",
    }  # fmt: skip
    all_rounds, fewer = (
        page("lask", **query, **games).context["answer"]["monrad"]
        for games in ({}, {"games": "7"})
    )
    assert all_rounds["change"] != fewer["change"]


def test_error_is_shown_on_its_line_despite_blank_lines_above(page):
    response = page(
        "ssf", own="1950", opponent=["2220", "", "2000", "x"], result=["1", "", "", "1"]
    )
    faults = [line.faults for line in response.context["lines"][:3]]
    assert [len(each) for each in faults] == [0, 0, 1]
    written = [line.written["opponent"] for line in response.context["lines"][:3]]
    assert written == ["2220", "2000", "x"]


def test_goal_error_is_shown_on_the_opponents_line(page):
    response = page(
        "ssf", own="1950", goal="1960", opponent=["2220", "x"], result=["1", ""]
    )
    assert [len(line.faults) for line in response.context["lines"][:2]] == [0, 1]


def test_renju_opponent_counts_as_many_times_as_entered(page):
    response = page(
        "renju", level="1 kyu", level_of_opponent=["1 kyu", "2 dan"], count=["6", "2"]
    )
    # 6 of index 10 and 2 of index 12: (60 + 24) / 8.
    assert "8 games, Pmean 10.50" in text(response)


def test_a_new_player_of_renju_has_no_level_to_keep(page):
    response = page("renju", level="new", level_of_opponent="1 kyu", count="8")
    assert "Keep" not in " ".join(row[0] for row in rows(response, LEDGER))


def test_renju_newcomer_may_rise_further_in_the_first_tournament(page):
    query = {"level": "5 kyu", "level_of_opponent": "5 kyu", "count": "8"}
    usual = rows(page("renju", **query), LEDGER)
    first = rows(page("renju", **query, first_tournament="on"), LEDGER)
    assert len(usual) == 3
    assert len(first) > 3


def test_the_tab_of_the_page_that_is_shown_is_marked(page):
    kinds = page("lask", kind="monrad").context["kinds"]
    assert [each["href"] for each in kinds if each["current"]] == ["?kind=monrad"]
    assert [each["href"] for each in kinds] == [
        "?kind=", "?kind=concentrated", "?kind=monrad", "?kind=initial",
    ]  # fmt: skip

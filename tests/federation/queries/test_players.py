import pytest

from federation.enums import Visibility
from federation.models import Player
from federation.queries.players import search_players
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def entered(*names, **facts):
    for name in names:
        first, last = name.split(" ", 1)
        PlayerFactory(first_name=first, last_name=last, **facts)


def found(text, *, public=False, limit=20):
    return [p.full_name for p in search_players(text, limit, public=public)]


def test_name_is_found_by_its_words_in_any_order():
    entered("Anna Berg", "Anna Ek")
    assert found("berg anna") == ["Anna Berg"]


@pytest.mark.parametrize(
    "typed", ["Åkesson", "åkesson", "akesson", "ÅKESSON", "Àkesson"]
)
def test_accents_may_be_omitted_or_differ(typed):
    entered("Görel Åkesson", "Bo Ek")
    assert found(typed) == ["Görel Åkesson"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("yilmaz", "Adrian Yılmaz"),
        ("ERDOGAN", "Ayşe Erdoğan"),
        ("ozolins", "Magnus Ozoliņš"),
        ("nemcova", "Jana Němcová"),
        ("petrauskas gintare", "Gintarė Petrauskas"),
        ("kajak ulo", "Ülo Kajak"),
    ],
)
def test_letters_of_other_languages_are_found_by_the_plain_ones(typed, meant):
    entered(meant)
    stored = Player.objects.values_list("search_text", flat=True).get()
    assert all(word in stored for word in typed.lower().split())
    assert found(typed) == [meant]


def test_accents_may_be_typed_if_the_name_has_none():
    entered("Andre Idestrom")
    assert found("André Ideström") == ["Andre Idestrom"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Svenson", "Lena Svensson"),
        ("Lindkvist", "Ulf Lindqvist"),
        ("Ericsson", "Per Eriksson"),
        ("Adnersson", "Eva Andersson"),
        ("Johan Erikson", "Johan Eriksson"),
        ("Wojcik Lukas", "Łukasz Wójcik"),
        ("Björrk", "Tor Björk"),
    ],
)
def test_name_with_a_typing_error_is_found(typed, meant):
    entered(meant, "Ann Zetterlund", "Kim Tran")
    assert found(typed) == [meant]


def test_exact_name_comes_first_then_beginnings_reversed_names_and_typing_errors():
    entered("Bo Ekman", "Ekaterina Bo", "Bo Ek", "Rambo Ekdahl", "Ek Bo-Göran")
    assert found("Bo Ek") == [
        "Bo Ek",
        "Ekaterina Bo",
        "Bo Ekman",
        "Ek Bo-Göran",
        "Rambo Ekdahl",
    ]


def test_exact_name_comes_before_a_typing_error():
    entered("Per Ericsson", "Per Eriksson")
    assert found("Per Eriksson") == ["Per Eriksson", "Per Ericsson"]


def test_number_is_found_only_exactly():
    PlayerFactory(first_name="Bo", last_name="Ek", national_id="1000017")
    assert found("1000017") == ["Bo Ek"]
    assert found("100001") == []


def test_empty_search_finds_no_one():
    entered("Bo Ek")
    assert found("   ") == []


@pytest.mark.parametrize("typed", ["%", "_", "\\", "'; --", "()", "🙂", "a" * 5000])
def test_special_characters_match_only_themselves(typed):
    entered("Bo Ek")
    assert found(typed) == []


def test_public_search_never_finds_a_hidden_player():
    PlayerFactory(
        first_name="Bo",
        last_name="Ek",
        national_id="1000017",
        visibility=Visibility.HIDDEN,
    )
    assert [found(text, public=True) for text in ("Bo Ek", "1000017", "Bo Ekk")] == [
        [],
        [],
        [],
    ]
    assert found("Bo Ek") == ["Bo Ek"]


def test_public_search_does_not_find_a_player_shown_by_initials():
    PlayerFactory(
        first_name="Bo",
        last_name="Ek",
        national_id="1000017",
        visibility=Visibility.INITIALS,
    )
    assert [found(text, public=True) for text in ("Bo Ek", "Bo Ekk", "1000017")] == [
        [],
        [],
        [],
    ]


def test_number_of_results_is_limited():
    entered(*(f"Bo Ek{n}" for n in "abcdef"))
    assert found("Bo", limit=3) == ["Bo Eka", "Bo Ekb", "Bo Ekc"]


def test_last_names_come_before_first_names_other_words_and_parts():
    entered("Karl-Berg Alm", "Bo Dal Berg", "Ada Bergman", "Ann Lindberg", "Berg Ek")
    assert found("berg") == [
        "Ada Bergman",
        "Berg Ek",
        "Bo Dal Berg",
        "Karl-Berg Alm",
        "Ann Lindberg",
    ]


def test_adjacent_words_come_before_separate_ones():
    entered("Eva Ann Ek", "Ek Maria Ann", "Ann-Ek Bo", "Hannek Annek")
    assert found("ann ek") == [
        "Eva Ann Ek",
        "Ek Maria Ann",
        "Hannek Annek",
        "Ann-Ek Bo",
    ]


def test_number_comes_before_names():
    PlayerFactory(first_name="Bo", last_name="Ek", national_id="M7")
    PlayerFactory(first_name="Eva", last_name="M7", national_id="1000025")
    assert found("M7") == ["Bo Ek", "Eva M7"]


@pytest.mark.parametrize(("typed", "queries"), [("ek", 3), ("bo", 4), ("bo ek", 4)])
def test_search_stops_querying_when_enough_are_found(
    typed, queries, django_assert_num_queries
):
    entered("Bo Ek", "Bo Ekman")
    with django_assert_num_queries(queries):
        search_players(typed, 2, public=True)

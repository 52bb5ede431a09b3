import pytest

from tests.architecture.kept_private.reading import Answer


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ('"birth_year": 1894', True),
        ("born 1894.", True),
        ("<td>1894</td>", True),
        ("1894-05-02", True),
        ('"id": 7341894', False),
        ('"at": "2026-11-28T22:13:13.018940Z"', False),
        ('"context": "b8b55136-1894-47a4-83f9-311894288578"', False),
    ],
)
def test_year_is_named_as_a_number_of_its_own_only(body, named):
    assert Answer(200, body.encode(), b"", "", "").names("1894") is named


@pytest.mark.parametrize("text", ["Wqvillborg", "7340001", "99000017"])
def test_names_and_numbers_are_found_inside_other_words(text):
    assert Answer(200, f"x{text}y".encode(), b"", "", "").names(text)
    assert Answer(200, b"", f"/players/{text}/".encode(), "", "").names(text)

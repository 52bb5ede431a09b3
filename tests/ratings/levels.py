"""The standard pool rated by levels, for tests of its pages and files."""

from itertools import pairwise

from tests.factories import line
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, accepted, rated

GRADES = ("kyu", "dan")


def a_game():
    """Post an event with one game: Anna, 3 kyu (8), has beaten Bo, 1 dan (11). A single
    game is no tournament (3 §1), so both keep their levels.
    """
    anna = rated(8, first_name="Anna", last_name="Alm")
    bo = rated(11, first_name="Bo", last_name="Berg")
    accepted(line(anna, bo, 2, SPRING, key=1), name="Cup", source_number=91)
    return anna, bo


def levels(response) -> list[str]:
    """Return all levels on a page, in order."""
    words = [word.strip(".,;:()") for word in text(response).split()]
    return [f"{number} {word}" for number, word in pairwise(words) if word in GRADES]

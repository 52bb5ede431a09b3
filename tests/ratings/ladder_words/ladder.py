"""The texts of the example of an added rating system."""

from django.utils.text import format_lazy

from ratings.system_words.definition import ParameterWords, SystemWords

WORDS = SystemWords(
    system="ladder",
    label=format_lazy("Ladder of rungs"),
    parameters={"rungs": ParameterWords("Rungs for a win")},
    measures={"rd": format_lazy("Rungs won")},
    notes={"raised": format_lazy("one rung up on %(day)s")},
    paragraphs={"Ladder 1": format_lazy("A win is one rung up, a loss one rung down.")},
)

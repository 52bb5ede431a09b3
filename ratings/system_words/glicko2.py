"""Words for Glicko-2."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from ratings.system_words.definition import ParagraphText, ParameterWords, SystemWords

PARAMETERS: Mapping[str, ParameterWords] = {
    "start_rating": ParameterWords(_("Rating of a new player")),
    "start_rd": ParameterWords(_("Deviation of a new player")),
    "start_volatility": ParameterWords(_("Volatility of a new player")),
    "tau": ParameterWords("τ", _("How far the volatility may change: 0.3 to 1.2.")),
    "most_rd": ParameterWords(_("Greatest deviation")),
    "most_volatility": ParameterWords(_("Greatest volatility")),
    "outside_rd": ParameterWords(_("Deviation of a rating from elsewhere")),
}
PARAGRAPHS: Mapping[str, ParagraphText] = {
    "Glicko-2, introduction": _(
        "All games in a period count as played at the same time, on the ratings from "
        "before it."),
    "Glicko-2, step 1": _("New players begin with the start values."),
    "Glicko-2, steps 3–4": _("The share of a game in the change: what was scored less what was expected, by how sure both ratings are."),
    "Glicko-2, step 5": _("The volatility: how steadily the player performs."),
    "Glicko-2, steps 6–8": _("The deviation grows with time and shrinks with every game; with it the new rating is made."),
}  # fmt: skip
WORDS = SystemWords(
    system="glicko2",
    order=4,
    label=_("Glicko-2"),
    parameters=PARAMETERS,
    measures={"rd": _("Rating deviation"), "volatility": _("Volatility")},
    paragraphs=PARAGRAPHS,
    titles={"introduction": _("introduction")},
)

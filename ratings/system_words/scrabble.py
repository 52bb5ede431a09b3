"""Words for the Scrabble rating."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.system_words.definition import ParagraphText, ParameterWords, SystemWords

PARAMETERS: Mapping[str, ParameterWords] = {
    "start": ParameterWords(_("Rating of a new player")),
    "spread": ParameterWords(_("Points in one unit of the normal distribution")),
    "factor": ParameterWords(_("Points for one win more than expected")),
}
PARAGRAPHS: Mapping[str, ParagraphText] = {
    "Om ratingen": _("Only games that were really played are rated."),
    "Om ratingen, Hur ratingen fungerar": _(
        "Ten points for each win more than the normal distribution expects of a hundredth of the difference."
    ),
    "Om ratingen, Avrundning": _(
        "Four decimals are kept on the way; only the new rating is rounded."
    ),
}  # fmt: skip
TITLES: Mapping[str, Promise] = {
    "Om ratingen": _("About the rating"),
    "Hur ratingen fungerar": _("How the rating works"),
    "Avrundning": _("Rounding"),
}
WORDS = SystemWords(
    system="scrabble",
    order=5,
    label=_("Scrabble rating"),
    parameters=PARAMETERS,
    paragraphs=PARAGRAPHS,
    titles=TITLES,
)

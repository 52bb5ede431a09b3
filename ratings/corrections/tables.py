"""The table of correction requests."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.templatetags.inline_tags import day, moment, state
from ratings.corrections.queries.claim_words import game_in_words, state_of_claim
from ratings.models import Claim


class ClaimTable(tables.Table):
    game = tables.Column(
        gettext_lazy("Game"),
        accessor="pk",
        orderable=False,
        attrs={"td": {"class": "name"}},
    )
    event = tables.Column(
        gettext_lazy("Event"),
        accessor="report__name",
        orderable=False,
        # On a phone there is room for the game and its state.
        attrs={"td": {"class": "wide"}},
    )
    kind = tables.Column(
        gettext_lazy("What is wrong"),
        orderable=False,
        attrs={"td": {"class": "wide"}},
    )
    filed_at = tables.Column(
        gettext_lazy("Made"), attrs={"td": {"class": "wide tight"}}
    )
    answers_until = tables.Column(
        gettext_lazy("Answers until"), attrs={"td": {"class": "wide tight"}}
    )
    state = tables.Column(gettext_lazy("State"), orderable=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names: dict[int, str] = {}
        self.waited_for: frozenset[int] = frozenset()

    def render_game(self, record: Claim) -> SafeString:
        url = reverse("ratings:claim", args=[record.pk])
        words = game_in_words(record, self.names)
        return format_html('<a href="{}">{}</a>', url, words)

    def render_filed_at(self, record: Claim) -> SafeString | str:
        return moment(at=record.filed_at)

    def render_answers_until(self, record: Claim) -> SafeString | str:
        if record.pk in self.waited_for:
            return day(date=record.answers_until)
        return _("none awaited")

    def render_state(self, record: Claim) -> SafeString | str:
        shown = state_of_claim(record)
        return state(kind=shown.sign, label=shown.label)

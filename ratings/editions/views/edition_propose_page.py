"""The page on which a change of edition is proposed, with its effects."""

import json
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.core.signing import Signer
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.requests import OfficeRequest
from federation.views.refusals import refusal_words
from federation.views.single_task import posted_data
from ratings.editions.domain.edition_proposals import refuse_impossible_edition
from ratings.editions.forms import EditionForm, PieceFormSet
from ratings.editions.parameter_fields import ParametersForm
from ratings.editions.queries.editions import all_numbers
from ratings.editions.views.edition_preview import preview
from ratings.editions.words import FIELDS
from ratings.ledger.domain.editions import EditionDraft, EditionNotPossible
from ratings.models import Edition, Period, Pool
from ratings.rules import systems
from ratings.rules.calendar import period_of, read_starts
from ratings.system_words.lookup import system_choices, system_label

DAY = timedelta(days=1)


class EditionProposePage:
    """The page on which an edition is proposed: its forms, filled in or not."""

    def __init__(self, request: OfficeRequest, pool: Pool) -> None:
        self.request, self.pool = request, pool
        self.request_data = request.POST if request.method == "POST" else request.GET
        self.replaced = self._replaced()
        self.base = self.replaced or pool.editions.order_by("-from_date").first()
        self.system = self._system()
        data = posted_data(request)
        self.pieces = PieceFormSet(data, prefix="piece")
        self.form = EditionForm(
            data, pieces=self.pieces, initial={"from_date": self._day()}
        )
        self.numbers = ParametersForm(
            data,
            system=systems.system(self.system),
            initial=ParametersForm.initial_of(self._parameters()),
        )

    def draft(self) -> EditionDraft | None:
        """Return the draft that was typed, if it is valid; the errors are in the forms."""
        if not all((self.form.is_valid(), self.numbers.is_valid())):
            return None
        cleaned = self.form.cleaned_data
        draft = EditionDraft(
            pool_id=self.pool.pk,
            from_date=cleaned["from_date"],
            system=self.system,
            parameters=self.numbers.parameters,
            conversion=cleaned["conversion"],
            reason=cleaned["reason"],
            replaces=self.replaced is not None
            and self.replaced.from_date == cleaned["from_date"],
        )
        try:
            refuse_impossible_edition(draft)
        except EditionNotPossible as error:
            self.refuse(error)
            return None
        return draft

    def refuse(self, error: EditionNotPossible) -> None:
        """Add the reason of a refusal to its field."""
        self.form.add_error(FIELDS.get(error.code), refusal_words(error))

    def render(
        self, draft: EditionDraft | None = None, status: int = 200
    ) -> HttpResponse:
        """Return the page, with the effects of a draft if there is one."""
        context = {
            "pool": self.pool,
            "form": self.form,
            "numbers": self.numbers,
            "pieces": self.pieces,
            "system": self.system,
            "system_label": system_label(self.system),
            "systems": system_choices(),
            "replaced": self.replaced,
            "four_eyes": settings.FOUR_EYES,
            "shown": sign_draft(draft) if draft else "",
            "preview": preview(self.request, draft) if draft else None,
        }
        template = "ratings/editions/edition_propose.html"
        return render(self.request, template, context, status=status)

    def _replaced(self) -> Edition | None:
        number = self.request_data.get("replaces", "")
        if not number:
            return None
        if not number.isascii() or not number.isdecimal():
            raise Http404
        return get_object_or_404(self.pool.editions, pk=int(number[:18]))

    def _system(self) -> str:
        known = systems.systems()
        chosen = self.request_data.get("system", "")
        current = self.base.system if self.base else next(iter(known))
        return chosen if chosen in known else current

    def _parameters(self) -> dict[str, Any]:
        """Return the parameters of the edition that is replaced, or else of the newest
        one; in another system, those of the system's regulations.
        """
        stored = self.base.parameters if self.base else {}
        same = self.base is not None and self.base.system == self.system
        return all_numbers(self.system, stored if same else {})

    def _day(self) -> date:
        """Return the first day to suggest: that of the edition that is replaced, or the
        day after the existing periods; without any, the first day of the next period.
        """
        if self.replaced is not None:
            return self.replaced.from_date
        periods = Period.objects.filter(pool=self.pool).order_by("-end_date")
        last = periods.values_list("end_date", flat=True).first()
        if last is not None:
            return last + DAY
        today = self.request.today
        if self.base is None:
            return today + DAY
        numbers = all_numbers(self.base.system, self.base.parameters)
        starts = read_starts(numbers["period_starts"])
        return period_of(today, starts).last_date + DAY


def sign_draft(draft: EditionDraft) -> str:
    """Sign a draft whose effects have been shown, so that what is saved is what was
    seen. The reason may still be changed.
    """
    facts = (
        draft.pool_id,
        draft.from_date.isoformat(),
        draft.system,
        draft.parameters,
        draft.conversion,
        draft.replaces,
    )
    return Signer(salt="edition").signature(json.dumps(facts, sort_keys=True))

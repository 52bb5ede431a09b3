"""A filter for reasons in the ledger."""

from django import template

from federation.formats.import_reasons import reason_in_words

register = template.Library()

register.filter("reason_in_words", reason_in_words)

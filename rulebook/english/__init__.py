"""Exact English from the syntax tree of the rules: values, conditions, selections, sentences, blocks."""

from __future__ import annotations

from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.functions import location
from rulewright.rulebook.english.passes import bind
from rulewright.rulebook.english.values import items_of, value
from rulewright.rulebook.english.verbs import base_form, doing


class Families:
    """Who says what every family of English may ask for."""

    value = staticmethod(value)
    clause = staticmethod(clause)
    items_of = staticmethod(items_of)
    location = staticmethod(location)
    doing = staticmethod(doing)
    base_form = staticmethod(base_form)


bind(Families())

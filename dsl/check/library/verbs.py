"""Verbs of the library: what a sentence does."""

from __future__ import annotations

from rulewright.dsl.check.library import verbs_decks, verbs_ending, verbs_moving, verbs_taking, verbs_values
from rulewright.dsl.check.library.registry import VERBS

__all__ = ["VERBS", "verbs_decks", "verbs_ending", "verbs_moving", "verbs_taking", "verbs_values"]  # each registers its verbs

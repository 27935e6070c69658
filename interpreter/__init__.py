"""The reference interpreter: what the core IR means, written to be read beside `docs/semantics.md`. It knows no game."""

from rulewright.interpreter.machine import Machine, RuleError

__all__ = ["Machine", "RuleError"]

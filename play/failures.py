"""What can go wrong while rules run, for the shells: the reasons in words, and the error that names one of them."""

from rulewright.interpreter.errors import REASONS, RuleError

__all__ = ["REASONS", "RuleError"]

"""Findings about a game's text, as data: made by the passes, rendered for the terminal, JSON and editors."""

from rulewright.dsl.diagnostics.model import Code, Diagnostic, Findings, Fix, Label, Severity, Stopped

__all__ = ["Code", "Diagnostic", "Findings", "Fix", "Label", "Severity", "Stopped"]

"""Rulewright: write the rules of a tabletop game once, as text; play it, simulate it, print its rulebook."""

__version__ = "0.1.0"

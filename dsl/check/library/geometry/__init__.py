"""Geometry of the library: neighbours, rays, lines, areas, as functions of cells (or of the pieces on them)."""

from rulewright.dsl.check.library.geometry import directions, edges, neighbours, patterns, reaching, rows  # each registers its functions

__all__ = ["directions", "edges", "neighbours", "patterns", "reaching", "rows"]

"""Places in the text: that of an expression covers those of everything inside of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.source import Source
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.parser import parse
from rulewright.dsl.syntax.walk import everything

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("games/*/*.rules"), *ROOT.glob("tests/lang/*/*.rules")])


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_a_place_covers_what_is_inside(path: Path) -> None:
    tree = parse(Source(0, path, path.read_text(encoding="utf-8")), Findings())
    whole = list(everything(tree))
    assert whole
    outer = [node for node in whole if node.__class__.__module__ == e.__name__]

    for node in outer:
        for inner in everything(node):
            assert node.span.start <= inner.span.start and inner.span.end <= node.span.end, (node, inner)  # type: ignore[attr-defined]

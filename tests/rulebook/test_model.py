"""The document model of a small game, as a whole: pictures are left out, and what depends on the text of other files."""

from __future__ import annotations

import json

from syrupy.assertion import SnapshotAssertion

from rulewright.rulebook.model import Book
from rulewright.rulebook.render.documents import export

from .books import book

DROPPED = {"svg", "front", "back", "fingerprint", "version"}


def bare(node: object) -> object:
    """Without pictures, sources and empty fields."""
    if isinstance(node, dict):
        return {k: bare(v) for k, v in node.items() if k not in DROPPED and v not in ("", None) and v != [] and v is not False}
    if isinstance(node, list):
        return [bare(x) for x in node]
    return node


def test_tic_tac_toe(snapshot: SnapshotAssertion) -> None:
    found = book("tic_tac_toe")
    text = json.dumps(bare(json.loads(export(found, ("rulebook", "reference")))), indent=1, ensure_ascii=False)
    assert text.count(found.fingerprint) == 1
    assert text.replace(found.fingerprint, "FINGERPRINT") == snapshot


def test_the_export_is_the_book() -> None:
    found = book("chess")
    assert Book.model_validate_json(export(found)) == found

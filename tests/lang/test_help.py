"""Help that is followed to the letter leads to rules without that mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.driver import Loaded, load
from tests.lang.test_findings import BAD, ROOT, settings

NEWCOMERS = ROOT / "tests" / "lang" / "syntax" / "bad" / "newcomers.rules"


def loaded(path: Path, text: str) -> Loaded:
    def provide(file: Path) -> bytes:
        return text.encode() if file == path else file.read_bytes()

    return load(path, provider=provide, playable=False, lint=False, **settings(text))


def mended(text: str, finding: Diagnostic) -> str:
    assert finding.fix is not None
    span = finding.fix.span
    return text[: span.start] + finding.fix.replacement + text[span.end :]


def test_what_newcomers_are_told_to_write_can_be_read() -> None:
    text = NEWCOMERS.read_text(encoding="utf-8")
    text = text.replace("each Player clockwise from Ann", "each player in clockwise(Ann)")
    for _ in range(20):
        found = [f for f in loaded(NEWCOMERS, text).findings.all if f.code.word == "syntax"]
        if not found:
            break
        text = mended(text, found[0])
    assert "seen by everyone" in text and "winner: least bank" in text
    assert not [f for f in loaded(NEWCOMERS, text).findings.all if f.code.word == "syntax"]


@pytest.mark.parametrize("path", [p for p in BAD if p.parent.parent.name in {"syntax", "names", "words"}], ids=lambda p: p.stem)
def test_each_fix_mends_its_finding(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    findings = loaded(path, text).findings.all
    for finding in findings:
        if finding.fix is None or finding.fix.span.file != 0:
            continue
        after = loaded(path, mended(text, finding)).findings.all
        same = [f for f in after if f.code is finding.code and f.message == finding.message and f.primary.span == finding.primary.span]
        assert not same, finding.message

"""Help that is followed to the letter leads to rules without that mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
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


@pytest.mark.parametrize("name", ["spoken", "said", "aloud", "asked"])
def test_lines_as_one_says_them_lead_to_rules_that_check(name: str) -> None:
    """Each finding has a line to write, or two; with all of them written nothing is left to report."""
    path = NEWCOMERS.with_name(f"{name}.rules")
    text = path.read_text(encoding="utf-8")
    for _ in range(40):
        found = loaded(path, text).findings.all
        if not found:
            break
        span, lines = found[0].primary.span, re.findall(r"`([^`]+)`", found[0].help)
        assert found[0].help.startswith("Write `") and lines
        below = "\n    " if "indented" in found[0].help else "\n  "
        text = text[: span.start] + below.join(lines) + text[span.end :]
    assert not loaded(path, text).findings.all
    assert name in {"aloud", "asked"} or "each Player as other where other is not player: gain 1 coins for other" in text


@pytest.mark.parametrize("path", BAD, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_each_fix_mends_its_finding(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    findings = loaded(path, text).findings.all
    for finding in findings:
        if finding.fix is None or finding.fix.span.file != 0:
            continue
        after = loaded(path, mended(text, finding)).findings.all
        same = [f for f in after if f.code is finding.code and f.message == finding.message and f.primary.span == finding.primary.span]
        assert not same, finding.message


# ---------------------------------------------------------------- sentences of help with a line to write

LINE = re.compile(r".*\b(?:Write|Declare|Declare it:|Say which:|Say who:|Compare it with something:|Ask for its owner:) `([^`…]+)`")
# Help that takes more than one line, or names that only the author can choose.
TAKES_MORE = {
    "decisions-number_from_to",  # a declaration, and a word in another line
    "lasting-abilities",
    "players-nothing_happens",  # a whole turn
    "syntax-saved_as_latin_1",
    "syntax-minus_in_sentence",  # brackets inside of the sentence
    "syntax-newcomers",  # the line above; the test above follows it
    "tables-graph_without_table",  # a file
    "types-too_few_arguments",  # the second of two things
}


def followed(text: str, finding: Diagnostic, code: str) -> Iterator[str]:
    """The rules with a line of help written where somebody who reads it would: there, in that line, above, below or at the end."""
    start, end = finding.primary.span.start, finding.primary.span.end
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start) if "\n" in text[start:] else len(text)
    line = text[first:last]
    margin = line[: len(line) - len(line.lstrip())]
    yield text[:start] + code + text[end:]
    for new in (
        f"{margin}{code}",
        f"{margin}{code}\n{line}",
        f"{line}\n{margin}  {code}",
        *within(line, code),
        line.replace(text[start:end], code),
    ):
        yield text[:first] + new + text[last:]
    yield f"{text.rstrip()}\n\n{code}\n"


def within(line: str, code: str) -> Iterator[str]:
    """In a line: one of its traits, what begins with the same word, a call of the same name, who plays."""
    for trait in re.finditer(r"(?<=[:,] )[^,]*", line):
        yield line[: trait.start()] + code + line[trait.end() :]
    if code.split()[0] in line:
        yield line[: line.index(code.split()[0])] + code
    call = re.match(r"\w+\(", code)
    if call:
        yield re.sub(re.escape(call[0]) + r"[^)]*\)", lambda _: code, line)
    yield re.sub(r"(?<=\bfor ).*", code.removeprefix("for "), line)


def errors(findings: list[Diagnostic]) -> list[tuple[str, str]]:
    return [(f.code.word, f.message) for f in findings if f.severity == "error"]


@pytest.mark.parametrize("path", BAD, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_help_that_is_followed_mends_its_finding(path: Path) -> None:
    """Written somewhere near, the line takes the finding away; if it was the only mistake, the rules check."""
    text = path.read_text(encoding="utf-8", errors="replace")
    findings = loaded(path, text).findings.all
    old, wrong = errors(findings), []
    for finding in findings:
        line = LINE.match(finding.help)
        below = re.search(r"and below it, indented, `([^`]+)`", finding.help)
        if line is None or finding.primary.span.file != 0 or finding.severity != "error":
            continue
        told = (finding.code.word, finding.message)

        def mends(new: str, told: tuple[str, str] = told) -> bool:
            after = errors(loaded(path, new).findings.all)
            fresh = [x for x in after if x not in old and (len(old) == 1 or x[0] == "syntax")]
            return after.count(told) < old.count(told) and not fresh

        code = f"{line[1]}\n    {below[1]}" if below is not None else line[1]
        if not any(mends(new) for new in followed(text, finding, code)):
            wrong.append(f"{finding.message} {finding.help}")
    assert bool(wrong) == (f"{path.parent.parent.name}-{path.stem}" in TAKES_MORE), wrong

"""What `check` does: load, with every variant, and show the findings and a sum of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, usage
from rulewright.cli.loading import ASKED, find
from rulewright.cli.words import counted
from rulewright.core.garbage import not_collected
from rulewright.dsl.check.examples import other_settings
from rulewright.dsl.diagnostics import Diagnostic, Findings
from rulewright.dsl.diagnostics.render import as_data, short
from rulewright.dsl.driver import Loaded
from rulewright.dsl.driver import load as load_rules
from rulewright.dsl.source import Sources
from rulewright.faces.author import read_for
from rulewright.play.finding import list_games
from rulewright.play.trying import tried

Finding = tuple[Diagnostic, Sources]


def check(
    targets: list[str], as_json: bool, players: int | None, options: dict[str, str], variants: tuple[str, ...], guard: bool = False
) -> int:
    """Check the targets one after the other; the exit code."""
    names = list(dict.fromkeys(n for t in targets for n in (list_games() if t == "all" else [t])))
    paths = [find(name) for name in names]
    if guard:
        from rulewright.play.guard import examine

        for path in paths:
            examine(path, options, players, variants)
    with not_collected():
        found = [(path, _findings(path, players, options, variants)) for path in paths]
    if as_json:
        print_facts([as_data(f, sources) for _, findings in found for f, sources in findings])
    else:
        for path, findings in found:
            _show(path, findings)
    return FOUND if any(findings for _, findings in found) else 0


def _findings(path: Path, players: int | None, options: dict[str, str], variants: tuple[str, ...]) -> list[Finding]:
    """The findings of a game, and those of examples that set options or say how many play, each with these; without a choice of
    variants, also those that each variant brings with it."""
    parsed: dict[Any, Any] = {}
    loaded = load_rules(path, options, players, variants, examples=True, playable=False, parsed=parsed)
    _refuse(loaded.findings, bool(options or players or variants))
    found = _told(loaded)
    if loaded.findings.errors or loaded.gathered is None or loaded.world is None:
        return found
    seen = {_key(f, s) for f, s in found}
    others = [({**options, **given}, count or players, variants) for given, count in other_settings(loaded.world)]
    seats = next((name for name, option in loaded.world.options.items() if option.seating), None)
    if seats is not None and not players and seats not in options:  # names of players in the rules must hold whoever takes part
        others.append(({**options, seats: ",".join(loaded.world.game.names[-loaded.world.seats :])}, None, variants))
    if not variants:
        others += [(options, players, (variant.title,)) for variant in loaded.gathered.variants]
    for settings in others:
        varied = load_rules(path, *settings, examples=True, playable=False, parsed=parsed)
        fresh = [(f, s) for f, s in _told(varied) if _key(f, s) not in seen]
        seen |= {_key(f, s) for f, s in fresh}
        found += fresh
    faces = read_for(loaded.world, path)
    if not found:  # what is found by playing often follows from what is found by reading
        found += tried(path, options, players, variants, parsed)
    return found + [(finding, faces.sources) for finding in faces.findings.all]


def _told(loaded: Loaded) -> list[Finding]:
    """In the order of the text: what belongs to no line comes first."""
    return [(f, loaded.sources) for f in sorted(loaded.findings.all, key=lambda f: (f.primary.span.file, f.primary.span.start))]


def _key(finding: Diagnostic, sources: Sources) -> tuple[str, str, int, str]:
    """The same finding in two loads: file numbers differ, paths do not."""
    span = finding.primary.span
    return finding.code.word, str(sources[span.file].path) if span.file >= 0 else "", span.start, finding.message


def _refuse(findings: Findings, asked: bool) -> None:
    """A wrong `--option` is no finding about the text."""
    if asked and findings.errors and all(f.code.word in ASKED for f in findings.errors):
        raise usage(findings.errors[0].message, findings.errors[0].help)


def _show(path: Path, findings: list[Finding]) -> None:
    from rich.text import Text

    from rulewright.cli.findings import show_findings
    from rulewright.cli.screen import out

    console = out()
    for finding, sources in findings:
        show_findings([finding], sources, console)
    errors = sum(f.severity.value == "error" for f, _ in findings)
    warnings = len(findings) - errors
    if not findings:
        console.print(Text.assemble(("✓ ", "good"), short(path), ": nothing to report."))
        return
    parts = [counted(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n]
    codes = list(dict.fromkeys(f.code.word for f, _ in findings))
    style = "error" if errors else "warning"
    console.print(Text.assemble(("✗ ", style), f"{short(path)}: ", (", ".join(parts), style), "."))
    console.print(Text(f"  More about a finding: rulewright explain {codes[0]}", style="faint"))

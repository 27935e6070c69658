"""What `test` does: runs the examples of games and of their variants, and tells what became of them."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, Failure, show
from rulewright.cli.loading import find, refused
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.dsl.declare.gather import gather
from rulewright.dsl.declare.saying import parts
from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.source import Sources
from rulewright.dsl.text import Part, all_parts
from rulewright.play.errors import BadGame
from rulewright.play.examples import ExampleResult, run_examples
from rulewright.play.finding import list_games


def prove(targets: list[str], verbose: bool, as_json: bool = False) -> int:
    """Run the examples of all targets; the exit code."""
    names = list(dict.fromkeys(n for t in targets for n in (list_games() if t == "all" else [t])))
    passed = failed = broken = 0
    facts: list[dict[str, object]] = []
    for name in names:
        try:
            results = _results(find(name), name)
            good = sum(r.passed for r, _ in results)
            passed, failed = passed + good, failed + len(results) - good
            facts += [_fact(name, result, variant) for result, variant in results]
            if not as_json:
                _show_game(name, results, verbose)
        except Failure as failure:
            if len(names) == 1:
                raise
            show(failure.message, failure.help)  # the other games still have their turn
            broken += 1
    if as_json:
        print_facts(facts)
    else:
        _sum_up(passed, failed, broken, len(names))
    return FOUND if failed or broken else 0


def _results(path: Path, name: str) -> list[tuple[ExampleResult, str]]:
    """The examples of a game, and those of its variants with the variant's title."""
    try:
        results = [(r, "") for r in run_examples(path)]
        for variant in _variants(path):
            own = {part.name for part in all_parts(variant.inner) if part.sort == "example"}
            results += [(r, variant.name) for r in run_examples(path, (variant.name,)) if r.title in own] if own else []
    except BadGame as error:
        raise refused(error, name) from None
    return results


def _fact(game: str, result: ExampleResult, variant: str) -> dict[str, object]:
    """What became of an example, for programs."""
    fact: dict[str, object] = {
        "game": game,
        "example": result.title,
        "variant": variant,
        "holds": result.passed,
        "tags": [*result.decl.tags],
    }
    return fact if result.passed else {**fact, "line": result.line, "message": result.message}


def _show_game(name: str, results: list[tuple[ExampleResult, str]], verbose: bool) -> None:
    console = out()
    console.print(Text(name, style="title"))
    if not results:
        console.print(Text("  has no examples", style="faint"))
    for result, variant_title in results:
        _show(result, variant_title, verbose)


def _variants(path: Path) -> tuple[Part, ...]:
    sources = Sources()
    return parts([*gather(path, sources, Findings()).variants], sources)


def _show(result: ExampleResult, variant: str, verbose: bool) -> None:
    console = out()
    sign = Text("  ✓ ", style="good") if result.passed else Text("  ✗ ", style="error")
    tags = f"  {' '.join(result.decl.tags)}" if result.decl.tags else ""
    console.print(Text.assemble(sign, result.title, (f"  ({variant})" if variant else "", "word"), (tags, "faint")))
    if verbose:
        for step in result.steps:
            found = f"   → {step.found}" if step.found else ""
            text = " ".join(step.text.split())
            console.print(Text.assemble(("    ", ""), (f"{step.line:>4}  ", "faint"), text, (found, "good")))
    if not result.passed:
        console.print(Text(f"    line {result.line}: {result.message}", style="error"))


def _sum_up(passed: int, failed: int, broken: int, games: int) -> None:
    parts = [Text(f"{counted(passed, 'example')} hold{'s' if passed == 1 else ''}", style="good" if passed and not failed else "")]
    if failed:
        parts.append(Text(f"{failed} fail{'s' if failed == 1 else ''}", style="error"))
    if broken:
        parts.append(Text(f"{counted(broken, 'game')} cannot be loaded", style="error"))
    out().print(Text("\n") + Text(", ").join(parts) + Text(f" in {counted(games, 'game')}."))

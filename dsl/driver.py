"""The passes in their order, and the one function that runs them.

Text goes in, a checked game comes out: its world (for the rulebook and for messages) and its core program (for the
engines), together with all findings. Whoever loads decides what to do about those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.core.program import Program
from rulewright.dsl.check.program import build
from rulewright.dsl.declare.gather import Gathered, gather
from rulewright.dsl.declare.world import declare
from rulewright.dsl.diagnostics import Findings, Stopped
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.source import NOWHERE, Provider, Sources
from rulewright.dsl.world import World

PASSES = (
    "gather: files, includes and variants to a list of declarations (dsl.declare.gather)",
    "declare: declarations to options, types, kinds, places, routines (dsl.declare.world)",
    "check: names and types of every body, and the core IR it means (dsl.check.program)",
    "lint: what is legal but looks wrong (dsl.lint)",
    "optimise: sets instead of loops, constants instead of fields (core.optimise)",
    "flow: linear code for what can stop (core.flow)",
    "layout: a place in the state for every field (core.layout)",
)


@dataclass(slots=True)
class Loaded:
    """What came of a load. `world` and `program` are missing if errors stopped it."""

    sources: Sources
    findings: Findings
    gathered: Gathered | None = None
    world: World | None = None
    program: Program | None = None
    options: dict[str, str] = field(default_factory=dict)


def load(
    path: Path,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    variants: tuple[str, ...] = (),
    provider: Provider | None = None,
    *,
    lint: bool = True,
    examples: bool = False,
    playable: bool = True,
    parsed: dict[Any, Any] | None = None,
) -> Loaded:
    """Run all passes over the game in a file.

    Who only wants the findings can leave out the passes that make the program `playable`. Loads of the same game with
    different variants can share the trees of its files in `parsed`.
    """
    sources, findings = Sources(provider, parsed), Findings()
    loaded = Loaded(sources, findings, options=dict(options or {}))
    try:
        loaded.gathered = gather(path, sources, findings, variants)
        findings.stop_on_errors()
        loaded.world = declare(loaded.gathered, sources, findings, path.parent, loaded.options, players)
        program = build(loaded.world, examples)
        if lint:
            from rulewright.dsl.lint import lint as look_over

            look_over(loaded.world, program)
        if not playable:
            return loaded
        from rulewright.core.flow import linearise
        from rulewright.core.layout import lay_out
        from rulewright.core.optimise import optimise

        optimise(program)
        linearise(program)
        lay_out(program)
        loaded.program = program
    except Stopped:
        pass
    except RecursionError:
        findings.add(codes.NESTING, "The rules are nested too deeply to be understood.", NOWHERE)
    return loaded

"""Where the time of random matches goes, line by line of the rules.

Native code that is made for it says at each statement and clause where in the rules it is, and counts how often it comes there. While it
plays, a thousand looks a second are taken at that word: the share of looks that fall on a line is the line's share of the time.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from rulewright.compiler.frame import WHERE
from rulewright.compiler.spans import first_counter
from rulewright.core import ir
from rulewright.core.program import Program
from rulewright.core.types import Seq, Set
from rulewright.core.walk import clause_expr, expressions, parts, statements
from rulewright.play.engines import NativeCode
from rulewright.play.game import Game

PAUSE = 0.001  # seconds between two looks
PORTION = 0.05  # seconds that matches between two counts should take
LEAST = 256  # matches of a quick game at once, before it is left


@dataclass(slots=True)
class Line:
    """A line of the rules: its text, its share of the time, how often it is come to in a decision, what was made of it."""

    file: str
    number: int
    text: str
    share: float = 0.0
    times: float = 0.0
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Profile:
    title: str
    matches: int
    decisions: int
    seconds: float
    looks: int
    lines: list[Line]


def profile(game: Game, seconds: float = 2.0, seed: int = 1) -> Profile:
    """Play random matches for so long and look where they are."""
    engine = game.engine
    if not isinstance(engine, NativeCode):
        raise ValueError("only native code can be profiled")
    native = engine.made_for(profiling=True)
    context = native.new_context()
    places = len(game.program.spans)
    seen = [0] * (places + 1)
    played = decisions = 0
    count = 1
    start = time.perf_counter()
    while time.perf_counter() - start < seconds or 1 < count < LEAST:
        rows = native.new_rows(count)
        began = time.perf_counter()
        worker = threading.Thread(target=native.profile, args=(rows, seed, played, 1 << 40 if count > 1 else 20_000, context))
        worker.start()
        while worker.is_alive():
            seen[context[WHERE] if 0 <= context[WHERE] < places else places] += 1
            time.sleep(PAUSE)
        worker.join()
        played += count
        decisions += int(rows[:, 4].sum())
        if time.perf_counter() - began < PORTION:
            count *= 4
    first = first_counter(game.program)
    counts = list(context[first : first + places])
    return Profile(game.title, played, decisions, time.perf_counter() - start, sum(seen), _lines(game, seen, counts, max(1, decisions)))


def _lines(game: Game, seen: list[int], counts: list[int], decisions: int) -> list[Line]:
    sources, notes = game.loaded.sources, made_of(game.program)
    all_looks = max(1, sum(seen))
    found: dict[tuple[int, int], Line] = {}
    for number, (file, start, _) in enumerate(game.program.spans):
        if file < 0 or not (seen[number] or counts[number]):
            continue
        source = sources[file]
        at = source.position(start).line
        line = found.setdefault((file, at), Line(source.path.name, at, source.line_text(at)))
        line.share += seen[number] / all_looks
        line.times = max(line.times, counts[number] / decisions)
        line.notes += [n for n in notes.get(number, ()) if n not in line.notes]
    return sorted(found.values(), key=lambda x: (-x.share, -x.times))


def made_of(program: Program) -> dict[int, list[str]]:
    """What the optimiser made of each place: what is still run through, listed, tried out or called, and what is a set or a table."""
    found: dict[int, list[str]] = {}

    def note(span: int, text: str) -> None:
        if span >= 0 and text not in found.setdefault(span, []):
            found[span].append(text)

    def look(node: ir.Expr) -> None:
        for x in expressions(node):
            match x:
                case ir.Fold(op, clauses):
                    note(x.span, "list" if isinstance(x.type, Seq) else f"loop ({op})")
                    for clause in clauses:
                        step(clause)
                case ir.Would():
                    note(x.span, "trial")
                case ir.Call(func):
                    note(x.span, f"asks {func.name}")
                case ir.Look(table, _, span):
                    note(span, f"table of {len(table.values)}")

    def step(clause: ir.Clause) -> None:
        match clause:
            case ir.In(_, over) if isinstance(over, ir.SetConst):
                note(clause.span, f"runs through {over.bits.bit_count()}")
            case ir.In(_, over):
                note(clause.span, "set" if isinstance(over.type, Set) else "list")
            case ir.Test(test):
                asked = any(isinstance(x, ir.Call | ir.Fold | ir.Would) for x in expressions(test))
                note(clause.span, "asked for each" if asked else "condition")

    for choice in program.choices:
        for alt in choice.alts:
            for clause in alt.clauses:
                step(clause)
                look(clause_expr(clause))
    for proc in program.procs:
        for stmt in statements(proc.body):
            for part in parts(stmt):
                look(part)
    for func in program.funcs:
        if func.body is not None:
            look(func.body)
    return found

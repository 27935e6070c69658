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
from rulewright.core.program import Func, Proc, Program
from rulewright.core.types import Seq, Set
from rulewright.core.walk import clause_expr, expressions, parts, statements
from rulewright.play.engines import NativeCode
from rulewright.play.game import Game

PAUSE = 0.001  # seconds between two looks
PORTION = 0.05  # seconds that matches between two counts should take
Routine = Func | Proc
# What would make a line faster, by how the note on what was made of it begins.
ADVICE = {
    "trial": "What stands after `after` is tried out on a copy of the state: put conditions that need no trial before it.",
    "asked for each": "This is asked of each element: as membership (`in …`, `is empty`, a comparison of what it has) it would be a set.",
    "list": "A list keeps its order and each element: where neither matters, a set (`all … where …`) is quicker.",
    "asks ": "This definition is worked out at each call: what in it reads nothing that changes becomes a table if it stands by itself.",
    "loop (sum)": "This is added up at each use: a counter that the rules change along with it costs less.",
}
LEAST = 256  # matches of a quick game at once, before it is left


@dataclass(slots=True)
class Line:
    """A line of the rules: its text, its share of the time without and with what it calls, how often it is come to in a decision, what
    was made of it, and what would make it faster."""

    file: str
    number: int
    text: str
    share: float = 0.0
    whole: float = 0.0
    times: float = 0.0
    notes: list[str] = field(default_factory=list)
    faster: list[str] = field(default_factory=list)


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
    called = by_calls(game.program, [n / all_looks for n in seen], counts)
    found: dict[tuple[int, int], Line] = {}
    for number, (file, start, _) in enumerate(game.program.spans):
        if file < 0 or not (seen[number] or counts[number]):
            continue
        source = sources[file]
        at = source.position(start).line
        line = found.setdefault((file, at), Line(source.path.name, at, source.line_text(at)))
        line.share += seen[number] / all_looks
        line.whole = min(1.0, line.whole + seen[number] / all_looks + called.get(number, 0.0))
        line.times = max(line.times, counts[number] / decisions)
        line.notes += [n for n in notes.get(number, ()) if n not in line.notes]
    for line in found.values():
        line.faster = [advice for start, advice in ADVICE.items() if any(n.startswith(start) for n in line.notes)]
    return sorted(found.values(), key=lambda x: (-x.share, -x.times))


def by_calls(program: Program, shares: list[float], counts: list[int]) -> dict[int, float]:
    """For each place that calls something, its part of the time of what is called: by how often each place calls it."""
    sites: dict[Routine, list[tuple[int, Routine | None]]] = {}
    spans: dict[Routine, set[int]] = {}
    routines: list[Routine] = [*program.procs, *program.funcs]
    for routine in routines:
        parts_of = _expressions_of(routine)
        sites[routine] = [(x.span, x.func if isinstance(x, ir.Call) else x.proc) for x in parts_of if isinstance(x, ir.Call | ir.Would)]
        spans[routine] = {getattr(x, "span", -1) for x in parts_of} - {-1}
        if isinstance(routine, Proc):
            for stmt in statements(routine.body):
                if isinstance(stmt, ir.Do):
                    sites[routine].append((stmt.span, stmt.proc))
                spans[routine] |= {getattr(stmt, "span", -1)} - {-1}
    calls: dict[Routine, int] = {}
    for found in sites.values():
        for span, callee in found:
            if span >= 0 and callee is not None:
                calls[callee] = calls.get(callee, 0) + counts[span]
    whole: dict[Routine, float] = {}

    def share_of(one: Routine) -> float:
        """The time of a routine with all that it calls."""
        if one not in whole:
            whole[one] = 0.0  # what calls itself counts once
            own = sum(shares[span] for span in spans.get(one, ()))
            whole[one] = own + sum(part_of(span, callee) for span, callee in sites.get(one, ()))
        return whole[one]

    def part_of(span: int, callee: Routine | None) -> float:
        return share_of(callee) * counts[span] / calls[callee] if span >= 0 and callee is not None and calls.get(callee) else 0.0

    result: dict[int, float] = {}
    for found in sites.values():
        for span, callee in found:
            if part_of(span, callee):
                result[span] = result.get(span, 0.0) + part_of(span, callee)
    return result


def _expressions_of(routine: Routine) -> list[ir.Expr]:
    if isinstance(routine, Proc):
        return [x for stmt in statements(routine.body) for part in parts(stmt) for x in expressions(part)]
    return list(expressions(routine.body)) if routine.body is not None else []


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
                case ir.Keep(kept):
                    note(x.span, f"kept up to date ({kept.sort})")
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

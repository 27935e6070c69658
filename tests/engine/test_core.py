"""The core IR: it prints, and what is not well formed is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from rulewright.core import flow, ir
from rulewright.core.effects import Effects, callees
from rulewright.core.ops import CHANGES, GATHERS, PRIMS, ChangeName, GatherName, PrimName
from rulewright.core.printer import print_program
from rulewright.core.program import Program, int_field
from rulewright.core.types import INT, Set
from rulewright.core.verify import Malformed, problems, verify
from rulewright.core.walk import expressions, parts, rebuild, statements
from rulewright.dsl.driver import load
from rulewright.play.finding import find_game, list_games

SMALL = sorted(p for p in (Path(__file__).parents[1] / "lang").rglob("*.rules") if "bad" not in p.parts)


def made(path: Path) -> Program | None:
    return load(path, lint=False).program


@pytest.mark.parametrize("name", list_games())
def test_games_are_well_formed(name: str) -> None:
    program = made(find_game(name))
    assert program is not None
    assert list(problems(program)) == []
    text = print_program(program)
    assert all(f"func {f.name}" in text for f in program.funcs[:20]) and "field rng" in text


def test_small_games_are_well_formed() -> None:
    wrong = {p.name: list(problems(program)) for p in SMALL if (program := made(p)) is not None and list(problems(program))}
    assert wrong == {}


def test_a_printed_program() -> None:
    program = made(find_game("tic_tac_toe"))
    assert program is not None
    lines = print_program(program).splitlines()
    assert lines[0].startswith("program 'Tic-Tac-Toe' for 2")
    assert any(line.strip().startswith("act mark(") for line in lines)


BROKEN: dict[str, tuple[Callable[[Program], ir.Stmt], str]] = {
    "unknown operation": (lambda p: ir.Assign(ir.Local(0, INT), ir.Prim("frob", (), INT)), "frob is no operation"),
    "too few arguments": (lambda p: ir.Assign(ir.Local(0, INT), ir.Prim("add", (ir.Const(1),), INT)), "add takes ii, not i"),
    "wrong type": (lambda p: ir.If(ir.SetConst(1, Set(0, 3)), (), ()), "where a number is needed"),
    "foreign field": (lambda p: ir.Store(int_field("alien", 0, 1), ir.Const(0), ir.Const(0), False, -1), "alien is no field"),
    "no such local": (lambda p: ir.Assign(ir.Local(99, INT), ir.Const(0)), "local 99 does not exist"),
    "unknown effect": (lambda p: ir.Effect("vanish", (), -1), "vanish is no operation"),
    "no value yet": (
        lambda p: ir.If(ir.Local(_inner(p), INT), (), ()),
        "is read where nothing gives it a value",
    ),
    "no place for an error": (lambda p: ir.Assign(ir.Local(0, INT), ir.Prim("div", (ir.Const(1), ir.Const(1)), INT)), "div can fail"),
    "value missing": (lambda p: ir.Assign(ir.Local(0, INT), ir.Fold("sum", (), None, None, INT)), "sum without a value"),
    "trial that waits": (lambda p: ir.If(ir.Would(_stopping(p), (ir.Const(0),), ir.Const(1)), (), ()), "has to wait for a decision"),
}


def _stopping(program: Program) -> ir.Proc:
    return next(proc for proc in program.procs if proc.name == "turn")


def _inner(program: Program) -> int:
    """A local of the victim that nothing gives a value: one more than there was."""
    victim = next(p for p in program.procs if p.name == "mark")
    victim.locals.append(INT)
    return len(victim.locals) - 1


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_malformed_is_refused(what: str) -> None:
    program = made(find_game("tic_tac_toe"))
    assert program is not None
    statement, sentence = BROKEN[what]
    victim = next(p for p in program.procs if p.name == "mark")
    victim.body = (*victim.body, statement(program))
    with pytest.raises(Malformed, match=sentence):
        verify(program)


@pytest.mark.parametrize(
    ("rows", "names"), [(PRIMS, PrimName), (CHANGES, ChangeName), (GATHERS, GatherName)], ids=["prims", "changes", "gathers"]
)
def test_every_operation_has_a_row(rows: dict[str, object], names: object) -> None:
    """The names are a closed set for mypy; both engines take each of them apart with `assert_never`."""
    assert set(rows) == set(get_args(names))


def test_effects_follow_from_rows() -> None:
    """Where pieces are moves what is kept beside it; a row without its slots would let a condition sleep through a move."""
    program = made(find_game("checkers"))
    assert program is not None and program.loc is not None
    effects = Effects(program)
    kept = {i.field for i in program.indexes if i.sort != "owned"}
    for op in ("move", "move_under", "swap"):
        assert effects.direct(ir.Effect(op, (), -1)) >= kept | {program.loc}, op
    assert effects.reads(ir.Prim("on_site", (), Set(0, 1))) == {program.loc}
    writes = {op: row.writes for op, row in CHANGES.items()}
    assert {op for op, slots in writes.items() if not slots} == {"say", "none_left"}
    assert {op for op, row in PRIMS.items() if row.reads} == {"on_site", "top", "bottom", "mystery", "foremost", "veiled", "repeated"}
    assert {op for op, row in PRIMS.items() if row.fails} == {"add", "sub", "mul", "div", "mod", "item"}


def test_a_comprehension_keeps_all_its_parts_when_it_is_rebuilt() -> None:
    """What the first of nothing is belongs to the node, as does its place."""
    a, b = ir.Local(0, INT), ir.Local(1, INT)
    node = ir.Fold("least", (ir.In(a, ir.SetConst(3, Set(0, 2)), 5),), a, None, INT, -1, 7)
    new = rebuild(node, lambda x: b if x == a else x)
    assert isinstance(new, ir.Fold) and new.value == b
    assert (new.start, new.span, new.clauses[0].span) == (-1, 7, 5)


@pytest.mark.parametrize("name", ["chess", "two_heirs"])
def test_what_is_counted_has_a_place_and_locals_have_sorts(name: str) -> None:
    """Folds, clauses, calls and trials know where they stand; names of things know what they stand for."""
    program = made(find_game(name))
    assert program is not None
    placed = [c for choice in program.choices for alt in choice.alts for c in alt.clauses]
    for proc in program.procs:
        for stmt in statements(proc.body):
            placed += [x for part in parts(stmt) for x in expressions(part) if isinstance(x, ir.Fold | ir.Call | ir.Would)]
    for func in program.funcs:
        assert func.body is not None
        placed += [x for x in expressions(func.body) if isinstance(x, ir.Fold | ir.Call | ir.Would)]
    missing = [x for x in placed if x.span < 0]
    assert len(placed) > 50 and len(missing) == 0, (len(missing), len(placed))
    asked = [a for choice in program.choices for alt in choice.alts for a in zip(alt.args, alt.shown, strict=True)]
    assert asked
    sorts = [s for p in program.procs for s in p.sorts.values()]
    assert {s.sort for s in sorts} >= {"piece", "cell", "player"}


CIRCLE = """\
game "Circle" for Ann, Bob
  level: 0 to 5 = 5

turn
  player must
    "Left": left(player)
    "Right": right(player)
  if turn_number > 3: draw

phase left(one: Player)
  one must
    "Over": right(one)
    "Out": far(one, 1, 2, 3, 4)

phase right(one: Player)
  one must
    "Over": left(one)
    "Stay": pass

phase far(one: Player, a: Number, b: Number, c: Number, d: Number)
  one must
    "Once": set level to a + b - c
    "Twice": set level to d
  set level to a + b + c - d
"""


def test_the_room_of_the_stack_does_not_depend_on_the_order_of_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules have the same state wherever they are loaded: procedures in sets come in any order."""
    path = tmp_path / "circle.rules"
    path.write_text(CIRCLE, encoding="utf-8")
    program = made(path)
    assert program is not None and program.stack is not None
    sizes = {p.name: c.size for p, c in program.code.items()}
    chain = [n for n in sizes if n not in {"left", "right"}]
    room = flow.DEEPEST * (sizes["left"] + sizes["right"])
    assert room + max(sizes["far"], 1) <= program.stack.count <= room + sum(sizes[n] for n in chain)
    for order in range(6):
        shuffled = random.Random(order)
        monkeypatch.setattr(flow, "callees", lambda body: shuffled.sample(found := sorted(callees(body), key=str), len(found)))
        again = made(path)
        assert again is not None and again.stack is not None
        assert again.stack.count == program.stack.count

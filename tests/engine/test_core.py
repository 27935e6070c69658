"""The core IR: it prints, and what is not well formed is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.core import flow, ir
from rulewright.core.effects import callees
from rulewright.core.ops import EFFECTS, PRIMS
from rulewright.core.printer import print_program
from rulewright.core.program import Program, int_field
from rulewright.core.types import INT, Set
from rulewright.core.verify import Malformed, problems, verify
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
    "value missing": (lambda p: ir.Assign(ir.Local(0, INT), ir.Fold("sum", (), None, None, INT)), "sum without a value"),
    "trial that waits": (lambda p: ir.If(ir.Would(_stopping(p), (ir.Const(0),), ir.Const(1)), (), ()), "has to wait for a decision"),
}


def _stopping(program: Program) -> ir.Proc:
    return next(proc for proc in program.procs if proc.name == "turn")


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_malformed_is_refused(what: str) -> None:
    program = made(find_game("tic_tac_toe"))
    assert program is not None
    statement, sentence = BROKEN[what]
    victim = next(p for p in program.procs if p.name == "mark")
    victim.body = (*victim.body, statement(program))
    with pytest.raises(Malformed, match=sentence):
        verify(program)


def test_both_engines_know_every_operation() -> None:
    """Each name of the table is handled in the text of both engines."""
    root = Path(__file__).parents[2]
    for folder in ("interpreter", "compiler"):
        text = "\n".join(p.read_text(encoding="utf-8") for p in (root / folder).glob("*.py"))
        missing = [op for op in [*PRIMS, *EFFECTS] if f'"{op}"' not in text]
        assert missing == [], folder


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

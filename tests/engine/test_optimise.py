"""Better code for the same rules: loops that become tables, bounds that make checks needless; and bounds that hold in play."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.core import ir
from rulewright.core.program import Program
from rulewright.core.ranges import ANYTHING, Ranges
from rulewright.core.types import Int
from rulewright.core.walk import clause_expr, expressions, statements
from rulewright.interpreter.expressions import Expressions
from rulewright.play import load
from rulewright.play.finding import list_games
from rulewright.play.game import Game

SMALL = sorted(p for p in (Path(__file__).parents[1] / "lang").rglob("*.rules") if not {"bad", "warned"} & set(p.parts))


def program_of(tmp_path: Path, *lines: str) -> Program:
    path = tmp_path / "game.rules"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(str(path), engine="interpreter").program


MEN = (
    'game "Men" for White, Black',
    "piece Man of each Player: 3 per Player",
    "place board: grid 5 by 5",
    "setup",
    "  each Player puts Man on all Cell in row(player, 1) where cell.column <= 3",
    "turn",
    "  player must go",
    "  else: rival wins",
    "define headings(man)",
    "  man.owner is White: {northwest, northeast}",
    "  else: {southwest, southeast}",
    "define strides(man) = all Cell in diagonals(man) where toward(man, cell) in headings(man)",
    "action go Man of player to Cell in strides(man)",
    "  requires cell is empty",
    "  move man to cell",
)


def test_a_condition_on_an_entry_of_a_table_becomes_a_table(tmp_path: Path) -> None:
    """Which neighbours lie in some directions is known before the match: nothing is run through."""
    program = program_of(tmp_path, *MEN)
    strides = next(f for f in program.funcs if f.name == "strides")
    assert strides.body is not None
    nodes = list(expressions(strides.body))
    assert not any(isinstance(x, ir.Fold) for x in nodes)
    tables = {x.table.name: x.table.values for x in nodes if isinstance(x, ir.Look) and " in " in x.table.name}
    north, south = sorted(tables.values(), key=lambda rows: isinstance(rows[0], int) and rows[0].bit_count(), reverse=True)
    assert north[0] == sum(1 << 6 * n for n in range(1, 5))  # from a1 the cells b2, c3, d4, e5 lie to the northeast
    assert south[0] == 0
    assert all(isinstance(a, int) and isinstance(b, int) and not a & b for a, b in zip(north, south, strict=True))


def test_a_test_stands_before_the_names_it_does_not_use() -> None:
    """What is behind an enemy is worked out only where there is one."""
    program = load("checkers", engine="interpreter").program
    jumps = [alt for choice in program.choices for alt in choice.alts if alt.name == "jump"]
    assert jumps
    for alt in jumps:
        kinds = [type(c).__name__ for c in alt.clauses]
        assert kinds[-3:] == ["Test", "Be", "Test"], kinds


def test_pieces_in_a_place_are_known_to_be_there() -> None:
    """The cell of a man on the board, and the cells next to it, need no check."""
    program = load("checkers", engine="interpreter").program
    ranges = Ranges(program)
    alt = next(alt for choice in program.choices for alt in choice.alts if alt.name == "jump")
    looks = [x for c in alt.clauses for x in expressions(clause_expr(c)) if isinstance(x, ir.Look) and x.table.name == "board.step"]
    assert len(looks) == 4
    for look in looks:
        low, high = ranges.of(look.index)
        assert 0 <= low <= high < len(look.table.values)


def test_what_is_known_of_fields_does_not_outlast_a_change(tmp_path: Path) -> None:
    """Behind a sentence that may have changed it, a field has its whole range again."""
    program = program_of(
        tmp_path,
        'game "Purse" for White, Black',
        "  counter gold: 0 to 9 = 3",
        "turn",
        "  if gold > 7",
        "    set gold to 0",
        "    if gold + 1 > 5: finish",
        "  gain 1 gold",
    )
    ranges = Ranges(program)
    turn = next(p for p in program.procs if p.name == "turn")
    tests = [s.test for s in statements(turn.body) if isinstance(s, ir.If)]
    sums = [x for test in tests for x in expressions(test) if isinstance(x, ir.Prim) and x.op == "add"]
    assert [ranges.of(x) for x in sums] == [(1, 10)]


# ---------------------------------------------------------------- bounds hold


def checked_play(game: Game, monkeypatch: pytest.MonkeyPatch, decisions: int) -> int:
    """Play at random in the interpreter, comparing every number that is computed with its bounds; how many were compared."""
    ranges = Ranges(game.program)
    plain = Expressions.expr
    compared = 0

    def expr(self: Expressions, node: ir.Expr) -> Callable[[list[int], list[Any]], Any]:
        inner = plain(self, node)
        bounds = ranges.of(node) if isinstance(node.type, Int) else ANYTHING
        if bounds == ANYTHING:
            return inner
        low, high = bounds

        def checked(S: list[int], L: list[Any]) -> Any:
            nonlocal compared
            value = inner(S, L)
            compared += 1
            assert low <= value <= high, f"{node} is {value}, not from {low} to {high}"
            return value

        return checked

    monkeypatch.setattr(Expressions, "expr", expr)
    engine = game.interpreter
    rng = random.Random(3)
    state = engine.start(3)
    for _ in range(decisions):
        if engine.choice(state) is None:
            break
        options = engine.options(state)
        engine.choose(state, options[rng.randrange(len(options))])
    return compared


@pytest.mark.parametrize("name", list_games())
def test_bounds_hold_in_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked_play(load(name, engine="interpreter"), monkeypatch, 60) > 20


@pytest.mark.parametrize("path", SMALL, ids=[f"{p.parent.name}/{p.stem}" for p in SMALL])
def test_bounds_hold_in_small_games(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked_play(load(str(path), engine="interpreter"), monkeypatch, 40) > 0

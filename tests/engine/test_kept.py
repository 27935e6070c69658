"""What is kept up to date: recognised by its form, kept by native code alone, and equal to its definition after every decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler import keeping
from rulewright.compiler.engine import Native
from rulewright.compiler.frame import REASONS
from rulewright.core import ir
from rulewright.core.layout import pack, plain
from rulewright.core.optimise import PASSES
from rulewright.core.program import Program
from rulewright.core.verify import problems
from rulewright.core.walk import clause_expr, expressions, parts, statements
from rulewright.dsl.driver import load
from rulewright.play.differential import Disagreement, Twins, compare

TWO = 'game "Small" for White, Black'

# Open columns: an option is one of a set that is kept, not a loop with a condition.
COLUMNS = (
    TWO,
    "piece Man of each Player",
    "place board: grid 6 by 4",
    "turn",
    "  player must drop",
    "  else: draw",
    "action drop Column in board",
    "  requires column is not full",
    "  put Man on first Cell in column where cell is empty",
)
# What is connected with one's first side.
SIDES = (
    TWO,
    "piece Man of each Player",
    "place board: hex_grid 6 by 6",
    "turn",
    "  player must lay or lift",
    "action lay Cell in board",
    "  requires cell is empty",
    "  put Man on cell",
    "action lift Man of player in board",
    "  requires turn_number % 5 is 0",
    "  capture man",
    "when connects(Man of player, sides(player))",
    "  player wins",
    "when board is full",
    "  draw",
)
# Who of three players stands anywhere.
OCCUPIED = (
    'game "Small" for Red, Green, Blue, Black',
    "piece Man of each Player",
    "place board: grid 17 by 17",
    "turn",
    "  player must go",
    "  else: draw",
    "action go to Cell in board",
    "  requires cell is empty",
    "  put Man on cell",
)
# How many seeds lie on the board, and where any do.
HEAPS = (
    TWO,
    "piece Seed: 40",
    "place board: ring of 16, 8 per Player, holding any Seed",
    "place bag: pile of Seed",
    "setup",
    "  put 1 Seed on all Cell in board",
    "turn",
    "  player must eat or leave",
    "  else: finish",
    "action eat Cell in board",
    "  requires some Seed in cell",
    "  requires count Seed in board > 3",
    "  move 1 Seed in cell to bag",
    "action leave Cell in board",
    "  requires count Seed in board < 10",
    "  requires no Seed in cell",
    "  move 1 Seed in bag to cell",
    "when turn_number > 60",
    "  draw",
)
# A position that comes back.
AGAIN = (
    TWO,
    "piece Man of each Player: 2 per Player",
    "  tired: flag = no",
    "place board: grid 3 by 3",
    "setup",
    "  each Player puts Man on all Cell in row(player, 1) where cell.column < 3",
    "turn",
    "  if repeated(3): draw",
    "  player must go",
    "  else: draw",
    "action go Man of player in board to Cell in beside(man)",
    "  requires cell is empty",
    "  move man to cell",
    "  if man.tired",
    "    set man.tired to no",
    "  else",
    "    set man.tired to yes",
)
# Who is strong enough to go.
STRONG = (
    TWO,
    "piece Man of each Player: 6 per Player",
    "  power: 0 to 3 = 2",
    "place board: grid 6 by 6",
    "setup",
    "  each Player puts Man on all Cell in row(player, 1)",
    "turn",
    "  player must go",
    "  else: draw",
    "action go Man of player in board where man.power > 0 to Cell in beside(man)",
    "  requires cell is empty",
    "  move man to cell",
    "  lose 1 man.power",
    "when turn_number > 80",
    "  draw",
)
GAMES = {"element": STRONG, "set": COLUMNS, "reach": SIDES, "union": OCCUPIED, "sum": HEAPS, "key": AGAIN}


def program_of(lines: tuple[str, ...], passes: frozenset[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setenv("RULEWRIGHT_PASSES", ",".join(sorted(passes)))
    text = "\n".join(lines) + "\n"
    loaded = load(Path("small.rules"), provider=lambda _: text.encode(), lint=False)
    assert loaded.program is not None, [f.message for f in loaded.findings.all]
    assert not list(problems(loaded.program))
    return loaded.program


SORTS = {"element": "set", "set": "set", "union": "set", "reach": "reach", "sum": "sum", "key": "key"}
SOURCES = {"element": {"Man.power"}, "set": {"Man.on"}, "union": {"Man.on"}, "reach": {"Man.on"}, "sum": {"Seed.heap"}, "key": set()}


def asked(program: Program) -> list[ir.Expr]:
    """What decisions and standing conditions ask."""
    found: list[ir.Expr] = []
    for proc in program.procs:
        for stmt in statements(proc.body):
            if isinstance(stmt, ir.Ask):
                found += [x for alt in stmt.choice.alts for c in alt.clauses for x in expressions(clause_expr(c))]
            elif proc.name.startswith("when"):
                found += [x for part in parts(stmt) for x in expressions(part)]
    return found


@pytest.mark.parametrize("name", sorted(GAMES))
def test_it_is_recognised(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the pass it is kept, and asked by its name; without, nothing is."""
    new, old = (program_of(GAMES[name], passes, monkeypatch) for passes in (PASSES, PASSES - {"kept"}))
    assert not old.kept and old.fresh is None and not any(isinstance(x, ir.Keep) for x in asked(old))
    assert [k.sort for k in new.kept] == [SORTS[name]]
    assert {f.name for f in new.kept[0].sources} == SOURCES[name]
    assert new.size > old.size and new.length == old.length  # the interpreter keeps nothing
    if name != "key":
        assert any(isinstance(x, ir.Keep) for x in asked(new))


def test_options_without_a_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which columns are open is a set to run through: no condition is left, and no loop over all columns."""
    (new,) = [s.choice.alts[0] for p in program_of(COLUMNS, PASSES, monkeypatch).procs for s in statements(p.body) if isinstance(s, ir.Ask)]
    assert [type(c) for c in new.clauses] == [ir.In]
    assert isinstance(clause_expr(new.clauses[0]), ir.Keep)


def several(twins: Twins) -> int:
    """Some matches, in both engines; how many decisions there were."""
    decisions = 0
    for seed in range(3):
        found = compare(twins, seed, 60)
        assert found.failure is None, twins.describe(found.failure)
        decisions += found.decisions
    return decisions


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_engines_agree_and_what_is_kept_is_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Native code goes on from its own state, so that what it keeps is used and compared with its definition after every decision."""
    assert several(Twins(program_of(GAMES[name], PASSES, monkeypatch))) > 20


BROKEN = {
    "element": "number_written",
    "set": "member_written",
    "union": "member_written",
    "reach": "member_written",
    "sum": "number_before",
}


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_write_that_is_not_followed_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, BROKEN[name], lambda *_: None)
    twins = Twins(program_of(GAMES[name], PASSES, monkeypatch))
    with pytest.raises(Disagreement, match="kept is not what it is defined to be"):
        several(twins)


def test_a_key_that_is_not_followed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "key_with", lambda *_: None)
    with pytest.raises(Disagreement):
        compare(Twins(program_of(AGAIN, PASSES, monkeypatch)), 1, 60)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_paranoid_code_compares_after_every_decision(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of(GAMES[name], PASSES, monkeypatch)
    native = Native(program, paranoid=True)
    assert not (native.batch(5, 3, limit=100)[0][:, 6] == REASONS.index("unsound")).any()
    state = native.start(1)
    assert native.sound(state)
    state[program.kept[0].field.offset] ^= 1
    assert not native.sound(state)
    assert native.stale(state) == [str(program.kept[0])]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_state_laid_out_by_others_is_made_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept in what the interpreter writes: native code makes it when it is handed such a state, and goes on from there."""
    twins = Twins(program_of(GAMES[name], PASSES, monkeypatch))
    program, other = twins.program, twins.other
    state = twins.machine.start(5)
    for number in range(12):
        options = twins.machine.options(state)
        bare = bytearray(pack(program, state))
        assert other.options(bare) == options
        fresh = other.unpack(bytes(bare))
        assert program.fresh is not None and not fresh[program.fresh.offset]
        option = options[5 * number % len(options)]
        other.choose(fresh, option)
        twins.machine.choose(state, option)
        assert other.pack(fresh) == pack(program, state) == plain(program, fresh)
        assert not other.native.stale(fresh)
        if twins.machine.choice(state) is None:
            break


def test_what_is_dear_to_keep_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds that are sown one by one change their heaps more often than anybody asks."""
    lines = (
        TWO,
        "piece Seed: 32",
        "place board: ring of 16, 8 per Player, holding any Seed",
        "setup",
        "  put 2 Seed on all Cell in board",
        "turn",
        "  player must sow",
        "  else: finish",
        "action sow Cell in board",
        "  requires some Seed in cell",
        "  let spot = cell",
        "  while some Seed in cell",
        "    set spot to next(spot)",
        "    if spot is not cell: move 1 Seed in cell to spot",
        "when turn_number > 40",
        "  draw",
    )
    assert not program_of(lines, PASSES, monkeypatch).kept

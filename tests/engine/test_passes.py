"""What each pass of the optimiser makes of small rules: nodes are counted, never time.

With its pass a loop, a list or a call is gone; without it, it is there: so the test can fail, and the pass is what does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.compiler import module
from rulewright.compiler.module import write_module
from rulewright.core import ir
from rulewright.core.known import Known
from rulewright.core.optimise import PASSES
from rulewright.core.program import Alt, Program
from rulewright.core.types import Seq
from rulewright.core.verify import problems
from rulewright.core.walk import clause_expr, expressions, parts, statements
from rulewright.dsl.driver import load
from rulewright.play.differential import Twins, compare

from .test_random_programs import matches

BOARD = (
    'game "Men" for White, Black',
    "piece Man of each Player: 5 per Player",
    "place board: grid 5 by 5",
    "setup",
    "  each Player puts Man on all Cell in row(player, 1)",
    "turn",
    "  player must go",
    "  else: rival wins",
)
GO = ("action go to Cell in board with Man of player in beside(cell)",)
HEAPS = (
    'game "Heaps" for White, Black',
    "piece Man of each Player: 9 per Player",
    "place board: graph of Point",
    "  | name | neighbours |",
    "  | a | b   |",
    "  | b | a c |",
    "  | c | b d |",
    "  | d | c   |",
    "place stock of each Player: pile of Man",
    "setup",
    "  each Player: put 9 Man of player on stock of player",
    "turn",
    "  if stock of player is not empty: player must enter",
    "  else: player must slide",
    "action enter Point in board",
    "  requires point is empty",
    "  move 1 Man in stock of player to point",
    "action slide Man of player in board to Point in board",
    "  requires point is empty",
    "  requires point in beside(man) or count Man of player is 3",
    "  move man to point",
    "when turn_number > 30",
    "  draw",
)


def program_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...], passes: frozenset[str]) -> Program:
    monkeypatch.setenv("RULEWRIGHT_PASSES", ",".join(sorted(passes)))
    path = tmp_path / "game.rules"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    loaded = load(path, lint=False)
    assert loaded.program is not None, [f.message for f in loaded.findings.all]
    wrong = list(problems(loaded.program))
    assert not wrong, wrong
    return loaded.program


def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...], name: str) -> tuple[Program, Program]:
    """With all passes, and without this one."""
    assert name in PASSES
    with_it = program_of(tmp_path, monkeypatch, lines, PASSES)
    return with_it, program_of(tmp_path, monkeypatch, lines, PASSES - {name})


def alternative(program: Program, name: str) -> Alt:
    return next(alt for choice in program.choices for alt in choice.alts if alt.name == name)


def inside(alt: Alt) -> list[ir.Expr]:
    return [x for clause in alt.clauses for x in expressions(clause_expr(clause))]


def conditions_of(alt: Alt) -> list[ir.Test]:
    return [c for c in alt.clauses if isinstance(c, ir.Test)]


def every(program: Program) -> Iterator[ir.Expr]:
    for proc in program.procs:
        for stmt in statements(proc.body):
            for part in parts(stmt):
                yield from expressions(part)


def test_some_element_becomes_a_union(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`some way where cell in …` is asked once for each way, not for each way and cell."""
    lines = (*BOARD, "action go to Cell in board", "  requires some Man of player in board where cell in beside(man)", "  put Man on cell")
    new, old = both(tmp_path, monkeypatch, lines, "sets")
    assert conditions_of(alternative(old, "go"))
    assert not conditions_of(alternative(new, "go"))
    folds = [x for x in inside(alternative(new, "go")) if isinstance(x, ir.Fold)]
    assert [f.op for f in folds] == ["sets"]


def test_an_alternative_that_does_not_depend_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`point in beside(man) or …` is all points, or those beside: no condition is left, and heaps are compared at once."""
    new, old = both(tmp_path, monkeypatch, HEAPS, "sets")
    assert len(conditions_of(alternative(old, "slide"))) >= 2
    assert not any(isinstance(x, ir.Fold) and x.op == "any" for x in inside(alternative(new, "slide")))
    wheres = [x for x in inside(alternative(new, "slide")) if isinstance(x, ir.Where)]
    assert wheres and all(x.stride == 2 for x in wheres)
    assert not conditions_of(alternative(new, "enter"))


def test_a_condition_leaves_the_inner_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked of the cell is asked before the men beside it are run through, and becomes part of the loop."""
    lines = (*BOARD, *GO, "  requires some Man of rival in cell", "  capture cell", "  move man to cell")
    new, old = both(tmp_path, monkeypatch, lines, "hoist")
    assert [type(c) for c in alternative(old, "go").clauses] == [ir.In, ir.In, ir.Test]
    assert [type(c) for c in alternative(new, "go").clauses] == [ir.In, ir.In]


def test_what_may_fail_stays_behind_what_protects_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A division by what may be 0 is asked only where it was asked: inside the loop whose men protect it."""
    lines = (
        *BOARD[:1],
        "  counter pace: 0 to 3 = 0",
        *BOARD[1:],
        *GO,
        "  requires 6 / pace > 1",
        "  move man to cell",
    )
    program = program_of(tmp_path, monkeypatch, lines, PASSES)
    assert [type(c) for c in alternative(program, "go").clauses] == [ir.In, ir.In, ir.Test]


def test_what_is_the_same_in_every_round_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may fail (`6 / pace`), so it is asked before the loop only if there is a round: then it was asked there, too."""
    lines = (
        *BOARD[:1],
        "  counter pace: 0 to 3 = 1",
        *BOARD[1:],
        "action go Man of player in board to Cell in beside(man)",
        "  requires cell is empty",
        "  requires (count Man of player in board as other where distance(other, a1) > 6 / pace) < 5",
        "  move man to cell",
        "  lose 1 pace",
    )
    new, old = both(tmp_path, monkeypatch, lines, "hoist")
    assert [type(c) for c in alternative(old, "go").clauses] == [ir.In, ir.In, ir.Test]
    clauses = alternative(new, "go").clauses
    assert [type(c) for c in clauses] == [ir.In, ir.Be, ir.Test, ir.Test, ir.In]
    assert "div" not in str(clauses[2]) and "div" in str(clauses[3])


def test_what_does_not_change_gets_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many men there are is counted once, before the loops."""
    new, old = both(tmp_path, monkeypatch, HEAPS, "hoist")
    counted = [c for c in alternative(new, "slide").clauses if isinstance(c, ir.Be) and isinstance(c.value, ir.Fold | ir.Prim)]
    assert counted and isinstance(alternative(new, "slide").clauses[0], ir.Be)
    assert not isinstance(alternative(old, "slide").clauses[0], ir.Be)


def test_parts_are_run_through_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`a + b` is no list."""
    lines = (
        *BOARD,
        "define reach(cell) = all Cell in (slides(cell, straight) + slides(cell, diagonal)) as other where other is empty",
        "action go Man of player in board to Cell in reach(man)",
        "  move man to cell",
    )
    new, old = both(tmp_path, monkeypatch, lines, "flat")

    def lists(program: Program) -> int:
        return sum(isinstance(c.over.type, Seq) for c in alternative(program, "go").clauses if isinstance(c, ir.In))

    assert lists(old) == 1
    assert lists(new) == 0
    assert not any(isinstance(x, ir.Call) for x in inside(alternative(new, "go")))


def test_a_selection_of_one_place_is_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        'game "Seeds" for White, Black',
        "piece Seed: 9",
        "place board: ring of 4, 2 per Player, holding any Seed",
        "place hand: pile of Seed",
        "setup",
        "  put 9 Seed on hand",
        "turn",
        "  player must sow",
        "  else: finish",
        "action sow Cell in board",
        "  requires hand is not empty",
        "  move 1 Seed in hand to cell",
    )
    new, old = both(tmp_path, monkeypatch, lines, "flat")

    def loops(program: Program) -> int:
        sow = next(p for p in program.procs if p.name == "sow")
        return sum(isinstance(s, ir.For) for s in statements(sow.body))

    assert (loops(old), loops(new)) == (1, 0)


def test_pieces_that_all_differ_are_not_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One card of each suit and rank, and suits never change: no option can be like another."""
    lines = (
        'game "Cards" for White, Black',
        "type Suit: clubs or hearts",
        "type Rank: one or two or three",
        "piece Card of each Suit: 1 per Rank",
        "  printed rank: Rank",
        "place hand of each Player: hand of Card",
        "place table: pile of Card",
        "setup",
        "  each Player: put all Card of clubs on hand of White",
        "turn",
        "  player must lay",
        "  else: finish",
        "action lay Card in hand of player",
        "  move card to table",
    )
    new, old = both(tmp_path, monkeypatch, lines, "alike")

    def compared(program: Program) -> int:
        return sum(isinstance(x, ir.Prim) and x.op == "foremost" for x in inside(alternative(program, "lay")))

    assert (compared(old), compared(new)) == (1, 0)


def test_definitions_over_the_board_are_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What reads nothing that changes is looked up, and what asks nothing else is a constant set."""
    lines = (
        *BOARD,
        "define dark(cell) = (cell.row + cell.column) % 2 is 0",
        "define around(cell) = count Cell in beside(cell) as other where dark(other)",
        "action go to Cell in board where dark(cell)",
        "  requires around(cell) is 0",
        "  put Man on cell",
    )
    new, old = both(tmp_path, monkeypatch, lines, "tables")
    assert any(isinstance(x, ir.Call) for f in old.funcs if f.body is not None for x in expressions(f.body))
    assert not any(isinstance(x, ir.Call) for x in every(new))
    clauses = alternative(new, "go").clauses
    assert len(clauses) == 1 and isinstance(clauses[0], ir.In) and isinstance(clauses[0].over, ir.SetConst)
    assert clauses[0].over.bits == sum(
        1 << 5 * (row - 1) + column - 1 for row in range(1, 6) for column in range(1, 6) if (row + column) % 2 == 0
    )


def test_a_definition_with_a_hole_stays_a_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that fails is an error where it is asked, not a number."""
    lines = (
        *BOARD,
        "define share(cell) = 12 / (cell.row - 1)",
        "action go to Cell in board",
        "  requires share(cell) > 3",
        "  put Man on cell",
    )
    program = program_of(tmp_path, monkeypatch, lines, PASSES)
    assert any(isinstance(x, ir.Call) and x.func.name == "share" for x in every(program))


def looked_at(program: Program) -> int:
    """How many players a standing condition is asked of after an action, at most."""
    turn = next(p for p in program.procs if p.name == "turn")
    asked = [
        s.proc
        for stmt in statements(turn.body)
        if isinstance(stmt, ir.Ask)
        for a in stmt.choice.alts
        for s in statements(a.body)
        if isinstance(s, ir.Do)
    ]
    watch = next(p for p in asked if p.name.startswith("when"))
    return 2 if any(isinstance(s, ir.For) for s in statements(watch.body)) else 1


LINES = (
    'game "Lines" for White, Black',
    "piece Man of each Player",
    "place board: grid 5 by 5",
    "each Player has",
    "  luck: 0 to 9 = 0",
    "turn",
    "  player must go",
    "  else: draw",
)


def test_only_the_seat_that_a_deed_can_affect_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has just put a man down may have three in a row; nobody else can have."""
    lines = (
        *LINES,
        "action go to Cell in board",
        "  requires cell is empty",
        "  put Man on cell",
        "when aligned(Man of player, 3)",
        "  player wins",
    )
    new, old = both(tmp_path, monkeypatch, lines, "seats")
    assert (looked_at(old), looked_at(new)) == (2, 1)


@pytest.mark.parametrize(
    "lines",
    [
        # The deed gives the rival a man, too.
        (
            "action go to Cell in board",
            "  requires cell is empty",
            "  put Man of rival on cell",
            "when aligned(Man of player, 3)",
            "  player wins",
        ),
        # The condition is about the other one's men.
        (
            "action go to Cell in board",
            "  requires cell is empty",
            "  put Man on cell",
            "when count Man of rival in board > 6",
            "  player wins",
        ),
        # It does not end the match, so it may hold already.
        (
            "action go to Cell in board",
            "  requires cell is empty",
            "  put Man on cell",
            "when aligned(Man of player, 3)",
            "  player gains 1 luck",
        ),
    ],
    ids=["rival", "other", "goes on"],
)
def test_all_seats_are_looked_at_where_others_may_be_affected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...]
) -> None:
    assert looked_at(program_of(tmp_path, monkeypatch, (*LINES, *lines), PASSES)) == 2


def test_lines_on_few_cells_are_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On nine cells there are 512 sets: native code has an entry for each, and computes nothing."""
    lines = (
        *LINES,
        "action go to Cell in board",
        "  requires cell is empty",
        "  put Man on cell",
        "when aligned(Man of player, 3)",
        "  player wins",
    )
    small = tuple(line.replace("5 by 5", "3 by 3") for line in lines)
    texts = [write_module(program_of(tmp_path, monkeypatch, some, PASSES), frozenset())[0] for some in (small, lines)]
    assert ["[512 x i8]" in text for text in texts] == [True, False]


WIDE = (
    'game "Wide" for White, Black',
    "piece Man of each Player: 4 per Player",
    "  weary: flag = no",
    "piece Rock: 30",
    "  hot: flag = no",
    "place board: grid 30 by 25, holding 1 Rock, holding 1 Man",
    "setup",
    "  each Player puts Man on all Cell in ({d12, e12, h13, k14} if player is White else {d14, e14, h15, k16})",
    "  put Rock on all Cell in row(White, 13)",
    "turn",
    "  player must go or leap",
    "action go Man of player in board to Cell in around(man)",
    "  requires no Man in cell",
    "  requires no Rock in cell",
    "  move man to cell",
    "  set man.weary to yes",
    "action leap Man of player in board to Cell in around(Man of player in board)",
    "  requires no Man in cell",
    "  requires no Rock in cell",
    "  move man to cell",
    "  set man.weary to no",
    "when turn_number > 20",
    "  set (first Rock in board).hot to yes",
    "  draw",
)


def test_what_does_not_pass_is_not_put_into_a_large_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 750 cells those around are gathered: conditions are asked as they are found, and nothing is left to ask behind the loop."""
    new, old = both(tmp_path, monkeypatch, WIDE, "flat")
    for name in ("go", "leap"):
        last = alternative(new, name).clauses[-1]
        assert isinstance(last, ir.In) and len(conditions_of(alternative(new, name))) < len(conditions_of(alternative(old, name)))
        assert not isinstance(alternative(old, name).clauses[-1], ir.In)
    assert compare(Twins(new), 0, 60).ended


def test_who_is_on_a_site_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One place in the table of who is where, instead of the places of all men compared."""
    program = program_of(tmp_path, monkeypatch, WIDE, PASSES)
    asked = [x for name in ("go", "leap") for x in inside(alternative(program, name))]
    assert any(isinstance(x, ir.Load) and x.field.name.startswith("Man.at") for x in asked)
    assert not any(isinstance(x, ir.Where) and x.field is program.loc for x in asked)


def test_what_a_decision_asks_twice_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In larger games: the cells around all men are gathered once, whether options are counted or one is found."""
    program = program_of(tmp_path, monkeypatch, WIDE, PASSES)
    assert "%kept" not in write_module(program, frozenset())[0]
    monkeypatch.setattr(module, "INLINE_LIMIT", 0)
    monkeypatch.setattr(module, "TINY", 0)
    text = write_module(program, frozenset())[0]
    assert "ptr %kept" in text
    assert compare(Twins(program), 1, 60).ended


NOUGHT = """\
game "Nought" for White, Black
  counter pace: 0 to 3 = 0
piece Man of each Player: 5 per Player
place board: grid 5 by 5
setup
  each Player puts Man on all Cell in row(player, 1)
turn
  player must go
  else: rival wins
action go Cell in board
  requires 6 / pace > 1
  requires no Man in board
  put Man on cell
  gain 1 pace
"""


def test_a_division_by_nought_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by a random program: what cannot fail went before what divides, and where it did not hold nobody divided any more."""
    plain = matches(NOUGHT, frozenset())
    assert plain[0][0][0] == "division"  # type: ignore[index]
    assert matches(NOUGHT, PASSES) == plain
    monkeypatch.setattr(Known, "divides", lambda *_: False)
    assert matches(NOUGHT, PASSES) != plain


@pytest.mark.parametrize("name", sorted(PASSES))
def test_each_pass_alone_changes_no_match(name: str) -> None:
    for lines in (HEAPS, WIDE):
        text = "\n".join(lines) + "\n"
        assert matches(text, frozenset({name})) == matches(text, frozenset())
